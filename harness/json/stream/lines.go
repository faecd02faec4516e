package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Splitter takes a line that holds one JSON array apart into its elements.
// It keeps its memory from line to line and serves one goroutine at a time.
type Splitter struct {
	limits Limits
	syntax syntax
	buf    bytes.Buffer
	dec    jsontext.Decoder
	values []Value
}

// NewSplitter splits lines within the limits.
func NewSplitter(limits Limits) *Splitter {
	return &Splitter{limits: limits.orDefault()}
}

// Split returns the elements of the array that line consists of. They share
// the line's memory, and the slice is valid until the next call. Number is the
// line's own number in its stream, for the positions. The error is an *Error;
// the elements before it are returned with it.
func (s *Splitter) Split(line []byte, number int) ([]Value, error) {
	if s.quickly(line, number) {
		return s.values, nil
	}
	return s.thoroughly(line, number)
}

// quickly splits a line of good JSON, and tells whether it did.
func (s *Splitter) quickly(line []byte, number int) bool {
	s.values = s.values[:0]
	c := &s.syntax
	c.text, c.depthMax, c.keys = line, s.limits.DepthMax, c.keys[:0]
	i := c.blank(0)
	if c.at(i) != '[' {
		return false
	}
	i = c.blank(i + 1)
	if c.at(i) == ']' {
		return c.blank(i+1) == len(line)
	}
	for len(s.values) < s.limits.ValuesMax {
		end := c.value(i, 0)
		if end == bad {
			return false
		}
		s.values = append(s.values, Value{
			Raw: line[i:end:end], Index: len(s.values), Start: Position{Offset: int64(i), Line: number, Column: i + 1},
		})
		i = c.blank(end)
		switch c.at(i) {
		case ',':
			i = c.blank(i + 1)
		case ']':
			return c.blank(i+1) == len(line)
		default:
			return false
		}
	}
	return false
}

// thoroughly splits any line, and says what is wrong with it.
func (s *Splitter) thoroughly(line []byte, number int) ([]Value, error) {
	origin := Position{Line: number, Column: 1}
	s.values = s.values[:0]
	s.buf = *bytes.NewBuffer(line) // the decoder reads from it without a copy
	s.dec.Reset(&s.buf)
	fail := func(err error) error { return s.explain(err, line, origin) }
	token, err := s.dec.ReadToken()
	if err != nil {
		return nil, fail(err)
	}
	if token.Kind() != '[' {
		return nil, &Error{
			Kind: NoArray, Where: origin,
			Message: fmt.Sprintf("expected one JSON array of the input values, found %s", KindName(token.Kind())),
			Near:    near(line, 0),
		}
	}
	for s.dec.PeekKind() != ']' {
		raw, err := s.dec.ReadValue()
		if err != nil {
			return s.values, fail(err)
		}
		end := int(s.dec.InputOffset())
		start := end - len(raw)
		v := Value{
			Raw:   line[start:end:end],
			Index: len(s.values),
			Start: Position{Offset: int64(start), Line: number, Column: start + 1},
		}
		if at := Deeper(v.Raw, s.limits.DepthMax); at >= 0 {
			return s.values, &Error{
				Kind: TooDeep, Index: v.Index, Where: v.At(at),
				Message: fmt.Sprintf("nested deeper than %d", s.limits.DepthMax),
			}
		}
		if len(s.values) >= s.limits.ValuesMax {
			return s.values, &Error{
				Kind: TooMany, Index: v.Index, Where: v.Start,
				Message: fmt.Sprintf("more than %d values", s.limits.ValuesMax),
			}
		}
		s.values = append(s.values, v)
	}
	if _, err := s.dec.ReadToken(); err != nil {
		return s.values, fail(err)
	}
	if rest := bytes.TrimLeft(line[s.dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		at := len(line) - len(rest)
		return s.values, &Error{
			Kind: Malformed, Index: len(s.values), Where: origin.advance(line[:at]),
			Message: "the line goes on after its array", Near: near(line, at),
		}
	}
	return s.values, nil
}

func (s *Splitter) explain(err error, line []byte, origin Position) error {
	e := &Error{Kind: Malformed, Index: len(s.values), Where: origin, Message: err.Error()}
	if err == io.EOF {
		e.Message = "expected one JSON array of the input values, found a blank line"
		return e
	}
	at := len(line)
	// The decoder that took the line apart may say that the value before is wrong.
	if syntax := firstError(line); syntax != nil {
		err = syntax
		at = min(int(syntax.ByteOffset), len(line))
		e.Where = origin.advance(line[:at])
		// The first segment is the place of the value in the line.
		if _, inside, ok := strings.Cut(strings.TrimPrefix(string(syntax.JSONPointer), "/"), "/"); ok {
			e.Pointer = Place("/" + inside)
		}
		e.Message = syntax.Err.Error()
		e.Near = near(line, at)
	}
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Kind, e.Message = Duplicate, "the key appears twice in its object"
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.Kind, e.Message = Cut, "the line ends inside its array"
	case strings.Contains(e.Message, "max depth"):
		// The library's own bound, far above ours.
		e.Kind, e.Pointer = TooDeep, ""
		if deep := Deeper(line, s.limits.DepthMax+1); deep >= 0 { // the array of the line is no level of a value
			at = deep
			e.Where, e.Near = origin.advance(line[:at]), near(line, at)
		}
		e.Message = fmt.Sprintf("nested deeper than %d", s.limits.DepthMax)
	}
	e.Hint = advice(e.Kind, e.Message, line, at)
	return e
}

// KindName names a JSON kind for people.
func KindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a Boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "no value"
}

// TypeName names for people what a Go type takes as JSON.
func TypeName(t reflect.Type) string {
	if t == nil {
		return "another type"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.String:
		return "a string"
	case k >= reflect.Int && k <= reflect.Float64:
		return "a number"
	case k == reflect.Slice || k == reflect.Array:
		return "an array"
	}
	return "an object"
}

// Pointer returns the JSON pointer to the place of the value that the byte at
// offset belongs to, "" for the value as a whole.
func Pointer(raw jsontext.Value, offset int) string {
	dec := jsontext.NewDecoder(bytes.NewBuffer(bytes.Clone(raw)))
	for {
		if _, err := dec.ReadToken(); err != nil {
			return ""
		}
		if dec.InputOffset() > int64(offset) {
			return string(dec.StackPointer())
		}
	}
}

// Elements takes an array apart. The error is an *Error.
func Elements(array jsontext.Value) ([]jsontext.Value, error) {
	list, err := NewSplitter(Limits{}).Split(array, 1)
	if err != nil {
		return nil, err
	}
	return Raws(list), nil
}
