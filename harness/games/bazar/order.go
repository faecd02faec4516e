package bazar

import (
	"cmp"
	"slices"
)

// reorder makes the order of the round (BZ-10 to BZ-12).
func (r *rules) reorder(s *state) {
	if s.round == 1 && r.firstOrderSame {
		// Ties keep the starting order if the one before it is its reverse.
		slices.Reverse(s.order) // BZ-12
	}
	r.arrange(s.order, func(seat int) int { return s.players[seat].coins })
}

// arrange brings those who stand in the order of the round before into the new
// one: the richest first (BZ-10), equals in the reverse of before (BZ-11).
func (r *rules) arrange(order []int, coins func(int) int) {
	slices.Reverse(order) // BZ-11
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(coins(b), coins(a)) // BZ-10
	})
}
