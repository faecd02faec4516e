// Package operator has what stands in the twin of a game's rules where a
// classical operator of mutation testing changes them: a comparison, a boundary,
// a constant, a statement that is dropped. Each mutant has a number, from 1.
//
// A function here takes the state of the rules, the number of its first mutant,
// and the operands, and gives what the rules give unless one of its mutants is on.
package operator

import "cmp"

// stepsMax bounds an answer of a mutant, in rounds of loops and calls of functions
// that call themselves. No right answer takes a tenth of it, and endless ones end
// before they have taken much memory.
const stepsMax = 1 << 20

// A State says which mutant some rules are, or notes which mutants would change
// something. It serves one goroutine at a time. A nil State is that of rules
// without any.
type State struct {
	On    int      // the number of the mutant, 0 for none
	Met   []uint64 // a bit for each mutant that changes what one of its places gives; nil: nobody asks
	steps int
}

// Is tells whether a mutant is on.
func (s *State) Is(n int) bool { return s != nil && s.is(n) }

//go:noinline
func (s *State) is(n int) bool {
	s.meet(n)
	return s.On == n
}

// Off tells whether a mutant is not on: it drops what stands behind.
func (s *State) Off(n int) bool { return s == nil || !s.is(n) }

// meet notes that a mutant changes something.
func (s *State) meet(n int) {
	if s.Met != nil {
		s.Met[n/64] |= 1 << (n % 64)
	}
}

// Begin begins an answer.
func (s *State) Begin() { s.steps = 0 }

// Endless is what an answer panics with that takes too many steps.
type Endless struct{}

func (Endless) Error() string { return "the mutant does not end" }

// Step counts a round of a loop, or a call of a function that calls itself.
func (s *State) Step() {
	if s != nil {
		s.step()
	}
}

//go:noinline
func (s *State) step() {
	if s.steps++; s.steps > stepsMax {
		panic(Endless{}) // Only a mutant comes here, and who holds it against a case recovers.
	}
}

// choose is the right value, or that of mutant n, or that of the one behind it.
func choose[T comparable](s *State, n int, right, first, second T) T {
	if s.Met != nil {
		if first != right {
			s.meet(n)
		}
		if second != right {
			s.meet(n + 1)
		}
	}
	switch s.On {
	case n:
		return first
	case n + 1:
		return second
	}
	return right
}

// Flip negates.
func Flip[B ~bool](s *State, n int, b B) B {
	if s == nil {
		return b
	}
	return b != B(s.is(n))
}

// Less is a < b, or a <= b, or a >= b.
func Less[T cmp.Ordered](s *State, n int, a, b T) bool {
	if s == nil {
		return a < b
	}
	return choose(s, n, a < b, a <= b, a >= b)
}

// LessEqual is a <= b, or a < b, or a > b.
func LessEqual[T cmp.Ordered](s *State, n int, a, b T) bool {
	if s == nil {
		return a <= b
	}
	return choose(s, n, a <= b, a < b, a > b)
}

// Greater is a > b, or a >= b, or a <= b.
func Greater[T cmp.Ordered](s *State, n int, a, b T) bool {
	if s == nil {
		return a > b
	}
	return choose(s, n, a > b, a >= b, a <= b)
}

// GreaterEqual is a >= b, or a > b, or a < b.
func GreaterEqual[T cmp.Ordered](s *State, n int, a, b T) bool {
	if s == nil {
		return a >= b
	}
	return choose(s, n, a >= b, a > b, a < b)
}

// An Integer is a number with which rules calculate.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Number is v, or one more, or one less.
func Number[T Integer](s *State, n int, v T) T {
	if s == nil {
		return v
	}
	return choose(s, n, v, v+1, v-1)
}

// Plus is a + b, or a - b.
func Plus[T Integer](s *State, n int, a, b T) T {
	if s == nil {
		return a + b
	}
	return choose(s, n, a+b, a-b, a+b)
}

// Minus is a - b, or a + b.
func Minus[T Integer](s *State, n int, a, b T) T {
	if s == nil {
		return a - b
	}
	return choose(s, n, a-b, a+b, a-b)
}

// Times is a * b, or a + b.
func Times[T Integer](s *State, n int, a, b T) T {
	if s == nil {
		return a * b
	}
	return choose(s, n, a*b, a+b, a*b)
}

// Over is a / b, or a * b.
func Over[T Integer](s *State, n int, a, b T) T {
	if s == nil {
		return a / b
	}
	return choose(s, n, a/b, a*b, a/b)
}

// Signed is v, or -v, which a sum or a difference takes.
func Signed[T Integer](s *State, n int, v T) T {
	if s == nil {
		return v
	}
	return choose(s, n, v, -v, v)
}

// Listed is a list to go through, or all of it but the last element, or but the
// first one.
func Listed[L ~[]E, E any](s *State, n int, list L) L {
	if s == nil || len(list) == 0 {
		return list
	}
	switch {
	case s.is(n):
		return list[:len(list)-1]
	case s.is(n + 1):
		return list[1:]
	}
	return list
}
