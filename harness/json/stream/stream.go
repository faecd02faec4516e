// Package stream reads concatenated JSON values: strictly (duplicate keys,
// invalid UTF-8 and anything that is not JSON are errors with a position),
// promptly (a value is handed on with its last byte, only a number needs the
// byte behind it) and within bounds.
package stream

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a stream, and why.
const (
	// DepthMax is far above what any value of the games needs (9), and low
	// enough that no reader behind this package can be made to recurse deeply.
	DepthMax = 64
	// ValueBytesMax bounds what one value may keep in memory.
	ValueBytesMax = 16 << 20
	// ValuesMax bounds a case: the longest games have a few thousand requests.
	ValuesMax = 100_000
)

// Limits bound a stream. A zero field stands for the constant of this package.
type Limits struct {
	DepthMax      int
	ValueBytesMax int
	ValuesMax     int
}

func (l Limits) orDefault() Limits {
	if l.DepthMax == 0 {
		l.DepthMax = DepthMax
	}
	if l.ValueBytesMax == 0 {
		l.ValueBytesMax = ValueBytesMax
	}
	if l.ValuesMax == 0 {
		l.ValuesMax = ValuesMax
	}
	return l
}

// A Position is a place in a stream.
type Position struct {
	Offset int64 // bytes from the start of the stream
	Line   int   // from 1
	Column int   // in bytes, from 1
}

// advance moves the position over text.
func (p Position) advance(text []byte) Position {
	p.Offset += int64(len(text))
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		p.Line += n
		p.Column = len(text) - bytes.LastIndexByte(text, '\n')
	} else {
		p.Column += len(text)
	}
	return p
}

// At is the position of an offset in a text.
func At(text []byte, offset int) Position { return Position{Line: 1, Column: 1}.advance(text[:offset]) }

// A Value is one JSON value of a stream, with its place.
type Value struct {
	Raw   jsontext.Value // its text, without white space around it
	Index int            // from 0
	Start Position       // of its first byte
}

// At is the place of a byte of the value.
func (v Value) At(offset int) Position {
	return v.Start.advance(v.Raw[:min(max(offset, 0), len(v.Raw))])
}

// Kind says what is wrong with a stream.
type Kind string

// The kinds of trouble.
const (
	Malformed Kind = "malformed" // not JSON
	Duplicate Kind = "duplicate" // JSON, but a key stands twice in an object
	Cut       Kind = "cut"       // the stream ends inside a value
	TooDeep   Kind = "too-deep"
	TooLong   Kind = "too-long"
	TooMany   Kind = "too-many"
	NoArray   Kind = "no-array" // a line that is another value than an array
)

// An Error is a stream that cannot be read on.
type Error struct {
	Kind    Kind
	Index   int    // which value, from 0
	Pointer string // JSON pointer inside that value, "" for the value itself
	Where   Position
	Message string // what is wrong, without the place
	Near    string // the bytes around it, escaped, at most nearMax of them
	Hint    string // the next step, "" where the kind says it or nobody knows
}

func (e *Error) Error() string {
	s := fmt.Sprintf("line %d, column %d: value %d", e.Where.Line, e.Where.Column, e.Index+1)
	if e.Pointer != "" {
		s += fmt.Sprintf(" at %s", e.Pointer)
	}
	s += ": " + e.Message
	if e.Near != "" {
		s += ", near " + e.Near
	}
	return s
}

// A Reader reads values one after another.
type Reader struct {
	limits Limits
	source *source
	dec    *jsontext.Decoder // keeps all behind the last value
	place  Position          // of the end of that value
	number bool              // that value is a number
	index  int
	err    error
}

// aheadBytes is how much is read at a time: more than most values have, while
// the decoder would begin with a few bytes.
const aheadBytes = 4 << 10

// NewReader reads from r within the limits.
func NewReader(r io.Reader, limits Limits) *Reader {
	limits = limits.orDefault()
	source := &source{r: bufio.NewReaderSize(r, aheadBytes), room: limits.ValueBytesMax + 1}
	return &Reader{
		limits: limits,
		source: source,
		dec:    jsontext.NewDecoder(source),
		place:  Position{Line: 1, Column: 1},
	}
}

