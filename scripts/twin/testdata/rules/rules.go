// Package rules are rules as small as rules can be.
package rules

import "github.com/touchstone-harness/touchstone/harness/game"

type rules struct {
	game.Rules // what the tests do not need
	right      *rules
	limit      int
	mutant     string
}

func newRules(_ *game.Game, s game.Settings) (*rules, error) {
	r := &rules{limit: 3, mutant: s.Mutant}
	r.right = r
	return r, nil
}

// allowed tells whether so many pebbles may be taken of a heap (XX-02).
func (r *rules) allowed(heap, n int) bool {
	if n == 0 {
		return false
	}
	return n <= heap && n <= r.limit
}

// taken are the heaps that are left, and whether the last pebble went.
func (r *rules) taken(heaps []int, i, n int) ([]int, bool) {
	left := 0
	for k := range heaps {
		if k == i {
			heaps[k] -= n
		}
		left += heaps[k]
	}
	return heaps, left == 0
}

// outcome is how the game stands, by what is left.
func (r *rules) outcome(left int) string {
	switch {
	case left > 0:
		return "" // XX-03
	case r.limit == 0:
		return "nobody" // XX-04
	}
	return "last"
}

type heap int

// size needs no rules.
func (h heap) size() int { return int(h) }

func unreached() int { return 0 }

// Play takes pebbles of a heap, and says how the game stands.
func (r *rules) Play(heaps []int, i, n int) string {
	if !r.allowed(heaps[i], n) {
		return "illegal"
	}
	heaps, _ = r.taken(heaps, i, n)
	left := 0
	for _, h := range heaps {
		left += heap(h).size()
	}
	return r.outcome(left)
}

// Draw shows heaps to people.
func (r *rules) Draw(heaps []int) string { return r.drawn(heaps) }

func (r *rules) drawn([]int) string { return "" }
