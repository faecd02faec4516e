package bazar

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// The checks of chapter 5 that make a State invalid input: one method for each,
// in its order. They look at a State whose keys, types and ranges are right.

func (d *decoder) checkState(s *state) {
	d.checkPlayers(s)
	if d.Err() != nil {
		return // the order is needed by all others
	}
	d.checkPhase(s)
	d.checkEntries(s)
	d.checkBoard(d.text.board, d.text.haremIn, func(g guild) bool { return s.seatOf(g) >= 0 })
	d.checkDiscarded(s)
	if d.Err() == nil {
		d.checkTiles(s)
	}
	d.checkCounts(s)
	d.checkEvents(s)
}

// checkPlayers: two to four different guilds, all of them in the order
// (check 1, BZ-01).
func (d *decoder) checkPlayers(s *state) {
	if t := &d.text; d.checkPlaying(t.players, t.atPlayers) {
		s.order = d.orderOf(s.order[:0], t.order, t.atOrder, len(s.players), s.seatOf)
	}
}

// checkPlaying looks at the guilds of players that were read.
func (d *decoder) checkPlaying(players []playerText, at int) bool {
	return d.checkGuilds(len(players), at, func(i int) (guild, int) { return players[i].guild, players[i].atGuild })
}

// checkGuilds looks at the guilds that play, which each tells with its place.
func (d *decoder) checkGuilds(n, at int, each func(i int) (guild, int)) bool {
	if n < 2 || n > guilds {
		d.Fail(at, "BZ-01", "expected 2 to 4 players, found %d", n)
		return false
	}
	for i := range n {
		g, here := each(i)
		for k := range i {
			if other, _ := each(k); other == g {
				d.Fail(here, "BZ-01", "expected different guilds, found %q again", guildNames[g])
				return false
			}
		}
	}
	return true
}

// orderOf turns guilds into seats. They must be those of all players, each once.
func (d *decoder) orderOf(order []int, list []guild, at, players int, seatOf func(guild) int) []int {
	for _, g := range list {
		seat := seatOf(g)
		if seat < 0 || slices.Contains(order, seat) {
			d.Fail(at, "BZ-10", "expected each guild of the game once in the order, found %q again", guildNames[g])
			return order
		}
		order = append(order, seat)
	}
	if len(order) != players {
		d.Fail(at, "BZ-10", "expected an order of %d guilds, found %d", players, len(order))
	}
	return order
}

// checkPhase: phase, round and turn fit together (check 2, BZ-07, BZ-23, BZ-70).
func (d *decoder) checkPhase(s *state) {
	n := len(s.players)
	switch {
	case (s.phase == starting) != (s.round == 0):
		d.Fail(d.text.atPhase, "BZ-07", "expected the phase start exactly in round 0, found %q in round %d", phaseNames[s.phase], s.round)
	case s.phase != over && s.turn >= n:
		d.Fail(d.text.atTurn, "BZ-23", "expected a turn below the number of players, %d, found %d", n, s.turn)
	case s.phase == over && s.turn > n:
		d.Fail(d.text.atTurn, "BZ-23", "expected a turn of at most the number of players, %d, found %d", n, s.turn)
	case s.phase == over && d.rules.endAfterRound && s.turn != n:
		d.Fail(d.text.atTurn, "BZ-70", "expected the turn of a game that is over to be the number of players, %d, found %d", n, s.turn)
	case s.phase == over && s.turn == 0:
		d.Fail(d.text.atTurn, "BZ-70", "expected a turn from 1 in a game that is over, found 0")
	}
}

// checkEntries: harem and market enter when it is time (check 3).
func (d *decoder) checkEntries(s *state) {
	if due := s.round >= d.rules.haremRound; s.inPlay.has(harem) != due {
		d.Fail(d.text.atHarem, "BZ-13", "expected harem_in to be %t in round %d, since the harem enters in round %d", due, s.round, d.rules.haremRound)
	}
	if s.inPlay.has(market) && s.round < 2 {
		d.Fail(d.text.atMarket, "BZ-14", "expected market_in to be false before round 2, found true in round %d", s.round)
	}
}

