// Package bazar is Bazar: merchant guilds fight for the districts of
// Constantinople with tiles that push, swap and expel one another. It has the
// rule book as data (content, clauses, codes, options, mutants, tasks) and one
// engine that answers every task; clause ids in comments refer to the rule
// book, chapters to its spec.
package bazar

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazar/material"
)

// Game is the rule book. It is made when it is first asked for: most commands need one
// game, or none.
var Game = sync.OnceValue(func() *game.Game {
	g := &game.Game{
		Name:    "bazar",
		Title:   "Bazar",
		Prefix:  "BZ",
		Summary: "two to four merchant guilds push, swap and expel tiles to own the districts of Constantinople",
		Clauses: clauses(),
		Codes:   codes,
		Options: optionTable.Options(),
		Presets: presets,
		Tasks:   tasks(),
		Values:  values,

		Terms: terms,

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

// terms are what kinds, districts and cards are called in the French rules.
var terms = []game.Term{
	{Name: "beggar", Lang: "fr", Text: "Mendiant"},
	{Name: "administrator", Lang: "fr", Text: "Administrateur"},
	{Name: "traitor", Lang: "fr", Text: "Traître"},
	{Name: "guild_master", Lang: "fr", Text: "Maître de guilde"},
	{Name: "fishmonger", Lang: "fr", Text: "Poissonnier"},
	{Name: "courier", Lang: "fr", Text: "Coursier"},
	{Name: "favourite", Lang: "fr", Text: "Favori"},
	{Name: "charlatan", Lang: "fr", Text: "Charlatan"},
	{Name: "architect", Lang: "fr", Text: "Architecte"},
	{Name: "notable", Lang: "fr", Text: "Personnalité Influente"},
	{Name: "pedlar", Lang: "fr", Text: "Marchand ambulant"},
	{Name: "ferryman", Lang: "fr", Text: "Passeur"},
	{Name: "innkeeper", Lang: "fr", Text: "Aubergiste"},
	{Name: "tax_collector", Lang: "fr", Text: "Percepteur"},
	{Name: "palace", Lang: "fr", Text: "Palais"},
	{Name: "harbour", Lang: "fr", Text: "Port"},
	{Name: "hippodrome", Lang: "fr", Text: "Hippodrome"},
	{Name: "great_bazaar", Lang: "fr", Text: "Grand Bazar"},
	{Name: "arsenal", Lang: "fr", Text: "Arsenal"},
	{Name: "harem", Lang: "fr", Text: "Harem"},
	{Name: "black_market", Lang: "fr", Text: "Marché Noir"},
	{Name: "governor_bounty", Lang: "fr", Text: "Bonté du Gouverneur"},
	{Name: "feast_of_the_poor", Lang: "fr", Text: "Fête des Pauvres"},
	{Name: "reorganisation", Lang: "fr", Text: "Réorganisation"},
	{Name: "spice_fleet", Lang: "fr", Text: "Flotte des épices"},
	{Name: "plague", Lang: "fr", Text: "Peste"},
	{Name: "great_fire", Lang: "fr", Text: "Grand incendie"},
	{Name: "revolt", Lang: "fr", Text: "Révolte"},
	{Name: "chariot_races", Lang: "fr", Text: "Course de chars"},
	{Name: "sultan_visit", Lang: "fr", Text: "Visite du Sultan"},
	{Name: "siege", Lang: "fr", Text: "Siège"},
	{Name: "amnesty", Lang: "fr", Text: "Amnistie"},
}

// values are the named values of chapter 5.
var values = []game.Value{
	{Name: "guild", Summary: "the colour of a player"},
	{Name: "kind", Summary: "one of the 14 kinds of tile"},
	{Name: "card", Summary: "the name of an event card"},
	{Name: "cell", Summary: "a square of the board, [row,col]"},
	{Name: "direction", Summary: "up, right, down or left"},
	{Name: "tile", Summary: "a tile: its guild and kind"},
	{Name: "placed", Summary: "a tile with the cell it lies on"},
	{Name: "board", Summary: "a bag of placed tiles, those in the market included"},
	{Name: "choice", Summary: "how a player aims the effect of a tile"},
	{Name: "request", Summary: "one decision of the player whose turn it is: a tile, a cell and a choice, and the market cells that owners choose"},
	{Name: "setup", Summary: "everything that chance decides before a game: piles, starting order, event pile"},
	{Name: "state", Summary: "everything about a game at one moment"},
	{Name: "position", Summary: "a board alone, for owners and push"},
	{Name: "shove", Summary: "the push of one tile: its cell, the direction, the steps"},
	{Name: "view", Summary: "what a guild sees of a state"},
	{Name: "content", Summary: "the board, its districts, the kinds of tile and the event cards"},
	{Name: "wealth", Summary: "the coins of the players and the order of the previous round"},
	{Name: "actor", Summary: "a client of a live game, and how it misbehaves, if it does"},
	{Name: "actors", Summary: "the clients of a live game in the order in which they connect"},
	{Name: "guests", Summary: "what happens on the wire in a live case besides what its actors do"},
}

// stateFields says how a State at a pointer compares.
func stateFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/round", Clause: "BZ-23"},
		{Pointer: at + "/phase", Clause: "BZ-70"},
		{Pointer: at + "/players", Clause: "BZ-01"},
		{Pointer: at + "/players/*/coins", Clause: "BZ-66"},
		{Pointer: at + "/players/*/hand", Clause: "BZ-26"},
		{Pointer: at + "/players/*/pile", Clause: "BZ-26"},
		{Pointer: at + "/order", Clause: "BZ-10"},
		{Pointer: at + "/turn", Clause: "BZ-23"},
		{Pointer: at + "/board", Bag: true},
		{Pointer: at + "/harem_in", Clause: "BZ-13"},
		{Pointer: at + "/market_in", Clause: "BZ-14"},
		{Pointer: at + "/events", Clause: "BZ-16"},
		{Pointer: at + "/discarded", Bag: true, Clause: "BZ-57"},
	}
}

// resultFields says how a Result at a pointer compares.
func resultFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at + "/over", Clause: "BZ-70"},
		{Pointer: at + "/scores", Clause: "BZ-74"},
		{Pointer: at + "/winner", Clause: "BZ-73"},
	}
}

