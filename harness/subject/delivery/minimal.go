package delivery

import (
	"cmp"
	"math/bits"
	"slices"
)

// MinimalCallsMax bounds how often [Minimal] asks: once for each set of axes
// but the full one, which is known to fail.
const MinimalCallsMax = 1<<len(axes) - 1

// Minimal returns the smallest set of levels of failing, the other axes being
// at their default, that still fails. Of several with the same size it is one,
// the same every time; it is the default if that fails too. Minimal never asks
// twice for a delivery and never for failing itself. Where one level is to
// blame, as a rule, it asks once for each level and once for the default.
func Minimal(fails func(Delivery) bool, failing Delivery) Delivery {
	var full uint
	for i := range axes {
		if failing.level(i) > 0 {
			full |= 1 << i
		}
	}
	known := map[uint]bool{full: true}
	failsWith := func(set uint) bool {
		answer, ok := known[set]
		if !ok {
			answer = fails(failing.only(set))
			known[set] = answer
		}
		return answer
	}

	// Leaving out one level after the other finds a small set with few
	// questions, so that few are left to be asked about those that are smaller.
	least := full
	for i := range axes {
		if set := least &^ (1 << i); failsWith(set) {
			least = set
		}
	}
	for _, set := range subsets(full) {
		if bits.OnesCount(set) >= bits.OnesCount(least) {
			break
		}
		if failsWith(set) {
			return failing.only(set)
		}
	}
	return failing.only(least)
}

// only returns d with the axes outside of set at their default.
func (d Delivery) only(set uint) Delivery {
	for i := range axes {
		if set&(1<<i) == 0 {
			d = d.with(i, 0)
		}
	}
	return d
}

// subsets returns all subsets of full, small ones first, and of those with the
// same size first the ones whose axes come first.
func subsets(full uint) []uint {
	var all []uint
	for set := range uint(1 << len(axes)) {
		if set&^full == 0 {
			all = append(all, set)
		}
	}
	slices.SortStableFunc(all, func(a, b uint) int {
		return cmp.Or(
			cmp.Compare(bits.OnesCount(a), bits.OnesCount(b)),
			// The first axis is the lowest bit.
			-cmp.Compare(bits.Reverse(a), bits.Reverse(b)),
		)
	})
	return all
}
