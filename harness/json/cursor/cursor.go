// Package cursor walks over the text of JSON values. It allocates nothing on
// the way and remembers the first error with its place; what to expect where is
// the decoders' business.
//
// It checks the syntax of what it reads, but not of what it passes over: Sure
// tells whether all of the text was good JSON, as far as the cursor came. Where it
// is not sure, and where the error matters, the text must have been checked before.
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
// JSON leads to an error or to nonsense of which the cursor is not sure, never to
// a panic.
type Cursor struct {
	text    []byte // none after an error
	at      int
	token   int  // where the last string or number that was read starts
	entered bool // an array or object, of which nothing has been read yet
	unsure  bool
	err     *Error
	scratch []byte // of strings with escapes
}

// A Place is where a cursor was.
type Place struct {
	at      int
	entered bool
	unsure  bool
}

// Reset puts the cursor before the first token of text.
func (c *Cursor) Reset(text jsontext.Value) {
	c.text = text
	c.at = 0
	c.entered = false
	c.unsure = false
	c.err = nil
}

// Sure tells whether all text before the cursor is good JSON, with no key twice in an
// object, provided that each element was read behind a More and each key behind a
// MoreKeys. It is not sure of text that it skipped, of the keys of an Object, and of
// spellings that are rare, such as strings with escapes and numbers with fractions.
func (c *Cursor) Sure() bool { return !c.unsure }

// Doubt says that the text is not good JSON in a way that the cursor does not see.
func (c *Cursor) Doubt() { c.unsure = true }

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
func (c *Cursor) Seek(offset int) { c.at, c.entered = offset, false }

// Here is where the cursor stands, to Return to.
func (c *Cursor) Here() Place { return Place{c.at, c.entered, c.unsure} }

// Return goes back to a place, from which on everything is read again.
func (c *Cursor) Return(p Place) { c.at, c.entered, c.unsure = p.at, p.entered, p.unsure }

// Last is where the last string that was read starts.
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
		c.text = nil
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
	for c.at < len(c.text) {
		b := c.text[c.at]
		if b > ' ' {
			return b
		}
		if b != ' ' && b != '\n' && b != '\t' && b != '\r' {
			c.unsure = true
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
// was expected, and MoreKeys is false.
func (c *Cursor) Object(what string) {
	c.unsure = true // of keys that are there twice
	c.open('{', what)
}

// Members enters an object as Object does, for a caller who refuses keys that are there
// twice.
func (c *Cursor) Members(what string) { c.open('{', what) }

func (c *Cursor) open(bracket byte, what string) {
	if c.peek() != bracket {
		c.Expected(what)
		return
	}
	c.at++
	c.entered = true
}

// More tells whether the array the cursor stands in goes on, and moves to the next
// element; at the array's end it leaves it.
func (c *Cursor) More() bool { return c.more(']') }

// Comma moves behind a comma if one comes at once, and tells whether it does: r.Comma() ||
// r.More() is r.More(), and faster where most elements are short. It may not be asked for
// the first element.
func (c *Cursor) Comma() bool {
	if c.at >= len(c.text) || c.text[c.at] != ',' {
		return false
	}
	c.at++
	return true
}

// MoreKeys tells whether the object the cursor stands in goes on, and moves to the next
// key; at the object's end it leaves it.
func (c *Cursor) MoreKeys() bool { return c.more('}') }

func (c *Cursor) more(end byte) bool {
	first := c.entered
	c.entered = false
	switch b := c.peek(); {
	case b == end:
		c.at++
		return false
	case b == ',' && !first:
		c.at++
		return true
	case b == ',' || b == 0 || !first:
		c.Expected(separators[end])
		return false
	}
	return true
}

// separators are what follows an element or a member, by the bracket at the end.
var separators = map[byte]string{']': "a comma or the end of the array", '}': "a comma or the end of the object"}

// Key reads a key and its colon. The bytes are valid until the next call.
func (c *Cursor) Key() []byte {
	key := c.String("a key")
	if c.peek() == ':' {
		c.at++
	} else {
		c.Expected("a colon behind the key")
	}
	return key
}

// KeyIs reads a key and its colon if they stand here as in head, such as
// `"name":`, and tells whether they do. Otherwise the key may be the same in
// other words, which Key tells.
func (c *Cursor) KeyIs(head string) bool {
	if end := c.at + len(head); end <= len(c.text) && string(c.text[c.at:end]) == head {
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
	start := c.at + 1
	end := Plain(c.text, start)
	if end < len(c.text) && c.text[end] == '"' {
		c.at = end + 1
		return c.text[start:end]
	}
	c.unsure = true
	for i := end; i < len(c.text); i++ {
		switch c.text[i] {
		case '"':
			c.at = i + 1
			return c.text[start:i]
		case '\\':
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
	word := "false"
	if b == 't' {
		word = "true"
	}
	if !c.Literal(word) {
		c.Skip()
	}
	return b == 't'
}

// Literal reads true, false, null or a number if it is what comes, written like this, and
// tells whether it is.
func (c *Cursor) Literal(word string) bool {
	c.peek()
	end := c.at + len(word)
	if end > len(c.text) || string(c.text[c.at:end]) != word || end < len(c.text) && !delimits(c.text[end]) {
		return false
	}
	c.at = end
	return true
}

// delimits tells whether a byte is none of a number or a literal.
func delimits(b byte) bool {
	switch b {
	case ' ', '\t', '\r', '\n', ',', ':', ']', '}', '"', '[', '{':
		return true
	}
	return false
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
	token := c.text[c.token:c.at]
	c.unsure = c.unsure || !plainInteger(token)
	digits, ok := number.Integer(token)
	if !ok {
		c.Rejected(what)
		return nil
	}
	return digits
}

// Int reads an integer from least to most.
func (c *Cursor) Int(least, most int, what string) int {
	if n, size := c.small(); size > 0 && n >= least && n <= most {
		c.at += size
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

// small is the number that comes if it has one digit or two, as most have, and its size, 0
// if it is another one.
func (c *Cursor) small() (n, size int) {
	n = int(c.peek() - '0') // 10 or more for any other byte
	if n > 9 || c.at+2 >= len(c.text) {
		return 0, 0
	}
	next := c.text[c.at+1]
	if next == ',' || next == ']' || next == '}' {
		return n, 1
	}
	ones := int(next - '0')
	if after := c.text[c.at+2]; n == 0 || ones > 9 || after != ',' && after != ']' && after != '}' {
		return 0, 0
	}
	return 10*n + ones, 2
}

// plainInteger tells whether a number is written as digits alone, as JSON has them.
func plainInteger(token []byte) bool {
	if len(token) > 1 && token[0] == '-' {
		token = token[1:]
	}
	for _, b := range token {
		if b < '0' || b > '9' {
			return false
		}
	}
	return len(token) == 1 || token[0] != '0'
}

// Skip moves behind the next value and returns its text.
func (c *Cursor) Skip() []byte {
	c.unsure = true
	if c.peek() == 0 {
		return nil
	}
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
	for c.at++; c.at < len(c.text) && !delimits(c.text[c.at]); c.at++ {
	}
}
