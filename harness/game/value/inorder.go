package value

import "fmt"

// InOrder is an array of exactly n elements in a known order, such as what a box has of
// each kind: place tells which an element is about, from 0. That they stand in order is
// by the clause.
func InOrder[T any](expected, clause string, item Type[T], n int, place func(*T) int) Type[[]T] {
	return Counted(expected, clause, item, Size{Min: n, Max: n}, Exactly(n), func(r *Reader, list []T, at int) {
		if last := len(list) - 1; place(&list[last]) != last {
			r.Fail(at, clause, "expected %s in their order, found another one in place %d", expected, last)
		}
	})
}

// Exactly refuses another number of elements than n.
func Exactly(n int) func(found int) (clause, message string) {
	return func(found int) (string, string) {
		return "", fmt.Sprintf("expected %d elements, found %d", n, found)
	}
}
