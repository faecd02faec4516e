package value

import (
	"slices"
	"unsafe"
)

// A Range is what an integer of an Ints may be.
type Range struct {
	Expected    string
	Least, Most int
}

// Ints is an array of exactly as many integers as there are ranges, two or three, which
// an S has in a form of its own; what there is no range for is 0.
func Ints[S any](expected, clause string, ranges []Range, get func(*S) (a, b, c int), set func(s *S, a, b, c int)) Type[S] {
	items := make([]any, len(ranges))
	alike := true
	for i, one := range ranges {
		items[i] = integerSchema(one.Expected, "", one.Least, one.Most)
		alike = alike && one == ranges[0]
	}
	schema := said(expected, clause).with("type", "array").with("minItems", len(ranges)).with("maxItems", len(ranges))
	if alike {
		schema = schema.with("items", items[0])
	} else {
		schema = schema.with("prefixItems", items).with("items", false)
	}
	return Type[S]{&form{
		read: func(r *Reader, s unsafe.Pointer) {
			at, n := r.Offset(), 0
			var a, b, c int
			for r.Array(expected); r.More(); n++ {
				if n >= len(ranges) {
					r.Skip()
					continue
				}
				one := &ranges[n]
				a, b, c = b, c, r.Int(one.Least, one.Most, one.Expected)
			}
			if n != len(ranges) {
				r.Fail(at, "", "expected %s, found an array of %d", expected, n)
				return
			}
			if n == 2 {
				a, b, c = b, c, 0
			}
			set((*S)(s), a, b, c)
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			a, b, c := get((*S)(s))
			out = appendInt(append(out, '['), a)
			out = appendInt(append(out, ','), b)
			if len(ranges) > 2 {
				out = appendInt(append(out, ','), c)
			}
			return append(out, ']')
		},
		schema: schema,
		first:  '[',
	}}
}

// IntAmong is one of a few integers, the least first and the greatest last.
func IntAmong(expected, clause string, list []int) Type[int] {
	t := Int(expected, clause, list[0], list[len(list)-1]).Then(func(r *Reader, n *int, at int) {
		if !slices.Contains(list, *n) {
			r.Fail(at, "", "expected %s, found %d", expected, *n)
		}
	})
	return Type[int]{t.form.published(said(expected, clause).with("type", "integer").with("enum", list))}
}

// IntOrNull is an integer from least to most, or null, which stands for none.
func IntOrNull(expected, clause string, least, most, none int) Type[int] {
	number := Int(expected, clause, least, most)
	return Type[int]{&form{
		read: func(r *Reader, v unsafe.Pointer) {
			if r.Literal("null") {
				*(*int)(v) = none
				return
			}
			number.form.read(r, v)
		},
		write: func(out []byte, v unsafe.Pointer) []byte {
			if *(*int)(v) == none {
				return append(out, "null"...)
			}
			return number.form.write(out, v)
		},
		schema: number.form.schema.with("type", []string{"integer", "null"}),
	}}
}
