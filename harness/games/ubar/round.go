package ubar

import "slices"

// endDraft ends the round when all markers are at its end or beyond (UB-60), or
// when nothing is left to draft (UB-61).
func (r *rules) endDraft(s *state) {
	ended := r.roundOver(s)
	if !ended && s.grid.isEmpty() {
		if r.refillEmpty {
			s.pile = r.fill(&s.grid, s.pile)
		}
		if s.grid.isEmpty() {
			r.advanceAll(s)
			ended = true // UB-61
		}
	}
	if !ended {
		return
	}
	s.phase = selling
	s.toSell = slices.Clone(s.order) // UB-64
	if r.seatsSell {
		slices.Sort(s.toSell)
	}
}

// roundOver tells whether all markers are at the round end or beyond.
func (r *rules) roundOver(s *state) bool {
	for i := range s.players {
		if s.players[i].time < s.roundEnd() {
			return false // UB-60
		}
	}
	return true
}

// advanceAll moves each marker short of the round end to it, in turn order, each
// on top of those there (UB-61).
func (r *rules) advanceAll(s *state) {
	for _, i := range slices.Clone(s.order) {
		if s.players[i].time < s.roundEnd() {
			r.advance(s, i, s.roundEnd())
		}
	}
}
