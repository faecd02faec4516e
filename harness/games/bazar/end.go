package bazar

import "slices"

// goal is how many coins end the game (BZ-70).
const goal = 75

// reached tells whether somebody has the coins that end the game.
func (r *rules) reached(s *state) bool { return s.richest() >= goal }

// breaksOff tells whether the game is over by a placement that has just been
// made, whoever has the coins (BZ-70).
func (r *rules) breaksOff(s *state) bool {
	return !r.endAfterRound && r.reached(s) // BZ-70
}

// ends tells whether the game is over after a payout.
func (r *rules) ends(s *state) bool {
	if r.reached(s) || len(s.played) >= events {
		return true // BZ-70, BZ-71
	}
	if !slices.ContainsFunc(s.players, func(p player) bool { return len(p.hand) > 0 }) {
		return true // BZ-72
	}
	if r.dryEnds {
		_, _, ok := r.nextEvent(s, s.richest())
		return !ok // BZ-22
	}
	return false
}

// A standing is the place of a player in the ranking.
type standing struct {
	seat, coins, token, rank int
}

// standings ranks the players: by coins, then by token (BZ-73, BZ-74). They are
// given in seat order.
func (r *rules) standings(s *state) []standing {
	list := make([]standing, len(s.players))
	for token, seat := range s.order {
		list[seat] = standing{seat: seat, coins: s.players[seat].coins, token: token + 1}
	}
	for i := range list {
		list[i].rank = 1
		for _, other := range list {
			if other.coins > list[i].coins || other.coins == list[i].coins && r.ahead(&other, &list[i]) {
				list[i].rank++
			}
		}
	}
	return list
}

// ahead tells which of two with equal coins ranks first: the one with the lower
// token (BZ-74).
func (r *rules) ahead(a, b *standing) bool { return a.token < b.token }

// winner is the seat of the winner (BZ-73), or -1 if there is none yet.
func (r *rules) winner(s *state, list []standing) int {
	if s.phase != over {
		return -1 // BZ-74
	}
	first := 0
	for i := 1; i < len(list); i++ {
		best, p := &list[first], &list[i]
		if p.coins > best.coins || p.coins == best.coins && p.token < best.token {
			first = i // BZ-73
		}
	}
	return first
}