// Next returns the next value. Its text stays valid. At the end of the stream
// the error is io.EOF; a stream that cannot be read on gives an *Error, again
// at every later call; any other error comes from the source itself.
func (r *Reader) Next() (Value, error) {
	if r.err != nil {
		return Value{}, r.err
	}
	v, err := r.next()
	r.err = err
	return v, err
}

func (r *Reader) next() (Value, error) {
	// Reading the value forgets the white space before it.
	r.dec.PeekKind()
	start := r.afterBlank()
	raw, err := r.dec.ReadValue()
	if err != nil {
		return Value{}, r.explain(err, start)
	}
	v := Value{Raw: bytes.Clone(raw), Index: r.index, Start: start}
	switch {
	case r.index >= r.limits.ValuesMax:
		return Value{}, &Error{
			Kind: TooMany, Index: r.index, Where: v.Start,
			Message: fmt.Sprintf("more than %d values", r.limits.ValuesMax),
		}
	case len(v.Raw) > r.limits.ValueBytesMax:
		return Value{}, r.tooLong(v.Start)
	}
	if at := Deeper(v.Raw, r.limits.DepthMax); at >= 0 {
		return Value{}, &Error{
			Kind: TooDeep, Index: r.index, Where: v.At(at),
			Message: fmt.Sprintf("nested deeper than %d", r.limits.DepthMax),
		}
	}
	r.place, r.number = v.At(len(v.Raw)), v.Raw.Kind() == '0'
	r.source.room = r.limits.ValueBytesMax + 1 - len(r.dec.UnreadBuffer())
	r.index++
	return v, nil
}

// All reads the stream to its end. On trouble the values before it are
// returned with the error.
func All(r io.Reader, limits Limits) ([]Value, error) {
	reader := NewReader(r, limits)
	var values []Value
	for {
		v, err := reader.Next()
		if err == io.EOF {
			return values, nil
		}
		if err != nil {
			return values, err
		}
		values = append(values, v)
	}
}

// Raws returns the texts of the values.
func Raws(values []Value) []jsontext.Value {
	raws := make([]jsontext.Value, len(values))
	for i, v := range values {
		raws[i] = v.Raw
	}
	return raws
}

// Size is how many bytes the texts of some values have.
func Size(raws []jsontext.Value) int {
	n := 0
	for _, v := range raws {
		n += len(v)
	}
	return n
}

func (r *Reader) tooLong(where Position) *Error {
	return &Error{
		Kind: TooLong, Index: r.index, Where: where,
		Message: "longer than " + text.Bytes(int64(r.limits.ValueBytesMax)),
	}
}

// afterBlank is the place of the next byte that is not white space.
func (r *Reader) afterBlank() Position {
	text := r.dec.UnreadBuffer()
	return r.place.advance(text[:len(text)-len(bytes.TrimLeft(text, " \t\r\n"))])
}

// explain turns a decoder's error into ours. Start is where the value starts.
func (r *Reader) explain(err error, start Position) error {
	kept := r.dec.UnreadBuffer()
	// The library wraps an error of the source as one of syntax when it comes
	// inside an array or object.
	if cause := r.source.err; cause != nil && errors.Is(err, cause) {
		if cause == errTooLong {
			return r.tooLong(start)
		}
		return cause
	}
	if err == io.EOF {
		return io.EOF
	}
	var syntax *jsontext.SyntacticError
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{
			Kind: Cut, Index: r.index, Where: r.place.advance(kept),
			Pointer: pointerOfError(kept),
			Message: "the input ends inside the value",
			Near:    near(kept, len(kept)),
		}
	}
	if !errors.As(err, &syntax) {
		return err
	}
	at := min(max(int(syntax.ByteOffset-r.dec.InputOffset()), 0), len(kept))
	pointer := pointerOfError(kept)
	// What stands behind it may have been read, but not by the decoder.
	kept = append(slices.Clip(kept), r.source.ahead()...)
	e := &Error{
		Kind: Malformed, Index: r.index,
		Pointer: pointer,
		Where:   r.place.advance(kept[:at]),
		Message: syntax.Err.Error(),
		Near:    near(kept, at),
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Kind = Duplicate
		e.Message = "the key appears twice in its object"
	case strings.Contains(e.Message, "max depth"):
		// The library's own bound (10,000) is met before ours is looked at,
		// when the value never closes.
		e.Kind = TooDeep
		e.Pointer = ""
		if deep := Deeper(kept, r.limits.DepthMax); deep >= 0 {
			e.Where, e.Near = r.place.advance(kept[:deep]), near(kept, deep)
		}
		e.Message = fmt.Sprintf("nested deeper than %d", r.limits.DepthMax)
	}
	e.Hint = advice(e.Kind, e.Message, kept, at)
	if e.Kind == Malformed && at == 0 && len(kept) > 0 && letter(kept[0]) && r.number {
		e.Hint = LettersBehind
	}
	return e
}

