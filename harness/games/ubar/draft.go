package ubar

// A code is the name of why a request is illegal, "" if it is legal.
type code string

const legal code = ""

// The codes of chapter 6, in the order in which they are checked.
const (
	gameOver         code = "game_over"
	wrongPhase       code = "wrong_phase"
	notYourTurn      code = "not_your_turn"
	offGrid          code = "off_grid"
	noTile           code = "no_tile"
	occupied         code = "occupied"
	notAdjacent      code = "not_adjacent"
	targetNeeded     code = "target_needed"
	badTarget        code = "bad_target"
	targetNotAllowed code = "target_not_allowed"
	noSuchStep       code = "no_such_step"
	tooManyDumps     code = "too_many_dumps"
	dumpNotHeld      code = "dump_not_held"
	mustExecute      code = "must_execute"
	doesNotFit       code = "does_not_fit"
	notHeld          code = "not_held"
)

// A request is one decision of one player: a draft or a sale.
type request struct {
	sells  bool
	player int

	// Of a draft.
	take  pos // in the grid
	place pos // in the tableau
	aim
	skip  []int   // numbers of steps, from 1, increasing
	dumps []goods // before step 1, after step 1, and so on

	sold goods // of a sale
}

// An aim is where the tile is that the wind any re-triggers, if a request names one.
type aim struct {
	target    pos
	hasTarget bool
}

// judge carries out a request, or says why it is illegal, the first code of
// chapter 6 that applies; then the State stays as it was. How, if not nil, is
// told how far it got.
func (r *rules) judge(s *state, q *request, how *passage) code {
	switch {
	case s.phase == over:
		return gameOver // UB-72
	case q.sells != (s.phase == selling):
		return wrongPhase // UB-60
	case q.player != r.actor(s):
		return notYourTurn // UB-11
	case q.sells:
		return r.sell(s, q)
	}
	return r.draft(s, q, how)
}

// A passage is a draft under way: what it has done to the hold and the supply,
// and where it stands. A draft that turns out illegal leaves nothing but this.
type passage struct {
	steps  []int // indexes in the tableau, that of the new tile being its length
	done   int   // steps begun
	hold   goods
	supply goods
	start  int  // the time before
	acted  bool // whether the last step begun was executed
	time   int
	cost   int // of the tile in the grid
}

// stepsUsual is how many steps most drafts have at most: that of the new tile
// and one for each side.
const stepsUsual = 5

// draft is one turn (UB-20): the tile leaves the grid and joins the tableau, its
// action is executed, then its wind re-triggers others (UB-40).
func (r *rules) draft(s *state, q *request, how *passage) code {
	if how == nil {
		how = &passage{steps: make([]int, 0, stepsUsual)}
	}
	t := s.grid.at(q.take)
	p := &s.players[q.player]
	switch {
	case !s.grid.has(q.take):
		return offGrid // UB-20
	case t == 0:
		return noTile // UB-23
	case p.tableau.find(q.place) >= 0:
		return occupied // UB-26
	case !r.adjacent(p.tableau, q.place):
		return notAdjacent // UB-25
	}
	if c := r.findSteps(how, p.tableau, t, q); c != legal {
		return c
	}
	if c := r.counted(q, len(how.steps)); c != legal {
		return c
	}
	how.hold, how.supply, how.start, how.cost = p.hold, s.supply, p.time, r.cost(&s.grid, q.take)
	how.time = how.cost
	if c := r.carryOut(how, p.tableau, t, q); c != legal {
		return c
	}

	r.takeTile(s, q.take)
	p.tableau = r.put(p.tableau, placed{q.place, t})
	p.hold, s.supply = how.hold, how.supply
	r.moveMarker(s, q.player, how.time)
	r.endDraft(s)
	return legal
}

// put adds a tile to a tableau, behind all others (UB-20).
func (r *rules) put(t tableau, p placed) tableau { return append(t, p) }

// takeTile empties a cell of the grid for the rest of the round (UB-23).
func (r *rules) takeTile(s *state, at pos) { s.grid.cells[s.grid.index(at)] = 0 }

// adjacent tells whether a tile of the tableau lies where one has to for another
// to be put at the place (UB-25).
func (r *rules) adjacent(t tableau, at pos) bool { return t.touches(at) }

// carryOut goes through the steps of a draft and what is dumped around them, to
// the first that is illegal.
func (r *rules) carryOut(how *passage, own tableau, t tile, q *request) code {
	how.done, how.acted = 0, false
	if c := r.dump(how, q.dump(0)); c != legal {
		return c
	}
	skip := q.skip
	for k := range how.steps {
		how.done = k + 1
		skipped := len(skip) > 0 && skip[0] == k+1
		if skipped {
			skip = skip[1:]
		}
		if c := r.step(how, own, t, skipped, q.dump(k+1)); c != legal {
			return c
		}
	}
	return legal
}

// step goes through the step under way: the tile acts, then goods go overboard,
// and then the others have to fit (UB-53).
func (r *rules) step(how *passage, own tableau, t tile, skipped bool, dumped goods) code {
	if c := r.act(how, own, t, skipped); c != legal {
		return c
	}
	if c := r.dump(how, dumped); c != legal {
		return c
	}
	if !r.settled(how) {
		return doesNotFit // UB-53
	}
	return legal
}

// dump is what the request throws overboard after step k.
func (q *request) dump(k int) goods {
	if k < len(q.dumps) {
		return q.dumps[k]
	}
	return goods{}
}

// acting is the tile of the step under way, and whether it is the new one.
func (how *passage) acting(own tableau, t tile) (acting tile, isNew bool) {
	i := how.steps[how.done-1]
	if i == len(own) {
		return t, true
	}
	return own[i].tile, false
}
