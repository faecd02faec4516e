package bazar

import (
	"slices"
	"strings"
)

// show is what the player at a seat may see (BZ-80, BZ-81).
func (r *rules) show(v *viewText, s *state, seat int) {
	own := &s.players[seat]
	v.guild, v.round, v.phase, v.event = own.guild, s.round, s.phase, s.event
	v.order = s.guildsInOrder(v.order[:0])
	v.haremIn, v.marketIn = s.inPlay.has(harem), s.inPlay.has(market)
	v.toAct = noGuild
	if s.phase != over {
		v.toAct = s.active().guild
	}
	v.players = v.players[:0]
	for i := range s.players {
		p := &s.players[i]
		v.players = append(v.players, shownPlayer{p.guild, p.coins, len(p.hand), len(p.pile)})
	}
	v.board = s.table.written(v.board[:0])
	for i := range v.board {
		at := v.board[i].cell
		if one := s.board[at]; permanent[one.kind()] {
			v.board[i].face = faceUp // BZ-27
		} else {
			v.board[i].face = faceDown
		}
	}
	v.played, v.left = s.played, len(s.pile) // BZ-80
	v.discarded = merchantsOf(v.discarded[:0], s.discarded)
	v.hand, v.toCome = own.hand, byName(own.pile) // BZ-81
}

// byName is a sorted copy of a list of kinds.
func byName(list []kind) []kind {
	return slices.SortedFunc(slices.Values(list), func(a, b kind) int { return strings.Compare(kindNames[a], kindNames[b]) })
}