// pointerOfError is the JSON pointer to what is wrong with text. The decoder of
// a stream may get it wrong when it has moved its buffer meanwhile; one that
// has the whole text does not.
func pointerOfError(text []byte) string {
	if e := firstError(text); e != nil {
		return Place(string(e.JSONPointer))
	}
	return ""
}

// firstError is what is wrong with text as one value, nil if nothing is.
func firstError(text []byte) *jsontext.SyntacticError {
	// The decoder reads from the buffer without a copy, and without changing it.
	_, err := jsontext.NewDecoder(bytes.NewBuffer(text)).ReadValue()
	var syntax *jsontext.SyntacticError
	errors.As(err, &syntax)
	return syntax
}

// pointerBytesMax is far longer than the path to any place of a value of a game.
const pointerBytesMax = 400

// Place is a pointer for a message: one that is too long ends at a container on
// the way. Its keys come from whoever wrote the value, and each may have
// megabytes.
func Place(pointer string) string {
	for len(pointer) > pointerBytesMax {
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
	return pointer
}

// nearMax is how many bytes of the input a message shows around the culprit.
const nearMax = 24

// near quotes the bytes before and from offset at.
func near(text []byte, at int) string {
	from := max(0, at-nearMax/2)
	to := min(len(text), at+nearMax/2)
	if from >= to {
		return ""
	}
	return fmt.Sprintf("%+q", text[from:to])
}

// Deeper returns the offset of the first bracket that opens a level below
// depthMax, or -1. Counting brackets first keeps the usual case cheap.
func Deeper(raw []byte, depthMax int) int {
	if bytes.Count(raw, []byte{'['})+bytes.Count(raw, []byte{'{'}) <= depthMax {
		return -1
	}
	return new(Nesting).Deeper(raw, depthMax)
}

// A Nesting counts the open brackets of a value whose text comes in pieces.
type Nesting struct {
	depth    int
	inString bool
	skip     uint // how much of the next piece a backslash makes part of a string
}

// Deeper goes on with text and returns the offset in it of the first bracket that
// opens a level below depthMax, or -1.
func (n *Nesting) Deeper(text []byte, depthMax int) int {
	depth, inString, i := n.depth, n.inString, n.skip // faster than the fields
	for ; i < uint(len(text)); i++ {
		switch b := text[i]; {
		case inString:
			switch b {
			case '\\':
				i++
			case '"':
				inString = false
			}
		case b == '"':
			inString = true
		case b == '[' || b == '{':
			depth++
			if depth > depthMax {
				return int(i)
			}
		case b == ']' || b == '}':
			depth--
		}
	}
	*n = Nesting{depth, inString, i - uint(len(text))}
	return -1
}

var errTooLong = errors.New("value too long")

// A source refuses to give the decoder more than a value may have.
type source struct {
	r    *bufio.Reader
	room int   // bytes that may still come before the value is complete
	err  error // of the source itself, apart from its end
}

func (s *source) Read(p []byte) (int, error) {
	// The decoder asks for more only when what it has is one incomplete value and
	// the white space before it. It asks for ever larger pieces.
	if s.room <= 0 {
		s.err = errTooLong
		return 0, s.err
	}
	n, err := s.r.Read(p[:min(len(p), s.room)])
	s.room -= n
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// ahead is what has been read and not been given to the decoder.
func (s *source) ahead() []byte {
	text, _ := s.r.Peek(s.r.Buffered()) // it is there
	return text
}
