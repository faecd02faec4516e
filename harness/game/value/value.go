// Package value describes the JSON values of a game once. Of one description
// come the decoder, which reads text into the game's own types, the encoder,
// and the JSON Schema file that is published. What no description can say, such
// as pieces that must fit together, the game checks behind it.
package value

import (
	"bytes"
	"reflect"
	"sync"
	"unsafe"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// A Reader reads values from text. What it tells of their syntax is what its cursor tells.
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

// refuseWord is refuse for a string that is none of a few words.
func (r *Reader) refuseWord(word []byte, words []string, expected, clause string) {
	if r.Err() == nil {
		meant := game.MeantWord(word, words)
		r.refuse(expected, clause)
		r.Err().Message += meant
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
			for r.Object(""); r.MoreKeys() && string(r.Key()) != step; {
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

// A form is what the descriptions of all types are made of. It reads and writes what is at
// a place in memory, and a Type says of which type that is: as the code is the same for all
// types, it is compiled once.
type form struct {
	read   func(r *Reader, at unsafe.Pointer)
	write  func(out []byte, at unsafe.Pointer) []byte
	schema *node
	first  byte     // kind of token that all its values begin with, 0 if there are several
	keys   []string // of an object

	place func(r *Reader) int // reads a word and returns its place, -1 if it is refused
}

// A Type describes the JSON values that stand for a T. Reading allocates only
// what T needs: a T that is read again keeps the memory of its lists.
type Type[T any] struct{ form *form }

// Read reads a value into v. What is wrong with it is then the reader's error.
func (t Type[T]) Read(r *Reader, v *T) { t.form.read(r, unsafe.Pointer(v)) }

// Append writes a value compactly. Without a text to add it to, the new one takes no more
// memory than it needs.
func (t Type[T]) Append(out []byte, v *T) []byte { return t.form.append(out, unsafe.Pointer(v)) }

func (f *form) append(out []byte, at unsafe.Pointer) []byte {
	if out != nil {
		return f.write(out, at)
	}
	draft := drafts.Get().(*[]byte)
	*draft = f.write((*draft)[:0], at)
	out = bytes.Clone(*draft)
	drafts.Put(draft)
	return out
}

// drafts are where new texts are written before it is known how long they become.
var drafts = sync.Pool{New: func() any { return new([]byte) }}

// Text is a value as compact JSON.
func (t Type[T]) Text(v T) []byte { return t.Append(nil, &v) }

// saying is the same form with one more keyword in its schema.
func (f *form) saying(keyword string, value any) *form {
	return f.published(f.schema.with(keyword, value))
}

// published is the same form with another schema.
func (f *form) published(schema *node) *form {
	same := *f
	same.schema = schema
	return &same
}

// reading is the same form, read otherwise.
func (f *form) reading(read func(r *Reader, at unsafe.Pointer)) *form {
	same := *f
	same.read = read
	return &same
}

// Says adds a description to the schema.
func (t Type[T]) Says(description string) Type[T] {
	return Type[T]{t.form.saying("description", description)}
}

// At notes where a value begins, in the value itself.
func (t Type[T]) At(in func(*T) *int) Type[T] {
	read := t.form.read
	return Type[T]{t.form.reading(func(r *Reader, v unsafe.Pointer) {
		at := r.Offset()
		read(r, v)
		*in((*T)(v)) = at
	})}
}

// Then checks a value that has the right form; at is where it begins.
func (t Type[T]) Then(check func(r *Reader, v *T, at int)) Type[T] {
	read := t.form.read
	return Type[T]{t.form.reading(func(r *Reader, v unsafe.Pointer) {
		at := r.Offset()
		read(r, v)
		if r.Err() == nil {
			check(r, (*T)(v), at)
		}
	})}
}

// As is a value that is published as another: t reads and writes it, and what its
// schema says besides is for checks to say.
func As[T, U any](t Type[T], shape Type[U]) Type[T] {
	return Type[T]{t.form.published(shape.form.schema)}
}

// Refused is a value that is described, but of no use under the options in force: where
// one begins, the decoder fails with the clause and the message.
func (t Type[T]) Refused(clause, message string) Type[T] {
	return Type[T]{t.form.reading(func(r *Reader, _ unsafe.Pointer) { r.Fail(r.Offset(), clause, "%s", message) })}
}

// Tied ties a keyword of the schema to an option: "players_max", or "2*cards_max". What
// the keyword is in the file is the default.
func (t Type[T]) Tied(keyword, option string) Type[T] {
	return Type[T]{t.form.saying("x-option", object{{keyword, option}})}
}

// A way leads from a place in memory to that of a part.
type way struct {
	offset uintptr                                   // of a part that is inside of the whole, always at the same place
	in     func(whole unsafe.Pointer) unsafe.Pointer // to a part that is elsewhere, otherwise nil
}

// wayOf is the way that in describes.
func wayOf[S, T any](in func(*S) *T) way { return wayBy(untyped(in), (*S)(nil)) }

// untyped is the same function: those of one pointer that return one are called alike,
// whatever the pointers lead to. What the games call for each of their types, of which
// there are hundreds, leaves all work to functions that know none of them.
func untyped[S, T any](in func(*S) *T) func(unsafe.Pointer) unsafe.Pointer {
	return *(*func(unsafe.Pointer) unsafe.Pointer)(unsafe.Pointer(&in))
}

// wayBy is the way by a function, which is tried on a whole in which nothing is: of the
// type that whole points to. To add an offset is faster than to call a function, and
// nearly all parts are fields.
func wayBy(in func(whole unsafe.Pointer) unsafe.Pointer, whole any) (w way) {
	of := reflect.TypeOf(whole).Elem()
	empty := reflect.New(of).UnsafePointer()
	defer func() {
		if recover() != nil { // it goes by a pointer or a list, of which there is none
			w = way{in: in}
		}
	}()
	if offset := uintptr(in(empty)) - uintptr(empty); offset < of.Size() { // huge if it is before
		return way{offset: offset}
	}
	return way{in: in}
}

// to is the place of the part.
func (w way) to(whole unsafe.Pointer) unsafe.Pointer {
	if w.in != nil {
		return w.in(whole)
	}
	return unsafe.Add(whole, w.offset)
}

// after is the way that begins with another one.
func (w way) after(first way) way {
	if w.in == nil && first.in == nil {
		return way{offset: first.offset + w.offset}
	}
	return way{in: func(s unsafe.Pointer) unsafe.Pointer { return w.to(first.to(s)) }}
}

// In is a value that is a part of an S, in each at the same place, or behind a pointer.
func In[S, T any](t Type[T], in func(*S) *T) Type[S] {
	return Type[S]{t.form.part(untyped(in), (*S)(nil))}
}

// part is a form that is reached by a function in whatever whole points to.
func (f *form) part(by func(unsafe.Pointer) unsafe.Pointer, whole any) *form {
	in := wayBy(by, whole)
	same := *f
	same.read = func(r *Reader, s unsafe.Pointer) { f.read(r, in.to(s)) }
	same.write = func(out []byte, s unsafe.Pointer) []byte { return f.write(out, in.to(s)) }
	same.place = nil
	return &same
}

// begins tells whether values of the form begin with a token of that kind.
func (f *form) begins(kind byte) bool {
	return kind == f.first || f.first == boolean && (kind == 't' || kind == 'f')
}

// boolean stands for the two kinds of token that true and false are.
const boolean = 'b'
