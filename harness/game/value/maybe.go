package value

// Maybe is a value or null, which is read as the zero value and written where none says so.
func Maybe[T any](expected, clause string, t Type[T], none func(*T) bool) Type[T] {
	return Type[T]{
		read: func(r *Reader, v *T) {
			if r.Kind() == 'n' {
				r.Skip()
				var zero T
				*v = zero
				return
			}
			t.read(r, v)
		},
		write: func(out []byte, v *T) []byte {
			if none(v) {
				return append(out, "null"...)
			}
			return t.write(out, v)
		},
		schema: said(expected, clause).with("anyOf", []any{t.schema, new(node).with("type", "null")}),
	}
}

// OrFalse is a value or false, which stands for none.
func OrFalse[S any](expected, clause string, t Type[S], is func(*S) bool, set func(*S, bool)) Type[S] {
	return Type[S]{
		read: func(r *Reader, s *S) {
			if r.Kind() == 'f' {
				r.Skip()
				set(s, false)
				return
			}
			set(s, true)
			t.read(r, s)
		},
		write: func(out []byte, s *S) []byte {
			if !is(s) {
				return append(out, "false"...)
			}
			return t.write(out, s)
		},
		schema: said(expected, clause).with("oneOf", plain([]any{new(node).with("const", false), t.schema})),
	}
}

// Expects says in the schema what is expected, where the decoder says it in other words.
func (t Type[T]) Expects(what string) Type[T] {
	t.schema = t.schema.with("x-expected", what)
	return t
}

// Clause names in the schema the clause that a value is about.
func (t Type[T]) Clause(id string) Type[T] {
	t.schema = t.schema.with("x-clause", id)
	return t
}
