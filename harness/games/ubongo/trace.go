package ubongo

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// What an oracle meets is found by looking at what goes in and what comes out,
// and at the table before and after each request, so that answers which nobody
// measures pay nothing for it.

// The groups of tasks of features.
var (
	tasksState    = []string{"move", "play", "view", "score"}
	tasksProblems = []string{"check", "solve"}
)

// features are what the oracles note besides clauses. Names with a colon have the
// kind of thing in front.
var features = func() []game.Feature {
	list := []game.Feature{
		{Name: "players=2", Means: "two players", Tasks: append(slices.Clone(tasksState), "setup", "rewards")},
		{Name: "players=3", Means: "three players", Tasks: []string{"move", "play", "setup"}},
		{Name: "players=4", Means: "four players", Tasks: append(slices.Clone(tasksState), "setup", "rewards")},
		{Name: "round=1", Means: "a State of the first round", Tasks: tasksState},
		{Name: "round=9", Means: "a State of the ninth round, before its end", Tasks: tasksState},
		{Name: "glass=2", Means: "a State of the second chance", Tasks: tasksState},

		{Name: "claim=60000", Means: "a right claim at 60000 ms", Tasks: tasksMovePlay},
		{Name: "claim=60001", Means: "a claim at 60001 ms", Tasks: tasksMovePlay},
		{Name: "claim:equal-time", Means: "an accepted claim at the time of the one before", Tasks: tasksMovePlay},
		{Name: "claim:before-lower-seat", Means: "an accepted claim while a player in a seat before has not solved", Tasks: tasksMovePlay},
		{Name: "claim:second-chance", Means: "an accepted claim in the second chance", Tasks: tasksMovePlay},
		{Name: "claim:last-of-colour", Means: "the gem drawn is the last of its colour in the bag", Tasks: tasksMovePlay},
		{Name: "claim:out", Means: "a wrong claim that puts the player out", Tasks: tasksMovePlay},
		{Name: "claim=1st", Means: "the first accepted claim of a round", Tasks: tasksMovePlay},
		{Name: "claim=2nd", Means: "the second accepted claim of a round", Tasks: tasksMovePlay},
		{Name: "claim=3rd", Means: "the third accepted claim of a round", Tasks: tasksMovePlay},
		{Name: "claim=4th", Means: "the fourth accepted claim of a round", Tasks: tasksMovePlay},
		{Name: "flip:second", Means: "the hourglass is turned for the second chance", Tasks: tasksMovePlay},
		{Name: "stop=59999", Means: "a stop at 59999 ms", Tasks: tasksMovePlay},
		{Name: "stop=60000", Means: "a stop at 60000 ms", Tasks: tasksMovePlay},
		{Name: "stop:by-solver", Means: "a stop of a player who has solved", Tasks: tasksMovePlay},
		{Name: "stop:second-chance", Means: "a stop that leads to the second chance", Tasks: tasksMovePlay},
		{Name: "stop:no-third-chance", Means: "a stop in the second chance though nobody has solved", Tasks: tasksMovePlay},
		{Name: "stop:after-solution", Means: "a stop in the first chance, of which there is a solver", Tasks: tasksMovePlay},
		{Name: "round-ends:all-done", Means: "a round that ends without a stop", Tasks: tasksMovePlay},
		{Name: "round-ends:not-yet", Means: "nobody is left who could claim, and the round waits for a stop", Tasks: tasksMovePlay},
		{Name: "passes:last-seat", Means: "the die passes from the last seat to the first", Tasks: tasksMovePlay},
		{Name: "passes:not-neighbours", Means: "a next round with a flipper who does not sit to the left of the roller", Tasks: tasksMovePlay},
		{Name: "end:winner", Means: "the last round ends with a winner", Tasks: tasksMovePlay},
		{Name: "end:tie", Means: "the last round ends with a tie for the first place", Tasks: tasksMovePlay},
		{Name: "end:tie-below", Means: "the last round ends with a winner and a tie for the second place", Tasks: tasksMovePlay},
		{Name: "end:fewer-gems", Means: "the last round ends with a winner who has fewer gems than another player", Tasks: tasksMovePlay},
		{Name: "playoff:two-tied", Means: "boards for two tied players", Tasks: tasksMovePlay},
		{Name: "playoff:three-tied", Means: "boards for three tied players", Tasks: tasksMovePlay},
		{Name: "playoff:not-all", Means: "boards for the tied players while others watch", Tasks: tasksMovePlay},
		{Name: "playoff:late", Means: "a right claim of the playoff after more than 60000 ms", Tasks: tasksMovePlay},
		{Name: "playoff:higher-seat", Means: "a player wins the playoff who is not the tied one who sits first", Tasks: tasksMovePlay},

		{Name: "solution:any-order", Means: "a right solution whose pieces are in no order", Tasks: tasksOfShapes},
		{Name: "solution:interlocked", Means: "a right solution whose pieces cannot be let down from above", Tasks: tasksOfShapes},
		{Name: "shape:mirrored", Means: "a mirror image of a piece", Tasks: tasksOfShapes},
		{Name: "shape:cell-twice", Means: "a placement that names a cell twice", Tasks: tasksOfShapes},
		{Name: "shape:number", Means: "a placement with too few or too many cells", Tasks: tasksOfShapes},
		{Name: "layer=2", Means: "a piece in the third layer", Tasks: tasksCheck},
		{Name: "problem:board", Means: "a problem given by a board and a number of the die", Tasks: tasksProblems},
		{Name: "problem:footprint", Means: "a problem given by a footprint and pieces", Tasks: tasksProblems},
		{Name: "squares=1", Means: "a footprint of one square", Tasks: tasksProblems},
		{Name: "squares=16", Means: "a footprint of sixteen squares", Tasks: tasksProblems},
		{Name: "pieces=8", Means: "a problem with all eight pieces", Tasks: tasksProblems},
		{Name: "footprint:torn", Means: "a footprint that is not connected", Tasks: tasksProblems},
		{Name: "volume:too-small", Means: "pieces that fill less than the footprint", Tasks: tasksProblems},
		{Name: "volume:too-large", Means: "pieces that fill more than the footprint", Tasks: tasksProblems},
		{Name: "footprint:symmetric", Means: "a footprint with solutions that a turn leaves as it is", Tasks: tasksSolve},
		{Name: "count=0", Means: "a problem of the right volume without any solution", Tasks: tasksSolve},
		{Name: "count=1", Means: "a problem with exactly one solution", Tasks: tasksSolve},
		{Name: "count>100", Means: "a problem with more than 100 solutions", Tasks: tasksSolve},
		{Name: "count>1000", Means: "a problem with more than 1000 solutions", Tasks: tasksSolve},

		{Name: "display=1", Means: "a round with one blue and one brown gem in the display", Tasks: tasksRewards},
		{Name: "display=9", Means: "a round with nine blue and nine brown gems in the display", Tasks: tasksRewards},
		{Name: "draw:last-gem", Means: "the last gem of the bag is drawn", Tasks: tasksRewards},
		{Name: "draw:null", Means: "somebody solves when the bag is empty", Tasks: tasksRewards},

		{Name: "result:over", Means: "a game that is over", Tasks: tasksScorePlay},
		{Name: "result:leader", Means: "a game that goes on, with one player in front", Tasks: tasksScorePlay},
		{Name: "result:tie", Means: "a tie for the first place", Tasks: tasksScorePlay},
		{Name: "result:tie-below", Means: "a tie for another place", Tasks: tasksScorePlay},
		{Name: "result:all-tied", Means: "all players with the same points", Tasks: tasksScorePlay},
		{Name: "result:after-playoff", Means: "a winner with as many points as another player", Tasks: tasksScorePlay},

		{Name: "view:first-seat", Means: "the view of the player in the first seat", Tasks: tasksView},
		{Name: "view:last-seat", Means: "the view of the player in the last seat", Tasks: tasksView},
		{Name: "view:solver", Means: "the view of a player who has solved", Tasks: tasksView},
		{Name: "view:not-in-playoff", Means: "the view of a player who takes no part in the playoff", Tasks: tasksView},

		{Name: "levels:same", Means: "all players on the same level", Tasks: tasksSetup},
		{Name: "levels:different", Means: "players on different levels", Tasks: tasksSetup},
		{Name: "levels:of-one-card", Means: "players on levels that are the two sides of cards", Tasks: tasksSetup},
		{Name: "youngest:not-first", Means: "a youngest player who does not sit first", Tasks: tasksSetup},
		{Name: "flipper:not-left", Means: "a flipper who does not sit to the left of the youngest player", Tasks: tasksSetup},

		{Name: "variant:count", Means: "a run of variant count", Tasks: tasksSolo},
		{Name: "variant:time", Means: "a run of variant time", Tasks: tasksSolo},
		{Name: "amount=5", Means: "a run of 5 minutes, or tasks", Tasks: tasksSolo},
		{Name: "amount=10", Means: "a run of 10 minutes, or tasks", Tasks: tasksSolo},
		{Name: "amount=20", Means: "a run of 20 minutes, or tasks", Tasks: tasksSolo},
		{Name: "events=0", Means: "a run in which nothing happens", Tasks: tasksSolo},
		{Name: "at=limit", Means: "something happens at the very limit of a run of variant count", Tasks: tasksSolo},
		{Name: "at=limit+1", Means: "something happens one millisecond after the limit", Tasks: tasksSolo},
		{Name: "run:goes-on", Means: "the log goes on after the solution that ended a run of variant time", Tasks: tasksSolo},
		{Name: "run:finished", Means: "a run of variant time that is finished", Tasks: tasksSolo},
		{Name: "run:unfinished", Means: "a run of variant time that is not finished", Tasks: tasksSolo},
		{Name: "best:none", Means: "a finished run with no best result before it", Tasks: tasksSolo},
		{Name: "best:equal", Means: "a finished run as good as the best", Tasks: tasksSolo},
		{Name: "best:beaten", Means: "a finished run better than the best", Tasks: tasksSolo},
		{Name: "best:missed", Means: "a finished run worse than the best", Tasks: tasksSolo},
		{Name: "solo:aside", Means: "a board put aside", Tasks: tasksSolo},
		{Name: "solo:wrong-again", Means: "two wrong solutions of one board", Tasks: tasksSolo},
	}
	for _, name := range phaseNames {
		list = append(list, game.Feature{Name: "phase:" + name, Means: "a State in phase " + name, Tasks: tasksState})
	}
	for n := range playersMax + 1 {
		list = append(list, game.Feature{
			Name: "solvers=" + strconv.Itoa(n), Means: "a round that ends with this many solvers: " + strconv.Itoa(n), Tasks: tasksPaying,
		})
	}
	for _, c := range codes {
		tasks := tasksMovePlay
		switch code(c.Name) {
		case gap:
			tasks = tasksCheck
		case pieceNotInTask, pieceTwice, pieceMissing, wrongShape, tooHigh, outsideOutline, overhang, overlap:
			tasks = tasksOfShapes
		}
		list = append(list, game.Feature{Name: "code:" + c.Name, Means: "something refused because " + c.When, Tasks: tasks})
	}
	return list
}()

