package value

import (
	"reflect"
	"unsafe"
)

// A Size bounds a list in the schema: how many elements it has, at most any
// number if Max is 0, and whether all are different. The decoder leaves these to
// the checks of the game, which can say what is missing.
type Size struct {
	Min, Max int
	Set      bool
}

// List is an array. What is given as each checks a list as soon as another element of
// it is read; at is where that one begins.
func List[T any](expected, clause string, item Type[T], size Size, each ...func(r *Reader, list []T, at int)) Type[[]T] {
	return Type[[]T]{listOf(expected, clause, item.form, size, checks(each), (*[]T)(nil))}
}

// listOf is what List is of whatever type: all points to the lists.
func listOf(expected, clause string, item *form, size Size, each []check, all any) *form {
	k := kindOf(all)
	return &form{
		read:   func(r *Reader, v unsafe.Pointer) { k.readElements(r, v, expected, item, item, each) },
		write:  func(out []byte, v unsafe.Pointer) []byte { return k.appendElements(out, (*elements)(v), item) },
		schema: listSchema(expected, clause, item.schema, size),
		first:  '[',
	}
}

// Elements are a list of whatever type, as it lies in memory.
type elements struct {
	first    unsafe.Pointer
	len, cap int
}

// A check is one of the functions that List is given, of whatever type: they are called
// alike.
type check func(r *Reader, list elements, at int)

func checks[T any](each []func(r *Reader, list []T, at int)) []check {
	return *(*[]check)(unsafe.Pointer(&each))
}

// A listKind is what has to be known of a type of lists to read and write one.
type listKind struct {
	list reflect.Type
	size uintptr // of an element
}

// kindOf is that of the lists that all points to.
func kindOf(all any) listKind {
	list := reflect.TypeOf(all).Elem()
	return listKind{list, list.Elem().Size()}
}

// at is where an element of a list is.
func (k *listKind) at(list *elements, i int) unsafe.Pointer {
	return unsafe.Add(list.first, uintptr(i)*k.size)
}

// grow makes room for n more elements.
func (k *listKind) grow(list *elements, n int) {
	reflect.NewAt(k.list, unsafe.Pointer(list)).Elem().Grow(n)
}

// longer adds an element, which may be an old one: a list keeps its memory.
func (k *listKind) longer(list *elements) unsafe.Pointer {
	if list.len == list.cap {
		k.grow(list, 1)
	}
	list.len++
	return k.at(list, list.len-1)
}

func (k *listKind) appendElements(out []byte, list *elements, item *form) []byte {
	out = append(out, '[')
	for i := range list.len {
		if i > 0 {
			out = append(out, ',')
		}
		out = item.write(out, k.at(list, i))
	}
	return append(out, ']')
}

// readElements reads the elements of a list, the first one as head.
func (k *listKind) readElements(r *Reader, v unsafe.Pointer, expected string, head, item *form, each []check) {
	list, next := (*elements)(v), head
	list.len = 0
	for r.Array(expected); r.More(); next = item {
		one := k.longer(list)
		at := 0
		if len(each) > 0 {
			at = r.Offset()
		}
		next.read(r, one)
		for _, check := range each {
			if r.Err() == nil {
				check(r, *list, at)
			}
		}
	}
}

// Headed is a list whose first element is described by itself.
func Headed[T any](expected, clause string, head, item Type[T], size Size, each ...func(r *Reader, list []T, at int)) Type[[]T] {
	return Type[[]T]{headedOf(expected, clause, head.form, item.form, size, checks(each), (*[]T)(nil))}
}

func headedOf(expected, clause string, head, item *form, size Size, each []check, all any) *form {
	f, k := listOf(expected, clause, item, size, each, all).saying("prefixItems", []any{head.schema}), kindOf(all)
	return f.reading(func(r *Reader, v unsafe.Pointer) { k.readElements(r, v, expected, head, item, each) })
}

