package ubongo

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A difficulty is what boards of a level have in common (2.2).
type difficulty struct {
	leastArea, mostArea int // squares
	pieces              int // of each task
}

var difficulties = [levels]difficulty{{5, 6, 3}, {7, 8, 4}, {8, 9, 4}, {9, 11, 5}}

// The different tasks of a board (2.2).
const (
	boardTasksMin = 2
	boardTasksMax = sides
)

// footprintsTried bounds the search for one board. There are only 47 green
// footprints, of which the game has 36; of each other level a board is found
// after a few.
const footprintsTried = 5000

// Levels are the levels of difficulty.
func (r *rules) Levels() []string { return levelNames }

// Puzzles makes boards of a level as the content has them, without id and card.
// Each task is solved, so that its number of solutions is exact.
func (r *rules) Puzzles(w game.Wish, rng *rand.Rand) (func() (jsontext.Value, error), error) {
	level := slices.Index(levelNames, w.Level)
	if level < 0 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("unknown level %q of ubongo", w.Level),
			Hint:    "one of " + strings.Join(levelNames, ", "),
		}
	}
	known := map[string]bool{}
	for i := range r.content.boards {
		known[footprintKey(r.content.boards[i].footprint)] = true
	}
	s := newSolver(r.ways)
	return func() (jsontext.Value, error) {
		for range footprintsTried {
			d := difficulties[level]
			squares := grown(rng, d.leastArea+rng.IntN(d.mostArea-d.leastArea+1))
			key := footprintKey(squares)
			if known[key] {
				continue
			}
			tasks := r.tasksOf(s, squares, d.pieces, w)
			if len(tasks) < boardTasksMin {
				continue
			}
			known[key] = true
			rng.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
			tasks = tasks[:boardTasksMin+rng.IntN(min(len(tasks), boardTasksMax)-boardTasksMin+1)]
			number(rng, tasks)
			return puzzleJSON(level, squares, tasks), nil
		}
		return nil, &game.UsageError{
			Message: fmt.Sprintf("no further %s board found among %d footprints", w.Level, footprintsTried),
			Hint:    "ask for fewer boards, for another level, or for other numbers of solutions",
		}
	}, nil
}

// grown is any connected footprint of so many squares, in ascending order, the
// smallest row and column being 0.
func grown(rng *rand.Rand, area int) []square {
	squares := []square{{}}
	for len(squares) < area {
		next := squares[rng.IntN(len(squares))]
		switch step := int8(rng.IntN(2)*2 - 1); rng.IntN(2) {
		case 0:
			next.row += step
		case 1:
			next.col += step
		}
		if !slices.Contains(squares, next) {
			squares = append(squares, next)
		}
	}
	return settled(squares)
}

// settled moves squares to the smallest row and column 0, and sorts them.
func settled(squares []square) []square {
	low := squares[0]
	for _, at := range squares {
		low = square{min(low.row, at.row), min(low.col, at.col)}
	}
	for i := range squares {
		squares[i].row -= low.row
		squares[i].col -= low.col
	}
	slices.SortStableFunc(squares, compareSquares)
	return squares
}

// footprintKey is the same for footprints that are turned or mirrored images of
// each other.
func footprintKey(squares []square) string {
	keys := make([]string, 0, 8)
	image := slices.Clone(squares)
	for range 2 {
		for range 4 {
			for i, at := range image {
				image[i] = square{at.col, -at.row}
			}
			keys = append(keys, fmt.Sprint(settled(slices.Clone(image))))
		}
		for i, at := range image {
			image[i] = square{at.col, at.row}
		}
	}
	return slices.MinFunc(keys, strings.Compare)
}

// tasksOf are all the sets of so many pieces that fill a footprint in as many
// ways as is wished.
func (r *rules) tasksOf(s *solver, squares []square, pieces int, w game.Wish) []boardTask {
	var list []boardTask
	for set := range 1 << pieceKinds {
		if bits.OnesCount(uint(set)) != pieces {
			continue
		}
		t := r.solve(s, problem{squares, pieceSet(set)})
		if t.count > 0 && t.count >= w.Least && t.count <= w.Most {
			list = append(list, boardTask{pieces: pieceSet(set).list(nil), solutions: t.count})
		}
	}
	return list
}

// number gives each task numbers of the die, all six in order (UO-08).
func number(rng *rand.Rand, tasks []boardTask) {
	ends := rng.Perm(sides - 1)[:len(tasks)-1]
	slices.Sort(ends)
	ends = append(ends, sides-1)
	n := 1
	for i, end := range ends {
		for ; n <= end+1; n++ {
			tasks[i].numbers = append(tasks[i].numbers, n)
		}
	}
}

// puzzleJSON is a board as the content has it, without id and card.
func puzzleJSON(level int, squares []square, tasks []boardTask) []byte {
	return described().puzzle.Append(nil, &board{level: level, footprint: squares, tasks: tasks})
}
