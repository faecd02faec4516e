// Package cursor walks over the text of one JSON value whose syntax has been
// checked already, so that the decoders of the games need not check it again.
// It allocates nothing on the way and remembers the first error with its
// place; what to expect where is the decoders' business.
package cursor

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/number"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// An Error is the first thing that a decoder did not expect.
type Error struct {
	Offset  int    // of the culprit's first byte
	Message string // what was expected and what was found
	Clause  string // the clause that it contradicts, if one does
}

func (e *Error) Error() string { return e.Message }

// A Cursor stands before a token of the value. After the first error it
// reports the end of everything, so that loops over it end. Text that is not
// JSON leads to an error or to nonsense, never to a panic.
type Cursor struct {
	text    []byte
	at      int
	token   int // where the last string or number that was read starts
	err     *Error
	scratch []byte // of strings with escapes
}

// Reset puts the cursor before the first token of text.
func (c *Cursor) Reset(text jsontext.Value) {
	c.text = text
	c.at = 0
	c.err = nil
}

// Err is the first error, or nil.
func (c *Cursor) Err() *Error { return c.err }

// Offset is where the next token starts.
func (c *Cursor) Offset() int {
	c.peek()
	return c.at
}

// Mark is where the cursor stands, perhaps in front of white space: a place to seek.
func (c *Cursor) Mark() int { return c.at }

// Seek goes back to a token that starts at offset, or to a mark.
func (c *Cursor) Seek(offset int) { c.at = offset }

// Last is where the last string or number that was read starts.
func (c *Cursor) Last() int { return c.token }

// Rejected records that the last string or number that was read is not what
// was wanted.
func (c *Cursor) Rejected(what string) {
	c.at = c.token
	c.Expected(what)
}

// Fail records an error, unless there is one already.
func (c *Cursor) Fail(offset int, clause, format string, args ...any) {
	if c.err == nil {
		c.err = &Error{Offset: offset, Message: fmt.Sprintf(format, args...), Clause: clause}
	}
}

// Expected records that the next token is not what was wanted.
func (c *Cursor) Expected(what string) {
	if c.err == nil {
		c.Fail(c.Offset(), "", "expected %s, found %s", what, c.excerpt())
	}
}

// excerpt shows the beginning of the next value.
func (c *Cursor) excerpt() string {
	rest := c.text[min(c.Offset(), len(c.text)):]
	probe := Cursor{text: rest}
	probe.Skip()
	return text.Excerpt(rest[:min(probe.at, len(rest))])
}

// peek skips white space and returns the first byte of the next token, 0 at
// the end or after an error.
func (c *Cursor) peek() byte {
	if c.err != nil {
		return 0
	}
	for c.at < len(c.text) {
		b := c.text[c.at]
		if b > ' ' {
			return b
		}
		c.at++
	}
	return 0
}

// Kind is the kind of the next value: one of n t f " 0 { [, or 0 at the end of
// an array, an object or the text, and after an error.
func (c *Cursor) Kind() byte {
	switch b := c.peek(); {
	case b == '"' || b == '{' || b == '[' || b == 'n' || b == 't' || b == 'f':
		return b
	case b == '-' || b >= '0' && b <= '9':
		return '0'
	}
	return 0
}

// Array enters an array; if the next value is none, the error says that what
// was expected, and More is false.
func (c *Cursor) Array(what string) { c.open('[', what) }

// Object enters an object; if the next value is none, the error says that what
// was expected, and More is false.
func (c *Cursor) Object(what string) { c.open('{', what) }

func (c *Cursor) open(bracket byte, what string) {
	if c.peek() != bracket {
		c.Expected(what)
		return
	}
	c.at++
}

// More tells whether the array or object the cursor stands in goes on, and
// moves to the next element or key; at its end it leaves it.
func (c *Cursor) More() bool {
	switch c.peek() {
	case 0:
		return false
	case ']', '}':
		c.at++
		return false
	case ',':
		c.at++
	}
	return true
}

// Key reads a key and its colon. The bytes are valid until the next call.
func (c *Cursor) Key() []byte {
	key := c.String("a key")
	if c.peek() == ':' {
		c.at++
	}
	return key
}