// Notes tell a trace what a case of a task meets. What the suites of other tasks
// are asked for, and not those of this one, is not told. Without a trace they do
// nothing.
type notes struct {
	trace *game.Trace
	rules *rules
	task  string
}

func (o *oracle) notes(out *game.Output) notes { return notes{out.Trace, o.rules, o.task} }

// taskSets have the tasks of clauses and of features.
var taskSets = func() map[string][]string {
	sets := make(map[string][]string)
	for _, c := range clauses {
		sets[c.ID] = c.Tasks
	}
	for _, f := range features {
		sets[f.Name] = f.Tasks
	}
	return sets
}()

func (n *notes) clause(ids ...string) {
	for _, id := range ids {
		if slices.Contains(taskSets[id], n.task) {
			n.trace.Clause(id)
		}
	}
}

// clauseIf notes clauses that have a say only then.
func (n *notes) clauseIf(holds bool, ids ...string) {
	if holds {
		n.clause(ids...)
	}
}

// feature notes a feature if it is there. One that the game does not declare is
// noted in any case, so that tests find it.
func (n *notes) feature(name string, holds bool) {
	if tasks, known := taskSets[name]; holds && (!known || slices.Contains(tasks, n.task)) {
		n.trace.Feature(name)
	}
}

// state notes what a State is like.
func (n *notes) state(t *table) {
	if n.trace == nil {
		return
	}
	n.feature("phase:"+phaseNames[t.phase], true)
	n.feature("players="+strconv.Itoa(len(t.players)), true)
	n.feature("round=1", t.phase.main() && t.round == 1)
	n.feature("round=9", t.phase.main() && t.round == rounds)
	n.feature("glass=2", t.glass == glassTurns)
}

