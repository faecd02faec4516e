package bazaar

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// serverIn are the values that a server is given (11.1).
var serverIn = []game.Param{
	{Name: "equations", Value: "equations"},
	{Name: "game", Value: "server-game"},
	{Name: "bonus", Value: "bonus", Optional: true},
}

// clientsIn are the values that the clients of a test pair are given (11.1).
// There the second one is never missing, and may tell of faults on the wire.
var clientsIn = []game.Param{
	{Name: "actors", Value: "client-actors"},
	{Name: "specials", Value: "guests"},
}

// connections names our clauses for what is the same in every live game.
var connections = game.Connections{
	SignUpClauses: game.SignUpClauses{
		First:  "BG-80",
		Name:   "BG-81",
		NameMs: "BG-82",
		Taken:  "BG-84",
		Window: "BG-85",
		Seats:  "BG-87",
	},
	Closed:  "BG-86",
	Unasked: "BG-94",
	NotJSON: "BG-90",
	Shape:   "BG-92",
	TooLong: "BG-95",
	Timeout: "BG-91",
	Lost:    "BG-37",
	Told:    "BG-97",
	Out:     "BG-96",
}

// protocol is live play over TCP (chapter 11).
var protocol = sync.OnceValue(func() game.Protocol {
	return game.Protocol{
		Framed: true,
		Guests: true,
		In:     serverIn,
		Clients: []game.Param{
			{Name: "actors", Value: "client-actors"},
			{Name: "specials", Value: "specials", Optional: true},
		},
		Out: []game.Param{{Name: "winners and drop-outs", Value: "server-answer"}},
		Methods: []game.Method{
			{
				Name: "setup", Clause: "BG-10",
				Summary: "gives the equations of the game, once, before the first turn",
				Args:    []game.Param{{Name: "equations", Value: "equations"}},
				Reply:   game.Param{Name: "void", Value: "reply-setup"},
				// The pebbles of a side go out in their order, since a cheat takes the
				// first one of a side (BG-75, 11.3).
				Fields:  []game.Field{{Pointer: "/0", Clause: "BG-10"}},
				Replies: []game.Field{{Clause: "BG-92"}},
			},
			{
				Name: "request-pebble-or-trades", Clause: "BG-13",
				Summary: "asks for a pebble or for exchanges",
				Args:    []game.Param{{Name: "turn", Value: "live-turn"}},
				Reply:   game.Param{Name: "request", Value: "first-reply"},
				Fields:  turnFields("/0"),
				Replies: []game.Field{{Clause: "BG-64"}, {Pointer: "/*/*", Bag: true, Clause: "BG-63"}},
			},
			{
				Name: "request-cards", Clause: "BG-26",
				Summary: "asks for the cards to buy",
				Args:    []game.Param{{Name: "turn", Value: "live-turn"}},
				Reply:   game.Param{Name: "cards", Value: "second-reply"},
				Fields:  turnFields("/0"),
				Replies: []game.Field{{Clause: "BG-66"}, {Pointer: "/*/pebbles", Bag: true, Clause: "BG-66"}},
			},
			{
				Name: "win", Clause: "BG-51", AnyOrder: true,
				Summary: "tells whether the player has won, once, after the last turn",
				Args:    []game.Param{{Name: "won", Value: "won"}},
				Reply:   game.Param{Name: "void", Value: "reply-win"},
				Fields:  []game.Field{{Pointer: "/0", Clause: "BG-51"}},
				Replies: []game.Field{{Clause: "BG-92"}},
			},
		},
		Misbehaves: "BG-73",
		StaysDone:  "BG-39",
		States: append(game.SignUpStates(), []game.State{
			{Name: "setting up", Summary: "setup is called; its reply is due"},
			{Name: "waiting", Summary: "no call is open: others have their turns"},
			{Name: "deciding", Summary: "request-pebble-or-trades is called; its reply is due"},
			{Name: "between", Summary: "the first reply of the turn is executed, and the game goes on"},
			{Name: "buying", Summary: "request-cards is called; its reply is due"},
			{Name: "hearing", Summary: "win is called; its reply is due"},
			{Name: "told", Summary: "the client knows its result; the server calls the others"},
			{Name: "out", Summary: "the player is eliminated or failed in win: the server sends it nothing more"},
			{Name: "closed", Summary: "the connection is closed", Final: true},
		}...),
		Transitions: slices.Concat(
			connections.SigningUp("setup", "BG-10"),
			[]game.Transition{
				{From: "seated", To: "closed", On: "no game is played: name twice", Clause: "BG-84"},
				{From: "setting up", To: "waiting", On: "<- void", Clause: "BG-92"},
			},
			connections.Failing("setting up"),
			[]game.Transition{{From: "waiting", To: "deciding", On: "-> request-pebble-or-trades", Clause: "BG-12"}},
			connections.Waiting("waiting"),
			[]game.Transition{
				{From: "waiting", To: "hearing", On: "-> win", Clause: "BG-51"},
				{From: "deciding", To: "between", On: "<- legal request", Clause: "BG-13"},
				{From: "deciding", To: "waiting", On: "<- legal request that ends the game", Clause: "BG-44"},
				{From: "deciding", To: "out", On: "<- illegal request", Clause: "BG-37"},
			},
			connections.Failing("deciding"),
			[]game.Transition{
				{From: "between", To: "buying", On: "-> request-cards", Clause: "BG-12"},
				{From: "buying", To: "waiting", On: "<- legal purchase", Clause: "BG-36"},
				{From: "buying", To: "out", On: "<- illegal purchase", Clause: "BG-37"},
			},
			connections.Failing("buying"),
			[]game.Transition{
				{From: "hearing", To: "told", On: "<- void", Clause: "BG-92"},
				{From: "hearing", To: "out", On: "<- another shape", Clause: "BG-52"},
				{From: "hearing", To: "out", On: "<- not JSON", Clause: "BG-52"},
				{From: "hearing", To: "out", On: "<- too long", Clause: "BG-52"},
				{From: "hearing", To: "out", On: "timeout", Clause: "BG-52"},
				{From: "hearing", To: "out", On: "connection closed", Clause: "BG-52"},
			},
			connections.Ending(),
		),
		Events: []game.EventKind{
			{Name: "start", Fields: []string{"state"}, Summary: "the first state of the game, before any call"},
			{Name: "setup", Fields: []string{"player", "ok"}, Summary: "a player knows the equations"},
			{Name: "turn", Fields: []string{"player"}, Summary: "a turn begins"},
			{Name: "pebble", Fields: []string{"player", "color"}, Summary: "a pebble was drawn"},
			{Name: "exchange", Fields: []string{"player", "exchanges", "price"}, Summary: "a legal exchange list was executed and paid for"},
			{Name: "buy", Fields: []string{"player", "cards", "points"}, Summary: "a legal purchase was executed, possibly of nothing"},
			{Name: "refill", Fields: []string{"cards"}, Summary: "cards were added to the display"},
			{Name: "drop", Fields: []string{"player", "why"}, Summary: "a player is eliminated, or failed in win"},
			{Name: "over", Fields: []string{"reason"}, Summary: "the game is over"},
			{Name: "bonus", Fields: []string{"player", "bonus", "points"}, Summary: "a player gets the bonus"},
			{Name: "win", Fields: []string{"player", "won", "ok"}, Summary: "a player knows whether it has won"},
			{Name: "end", Fields: []string{"winners", "dropouts"}, Summary: "the outcome"},
		},
	}
})
