// Package ubongo is Ubongo 3D: polycubes that fill an outline on two layers,
// against the hourglass and for gems. It has the rule book as data (clauses,
// codes, options, mutants, tasks) and one engine that answers every task; clause
// ids in comments refer to the rule book, chapters to its spec.
package ubongo

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo/material"
)

// Game is the rule book. It is made when it is first asked for: most commands need one
// game, or none.
var Game = sync.OnceValue(func() *game.Game {
	g := &game.Game{
		Name:    "ubongo",
		Title:   "Ubongo 3D",
		Prefix:  "UO",
		Summary: "two to four players race to fill outlines with polycubes in two layers, and collect gems in nine rounds",
		Clauses: clauses(),
		Codes:   codes,
		Options: optionTable.Options(),
		Presets: presets,
		Tasks:   tasks(),
		Aids:    aids,
		Values:  values,

		Seats: &game.Seats{
			Lists:   []string{"players", "points"},
			Numbers: []string{"player", "roller", "flipper", "youngest", "order", "out", "winner", "ranking"},
		},

		Content:  material.Text(),
		Protocol: protocol(),
		Players:  players,
	}
	g.Configure = func(s game.Settings) (game.Rules, error) { return newRules(g, s) }
	joinTwin(g)
	return g
})

// joinTwin gives the game its twin, where there is one.
var joinTwin = func(*game.Game) {}

// values are the named values of chapter 4.
var values = []game.Value{
	{Name: "state", Summary: "everything about a game at one moment"},
	{Name: "request", Summary: "one decision of one player"},
	{Name: "index", Summary: "a player, by the seat"},
	{Name: "setup", Summary: "players with their stacks of boards, and who rolls first"},
	{Name: "problem", Summary: "a footprint with a set of pieces, or a board with a number of the die"},
	{Name: "placements", Summary: "pieces and the cells they fill"},
	{Name: "rewards", Summary: "a round to pay out"},
	{Name: "solo", Summary: "the log of a solo run"},
	{Name: "content", Summary: "the pieces, the boards with their tasks, and the gems"},
	{Name: "chance", Summary: "the seed of the dice and gems of a live game"},
	{Name: "actor", Summary: "a client of a live game, and how it misbehaves, if it does"},
	{Name: "actors", Summary: "the clients of a live game in the order in which they connect"},
	{Name: "guests", Summary: "what happens on the wire in a live case besides what its actors do"},
	{Name: "view", Summary: "what a player sees of a state"},
	{Name: "turn-reply", Summary: "the reply to a call for a solution"},
}

// stateFields says which clause decides the parts of a State at a pointer.
func stateFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/phase", Clause: "UO-53"},
		{Pointer: at + "/round", Clause: "UO-53"},
		{Pointer: at + "/roller", Clause: "UO-52"},
		{Pointer: at + "/flipper", Clause: "UO-52"},
		{Pointer: at + "/die", Clause: "UO-17"},
		{Pointer: at + "/glass", Clause: "UO-18"},
		{Pointer: at + "/players/*/stack", Clause: "UO-16"},
		{Pointer: at + "/players/*/board", Clause: "UO-16"},
		{Pointer: at + "/players/*/gems", Clause: "UO-46"},
		{Pointer: at + "/solved", Clause: "UO-20"},
		{Pointer: at + "/out", Clause: "UO-29"},
		{Pointer: at + "/display", Clause: "UO-48"},
		{Pointer: at + "/bag", Clause: "UO-46"},
		{Pointer: at + "/winner", Clause: "UO-56"},
	}
}

// resultFields says which clause decides the parts of a Result at a pointer.
func resultFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/over", Clause: "UO-54"},
		{Pointer: at + "/winner", Clause: "UO-56"},
		{Pointer: at + "/points", Clause: "UO-55"},
		{Pointer: at + "/ranking", Clause: "UO-63"},
	}
}

// viewFields says which clause decides the parts of a View.
func viewFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at, Clause: "UO-66"},
		{Pointer: at + "/players/*/stack", Clause: "UO-64"},
		{Pointer: at + "/bag", Clause: "UO-65"},
		{Pointer: at + "/task", Clause: "UO-67"},
	}
}

var (
	stateParam   = game.Param{Name: "state", Value: "state"}
	problemParam = game.Param{Name: "problem", Value: "problem"}
)

