package value

// Ident is one of some ids, less than 255; the T is its place among them. A message
// about another text quotes it, and names no clause.
func Ident[T ~uint8 | ~int16 | ~int](expected, clause string, ids []string) Type[T] {
	find := finder(ids)
	return Type[T]{
		read: func(r *Reader, v *T) {
			if i := find.read(r, expected, ""); i >= 0 {
				*v = T(i)
			}
		},
		write: func(out []byte, v *T) []byte {
			if i := int(*v); i >= 0 && i < len(ids) {
				return append(out, find.quoted[i]...)
			}
			return append(out, "null"...)
		},
		schema: said(expected, clause).with("type", "string").with("enum", ids),
		first:  '"',
	}
}

// Constant is Fixed, but for what its schema says: the word alone.
func Constant[S any](word string) Type[S] {
	t := Fixed[S](word)
	t.schema = t.schema.without("x-expected")
	return t
}

// Matching has the pattern of the words in the schema instead of a list of them.
func (t Type[T]) Matching(pattern string) Type[T] {
	t.schema = t.schema.without("enum").with("pattern", pattern)
	return t
}
