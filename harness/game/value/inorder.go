package value

import (
	"fmt"
	"unsafe"
)

// InOrder is an array of exactly n elements in a known order, such as what a box has of
// each kind: place tells which an element is about, from 0. That they stand in order is
// by the clause.
func InOrder[T any](expected, clause string, item Type[T], n int, place func(*T) int) Type[[]T] {
	placed := *(*func(unsafe.Pointer) int)(unsafe.Pointer(&place)) // called alike
	return Type[[]T]{inOrderOf(expected, clause, item.form, n, placed, (*[]T)(nil))}
}

func inOrderOf(expected, clause string, item *form, n int, place func(unsafe.Pointer) int, all any) *form {
	k := kindOf(all)
	return countedOf(expected, clause, item, Size{Min: n, Max: n}, Exactly(n), []check{func(r *Reader, list elements, at int) {
		if last := list.len - 1; place(k.at(&list, last)) != last {
			r.Fail(at, clause, "expected %s in their order, found another one in place %d", expected, last)
		}
	}}, all)
}

// Exactly refuses another number of elements than n.
func Exactly(n int) func(found int) (clause, message string) {
	return func(found int) (string, string) {
		return "", fmt.Sprintf("expected %d elements, found %d", n, found)
	}
}
