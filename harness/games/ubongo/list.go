package ubongo

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Legal implements game.Lister. Of claims and stops at different times the earliest is
// listed, of claims with different solutions one (UO-82), and of the boards that tied
// players may take those that come first.
func (r *rules) Legal(state jsontext.Value) iter.Seq2[jsontext.Value, error] {
	read := func() (*table, error) { return newOracle(r).readState([]jsontext.Value{state}) }
	legalOn := func(t *table, q *request) bool { return r.move(t, q) == legal }
	return game.Listed(read, r.requests, legalOn, requestJSON)
}

// requests are those that may be legal in the phase of a state.
func (r *rules) requests(t *table) iter.Seq[*request] {
	return func(yield func(*request) bool) {
		for p := range t.players {
			switch t.phase {
			case toRoll, toRollPlayoff:
				q := request{kind: roll, player: p, gem: noColour}
				if t.phase == toRollPlayoff {
					q.kind, q.boards = playoff, r.boardsToTake(t)
				}
				for q.die = 1; q.die <= sides; q.die++ {
					if !yield(&q) {
						return
					}
				}
			case toFlip:
				if !yield(&request{kind: flip, player: p, gem: noColour}) {
					return
				}
			case toSolve, inPlayoff:
				if !r.claims(t, p, yield) || !yield(&request{kind: stop, player: p, timeMs: r.content.hourglass, gem: noColour}) {
					return
				}
			}
		}
	}
}

// claims yields the claims of a player, one for each gem that may be drawn.
func (r *rules) claims(t *table, p int, yield func(*request) bool) bool {
	q := request{kind: claim, player: p, gem: noColour}
	if k := len(t.solved); k > 0 {
		q.timeMs = t.solved[k-1].timeMs
	}
	// UO-29: where a wrong claim puts the player out it is legal.
	if r.wrongOut && !yield(&q) {
		return false
	}
	if t.players[p].board == noBoard || t.die == 0 {
		return true
	}
	problem := r.problemOf(t, p)
	found := r.solve(newSolver(r.ways), problem)
	if found.count == 0 {
		return true
	}
	q.placements = placementsOf(problem, &found.first)
	if !yield(&q) {
		return false
	}
	for q.gem = range colours {
		if !yield(&q) {
			return false
		}
	}
	return true
}

// boardsToTake are boards for the tied players, of their levels and of different cards
// (UO-58, UO-59).
func (r *rules) boardsToTake(t *table) []boardIndex {
	tied, _ := r.tied(t)
	var list []boardIndex
	for p := range t.players {
		for i := range r.content.boards {
			b := boardIndex(i)
			if !tied[p] || r.content.boards[b].level != t.players[p].level {
				continue
			}
			if again, _ := r.takenTwice(append(list, b)); again < 0 {
				list = append(list, b)
				break
			}
		}
	}
	return list
}