// viewFields says how a View at a pointer compares.
func viewFields(at string) []game.Field {
	return []game.Field{
		{Pointer: at, Clause: "BZ-80"},
		{Pointer: at + "/board", Bag: true, Clause: "BZ-80"},
		{Pointer: at + "/board/*/face", Clause: "BZ-27"},
		{Pointer: at + "/discarded", Bag: true, Clause: "BZ-80"},
		{Pointer: at + "/hand", Clause: "BZ-81"},
		{Pointer: at + "/to_come", Clause: "BZ-81"},
	}
}

// tasks are the skills of chapter 6.
func tasks() []game.Task {
	return append([]game.Task{
		{
			Name:    "setup",
			Summary: "the first state of a game",
			In:      []game.Param{{Name: "setup", Value: "setup"}},
			Out:     []game.Param{{Name: "state", Value: "state-shown"}},
			Fields: append(stateFields("/0"),
				game.Field{Pointer: "/0/round", Clause: "BZ-07"},
				game.Field{Pointer: "/0/phase", Clause: "BZ-07"},
				game.Field{Pointer: "/0/order", Clause: "BZ-07"},
				game.Field{Pointer: "/0/turn", Clause: "BZ-07"},
				game.Field{Pointer: "/0/harem_in", Clause: "BZ-08"},
				game.Field{Pointer: "/0/market_in", Clause: "BZ-08"},
				game.Field{Pointer: "/0/events", Clause: "BZ-05"},
				game.Field{Pointer: "/0/players/*/coins", Clause: "BZ-06"},
				game.Field{Pointer: "/0/players/*/hand", Clause: "BZ-04"},
				game.Field{Pointer: "/0/players/*/pile", Clause: "BZ-03"}),
		},
		{
			Name:    "move",
			Codes:   codes,
			Summary: "one request of the player whose turn it is, judged and executed",
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
			Summary: "what a guild sees of a state",
			In:      []game.Param{{Name: "state", Value: "state"}, {Name: "guild", Value: "guild"}},
			Out:     []game.Param{{Name: "view", Value: "view"}},
			Fields:  viewFields("/0"),
		},
		{
			Name:    "score",
			Summary: "coins, tokens and ranks of a state, and the winner if it is over",
			In:      []game.Param{{Name: "state", Value: "state"}},
			Out:     []game.Param{{Name: "result", Value: "result"}},
			Fields:  resultFields("/0"),
		},
		{
			Name:    "order",
			Summary: "the order of a new round, from the coins and the previous order",
			In:      []game.Param{{Name: "wealth", Value: "wealth"}},
			Out:     []game.Param{{Name: "order", Value: "order"}},
			Fields:  []game.Field{{Pointer: "/0"}}, // the oracle says which clause decides
		},
		{
			Name:    "owners",
			Summary: "counts, value and owner of each district in play, and the income of each guild",
			In:      []game.Param{{Name: "position", Value: "position"}},
			Out:     []game.Param{{Name: "owners", Value: "owners"}},
			Fields: []game.Field{
				{Pointer: "/0/districts/*/counts", Clause: "BZ-60"},
				{Pointer: "/0/districts/*/value", Clause: "BZ-63"},
				{Pointer: "/0/districts/*/owner", Clause: "BZ-62"},
				{Pointer: "/0/income", Clause: "BZ-66"},
			},
		},
		{
			Name:    "push",
			Summary: "one tile pushed by some steps, and what happens to the others",
			In:      []game.Param{{Name: "position", Value: "position"}, {Name: "push", Value: "shove"}},
			Out:     []game.Param{{Name: "outcome", Value: "pushed"}},
			Fields: []game.Field{
				{Pointer: "/0/board", Bag: true, Clause: "BZ-32"},
				{Pointer: "/0/eliminated", Clause: "BZ-35"},
				{Pointer: "/0/discarded", Bag: true, Clause: "BZ-57"},
				{Pointer: "/0/steps", Clause: "BZ-36"},
			},
		},
	}, game.LiveTasks{
		In: pairIn, Out: protocol().Out, Outcome: "the winner and the drop-outs",
		Clients: "; any legal request will do",
		Seats:   "BZ-89", Winners: "BZ-73", Dropouts: "BZ-90",
	}.Tasks()...)
}
