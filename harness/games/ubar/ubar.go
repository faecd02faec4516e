// Package ubar is The Bazaars of Ubar: a board game of captains who draft
// trade-route tiles against time and pack goods on their ships. It has the rule
// book as data (clauses, codes, options, mutants, tasks) and one engine that
// answers every task; clause ids in comments refer to the rule book, chapters to
// its spec.
package ubar

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubar/material"
)

// Game is the rule book. It is made when it is first asked for: most commands need one
// game, or none.
var Game = sync.OnceValue(func() *game.Game {
	g := &game.Game{
		Name:    "ubar",
		Title:   "The Bazaars of Ubar",
		Prefix:  "UB",
		Summary: "two to four captains draft trade-route tiles for time, pack goods on a ship and sell them",
		Clauses: clauses(),
		Codes:   codes,
		Options: optionTable.Options(),
		Presets: presets,
		Tasks:   tasks(),
		Values:  values,
		Seats: &game.Seats{
			Lists:   []string{"players", "starters", "coins"},
			Numbers: []string{"player", "order", "to_sell", "ranking", "winners", "turn", "you"},
		},

		Content:  material.Text,
		Protocol: protocol(),
		Players:  players,
	}
	g.Configure = func(s game.Settings) (game.Rules, error) { return newRules(g, s) }
	joinTwin(g)
	return g
})

// joinTwin gives the game its twin, where there is one.
var joinTwin = func(*game.Game) {}

// values are the named values of chapter 4, and those of live play.
var values = []game.Value{
	{Name: "player", Summary: "the index of a player"},
	{Name: "pos", Summary: "a cell of the grid or of a tableau, [row, col]"},
	{Name: "goods", Summary: "how many there are of each good"},
	{Name: "some-goods", Summary: "goods, some of which may be missing"},
	{Name: "tile", Summary: "the id of a trade-route tile"},
	{Name: "starter", Summary: "the id of a starter"},
	{Name: "market", Summary: "the id of a market card"},
	{Name: "tableau", Summary: "one player's tiles in the order of placement"},
	{Name: "player-state", Summary: "coins, time, hold and tableau of a player"},
	{Name: "grid", Summary: "rows of tiles and holes"},
	{Name: "wind", Summary: "which tiles a new tile re-triggers"},
	{Name: "state", Summary: "everything about a game at one moment"},
	{Name: "request", Summary: "one decision of one player"},
	{Name: "setup", Summary: "everything that chance decides in a game"},
	{Name: "view", Summary: "what a player sees of a game"},
	{Name: "result", Summary: "coins, standing and winners"},
	{Name: "content", Summary: "tiles, starters, market cards and the shapes of the goods"},
	{Name: "void", Summary: "the reply to a call that asks for nothing"},
	{Name: "actor", Summary: "a client of a live game, and how it misbehaves, if it does"},
	{Name: "actors", Summary: "the clients of a live game in the order in which they connect"},
	{Name: "guests", Summary: "what happens on the wire in a live case besides what its actors do"},
}

// stateFields says which clause decides the parts of a State at a pointer.
func stateFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/round", Clause: "UB-67"},
		{Pointer: at + "/phase", Clause: "UB-60"},
		{Pointer: at + "/players/*/coins", Clause: "UB-63"},
		{Pointer: at + "/players/*/time", Clause: "UB-12"},
		{Pointer: at + "/players/*/hold", Clause: "UB-33"},
		{Pointer: at + "/players/*/tableau", Clause: "UB-20"},
		{Pointer: at + "/order", Clause: "UB-11"},
		{Pointer: at + "/to_sell", Clause: "UB-64"},
		{Pointer: at + "/grid", Clause: "UB-23"},
		{Pointer: at + "/pile", Clause: "UB-68"},
		{Pointer: at + "/markets", Clause: "UB-67"},
		{Pointer: at + "/supply", Clause: "UB-55"},
	}
}

// setupFields says the same of the first State of a game.
func setupFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/players/*/coins", Clause: "UB-07"},
		{Pointer: at + "/players/*/time", Clause: "UB-06"},
		{Pointer: at + "/players/*/hold", Clause: "UB-02"},
		{Pointer: at + "/players/*/tableau", Clause: "UB-01"},
		{Pointer: at + "/order", Clause: "UB-06"},
		{Pointer: at + "/grid", Clause: "UB-04"},
		{Pointer: at + "/pile", Clause: "UB-04"},
		{Pointer: at + "/markets", Clause: "UB-05"},
		{Pointer: at + "/supply", Clause: "UB-02"},
	}
}

