// Package value describes the JSON values of a game once. Of one description
// come the decoder, which reads text into the game's own types, the encoder,
// and the JSON Schema file that is published. What no description can say, such
// as pieces that must fit together, the game checks behind it.
package value

import (
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// A Reader reads values from text whose syntax has been checked.
type Reader struct {
	cursor.Cursor
	// Knows tells whether a key is known that follows a value of an option,
	// "NAME=VALUE". Without it all keys are known.
	Knows func(tie string) bool
	// Met has a bit for each piece that the checks of a game have met in this text.
	Met uint64
}

// refuse records that the last string is not what was wanted, and which clause that
// breaks.
func (r *Reader) refuse(expected, clause string) {
	if r.Err() == nil {
		r.Rejected(expected)
		r.Err().Clause = clause
	}
}

// failAt records what is wrong with the value behind a mark.
func (r *Reader) failAt(mark int, clause, format string, args ...any) {
	if r.Err() == nil {
		r.Seek(mark)
		r.Fail(r.Offset(), clause, format, args...)
	}
}

// Find is where a part of the text begins, to which keys and indexes lead. It is for
// messages about parts that have been read.
func (r *Reader) Find(path ...any) int {
	r.Seek(0)
	for _, step := range path {
		switch step := step.(type) {
		case string:
			for r.Object(""); r.More() && string(r.Key()) != step; {
				r.Skip()
			}
		case int:
			r.Array("")
			for i := 0; r.More() && i < step; i++ {
				r.Skip()
			}
		}
	}
	return r.Offset()
}

// A Type describes the JSON values that stand for a T. Reading allocates only
// what T needs: a T that is read again keeps the memory of its lists.
type Type[T any] struct {
	read   func(r *Reader, v *T)
	write  func(out []byte, v *T) []byte
	schema *node
	first  byte     // kind of token that all its values begin with, 0 if there are several
	keys   []string // of an object

	place func(r *Reader) int // reads a word and returns its place, -1 if it is refused
}

// Read reads a value into v. What is wrong with it is then the reader's error.
func (t Type[T]) Read(r *Reader, v *T) { t.read(r, v) }

// Append writes a value compactly.
func (t Type[T]) Append(out []byte, v *T) []byte { return t.write(out, v) }

// Text is a value as compact JSON.
func (t Type[T]) Text(v T) []byte { return t.write(nil, &v) }

// Says adds a description to the schema.
func (t Type[T]) Says(description string) Type[T] {
	t.schema = t.schema.with("description", description)
	return t
}

// At notes where a value begins, in the value itself.
func (t Type[T]) At(in func(*T) *int) Type[T] {
	read := t.read
	t.read = func(r *Reader, v *T) {
		at := r.Offset()
		read(r, v)
		*in(v) = at
	}
	return t
}

// Then checks a value that has the right form; at is where it begins.
func (t Type[T]) Then(check func(r *Reader, v *T, at int)) Type[T] {
	read := t.read
	t.read = func(r *Reader, v *T) {
		at := r.Offset()
		read(r, v)
		if r.Err() == nil {
			check(r, v, at)
		}
	}
	return t
}

// As is a value that is published as another: t reads and writes it, and what its
// schema says besides is for checks to say.
func As[T, U any](t Type[T], shape Type[U]) Type[T] {
	t.schema = shape.schema
	return t
}

// Refused is a value that is described, but of no use under the options in force: where
// one begins, the decoder fails with the clause and the message.
func (t Type[T]) Refused(clause, message string) Type[T] {
	t.read = func(r *Reader, _ *T) { r.Fail(r.Offset(), clause, "%s", message) }
	return t
}

// Tied ties a keyword of the schema to an option: "players_max", or "2*cards_max". What
// the keyword is in the file is the default.
func (t Type[T]) Tied(keyword, option string) Type[T] {
	t.schema = t.schema.with("x-option", object{{keyword, option}})
	return t
}

// In is a value that is a part of an S.
func In[S, T any](t Type[T], in func(*S) *T) Type[S] {
	return Type[S]{
		read:   func(r *Reader, s *S) { t.read(r, in(s)) },
		write:  func(out []byte, s *S) []byte { return t.write(out, in(s)) },
		schema: t.schema,
		first:  t.first,
		keys:   t.keys,
	}
}

// begins tells whether values of the type begin with a token of that kind.
func (t *Type[T]) begins(kind byte) bool {
	return kind == t.first || t.first == boolean && (kind == 't' || kind == 'f')
}

// boolean stands for the two kinds of token that true and false are.
const boolean = 'b'
