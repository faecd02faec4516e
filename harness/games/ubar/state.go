package ubar

import (
	"cmp"
	"slices"
)

// A phase says what kind of decision is awaited in a State.
type phase uint8

const (
	drafting phase = iota
	selling
	over
)

var phaseNames = [...]string{"draft", "sell", "over"}

// A player is one captain with ship and tableau.
type player struct {
	coins   int
	time    int
	hold    goods
	tableau tableau
}

// A state is everything about a game at one moment (UB-75: nothing of it is
// secret but the sequence of the pile).
type state struct {
	round   int // from 1
	phase   phase
	players []player
	order   []int // of players, the furthest back first, then the earliest arrival (UB-10, UB-11)
	toSell  []int // who still has to sell in this round, in order
	grid    grid
	pile    []tile   // the front is dealt next
	markets []market // the current round's first (UB-05)
	supply  goods
}

// clone is a copy that shares nothing which ever changes: tableaus only grow.
func (s *state) clone() *state {
	c := *s
	c.players = slices.Clone(s.players)
	for i := range c.players {
		c.players[i].tableau = slices.Clip(c.players[i].tableau)
	}
	c.order = slices.Clone(s.order)
	c.toSell = slices.Clone(s.toSell)
	return &c
}

// roundEnd is the space that ends the current round.
func (s *state) roundEnd() int { return content.ends[s.round-1] }

// actor is the player whose decision is awaited, -1 when the game is over: the
// one furthest back who came first (UB-10, UB-11), or the next to sell (UB-64).
func (r *rules) actor(s *state) int {
	switch s.phase {
	case selling:
		return s.toSell[0]
	case over:
		return -1
	}
	switch w := &r.wrong.track; {
	case w.latestFirst:
		// The last one on the space of the first.
		n := 1
		for n < len(s.order) && s.players[s.order[n]].time == s.players[s.order[0]].time {
			n++
		}
		return s.order[n-1]
	case w.furthestAhead:
		n := len(s.order)
		for n > 1 && s.players[s.order[n-1]].time >= s.roundEnd() {
			n--
		}
		return s.order[n-1]
	}
	return s.order[0]
}

// advance puts a player's marker on a space, on top of those that are there
// (UB-12).
func (r *rules) advance(s *state, i, time int) {
	s.players[i].time = time
	at := slices.Index(s.order, i)
	s.order = slices.Delete(s.order, at, at+1)
	at = len(s.order)
	above := time
	if r.wrong.track.landsBelow {
		above--
	}
	for at > 0 && s.players[s.order[at-1]].time > above {
		at--
	}
	s.order = slices.Insert(s.order, at, i)
}

// A setup is all that chance decides about a game, and nothing else (chapter 7).
type setup struct {
	starters []tile // by player
	order    []int
	markets  []market
	tiles    []tile
}

// begin is the State of a new game: all markers on space 0 in the recorded
// sequence (UB-06), nobody has coins (UB-07), everybody has a starter of their
// own (UB-01) and one of each good but the scarab, from the supply (UB-02).
func (r *rules) begin(b *setup) *state {
	w := &r.wrong.setup
	b = r.misread(b)
	s := &state{round: 1, order: b.order, markets: b.markets}
	first := goods{carpet: 1, chest: 1, potion: 1, lamp: 1}
	switch {
	case w.scarabToo:
		first[scarab] = 1
	case w.noLamp:
		first[lamp] = 0
	}
	for k := range s.supply {
		s.supply[k] = supplyOfGood
	}
	for _, t := range b.starters {
		s.players = append(s.players, player{hold: first, tableau: tableau{{tile: t}}})
		if w.coins {
			s.players[len(s.players)-1].coins = 5
		}
		if !w.fullSupply {
			s.supply = s.supply.minus(first)
		}
	}
	s.grid.rows, s.grid.cols = r.gridSize(len(s.players))
	if w.smallGrid {
		s.grid.rows, s.grid.cols = r.gridSize(playersMin)
	}
	s.pile = r.fill(&s.grid, b.tiles) // UB-04
	if w.pileTurned {
		s.pile = slices.Clone(s.pile)
		slices.Reverse(s.pile)
	}
	return s
}

// misread is the set-up as a mutant takes it.
func (r *rules) misread(b *setup) *setup {
	c := *b
	switch w := &r.wrong.setup; {
	case w.byOrder:
		c.starters = slices.Clone(b.starters)
		for k, i := range b.order {
			c.starters[i] = b.starters[k]
		}
	case w.fromBack:
		c.tiles = slices.Clone(b.tiles)
		slices.Reverse(c.tiles)
	case w.marketsTurned:
		c.markets = slices.Clone(b.markets)
		slices.Reverse(c.markets)
	case w.bySeat:
		c.order = slices.Sorted(slices.Values(b.order))
	case w.orderTurned:
		c.order = slices.Clone(b.order)
		slices.Reverse(c.order)
	}
	return &c
}

// standing are the groups of players with equal standing, the best first, each
// in ascending order (UB-73, UB-74).
func (r *rules) standing(s *state) [][]int {
	better := func(i, j int) int {
		a, b := &s.players[i], &s.players[j]
		c := cmp.Compare(r.wealth(b), r.wealth(a))
		if c == 0 && r.fewestTiles {
			c = cmp.Compare(len(a.tableau), len(b.tableau))
		}
		switch w := &r.wrong.score; {
		case w.fewestCoins:
			c = -c
		case c == 0 && w.lowerIndexWins:
			c = cmp.Compare(i, j)
		case c == 0 && w.orderDecides:
			c = cmp.Compare(slices.Index(s.order, i), slices.Index(s.order, j))
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
	if r.wrong.score.groupsTurned {
		for _, g := range groups {
			slices.Reverse(g)
		}
	}
	return groups
}

// wealth is the coins of a player; goods left count nothing (UB-73).
func (r *rules) wealth(p *player) int {
	if r.wrong.score.goodsCount {
		return p.coins + p.hold.worth(content.prices)
	}
	return p.coins
}
