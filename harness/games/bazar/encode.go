package bazar

import (
	"strconv"
)

// The append functions write the values of chapter 5 compactly, boards in
// reading order. No word of the game needs escapes.

// appendList writes an array of anything that can be appended.
func appendList[T any](out []byte, list []T, element func([]byte, T) []byte) []byte {
	out = append(out, '[')
	for i, e := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = element(out, e)
	}
	return append(out, ']')
}

func appendWord(out []byte, word string) []byte {
	out = append(out, '"')
	out = append(out, word...)
	return append(out, '"')
}

func appendInt(out []byte, n int) []byte { return strconv.AppendInt(out, int64(n), 10) }

func appendGuild(out []byte, g guild) []byte { return appendWord(out, guildNames[g]) }

func appendKind(out []byte, k kind) []byte { return appendWord(out, kindNames[k]) }

// appendEvent writes the name of a card, or null for none.
func appendEvent(out []byte, e event) []byte {
	if e == noEvent {
		return append(out, "null"...)
	}
	return appendWord(out, eventNames[e])
}

func appendCell(out []byte, s square) []byte {
	return append(out, '[', '0'+byte(s.row()), ',', '0'+byte(s.column()), ']')
}

// appendMembers writes the guild and the kind of a tile, inside its object.
func appendMembers(out []byte, t tile) []byte {
	out = append(out, `"guild":`...)
	out = appendGuild(out, t.guild())
	out = append(out, `,"kind":`...)
	return appendKind(out, t.kind())
}

func appendTile(out []byte, t tile) []byte {
	out = append(out, '{')
	out = appendMembers(out, t)
	return append(out, '}')
}

func appendTiles(out []byte, list []tile) []byte { return appendList(out, list, appendTile) }

// appendBoard writes a Board; more, if given, writes further members of a tile.
func appendBoard(out []byte, t *table, more func([]byte, square, tile) []byte) []byte {
	out = append(out, '[')
	first := true
	for s := range square(squares) {
		one := t.board[s]
		if one == 0 {
			continue
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(out, `{"cell":`...)
		out = appendCell(out, s)
		out = append(out, ',')
		out = appendMembers(out, one)
		if more != nil {
			out = more(out, s, one)
		}
		out = append(out, '}')
	}
	return append(out, ']')
}

// appendInPlay writes which of the late districts are in play.
func appendInPlay(out []byte, t *table) []byte {
	out = append(out, `,"harem_in":`...)
	out = strconv.AppendBool(out, t.inPlay.has(harem))
	out = append(out, `,"market_in":`...)
	return strconv.AppendBool(out, t.inPlay.has(market))
}

// appendOrder writes the guilds of a state in the order of the round.
func (s *state) appendOrder(out []byte) []byte {
	return appendList(out, s.order, func(out []byte, seat int) []byte { return appendGuild(out, s.players[seat].guild) })
}

func appendState(out []byte, s *state) []byte {
	out = append(out, `{"round":`...)
	out = appendInt(out, s.round)
	out = append(out, `,"phase":`...)
	out = appendWord(out, phaseNames[s.phase])
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
		out = appendList(out, p.hand, appendKind)
		out = append(out, `,"pile":`...)
		out = appendList(out, p.pile, appendKind)
		out = append(out, '}')
	}
	out = append(out, `],"order":`...)
	out = s.appendOrder(out)
	out = append(out, `,"turn":`...)
	out = appendInt(out, s.turn)
	out = append(out, `,"board":`...)
	out = appendBoard(out, &s.table, nil)
	out = appendInPlay(out, &s.table)
	out = append(out, `,"events":{"current":`...)
	out = appendEvent(out, s.event)
	out = append(out, `,"played":`...)
	out = appendList(out, s.played, appendEvent)
	out = append(out, `,"pile":`...)
	out = appendList(out, s.pile, appendEvent)
	out = append(out, `},"discarded":`...)
	out = appendTiles(out, s.discarded)
	return append(out, '}')
}

// appendResult writes the Result of a state (BZ-73, BZ-74).
func (r *rules) appendResult(out []byte, s *state) []byte {
	list := r.standings(s)
	return r.appendOutcome(out, s, list, r.winner(s, list))
}

// appendOutcome writes a Result with the seat of the winner, -1 for nobody.
func (r *rules) appendOutcome(out []byte, s *state, list []standing, winner int) []byte {
	out = append(out, `{"over":`...)
	out = strconv.AppendBool(out, s.phase == over)
	out = append(out, `,"scores":`...)
	out = appendList(out, list, func(out []byte, p standing) []byte {
		out = append(out, `{"guild":`...)
		out = appendGuild(out, s.players[p.seat].guild)
		out = append(out, `,"coins":`...)
		out = appendInt(out, p.coins)
		out = append(out, `,"token":`...)
		out = appendInt(out, p.token)
		out = append(out, `,"rank":`...)
		out = appendInt(out, p.rank)
		return append(out, '}')
	})
	out = append(out, `,"winner":`...)
	if winner >= 0 {
		out = appendGuild(out, s.players[winner].guild)
	} else {
		out = append(out, "null"...)
	}
	return append(out, '}')
}

// appendRequest writes a Request, with entries if there are any.
func appendRequest(out []byte, q *request) []byte {
	out = append(out, `{"type":"place",`...)
	out = appendMembers(out, newTile(q.guild, q.kind))
	out = append(out, `,"cell":`...)
	out = appendCell(out, q.cell)
	out = append(out, `,"choice":`...)
	out = appendChoice(out, &q.choice)
	if len(q.market) > 0 {
		out = append(out, `,"market":`...)
		out = appendList(out, q.market, appendCell)
	}
	return append(out, '}')
}

func appendChoice(out []byte, c *choice) []byte {
	switch c.form {
	case choosesNothing:
		return append(out, "null"...)
	case choosesMove:
		out = append(out, `{"from":`...)
		out = appendCell(out, c.from)
		out = append(out, `,"to":`...)
		out = appendCell(out, c.to)
		return append(out, '}')
	case choosesWalk:
		out = append(out, `{"direction":`...)
		out = appendWord(out, directionNames[c.direction])
		out = append(out, `,"steps":`...)
		out = appendInt(out, c.steps)
		return append(out, '}')
	}
	return appendWord(out, directionNames[c.direction])
}

// appendOwners writes the answer of task owners for a position of these guilds.
func (r *rules) appendOwners(out []byte, t *table, playing []guild) []byte {
	out = append(out, `{"districts":[`...)
	first := true
	for d := range district(districts) {
		if !t.inPlay.has(d) {
			continue
		}
		if !first {
			out = append(out, ',')
		}
		first = false
		o := r.ownership(t, d, playing)
		out = append(out, `{"district":`...)
		out = appendWord(out, districtNames[d])
		out = append(out, `,"counts":`...)
		out = appendAmounts(out, playing, o.counts)
		out = append(out, `,"value":`...)
		out = appendInt(out, r.value(t, d))
		out = append(out, `,"owner":`...)
		if o.owned {
			out = appendGuild(out, o.owner)
		} else {
			out = append(out, "null"...)
		}
		out = append(out, '}')
	}
	out = append(out, `],"income":`...)
	out = appendAmounts(out, playing, r.income(t, playing))
	return append(out, '}')
}

// appendAmounts writes an object with a number for each guild.
func appendAmounts(out []byte, playing []guild, amounts [guilds]int) []byte {
	out = append(out, '{')
	for i, g := range playing {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendGuild(out, g)
		out = append(out, ':')
		out = appendInt(out, amounts[g])
	}
	return append(out, '}')
}
