package bazar

import "slices"

// A request is one decision: a tile of a guild, a cell and a choice (BZ-23), and
// where the owners of tiles that go to the market want them (BZ-56).
type request struct {
	guild  guild
	kind   kind
	cell   square
	choice choice
	market []square
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
	badMarket      code = "bad_market"
)

// move judges a request and, if it is legal, executes it. An illegal one
// changes nothing.
func (r *rules) move(s *state, q *request) code {
	c := r.judge(s, q)
	r.traceJudged(s, q, c)
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
	p := r.actor(s, q)
	switch {
	case p.guild != q.guild:
		return notYourTurn // BZ-07, BZ-23
	case s.phase == starting && q.kind == guildMaster:
	case s.phase == starting && !r.wrong.handAtStart:
		return startTileFirst // BZ-07
	case !slices.Contains(p.hand, q.kind) && !r.wrong.anyKind:
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

// judgeMarket tells whether the entries of a request that is legal without them
// are free cells of the market when their tiles come there, and are no more than
// these tiles (BZ-56).
func (r *rules) judgeMarket(s *state, q *request) code {
	if t := r.try(s, q); t.misplaced || len(t.entries) > 0 && !r.wrong.surplusForgiven {
		return badMarket
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
	t.trace, t.eliminated, t.marketed = nil, nil, nil
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

// actor is who places the tile of a request: the player to act.
func (r *rules) actor(s *state, q *request) *player {
	if r.wrong.anyGuildActs {
		return &s.players[s.seatOf(q.guild)]
	}
	return s.active()
}

// judgePlace tells whether a tile of that kind may be placed on the square
// (BZ-08, BZ-24, BZ-25).
func (r *rules) judgePlace(t *table, k kind, p square) code {
	if r.mutant != "" {
		return r.misjudgePlace(t, k, p)
	}
	return t.judgePlace(k, p)
}

func (t *table) judgePlace(k kind, p square) code {
	occupied := t.board[p] != 0
	switch {
	case !isCell(p):
		return notACell
	case !t.inPlay.has(districtOf[p]):
		return notInPlay
	case k == favourite && !occupied:
		return cellEmpty
	case k != favourite && occupied:
		return cellOccupied
	}
	return legal
}

// misjudgePlace is judgePlace in a program that may be wrong.
func (r *rules) misjudgePlace(t *table, k kind, p square) code {
	c := t.judgePlace(k, p)
	switch {
	case c == notACell && r.wrong.illustrationIsCell && painted[p] && t.inPlay.has(districtOf[p]) && t.board[p] == 0,
		c == notInPlay && r.wrong.lateOpen && t.board[p] == 0,
		c == cellEmpty && r.wrong.favouriteOnEmpty,
		c == cellOccupied && r.wrong.placesOnTile:
		return legal
	case c == legal && k == favourite && r.wrong.favouriteSparesPermanent && permanent[t.board[p].kind()]:
		return cellOccupied
	}
	return c
}

// judgeChoice tells whether the choice is one for that kind on that cell. What
// the effect finds is looked for on the board before the placement; that it
// finds nothing, or is blocked, makes nothing illegal (BZ-30).
func (r *rules) judgeChoice(t *table, k kind, p square, c *choice) code {
	form := formOf[k]
	switch {
	case k == notable && c.form == choosesNothing:
		if t.canAttract(p) && !r.wrong.notableMayRefuse {
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
		if !r.aimFree && !t.target(k, p, c.direction) && (r.wrong.targetNeeded || t.hasTarget(k, p)) {
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
	if t.at(c.from) == 0 && !(r.wrong.takesWaiting && t.board[c.from] != 0) || districtOf[c.from] == own && !r.wrong.takesFromOwn {
		return badFrom
	}
	anywhere := r.wrong.putsAnywhere && t.inPlay.has(districtOf[c.to])
	if !isCell(c.to) || districtOf[c.to] != own && !anywhere || t.board[c.to] != 0 || c.to == p {
		return badTo
	}
	return legal
}

// execute does what a legal request says (chapter 7, end).
func (r *rules) execute(s *state, q *request) {
	p := r.actor(s, q)
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
	traceWaiting(s)
	if r.wrong.marketAtOnce && s.holds(market) == marketLimit { // BZ-58
		s.inPlay = s.inPlay.with(market)
	}
	broken := !first && r.breaksOff(s, q)
	if (!first || r.wrong.startDraws) && !(broken && r.wrong.goalBeforeDraw) {
		r.refill(p)
	}
	s.turn++
	if r.wrong.paysEachTurn && s.turn < len(s.players) || r.wrong.startPays && first { // BZ-66, BZ-07
		r.payOut(s)
	}
	switch {
	case broken:
		if r.wrong.brokenRoundPays {
			r.payOut(s)
		}
		s.phase = over
		if s.trace != nil {
			r.traceGoal(s)
		}
	case s.turn < len(s.players):
	case first:
		r.beginRound(s, s.richest())
	default:
		r.endRound(s)
	}
}

// breaksOff tells whether the game is over by a placement that has just been
// made, whoever has the coins (BZ-70).
func (r *rules) breaksOff(s *state, q *request) bool {
	switch {
	case r.endAfterRound, r.wrong.lastPaysFirst && s.turn == len(s.players)-1:
		return false
	case r.wrong.goalOfActorOnly:
		return s.players[s.seatOf(q.guild)].coins >= r.limits.goal
	}
	return r.reached(s)
}

// takeFromHand takes a tile from a hand, if it is there; the others keep their
// order (BZ-26).
func (r *rules) takeFromHand(p *player, k kind) {
	i := slices.Index(p.hand, k)
	switch {
	case i < 0, r.wrong.tileStaysInHand:
	case r.wrong.lastFillsGap:
		last := len(p.hand) - 1
		p.hand[i] = p.hand[last]
		p.hand = p.hand[:last]
	default:
		p.hand = slices.Delete(p.hand, i, i+1)
	}
}

// refill draws the top tile of the pile, if there is one, and holds it last
// (BZ-26).
func (r *rules) refill(p *player) {
	for range min(r.limits.drawn, len(p.pile)) {
		next, rest := p.pile[0], p.pile[1:]
		if r.wrong.drawsFromBottom {
			last := len(p.pile) - 1
			next, rest = p.pile[last], p.pile[:last]
		}
		p.hand, p.pile = append(p.hand, next), rest
		if r.wrong.drawnFirst {
			last := len(p.hand) - 1
			copy(p.hand[1:], p.hand[:last])
			p.hand[0] = next
		}
	}
}

// place lays a tile on its cell and lets it take effect. A favourite eliminates
// the tile that lay there (BZ-43).
func (r *rules) place(t *table, e *deed) {
	k := e.tile.kind()
	t.entries, t.misplaced = e.market, false
	if r.wrong.entriesIgnored {
		t.entries = nil
	}
	if k == favourite && t.board[e.place] != 0 {
		if t.trace != nil {
			t.traceVictim(e)
		}
		if !r.wrong.victimVanishes {
			r.lift(t, e.place)
		}
	}
	t.board[e.place] = e.tile
	switch act := effects[k]; {
	case t.trace != nil:
		r.traced(t, e, act)
	case act != nil:
		act(r, t, e)
	}
}