// tasks are the skills of chapter 5.
func tasks() []game.Task {
	return append([]game.Task{
		{
			Name: "check", Codes: codes, Summary: "whether placements solve a problem, and if not, the first error",
			In:  []game.Param{problemParam, {Name: "placements", Value: "placements"}},
			Out: []game.Param{{Name: "verdict", Value: "check-answer"}},
		},
		{
			Name: "solve", Summary: "how many solutions a problem has, and the first of them",
			In:     []game.Param{problemParam},
			Out:    []game.Param{{Name: "solutions", Value: "solve-answer"}},
			Fields: []game.Field{{Pointer: "/0/count", Clause: "UO-83"}, {Pointer: "/0/first", Clause: "UO-82"}},
		},
		{
			Name: "rewards", Summary: "what the players of a round win",
			In:  []game.Param{{Name: "rewards", Value: "rewards"}},
			Out: []game.Param{{Name: "gains", Value: "rewards-answer"}},
			Fields: []game.Field{
				{Pointer: "/0/gains", Clause: "UO-46"},
				{Pointer: "/0/points", Clause: "UO-06"},
				{Pointer: "/0/display", Clause: "UO-48"},
				{Pointer: "/0/bag", Clause: "UO-46"},
			},
		},
		{
			Name: "solo", Summary: "the result of a solo run",
			In:  []game.Param{{Name: "run", Value: "solo"}},
			Out: []game.Param{{Name: "result", Value: "solo-answer"}},
			Fields: []game.Field{
				{Pointer: "/0/solved", Clause: "UO-68"},
				{Pointer: "/0/aside", Clause: "UO-70"},
				{Pointer: "/0/wrong", Clause: "UO-72"},
				{Pointer: "/0/time", Clause: "UO-69"},
				{Pointer: "/0/finished", Clause: "UO-69"},
				{Pointer: "/0/record", Clause: "UO-73"},
			},
		},
		{
			Name: "move", Summary: "one request, judged and executed",
			Codes:  codes,
			In:     []game.Param{stateParam, {Name: "request", Value: "request"}},
			Out:    []game.Param{{Name: "verdict", Value: "move-answer"}},
			Fields: append([]game.Field{{Pointer: "/0/code", Code: true}}, stateFields("/0/state")...),
		},
		{
			Name: "play", Summary: "a sequence of requests; an illegal one changes nothing",
			Codes: codes,
			In:    []game.Param{stateParam, {Name: "request", Value: "request", Repeated: true}},
			Out:   []game.Param{{Name: "answers", Value: "play-answer"}, {Name: "state", Value: "state"}, {Name: "result", Value: "result"}},
			Fields: slices.Concat(
				[]game.Field{{Pointer: "/0/*", Code: true}},
				stateFields("/1"), resultFields("/2")),
		},
		{
			Name: "view", Summary: "what a player sees of a state",
			In:     []game.Param{stateParam, {Name: "player", Value: "index"}},
			Out:    []game.Param{{Name: "view", Value: "view"}},
			Fields: viewFields("/0"),
		},
		{
			Name: "score", Summary: "points, ranking and winner of a state",
			In:     []game.Param{stateParam},
			Out:    []game.Param{{Name: "result", Value: "result"}},
			Fields: resultFields("/0"),
		},
		{
			Name: "setup", Summary: "the first state of a game",
			In:  []game.Param{{Name: "setup", Value: "setup"}},
			Out: []game.Param{{Name: "state", Value: "state"}},
			Fields: append(stateFields("/0"),
				game.Field{Pointer: "/0/phase", Clause: "UO-16"},
				game.Field{Pointer: "/0/round", Clause: "UO-16"},
				game.Field{Pointer: "/0/roller", Clause: "UO-14"},
				game.Field{Pointer: "/0/flipper", Clause: "UO-15"},
				game.Field{Pointer: "/0/players/*/level", Clause: "UO-11"},
				game.Field{Pointer: "/0/players/*/stack", Clause: "UO-12"},
				game.Field{Pointer: "/0/display", Clause: "UO-13"},
				game.Field{Pointer: "/0/bag", Clause: "UO-13"}),
		},
	}, game.LiveTasks{
		In: pairIn, Out: protocol().Out, Outcome: "the winner and the drop-outs",
		Clients: "; any solution will do",
		Seats:   "UO-91", Winners: "UO-56", Dropouts: "UO-74",
	}.Tasks()...)
}
