// Package report shows the verdicts of a run: to people as text, to programs
// as JSON. Whatever a subject wrote is only ever text to look at.
package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// A Reporter is told of every result of a run, in order, and then of its end.
type Reporter interface {
	Add(r run.Result)
	// Close writes what is left to write; the error is the writer's.
	Close(s run.Summary) error
}

// A Rerun knows how to run one case of a run again.
type Rerun struct {
	Task    string                 // "bazaar/turn"
	Flags   []string               // that change verdicts, as they were given
	Source  func(id string) string // the argument that names the suite of a case; "" if none is needed
	Command []string               // of the subject
}

// Line is the command line that runs just that case, ready for a shell.
func (r *Rerun) Line(id string) string {
	words := append([]string{"touchstone", "test", r.Task, "--case", id}, r.Flags...)
	if r.Source != nil {
		if source := r.Source(id); source != "" {
			words = append(words, source)
		}
	}
	words = append(words, "--")
	return subject.Quote(append(words, r.Command...))
}

// Visible returns text on one line, with everything that does not show as
// itself escaped: control characters as \u and four digits, bytes that are not
// UTF-8 as \x and two.
func Visible(text string) string {
	if utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
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
		case unicode.IsPrint(r):
			b.WriteString(text[:size])
		default:
			b.WriteString(escaped(r))
		}
		text = text[size:]
	}
	return b.String()
}

// escaped writes a character the way JSON does.
func escaped(r rune) string {
	if r > 0xffff {
		r -= 0x10000
		return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+(r>>10), 0xdc00+(r&0x3ff))
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// An errWriter remembers the first error, so that writing can go on regardless.
type errWriter struct {
	w   io.Writer
	err error
}

func (w *errWriter) printf(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format, args...)
	}
}

func (w *errWriter) write(text []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(text)
	}
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
