package bazar

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// serverIn is what a server is given.
var serverIn = []game.Param{{Name: "setup", Value: "setup"}}

// pairIn is the input of a live case: what the clients are given, what goes on on
// the wire besides, and what the server is given.
var pairIn = []game.Param{{Name: "actors", Value: "actors"}, {Name: "guests", Value: "guests"}, {Name: "setup", Value: "setup"}}

// connections names our clauses for what is the same in every live game.
var connections = game.Connections{
	SignUpClauses: game.SignUpClauses{
		First:  "BZ-82",
		Name:   "BZ-83",
		NameMs: "BZ-84",
		Taken:  "BZ-86",
		Window: "BZ-87",
		Seats:  "BZ-89",
		Order:  "BZ-85",
	},
	Closed:  "BZ-88",
	Unasked: "BZ-96",
	NotJSON: "BZ-92",
	Shape:   "BZ-94",
	TooLong: "BZ-97",
	Timeout: "BZ-93",
	Lost:    "BZ-90",
	Told:    "BZ-99",
	Out:     "BZ-98",
}

// protocol is live play, which the rule text does not know: everybody is shown
// the game, is asked for a request in each turn, and hears the result. The
// clause of setup is the one that its argument shows.
var protocol = sync.OnceValue(func() game.Protocol {
	return game.Protocol{
		Framed:  true,
		Guests:  true,
		In:      serverIn,
		Clients: []game.Param{{Name: "actors", Value: "actors"}},
		Out:     []game.Param{{Name: "winners and drop-outs", Value: "server-answer"}},
		Methods: []game.Method{
			{
				Name: "setup", Clause: "BZ-04", AnyOrder: true,
				Summary: "shows the start of the game, once, before the start phase",
				Args:    []game.Param{{Name: "view", Value: "view"}},
				Reply:   game.Param{Name: "void", Value: "void"},
				Fields:  viewFields("/0"),
				Replies: []game.Field{{Clause: "BZ-94"}},
			},
			{
				Name: "take-turn", Clause: "BZ-23",
				Summary: "asks for a placement, in the start phase for that of the guild_master",
				Args:    []game.Param{{Name: "view", Value: "view"}},
				Reply:   game.Param{Name: "request", Value: "placement"},
				Fields:  viewFields("/0"),
				States:  append(stateFields("/0"), game.Field{Pointer: "/0/hand", Clause: "BZ-26"}),
				Replies: []game.Field{{Clause: "BZ-23"}},
			},
			{
				Name: marketMethod, Clause: "BZ-56",
				Summary: "asks for the market cell of an eliminated tile of the player, if several are free; under market_cell=chosen only",
				Args:    []game.Param{{Name: "view", Value: "view"}, {Name: "tile", Value: "tile"}, {Name: "free cells", Value: "cells"}},
				Reply:   game.Param{Name: "cell", Value: "cell"},
				Fields:  append(viewFields("/0"), game.Field{Pointer: "/1", Clause: "BZ-55"}, game.Field{Pointer: "/2", Clause: "BZ-56"}),
				Replies: []game.Field{{Clause: "BZ-56"}},
			},
			{
				Name: "result", Clause: "BZ-99", AnyOrder: true,
				Summary: "tells the result, once, after the last turn",
				Args:    []game.Param{{Name: "result", Value: "result"}},
				Reply:   game.Param{Name: "void", Value: "void"},
				Fields:  resultFields("/0"),
				Replies: []game.Field{{Clause: "BZ-94"}},
			},
		},
		Misbehaves: "BZ-90",
		StaysDone:  "BZ-90",
		States: append(game.SignUpStates(), []game.State{
			{Name: "setting up", Summary: "setup is called; its reply is due"},
			{Name: "waiting", Summary: "no call is open: others have their turns"},
			{Name: "deciding", Summary: "take-turn is called; its reply is due"},
			{Name: "choosing", Summary: "market is called; its reply is due"},
			{Name: "hearing", Summary: "result is called; its reply is due"},
			{Name: "told", Summary: "the client knows the result; the server calls the others"},
			{Name: "out", Summary: "the player is out: the server sends it nothing more, and the referee places for the guild"},
			{Name: "closed", Summary: "the connection is closed", Final: true},
		}...),
		Transitions: slices.Concat(
			connections.SigningUp("setup", "BZ-04"),
			[]game.Transition{{From: "setting up", To: "waiting", On: "<- void", Clause: "BZ-94"}},
			connections.Failing("setting up"),
			[]game.Transition{{From: "waiting", To: "deciding", On: "-> take-turn", Clause: "BZ-23"}},
			connections.Waiting("waiting"),
			[]game.Transition{
				{From: "waiting", To: "hearing", On: "-> result", Clause: "BZ-99"},
				{From: "deciding", To: "waiting", On: "<- legal request", Clause: "BZ-23"},
				{From: "deciding", To: "out", On: "<- illegal request", Clause: "BZ-90"},
			},
			connections.Failing("deciding"),
			[]game.Transition{
				{From: "waiting", To: "choosing", On: "-> market", Clause: "BZ-56"},
				{From: "choosing", To: "waiting", On: "<- free cell", Clause: "BZ-56"},
				{From: "choosing", To: "out", On: "<- illegal cell or another shape", Clause: "BZ-56"},
				{From: "choosing", To: "out", On: "<- not JSON", Clause: "BZ-56"},
				{From: "choosing", To: "out", On: "<- too long", Clause: "BZ-56"},
				{From: "choosing", To: "out", On: "timeout", Clause: "BZ-56"},
				{From: "choosing", To: "out", On: "connection closed", Clause: "BZ-56"},
				{From: "hearing", To: "told", On: "<- void", Clause: "BZ-94"},
			},
			connections.Failing("hearing"),
			connections.Ending(),
		),
		Events: []game.EventKind{
			{Name: "start", Fields: []string{"players", "state"}, Summary: "the first state of the game and the seats, before any call"},
			{Name: "setup", Fields: []string{"player", "ok"}, Summary: "a player has seen the game"},
			{Name: "turn", Fields: []string{"player", "round"}, Summary: "a turn begins"},
			{Name: "place", Fields: []string{"player", "by", "request", "eliminated"}, Summary: "a tile was placed, and what it eliminated"},
			{Name: "coins", Fields: []string{"player", "coins"}, Summary: "the coins of a player changed, by a tax or the payout"},
			{Name: "round", Fields: []string{"state"}, Summary: "a round begins, or the game is over"},
			{Name: "drop", Fields: []string{"player", "why"}, Summary: "a player is out of the game"},
			{Name: "over", Fields: []string{"result"}, Summary: "no player has a turn any more"},
			{Name: "result", Fields: []string{"player", "won", "ok"}, Summary: "a player knows the result"},
			{Name: "end", Fields: []string{"winners", "dropouts"}, Summary: "the outcome"},
		},
	}
})
