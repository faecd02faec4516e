package ubar

import (
	"cmp"
	"slices"
)

// standing are the groups of players with equal standing, the best first, each
// in ascending order (UB-73, UB-74).
func (r *rules) standing(s *state) [][]int {
	better := func(i, j int) int {
		a, b := &s.players[i], &s.players[j]
		c := cmp.Compare(r.wealth(b), r.wealth(a)) // UB-73
		if c == 0 && r.fewestTiles {
			c = cmp.Compare(len(a.tableau), len(b.tableau)) // UB-74
		}
		return c
	}
	all := make([]int, len(s.players))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, better)
	var groups [][]int
	for i := range all {
		if i > 0 && better(all[i-1], all[i]) == 0 {
			last := &groups[len(groups)-1]
			*last = append(*last, all[i])
			continue
		}
		groups = append(groups, all[i:i+1:i+1])
	}
	return groups
}

// wealth is the coins of a player; goods left count nothing (UB-73).
func (r *rules) wealth(p *player) int { return p.coins }

// appendResult writes the Result of a State: who has what, and who has won once
// the game is over.
func (r *rules) appendResult(out []byte, s *state) []byte {
	groups := r.standing(s)
	winners := groups[0]
	if s.phase != over {
		winners = nil // UB-72
	}
	return appendOutcome(out, s, groups, winners, s.phase == over)
}
