package ubongo

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The append functions write the values of chapter 4 compactly, with the keys
// in the order of the spec.

// appendString writes any string.
func appendString(out []byte, s string) []byte {
	out, _ = jsontext.AppendQuote(out, s) // s was read from valid JSON or is a constant
	return out
}

func appendInt(out []byte, n int) []byte { return strconv.AppendInt(out, int64(n), 10) }

// appendList writes an array of anything that can be appended.
func appendList[T any](out []byte, list []T, element func([]byte, T) []byte) []byte {
	out = append(out, '[')
	for i, e := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = element(out, e)
	}
	return append(out, ']')
}

func appendGems(out []byte, g gems) []byte {
	for c, n := range g {
		separator := byte(',')
		if c == 0 {
			separator = '{'
		}
		out = append(out, separator, '"')
		out = append(out, colourNames[c]...)
		out = append(out, `":`...)
		out = appendInt(out, n)
	}
	return append(out, '}')
}

func appendDisplay(out []byte, g gems) []byte {
	out = append(out, `{"blue":`...)
	out = appendInt(out, g[blue])
	out = append(out, `,"brown":`...)
	out = appendInt(out, g[brown])
	return append(out, '}')
}

// appendColour writes a colour, or null for none.
func appendColour(out []byte, c colour) []byte {
	if c == noColour {
		return append(out, "null"...)
	}
	return appendString(out, colourNames[c])
}

// appendBoard writes a board's id, or null for none.
func (r *rules) appendBoard(out []byte, b boardIndex) []byte {
	if b == noBoard {
		return append(out, "null"...)
	}
	return appendString(out, r.content.boards[b].id)
}

func appendCell(out []byte, c cell) []byte {
	out = appendInt(append(out, '['), int(c.row))
	out = appendInt(append(out, ','), int(c.col))
	out = appendInt(append(out, ','), int(c.layer))
	return append(out, ']')
}

func appendSquare(out []byte, at square) []byte {
	out = appendInt(append(out, '['), int(at.row))
	out = appendInt(append(out, ','), int(at.col))
	return append(out, ']')
}

func (r *rules) appendPlacement(out []byte, p placement) []byte {
	out = append(out, `{"piece":`...)
	out = appendString(out, r.content.pieces[p.piece].id)
	out = append(out, `,"cells":`...)
	out = appendList(out, p.cells, appendCell)
	return append(out, '}')
}

func (r *rules) appendPlacements(out []byte, list []placement) []byte {
	return appendList(out, list, r.appendPlacement)
}

// appendProblem writes a footprint and its pieces, in ascending order.
func (r *rules) appendProblem(out []byte, p problem) []byte {
	out = append(out, `{"footprint":`...)
	out = appendList(out, p.footprint, appendSquare)
	out = append(out, `,"pieces":[`...)
	first := true
	p.pieces.each(func(i pieceIndex) {
		if !first {
			out = append(out, ',')
		}
		first = false
		out = appendString(out, r.content.pieces[i].id)
	})
	return append(out, "]}"...)
}

func appendSolved(out []byte, s solved) []byte {
	out = append(out, `{"player":`...)
	out = appendInt(out, s.player)
	out = append(out, `,"time":`...)
	out = appendInt(out, s.timeMs)
	out = append(out, `,"gem":`...)
	out = appendColour(out, s.gem)
	return append(out, '}')
}

// appendOrNull writes a number, or null where it is the one that stands for
// none.
func appendOrNull(out []byte, n, none int) []byte {
	if n == none {
		return append(out, "null"...)
	}
	return appendInt(out, n)
}

func (r *rules) appendState(out []byte, t *table) []byte {
	out = append(out, '{')
	out = r.appendTable(out, t, nobody)
	return append(out, '}')
}

// A viewing is what a player sees besides what all see, which only a mutant lets
// it see.
type viewing struct {
	ownStack, otherStacks, bag bool
	displayInBag, boardInStack int
}

