package value

import (
	"slices"
	"unsafe"
)

// Counted is an array whose size the decoder itself refuses: told what is wrong with
// that many elements, it fails with the clause, or none, and the message. Of too many
// elements, size.Max are kept. What is given as each is that of a List.
func Counted[T any](
	expected, clause string, item Type[T], size Size, refuse func(n int) (clause, message string), each ...func(r *Reader, list []T, at int),
) Type[[]T] {
	return Type[[]T]{countedOf(expected, clause, item.form, size, refuse, checks(each), (*[]T)(nil))}
}

func countedOf(
	expected, clause string, item *form, size Size, refuse func(n int) (clause, message string), each []check, all any,
) *form {
	f, k := listOf(expected, clause, item, size, nil, all), kindOf(all)
	return f.reading(func(r *Reader, v unsafe.Pointer) {
		list := (*elements)(v)
		at, n := r.Offset(), 0
		list.len = 0
		for r.Array(expected); r.More(); n++ {
			one := k.withRoom(list, n, size.Max)
			here := r.Offset()
			item.read(r, one)
			for _, check := range each {
				if r.Err() == nil {
					check(r, *list, here)
				}
			}
		}
		list.len = min(n, size.Max)
		if (n < size.Min || n > size.Max) && r.Err() == nil {
			clause, message := refuse(n)
			r.Fail(at, clause, "%s", message)
		}
	})
}

// Different is a Counted array whose elements differ. One that stands there twice is
// refused as twice says, before those behind it are read.
func Different[T comparable](
	expected, clause string, item Type[T], size Size, refuse func(n int) (clause, message string), twice func(T) (clause, message string),
) Type[[]T] {
	size.Set = true
	return Counted(expected, clause, item, size, refuse, func(r *Reader, list []T, at int) {
		if last := len(list) - 1; slices.Contains(list[:last], list[last]) {
			clause, message := twice(list[last])
			r.Fail(at, clause, "%s", message)
		}
	})
}

// roomAtFirst is for how many elements a Counted array gets memory at first.
const roomAtFirst = 8

// withRoom adds an element, the n-th from 0. An old one keeps its memory; the place behind
// the last that there may be is for all that are too many.
func (k *listKind) withRoom(list *elements, n, most int) unsafe.Pointer {
	if n <= most {
		if n == list.cap {
			k.grow(list, min(most+1, roomAtFirst))
		}
		list.len = n + 1
	}
	return k.at(list, list.len-1)
}
