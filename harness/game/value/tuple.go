package value

import "unsafe"

// Two is an array of exactly two values of one kind, which are parts of an S. Told what
// is wrong with another number of them, the decoder fails with the clause, or none, and
// the message.
func Two[S, T any](
	expected, clause string, item Type[T], refuse func(n int) (clause, message string), in func(*S) (first, second *T),
) Type[S] {
	return Type[S]{&form{
		read: func(r *Reader, s unsafe.Pointer) {
			mark, n := r.Mark(), 0
			v, second := in((*S)(s))
			for r.Array(expected); r.More(); n++ {
				item.Read(r, v)
				v = second // also of those behind it, which are refused
			}
			if n != 2 && r.Err() == nil {
				clause, message := refuse(n)
				r.failAt(mark, clause, "%s", message)
			}
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			first, second := in((*S)(s))
			out = append(item.Append(append(out, '['), first), ',')
			return append(item.Append(out, second), ']')
		},
		schema: listSchema(expected, clause, item.form.schema, Size{Min: 2, Max: 2}),
		first:  '[',
	}}
}

// Tuple is an array of parts of an S, one after the other, of which the last ones may be
// missing: size tells how many an S has, and fits whether it may have n. Its schema is
// that of an array of all of them.
func Tuple[S any](expected, clause string, size func(*S) int, fits func(s *S, n int) bool, parts ...Type[S]) Type[S] {
	list := formsIn(parts)
	return Type[S]{&form{
		read: func(r *Reader, to unsafe.Pointer) {
			s := (*S)(to)
			var none S
			*s = none
			mark, n := r.Mark(), 0
			for r.Array(expected); r.More(); n++ {
				if n < len(list) {
					list[n].read(r, to)
				} else {
					r.Skip()
				}
			}
			if r.Err() == nil && !fits(s, n) {
				r.failAt(mark, "", "expected %s, found an array of %d", expected, n)
			}
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			out = append(out, '[')
			for i := range size((*S)(s)) {
				if i > 0 {
					out = append(out, ',')
				}
				out = list[i].write(out, s)
			}
			return append(out, ']')
		},
		schema: tuple(list).with("x-expected", expected).with("x-clause", clause),
		first:  '[',
	}}
}

// TupleShape is the schema of an array of exactly these parts, of which nothing is read.
func TupleShape[S any](clause, description string, parts ...Type[S]) Type[S] {
	schema := tuple(formsIn(parts)).with("description", description)
	if clause != "" {
		schema = schema.with("x-clause", clause)
	}
	return Type[S]{&form{schema: schema}}
}

// Shape is the schema of a type, of which nothing is read.
func Shape[T any](t Type[T]) Type[struct{}] { return Type[struct{}]{&form{schema: t.form.schema}} }

func formsIn[S any](types []Type[S]) []*form {
	list := make([]*form, len(types))
	for i := range types {
		list[i] = types[i].form
	}
	return list
}

// published are the schemas of forms.
func published(forms []*form) []any {
	list := make([]any, len(forms))
	for i, f := range forms {
		list[i] = f.schema
	}
	return list
}

func tuple(parts []*form) *node {
	list := published(parts)
	return new(node).with("type", "array").with("prefixItems", list).with("minItems", len(list)).with("maxItems", len(list))
}

// Told is a part of an S whose type another part tells, which has been read before: pick
// is the place of the type among those given.
func Told[S any](pick func(*S) int, types ...Type[S]) Type[S] {
	list := formsIn(types)
	return Type[S]{&form{
		read:   func(r *Reader, s unsafe.Pointer) { list[pick((*S)(s))].read(r, s) },
		write:  func(out []byte, s unsafe.Pointer) []byte { return list[pick((*S)(s))].write(out, s) },
		schema: new(node).with("oneOf", published(list)),
	}}
}

// AnyOf is the schema of a value that has one of several forms or more, of which nothing
// is read.
func AnyOf[S any](expected, clause string, forms ...Type[S]) Type[S] {
	return Type[S]{&form{schema: said(expected, clause).with("anyOf", published(formsIn(forms)))}}
}

// OneOfForms is the schema of a value that has exactly one of several forms, of which
// nothing is read.
func OneOfForms[S any](expected, clause string, forms ...Type[S]) Type[S] {
	return Type[S]{&form{schema: said(expected, clause).with("oneOf", published(formsIn(forms)))}}
}

// Alike is an array whose elements are all of one type or all of another, which the kind
// of their first token tells; an S has a list for each. Element says what an element is,
// and mixed what is wrong with an array that has some of both.
func Alike[S, A, B any](
	expected, element, mixed string, first Type[A], firsts func(*S) *[]A, second Type[B], seconds func(*S) *[]B,
) Type[S] {
	as, bs := kindOf((*[]A)(nil)), kindOf((*[]B)(nil))
	return Type[S]{&form{
		read: func(r *Reader, to unsafe.Pointer) {
			s := (*S)(to)
			at := r.Offset()
			a, b := firsts(s), seconds(s)
			*a, *b = (*a)[:0], (*b)[:0]
			for r.Array(expected); r.More(); {
				switch kind := r.Kind(); {
				case kind == first.form.first && len(*b) == 0:
					first.form.read(r, as.longer((*elements)(unsafe.Pointer(a))))
				case kind == second.form.first && len(*a) == 0:
					second.form.read(r, bs.longer((*elements)(unsafe.Pointer(b))))
				case kind == first.form.first || kind == second.form.first:
					r.Fail(at, "", "%s", mixed)
				default:
					r.Expected(element)
				}
			}
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			if list := seconds((*S)(s)); len(*list) > 0 {
				return bs.appendElements(out, (*elements)(unsafe.Pointer(list)), second.form)
			}
			return as.appendElements(out, (*elements)(unsafe.Pointer(firsts((*S)(s)))), first.form)
		},
		first: '[',
	}}
}
