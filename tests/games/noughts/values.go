package noughts

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A mark is that of a player, or none.
type mark uint8

const (
	cross mark = iota
	nought
	empty
)

var markNames = []string{"x", "o"}

// other is the other player.
func (m mark) other() mark { return nought - m }

// A board is a square of cells, row by row.
type board [][]mark

// count is how many cells have a mark.
func (b board) count(m mark) int {
	n := 0
	for _, row := range b {
		for _, cell := range row {
			if cell == m {
				n++
			}
		}
	}
	return n
}

type (
	state struct{ board [][]mark }
	move  struct {
		mark        mark
		row, column int
	}
	result struct {
		over   bool
		winner mark
	}
	verdict struct {
		code  code
		state state
	}
)

// The sizes that a board may have (NC-01).
const (
	rowsMin = 3
	rowsMax = 6
)

// forms are the values. Each is described once: decoder, encoder and schema come of that.
type forms struct {
	book    *value.Book
	state   value.Type[state]
	move    value.Type[move]
	result  value.Type[result]
	verdict value.Type[verdict]
}

// describe describes the values under some rules.
func describe(r *rules) *forms {
	b := value.NewBook("noughts")
	size := value.Size{Min: rowsMin, Max: rowsMax}
	player := value.Word[mark](`"x" or "o"`, "NC-01", markNames)
	cell := value.OrNull(`"x", "o" or null`, player, empty)
	place := value.Int("a number from 0 to 5", "NC-04", 0, rowsMax-1)
	rows := value.List("an array of rows", "NC-01", value.List("a row: an array of cells", "NC-01", cell, size), size).Then(r.check)
	f := &forms{book: b}
	f.state = value.Define(b, "state", "State",
		"A game at one moment (NC-01). The rules check that the board is a square, that the players have taken turns, and that "+
			"none has moved behind a line; this schema does not (NC-02, NC-10).",
		value.Object("a state", "", value.Key("board", rows, func(s *state) *[][]mark { return &s.board })))
	f.move = value.Define(b, "move", "Move", "A mark and the cell where it goes (NC-01).",
		value.Object("a move", "",
			value.Key("mark", player, func(m *move) *mark { return &m.mark }),
			value.Key("row", place, func(m *move) *int { return &m.row }),
			value.Key("column", place, func(m *move) *int { return &m.column })))
	f.result = value.Define(b, "result", "Result", "Whether a game is over (NC-09), and who has won (NC-08).",
		value.Object("a result", "",
			value.Key("over", value.Bool(), func(e *result) *bool { return &e.over }),
			value.Key("winner", cell, func(e *result) *mark { return &e.winner })))
	names := make([]code, len(codes))
	for i, c := range codes {
		names[i] = code(c.Name)
	}
	f.verdict = value.Define(b, "verdict", "Verdict", "Whether a move is legal: if so, the state after it, else the code.",
		value.Verdict(f.state, func(v *verdict) *state { return &v.state },
			value.Name("a code", "", names), func(v *verdict) *code { return &v.code }))
	return f
}

// check is what no schema can say of a board.
func (r *rules) check(d *value.Reader, rows *[][]mark, at int) {
	b := board(*rows)
	n := len(b)
	if n < rowsMin || n > rowsMax {
		d.Fail(at, "NC-01", "expected 3 to 6 rows, found %d", n)
		return
	}
	if i := slices.IndexFunc(b, func(row []mark) bool { return len(row) != n }); i >= 0 {
		d.Fail(at, "NC-01", "expected a square, found %d rows and one of %d cells", n, len(b[i]))
		return
	}
	x, o := b.count(cross), b.count(nought)
	ahead := x - o
	if r.noughtFirst {
		ahead = o - x
	}
	switch due := r.due(b); {
	case ahead < 0 || ahead > 1:
		d.Fail(at, "NC-02", "expected equally many marks, or one more of the player who begins, found %d of x and %d of o", x, o)
	case r.hasLine(b, due):
		d.Fail(at, "NC-10", "expected no line of %s, who did not make the last move", markNames[due])
	}
}
