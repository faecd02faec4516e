package noughts

import (
	"math/rand/v2"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Generate makes one valid input of a task: a game that is played for some moves, and
// for task move a move that is mostly legal.
func (r *rules) Generate(task string, rng *rand.Rand, size int) []jsontext.Value {
	r = r.right
	b := r.played(rng, rowsMin+rng.IntN(1+(rowsMax-rowsMin)*size/game.SizeMax))
	in := []jsontext.Value{r.forms.state.Text(state{b})}
	if task == "move" {
		m := move{r.due(b), rng.IntN(len(b)), rng.IntN(len(b))}
		switch rng.IntN(8) {
		case 0:
			m.mark = m.mark.other()
		case 1:
			m.row = rng.IntN(rowsMax)
		case 2:
			m.column = rng.IntN(rowsMax)
		}
		in = append(in, r.forms.move.Text(m))
	}
	return in
}

// played is a board of so many rows behind some random moves.
func (r *rules) played(rng *rand.Rand, rows int) board {
	b := make(board, rows)
	for i := range b {
		for range rows {
			b[i] = append(b[i], empty)
		}
	}
	cells := rng.Perm(rows * rows)
	for _, cell := range cells[:rng.IntN(len(cells)+1)] {
		r.play(b, &move{r.due(b), cell / rows, cell % rows}) // behind the end nothing happens any more
	}
	return b
}
