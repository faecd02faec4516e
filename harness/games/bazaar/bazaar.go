// Package bazaar is The Bazaar Game: a university course's distributed trading
// game with pebbles, equations and cards. It has the rule book as data
// (clauses, codes, options, mutants, tasks) and one engine that answers every
// task; clause ids in comments refer to the rule book, chapters to its spec.
package bazaar

import (
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Game is the rule book. It is made when it is first asked for: most commands need one
// game, or none.
var Game = sync.OnceValue(func() *game.Game {
	g := &game.Game{
		Name:    "bazaar",
		Title:   "The Bazaar Game",
		Prefix:  "BG",
		Summary: "two to six players draw and exchange pebbles and buy cards with them, refereed over TCP",
		Clauses: clauses(),
		Codes:   codes,
		Options: optionTable.Options(),
		Presets: presets,
		Tasks:   tasks(),
		Values:  values,

		Protocol: protocol(),
		Players:  players,

		Milestones: map[int][]string{
			milestoneFirst: {"equations"}, 4: {"turn"}, 5: {"strategy"}, 6: {"rules"}, 7: {"games"}, milestoneCheats: {"games"}, milestoneLoops: {"games"},
			milestoneLast: {"server", "clients"},
		},
		Profiles: profiles(),
		Demands:  demands,
	}
	g.Configure = func(s game.Settings) (game.Rules, error) { return newRules(g, s) }
	joinTwin(g)
	return g
})

// joinTwin gives the game its twin, where there is one.
var joinTwin = func(*game.Game) {}

// values are the named values of chapter 4.
var values = []game.Value{
	{Name: "pebbles", Summary: "a bag of pebbles: an array of colours"},
	{Name: "card", Summary: "five pebbles, with or without a face"},
	{Name: "cards", Summary: "an array of cards"},
	{Name: "equation", Summary: "two bags, usable in both directions"},
	{Name: "equations", Summary: "the equations of a game, no two equal"},
	{Name: "exchanges", Summary: "a list of equations, each used from left to right"},
	{Name: "player", Summary: "a wallet, a score, optionally cards"},
	{Name: "game", Summary: "what a referee keeps, without names"},
	{Name: "turn", Summary: "what a player sees"},
	{Name: "policy", Summary: "what a builtin player maximises"},
	{Name: "method", Summary: "a call of the referee"},
	{Name: "cheat", Summary: "a kind of cheating"},
	{Name: "actor", Summary: "a player program, which may misbehave"},
	{Name: "actors", Summary: "the actors of a game"},
	{Name: "client-actor", Summary: "an actor in the input of clients, whose name may be one that a server must refuse"},
	{Name: "client-actors", Summary: "the actors in the input of clients"},
	{Name: "bonus", Summary: "the name of a bonus"},
	{Name: "name", Summary: "the name of a player"},
	{Name: "names", Summary: "an array of different names"},
	{Name: "index", Summary: "the index of a player"},
	{Name: "seat", Summary: "a player with a name"},
	{Name: "state", Summary: "everything about a game at one moment"},
	{Name: "phase", Summary: "what a state waits for"},
	{Name: "request", Summary: "one decision of the active player"},
	{Name: "server-game", Summary: "the game that a server is to play"},
	{Name: "special", Summary: "a client that is not an actor"},
	{Name: "specials", Summary: "the special clients that connect after the actors"},
	{Name: "guests", Summary: "the special clients of a test pair, and faults on the wire"},
	{Name: "live-turn", Summary: "what a player sees in a call"},
	{Name: "first-reply", Summary: "the reply to the first call of a turn"},
	{Name: "second-reply", Summary: "the reply to the second call of a turn"},
}

// stateFields says how a State at a pointer compares.
func stateFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/equations/*/*", Bag: true},
		{Pointer: at + "/bank", Bag: true, Clause: "BG-21"},
		{Pointer: at + "/visibles", Clause: "BG-35"},
		{Pointer: at + "/visibles/*/pebbles", Bag: true, Clause: "BG-35"},
		{Pointer: at + "/cards", Clause: "BG-22"},
		{Pointer: at + "/cards/*/pebbles", Bag: true, Clause: "BG-22"},
		{Pointer: at + "/players", Clause: "BG-11"},
		{Pointer: at + "/players/*/wallet", Bag: true, Clause: "BG-21"},
		{Pointer: at + "/players/*/score", Clause: "BG-33"},
		{Pointer: at + "/players/*/cards", Bag: true, Clause: "BG-34"},
		{Pointer: at + "/players/*/cards/*/pebbles", Bag: true, Clause: "BG-34"},
		{Pointer: at + "/dropouts", Clause: "BG-41"},
		{Pointer: at + "/phase", Clause: "BG-44"},
	}
}

