package bazar

import "slices"

// A request is one decision: a tile of a guild, a cell and a choice (BZ-23).
type request struct {
	guild  guild
	kind   kind
	cell   square
	choice choice
}

// A code says why a request is illegal; it is one of the table in clauses.go.
type code string

const (
	legal          code = ""
	gameOver       code = "game_over"
	notYourTurn    code = "not_your_turn"
	startTileFirst code = "start_tile_first"
	notInHand      code = "not_in_hand"
	notACell       code = "not_a_cell"
	notInPlay      code = "not_in_play"
	cellEmpty      code = "cell_empty"
	cellOccupied   code = "cell_occupied"
	badChoice      code = "bad_choice"
	noTarget       code = "no_target"
	badFrom        code = "bad_from"
	badTo          code = "bad_to"
)

// move judges a request and, if it is legal, executes it. An illegal one
// changes nothing.
func (r *rules) move(s *state, q *request) code {
	if c := r.judge(s, q); c != legal {
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
		return notYourTurn // BZ-07, BZ-23
	case s.phase == starting && q.kind == guildMaster:
	case s.phase == starting && !r.wrong.handAtStart:
		return startTileFirst // BZ-07
	case !slices.Contains(p.hand, q.kind):
		return notInHand // BZ-23
	}
	if c := r.judgePlace(&s.table, q.kind, q.cell); c != legal {
		return c
	}
	return r.judgeChoice(&s.table, q.kind, q.cell, &q.choice)
}

// judgePlace tells whether a tile of that kind may be placed on the square
// (BZ-08, BZ-24, BZ-25).
func (r *rules) judgePlace(t *table, k kind, p square) code {
	occupied := t.board[p] != 0
	switch {
	case !isCell(p):
		return notACell
	case !t.inPlay.has(districtOf[p]):
		return notInPlay
	case k == favourite && !occupied && !r.wrong.favouriteOnEmpty:
		return cellEmpty
	case k != favourite && occupied && !r.wrong.placesOnTile:
		return cellOccupied
	}
	return legal
}

// judgeChoice tells whether the choice is one for that kind on that cell. What
// the effect finds is looked for on the board before the placement; that it
// finds nothing, or is blocked, makes nothing illegal (BZ-30).
func (r *rules) judgeChoice(t *table, k kind, p square, c *choice) code {
	form := formOf[k]
	switch {
	case k == notable && c.form == choosesNothing:
		if t.canAttract(p) {
			return noTarget // BZ-46
		}
		return legal
	case form == choosesTurn:
		if c.form != choosesDirection || c.direction != left && c.direction != right {
			return badChoice // BZ-45
		}
	case form != c.form:
		return badChoice
	case form == choosesDirection:
		strict := !r.aimFree && !r.wrong.neverNoTarget
		if strict && !t.target(k, p, c.direction) && t.hasTarget(k, p) {
			return noTarget // BZ-29
		}
	case k == notable:
		return r.judgeMove(t, p, c)
	}
	return legal
}

// judgeMove is about the tile that a notable takes, and where it puts it
// (BZ-46).
func (r *rules) judgeMove(t *table, p square, c *choice) code {
	own := districtOf[p]
	if t.at(c.from) == 0 || districtOf[c.from] == own && !r.wrong.takesFromOwn {
		return badFrom
	}
	if !isCell(c.to) || districtOf[c.to] != own || t.board[c.to] != 0 || c.to == p {
		return badTo
	}
	return legal
}

// execute does what a legal request says (chapter 7, end).
func (r *rules) execute(s *state, q *request) {
	p := s.active()
	first := s.phase == starting
	if i := slices.Index(p.hand, q.kind); i >= 0 {
		p.hand = slices.Delete(p.hand, i, i+1) // BZ-26: the others keep their order
	}
	var memory [guilds]guild
	var seats [guilds]*player
	for i := range s.players {
		seats[s.players[i].guild] = &s.players[i]
	}
	s.eliminated = s.eliminated[:0]
	r.place(&s.table, &deed{
		place: q.cell, choice: q.choice, tile: newTile(q.guild, q.kind),
		actor: p, others: seats[:], guilds: s.guildsInOrder(memory[:0]),
	})
	if r.wrong.marketAtOnce && s.holds(market) == marketLimit { // BZ-58
		s.inPlay = s.inPlay.with(market)
	}
	if !first && len(p.pile) > 0 && !r.wrong.neverDraws { // BZ-26
		p.hand = append(p.hand, p.pile[0])
		p.pile = p.pile[1:]
	}
	s.turn++
	switch {
	case !first && r.endAtOnce && r.reached(s): // BZ-70
		s.phase = over
	case s.turn < len(s.players):
	case first:
		r.beginRound(s)
	default:
		r.endRound(s)
	}
}

// place lays a tile on its cell and lets it take effect. A favourite eliminates
// the tile that lay there (BZ-43).
func (r *rules) place(t *table, e *deed) {
	k := e.tile.kind()
	if k == favourite && t.board[e.place] != 0 {
		r.lift(t, e.place)
	}
	t.board[e.place] = e.tile
	if act := effects[k]; act != nil {
		act(r, t, e)
	}
}
