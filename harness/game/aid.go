package game

import (
	"math/rand/v2"

	"github.com/go-json-experiment/json/jsontext"
)

// An Aid answers a question about the input of a task that no program is judged
// by: all the solutions of a puzzle, or a hint.
type Aid struct {
	Name    string  // "all": also the flag of the command
	Task    string  // the task that it belongs to
	Summary string  // what it answers
	In      []Param // the input values
}

// The names of aids.
const (
	AidAll  = "all"
	AidHint = "hint"
)

// Aid returns an aid of a task, and whether there is one.
func (g *Game) Aid(task, name string) (Aid, bool) {
	for _, a := range g.Aids {
		if a.Task == task && a.Name == name {
			return a, true
		}
	}
	return Aid{}, false
}

// Helper are the rules of a game with aids.
type Helper interface {
	// Aid answers the input of an aid of the game, a value at a time. It ends
	// with the error of give, or with an *Invalid if the input is none.
	Aid(task, name string, in []jsontext.Value, give func(jsontext.Value) error) error
}

// A Wish is what new puzzles shall be like.
type Wish struct {
	Level       string // of difficulty, a word of the game
	Least, Most int    // solutions of each problem
}

// PuzzleMaker are the rules of a game with puzzles that can be made at random.
type PuzzleMaker interface {
	// Levels are the words for Wish.Level.
	Levels() []string

	// Puzzles returns what makes one puzzle after another, no two of them alike
	// and none like one of the game: the same for the same numbers drawn from
	// rng. The error of either is a *UsageError, if there is no such puzzle or
	// none more that can be found.
	Puzzles(w Wish, rng *rand.Rand) (next func() (jsontext.Value, error), err error)
}
