package value

// A Size bounds a list in the schema: how many elements it has, at most any
// number if Max is 0, and whether all are different. The decoder leaves these to
// the checks of the game, which can say what is missing.
type Size struct {
	Min, Max int
	Set      bool
}

// List is an array.
func List[T any](expected, clause string, item Type[T], size Size) Type[[]T] {
	schema := said(expected, clause).with("type", "array").with("items", item.schema)
	if size.Min > 0 {
		schema = schema.with("minItems", size.Min)
	}
	if size.Max > 0 {
		schema = schema.with("maxItems", size.Max)
	}
	if size.Set {
		schema = schema.with("uniqueItems", true)
	}
	return Type[[]T]{
		read: func(r *Reader, v *[]T) {
			list := (*v)[:0]
			for r.Array(expected); r.More(); {
				if n := len(list); n < cap(list) {
					list = list[:n+1] // an old element keeps its memory
				} else {
					var one T
					list = append(list, one)
				}
				item.read(r, &list[len(list)-1])
			}
			*v = list
		},
		write: func(out []byte, v *[]T) []byte {
			out = append(out, '[')
			for i := range *v {
				if i > 0 {
					out = append(out, ',')
				}
				out = item.write(out, &(*v)[i])
			}
			return append(out, ']')
		},
		schema: schema,
		first:  '[',
	}
}

// Pair is an array of exactly two values, which are parts of an S.
func Pair[S any](expected, clause string, first, second Type[S]) Type[S] {
	return Type[S]{
		read: func(r *Reader, s *S) {
			at, n := r.Offset(), 0
			for r.Array(expected); r.More(); n++ {
				switch n {
				case 0:
					first.read(r, s)
				case 1:
					second.read(r, s)
				default:
					r.Skip()
				}
			}
			if n != 2 {
				r.Fail(at, clause, "expected %s, found an array of %d", expected, n)
			}
		},
		write: func(out []byte, s *S) []byte {
			return append(second.write(append(first.write(append(out, '['), s), ','), s), ']')
		},
		schema: said(expected, clause).with("type", "array").
			with("prefixItems", []any{first.schema, second.schema}).with("minItems", 2).with("maxItems", 2),
		first: '[',
	}
}
