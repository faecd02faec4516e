package document

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// miscoded says what is wrong with the letters or the ends of the lines of a file, and in
// which line; nil if nothing is. To the library such files have odd characters.
func miscoded(name string, text []byte) *Problem {
	if hint, err := files.Miscoded(text); err != nil {
		return &Problem{File: name, Line: 1, Message: err.Error() + "; " + hint}
	}
	if line, err := files.NotUTF8(text); err != nil {
		return &Problem{File: name, Line: line, Message: err.Error() + "; " + files.HintUTF8}
	}
	for i, b := range text {
		if b == '\r' && i+1 < len(text) && text[i+1] != '\n' {
			line := 1 + bytes.Count(text[:i], []byte("\n"))
			return &Problem{File: name, Line: line, Message: "expected lines that end with LF or CRLF, found CR alone; convert the ends of lines"}
		}
	}
	return nil
}

// notTOML is why the library does not read a file.
func notTOML(name string, text []byte, err error) *Problem {
	// What a number is too large for is a function of the library's language.
	said := strings.Replace(strings.TrimPrefix(err.Error(), "toml: "), "strconv.ParseFloat: parsing ", "", 1)
	wrong, placed := errors.AsType[*toml.DecodeError](err)
	if !placed {
		return &Problem{File: name, Message: "not valid TOML: " + said}
	}
	line, column := wrong.Position()
	return &Problem{File: name, Line: line, Message: "not valid TOML" + whyNot(said, text, line, column)}
}

// whyNot is what the library says of a place of a file, in words of people who write one; it goes
// on behind "not valid TOML".
func whyNot(said string, text []byte, line, column int) string {
	rest := fromLine(text, line)
	if mark := misquoted(text, line, column); mark != "" {
		return fmt.Sprintf(": found the quotation mark %s; write \" instead", mark)
	}
	if bareNull().Match(rest) {
		return `, which has no null; write "null" for an option that takes null, or leave the key out`
	}
	why := timely(said)
	if found := bareTime().FindSubmatch(rest); found != nil {
		if why != "" {
			why = "; " + why
		}
		return fmt.Sprintf(`: expected a time such as 2026-10-01T23:59:00+02:00, or "2026-10-01 23:59 Europe/Vienna" in quotation marks, found %s%s`,
			bytes.TrimSpace(found[1]), why)
	}
	if why != "" {
		return ": " + why
	}
	if bracketForm().MatchString(said) {
		head, _, _ := bytes.Cut(rest, []byte("\n"))
		head, _, _ = bytes.Cut(head, []byte("#"))
		head = bytes.TrimSpace(head)
		return fmt.Sprintf(": found %s where there is such a table already; "+
			"if there are several, write [[%s]] in two brackets each time, and above all that is in it", head, bytes.Trim(head, "[]"))
	}
	return ": " + plainly(said, characterAt(text, line, column))
}

// plainly is what the library says, in words of people who write a file and have never read a
// grammar. The library shows bytes where it says what it has found, which is there.
func plainly(said, found string) string {
	const line, startOfKey = "expected newline but got U+", "invalid character at start of key: "
	switch {
	case strings.HasPrefix(said, "expected keyword "), strings.HasSuffix(said, " at start of value"), said == "strings must be quoted":
		return "expected a value: a text in quotation marks, a number, true or false"
	case strings.HasSuffix(said, " strings cannot have new lines"):
		return "a text ends on its line, with the quotation mark with which it begins"
	case strings.HasPrefix(said, startOfKey+"U+002F"):
		return "a comment begins with #, not with /"
	case strings.HasPrefix(said, startOfKey):
		return "expected a key, found " + found
	case strings.HasSuffix(said, "64-bit signed integer"):
		return "a number has too many digits"
	case strings.HasPrefix(said, line):
		return "expected the end of the line, found " + found
	case strings.HasPrefix(said, "unicode escape sequence is"), strings.HasPrefix(said, "invalid escape character "):
		return `a backslash in "..." changes what follows; write \\ for it, or '...' around the text`
	}
	return said
}

// timely is what the library says of a time of which one part is wrong, in words of people who
// write a file; "" of anything else.
func timely(said string) string {
	switch {
	case strings.HasPrefix(said, "hour cannot be greater"):
		return "a day has the hours 00 to 23: write 24:00 as 00:00 of the next day"
	case strings.HasPrefix(said, "minutes cannot be greater"):
		return "an hour has the minutes 00 to 59"
	case strings.HasPrefix(said, "seconds cannot be greater"):
		return "a minute has the seconds 00 to 59"
	case said == "impossible date":
		return "there is no such day"
	}
	return ""
}

// bareTime is a line with what people write for a date, not in quotation marks. A time of day alone may
// be a duration, or any text.
var bareTime = text.Pattern(`^[^\n"'#=]*=[ \t]*(\d{4}-\d[^\n"'#]*|\d{1,2}[./]\d{1,2}[./]\d{4}[^\n"'#]*)`)

// bracketForm is what the library says where [task] or [task.x] stands above [[task]] or [task],
// or [task] below [[task]].
var bracketForm = text.Pattern(`already exists( as a table, but should be an array table| as an array of tables)?$`)

// bareNull is a line with a value that JSON has, and TOML has not.
var bareNull = text.Pattern(`^[^\n"'#]*[=,\[]\s*null\b`)

// typeset are quotation marks that word processors write instead of plain ones.
const typeset = "“”„‟‘’‚‛«»"

// misquoted is the quotation mark at a place of a file that is none of TOML, "" if there
// is another character.
func misquoted(text []byte, line, column int) string {
	r, ok := runeAt(text, line, column)
	if !ok || !strings.ContainsRune(typeset, r) {
		return ""
	}
	return string(r)
}

// characterAt describes the character at a place of a file.
func characterAt(text []byte, line, column int) string {
	r, ok := runeAt(text, line, column)
	switch {
	case !ok:
		return "the end of the file"
	case r == '\n', r == '\r':
		return "the end of the line"
	case unicode.IsPrint(r):
		return "'" + string(r) + "'"
	}
	return fmt.Sprintf("the character %U", r) // which nobody sees
}

// runeAt is the character at a place of a file, false if the file ends before it.
func runeAt(text []byte, line, column int) (rune, bool) {
	text = fromLine(text, line)
	if column < 1 || column > len(text) {
		return 0, false
	}
	r, _ := utf8.DecodeRune(text[column-1:])
	return r, true
}

// fromLine is a text from a line on, which counts from 1.
func fromLine(text []byte, line int) []byte {
	for range line - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	return text
}
