package value

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Decode reads the i-th input value with a function that reads it from r. The error is
// an *Invalid.
func (r *Reader) Decode(in []jsontext.Value, i int, read func()) error {
	r.Reset(in[i])
	r.Met = 0
	read()
	if e := r.Err(); e != nil {
		return &game.Invalid{Value: i, Offset: e.Offset, Message: e.Message, Clause: e.Clause}
	}
	return nil
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
	if !b.Reads(name) {
		return nil
	}
	var r Reader
	return r.Decode([]jsontext.Value{raw}, 0, func() { b.Read(name, &r) })
}
