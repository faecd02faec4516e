package value

import "slices"

// Tagged is an object of one of several forms, which the word of a member tells: that of
// the first form is the first of words, and so on. What is none of them is not what tag
// says. The forms have the member as a Constant.
func Tagged[S any](expected, member, tag string, words []string, cases ...Case[S]) Type[S] {
	find := finder(words)
	return Type[S]{
		read: func(r *Reader, s *S) {
			readCase(r, s, expected, member, cases, func() int { return find.read(r, tag, "") })
		},
		write:  func(out []byte, s *S) []byte { return writeCase(out, s, cases) },
		schema: said(expected, "").with("oneOf", plain(schemasOf(typesOf(cases)))),
		first:  '{',
	}
}

// Keyed is an object of one of several forms, which its keys tell. It is read as an
// object that may have any of the members, after start has made an S empty; whether
// they are those of a form is for check to say.
func Keyed[S any](expected string, start func(*S), members []Member[S], check func(r *Reader, s *S, at int), cases ...Case[S]) Type[S] {
	each := make([]Member[S], len(members))
	for i, m := range members {
		each[i] = m.Optional(func(*S) bool { return true })
		each[i].clear = func(*S) {} // there is nothing
	}
	return Type[S]{
		read: func(r *Reader, s *S) {
			at := r.Offset()
			start(s)
			if readObject(r, s, expected, each); r.Err() == nil {
				check(r, s, at)
			}
		},
		write:  func(out []byte, s *S) []byte { return writeCase(out, s, cases) },
		schema: said(expected, "").with("oneOf", plain(schemasOf(typesOf(cases)))),
		first:  '{',
	}
}

// Parts are members of a T that is a part of an S.
func Parts[S, T any](in func(*S) *T, members ...Member[T]) []Member[S] {
	list := make([]Member[S], len(members))
	for i, m := range members {
		list[i] = Own(m.key, In(m.value, in))
	}
	return list
}

// Keys are the keys of an object, in the order in which they are written.
func (t Type[T]) Keys() []string { return slices.Clone(t.keys) }
