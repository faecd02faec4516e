package value

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Decode reads the i-th input value with a function that reads it from r. The error is
// an *Invalid. If the case has not been split, as game.Splitter has it, the value is cut
// off where read leaves the reader.
func (r *Reader) Decode(in []jsontext.Value, i int, read func()) error {
	text := in[i]
	whole := len(text) > 0 && text[0] == ','
	if whole {
		text = bytes.TrimLeft(text[1:], " \t\r\n")
	}
	r.Reset(text)
	r.Met = 0
	read()
	if whole && r.Err() == nil {
		r.cut(in, i, text)
	}
	if e := r.Err(); e != nil {
		return &game.Invalid{Value: i, Offset: e.Offset, Message: e.Message, Clause: e.Clause}
	}
	return nil
}

// cut ends the i-th value where it ends in the text, and puts the rest of the text into
// the next place. Nobody sees its errors: who gets one splits the case.
func (r *Reader) cut(in []jsontext.Value, i int, text jsontext.Value) {
	end, last := r.Mark(), i+1 == len(in)
	comma := r.Offset()
	more := r.More()
	switch {
	case r.Err() != nil:
	case more == last || last && r.Offset() < len(text):
		r.Fail(end, "", "expected %d values", len(in))
	case !r.Sure():
		r.Fail(end, "", "expected plain JSON")
	default:
		in[i] = text[:end:end]
		if !last {
			in[i+1] = text[comma:]
		}
	}
}

// Decode reads the i-th input value into v. The error is an *Invalid.
func (t Type[T]) Decode(in []jsontext.Value, i int, v *T) error {
	var r Reader
	return r.Decode(in, i, func() { t.Read(&r, v) })
}

// Answer adds a value to an answer.
func (t Type[T]) Answer(out *game.Output, v *T) {
	out.Buf = t.Append(out.Buf, v)
	out.End()
}

// Reads tells whether the book has a value of that name, as game.Reader asks.
func (b *Book) Reads(name string) bool { return b.read[name] != nil }

// Check tells whether raw is a valid value of that name, as game.Rules have it.
func (b *Book) Check(name string, raw jsontext.Value) error {
	return b.Checker(new(Reader), nil)(name, raw)
}

// Checker is Check for many values, as game.Reader has it, where a game asks more of some
// values than their descriptions say: closely has the functions by which it reads those
// from r.
func (b *Book) Checker(r *Reader, closely map[string]func()) func(name string, raw jsontext.Value) error {
	return func(name string, raw jsontext.Value) error {
		if !b.Reads(name) {
			return nil
		}
		read := closely[name]
		if read == nil {
			read = func() { b.Read(name, r) }
		}
		return r.Decode([]jsontext.Value{raw}, 0, read)
	}
}
