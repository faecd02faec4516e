// Package text makes what others wrote fit to be read by people: on terminals,
// in reports, in the log of a service that runs builds.
package text

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Visible returns text on one line, with everything that does not show as
// itself escaped: control characters and invisible formatting the way JSON has
// them in strings, bytes that are not UTF-8 as \x and two digits. A tab becomes
// blanks, since programs indent with it. JSON stays the same JSON, but for line
// breaks between its tokens.
func Visible(text string) string {
	if utf8.ValidString(text) && strings.IndexFunc(text, hidden) < 0 {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case r == '\t':
			b.WriteString("    ")
		case hidden(r):
			for _, unit := range utf16.Encode([]rune{r}) {
				// Four digits, with one before them that is left out. Of a hostile text
				// this is asked of every rune, which keeps fmt busy for seconds.
				b.WriteString(`\u`)
				b.WriteString(strconv.FormatUint(1<<16|uint64(unit), 16)[1:])
			}
		default:
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }

// Valid makes UTF-8 of text: bytes that are not stand as \x and two digits.
// Control characters are left to those who know where the text is shown.
func Valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, text[0])
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// Pattern is a regular expression that is compiled when it is first used: the
// program starts many times, once for each worker, and needs few of them. One
// that is not well formed panics then.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// marker matches what begins a command to the service that runs a build,
// wherever in a line of its log it stands: GitHub's ##[error], and the like.
var marker = Pattern(`##(\w*\[)`)

// Inert changes text so that no build service takes it, or a line of it, for a
// command: GitHub knows ::error:: at the beginning of a line, behind blanks,
// and ##[error] anywhere. What is changed stands as JSON has it in strings.
func Inert(text string) string {
	if strings.Contains(text, "##") {
		text = marker().ReplaceAllString(text, `#\u0023$1`)
	}
	if !strings.Contains(text, "::") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		rest := strings.TrimLeft(line, " ")
		if strings.HasPrefix(rest, "::") {
			b.WriteString(line[:len(line)-len(rest)])
			b.WriteString(`\u003a`)
			line = rest[1:]
		}
		b.WriteString(line)
	}
	return b.String()
}

// Cut returns at most so many bytes of text, whole characters all of them, and
// whether something is left out.
func Cut(text string, bytesMax int) (string, bool) {
	if len(text) <= bytesMax {
		return text, false
	}
	for bytesMax > 0 && !utf8.RuneStart(text[bytesMax]) {
		bytesMax--
	}
	return text[:bytesMax], true
}

// Shorten cuts text to so many bytes and marks where something is left out.
func Shorten(text string, bytesMax int) string {
	text, cut := Cut(text, bytesMax)
	if cut {
		text += "…"
	}
	return text
}

// The bounds of an excerpt, and why.
const (
	// excerptBytesMax fits into a message on one line.
	excerptBytesMax = 40
	// excerptScan bounds how much white space an excerpt passes over.
	excerptScan = 4096
)

// Excerpt shows the beginning of a JSON value on one line, without white space
// between its tokens.
func Excerpt(raw []byte) string {
	var b strings.Builder
	inString, escaped := false, false
	scanned, cut := Cut(string(raw[:min(len(raw), excerptScan+utf8.UTFMax)]), excerptScan)
	for _, r := range scanned {
		if !inString && (r == ' ' || r == '\n' || r == '\r' || r == '\t') {
			continue
		}
		if b.Len()+utf8.RuneLen(r) > excerptBytesMax {
			cut = true
			break
		}
		switch {
		case escaped:
			escaped = false
		case r == '\\':
			escaped = inString
		case r == '"':
			inString = !inString
		}
		b.WriteRune(r)
	}
	if cut {
		b.WriteString("…")
	}
	return Visible(b.String())
}

// Count says how many things there are: "1 case", "2 cases", "2 retries",
// "2 processes", "2 breaches".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if end := strings.TrimSuffix(thing, "y"); end != thing && !strings.ContainsAny(end[max(len(end)-1, 0):], "aeiou") {
		thing = end + "ie"
	}
	if strings.HasSuffix(thing, "s") || strings.HasSuffix(thing, "ch") {
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Counts says how many things there may be: "2 to 4 players", "1 player".
func Counts(least, most int, thing string) string {
	if least == most {
		return Count(least, thing)
	}
	return fmt.Sprintf("%d to %s", least, Count(most, thing))
}

// Span says how long a time is: "2 days 9 hours 1 minute", without a comma, since it stands
// in tables, too.
func Span(d time.Duration) string {
	d = d.Round(time.Second)
	var said []string
	for _, unit := range []struct {
		long time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if n := int(d / unit.long); n > 0 {
			said = append(said, Count(n, unit.name))
		}
		d %= unit.long
	}
	if len(said) == 0 {
		return "less than a second"
	}
	return strings.Join(said, " ")
}

// Bytes says how many bytes there are, as people read it: "1 byte", "700 bytes",
// "16 MiB", "240.3 MiB".
func Bytes(n int64) string {
	if n < 1<<10 {
		return Count(int(n), "byte")
	}
	value, unit := float64(n), 0
	for ; value >= 1<<10 && unit < len(units)-1; unit++ {
		value /= 1 << 10
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", value), ".0") + " " + units[unit]
}

// units are those of Bytes, each 1024 times the one before.
var units = []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// Citing is text with the clause behind it that it is about, if there is one.
func Citing(text, clause string) string {
	if clause == "" {
		return text
	}
	return text + " (" + clause + ")"
}

// Uncited is text without the clause that Citing has put behind it.
func Uncited(text, clause string) string {
	if clause == "" {
		return text
	}
	return strings.TrimSuffix(text, " ("+clause+")")
}

// Recited is text that is about one clause, with another one in its place.
func Recited(text, before, after string) string { return Citing(Uncited(text, before), after) }

var errFolder = errors.New("expected a file, found a folder")

// A cause is what an error of the system means, in our words.
type cause struct {
	error
	said string
}

func (c cause) Error() string { return c.said }

// Unwrap returns what the system said.
func (c cause) Unwrap() error { return c.error }

// Cause strips operation and path from an error of the file system, and says the frequent ones in
// our words: our messages name a file as the user wrote it.
func Cause(err error) error {
	if errors.Is(err, syscall.EISDIR) {
		return errFolder
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	} else if link, ok := errors.AsType[*os.LinkError](err); ok { // of a rename
		err = link.Err
	}
	if number, ok := err.(syscall.Errno); ok {
		switch {
		case number.Is(fs.ErrNotExist):
			return cause{err, "there is no such file or folder"}
		case number == syscall.ENOTDIR:
			return cause{err, "a file is where its path needs a folder"}
		}
	}
	return err
}