// checkDiscarded: tiles are discarded only when the market is full or in play
// (check 5, BZ-57), and they are tiles of players.
func (d *decoder) checkDiscarded(s *state) {
	if n := s.holds(market); len(s.discarded) > 0 && n < marketLimit && !s.inPlay.has(market) {
		d.Fail(d.text.atDiscarded, "BZ-57", "expected no discarded tile while the market is not in play and has %d tiles", n)
	}
	for _, one := range s.discarded {
		if s.seatOf(one.guild()) < 0 {
			d.Fail(d.text.atDiscarded, "BZ-01", "expected tiles of the guilds that play, found one of %s", guildNames[one.guild()])
		}
	}
}

// checkTiles: each guild has each kind once, somewhere (check 6, BZ-02).
func (d *decoder) checkTiles(s *state) {
	var count [tiles]uint8
	lying := func(one tile, at int) {
		if count[one]++; count[one] > 1 {
			d.Fail(at, "BZ-02", "expected each tile once, found the %s %s again", guildNames[one.guild()], kindNames[one.kind()])
		}
	}
	for _, p := range d.text.board {
		lying(newTile(p.guild, p.kind), d.text.atBoard)
	}
	for _, one := range s.discarded {
		lying(one, d.text.atDiscarded)
	}
	for i := range s.players {
		p := &s.players[i]
		for _, k := range p.hand {
			if k == guildMaster {
				d.Fail(d.text.players[i].atHand, "BZ-03", "expected no guild_master in a hand")
			}
			lying(newTile(p.guild, k), d.text.players[i].atHand)
		}
		for _, k := range p.pile {
			if k == guildMaster {
				d.Fail(d.text.players[i].atPile, "BZ-03", "expected no guild_master in a pile")
			}
			lying(newTile(p.guild, k), d.text.players[i].atPile)
		}
	}
	for token, seat := range s.order {
		g := s.players[seat].guild
		for k := range kinds {
			n := count[newTile(g, k)]
			waits := k == guildMaster && s.phase == starting && token >= s.turn
			switch {
			case n == 0 && !waits:
				d.Fail(d.text.atPlayers, "BZ-02", "expected each guild to have each kind once, found no %s of %s", kindNames[k], guildNames[g])
			case n > 0 && waits:
				d.Fail(d.text.atBoard, "BZ-07", "expected no guild_master of %s, who has not placed it yet", guildNames[g])
			}
		}
	}
}

// checkCounts: how many tiles a guild still has follows from round and turn
// (check 7, BZ-23, BZ-26).
func (d *decoder) checkCounts(s *state) {
	for token, seat := range s.order {
		p, at := &s.players[seat], &d.text.players[seat]
		left := roundsMax
		if s.phase != starting {
			left -= s.round - 1
			if token < s.turn {
				left--
			}
		}
		if n := len(p.hand) + len(p.pile); n != left {
			d.Fail(at.atPile, "BZ-23", "expected hand and pile of %s to have %d tiles together in round %d, found %d", guildNames[p.guild], left, s.round, n)
		}
		if want := min(handSize, left); len(p.hand) != want {
			d.Fail(at.atHand, "BZ-26", "expected a hand of %d for %s, found %d", want, guildNames[p.guild], len(p.hand))
		}
	}
}

