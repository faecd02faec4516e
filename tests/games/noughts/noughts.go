// Package noughts is Noughts and Crosses on a square board: the example of a game in Go.
// No program has it; its tests show what a game gets from the harness. Clause ids in
// comments refer to the rule book in clauses.go.
package noughts

import (
	"embed"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/schemas"
)

//go:embed values
var files embed.FS

// Game is the rule book.
var Game = &game.Game{
	Name:    "noughts",
	Title:   "Noughts and Crosses",
	Prefix:  "NC",
	Summary: "two players mark the cells of a square board in turn, and the first line decides",
	Clauses: clauses,
	Codes:   codes,
	Options: optionTable.Options(),
	Tasks:   tasks,
	Schemas: schemas.Under(files, "values", "noughts"),
	Values: []game.Value{
		{Name: "state", Summary: "the board, row by row"},
		{Name: "move", Summary: "a mark and the cell where it goes"},
		{Name: "result", Summary: "whether the game is over, and who has won"},
		{Name: "verdict", Summary: "the answer about a move"},
	},
}

func init() { // which reads Game itself
	Game.Configure = func(s game.Settings) (game.Rules, error) { return newRules(Game, s) }
}

// tasks are what a program can be tested in.
var tasks = []game.Task{
	{
		Name:    "move",
		Summary: "one move, judged and made",
		Codes:   codes,
		In:      []game.Param{{Name: "state", Value: "state"}, {Name: "move", Value: "move"}},
		Out:     []game.Param{{Name: "verdict", Value: "verdict"}},
		Fields:  []game.Field{{Pointer: "/0/code", Code: true}, {Pointer: "/0/state", Clause: "NC-01"}},
	},
	{
		Name:    "result",
		Summary: "whether a game is over, and who has won",
		In:      []game.Param{{Name: "state", Value: "state"}},
		Out:     []game.Param{{Name: "result", Value: "result"}},
		Fields:  []game.Field{{Pointer: "/0/over", Clause: "NC-09"}, {Pointer: "/0/winner", Clause: "NC-08"}},
	},
}