// shownFields says how the Turn compares that a batch task answers: a player
// without cards may be shown an empty list of them, or none (chapter 5).
func shownFields() []game.Field {
	return append(turnFields("/0"), game.Field{Pointer: "/0/active/cards", Missing: jsontext.Value("[]")})
}

// turnFields says how a Turn at a pointer compares; all of it is BG-14.
func turnFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at, Clause: "BG-14"},
		{Pointer: at + "/bank", Bag: true, Clause: "BG-14"},
		{Pointer: at + "/cards", Clause: "BG-14"},
		{Pointer: at + "/cards/*/pebbles", Bag: true, Clause: "BG-14"},
		{Pointer: at + "/active/wallet", Bag: true, Clause: "BG-14"},
		{Pointer: at + "/active/score", Clause: "BG-14"},
		{Pointer: at + "/active/cards", Bag: true, Clause: "BG-14"},
		{Pointer: at + "/active/cards/*/pebbles", Bag: true, Clause: "BG-14"},
		{Pointer: at + "/scores", Clause: "BG-14"},
	}
}

// resultFields says how a Result at a pointer compares.
func resultFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/over", Clause: "BG-44"},
		{Pointer: at + "/reason", Clause: "BG-49"},
		{Pointer: at + "/points", Clause: "BG-33"},
		{Pointer: at + "/winners", Clause: "BG-50"},
		{Pointer: at + "/dropouts", Clause: "BG-53"},
	}
}