// move judges a request, and notes what decided.
func (n *notes) move(t *table, q *request) code {
	if n.trace == nil {
		return n.rules.move(t, q)
	}
	before := *t
	before.players = slices.Clone(t.players)
	before.solved = slices.Clone(t.solved)
	before.out = slices.Clone(t.out)
	c := n.rules.move(t, q)
	if c != legal {
		n.feature("code:"+string(c), true)
		if c == wrongPhase || c == notYourTurn {
			n.clause(turnClauses[q.kind])
			n.clauseIf(before.phase > toSolve, "UO-60")
		} else {
			n.clause(n.rules.clauseOf(c))
		}
	}
	if c == gameOver || c == noSuchPlayer || c == wrongPhase {
		return c
	}
	switch q.kind {
	case roll:
		n.clauseIf(c == legal, "UO-17")
		n.clauseIf(c == legal && (q.die == 1 || q.die == sides), "UO-07")
	case flip:
		n.clauseIf(c == legal, "UO-18")
		n.clauseIf(before.glass > 0 && (c != legal || q.player != before.flipper), "UO-30")
		n.feature("flip:second", c == legal && before.glass > 0)
	case claim:
		if before.phase == inPlayoff {
			n.claimPlayoff(&before, q, c)
		} else {
			n.claim(&before, t, q, c)
		}
	case stop:
		n.stop(&before, t, q, c)
	case playoff:
		n.playoff(&before, q, c)
	}
	return c
}

