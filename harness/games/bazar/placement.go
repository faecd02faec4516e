package bazar

import "slices"

// move judges a request and, if it is legal, executes it. An illegal one
// changes nothing.
func (r *rules) move(s *state, q *request) code {
	c := r.judge(s, q)
	if c != legal {
		return c
	}
	r.execute(s, q)
	return legal
}

// judge gives the first code of chapter 7 that applies.
func (r *rules) judge(s *state, q *request) code {
	if s.phase == over {
		return gameOver // BZ-75
	}
	p := s.active()
	switch {
	case p.guild != q.guild:
		return notYourTurn // BZ-23
	case s.phase == starting && q.kind == guildMaster:
	case s.phase == starting:
		return startTileFirst // BZ-07
	case !slices.Contains(p.hand, q.kind):
		return notInHand // BZ-23
	}
	if c := r.judgePlace(&s.table, q.kind, q.cell); c != legal {
		return c
	}
	if c := r.judgeChoice(&s.table, q.kind, q.cell, &q.choice); c != legal || len(q.market) == 0 {
		return c
	}
	return r.judgeMarket(s, q)
}

// judgePlace tells whether a tile of that kind may be placed on the square
// (BZ-08, BZ-24, BZ-25).
func (r *rules) judgePlace(t *table, k kind, p square) code {
	occupied := t.board[p] != 0
	switch {
	case !isCell(p):
		return notACell // BZ-24
	case !t.inPlay.has(districtOf[p]):
		return notInPlay // BZ-24
	case k == favourite && !occupied:
		return cellEmpty // BZ-25
	case k != favourite && occupied:
		return cellOccupied // BZ-24
	}
	return legal
}

// judgeMarket tells whether the entries of a request that is legal without them
// are free cells of the market when their tiles come there, and are no more than
// these tiles (BZ-56).
func (r *rules) judgeMarket(s *state, q *request) code {
	if t := r.try(s, q); t.misplaced || len(t.entries) > 0 {
		return badMarket // BZ-56
	}
	return legal
}

// marketed are the tiles that a request puts into the market if it is legal, in
// the order in which they come there.
func (r *rules) marketed(s *state, q *request) []tile {
	return r.try(s, q).marketed
}

// try is the table after the effect of a request, which changes nothing.
func (r *rules) try(s *state, q *request) *table {
	t := s.table
	t.eliminated, t.marketed = nil, nil
	t.discarded = slices.Clone(t.discarded)
	var players [guilds]player
	var others [guilds]*player
	for i := range s.players {
		p := &s.players[i]
		players[p.guild] = player{guild: p.guild, coins: p.coins}
		others[p.guild] = &players[p.guild]
	}
	var memory [guilds]guild
	r.place(&t, &deed{
		place: q.cell, choice: q.choice, market: q.market, tile: newTile(q.guild, q.kind),
		actor: others[q.guild], others: others[:], guilds: s.guildsInOrder(memory[:0]),
	})
	return &t
}

// execute does what a legal request says (chapter 7, end).
func (r *rules) execute(s *state, q *request) {
	p := s.active()
	first := s.phase == starting
	r.takeFromHand(p, q.kind)
	var memory [guilds]guild
	var seats [guilds]*player
	for i := range s.players {
		seats[s.players[i].guild] = &s.players[i]
	}
	s.eliminated, s.marketed = s.eliminated[:0], s.marketed[:0]
	r.place(&s.table, &deed{
		place: q.cell, choice: q.choice, market: q.market, tile: newTile(q.guild, q.kind),
		actor: p, others: seats[:], guilds: s.guildsInOrder(memory[:0]),
	})
	broken := !first && r.breaksOff(s)
	if !first {
		r.refill(p) // BZ-26
	}
	s.turn++
	switch {
	case broken:
		s.phase = over // BZ-70
	case s.turn < len(s.players):
	case first:
		r.beginRound(s, s.richest())
	default:
		r.endRound(s)
	}
}

// place lays a tile on its cell and lets it take effect. A favourite eliminates
// the tile that lay there (BZ-43).
func (r *rules) place(t *table, e *deed) {
	k := e.tile.kind()
	t.entries, t.misplaced = e.market, false
	if k == favourite && t.board[e.place] != 0 {
		r.lift(t, e.place) // BZ-43
	}
	t.board[e.place] = e.tile
	if act := effects[k]; act != nil {
		act(r, t, e)
	}
}
