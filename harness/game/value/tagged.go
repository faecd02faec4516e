package value

import (
	"slices"
	"unsafe"
)

// Tagged is an object of one of several forms, which the word of a member tells: that of
// the first form is the first of words, and so on. What is none of them is not what tag
// says. The forms have the member as a Constant.
func Tagged[S any](expected, member, tag string, words []string, cases ...Case[S]) Type[S] {
	return Type[S]{taggedOf(expected, member, tag, words, casesOf(cases))}
}

func taggedOf(expected, member, tag string, words []string, cases []choice) *form {
	find := finder(words)
	return &form{
		read: func(r *Reader, s unsafe.Pointer) {
			readCase(r, s, expected, member, cases, func() int { return find.read(r, tag, "") })
		},
		write:  func(out []byte, s unsafe.Pointer) []byte { return writeCase(out, s, cases) },
		schema: said(expected, "").with("oneOf", plain(schemasOf(cases))),
		first:  '{',
	}
}

// Keyed is an object of one of several forms, which its keys tell. It is read as an
// object that may have any of the members, after start has made an S empty; whether
// they are those of a form is for check to say.
func Keyed[S any](expected string, start func(*S), members []Member[S], check func(r *Reader, s *S, at int), cases ...Case[S]) Type[S] {
	return Type[S]{keyedOf(expected, doing(start), copies(membersOf(members)), func(r *Reader, s unsafe.Pointer, at int) {
		check(r, (*S)(s), at)
	}, casesOf(cases))}
}

func keyedOf(
	expected string, start func(unsafe.Pointer), members []member, check func(r *Reader, s unsafe.Pointer, at int), cases []choice,
) *form {
	for i := range members {
		members[i].has = func(unsafe.Pointer) bool { return true }
		members[i].clear = nil // there is nothing
	}
	return &form{
		read: func(r *Reader, s unsafe.Pointer) {
			at := r.Offset()
			start(s)
			if readObject(r, s, expected, members); r.Err() == nil {
				check(r, s, at)
			}
		},
		write:  func(out []byte, s unsafe.Pointer) []byte { return writeCase(out, s, cases) },
		schema: said(expected, "").with("oneOf", plain(schemasOf(cases))),
		first:  '{',
	}
}

// Parts are members of a T that is a part of an S.
func Parts[S, T any](in func(*S) *T, members ...Member[T]) []Member[S] {
	list := make([]Member[S], len(members))
	to := wayOf(in)
	for i, m := range members {
		list[i] = Member[S]{memberOf(m.member.key, m.member.value, m.member.in.after(to), nil)}
	}
	return list
}

// Keys are the keys of an object, in the order in which they are written.
func (t Type[T]) Keys() []string { return slices.Clone(t.form.keys) }
