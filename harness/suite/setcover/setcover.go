// Package setcover finds the fewest of many sets that together have all elements.
package setcover

import (
	"cmp"
	"math/bits"
	"slices"
)

// nodesMax bounds the search for a proof that no fewer sets do. Suites of some
// hundred cases take a few thousand nodes, one that takes more takes for ever.
const nodesMax = 50_000

// Choose returns the indices of the fewest sets that have every element that any
// set has, sorted, and whether it is proven that no fewer do. Elements are numbers
// from 0. The same sets give the same choice.
func Choose(sets [][]int) (chosen []int, proven bool) {
	elements := 0
	for _, set := range sets {
		for _, e := range set {
			elements = max(elements, e+1)
		}
	}
	s := &search{sets: make([]bitset, len(sets)), holders: make([][]int, elements)}
	left := newBitset(elements)
	for i, set := range sets {
		s.sets[i] = newBitset(elements)
		for _, e := range set {
			if !s.sets[i].has(e) {
				s.sets[i].add(e)
				s.holders[e] = append(s.holders[e], i)
			}
			left.add(e)
		}
	}
	s.reduce(left)
	s.best = s.greedy(left)
	s.branch(left, nil)
	slices.Sort(s.best)
	return s.best, s.nodes < nodesMax
}

type search struct {
	sets    []bitset
	holders [][]int // by element: the sets that have it
	best    []int
	nodes   int
}

// reduce takes sets out of the search that have nothing which another one has not,
// too. Of equal ones the first stays.
func (s *search) reduce(all bitset) {
	useless := make([]bool, len(s.sets))
	for i := range s.sets {
		for k := range s.sets {
			if i == k || useless[k] || !s.sets[i].within(s.sets[k]) {
				continue
			}
			if !s.sets[k].within(s.sets[i]) || k < i {
				useless[i] = true
				break
			}
		}
	}
	for i := range s.sets {
		if useless[i] {
			// What it has would otherwise count where elements are left out below.
			clear(s.sets[i])
		}
	}
	for e := range s.holders {
		s.holders[e] = slices.DeleteFunc(s.holders[e], func(i int) bool { return useless[i] })
	}
	// An element that is had by all that have another one comes with that one.
	for a := range s.holders {
		for b := range s.holders {
			if a == b || !all.has(a) || !all.has(b) || !subset(s.holders[b], s.holders[a]) {
				continue
			}
			if len(s.holders[b]) < len(s.holders[a]) || b < a {
				all.remove(a)
				break
			}
		}
	}
}

// subset tells whether a sorted list has no number that another one has not.
func subset(a, b []int) bool {
	for _, n := range a {
		if _, ok := slices.BinarySearch(b, n); !ok {
			return false
		}
	}
	return true
}

// greedy takes the set with the most elements left, again and again.
func (s *search) greedy(left bitset) []int {
	left = slices.Clone(left)
	var chosen []int
	for left.count() > 0 {
		best, most := 0, 0
		for i, set := range s.sets {
			if n := set.common(left); n > most {
				best, most = i, n
			}
		}
		chosen = append(chosen, best)
		left.removeAll(s.sets[best])
	}
	return chosen
}

// branch tries every set that has the element which the fewest have.
func (s *search) branch(left bitset, chosen []int) {
	if s.nodes >= nodesMax {
		return
	}
	s.nodes++
	rarest, apart := s.bound(left)
	if rarest < 0 {
		if len(chosen) < len(s.best) {
			s.best = slices.Clone(chosen)
		}
		return
	}
	if len(chosen)+apart >= len(s.best) {
		return
	}
	candidates := slices.Clone(s.holders[rarest])
	slices.SortStableFunc(candidates, func(a, b int) int {
		return cmp.Compare(s.sets[b].common(left), s.sets[a].common(left))
	})
	for _, i := range candidates {
		rest := slices.Clone(left)
		rest.removeAll(s.sets[i])
		s.branch(rest, append(slices.Clip(chosen), i))
	}
}

// bound finds the element that the fewest sets have, -1 if none is left, and how
// many elements there are of which no set has two: as many sets are still needed.
func (s *search) bound(left bitset) (rarest, apart int) {
	var order []int
	for e := range left.all() {
		order = append(order, e)
	}
	if len(order) == 0 {
		return -1, 0
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(s.holders[a]), len(s.holders[b])) })
	taken := make([]bool, len(s.sets))
	for _, e := range order {
		if !slices.ContainsFunc(s.holders[e], func(i int) bool { return taken[i] }) {
			apart++
			for _, i := range s.holders[e] {
				taken[i] = true
			}
		}
	}
	return order[0], apart
}

// A bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(n int) bool { return b[n/64]>>(n%64)&1 != 0 }
func (b bitset) add(n int)      { b[n/64] |= 1 << (n % 64) }
func (b bitset) remove(n int)   { b[n/64] &^= 1 << (n % 64) }

func (b bitset) removeAll(other bitset) {
	for i := range b {
		b[i] &^= other[i]
	}
}

func (b bitset) within(other bitset) bool {
	for i := range b {
		if b[i]&^other[i] != 0 {
			return false
		}
	}
	return true
}

func (b bitset) common(other bitset) int {
	n := 0
	for i := range b {
		n += bits.OnesCount64(b[i] & other[i])
	}
	return n
}

func (b bitset) count() int { return b.common(b) }

// all are the numbers in the set, in order.
func (b bitset) all() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i, word := range b {
			for ; word != 0; word &= word - 1 {
				if !yield(i*64 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