// checkEvents: the cards are all there once, and as many are played as rounds
// have begun (check 8, BZ-05, BZ-15, BZ-21, BZ-22).
func (d *decoder) checkEvents(s *state) {
	var seen [events]bool
	for i, list := range [][]event{s.played, s.pile} {
		at := []int{d.text.atPlayed, d.text.atPile}[i]
		for _, e := range list {
			switch {
			case seen[e]:
				d.Fail(at, "BZ-05", "expected each event card once, found %q again", eventNames[e])
			case e < conditionals && i == 1:
				d.Fail(at, "BZ-05", "expected normal cards in the pile, found %q", eventNames[e])
			}
			seen[e] = true
		}
	}
	for e := event(conditionals); e < events; e++ {
		if !seen[e] {
			d.Fail(d.text.atPile, "BZ-05", "expected every normal card among the played ones or in the pile, %q is missing", eventNames[e])
		}
	}
	begun := max(0, s.round-1)
	last := noEvent
	if n := len(s.played); n > 0 {
		last = s.played[n-1]
	}
	switch n := len(s.played); {
	case len(s.pile) > 0 && n != begun:
		d.Fail(d.text.atPlayed, "BZ-15", "expected %d played cards in round %d, found %d", begun, s.round, n)
	case n > begun:
		d.Fail(d.text.atPlayed, "BZ-22", "expected at most %d played cards in round %d, found %d", begun, s.round, n)
	case s.event != last && (len(s.pile) > 0 || s.event != noEvent):
		d.Fail(d.text.atEvent, "BZ-21", "expected the last played card to be the current one")
	}
}

// checkOnce tells whether no cell and no tile of a board occurs twice. Whose
// tiles they are is looked at later.
func checkOnce(r *value.Reader, board *[]placed, _ int) {
	var taken [squares]bool
	var seen [tiles]bool
	for i := range *board {
		p := &(*board)[i]
		one := newTile(p.guild, p.kind)
		switch {
		case taken[p.cell]:
			r.Fail(p.at, "BZ-24", "expected at most one tile on a cell, found another on [%d,%d]", p.cell.row(), p.cell.column())
		case seen[one]:
			r.Fail(p.at, "BZ-02", "expected each tile once, found the %s %s again", guildNames[p.guild], kindNames[p.kind])
		}
		taken[p.cell], seen[one] = true, true
	}
}

// checkBoard is about whose tiles lie on the board, and about the harem
// (check 4 of a State).
func (d *decoder) checkBoard(board []placed, haremIn bool, plays func(guild) bool) {
	for i := range board {
		p := &board[i]
		if !plays(p.guild) {
			d.Fail(p.at, "BZ-01", "expected tiles of the guilds that play, found one of %s", guildNames[p.guild])
		}
		if districtOf[p.cell] == harem && !haremIn {
			d.Fail(p.at, "BZ-08", "expected no tile in the harem, which is not in play, found one on [%d,%d]", p.cell.row(), p.cell.column())
		}
	}
}

// checkPile tells whether a first pile has each kind but the start tile once
// (BZ-03).
func (d *decoder) checkPile(pile []kind, at int) {
	var seen [kinds]bool
	for _, k := range pile {
		if k == guildMaster {
			d.Fail(at, "BZ-03", "expected no guild_master in a pile")
		}
		if seen[k] {
			d.Fail(at, "BZ-02", "expected each kind once in a pile, found %s again", kindNames[k])
		}
		seen[k] = true
	}
	if len(pile) != roundsMax {
		d.Fail(at, "BZ-03", "expected a pile of %d tiles, found %d", roundsMax, len(pile))
	}
}

// checkDeck tells whether a first event pile has each normal card once (BZ-05).
func (d *decoder) checkDeck(pile []event, at int) {
	var seen [events]bool
	for _, e := range pile {
		if e < conditionals {
			d.Fail(at, "BZ-05", "expected normal cards in the pile, found %q", eventNames[e])
		}
		if seen[e] {
			d.Fail(at, "BZ-05", "expected each event card once, found %q again", eventNames[e])
		}
		seen[e] = true
	}
	if n := events - conditionals; len(pile) != n {
		d.Fail(at, "BZ-05", "expected an event pile of %d cards, found %d", n, len(pile))
	}
}