// claim notes a claim while the hourglass runs.
func (n *notes) claim(before, t *table, q *request, c code) {
	atLimit := q.timeMs == n.rules.content.hourglass
	n.feature("claim=60001", c == tooLate && q.timeMs == n.rules.content.hourglass+1)
	n.clauseIf(c == tooLate, "UO-09")
	n.clauseIf(c == tooLate && before.glass == glassTurns, "UO-31")
	if c == alreadySolved || c == playerOut || c == tooLate || c == timeReversed {
		return
	}
	p := n.rules.problemOf(before, q.player)
	f := n.rules.judge(p, q.placements)
	n.clause("UO-08", "UO-17")
	n.solution(p, q.placements, f)
	if f.code != legal {
		n.clause("UO-29")
		n.feature("claim:out", c == legal)
		n.roundEnd(before, t, len(before.solved))
		return
	}
	if c != legal {
		return
	}
	k := len(before.solved)
	n.clause("UO-46", []string{"UO-42", "UO-43", "UO-44", "UO-44"}[min(k, playersMax-1)])
	n.clauseIf(k < 2, "UO-48")
	n.feature([]string{"claim=1st", "claim=2nd", "claim=3rd", "claim=4th"}[min(k, playersMax-1)], true)
	n.clauseIf(atLimit, "UO-22", "UO-09")
	n.feature("claim=60000", atLimit)
	if k > 0 {
		n.clause("UO-20")
		n.feature("claim:equal-time", q.timeMs == before.solved[k-1].timeMs)
	}
	n.clauseIf(before.seatBeforeUnsolved(q.player), "UO-19")
	n.feature("claim:before-lower-seat", before.seatBeforeUnsolved(q.player))
	n.clauseIf(before.glass == glassTurns, "UO-31")
	n.feature("claim:second-chance", before.glass == glassTurns)
	n.feature("claim:last-of-colour", before.bag[q.gem] == 1)
	n.roundEnd(before, t, k+1)
}

