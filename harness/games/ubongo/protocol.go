package ubongo

import "github.com/touchstone-harness/touchstone/harness/game"

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

// protocol is live play, which the rule text does not know. The clause of a method is the
// one that its argument shows.
var protocol = game.Protocol{
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
			Replies: []game.Field{{Clause: "UO-20"}},
		},
		{
			Name: callResult, Clause: "UO-63", AnyOrder: true,
			Summary: "tells the outcome, once, after the last round",
			Args:    []game.Param{{Name: "result", Value: "result"}},
			Reply:   game.Param{Name: "void", Value: "void"},
			Fields:  resultFields("/0"),
			Replies: []game.Field{{Clause: "UO-94"}},
		},
	},
	Misbehaves: "UO-74",
	States: []game.State{
		{Name: "connecting", Summary: "the server has opened its port; the client has not connected yet"},
		{Name: "naming", Summary: "the connection is open; the name is not complete"},
		{Name: "seated", Summary: "the client has signed up and waits for the game"},
		{Name: "setting up", Summary: "setup is called; its reply is due"},
		{Name: "waiting", Summary: "no call is open: a round begins or ends, or others are solving"},
		{Name: "solving", Summary: "take-turn is called; its reply is due"},
		{Name: "hearing", Summary: "result is called; its reply is due"},
		{Name: "told", Summary: "the client knows the outcome; the server calls the others"},
		{Name: "out", Summary: "the player is out of the game: the server sends it nothing more"},
		{Name: "closed", Summary: "the connection is closed", Final: true},
	},
	Transitions: []game.Transition{
		{From: "connecting", To: "naming", On: "connection accepted", Clause: "UO-84"},
		{From: "connecting", To: "closed", On: "game starts without it", Clause: "UO-89"},
		{From: "naming", To: "seated", On: "<- name", Clause: "UO-84"},
		{From: "naming", To: "closed", On: "<- anything else", Clause: "UO-85"},
		{From: "naming", To: "closed", On: "<- name that is already signed up", Clause: "UO-88"},
		{From: "naming", To: "closed", On: "timeout", Clause: "UO-86"},
		{From: "naming", To: "closed", On: "connection closed", Clause: "UO-85"},
		{From: "naming", To: "closed", On: "game starts without it", Clause: "UO-89"},
		{From: "seated", To: "setting up", On: "-> setup", Clause: "UO-66"},
		{From: "seated", To: "seated", On: "connection closed", Clause: "UO-90"},
		{From: "seated", To: "seated", On: "<- value not asked for", Clause: "UO-96"},
		{From: "seated", To: "closed", On: "no game is played: too few players", Clause: "UO-89"},
		{From: "seated", To: "closed", On: "no game is played: other number of players", Clause: "UO-91"},
		{From: "setting up", To: "waiting", On: "<- void", Clause: "UO-94"},
		{From: "setting up", To: "out", On: "<- another shape", Clause: "UO-94"},
		{From: "setting up", To: "out", On: "<- not JSON", Clause: "UO-92"},
		{From: "setting up", To: "out", On: "<- too long", Clause: "UO-97"},
		{From: "setting up", To: "out", On: "timeout", Clause: "UO-93"},
		{From: "setting up", To: "out", On: "connection closed", Clause: "UO-74"},
		{From: "waiting", To: "solving", On: "-> take-turn", Clause: "UO-75"},
		{From: "waiting", To: "waiting", On: "connection closed", Clause: "UO-90"},
		{From: "waiting", To: "waiting", On: "<- value not asked for", Clause: "UO-96"},
		{From: "waiting", To: "hearing", On: "-> result", Clause: "UO-99"},
		{From: "solving", To: "waiting", On: "<- claim or false", Clause: "UO-75"},
		{From: "solving", To: "out", On: "<- illegal claim, of too early a time", Clause: "UO-76"},
		{From: "solving", To: "out", On: "<- another shape", Clause: "UO-94"},
		{From: "solving", To: "out", On: "<- not JSON", Clause: "UO-92"},
		{From: "solving", To: "out", On: "<- too long", Clause: "UO-97"},
		{From: "solving", To: "out", On: "timeout", Clause: "UO-93"},
		{From: "solving", To: "out", On: "connection closed", Clause: "UO-74"},
		{From: "hearing", To: "told", On: "<- void", Clause: "UO-94"},
		{From: "hearing", To: "out", On: "<- another shape", Clause: "UO-94"},
		{From: "hearing", To: "out", On: "<- not JSON", Clause: "UO-92"},
		{From: "hearing", To: "out", On: "<- too long", Clause: "UO-97"},
		{From: "hearing", To: "out", On: "timeout", Clause: "UO-93"},
		{From: "hearing", To: "out", On: "connection closed", Clause: "UO-74"},
		{From: "told", To: "closed", On: "all are told", Clause: "UO-99"},
		{From: "told", To: "closed", On: "connection closed", Clause: "UO-99"},
		{From: "out", To: "closed", On: "at once or at the end of the game", Clause: "UO-98"},
	},
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
