package value

import (
	"slices"

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
	return Type[S]{
		read: func(r *Reader, s *S) {
			kind := r.Kind()
			found := -1
			for i := range cases {
				if t := &cases[i].Type; t.begins(kind) {
					found = i
					if kind != '{' || beginsWith(r, expected, t.keys) {
						break
					}
				}
			}
			if found < 0 {
				r.Expected(expected)
				return
			}
			cases[found].Set(s)
			cases[found].Type.read(r, s)
		},
		write:  func(out []byte, s *S) []byte { return writeCase(out, s, cases) },
		schema: said(expected, "").with("oneOf", schemasOf(typesOf(cases))),
	}
}

// beginsWith tells whether the object that comes has one of the keys first,
// without reading it.
func beginsWith(r *Reader, expected string, keys []string) bool {
	at := r.Offset()
	found := false
	if r.Object(expected); r.More() {
		key := r.Key()
		found = slices.ContainsFunc(keys, func(k string) bool { return k == string(key) })
	}
	r.Seek(at)
	return found
}

// Union is an object of one of several forms, which the value of a member
// tells: that of the first form is the first of names, and so on. Names are JSON.
func Union[S any](expected, member string, names []string, cases ...Case[S]) Type[S] {
	return Type[S]{
		read: func(r *Reader, s *S) {
			readCase(r, s, expected, member, cases, func() int {
				here := r.Offset()
				name := string(r.Skip())
				i := slices.Index(names, name)
				if i < 0 {
					r.Fail(here, "", "expected one of %s, found %s%s", names, name, game.DidYouMean([]byte(name), names))
				}
				return i
			})
		},
		write:  func(out []byte, s *S) []byte { return writeCase(out, s, cases) },
		schema: said(expected, "").with("oneOf", plain(schemasOf(typesOf(cases)))),
		first:  '{',
	}
}

// readCase reads an object in the form that the value of a member tells: which reads that
// value, and returns the number of the form, or fails and returns less than 0.
func readCase[S any](r *Reader, s *S, expected, member string, cases []Case[S], which func() int) {
	at := r.Offset()
	for r.Object(expected); r.More(); r.Skip() {
		if string(r.Key()) != member {
			continue
		}
		if i := which(); i >= 0 {
			r.Seek(at)
			cases[i].Set(s)
			cases[i].Type.read(r, s)
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

func schemasOf[S any](types []Type[S]) []any {
	list := make([]any, len(types))
	for i := range types {
		list[i] = types[i].schema
	}
	return list
}

func typesOf[S any](cases []Case[S]) []Type[S] {
	list := make([]Type[S], len(cases))
	for i := range cases {
		list[i] = cases[i].Type
	}
	return list
}

func writeCase[S any](out []byte, s *S, cases []Case[S]) []byte {
	for i := range cases {
		if cases[i].Is(s) {
			return cases[i].Type.write(out, s)
		}
	}
	panic("value: a value of no form is written") // a mistake in a description: its forms are all that there are
}