// stop notes a stop.
func (n *notes) stop(before, t *table, q *request, c code) {
	limit := n.rules.content.hourglass
	n.clauseIf(q.timeMs == limit || q.timeMs == limit-1, "UO-09")
	n.feature("stop=59999", q.timeMs == limit-1)
	if c != legal {
		return
	}
	n.clause("UO-23", "UO-24")
	n.feature("stop=60000", q.timeMs == limit)
	n.feature("stop:by-solver", before.hasSolved(q.player))
	switch k := len(before.solved); {
	case t.phase == toFlip:
		n.clause("UO-26")
		n.feature("stop:second-chance", true)
	case k > 0 && before.glass < glassTurns:
		n.clause("UO-28")
		n.feature("stop:after-solution", true)
	case k == 0 && before.glass == glassTurns:
		n.clause("UO-27")
		n.feature("stop:no-third-chance", true)
	}
	n.roundEnd(before, t, len(before.solved))
}

// roundEnd notes the end of a round with so many solvers, if it has ended.
func (n *notes) roundEnd(before, t *table, solvers int) {
	if t.phase.main() && t.round == before.round {
		n.clauseIf(t.left() == 0, "UO-25")
		n.feature("round-ends:not-yet", t.left() == 0)
		return
	}
	n.solvers(solvers, len(t.players))
	n.clause("UO-51")
	allDone := before.left() == 1 // the one whose claim it was
	n.clauseIf(allDone, "UO-25")
	n.feature("round-ends:all-done", allDone)
	if t.phase.main() {
		n.clause("UO-16", "UO-52", "UO-53")
		n.feature("passes:last-seat", t.roller == 0)
		n.feature("passes:not-neighbours", t.flipper != (t.roller+1)%len(t.players))
		return
	}
	n.clause("UO-54", "UO-06", "UO-55")
	n.clauseIf(t.phase == over, "UO-56")
	n.clauseIf(t.phase == toRollPlayoff, "UO-57")
	n.feature("end:winner", t.phase == over)
	n.feature("end:tie", t.phase == toRollPlayoff)
	n.feature("end:tie-below", t.phase == over && n.rules.anyTie(t))
	if t.phase == over {
		won := t.players[t.winner].gems.total()
		n.feature("end:fewer-gems", slices.ContainsFunc(t.players, func(p player) bool { return p.gems.total() > won }))
	}
}

// solvers notes what so many solvers of a round have left of its gems.
func (n *notes) solvers(solvers, players int) {
	n.feature("solvers="+strconv.Itoa(solvers), true)
	n.clauseIf(solvers == 0, "UO-50")
	n.clauseIf(solvers == 1 || solvers == 2, "UO-49")
	n.clauseIf(solvers < 2, "UO-48")
	n.clauseIf(solvers < players, "UO-45")
}

// playoff notes the die and boards of a playoff.
func (n *notes) playoff(before *table, q *request, c code) {
	n.clause("UO-58")
	if c != legal {
		n.clauseIf(c == cardTaken, "UO-59")
		return
	}
	n.clauseIf(n.rules.anyLevel, "UO-59")
	n.clauseIf(q.die == 1 || q.die == sides, "UO-07")
	n.clauseIf(len(q.boards) < len(before.players), "UO-57")
	n.feature("playoff:two-tied", len(q.boards) == 2)
	n.feature("playoff:three-tied", len(q.boards) == 3)
	n.feature("playoff:not-all", len(q.boards) < len(before.players))
}

