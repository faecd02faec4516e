package ubar

import (
	"math"
	"slices"
)

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
	take      pos // in the grid
	place     pos // in the tableau
	target    pos // of the wind any
	hasTarget bool
	skip      []int   // numbers of steps, from 1, increasing
	dumps     []goods // before step 1, after step 1, and so on

	sold goods // of a sale
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
		return notYourTurn
	case q.sells:
		return r.sell(s, q)
	}
	return r.draft(s, q, how)
}

// A passage is a draft under way: what it has done to the hold and the supply,
// and where it stands. A draft that turns out illegal leaves nothing but this.
type passage struct {
	steps    []int // indexes in the tableau, that of the new tile being its length
	done     int   // steps begun
	hold     goods
	supply   goods
	start    int  // the time before
	acted    bool // whether the last step begun was executed
	declined bool // whether all that is left is declined, in a wrong program
	time     int
	cost     int // of the tile in the grid
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
		return offGrid
	case t == 0:
		return noTile // UB-23
	case p.tableau.find(q.place) >= 0 && !r.wrong.place.onTiles:
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
	if r.wrong.track.tileFree {
		how.time = 0
	}
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

// counted tells whether there are the steps that a request skips (UB-47), and no
// more entries of what is dumped than steps and one (UB-54).
func (r *rules) counted(q *request, steps int) code {
	most, dumps := steps, steps+1
	switch {
	case r.wrong.action.anyStep:
		most = skipMax
	case r.wrong.action.lastStepStays:
		most--
	case r.wrong.ship.anyNumber:
		dumps = dumpsMax
	case r.wrong.ship.lastRefused:
		dumps--
	}
	switch {
	case len(q.skip) > 0 && q.skip[len(q.skip)-1] > most:
		return noSuchStep
	case len(q.dumps) > dumps:
		return tooManyDumps
	}
	return legal
}

// put adds a tile to a tableau, behind all others (UB-20).
func (r *rules) put(t tableau, p placed) tableau {
	switch w := &r.wrong.place; {
	case w.lost:
		return t
	case w.behindStarter:
		return slices.Insert(slices.Clip(t), 1, p)
	}
	return append(t, p)
}

// moveMarker moves the marker of a player once, by the whole time of a draft
// (UB-12). Without time it stays where it is, also among those of its space,
// unless it is put on top of them (UB-13).
func (r *rules) moveMarker(s *state, i, time int) {
	if time > 0 || r.restack {
		r.advance(s, i, r.landing(s, s.players[i].time, time))
	}
}

// landing is the space where a marker comes to lie: it goes beyond a round end
// (UB-14), but never beyond the last space (UB-15).
func (r *rules) landing(s *state, from, time int) int {
	switch w := &r.wrong.track; {
	case w.stopsAtEnd && from < s.roundEnd():
		return min(s.roundEnd(), from+time)
	case w.beyondLast:
		return from + time
	case w.lastForgotten:
		return max(from, min(spaceMax-1, from+time))
	}
	return min(spaceMax, from+time)
}

// findSteps finds the tiles that a draft triggers: the new one, and those that
// its wind reaches (UB-42 to UB-46).
func (r *rules) findSteps(how *passage, own tableau, t tile, q *request) code {
	w, wrong := t.face().wind, &r.wrong.wind
	list := append(how.steps[:0], len(own))
	switch {
	case w.kind != anyTile && q.hasTarget && !wrong.targetIgnored:
		return targetNotAllowed
	case w.kind != anyTile:
		list = r.reached(list, own, q.place, w)
	case !q.hasTarget && !wrong.targetless:
		return targetNeeded
	case q.hasTarget:
		i := own.find(q.target)
		if wrong.anyItself && q.target == q.place {
			i = len(own)
		}
		list = r.reached(list, own, q.place, w)
		if i < 0 || i < len(own) && !slices.Contains(list[1:], i) {
			return badTarget
		}
		if !wrong.anyMeansAll {
			list = append(list[:1], i)
		}
	}
	how.steps = r.triggered(list, own, q.place)
	return legal
}

// triggered are the indexes of the tiles of a draft as they are, but for mutants.
func (r *rules) triggered(list []int, own tableau, place pos) []int {
	switch w := &r.wrong.wind; {
	case w.chain:
		return r.chain(list, own, place)
	case w.first:
		return append(list[1:], list[0])
	case w.none:
		return list[:1]
	case w.ownAgain:
		return append(list, len(own))
	case w.idleNoSteps:
		return slices.DeleteFunc(list, func(i int) bool { return i < len(own) && !own[i].tile.face().acts })
	}
	return list
}

// chain adds the tiles that the winds of re-triggered tiles reach, each tile
// once (UB-M29).
func (r *rules) chain(list []int, own tableau, place pos) []int {
	for k := 1; k < len(list); k++ {
		from := own[list[k]]
		if w := from.tile.face().wind; w.kind != anyTile {
			for _, i := range r.reached(nil, own, from.at, w) {
				if own[i].at != place && !slices.Contains(list, i) {
					list = append(list, i)
				}
			}
		}
	}
	return list
}

// carryOut goes through the steps of a draft and what is dumped around them, to
// the first that is illegal.
func (r *rules) carryOut(how *passage, own tableau, t tile, q *request) code {
	how.done, how.acted, how.declined = 0, false, false
	if c := r.dump(how, q.dump(0)); c != legal {
		return c
	}
	skip := q.skip
	for k := range how.steps {
		how.done = k + 1
		if k == 1 && r.wrong.wind.needsAction && !how.acted {
			return legal
		}
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
	w := &r.wrong.ship
	if w.early {
		if c := r.dump(how, dumped); c != legal {
			return c
		}
		dumped = goods{}
	}
	if c := r.act(how, own, t, skipped); c != legal {
		return c
	}
	if w.beforeDump && !r.settled(how) {
		return doesNotFit
	}
	if c := r.dump(how, dumped); c != legal {
		return c
	}
	if !r.settled(how) {
		return doesNotFit
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

// act does the step under way. Each tile acts once (UB-48), and only its action
// counts, not its own wind (UB-41). What cannot be done does nothing and costs
// nothing (UB-35).
func (r *rules) act(how *passage, own tableau, t tile, skipped bool) code {
	acting, isNew := how.acting(own, t)
	face, w := acting.face(), &r.wrong.action
	how.acted = false
	switch {
	case !face.acts, isNew && w.ownIdle, !isNew && w.laterIdle:
	case !r.possible(&face.action, how):
		if w.refused {
			return mustExecute
		}
		if w.paysInVain {
			how.time += face.action.time
		}
	case !skipped && !how.declined:
		r.execute(&face.action, how, isNew)
	case !r.declinable(isNew):
		return mustExecute
	case isNew:
	case w.declinedCosts:
		how.time += face.action.time
	case w.declinesRest:
		how.declined = true
	}
	return legal
}

// settled tells whether the goods fit after the step under way (UB-53).
func (r *rules) settled(how *passage) bool {
	w := &r.wrong.ship
	return w.overfull || w.inTheEnd && how.done < len(how.steps) || r.fits(how.hold)
}

// canAct tells whether the step that is due has an action that is possible.
func (r *rules) canAct(how *passage, own tableau, t tile) bool {
	acting, _ := how.acting(own, t)
	a := acting.face()
	return a.acts && r.possible(&a.action, how)
}

// declinable tells whether a possible action may be skipped: never that of the
// new tile (UB-30), that of a re-triggered one unless the option forbids it
// (UB-47).
func (r *rules) declinable(isNew bool) bool {
	if isNew {
		return r.wrong.action.mayDecline
	}
	return !r.forced
}

// dump throws goods overboard, before the first step or after the one under way
// (UB-54).
func (r *rules) dump(how *passage, x goods) code {
	w := &r.wrong.ship
	switch {
	case w.whatThereIs:
		x = x.atMost(how.hold)
	case w.firstIgnored && how.done == 0:
		x = goods{}
	}
	switch {
	case x.isEmpty():
		return legal
	case !how.hold.contains(x), w.needsCause && how.done > 0 && r.fits(how.hold):
		return dumpNotHeld
	}
	how.hold = how.hold.minus(x)
	if !w.dumpedGone {
		how.supply = r.lose(how.supply, x)
	}
	return legal
}

// lose is the supply after goods were dumped or sold (UB-55).
func (r *rules) lose(supply, lost goods) goods {
	if r.lostRemoved {
		return supply
	}
	return supply.plus(lost)
}

// possible tells whether an action can be executed: the hold has all that is
// given (UB-31), and the supply, once that is back, has what comes (UB-32). Room
// does not matter (UB-34).
func (r *rules) possible(a *action, how *passage) bool {
	w := &r.wrong.action
	hold, need, supply := how.hold, a.give, how.supply
	switch {
	case w.gainFirst:
		hold = hold.plus(a.get)
	case w.oneOfEach:
		need = need.atMost(oneOfEach)
	case w.keepsOne:
		need = need.oneMore()
	}
	switch {
	case !hold.contains(need),
		w.roomNeeded && !r.fits(hold.minus(a.give).plus(a.get)),
		r.wrong.track.noTimeLeft && a.time > 0 && how.start+how.time+a.time > spaceMax:
		return false
	case w.supplyEndless:
		return true
	case !w.supplyBefore:
		supply = supply.plus(a.give)
	}
	switch {
	case r.partialSupply:
		return !a.get.atMost(supply).isEmpty()
	case w.supplyKeepsOne:
		return supply.contains(a.get.oneMore())
	}
	return supply.contains(a.get)
}

// execute does an action that is possible: the given goods go to the supply, then
// what comes leaves it (UB-33), of each good as many as there are (UB-32).
func (r *rules) execute(a *action, how *passage, isNew bool) {
	w := &r.wrong.action
	how.acted = true
	if !w.givenLost {
		how.supply = how.supply.plus(a.give)
	}
	come := a.get.atMost(how.supply)
	if !w.gainFromNowhere {
		how.supply = how.supply.minus(come)
	}
	if w.supplyEndless {
		come = a.get
	}
	how.hold = how.hold.plus(come)
	if !w.givenKept {
		how.hold = how.hold.minus(a.give.atMost(how.hold)) // it has all of it, but in a mutant
	}
	how.time += r.price(a, isNew)
}

// price is the time of an action (UB-12).
func (r *rules) price(a *action, isNew bool) int {
	switch w := &r.wrong.track; {
	case isNew && w.ownTimeFree, !isNew && w.laterTimeFree:
		return 0
	case w.oneForAny:
		return min(a.time, 1)
	}
	return a.time
}

// endDraft ends the round when all markers are at its end or beyond (UB-60), or
// when nothing is left to draft (UB-61).
func (r *rules) endDraft(s *state) {
	ended := r.roundOver(s)
	if !ended && s.grid.isEmpty() {
		if r.refillEmpty {
			s.pile = r.fill(&s.grid, s.pile)
		}
		if s.grid.isEmpty() {
			r.advanceAll(s)
			ended = true
		}
	}
	if !ended {
		return
	}
	s.phase = selling
	s.toSell = slices.Clone(s.order) // UB-64
	switch {
	case r.seatsSell:
		slices.Sort(s.toSell)
	case r.wrong.round.sellersTurned:
		slices.Reverse(s.toSell)
	}
}

func (r *rules) roundOver(s *state) bool {
	first, last := math.MaxInt, 0
	for i := range s.players {
		first, last = min(first, s.players[i].time), max(last, s.players[i].time)
	}
	end := s.roundEnd() + r.wrong.round.endsLater
	if r.wrong.round.firstEnds {
		return last >= end
	}
	return first >= end
}

// advanceAll moves each marker short of the round end to it, in turn order, each
// on top of those there (UB-61).
func (r *rules) advanceAll(s *state) {
	order := slices.Clone(s.order)
	if r.wrong.round.emptyBySeat {
		slices.Sort(order)
	}
	for _, i := range order {
		if s.players[i].time < s.roundEnd() || r.wrong.round.emptyForAll {
			r.advance(s, i, s.roundEnd())
		}
	}
}
