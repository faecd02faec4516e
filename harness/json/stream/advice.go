package stream

import (
	"bytes"
	"strings"
)

// Advice is the next step for somebody who has written what is not JSON at a byte of text,
// if it is one of the frequent mistakes: what other languages allow, and slips. Otherwise
// it is "". Message is what jsontext says of it.
func Advice(message string, text []byte, at int) string {
	if at < 0 || at >= len(text) {
		return ""
	}
	before, after := bytes.TrimRight(text[:at], blanks), bytes.TrimLeft(text[at+1:], blanks)
	last, next := byte(0), byte(0)
	if len(before) > 0 {
		last = before[len(before)-1]
	}
	if len(after) > 0 {
		next = after[0]
	}
	switch b := text[at]; {
	case b == 0 || b == 0xfe || b == 0xff:
		return asUTF8
	case bytes.HasPrefix(text[at:], []byte("\xef\xbb\xbf")):
		return "save it as UTF-8 without a byte order mark (BOM)"
	case strings.Contains(message, "non-control character") && (b == '\n' || b == '\r'):
		return "close the string: it has to end on its line, and the text may be cut off"
	case strings.Contains(message, "non-control character"):
		return `write control characters in strings as escapes, such as \t for a tab`
	case strings.Contains(message, "surrogate pair"):
		return `the escapes \ud800 to \udfff are halves of a character (surrogates), and only two together are one: ` +
			`write both, such as \ud83d\ude00, or the character itself`
	case strings.Contains(message, "escape sequence"):
		return `write \\ for a backslash: JSON has only the escapes \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`
	case strings.IndexByte(":[{,", last) < 0 && b == ',' && closes(next), last == ',' && closes(b):
		return "remove the comma after the last element: JSON has commas only between elements"
	case b == '\'':
		return "put strings and keys in double quotes: JSON has no single quotes"
	case curly(text[at:]):
		return `put strings and keys in straight double quotes, "like this"`
	case b == '#' || b == '/' && (next == '/' || next == '*'):
		return "remove the comment: JSON has none"
	case strings.Contains(message, "after object name"):
		return "put a colon between a key and its value"
	case strings.Contains(message, "after array element") || strings.Contains(message, "after object value"):
		return afterElement(text, at)
	case last == ':' && (b == ',' || closes(b)):
		return "write the value that is missing behind the colon"
	case b == ',' && len(before) == 0:
		return "write the values one after another, without commas between them"
	case b == ',':
		return "remove the comma, or write the element that is missing before it"
	case closes(b) && len(before) == 0:
		return "remove the bracket, which closes nothing"
	case strings.Contains(message, "in number") && last != '-':
		return inDigits
	case letter(b):
		return aboutWord(text, at)
	case b == '+' || b == '.' || strings.Contains(message, "in number"):
		return inDigits
	}
	return ""
}

// inDigits is the next step where a number is not as JSON has it.
const inDigits = "write numbers without a plus sign, and with digits before and after the point"

// LettersBehind is the next step where letters follow a number: it has a unit, or is 0x10.
const LettersBehind = "write a number in decimal digits, without letters right behind it; or put both in double quotes"

// afterElement is advice about what stands where an array or object has to go on or end.
func afterElement(text []byte, at int) string {
	if at == 0 {
		return ""
	}
	switch b := text[at]; {
	case closes(b):
		return "close what was opened last: an array ends with ], an object with }"
	case digit(b) && text[at-1] == '0':
		return "write numbers without zeros in front"
	case letter(b) && text[at-1] == '"':
		return `close the string before, or write a quotation mark in it as \"`
	case letter(b) && letter(text[at-1]):
		return aboutWord(text, at)
	case letter(b) && digit(text[at-1]):
		return LettersBehind
	case b == ';' || b == '"' || b == '[' || b == '{' || b == '-' || digit(b) || letter(b):
		return "put a comma between the two elements"
	}
	return ""
}

// aboutWord is advice about a word without quotes, if its end is known.
func aboutWord(text []byte, at int) string {
	switch strings.ToLower(wordAt(text, at)) {
	case "":
		return ""
	case "nan", "infinity", "inf":
		return "write a number, or null where the rules allow it: JSON has neither NaN nor Infinity"
	case "true", "false", "null", "none", "nil", "undefined":
		return "write true, false and null, in lower case: JSON has no other words without quotes"
	}
	return "put words and keys in double quotes: JSON has only true, false and null without them"
}

// asUTF8 is the next step where the encoding is another one.
const asUTF8 = "save it as UTF-8, the only encoding of JSON"

// blanks are the white space of JSON.
const blanks = " \t\r\n"

func closes(b byte) bool { return b == ']' || b == '}' }

func digit(b byte) bool { return b >= '0' && b <= '9' }

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// curly tells whether a text begins with a quotation mark as books have it: they are
// U+2018 to U+201F.
func curly(text []byte) bool {
	return len(text) > 2 && text[0] == 0xe2 && text[1] == 0x80 && text[2] >= 0x98 && text[2] <= 0x9f
}

// wordMax bounds a word that is looked for around a byte.
const wordMax = 16

// wordAt is the word around a letter, as far as it is short; "" if the text ends in it, so
// that it may go on.
func wordAt(text []byte, at int) string {
	start, end := at, at
	for start > 0 && at-start < wordMax && letter(text[start-1]) {
		start--
	}
	for end < len(text) && end-at < wordMax && letter(text[end]) {
		end++
	}
	if end == len(text) {
		return ""
	}
	return string(text[start:end])
}

// advice is what an error says about the next step.
func advice(kind Kind, message string, text []byte, at int) string {
	switch {
	case kind == Duplicate:
		return "remove one of the two keys"
	case strings.HasPrefix(message, "invalid UTF-8"):
		return asUTF8
	case kind == Malformed:
		return Advice(message, text, at)
	}
	return ""
}