// claimPlayoff notes a claim in the playoff.
func (n *notes) claimPlayoff(before *table, q *request, c code) {
	if before.players[q.player].board == noBoard {
		return
	}
	p := n.rules.problemOf(before, q.player)
	f := n.rules.judge(p, q.placements)
	n.clause("UO-08", "UO-61")
	n.solution(p, q.placements, f)
	if f.code != legal {
		return
	}
	n.clause("UO-62")
	if c != legal {
		return
	}
	n.clauseIf(q.timeMs > n.rules.content.hourglass, "UO-60")
	n.feature("playoff:late", q.timeMs > n.rules.content.hourglass)
	first := slices.IndexFunc(before.players, func(p player) bool { return p.board != noBoard })
	n.feature("playoff:higher-seat", q.player > first)
}

// result notes a Result.
func (n *notes) result(t *table) {
	if n.trace == nil {
		return
	}
	n.clause("UO-63")
	for p := range t.players {
		g := &t.players[p].gems
		n.clauseIf(g.total() > 0, "UO-06")
		n.clauseIf(g.total() > 1, "UO-55")
	}
	leads, tied := n.rules.leaders(t)
	below := false
	for p := range t.players {
		for q := range p {
			below = below || !leads[p] && !leads[q] && n.rules.points(&t.players[p].gems) == n.rules.points(&t.players[q].gems)
		}
	}
	n.clauseIf(t.phase == over || tied == 1, "UO-56")
	n.feature("result:over", t.phase == over)
	n.feature("result:leader", t.phase != over && tied == 1)
	n.feature("result:tie", t.phase != over && tied > 1)
	n.feature("result:tie-below", below)
	n.feature("result:all-tied", tied == len(t.players))
	n.feature("result:after-playoff", t.phase == over && tied > 1)
}

// view notes what a player sees.
func (n *notes) view(t *table, p int) {
	if n.trace == nil {
		return
	}
	own := &t.players[p]
	n.clause("UO-65", "UO-66")
	n.clauseIf(len(own.stack) > 0, "UO-64")
	n.clauseIf(t.die != 0 || own.board != noBoard, "UO-67", "UO-08")
	n.feature("view:first-seat", p == 0)
	n.feature("view:last-seat", p == len(t.players)-1)
	n.feature("view:solver", t.hasSolved(p))
	n.feature("view:not-in-playoff", t.phase == inPlayoff && own.board == noBoard)
}

// setup notes how a game begins.
func (n *notes) setup(s *setup) {
	if n.trace == nil {
		return
	}
	n.clause("UO-01", "UO-05", "UO-12", "UO-13", "UO-14", "UO-16")
	var has [levels]bool
	kinds := 0
	for i := range s.players {
		if l := s.players[i].level; !has[l] {
			has[l] = true
			kinds++
		}
	}
	card := func(level int) int {
		i := slices.IndexFunc(n.rules.content.boards, func(b board) bool { return b.level == level })
		return n.rules.content.boards[i].card
	}
	ofOneCard := false
	for a := range has {
		for b := range a {
			ofOneCard = ofOneCard || has[a] && has[b] && card(a) == card(b)
		}
	}
	notLeft := s.flipper != (s.youngest+1)%len(s.players)
	n.clauseIf(kinds > 1, "UO-11")
	n.clauseIf(ofOneCard, "UO-10")
	n.clauseIf(notLeft, "UO-15")
	n.feature("players="+strconv.Itoa(len(s.players)), true)
	n.feature("levels:same", kinds == 1)
	n.feature("levels:different", kinds > 1)
	n.feature("levels:of-one-card", ofOneCard)
	n.feature("youngest:not-first", s.youngest != 0)
	n.feature("flipper:not-left", notLeft)
}

// problem notes what a problem is like.
func (n *notes) problem(p problem) {
	if n.trace == nil {
		return
	}
	ofBoard := slices.ContainsFunc(n.rules.content.boards, func(b board) bool { return &b.footprint[0] == &p.footprint[0] })
	n.clauseIf(ofBoard, "UO-08")
	n.feature("problem:board", ofBoard)
	n.feature("problem:footprint", !ofBoard)
	n.feature("squares=1", len(p.footprint) == 1)
	n.feature("squares=16", len(p.footprint) == squaresMax)
	n.clauseIf(p.pieces == 1<<pieceKinds-1, "UO-02")
	n.feature("pieces=8", p.pieces == 1<<pieceKinds-1)
	n.feature("footprint:torn", !connected(p.footprint))
	volume := n.rules.volume(p.pieces)
	n.feature("volume:too-small", volume < layers*len(p.footprint))
	n.feature("volume:too-large", volume > layers*len(p.footprint))
	n.clauseIf(volume != layers*len(p.footprint), "UO-83")
}

