package ubongo

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// serverIn is what a server is given.
var serverIn = []game.Param{{Name: "setup", Value: "setup"}, {Name: "chance", Value: "chance"}}

// pairIn is the input of a live case: what the clients are given, what goes on on
// the wire besides, and what the server is given.
var pairIn = append([]game.Param{{Name: "actors", Value: "actors"}, {Name: "guests", Value: "guests"}}, serverIn...)

// The methods that a referee calls.
const (
	callSetup    = "setup"
	callTakeTurn = "take-turn"
	callResult   = "result"
)

// connections names our clauses for what is the same in every live game.
var connections = game.Connections{
	SignUpClauses: game.SignUpClauses{
		First:  "UO-84",
		Name:   "UO-85",
		NameMs: "UO-86",
		Taken:  "UO-88",
		Window: "UO-89",
		Seats:  "UO-91",
		Order:  "UO-87",
	},
	Closed:  "UO-90",
	Unasked: "UO-96",
	NotJSON: "UO-92",
	Shape:   "UO-94",
	TooLong: "UO-97",
	Timeout: "UO-93",
	Lost:    "UO-74",
	Told:    "UO-99",
	Out:     "UO-98",
}

// protocol is live play, which the rule text does not know. The clause of setup is the
// one that its argument shows.
var protocol = sync.OnceValue(func() game.Protocol {
	return game.Protocol{
		Framed:  true,
		Guests:  true,
		In:      serverIn,
		Clients: []game.Param{{Name: "actors", Value: "actors"}},
		Out:     []game.Param{{Name: "winners and drop-outs", Value: "server-answer"}},
		Methods: []game.Method{
			{
				Name: callSetup, Clause: "UO-66", AnyOrder: true,
				Summary: "shows the start of the game, once, before the first round",
				Args:    []game.Param{{Name: "view", Value: "view"}},
				Reply:   game.Param{Name: "void", Value: "void"},
				Fields:  viewFields("/0"),
				Replies: []game.Field{{Clause: "UO-94"}},
			},
			{
				Name: callTakeTurn, Clause: "UO-75", Together: "UO-75",
				Summary: "asks for a solution while the hourglass runs or in the playoff, and again after a wrong one",
				Args:    []game.Param{{Name: "view", Value: "view"}},
				Reply:   game.Param{Name: "claim", Value: "turn-reply"},
				Fields:  viewFields("/0"),
				States:  append(stateFields("/0"), game.Field{Pointer: "/0/die", Clause: "UO-77"}),
				Replies: []game.Field{{Clause: "UO-20"}},
			},
			{
				Name: callResult, Clause: "UO-99", AnyOrder: true,
				Summary: "tells the outcome, once, after the last round",
				Args:    []game.Param{{Name: "result", Value: "result"}},
				Reply:   game.Param{Name: "void", Value: "void"},
				Fields:  resultFields("/0"),
				Replies: []game.Field{{Clause: "UO-94"}},
			},
		},
		Misbehaves: "UO-74",
		States: append(game.SignUpStates(), []game.State{
			{Name: "setting up", Summary: "setup is called; its reply is due"},
			{Name: "waiting", Summary: "no call is open: a round begins or ends, or others are solving"},
			{Name: "solving", Summary: "take-turn is called; its reply is due"},
			{Name: "hearing", Summary: "result is called; its reply is due"},
			{Name: "told", Summary: "the client knows the outcome; the server calls the others"},
			{Name: "out", Summary: "the player is out of the game: the server sends it nothing more"},
			{Name: "closed", Summary: "the connection is closed", Final: true},
		}...),
		Transitions: slices.Concat(
			connections.SigningUp(callSetup, "UO-66"),
			[]game.Transition{{From: "setting up", To: "waiting", On: "<- void", Clause: "UO-94"}},
			connections.Failing("setting up"),
			[]game.Transition{{From: "waiting", To: "solving", On: "-> take-turn", Clause: "UO-75"}},
			connections.Waiting("waiting"),
			[]game.Transition{
				{From: "waiting", To: "hearing", On: "-> result", Clause: "UO-99"},
				{From: "solving", To: "waiting", On: "<- claim or false", Clause: "UO-75"},
				{From: "solving", To: "out", On: "<- illegal claim, of too early a time", Clause: "UO-76"},
			},
			connections.Failing("solving"),
			[]game.Transition{{From: "hearing", To: "told", On: "<- void", Clause: "UO-94"}},
			connections.Failing("hearing"),
			connections.Ending(),
		),
		Events: []game.EventKind{
			{Name: "start", Fields: []string{"state"}, Summary: "the first state of the game, before any call"},
			{Name: "setup", Fields: []string{"player", "ok"}, Summary: "a player has seen the start of the game"},
			{Name: "roll", Fields: []string{"player", "die"}, Summary: "the die is rolled"},
			{Name: "flip", Fields: []string{"player", "glass"}, Summary: "the hourglass is turned"},
			{Name: "claim", Fields: []string{"player", "time", "gem"}, Summary: "a solution is accepted"},
			{Name: "wrong", Fields: []string{"player", "time", "code"}, Summary: "a claim is refused"},
			{Name: "pass", Fields: []string{"player"}, Summary: "a player has no solution"},
			{Name: "stop", Fields: []string{"player", "time"}, Summary: "the hourglass has run out"},
			{Name: "round", Fields: []string{"round"}, Summary: "a round begins"},
			{Name: "playoff", Fields: []string{"player", "die", "boards"}, Summary: "the playoff begins"},
			{Name: "drop", Fields: []string{"player", "why"}, Summary: "a player is out of the game"},
			{Name: "result", Fields: []string{"player", "ok"}, Summary: "a player knows the outcome"},
			{Name: "end", Fields: []string{"winner", "dropouts"}, Summary: "the outcome"},
		},
	}
})