// appendTable writes the keys of a State, or of the View of a player: stacks and
// the bag are then numbers (UO-64, UO-65), and all else is open (UO-66).
func (r *rules) appendTable(out []byte, t *table, viewer int) []byte {
	out = append(out, `"phase":`...)
	out = appendString(out, phaseNames[t.phase])
	out = append(out, `,"round":`...)
	out = appendInt(out, t.round)
	out = append(out, `,"roller":`...)
	out = appendInt(out, t.roller)
	out = append(out, `,"flipper":`...)
	out = appendInt(out, t.flipper)
	out = append(out, `,"die":`...)
	out = appendOrNull(out, t.die, 0)
	out = append(out, `,"glass":`...)
	out = appendInt(out, t.glass)
	out = append(out, `,"players":[`...)
	for i := range t.players {
		if i > 0 {
			out = append(out, ',')
		}
		shown := viewer == nobody || viewer == i && r.sees.ownStack || viewer != i && r.sees.otherStacks
		out = r.appendPlayer(out, &t.players[i], shown)
	}
	out = append(out, `],"solved":`...)
	out = appendList(out, t.solved, appendSolved)
	out = append(out, `,"out":`...)
	out = appendList(out, t.out, appendInt)
	out = append(out, `,"display":`...)
	out = appendDisplay(out, t.display)
	out = append(out, `,"bag":`...)
	if viewer == nobody || r.sees.bag {
		out = appendGems(out, t.bag)
	} else {
		out = appendInt(out, t.bag.total()+r.sees.displayInBag*t.display.total())
	}
	out = append(out, `,"winner":`...)
	return appendOrNull(out, t.winner, nobody)
}

func (r *rules) appendPlayer(out []byte, p *player, stackShown bool) []byte {
	out = append(out, `{"name":`...)
	out = appendString(out, p.name)
	out = append(out, `,"level":`...)
	out = appendString(out, r.content.levels[p.level])
	out = append(out, `,"stack":`...)
	if stackShown {
		out = appendList(out, p.stack, r.appendBoard)
	} else {
		out = appendInt(out, len(p.stack)+r.sees.boardInStack)
	}
	out = append(out, `,"board":`...)
	out = r.appendBoard(out, p.board)
	out = append(out, `,"gems":`...)
	out = appendGems(out, p.gems)
	return append(out, '}')
}

// appendView writes what a player sees: with the own task, once the die has been
// rolled and as long as there is a board (UO-67).
func (r *rules) appendView(out []byte, t *table, viewer int) []byte {
	board := t.players[viewer].board
	if r.wrong.look != nil {
		t, board = r.wrong.look(t, viewer)
	}
	out = append(out, `{"player":`...)
	out = appendInt(out, viewer)
	out = append(out, ',')
	out = r.appendTable(out, t, viewer)
	out = append(out, `,"task":`...)
	if t.die != 0 && board != noBoard {
		out = r.appendProblem(out, r.problem(board, t.die))
	} else {
		out = append(out, "null"...)
	}
	return append(out, '}')
}

// appendResult writes the Result of a State.
func (r *rules) appendResult(out []byte, t *table) []byte {
	out = append(out, `{"over":`...)
	out = strconv.AppendBool(out, t.phase == over || t.phase > toSolve && r.wrong.result.overBeforePlayoff)
	out = append(out, `,"winner":`...)
	winner := t.winner
	if r.wrong.result.leaderWins {
		leads, _ := r.leaders(t)
		winner = slices.Index(leads[:], true)
	}
	out = appendOrNull(out, winner, nobody)
	out = append(out, `,"points":[`...)
	for i := range t.players {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendInt(out, r.points(&t.players[i].gems))
	}
	out = append(out, `],"ranking":`...)
	out = appendList(out, r.ranking(t), func(out []byte, group []int) []byte {
		return appendList(out, group, appendInt)
	})
	return append(out, '}')
}

// ranking groups the players by points, best first; after a playoff the winner
// stands alone in front of the others that were tied (UO-63).
func (r *rules) ranking(t *table) [][]int {
	groups := r.ranked(t)
	if r.wrong.result.rank != nil {
		groups = r.wrong.result.rank(groups)
	}
	return groups
}

func (r *rules) ranked(t *table) [][]int {
	var groups [][]int
	var ranked [playersMax]bool
	if t.winner != nobody && !r.wrong.result.winnerAmongTied {
		groups = append(groups, []int{t.winner})
		ranked[t.winner] = true
	}
	for {
		most := -1
		for p := range t.players {
			if !ranked[p] {
				most = max(most, r.points(&t.players[p].gems))
			}
		}
		if most < 0 {
			return groups
		}
		var group []int
		for p := range t.players {
			if !ranked[p] && r.points(&t.players[p].gems) == most {
				group = append(group, p)
				ranked[p] = true
			}
		}
		groups = append(groups, group)
	}
}
