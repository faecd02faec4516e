package bazar

import (
	"slices"
	"strings"
)

// appendView writes what the player at a seat may see (BZ-80, BZ-81).
func (r *rules) appendView(out []byte, s *state, seat int) []byte {
	own := &s.players[seat]
	out = append(out, `{"guild":`...)
	out = appendGuild(out, own.guild)
	out = append(out, `,"round":`...)
	out = appendInt(out, s.round)
	out = append(out, `,"phase":`...)
	out = appendWord(out, phaseNames[s.phase])
	out = append(out, `,"order":`...)
	out = s.appendOrder(out)
	out = appendInPlay(out, &s.table)
	out = append(out, `,"to_act":`...)
	if s.phase == over {
		out = append(out, "null"...)
	} else {
		out = appendGuild(out, s.active().guild)
	}
	out = append(out, `,"players":[`...)
	for i := range s.players {
		if i > 0 {
			out = append(out, ',')
		}
		p := &s.players[i]
		out = append(out, `{"guild":`...)
		out = appendGuild(out, p.guild)
		out = append(out, `,"coins":`...)
		out = appendInt(out, p.coins)
		out = append(out, `,"hand":`...)
		out = appendInt(out, len(p.hand))
		out = append(out, `,"pile":`...)
		out = appendInt(out, len(p.pile))
		out = append(out, '}')
	}
	out = append(out, `],"board":`...)
	out = appendBoard(out, &s.table, func(out []byte, at square, one tile) []byte {
		if permanent[one.kind()] {
			return append(out, `,"face":"up"`...) // BZ-27
		}
		return append(out, `,"face":"down"`...)
	})
	out = append(out, `,"events":{"current":`...)
	out = appendEvent(out, s.event)
	out = append(out, `,"played":`...)
	out = appendList(out, s.played, appendEvent)
	out = append(out, `,"left":`...)
	out = appendInt(out, len(s.pile)) // BZ-80
	out = append(out, `},"discarded":`...)
	out = appendTiles(out, s.discarded)
	out = append(out, `,"hand":`...)
	out = appendList(out, own.hand, appendKind)
	out = append(out, `,"to_come":`...)
	out = appendList(out, byName(own.pile), appendKind) // BZ-81
	return append(out, '}')
}

// byName is a sorted copy of a list of kinds.
func byName(list []kind) []kind {
	return slices.SortedFunc(slices.Values(list), func(a, b kind) int { return strings.Compare(kindNames[a], kindNames[b]) })
}