// connected tells whether there is a way between any two squares.
func connected(squares []square) bool {
	reached := squares[:1:1]
	for i := 0; i < len(reached); i++ {
		for _, at := range squares {
			near := at.row == reached[i].row && (at.col-reached[i].col == 1 || reached[i].col-at.col == 1) ||
				at.col == reached[i].col && (at.row-reached[i].row == 1 || reached[i].row-at.row == 1)
			if near && !slices.Contains(reached, at) {
				reached = append(reached, at)
			}
		}
	}
	return len(reached) == len(squares)
}

// solution notes what decided whether placements solve a problem.
func (n *notes) solution(p problem, list []placement, f fault) {
	if n.trace == nil {
		return
	}
	if f.code != legal {
		n.clause(n.rules.clauseOf(f.code))
		if n.task == "check" || n.task == "solo" {
			n.feature("code:"+string(f.code), true)
		}
		n.clauseIf(f.code == pieceTwice, "UO-02")
		n.feature("layer=2", f.code == tooHigh && f.cell.layer == layers)
		if f.code == wrongShape {
			n.misshapen(&list[f.place])
		}
		return
	}
	n.clause("UO-35", "UO-40", "UO-80")
	for i := range list {
		s := shapeOf(list[i].cells)
		n.clauseIf(s != shapeOf(n.rules.content.pieces[list[i].piece].cells), "UO-04")
		n.clauseIf(chiral(list[i].piece), "UO-03")
	}
	outOfOrder := n.rules.outOfOrder(p, list).code != legal
	interlocked := n.rules.interlocked(p, list).code != legal
	n.clauseIf(outOfOrder || interlocked, "UO-41")
	n.feature("solution:any-order", outOfOrder)
	n.feature("solution:interlocked", interlocked)
}

// misshapen notes what is wrong with a shape.
func (n *notes) misshapen(p *placement) {
	mirrored := mirrored().is(p.piece, shapeOf(p.cells))
	n.clauseIf(mirrored, "UO-03", "UO-04")
	n.feature("shape:mirrored", mirrored)
	for i, c := range p.cells {
		n.feature("shape:cell-twice", slices.Contains(p.cells[:i], c))
	}
	n.feature("shape:number", len(p.cells) != len(n.rules.content.pieces[p.piece].cells))
}

// chiral tells whether a piece differs from its mirror image.
func chiral(p pieceIndex) bool {
	return len(turned().orientations[p]) != len(mirrored().orientations[p])
}

// tally notes how many solutions there are.
func (n *notes) tally(p problem, count int) {
	if n.trace == nil {
		return
	}
	n.clause("UO-83")
	n.feature("count=0", count == 0 && n.rules.volume(p.pieces) == layers*len(p.footprint))
	n.feature("count=1", count == 1)
	n.feature("count>100", count > 100)
	n.feature("count>1000", count > 1000)
	if count == 0 {
		return
	}
	n.clause("UO-04", "UO-80", "UO-81", "UO-82")
	p.pieces.each(func(i pieceIndex) { n.clauseIf(chiral(i), "UO-03") })
	n.feature("footprint:symmetric", len(symmetries(p.footprint)) > 1)
}

// payout notes a round to pay out.
func (n *notes) payout(p *payout) {
	if n.trace == nil {
		return
	}
	k := len(p.order)
	n.clauseIf(k > 0, "UO-06", "UO-42", "UO-46", "UO-48")
	n.clauseIf(k > 1, "UO-43")
	n.clauseIf(k > 2, "UO-44")
	n.clauseIf(slices.Contains(p.draws, noColour), "UO-47")
	n.solvers(k, p.players)
	n.feature("players="+strconv.Itoa(p.players), true)
	n.feature("display=1", p.display[blue] == 1)
	n.feature("display=9", p.display[blue] == rounds)
	n.feature("draw:null", slices.Contains(p.draws, noColour))
	n.feature("draw:last-gem", p.bag.total() > 0 && p.bag.total() <= k)
}