// viewFields says the same of a View.
func viewFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at, Clause: "UB-75"},
		{Pointer: at + "/turn", Clause: "UB-11"},
		{Pointer: at + "/round_end", Clause: "UB-60"},
		{Pointer: at + "/players/*/coins", Clause: "UB-75"},
		{Pointer: at + "/costs", Clause: "UB-22"},
		{Pointer: at + "/pile_count", Clause: "UB-75"},
	}
}

// resultFields says the same of a Result.
func resultFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/over", Clause: "UB-72"},
		{Pointer: at + "/coins", Clause: "UB-63"},
		{Pointer: at + "/ranking", Clause: "UB-73"},
		{Pointer: at + "/winners", Clause: "UB-73"},
	}
}

// tasks are the skills of chapter 5. Everything compares exactly: no array is a
// bag.
func tasks() []game.Task {
	return append([]game.Task{
		{
			Name:    "move",
			Codes:   codes,
			Summary: "one request of the acting player, judged and carried out",
			In:      []game.Param{{Name: "state", Value: "state"}, {Name: "request", Value: "request"}},
			Out:     []game.Param{{Name: "verdict", Value: "move-answer"}},
			Fields:  append([]game.Field{{Pointer: "/0/code", Code: true}}, stateFields("/0/state")...),
		},
		{
			Name:    "play",
			Codes:   codes,
			Summary: "a sequence of requests; an illegal one changes nothing",
			In:      []game.Param{{Name: "state", Value: "state"}, {Name: "request", Value: "request", Repeated: true}},
			Out:     []game.Param{{Name: "answers", Value: "play-answer"}, {Name: "state", Value: "state-shown"}, {Name: "result", Value: "result"}},
			Fields:  slices.Concat([]game.Field{{Pointer: "/0/*", Code: true}}, stateFields("/1"), resultFields("/2")),
		},
		{
			Name:    "view",
			Summary: "what a player sees of a state",
			In:      []game.Param{{Name: "state", Value: "state"}, {Name: "player", Value: "player"}},
			Out:     []game.Param{{Name: "view", Value: "view"}},
			Fields:  viewFields("/0"),
		},
		{
			Name:    "score",
			Summary: "coins, standing and winners of a state",
			In:      []game.Param{{Name: "state", Value: "state"}},
			Out:     []game.Param{{Name: "result", Value: "result"}},
			Fields:  resultFields("/0"),
		},
		{
			Name:    "setup",
			Summary: "the first state of a game",
			In:      []game.Param{{Name: "setup", Value: "setup"}},
			Out:     []game.Param{{Name: "state", Value: "state-shown"}},
			Fields:  setupFields("/0"),
		},
		{
			Name:    "cost",
			Summary: "the time it costs to draft a tile of a grid",
			In:      []game.Param{{Name: "grid", Value: "grid"}, {Name: "cell", Value: "pos"}},
			Out:     []game.Param{{Name: "cost", Value: "cost-answer"}},
		},
		{
			Name:    "fit",
			Summary: "whether goods fit on a ship together",
			In:      []game.Param{{Name: "goods", Value: "some-goods"}},
			Out:     []game.Param{{Name: "answer", Value: "fit-answer"}},
			Fields:  []game.Field{{Pointer: "/0/fits", Clause: "UB-51"}},
		},
		{
			Name:    "winds",
			Summary: "which tiles a new tile re-triggers, in order",
			In: []game.Param{
				{Name: "tableau", Value: "tableau"}, {Name: "place of the new tile", Value: "pos"}, {Name: "wind", Value: "wind"},
			},
			Out:    []game.Param{{Name: "answer", Value: "winds-answer"}},
			Fields: []game.Field{{Pointer: "/0/choice", Clause: "UB-44"}},
		},
		{
			Name:    "sell",
			Codes:   codes[len(codes)-1:], // not_held
			Summary: "what goods earn with a market card, and what stays on board",
			In:      []game.Param{{Name: "market", Value: "market"}, {Name: "hold", Value: "goods"}, {Name: "sold", Value: "some-goods"}},
			Out:     []game.Param{{Name: "verdict", Value: "sell-answer"}},
			Fields: []game.Field{
				{Pointer: "/0/code", Code: true, Clause: "UB-62"},
				{Pointer: "/0/coins", Clause: "UB-63"},
				{Pointer: "/0/left", Clause: "UB-66"},
			},
		},
	}, game.LiveTasks{
		In: pairIn, Out: protocol().Out, Outcome: "winners and drop-outs",
		Clients: "; any legal request will do",
		Seats:   "UB-87", Winners: "UB-73", Dropouts: "UB-88",
	}.Tasks()...)
}
