package stream

import (
	"bytes"
	"strings"
)

// Advice is the next step for somebody who has written what is not JSON at a byte of text,
// if it is one of the frequent mistakes: what other languages allow. Otherwise it is "".
func Advice(text []byte, at int) string {
	if at < 0 || at >= len(text) {
		return ""
	}
	before, after := bytes.TrimRight(text[:at], blanks), bytes.TrimLeft(text[at+1:], blanks)
	switch b := text[at]; {
	case closes(b) && bytes.HasSuffix(before, []byte{','}), b == ',' && len(after) > 0 && closes(after[0]):
		return "remove the comma after the last element: JSON has commas only between elements"
	case b == '\'':
		return "put strings and keys in double quotes: JSON has no single quotes"
	case b == '/' || b == '#':
		return "remove the comment: JSON has none"
	case letter(b):
		return aboutWord(wordAt(text, at))
	case bytes.HasPrefix(text[at:], []byte("\xef\xbb\xbf")):
		return "save it as UTF-8 without a byte order mark (BOM)"
	}
	return ""
}

// aboutWord is advice about a word without quotes.
func aboutWord(word string) string {
	switch strings.ToLower(word) {
	case "nan", "infinity", "inf":
		return "write a number, or null where the rules allow it: JSON has neither NaN nor Infinity"
	case "true", "false", "none", "nil", "undefined":
		return "write true, false and null, in lower case: JSON has no other words without quotes"
	}
	return "put words and keys in double quotes: JSON has only true, false and null without them"
}

// blanks are the white space of JSON.
const blanks = " \t\r\n"

func closes(b byte) bool { return b == ']' || b == '}' }

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// wordMax bounds a word that is looked for around a byte.
const wordMax = 16

// wordAt is the word around a letter, as far as it is short.
func wordAt(text []byte, at int) string {
	start, end := at, at
	for start > 0 && at-start < wordMax && letter(text[start-1]) {
		start--
	}
	for end < len(text) && end-at < wordMax && letter(text[end]) {
		end++
	}
	return string(text[start:end])
}

// advice is what an error says about the next step.
func advice(kind Kind, message string, text []byte, at int) string {
	switch {
	case kind == Duplicate:
		return "remove one of the two keys"
	case strings.Contains(message, "UTF-8"):
		return "save it as UTF-8, the only encoding of JSON"
	case kind == Malformed:
		return Advice(text, at)
	}
	return ""
}
