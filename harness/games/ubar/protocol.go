package ubar

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
		First:  "UB-80",
		Name:   "UB-81",
		NameMs: "UB-82",
		Taken:  "UB-84",
		Window: "UB-85",
		Seats:  "UB-87",
		Order:  "UB-83",
	},
	Closed:  "UB-86",
	Unasked: "UB-94",
	NotJSON: "UB-90",
	Shape:   "UB-92",
	TooLong: "UB-95",
	Timeout: "UB-91",
	Lost:    "UB-88",
	Told:    "UB-97",
	Out:     "UB-96",
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
				Name: "setup", Clause: "UB-06", AnyOrder: true,
				Summary: "shows the start of the game, once, before the first turn",
				Args:    []game.Param{{Name: "view", Value: "view"}},
				Reply:   game.Param{Name: "void", Value: "void"},
				Fields:  viewFields("/0"),
				States:  append(setupFields("/0"), game.Field{Pointer: "/0/to_sell", Clause: "UB-64"}),
				Replies: []game.Field{{Clause: "UB-92"}},
			},
			{
				Name: "take-turn", Clause: "UB-20",
				Summary: "asks for a draft or a sale, depending on the phase",
				Args:    []game.Param{{Name: "view", Value: "view"}},
				Reply:   game.Param{Name: "request", Value: "request"},
				Fields:  viewFields("/0"),
				States:  stateFields("/0"),
				Replies: []game.Field{{Clause: "UB-20"}, {Pointer: "/goods", Clause: "UB-62"}},
			},
			{
				Name: "result", Clause: "UB-97", AnyOrder: true,
				Summary: "tells the result, once, after the last turn",
				Args:    []game.Param{{Name: "result", Value: "result"}},
				Reply:   game.Param{Name: "void", Value: "void"},
				Fields:  resultFields("/0"),
				Replies: []game.Field{{Clause: "UB-92"}},
			},
		},
		Misbehaves: "UB-88",
		StaysDone:  "UB-88",
		States: append(game.SignUpStates(), []game.State{
			{Name: "setting up", Summary: "setup is called; its reply is due"},
			{Name: "waiting", Summary: "no call is open: others have their turns"},
			{Name: "deciding", Summary: "take-turn is called; its reply is due"},
			{Name: "hearing", Summary: "result is called; its reply is due"},
			{Name: "told", Summary: "the client knows the result; the server calls the others"},
			{Name: "out", Summary: "the player is out of the game: the server sends it nothing more"},
			{Name: "closed", Summary: "the connection is closed", Final: true},
		}...),
		Transitions: slices.Concat(
			connections.SigningUp("setup", "UB-06"),
			[]game.Transition{{From: "setting up", To: "waiting", On: "<- void", Clause: "UB-92"}},
			connections.Failing("setting up"),
			[]game.Transition{{From: "waiting", To: "deciding", On: "-> take-turn", Clause: "UB-10"}},
			connections.Waiting("waiting"),
			[]game.Transition{
				{From: "waiting", To: "hearing", On: "-> result", Clause: "UB-97"},
				{From: "deciding", To: "waiting", On: "<- legal request", Clause: "UB-20"},
				{From: "deciding", To: "out", On: "<- illegal request", Clause: "UB-88"},
			},
			connections.Failing("deciding"),
			[]game.Transition{{From: "hearing", To: "told", On: "<- void", Clause: "UB-92"}},
			connections.Failing("hearing"),
			connections.Ending(),
		),
		Events: []game.EventKind{
			{Name: "start", Fields: []string{"players", "state"}, Summary: "the first state of the game and the seats, before any call"},
			{Name: "setup", Fields: []string{"player", "ok"}, Summary: "a player has seen the game"},
			{Name: "turn", Fields: []string{"player", "round", "phase"}, Summary: "a turn begins"},
			{
				Name: "draft", Fields: []string{"player", "tile", "place", "time", "hold"},
				Summary: "a tile was drafted; the new space of the marker, and the hold",
			},
			{Name: "sell", Fields: []string{"player", "goods", "coins"}, Summary: "goods (possibly none) were sold for these coins"},
			{Name: "round", Fields: []string{"round", "state"}, Summary: "a new round begins"},
			{Name: "drop", Fields: []string{"player", "why"}, Summary: "a player is out of the game"},
			{Name: "over", Fields: []string{"result"}, Summary: "the game is over"},
			{Name: "result", Fields: []string{"player", "won", "ok"}, Summary: "a player knows the result"},
			{Name: "end", Fields: []string{"winners", "dropouts"}, Summary: "the outcome"},
		},
	}
})
