package ubar

import "slices"

// actor is the player whose decision is awaited, -1 when the game is over: the
// one furthest back who came first (UB-10, UB-11), or the next to sell (UB-64).
func (r *rules) actor(s *state) int {
	switch s.phase {
	case selling:
		return s.toSell[0]
	case over:
		return -1
	}
	return s.order[0] // UB-10, UB-11
}

// moveMarker moves the marker of a player once, by the whole time of a draft
// (UB-12). Without time it stays where it is, also among those of its space,
// unless it is put on top of them (UB-13).
func (r *rules) moveMarker(s *state, i, time int) {
	if time > 0 || r.restack {
		r.advance(s, i, r.landing(s, s.players[i].time, time)) // UB-12, UB-13
	}
}

// landing is the space where a marker comes to lie: it goes beyond a round end
// (UB-14), but never beyond the last space (UB-15). The state has no say,
// though a misreading stops at its round end.
func (r *rules) landing(s *state, from, time int) int {
	return min(spaceMax, from+time) // UB-14, UB-15
}

// advance puts a player's marker on a space, on top of those that are there
// (UB-12).
func (r *rules) advance(s *state, i, time int) {
	s.players[i].time = time
	at := slices.Index(s.order, i)
	s.order = slices.Delete(s.order, at, at+1)
	at = len(s.order)
	for at > 0 && s.players[s.order[at-1]].time > time {
		at-- // UB-11
	}
	s.order = slices.Insert(s.order, at, i)
}