func listSchema(expected, clause string, item *node, size Size) *node {
	schema := said(expected, clause).with("type", "array").with("items", item)
	if size.Min > 0 {
		schema = schema.with("minItems", size.Min)
	}
	if size.Max > 0 {
		schema = schema.with("maxItems", size.Max)
	}
	if size.Set {
		schema = schema.with("uniqueItems", true)
	}
	return schema
}

// Rows is an array of at most side rows of equal length, which is at most side, too.
// Of an S, shape is where the numbers of its rows and columns are, and row is the
// memory of side cells that a row begins; the next row may begin where it ends.
func Rows[S, T any](
	expected, line string, side int, item Type[T], shape func(*S) (rows, columns *int), row func(s *S, row int) []T,
) Type[S] {
	k := kindOf((*[]T)(nil))
	cells := said(line, "").with("type", "array").with("items", item.form.schema).with("minItems", 1).with("maxItems", side)
	return Type[S]{&form{
		read: func(r *Reader, to unsafe.Pointer) {
			s := (*S)(to)
			var empty S
			*s = empty
			rows, columns := shape(s)
			mark := r.Mark()
			for r.Array(expected); r.More(); *rows++ {
				start, n := r.Mark(), 0
				list := row(s, min(*rows, side-1))
				for r.Array(line); r.More(); n++ {
					item.Read(r, &list[min(n, side-1)]) // what is too much is refused below
				}
				switch {
				case n < 1 || n > side:
					r.failAt(start, "", "expected a row of 1 to %d cells, found one of %d", side, n)
				case *rows == 0:
					*columns = n
				case n != *columns:
					r.failAt(start, "", "expected rows of equal length, found one of %d after one of %d", n, *columns)
				}
			}
			if *rows < 1 || *rows > side {
				r.failAt(mark, "", "expected 1 to %d rows, found %d", side, *rows)
			}
		},
		write: func(out []byte, of unsafe.Pointer) []byte {
			s := (*S)(of)
			rows, columns := shape(s)
			out = append(out, '[')
			for i := range *rows {
				if i > 0 {
					out = append(out, ',')
				}
				cells := row(s, i)[:*columns]
				out = k.appendElements(out, (*elements)(unsafe.Pointer(&cells)), item.form)
			}
			return append(out, ']')
		},
		schema: said(expected, "").with("type", "array").with("items", cells).with("minItems", 1).with("maxItems", side),
		first:  '[',
	}}
}

// Point is an array of exactly two integers from least to most, of which number says
// what they are; in tells where in an S they are.
func Point[S any, T ~int | ~int8](expected, number string, least, most int, in func(*S) (first, second *T)) Type[S] {
	return Type[S]{&form{
		read: func(r *Reader, s unsafe.Pointer) {
			mark, n := r.Mark(), 0
			v, second := in((*S)(s))
			for r.Array(expected); r.More(); n++ {
				*v = T(r.Int(least, most, number))
				v = second
			}
			if n != 2 {
				r.failAt(mark, "", "expected %s, found an array of %d", expected, n)
			}
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			first, second := in((*S)(s))
			out = appendInt(append(out, '['), int(*first))
			return append(appendInt(append(out, ','), int(*second)), ']')
		},
		schema: said(expected, "").with("type", "array").with("items", integerSchema(number, "", least, most)).
			with("minItems", 2).with("maxItems", 2),
		first: '[',
	}}
}

// Pair is an array of exactly two values, which are parts of an S.
func Pair[S any](expected, clause string, first, second Type[S]) Type[S] {
	return Type[S]{pairOf(expected, clause, first.form, second.form)}
}

func pairOf(expected, clause string, first, second *form) *form {
	return &form{
		read: func(r *Reader, s unsafe.Pointer) {
			mark, n := r.Mark(), 0
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
				r.failAt(mark, clause, "expected %s, found an array of %d", expected, n)
			}
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			return append(second.write(append(first.write(append(out, '['), s), ','), s), ']')
		},
		schema: said(expected, clause).with("type", "array").
			with("prefixItems", []any{first.schema, second.schema}).with("minItems", 2).with("maxItems", 2),
		first: '[',
	}
}