// KeyIs reads a key and its colon if they stand here as in head, such as
// `"name":`, and tells whether they do. Otherwise the key may be the same in
// other words, which Key tells.
func (c *Cursor) KeyIs(head string) bool {
	if end := c.at + len(head); c.err == nil && end <= len(c.text) && string(c.text[c.at:end]) == head {
		c.at = end
		return true
	}
	return false
}

// String reads a string and returns its content, without quotes and escapes.
// The bytes are valid until the next call.
func (c *Cursor) String(what string) []byte {
	if c.peek() != '"' {
		c.Expected(what)
		return nil
	}
	c.token = c.at
	rest := c.text[c.at+1:]
	for i, b := range rest {
		if b == '"' {
			c.at += i + 2
			return rest[:i]
		}
		if b == '\\' {
			return c.unquote()
		}
	}
	c.at = len(c.text)
	return nil
}

// unquote reads a string that has escapes.
func (c *Cursor) unquote() []byte {
	start := c.at
	c.skipString()
	var err error
	c.scratch, err = jsontext.AppendUnquote(c.scratch[:0], c.text[start:min(c.at, len(c.text))])
	if err != nil {
		c.Fail(start, "", "expected a string, found an invalid one")
		return nil
	}
	return c.scratch
}

// Ahead is the text from the next token on, empty at the end and after an error.
func (c *Cursor) Ahead() []byte {
	if c.peek() == 0 {
		return nil
	}
	return c.text[c.at:]
}

// Pass moves behind a string that is known to have so many bytes, with its quotes.
func (c *Cursor) Pass(n int) {
	c.token = c.at
	c.at += n
}

// Bool reads true or false.
func (c *Cursor) Bool(what string) bool {
	b := c.peek()
	if b != 't' && b != 'f' {
		c.Expected(what)
		return false
	}
	c.Skip()
	return b == 't'
}

// Digits reads an integer and returns its canonical digits, "-" first if it is
// negative. The bytes are valid until the next call.
func (c *Cursor) Digits(what string) []byte {
	if c.Kind() != '0' {
		c.Expected(what)
		return nil
	}
	c.token = c.at
	c.skipScalar()
	digits, ok := number.Integer(c.text[c.token:c.at])
	if !ok {
		c.Rejected(what)
		return nil
	}
	return digits
}

// Int reads an integer from least to most.
func (c *Cursor) Int(least, most int, what string) int {
	if n, ok := c.digit(); ok && n >= least && n <= most {
		c.at++
		return n
	}
	digits := c.Digits(what)
	if c.err != nil {
		return 0
	}
	n, err := strconv.Atoi(string(digits))
	if err != nil || n < least || n > most {
		c.Rejected(what)
		return 0
	}
	return n
}

// digit is the number that comes if it is a single digit, as most are.
func (c *Cursor) digit() (int, bool) {
	n := c.peek() - '0' // 10 or more for any other byte
	if n > 9 || c.at+1 >= len(c.text) {
		return 0, false
	}
	switch c.text[c.at+1] {
	case ',', ']', '}':
		return int(n), true
	}
	return 0, false
}

// Skip moves behind the next value and returns its text.
func (c *Cursor) Skip() []byte {
	c.peek()
	start := c.at
	depth := 0
	for c.at < len(c.text) {
		switch c.text[c.at] {
		case '"':
			c.skipString()
		case '[', '{':
			depth++
			c.at++
			continue
		case ']', '}':
			depth--
			c.at++
		case ' ', '\t', '\r', '\n', ',', ':':
			c.at++
			continue
		default:
			c.skipScalar()
		}
		if depth <= 0 {
			break
		}
	}
	return c.text[start:c.at]
}

func (c *Cursor) skipString() {
	for c.at++; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case '\\':
			c.at++
		case '"':
			c.at++
			return
		}
	}
	c.at = len(c.text)
}

// skipScalar moves behind a number or a literal, by one byte at the least.
func (c *Cursor) skipScalar() {
	for c.at++; c.at < len(c.text); c.at++ {
		switch c.text[c.at] {
		case ' ', '\t', '\r', '\n', ',', ':', ']', '}', '"', '[', '{':
			return
		}
	}
}
