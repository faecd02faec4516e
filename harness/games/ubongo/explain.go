package ubongo

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// Explain says why the request of a move input is illegal with this code.
func (r *rules) Explain(in []jsontext.Value, found string) string {
	o := newOracle(r)
	t, q, err := o.readMove(in)
	if err != nil {
		return err.Error()
	}
	return r.explain(t, &q, code(found))
}

// explain says why a request is illegal with this code.
func (r *rules) explain(t *table, q *request, c code) string {
	switch c {
	case gameOver:
		return fmt.Sprintf("the game is over: %s has won", t.players[t.winner].name)
	case noSuchPlayer:
		return fmt.Sprintf("there is no player %d: the players are 0 to %d", q.player, len(t.players)-1)
	}
	name := t.players[q.player].name
	switch c {
	case wrongPhase:
		return fmt.Sprintf("%s wants to %s, but %s", name, wishes[q.kind], dues[t.phase])
	case notYourTurn:
		who := t.roller
		if q.kind == flip {
			who = t.flipper
		}
		return fmt.Sprintf("%s wants to %s, but in this round it is up to %s", name, wishes[q.kind], t.players[who].name)
	case alreadySolved:
		return name + " has already solved the task of this round"
	case playerOut:
		return name + " is out of this round for a wrong claim"
	case tooLate:
		return fmt.Sprintf("%s claims at %d ms, but the hourglass had run out at %d ms", name, q.timeMs, r.content.hourglass)
	case timeReversed:
		last := t.solved[len(t.solved)-1]
		return fmt.Sprintf("%s claims at %d ms, before the last accepted claim, that of %s at %d ms",
			name, q.timeMs, t.players[last.player].name, last.timeMs)
	case tooEarly:
		return fmt.Sprintf("%s shouts stop at %d ms, but the hourglass runs until %d ms", name, q.timeMs, r.content.hourglass)
	case gemMissing:
		return "the solution is correct, but the claim does not say which gem was drawn from the bag"
	case gemNotInBag:
		return fmt.Sprintf("the bag has no %s gem to draw", colourNames[q.gem])
	case gemInPlayoff:
		return fmt.Sprintf("the claim names a %s gem, but the playoff pays none", colourNames[q.gem])
	case notTied:
		return name + " does not have the most points, so takes no part in the playoff"
	case boardCount, wrongLevel, cardTaken:
		return r.explainBoards(t, q, c)
	}
	p := r.problemOf(t, q.player)
	return r.explainFault(p, q.placements, r.judge(p, q.placements))
}

// wishes say what a request wants.
var wishes = map[requestType]string{
	roll: "roll the die", flip: "turn the hourglass", claim: "show a solution", stop: "shout stop", playoff: "begin the playoff",
}

// dues say what is to be done in a phase.
var dues = map[phase]string{
	toRoll: "the die must be rolled first", toFlip: "the hourglass must be turned first", toSolve: "the players are solving their tasks",
	toRollPlayoff: "the die of the playoff must be rolled first", inPlayoff: "the playoff is on",
}

func (r *rules) explainBoards(t *table, q *request, c code) string {
	tied, n := r.leaders(t)
	if c == boardCount {
		return fmt.Sprintf("%d players are tied, but the request has %s", n, text.Count(len(q.boards), "board"))
	}
	if c == cardTaken {
		i, j := r.takenTwice(q.boards)
		if q.boards[i] == q.boards[j] {
			return fmt.Sprintf("board %s is used twice", q.boards[i].name())
		}
		return fmt.Sprintf("the boards %s and %s cannot be used together: they are two sides of one card",
			q.boards[j].name(), q.boards[i].name())
	}
	k := r.wrongLevelIn(t, q.boards, tied)
	b := q.boards[k]
	for p := range t.players {
		if tied[p] {
			if k == 0 {
				return fmt.Sprintf("board %s is %s, but %s plays %s boards",
					b.name(), levelNames[r.content.boards[b].level], t.players[p].name, levelNames[t.players[p].level])
			}
			k--
		}
	}
	return string(c)
}

// explainFault says which piece is wrong, and at which cell.
func (r *rules) explainFault(p problem, list []placement, f fault) string {
	piece := func(i int) string { return list[i].piece.name() }
	at := fmt.Sprintf("row %d, column %d", f.cell.row, f.cell.col)
	switch f.code {
	case pieceNotInTask:
		return fmt.Sprintf("piece %s does not belong to the task, which has %s", piece(f.place), r.names(p.pieces))
	case pieceTwice:
		return fmt.Sprintf("piece %s is placed twice", piece(f.place))
	case pieceMissing:
		return fmt.Sprintf("piece %s is not placed: the task has %s", f.piece.name(), r.names(p.pieces))
	case wrongShape:
		return r.explainShape(&list[f.place])
	case tooHigh:
		return fmt.Sprintf("piece %s fills layer %d at %s, but only layers 0 and 1 exist", piece(f.place), f.cell.layer, at)
	case outsideOutline:
		return fmt.Sprintf("piece %s lies outside the outline, at %s", piece(f.place), at)
	case overhang:
		return fmt.Sprintf("piece %s hangs over the outline on layer 1, at %s", piece(f.place), at)
	case overlap:
		return fmt.Sprintf("pieces %s and %s both fill layer %d at %s", piece(f.other), piece(f.place), f.cell.layer, at)
	case gap:
		return fmt.Sprintf("layer %d is not filled at %s", f.cell.layer, at)
	}
	return string(f.code)
}

// explainShape says what is wrong with the cells of one placement.
func (r *rules) explainShape(p *placement) string {
	name := p.piece.name()
	if n, want := len(p.cells), len(r.content.pieces[p.piece].cells); n != want {
		return fmt.Sprintf("piece %s has %d cubes, but the placement has %s", name, want, text.Count(n, "cell"))
	}
	for i, c := range p.cells {
		for _, d := range p.cells[:i] {
			if c == d {
				return fmt.Sprintf("piece %s fills row %d, column %d, layer %d twice", name, c.row, c.col, c.layer)
			}
		}
	}
	s := shapeOf(p.cells)
	if mirrored().is(p.piece, s) {
		return fmt.Sprintf("the cells of piece %s are its mirror image, which no rotation gives", name)
	}
	for other := range pieceIndex(pieceKinds) {
		if r.ways.is(other, s) {
			return fmt.Sprintf("the cells of piece %s have the shape of piece %s", name, other.name())
		}
	}
	return fmt.Sprintf("the cells of piece %s do not have its shape in any rotation", name)
}

// names lists the pieces of a set.
func (r *rules) names(set pieceSet) string {
	var list []string
	set.each(func(p pieceIndex) { list = append(list, p.name()) })
	return strings.Join(list, ", ")
}
