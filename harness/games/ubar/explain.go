package ubar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// clauseOf is the clause that an illegal request violates: for some codes it
// depends on the phase or on the step.
func (r *rules) clauseOf(c code, p phase, how *passage) string {
	switch {
	case c == notYourTurn && p == selling:
		return "UB-64"
	case c == mustExecute && how.laterStep():
		return "UB-47"
	}
	return r.ClauseOf(string(c))
}

// laterStep tells whether the passage stands at a re-triggered tile, which is in
// the tableau already.
func (how *passage) laterStep() bool {
	// The new tile is behind all others of the tableau, so that its index is the
	// highest.
	return how.done > 0 && how.steps[how.done-1] != slices.Max(how.steps)
}

// Explain says why the request of a move input is illegal with this code.
func (r *rules) Explain(in []jsontext.Value, found string) string {
	o := newOracle(r)
	s, q, err := o.readMove(in)
	if err != nil {
		return err.Error()
	}
	c := o.rules.judge(s.clone(), q, &o.how)
	if c != code(found) {
		return found // it is not what was found, so that nothing is known of it
	}
	return r.explain(s, q, c, &o.how)
}

// explain says why a request is illegal with this code, in the State as it was
// before; how tells how far a draft got.
func (r *rules) explain(s *state, q *request, c code, how *passage) string {
	who := fmt.Sprintf("player %d", q.player)
	switch c {
	case gameOver:
		return "the game is over: the sale of the third round is done"
	case wrongPhase:
		if q.sells {
			return who + " wants to sell, but players sell only when all markers have reached the round end; now they draft"
		}
		return who + " wants to draft, but the round is over; now players sell"
	case notYourTurn:
		if q.sells {
			return fmt.Sprintf("it is player %d's turn to sell, not player %d's", r.actor(s), q.player)
		}
		return r.explainTurn(s, q)
	case notHeld:
		return fmt.Sprintf("%s wants to sell %s, but holds %s", who, describe(q.sold), describe(s.players[q.player].hold))
	}
	p := &s.players[q.player]
	t := s.grid.at(q.take)
	switch c {
	case offGrid:
		return fmt.Sprintf("there is no cell %s: the grid has the rows 0 to %d and the columns 0 to %d",
			describePos(q.take), s.grid.rows-1, s.grid.cols-1)
	case noTile:
		return fmt.Sprintf("the cell %s of the grid is empty", describePos(q.take))
	case occupied:
		return fmt.Sprintf("the place %s of the tableau already has the tile %s", describePos(q.place), p.tableau[p.tableau.find(q.place)].tile.id())
	case notAdjacent:
		return fmt.Sprintf("the place %s is not directly above, below or beside a tile of the tableau", describePos(q.place))
	case targetNeeded:
		return fmt.Sprintf("the wind of %s re-triggers any one other tile, but the request names none", t.id())
	case badTarget:
		if q.target == q.place {
			return fmt.Sprintf("the wind of %s re-triggers another tile, but the request names the place of %s itself", t.id(), t.id())
		}
		return fmt.Sprintf("the wind of %s cannot re-trigger %s: no other tile is there", t.id(), describePos(q.target))
	case targetNotAllowed:
		return fmt.Sprintf("the wind of %s leaves no choice, but the request names the target %s", t.id(), describePos(q.target))
	case noSuchStep:
		return fmt.Sprintf("the request skips step %d, but the draft has only %s", q.skip[len(q.skip)-1], count(len(how.steps), "step"))
	case tooManyDumps:
		return fmt.Sprintf("the request has %d entries of goods to dump, but the draft has only %s, so at most %d are possible",
			len(q.dumps), count(len(how.steps), "step"), len(how.steps)+1)
	}
	return r.explainStep(p, q, c, how, t)
}

// explainTurn says whose turn it is to draft, and why.
func (r *rules) explainTurn(s *state, q *request) string {
	actor := r.actor(s)
	text := fmt.Sprintf("it is player %d's turn: ", actor)
	if q.player < len(s.players) && s.players[q.player].time == s.players[actor].time {
		return text + fmt.Sprintf("both are on space %d, but player %d came there before player %d", s.players[actor].time, actor, q.player)
	}
	if q.player < len(s.players) {
		return text + fmt.Sprintf("the marker furthest back is on space %d; that of player %d is on space %d",
			s.players[actor].time, q.player, s.players[q.player].time)
	}
	return text + fmt.Sprintf("the game has only %d players", len(s.players))
}

// explainStep says what went wrong while a draft was carried out.
func (r *rules) explainStep(p *player, q *request, c code, how *passage, t tile) string {
	if how.done > 0 && how.steps[how.done-1] < len(p.tableau) {
		t = p.tableau[how.steps[how.done-1]].tile
	}
	where := "before step 1"
	if how.done > 0 {
		where = fmt.Sprintf("after step %d, %s,", how.done, t.id())
	}
	switch c {
	case dumpNotHeld:
		x := q.dumps[how.done]
		if how.hold.contains(x) {
			return fmt.Sprintf("%s the request dumps %s although everything fits", where, describe(x))
		}
		return fmt.Sprintf("%s the request dumps %s, but the hold then has %s", where, describe(x), describe(how.hold))
	case mustExecute:
		a := &t.face().action
		price := describe(a.give)
		if a.time > 0 {
			price = fmt.Sprintf("%d time", a.time)
		}
		return fmt.Sprintf("the request skips step %d, but the action of %s, %s for %s, is possible then and must be executed",
			how.done, t.id(), price, describe(a.get))
	case doesNotFit:
		return where + " " + explainFit(how.hold)
	}
	return string(c)
}

// explainFit says why goods do not fit: there are too many, or they cannot be
// arranged on the spaces that there are (UB-51).
func explainFit(hold goods) string {
	n := spaces(hold)
	if n > shipCells {
		return fmt.Sprintf("the goods do not fit on the ship: %s take %d spaces, but there are %d", describe(hold), n, shipCells)
	}
	return fmt.Sprintf("the goods do not fit on the ship: %s take %d of the %d spaces, but cannot be arranged on them",
		describe(hold), n, shipCells)
}

// describe writes goods for people: "2 lamps, 1 scarab".
func describe(g goods) string {
	var parts []string
	for k, n := range g {
		if n > 0 {
			parts = append(parts, count(int(n), goodNames[k]))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func describePos(p pos) string { return fmt.Sprintf("[%d,%d]", p.row, p.col) }

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
