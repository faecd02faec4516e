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
	t := List(expected, clause, item, size)
	return Type[[]T]{t.form.reading(func(r *Reader, to unsafe.Pointer) {
		v := (*[]T)(to)
		at, n := r.Offset(), 0
		list := (*v)[:0]
		for r.Array(expected); r.More(); n++ {
			list = withRoom(list, n, size.Max)
			here := r.Offset()
			item.Read(r, &list[len(list)-1])
			for _, check := range each {
				if r.Err() == nil {
					check(r, list, here)
				}
			}
		}
		*v = list[:min(n, size.Max)]
		if (n < size.Min || n > size.Max) && r.Err() == nil {
			clause, message := refuse(n)
			r.Fail(at, clause, "%s", message)
		}
	})}
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

// withRoom is a list with one more element, the n-th from 0. An old one keeps its memory;
// the place behind the last that there may be is for all that are too many.
func withRoom[T any](list []T, n, most int) []T {
	switch {
	case n > most:
		return list
	case n < cap(list):
		return list[:n+1]
	}
	return slices.Grow(list, min(most+1, roomAtFirst))[:n+1]
}
