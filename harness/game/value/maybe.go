package value

import (
	"reflect"
	"strings"
	"unsafe"
)

// Maybe is a value or null, which is read as the zero value and written where none says so.
func Maybe[T any](expected, clause string, t Type[T], none func(*T) bool) Type[T] {
	without := *(*func(unsafe.Pointer) bool)(unsafe.Pointer(&none)) // called alike
	return Type[T]{maybeOf(expected, clause, t.form, without, (*T)(nil))}
}

func maybeOf(expected, clause string, f *form, none func(unsafe.Pointer) bool, v any) *form {
	of := reflect.TypeOf(v).Elem()
	return &form{
		read: func(r *Reader, v unsafe.Pointer) {
			if r.Literal("null") {
				reflect.NewAt(of, v).Elem().SetZero()
				return
			}
			f.readOrNull(r, v)
		},
		write: func(out []byte, v unsafe.Pointer) []byte {
			if none(v) {
				return append(out, "null"...)
			}
			return f.write(out, v)
		},
		schema: said(expected, clause).with("anyOf", []any{f.schema, new(node).with("type", "null")}),
	}
}

// readOrNull reads what may also be null. If it is not what it should be, the message says so.
func (f *form) readOrNull(r *Reader, v unsafe.Pointer) {
	if r.Err() != nil {
		return
	}
	at := r.Offset()
	f.read(r, v)
	if e := r.Err(); e != nil && e.Offset == at {
		if expected, found, ok := strings.Cut(e.Message, foundMark); ok && strings.HasPrefix(expected, "expected ") {
			e.Message = orNull(expected) + foundMark + found
		}
	}
}

// foundMark stands in messages between what is expected and what there is.
const foundMark = ", found "

// orNull adds to what is expected that null is, too.
func orNull(expected string) string {
	switch {
	case strings.Contains(expected, "null"):
		return expected
	case strings.Contains(expected, ","):
		return expected + ", or null"
	}
	return expected + " or null"
}

// OrFalse is a value or false, which stands for none.
func OrFalse[S any](expected, clause string, t Type[S], is func(*S) bool, set func(*S, bool)) Type[S] {
	f := t.form
	return Type[S]{&form{
		read: func(r *Reader, s unsafe.Pointer) {
			if r.Literal("false") {
				set((*S)(s), false)
				return
			}
			set((*S)(s), true)
			f.read(r, s)
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			if !is((*S)(s)) {
				return append(out, "false"...)
			}
			return f.write(out, s)
		},
		schema: said(expected, clause).with("oneOf", plain([]any{new(node).with("const", false), f.schema})),
	}}
}

// Expects says in the schema what is expected, where the decoder says it in other words.
func (t Type[T]) Expects(what string) Type[T] {
	return Type[T]{t.form.saying("x-expected", what)}
}

// Clause names in the schema the clause that a value is about.
func (t Type[T]) Clause(id string) Type[T] {
	return Type[T]{t.form.saying("x-clause", id)}
}
