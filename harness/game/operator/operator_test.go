package operator_test

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/operator"
)

// TestOperators has each function with what it gives when no mutant is on, and
// when the first and the second one are; those that give something else are noted.
func TestOperators(t *testing.T) {
	number := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	list := []int{1, 2, 3}
	sum := func(list []int) int {
		n := 0
		for _, k := range list {
			n = 10*n + k
		}
		return n
	}
	for _, tt := range []struct {
		name string
		of   func(s *operator.State) int
		want [3]int // none, 70, 71
	}{
		{"1 < 2", func(s *operator.State) int { return number(operator.Less(s, 70, 1, 2)) }, [3]int{1, 1, 0}},
		{"2 < 2", func(s *operator.State) int { return number(operator.Less(s, 70, 2, 2)) }, [3]int{0, 1, 1}},
		{"2 <= 2", func(s *operator.State) int { return number(operator.LessEqual(s, 70, 2, 2)) }, [3]int{1, 0, 0}},
		{"2 > 2", func(s *operator.State) int { return number(operator.Greater(s, 70, 2, 2)) }, [3]int{0, 1, 1}},
		{"3 > 2", func(s *operator.State) int { return number(operator.Greater(s, 70, 3, 2)) }, [3]int{1, 1, 0}},
		{"2 >= 2", func(s *operator.State) int { return number(operator.GreaterEqual(s, 70, 2, 2)) }, [3]int{1, 0, 0}},
		{"1 >= 2", func(s *operator.State) int { return number(operator.GreaterEqual(s, 70, 1, 2)) }, [3]int{0, 0, 1}},
		{"true", func(s *operator.State) int { return number(operator.Flip(s, 70, true)) }, [3]int{1, 0, 1}},
		{"7", func(s *operator.State) int { return operator.Number(s, 70, 7) }, [3]int{7, 8, 6}},
		{"7 + 2", func(s *operator.State) int { return operator.Plus(s, 70, 7, 2) }, [3]int{9, 5, 9}},
		{"7 - 2", func(s *operator.State) int { return operator.Minus(s, 70, 7, 2) }, [3]int{5, 9, 5}},
		{"7 * 2", func(s *operator.State) int { return operator.Times(s, 70, 7, 2) }, [3]int{14, 9, 14}},
		{"7 / 2", func(s *operator.State) int { return operator.Over(s, 70, 7, 2) }, [3]int{3, 14, 3}},
		{"n += 7", func(s *operator.State) int { return operator.Signed(s, 70, 7) }, [3]int{7, -7, 7}},
		{"range", func(s *operator.State) int { return sum(operator.Listed(s, 70, list)) }, [3]int{123, 12, 23}},
		{"range over nothing", func(s *operator.State) int { return sum(operator.Listed(s, 70, list[:0])) }, [3]int{}},
		{"a statement", func(s *operator.State) int { return number(s.Off(70)) }, [3]int{1, 0, 1}},
		{"a return", func(s *operator.State) int { return number(s.Is(70)) }, [3]int{0, 1, 0}},
	} {
		if got := tt.of(nil); got != tt.want[0] {
			t.Errorf("%s: %d without a state", tt.name, got)
		}
		met := make([]uint64, 2)
		if got := tt.of(&operator.State{Met: met}); got != tt.want[0] {
			t.Errorf("%s: %d with no mutant", tt.name, got)
		}
		for i := range 2 {
			got, noted := tt.of(&operator.State{On: 70 + i}), met[1]>>(6+i)&1 == 1
			if got != tt.want[1+i] {
				t.Errorf("%s: %d with mutant %d, expected %d", tt.name, got, i, tt.want[1+i])
			}
			if changed := got != tt.want[0]; noted != changed {
				t.Errorf("%s: mutant %d is noted: %t; it changes something: %t", tt.name, i, noted, changed)
			}
		}
	}
}

// TestEndless holds that what goes on without end is stopped, and begins anew.
func TestEndless(t *testing.T) {
	s := &operator.State{}
	ended := func() (ended bool) {
		defer func() { _, ended = recover().(operator.Endless) }()
		for range 1 << 24 {
			s.Step()
		}
		return false
	}
	for range 2 {
		if !ended() {
			t.Error("it goes on")
		}
	}
	s.Begin()
	s.Step()
}

func TestMutants(t *testing.T) {
	var ids []string
	for _, m := range operator.Mutants("exchange:listed BG-20 30 boundary > instead of >=;BG-20 31 constant 1 instead of 0;BG-18 31 constant -1 instead of 0\nturn:judge BG-44 7 return returns at once") {
		ids = append(ids, m.ID+" "+m.Clause+" "+m.Summary)
	}
	want := []string{
		"exchange:listed:boundary:1 BG-20 exchange.go:30: > instead of >=",
		"exchange:listed:constant:1 BG-20 exchange.go:31: 1 instead of 0",
		"exchange:listed:constant:2 BG-18 exchange.go:31: -1 instead of 0",
		"turn:judge:return:1 BG-44 turn.go:7: returns at once",
	}
	if !slices.Equal(ids, want) {
		t.Errorf("%q", ids)
	}
}
