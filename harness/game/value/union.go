package value

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Case is one of the forms that a value may have: Is tells whether an S has
// it, Set makes it have it before it is read.
type Case[S any] struct {
	Type Type[S]
	Is   func(*S) bool
	Set  func(*S)
}

// Either is a value of one of several forms, which the kind of its first token
// tells, and among objects the first key; an object of no form is read as the
// last of them.
func Either[S any](expected string, cases ...Case[S]) Type[S] {
	return Type[S]{eitherOf(expected, casesOf(cases))}
}

// A choice is a case of whatever type. It has what a Case has, in the same order.
type choice struct {
	form *form
	is   func(unsafe.Pointer) bool
	set  func(unsafe.Pointer)
}

// casesOf are the same cases, whatever an S is: their functions are called alike.
func casesOf[S any](cases []Case[S]) []choice { return *(*[]choice)(unsafe.Pointer(&cases)) }

// doing is a change of whatever is at a place.
func doing[S any](change func(*S)) func(unsafe.Pointer) {
	return func(s unsafe.Pointer) { change((*S)(s)) }
}

func eitherOf(expected string, cases []choice) *form {
	return &form{
		read: func(r *Reader, s unsafe.Pointer) {
			kind := r.Kind()
			found := -1
			for i := range cases {
				if f := cases[i].form; f.begins(kind) {
					found = i
					if kind != '{' || beginsWith(r, expected, f.keys) {
						break
					}
				}
			}
			if found < 0 {
				r.Expected(expected)
				return
			}
			cases[found].set(s)
			cases[found].form.read(r, s)
		},
		write:  func(out []byte, s unsafe.Pointer) []byte { return writeCase(out, s, cases) },
		schema: said(expected, "").with("oneOf", schemasOf(cases)),
	}
}

// beginsWith tells whether the object that comes has one of the keys first,
// without reading it.
func beginsWith(r *Reader, expected string, keys []string) bool {
	here := r.Here()
	found := false
	if r.Object(expected); r.MoreKeys() {
		key := r.Key()
		found = slices.ContainsFunc(keys, func(k string) bool { return k == string(key) })
	}
	r.Return(here)
	return found
}

// Union is an object of one of several forms, which the value of a member
// tells: that of the first form is the first of names, and so on. Names are JSON.
func Union[S any](expected, member string, names []string, cases ...Case[S]) Type[S] {
	return Type[S]{unionOf(expected, member, names, casesOf(cases))}
}

func unionOf(expected, member string, names []string, cases []choice) *form {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = unquoted(name)
	}
	return &form{
		read: func(r *Reader, s unsafe.Pointer) {
			readCase(r, s, expected, member, cases, func() int {
				here := r.Offset()
				name := string(r.Skip())
				i := slices.Index(names, name)
				if i < 0 {
					meant := ""
					if strings.HasPrefix(name, `"`) {
						meant = game.MeantWord([]byte(unquoted(name)), words)
					}
					r.Fail(here, "", "expected one of %s, found %s%s", names, name, meant)
				}
				return i
			})
		},
		write:  func(out []byte, s unsafe.Pointer) []byte { return writeCase(out, s, cases) },
		schema: said(expected, "").with("oneOf", plain(schemasOf(cases))),
		first:  '{',
	}
}

// unquoted is the word of a string in JSON, or the other value as it is written.
func unquoted(name string) string { return strings.TrimSuffix(strings.TrimPrefix(name, `"`), `"`) }

// readCase reads an object in the form that the value of a member tells: which reads that
// value, and returns the number of the form, or fails and returns less than 0.
func readCase(r *Reader, s unsafe.Pointer, expected, member string, cases []choice, which func() int) {
	at, here := r.Offset(), r.Here()
	for r.Object(expected); r.MoreKeys(); r.Skip() {
		if string(r.Key()) != member {
			continue
		}
		if i := which(); i >= 0 {
			r.Return(here)
			cases[i].set(s)
			cases[i].form.read(r, s)
		}
		return
	}
	r.Fail(at, "", "missing key %q in %s", member, expected)
}

// plain are the forms of a union without what each expects: a message names the
// union, until its member tells the form.
func plain(list []any) []any {
	for i := range list {
		list[i] = list[i].(*node).without("x-expected")
	}
	return list
}

func schemasOf(cases []choice) []any {
	list := make([]any, len(cases))
	for i := range cases {
		list[i] = cases[i].form.schema
	}
	return list
}

func writeCase(out []byte, s unsafe.Pointer, cases []choice) []byte {
	for i := range cases {
		if cases[i].is(s) {
			return cases[i].form.write(out, s)
		}
	}
	panic("value: a value of no form is written") // a mistake in a description: its forms are all that there are
}
