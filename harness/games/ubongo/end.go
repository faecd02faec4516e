package ubongo

import (
	"math"
	"slices"
)

// endGame ends the game after the last round (UO-54), with a winner or a playoff
// of those who are tied.
func (r *rules) endGame(t *table) {
	leads, n := r.leaders(t)
	if n > 1 {
		t.phase = toRollPlayoff // UO-57
		return
	}
	t.phase = over
	t.winner = slices.Index(leads[:], true) // UO-56
}

// leaders finds who has the most points (UO-56).
func (r *rules) leaders(t *table) (is [playersMax]bool, n int) {
	most := math.MinInt
	for p := range t.players {
		switch points := r.points(&t.players[p].gems); {
		case points > most:
			most, n = points, 1
			is = [playersMax]bool{}
			is[p] = true
		case points == most:
			n++
			is[p] = true
		}
	}
	return is, n
}

// points are the value of all gems (UO-06, UO-55).
func (r *rules) points(g *gems) int {
	sum := 0
	for c, n := range g {
		sum += n * r.content.value[c] // UO-55
	}
	return sum
}
