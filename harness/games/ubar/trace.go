package ubar

import (
	"slices"
	"strconv"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// What an oracle meets is found by looking at what goes in and what comes out,
// and by going through a draft once more, step by step, so that answers which
// nobody measures pay nothing for it.

// The groups of tasks of features alone.
var (
	tasksShowing = []string{"move", "play", "view", "score"}
	tasksTabling = []string{"move", "play", "view"}
	tasksPlayers = []string{"move", "play", "view", "score", "setup"}
)

// features are what the oracles note besides clauses. Names with a colon have
// the kind of thing in front.
var features = func() []game.Feature {
	list := []game.Feature{
		{Name: "players=2", Means: "a game of two", Tasks: tasksPlayers},
		{Name: "players=3", Means: "a game of three", Tasks: tasksPlayers},
		{Name: "players=4", Means: "a game of four", Tasks: tasksPlayers},
		{Name: "round=1", Means: "a State of the first round", Tasks: tasksShowing},
		{Name: "round=2", Means: "a State of the second round", Tasks: tasksShowing},
		{Name: "round=3", Means: "a State of the third round", Tasks: tasksShowing},
		{Name: "phase:draft", Means: "a State that awaits a draft", Tasks: tasksShowing},
		{Name: "phase:sell", Means: "a State that awaits a sale", Tasks: tasksShowing},
		{Name: "phase:over", Means: "a State that is over", Tasks: tasksShowing},
		{Name: "pile=0", Means: "a State without a pile", Tasks: tasksTabling},
		{Name: "grid:hole", Means: "a State with a hole in the grid", Tasks: tasksTabling},
		{Name: "grid:full", Means: "a State whose grid has no hole", Tasks: tasksTabling},
		{Name: "space:shared", Means: "two players on one space in the draft phase, the furthest back", Tasks: tasksTabling},

		{Name: "time=0", Means: "a draft that takes no time", Tasks: tasksJudging},
		{Name: "time=0:shared", Means: "a draft that takes no time, by a player who shares the space", Tasks: tasksJudging},
		{Name: "lands:on-others", Means: "a marker that lands where another one is", Tasks: tasksJudging},
		{Name: "lands:round-end", Means: "a marker that lands on the round end", Tasks: tasksJudging},
		{Name: "lands:beyond-round-end", Means: "a marker that passes the round end", Tasks: tasksJudging},
		{Name: "lands:last-space", Means: "a marker that lands exactly on space 36", Tasks: tasksJudging},
		{Name: "lands:held-back", Means: "a marker that space 36 holds back", Tasks: tasksJudging},
		{Name: "round:ends", Means: "a draft that ends the round", Tasks: tasksJudging},
		{Name: "round:goes-on", Means: "a draft after which some markers, but not all, have reached the round end", Tasks: tasksJudging},
		{Name: "round:one-short", Means: "a draft after which the last marker lacks one space to the round end, and the others do not", Tasks: tasksJudging},
		{Name: "grid:emptied", Means: "a draft of the last tile before the round is over", Tasks: tasksJudging},

		{Name: "steps=1", Means: "a draft that triggers no other tile", Tasks: tasksJudging},
		{Name: "steps=2", Means: "a draft that triggers one other tile", Tasks: tasksJudging},
		{Name: "steps>2", Means: "a draft that triggers several other tiles", Tasks: tasksJudging},
		{Name: "step:own-action", Means: "the new tile's action is executed", Tasks: tasksJudging},
		{Name: "step:later-action", Means: "a re-triggered action is executed", Tasks: tasksJudging},
		{Name: "step:no-action", Means: "a step whose tile has no action", Tasks: tasksJudging},
		{Name: "step:lacks-goods", Means: "an action for which the hold lacks goods", Tasks: tasksJudging},
		{Name: "step:short-supply", Means: "an action for which the supply lacks goods", Tasks: tasksJudging},
		{Name: "step:time-for-goods", Means: "time is exchanged for goods", Tasks: tasksJudging},
		{Name: "step:no-time-left", Means: "a time action that takes more time than is left", Tasks: tasksJudging},
		{Name: "step:last-goods", Means: "an exchange that takes the last goods of a kind", Tasks: tasksJudging},
		{Name: "step:no-room", Means: "an action that brings goods for which there is no room", Tasks: tasksJudging},
		{Name: "supply:all", Means: "an action that takes the last goods of a kind from the supply", Tasks: tasksJudging},
		{Name: "skip:impossible", Means: "an action is declined that is not possible", Tasks: tasksJudging},
		{Name: "skip:later-action", Means: "a re-triggered action is declined", Tasks: tasksJudging},
		{Name: "skip:goes-on", Means: "a re-triggered action is executed after another was declined", Tasks: tasksJudging},
		{Name: "dump:first", Means: "goods are dumped before the first step", Tasks: tasksJudging},
		{Name: "dump:needed", Means: "goods are dumped that leave no room for the others", Tasks: tasksJudging},
		{Name: "dump:unneeded", Means: "goods are dumped after a step although all fit", Tasks: tasksJudging},
		{Name: "any:far", Means: "the wind any triggers a tile that is not adjacent", Tasks: tasksJudging},
		{Name: "any:no-action", Means: "the wind any triggers a tile without action", Tasks: tasksJudging},

		{Name: "wind:line", Means: "a line that reaches a tile", Tasks: tasksWinds},
		{Name: "wind:any", Means: "the wind any", Tasks: tasksWinds},
		{Name: "wind:orthogonal", Means: "the wind orthogonal that reaches a tile", Tasks: tasksWinds},
		{Name: "wind:diagonal", Means: "the wind diagonal that reaches a tile", Tasks: tasksWinds},
		{Name: "wind:nothing", Means: "a wind that reaches no tile", Tasks: tasksWinds},
		{Name: "wind:several", Means: "a wind around the new tile that reaches several", Tasks: tasksWinds},
		{Name: "line:hole", Means: "a line with a tile behind an empty cell", Tasks: tasksWinds},
		{Name: "line:full", Means: "a line of several tiles", Tasks: tasksWinds},
		{Name: "tableau=1", Means: "a tableau with only the starter", Tasks: []string{"winds"}},

		{Name: "sold:nothing", Means: "nothing is sold, although there are goods", Tasks: tasksSale},
		{Name: "sold:part", Means: "a part of the goods is sold", Tasks: tasksSale},
		{Name: "sold:all", Means: "all goods are sold", Tasks: tasksSale},
		{Name: "hold=0", Means: "a sale with an empty ship", Tasks: tasksSale},
		{Name: "price:over", Means: "the overvalued good is sold", Tasks: tasksSale},
		{Name: "price:under", Means: "the undervalued good is sold", Tasks: tasksSale},
		{Name: "price:normal", Means: "a good is sold at its normal price", Tasks: tasksSale},
		{Name: "coins>130", Means: "more coins are paid than there are in the box", Tasks: tasksJudging},
		{Name: "sale:last", Means: "the last sale of a round", Tasks: tasksJudging},
		{Name: "sale:of-the-game", Means: "the last sale of the game", Tasks: tasksJudging},
		{Name: "sellers:not-by-seat", Means: "a round ends whose players sell in another order than by index", Tasks: tasksJudging},
		{Name: "refill:short", Means: "a pile that does not fill the grid", Tasks: tasksJudging},
		{Name: "refill:some-stay", Means: "a grid is refilled that still has tiles", Tasks: tasksJudging},
		{Name: "round:no-draft", Means: "a round begins whose end all markers have reached", Tasks: tasksJudging},
		{Name: "round:nothing-to-draft", Means: "a round begins for which there are no tiles", Tasks: tasksJudging},

		{Name: "requests=0", Means: "a State without requests", Tasks: []string{"play"}},
		{Name: "requests:after-illegal", Means: "a legal request after an illegal one", Tasks: []string{"play"}},
		{Name: "requests:several-rounds", Means: "requests of several rounds", Tasks: []string{"play"}},
		{Name: "requests:to-the-end", Means: "requests that end the game", Tasks: []string{"play"}},

		{Name: "winners=0", Means: "a standing before the end", Tasks: tasksRanking},
		{Name: "winners=1", Means: "one winner", Tasks: tasksRanking},
		{Name: "winners>1", Means: "several winners", Tasks: tasksRanking},
		{Name: "tie:behind", Means: "players who share another place than the first", Tasks: tasksRanking},
		{Name: "goods:left", Means: "a player with goods left when the game is over", Tasks: tasksRanking},

		{Name: "view:acting", Means: "the view of the acting player", Tasks: []string{"view"}},
		{Name: "view:waiting", Means: "the view of another player", Tasks: []string{"view"}},
		{Name: "order:not-by-seat", Means: "a set-up in which turns are not taken by index", Tasks: tasksSetup},
		{Name: "starters:out-of-order", Means: "a set-up whose starters are not in the order of their ids", Tasks: tasksSetup},

		{Name: "cell:hole", Means: "a cell without a tile", Tasks: []string{"cost"}},
		{Name: "cell:off-grid", Means: "a cell outside the grid", Tasks: []string{"cost"}},
		{Name: "cell:corner", Means: "a cell at a corner of the grid", Tasks: []string{"cost"}},
		{Name: "neighbours=0", Means: "a tile without neighbours", Tasks: []string{"cost"}},
		{Name: "neighbours=4", Means: "a tile with four neighbours", Tasks: []string{"cost"}},
		{Name: "cost=0", Means: "a tile that costs nothing", Tasks: []string{"cost"}},
		{Name: "grid=1", Means: "a grid of one cell", Tasks: []string{"cost"}},
		{Name: "grid=25", Means: "a grid of five rows of five", Tasks: []string{"cost"}},

		{Name: "goods=0", Means: "no goods", Tasks: []string{"fit"}},
		{Name: "goods>20", Means: "more of a good than there are", Tasks: []string{"fit"}},
		{Name: "spaces=28", Means: "goods that take all 28 spaces and fit", Tasks: []string{"fit"}},
		{Name: "spaces=28:no", Means: "goods that take all 28 spaces and do not fit", Tasks: []string{"fit"}},
		{Name: "spaces=29", Means: "goods that take one space too many", Tasks: []string{"fit"}},
		{Name: "spaces<28:no", Means: "goods that take less than 28 spaces and do not fit", Tasks: []string{"fit"}},
	}
	for n := 1; n <= 3; n++ {
		list = append(list, game.Feature{Name: "length=" + strconv.Itoa(n), Means: "a line of length " + strconv.Itoa(n), Tasks: tasksWinds})
	}
	for _, d := range directionNames {
		list = append(list, game.Feature{Name: "dir:" + d, Means: "a line in the direction " + d + " that reaches a tile", Tasks: tasksWinds})
	}
	for _, c := range codes {
		tasks := tasksJudging
		if c.Name == string(notHeld) {
			tasks = tasksSale
		}
		list = append(list, game.Feature{Name: "code:" + c.Name, Means: "a request that is illegal: " + c.When, Tasks: tasks})
	}
	return list
}()

// traceShown notes what a State has.
func traceShown(tr *game.Trace, s *state) {
	tr.Feature("players=" + strconv.Itoa(len(s.players)))
	tr.Feature("round=" + strconv.Itoa(s.round))
	tr.Feature("phase:" + phaseNames[s.phase])
}

// traceTable notes what the table of a State has.
func traceTable(tr *game.Trace, s *state) {
	traceShown(tr, s)
	if len(s.pile) == 0 {
		tr.Feature("pile=0")
	}
	if s.grid.tiles() < s.grid.rows*s.grid.cols {
		tr.Feature("grid:hole")
	} else {
		tr.Feature("grid:full")
	}
	if s.phase == drafting && s.shared(s.order[0]) {
		tr.Feature("space:shared")
	}
}

// shared tells whether another marker is on the space of a player's.
func (s *state) shared(i int) bool {
	for k := range s.players {
		if k != i && s.players[k].time == s.players[i].time {
			return true
		}
	}
	return false
}

// traceTurn notes what decides whose turn it is to draft.
func traceTurn(tr *game.Trace, s *state) {
	if s.phase != drafting {
		return
	}
	first := s.order[0]
	if s.players[s.order[len(s.order)-1]].time > s.players[first].time {
		tr.Clause("UB-10")
	}
	if s.shared(first) {
		tr.Clause("UB-11")
	}
}

// traceView notes what a player sees.
func (o *oracle) traceView(s *state, you int) {
	tr := o.trace
	if tr == nil {
		return
	}
	traceTable(tr, s)
	traceTurn(tr, s)
	tr.Clause("UB-60") // the round end
	tr.Clause("UB-75")
	if s.phase == over {
		tr.Clause("UB-72")
	}
	if o.rules.actor(s) == you {
		tr.Feature("view:acting")
	} else {
		tr.Feature("view:waiting")
	}
	for row := range s.grid.rows {
		for col := range s.grid.cols {
			traceCost(tr, &s.grid, pos{int8(row), int8(col)})
		}
	}
}

// traceCost notes what decides the cost of a cell's tile, and returns the number
// of its neighbours.
func traceCost(tr *game.Trace, g *grid, p pos) int {
	face := g.at(p).face()
	switch {
	case !g.has(p):
		tr.Clause("UB-24")
		return 0
	case g.at(p) == 0:
		tr.Clause("UB-23")
		return 0
	}
	tr.Clause("UB-21")
	neighbours := 0
	for d := up; d <= left; d++ {
		at := p.plus(d.step())
		neighbour := g.at(at)
		if neighbour == 0 {
			if g.has(at) {
				tr.Clause("UB-23")
			}
			continue
		}
		neighbours++
		if touch := neighbour.face().touch; touch[d] > 0 || touch[d.opposite()] > 0 {
			tr.Clause("UB-22")
		}
		if face.touch[d] > 0 {
			tr.Clause("UB-24")
		}
	}
	if slices.ContainsFunc(corners[:], func(d pos) bool { return g.at(p.plus(d)) != 0 }) {
		tr.Clause("UB-24")
	}
	return neighbours
}

// traceCell notes a grid and a cell by themselves.
func (o *oracle) traceCell(g *grid, p pos) {
	tr := o.trace
	if tr == nil {
		return
	}
	neighbours := traceCost(tr, g, p)
	switch g.rows * g.cols {
	case 1:
		tr.Feature("grid=1")
	case sideMax * sideMax:
		tr.Feature("grid=25")
	}
	switch {
	case !g.has(p):
		tr.Feature("cell:off-grid")
		return
	case g.at(p) == 0:
		tr.Feature("cell:hole")
		return
	case neighbours == 0:
		tr.Feature("neighbours=0")
	case neighbours == 4:
		tr.Feature("neighbours=4")
	}
	if (p.row == 0 || int(p.row) == g.rows-1) && (p.col == 0 || int(p.col) == g.cols-1) {
		tr.Feature("cell:corner")
	}
	if o.rules.cost(g, p) == 0 {
		tr.Feature("cost=0")
	}
}

// traceHold notes what decides whether goods fit: a clause has a say if they
// would or would not without it.
func (r *rules) traceHold(tr *game.Trace, g goods) {
	fits := r.fits(g)
	m := 0
	if r.mirrored {
		m = 1
	}
	differs := func(way stowage, m int) bool { return wrongPackers[way][m]().fits(g) != fits }
	if spaces(g) > shipCells || differs(spaceLost, m) {
		tr.Clause("UB-50")
	}
	if differs(bySpaces, m) || differs(greedily, m) {
		tr.Clause("UB-51")
	}
	if differs(unturned, m) || packers[1-m]().fits(g) != fits {
		tr.Clause("UB-52")
	}
}

// traceFit notes goods by themselves.
func (o *oracle) traceFit(g goods) {
	tr := o.trace
	if tr == nil {
		return
	}
	o.rules.traceHold(tr, g)
	n, fits := spaces(g), o.rules.fits(g)
	switch {
	case n == 0:
		tr.Feature("goods=0")
	case n == shipCells && fits:
		tr.Feature("spaces=28")
	case n == shipCells:
		tr.Feature("spaces=28:no")
	case n == shipCells+1:
		tr.Feature("spaces=29")
	case n < shipCells && !fits:
		tr.Feature("spaces<28:no")
	}
	if slices.Max(g[:]) > supplyOfGood {
		tr.Feature("goods>20")
	}
}

// traceWind notes which tiles a wind reaches.
func (r *rules) traceWind(tr *game.Trace, own tableau, at pos, w wind) {
	reached := r.reached(nil, own, at, w)
	if w.kind == anyTile {
		tr.Clause("UB-44")
		tr.Feature("wind:any")
	} else if len(reached) > 0 {
		tr.Clause("UB-27")
		tr.Feature("wind:" + windNames[w.kind])
	} else {
		tr.Feature("wind:nothing")
	}
	if slices.Contains(reached, 0) {
		tr.Clause("UB-48")
	}
	switch several := len(reached) > 1; w.kind {
	case line:
		r.traceLine(tr, own, at, w, reached)
	case orthogonal:
		if len(reached) > 0 {
			tr.Clause("UB-45")
		}
		if several {
			tr.Feature("wind:several")
		}
	case diagonal:
		if len(reached) > 0 {
			tr.Clause("UB-46")
		}
		if several {
			tr.Feature("wind:several")
		}
	}
}

// traceLine notes a line.
func (r *rules) traceLine(tr *game.Trace, own tableau, at pos, w wind, reached []int) {
	tr.Feature("length=" + strconv.Itoa(w.length))
	if len(reached) > 0 {
		tr.Clause("UB-42")
		tr.Feature("dir:" + directionNames[w.dir])
	}
	if len(reached) > 1 {
		tr.Feature("line:full")
	}
	for other := gapsCounted; other <= gapsStop; other++ {
		rules := *r
		rules.gaps = other
		if !slices.Equal(rules.reached(nil, own, at, w), reached) {
			tr.Clause("UB-43")
			tr.Feature("line:hole")
		}
	}
}

// traceWinds notes a tableau and a wind by themselves.
func (o *oracle) traceWinds(own tableau, at pos, w wind) {
	if o.trace == nil {
		return
	}
	o.rules.traceWind(o.trace, own, at, w)
	if len(own) == 1 {
		o.trace.Feature("tableau=1")
	}
}

// traceSale notes a sale that is not refused, or why it is.
func traceSale(tr *game.Trace, m market, hold, sold goods, c code) {
	if c != legal {
		tr.Clause("UB-62")
		tr.Feature("code:" + string(c))
		return
	}
	left := hold.minus(sold)
	if !hold.isEmpty() {
		tr.Clause("UB-62")
	}
	if !sold.isEmpty() {
		tr.Clause("UB-63")
	}
	if !left.isEmpty() {
		tr.Clause("UB-66")
	}
	switch {
	case hold.isEmpty():
		tr.Feature("hold=0")
	case sold.isEmpty():
		tr.Feature("sold:nothing")
	case left.isEmpty():
		tr.Feature("sold:all")
	default:
		tr.Feature("sold:part")
	}
	for k, price := range content.markets[m].prices {
		switch usual := content.prices[k]; {
		case sold[k] == 0:
		case price > usual:
			tr.Feature("price:over")
		case price < usual:
			tr.Feature("price:under")
		default:
			tr.Feature("price:normal")
		}
	}
}

// traceResult notes what decides the standing.
func (r *rules) traceResult(tr *game.Trace, s *state) {
	if tr == nil {
		return
	}
	groups := r.standing(s)
	tr.Clause("UB-72")
	if len(groups) > 1 {
		tr.Clause("UB-73")
	}
	coins := make(map[int]bool)
	for i := range s.players {
		coins[s.players[i].coins] = true
		if s.phase == over && !s.players[i].hold.isEmpty() {
			tr.Clause("UB-73")
			tr.Feature("goods:left")
		}
	}
	if len(coins) < len(s.players) {
		tr.Clause("UB-74")
	}
	for k, g := range groups {
		if k > 0 && len(g) > 1 {
			tr.Feature("tie:behind")
		}
	}
	switch {
	case s.phase != over:
		tr.Feature("winners=0")
	case len(groups[0]) > 1:
		tr.Feature("winners>1")
	default:
		tr.Feature("winners=1")
	}
}

// traceSetup notes the set-up of a game, which shows all clauses about it.
func (o *oracle) traceSetup(b *setup) {
	tr := o.trace
	if tr == nil {
		return
	}
	for _, id := range []string{"UB-01", "UB-02", "UB-03", "UB-04", "UB-05", "UB-06", "UB-07", "UB-69"} {
		tr.Clause(id)
	}
	tr.Feature("players=" + strconv.Itoa(len(b.starters)))
	if !slices.IsSorted(b.order) {
		tr.Feature("order:not-by-seat")
	}
	if !slices.IsSorted(b.starters) {
		tr.Feature("starters:out-of-order")
	}
}

// judge is that of the rules, with notes if somebody wants them.
func (o *oracle) judge(s *state, q *request) code {
	tr := o.trace
	if tr == nil {
		return o.rules.judge(s, q, &o.how)
	}
	before := s.clone()
	c := o.rules.judge(s, q, &o.how)
	traceTable(tr, before)
	if c != legal {
		tr.Clause(o.rules.clauseOf(c, before.phase, &o.how))
		tr.Feature("code:" + string(c))
	}
	switch {
	case c == gameOver, c == wrongPhase:
	case c == notYourTurn:
		traceTurn(tr, before)
	case q.sells:
		traceSale(tr, o.rules.market(before), before.players[q.player].hold, q.sold, c)
		if c == legal {
			o.rules.traceSold(tr, before, s, q)
		}
	default:
		o.rules.traceDraft(tr, before, q, c)
		if c == legal {
			o.traceDrafted(before, s, q)
		}
	}
	return c
}

// traceSold notes a legal sale in a game, and what follows it.
func (r *rules) traceSold(tr *game.Trace, before, s *state, q *request) {
	if !q.sold.isEmpty() {
		tr.Clause("UB-55")
	}
	total := 0
	for i := range s.players {
		total += s.players[i].coins
	}
	if total > coinsMax {
		tr.Clause("UB-65")
		tr.Feature("coins>130")
	}
	if len(before.toSell) > 1 {
		tr.Clause("UB-64")
		return
	}
	tr.Clause("UB-67")
	tr.Feature("sale:last")
	if s.phase == over {
		tr.Clause("UB-72")
		tr.Feature("sale:of-the-game")
		return
	}
	r.traceRound(tr, before, s)
}

// traceRound notes the beginning of a round, before which the last sale was made.
func (r *rules) traceRound(tr *game.Trace, before, s *state) {
	came := len(before.pile) - len(s.pile)
	if came > 0 {
		tr.Clause("UB-68")
	}
	if came > 1 {
		tr.Clause("UB-69")
	}
	if !before.grid.isEmpty() {
		tr.Feature("refill:some-stay")
	}
	if s.grid.tiles() < s.grid.rows*s.grid.cols {
		tr.Clause("UB-68")
		tr.Feature("refill:short")
	}
	past := true
	for i := range before.players {
		past = past && before.players[i].time >= s.roundEnd()
	}
	switch {
	case s.phase == drafting:
		tr.Clause("UB-70")
	case past:
		tr.Clause("UB-71")
		tr.Feature("round:no-draft")
	default:
		tr.Clause("UB-61")
		tr.Feature("round:nothing-to-draft")
	}
}

// traceDraft goes through a draft again, as far as it got.
func (r *rules) traceDraft(tr *game.Trace, s *state, q *request, c code) {
	p, t := &s.players[q.player], s.grid.at(q.take)
	switch c {
	case offGrid, noTile, occupied, notAdjacent:
		return
	}
	var how passage
	if r.findSteps(&how, p.tableau, t, q) != legal {
		return
	}
	r.traceWind(tr, p.tableau, q.place, t.face().wind)
	r.traceSteps(tr, p.tableau, t, q, how.steps)
	if r.counted(q, len(how.steps)) != legal {
		return
	}
	how.hold, how.supply, how.start = p.hold, s.supply, p.time
	how.time = r.cost(&s.grid, q.take)
	executed := make([]bool, len(how.steps))
	declined := false // a re-triggered action that is possible
	if !r.traceDump(tr, &how, q.dump(0)) {
		return
	}
	if !q.dump(0).isEmpty() {
		tr.Feature("dump:first")
	}
	for k := range how.steps {
		how.done = k + 1
		skipped := slices.Contains(q.skip, k+1)
		if declined && r.canAct(&how, p.tableau, t) && !skipped {
			tr.Feature("skip:goes-on")
		}
		declined = declined || k > 0 && skipped && r.canAct(&how, p.tableau, t)
		r.traceAction(tr, &how, p.tableau, t, skipped)
		if r.act(&how, p.tableau, t, skipped) != legal {
			return
		}
		executed[k] = how.acted
		if k > 0 && how.acted && slices.Contains(executed[:k], true) {
			tr.Clause("UB-40")
		}
		x := q.dump(k + 1)
		if !r.fits(how.hold) {
			tr.Clause("UB-53")
			if !x.isEmpty() && how.hold.contains(x) {
				tr.Feature("dump:needed")
			}
		} else if !x.isEmpty() && how.hold.contains(x) {
			tr.Feature("dump:unneeded")
		}
		if !r.traceDump(tr, &how, x) {
			return
		}
		r.traceHold(tr, how.hold)
		if !r.settled(&how) {
			return
		}
	}
}

// traceSteps notes which tiles a draft triggers.
func (r *rules) traceSteps(tr *game.Trace, own tableau, t tile, q *request, list []int) {
	tr.Feature([]string{"steps=1", "steps=2", "steps>2"}[min(len(list), 3)-1])
	for _, i := range list {
		if i == len(own) {
			continue
		}
		if t.face().wind.kind == anyTile {
			if !own[i : i+1].touches(q.place) {
				tr.Feature("any:far")
			}
			if !own[i].tile.face().acts {
				tr.Feature("any:no-action")
			}
		}
		if len(r.reached(nil, own, own[i].at, own[i].tile.face().wind)) > 0 {
			tr.Clause("UB-41")
		}
	}
}

// traceDump notes what goes overboard, and tells whether the draft goes on.
func (r *rules) traceDump(tr *game.Trace, how *passage, x goods) bool {
	if !x.isEmpty() && how.hold.contains(x) {
		tr.Clause("UB-54")
		tr.Clause("UB-55")
	}
	return r.dump(how, x) == legal
}

// traceAction notes what decides about the action of the step that is due.
func (r *rules) traceAction(tr *game.Trace, how *passage, own tableau, t tile, skipped bool) {
	acting, isNew := how.acting(own, t)
	face := acting.face()
	if !face.acts {
		tr.Clause("UB-35")
		tr.Feature("step:no-action")
		return
	}
	a := &face.action
	possible, held := r.possible(a, how), how.hold.contains(a.give)
	stocked := how.supply.plus(a.give)
	switch {
	case !held:
		tr.Clause("UB-31")
		tr.Feature("step:lacks-goods")
	case !stocked.contains(a.get):
		tr.Clause("UB-32")
		if !possible {
			tr.Feature("step:short-supply")
		}
	case !how.supply.contains(a.get):
		tr.Clause("UB-32")
		tr.Clause("UB-33")
	}
	switch {
	case !possible:
		tr.Clause("UB-35")
		if skipped {
			tr.Feature("skip:impossible")
		}
	case skipped: // its clause is that of the code, or of the option
		if !isNew {
			tr.Clause("UB-47")
			if !r.forced {
				tr.Feature("skip:later-action")
			}
		}
	default:
		if isNew {
			tr.Clause("UB-30")
			tr.Feature("step:own-action")
		} else {
			tr.Clause("UB-47")
			tr.Feature("step:later-action")
		}
		r.traceExchange(tr, how, a)
	}
}

// traceExchange notes an action that is about to be executed.
func (r *rules) traceExchange(tr *game.Trace, how *passage, a *action) {
	if a.time > 0 {
		tr.Clause("UB-12")
		tr.Feature("step:time-for-goods")
		if how.start+how.time+a.time > spaceMax {
			tr.Clause("UB-15")
			tr.Clause("UB-31")
			tr.Feature("step:no-time-left")
		}
	} else {
		tr.Clause("UB-31")
		tr.Clause("UB-33")
	}
	come := a.get.atMost(how.supply.plus(a.give))
	for k := range come {
		if a.give[k] > 0 && how.hold[k] == a.give[k] {
			tr.Feature("step:last-goods")
		}
		if come[k] > 0 && how.supply[k]+a.give[k] == come[k] {
			tr.Clause("UB-32")
			tr.Feature("supply:all")
		}
	}
	if !r.fits(how.hold.minus(a.give).plus(come)) {
		tr.Clause("UB-34")
		tr.Feature("step:no-room")
	}
}

// traceDrafted notes a legal draft, and what follows it.
func (o *oracle) traceDrafted(before, s *state, q *request) {
	tr, how := o.trace, &o.how
	traceTurn(tr, before)
	traceCost(tr, &before.grid, q.take)
	for _, id := range []string{"UB-20", "UB-23", "UB-25"} {
		tr.Clause(id)
	}
	p, end := &before.players[q.player], before.roundEnd()
	to := p.time + how.time
	if how.time == 0 {
		tr.Clause("UB-13")
		tr.Feature("time=0")
		if before.shared(q.player) {
			tr.Feature("time=0:shared")
		}
	} else {
		tr.Clause("UB-12")
	}
	switch {
	case how.time > 0 && p.time < end && to == end:
		tr.Feature("lands:round-end")
	case p.time < end && to > end:
		tr.Clause("UB-14")
		tr.Feature("lands:beyond-round-end")
	}
	switch {
	case how.time > 0 && to == spaceMax:
		tr.Feature("lands:last-space")
	case to > spaceMax:
		tr.Clause("UB-15")
		tr.Feature("lands:held-back")
	}
	if how.time > 0 {
		for i := range before.players {
			if i != q.player && before.players[i].time == min(to, spaceMax) {
				tr.Clause("UB-11")
				tr.Feature("lands:on-others")
			}
		}
	}
	traceProgress(tr, before, s, q.player, to)
}

// traceProgress notes whether a draft ends the round, given the time that its
// player should have now.
func traceProgress(tr *game.Trace, before, s *state, player, time int) {
	end := before.roundEnd()
	short, least := 0, end // how many are short of the round end
	for i := range before.players {
		at := before.players[i].time
		if i == player {
			at = time
		}
		if at < end {
			short++
		}
		least = min(least, at)
	}
	emptied := short > 0 && before.grid.tiles() == 1
	switch {
	case emptied:
		tr.Clause("UB-61")
		tr.Feature("grid:emptied")
	case s.phase == selling:
		tr.Clause("UB-60")
		tr.Feature("round:ends")
	case short < len(before.players):
		tr.Clause("UB-60")
		tr.Feature("round:goes-on")
		if short == 1 && least == end-1 {
			tr.Clause("UB-60")
			tr.Feature("round:one-short")
		}
	}
	if s.phase == selling && !slices.IsSorted(s.order) {
		tr.Clause("UB-64")
		tr.Feature("sellers:not-by-seat")
	}
}

// traceRequests notes requests one after another, given the round before them
// and what they came to.
func (o *oracle) traceRequests(before int, s *state, codes []code) {
	tr := o.trace
	if tr == nil {
		return
	}
	if len(codes) == 0 {
		tr.Feature("requests=0")
		traceTable(tr, s)
	}
	legals := 0
	for i, c := range codes {
		if c != legal {
			continue
		}
		legals++
		if i > 0 && codes[i-1] != legal {
			tr.Feature("requests:after-illegal")
		}
	}
	if s.round > before {
		tr.Feature("requests:several-rounds")
	}
	if legals > 0 && s.phase == over {
		tr.Feature("requests:to-the-end")
	}
	o.rules.traceResult(tr, s)
}
