package document

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/files"
)

// miscoded says what is wrong with the letters or the ends of the lines of a file, and in
// which line; nil if nothing is. To the library such files have odd characters.
func miscoded(name string, text []byte) *Problem {
	if err := files.Miscoded(text); err != nil {
		return &Problem{File: name, Line: 1, Message: err.Error() + "; " + files.HintUTF8}
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