// tasks are the skills of chapter 5.
func tasks() []game.Task {
	return append([]game.Task{
		{
			Name: "equations", Aliases: []string{"xeq"},
			Summary: "every equation, in each direction in which wallet and bank allow it",
			In:      []game.Param{{Name: "equations", Value: "equations"}, {Name: "wallet", Value: "pebbles"}, {Name: "bank", Value: "pebbles"}},
			Out:     []game.Param{{Name: "usable equations", Value: "exchanges"}},
			Fields: []game.Field{
				{Pointer: "/0", Bag: true, Clause: "BG-18"},
				{Pointer: "/0/*/*", Bag: true, Clause: "BG-18"},
			},
		},
		{
			Name: "turn", Aliases: []string{"xturn"},
			Summary: "what the active player of a game sees",
			In:      []game.Param{{Name: "game", Value: "game"}},
			Out:     []game.Param{{Name: "turn", Value: "turn-shown"}},
			Fields:  shownFields(),
		},
		{
			Name: "strategy", Aliases: []string{"xstrategy"},
			Summary: "the best exchanges and purchase for a policy",
			In:      []game.Param{{Name: "equations", Value: "equations"}, {Name: "turn", Value: "turn"}, {Name: "policy", Value: "policy"}},
			Out: []game.Param{
				{Name: "exchanges", Value: "exchanges"},
				{Name: "cards", Value: "cards"},
				{Name: "points", Value: "score"},
				{Name: "wallet", Value: "pebbles"},
			},
			Fields: []game.Field{
				{Pointer: "/0", Clause: "BG-63"},
				{Pointer: "/0/*/*", Bag: true, Clause: "BG-63"},
				{Pointer: "/1", Clause: "BG-65"},
				{Pointer: "/1/*/pebbles", Bag: true, Clause: "BG-65"},
				{Pointer: "/2", Clause: "BG-32"},
				{Pointer: "/3", Bag: true, Clause: "BG-63"},
			},
		},
		{
			Name: "rules", Aliases: []string{"xrules"},
			Summary: "whether an exchange list is legal, and what it leaves",
			In:      []game.Param{{Name: "equations", Value: "equations"}, {Name: "exchanges", Value: "exchanges"}, {Name: "turn", Value: "turn"}},
			Out:     []game.Param{{Name: "wallet or false", Value: "rules-answer"}, {Name: "bank", Value: "pebbles", Optional: true}},
			Fields: []game.Field{
				{Pointer: "/0", Bag: true},
				{Pointer: "/1", Bag: true},
			},
		},
		{
			Name: "games", Aliases: []string{"xgames"},
			Summary: "a complete game among actors: winners and drop-outs",
			In: []game.Param{
				{Name: "actors", Value: "actors"},
				{Name: "equations", Value: "equations"},
				{Name: "game", Value: "game"},
				{Name: "bonus", Value: "bonus", Optional: true},
			},
			Out:    []game.Param{{Name: "winners", Value: "names"}, {Name: "drop-outs", Value: "names"}},
			Fields: []game.Field{{Pointer: "/0", Clause: "BG-50"}, {Pointer: "/1", Clause: "BG-41"}},
		},
		{
			Name:    "move",
			Codes:   codes,
			Summary: "one request of the active player, judged and executed",
			In:      []game.Param{{Name: "state", Value: "state"}, {Name: "request", Value: "request"}},
			Out:     []game.Param{{Name: "verdict", Value: "move-answer"}},
			Fields:  append([]game.Field{{Pointer: "/0/code", Code: true}}, stateFields("/0/state")...),
		},
		{
			Name:    "play",
			Codes:   codes,
			Summary: "a sequence of requests, with elimination",
			In:      []game.Param{{Name: "state", Value: "state"}, {Name: "request", Value: "request", Repeated: true}},
			Out:     []game.Param{{Name: "answers", Value: "play-answer"}, {Name: "state", Value: "state-shown"}, {Name: "result", Value: "result"}},
			Fields: slices.Concat(
				[]game.Field{{Pointer: "/0/*", Code: true, Clause: "BG-37"}},
				stateFields("/1"), resultFields("/2")),
		},
		{
			Name:    "view",
			Summary: "what each player of a state sees",
			In:      []game.Param{{Name: "state", Value: "state"}, {Name: "player index", Value: "index"}},
			Out:     []game.Param{{Name: "turn", Value: "turn-shown"}},
			Fields:  shownFields(),
		},
		{
			Name:    "score",
			Summary: "points, winners and drop-outs of a state",
			In:      []game.Param{{Name: "state", Value: "state"}},
			Out:     []game.Param{{Name: "result", Value: "result"}},
			Fields:  resultFields("/0"),
		},
		{
			Name:    "setup",
			Summary: "the first state of a game from scratch",
			In:      []game.Param{{Name: "names", Value: "names"}, {Name: "equations", Value: "equations"}, {Name: "cards", Value: "cards"}},
			Out:     []game.Param{{Name: "state", Value: "state-shown"}},
			Fields: append(stateFields("/0"),
				game.Field{Pointer: "/0/bank", Bag: true, Clause: "BG-07"},
				game.Field{Pointer: "/0/visibles", Clause: "BG-08"},
				game.Field{Pointer: "/0/cards", Clause: "BG-08"},
				game.Field{Pointer: "/0/players", Clause: "BG-09"},
				game.Field{Pointer: "/0/players/*/wallet", Bag: true, Clause: "BG-07"},
				game.Field{Pointer: "/0/players/*/score", Clause: "BG-07"}),
		},
	}, game.LiveTasks{
		In: slices.Concat(clientsIn, serverIn), Out: protocol().Out, Outcome: "winners and drop-outs",
		Seats: "BG-87", Winners: "BG-50", Dropouts: "BG-41",
		Server: []string{"xserver"}, Client: []string{"xclients"},
	}.Tasks()...)
}