// run notes a solo run and what it has come to.
func (n *notes) run(p *run, v *outcome) {
	if n.trace == nil {
		return
	}
	n.feature("variant:count", !p.timed)
	n.feature("variant:time", p.timed)
	n.feature("amount="+strconv.Itoa(p.wanted), true)
	n.feature("events=0", len(p.events) == 0)
	n.feature("run:finished", p.timed && v.finished)
	n.feature("run:unfinished", p.timed && !v.finished)
	if p.timed {
		n.clause("UO-69")
	} else {
		n.clause("UO-68")
	}
	n.clause("UO-73")
	if v.finished {
		n.best(p, v)
	}
	limitMs := p.wanted * msPerMinute
	started, wrongs := 0, 0
	var task problem
	for i := range p.events {
		e := &p.events[i]
		n.feature("at=limit", !p.timed && e.atMs == limitMs)
		n.feature("at=limit+1", !p.timed && e.atMs == limitMs+1)
		n.feature("run:goes-on", p.timed && v.finished && e.atMs > v.timeMs)
		switch e.kind {
		case starts:
			started, wrongs = started+1, 0
			task = n.rules.problem(e.board, e.die)
			n.clauseIf(started > 1, "UO-71")
		case putsAside:
			n.clause("UO-70")
			n.feature("solo:aside", true)
		case solves:
			f := n.rules.judge(task, e.placements)
			n.clause("UO-08")
			n.solution(task, e.placements, f)
			if f.code != legal {
				wrongs++
				n.clause("UO-72")
				n.feature("solo:wrong-again", wrongs > 1)
			}
		}
	}
}

// best notes how a finished run compares with the best result.
func (n *notes) best(p *run, v *outcome) {
	result := v.solved
	if p.timed {
		result = v.timeMs
	}
	n.feature("best:none", p.best == noBest)
	n.feature("best:equal", p.best == result)
	n.feature("best:beaten", p.best != noBest && v.record)
	n.feature("best:missed", p.best != noBest && p.best != result && !v.record)
}

// seatBeforeUnsolved tells whether somebody in a seat before has not solved.
func (t *table) seatBeforeUnsolved(p int) bool {
	for before := range p {
		if !t.hasSolved(before) {
			return true
		}
	}
	return false
}

// anyTie tells whether two players have the same points.
func (r *rules) anyTie(t *table) bool {
	for p := range t.players {
		for q := range p {
			if r.points(&t.players[p].gems) == r.points(&t.players[q].gems) {
				return true
			}
		}
	}
	return false
}

// outOfOrder looks for a placement whose piece comes before that of the one in
// front of it.
func (r *rules) outOfOrder(_ problem, list []placement) fault {
	for i := 1; i < len(list); i++ {
		if list[i].piece < list[i-1].piece {
			return fault{code: pieceMissing, piece: list[i].piece}
		}
	}
	return fault{}
}

// interlocked looks for pieces that cannot be let down from above one after
// another: each waits for those that lie under it.
func (r *rules) interlocked(_ problem, list []placement) fault {
	under := make([]pieceSet, len(list))
	left := pieceSet(0)
	for i := range list {
		left |= 1 << i
		for j := range list {
			for _, c := range list[i].cells {
				if i != j && c.layer > 0 && slices.Contains(list[j].cells, cell{c.row, c.col, c.layer - 1}) {
					under[i] |= 1 << j
				}
			}
		}
	}
	for left != 0 {
		free := pieceSet(0)
		for i, lower := range under {
			if left&(1<<i) != 0 && lower&left == 0 {
				free |= 1 << i
			}
		}
		if free == 0 {
			return fault{code: overlap, place: bits.TrailingZeros8(uint8(left))}
		}
		left &^= free
	}
	return fault{}
}
