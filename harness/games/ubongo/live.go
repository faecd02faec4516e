package ubongo

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Live is how the game is played live. The rule book says nothing of that, so
// that all of it is ours:
//
//   - The referee rolls the die, turns the hourglass, draws the gems and shouts
//     stop; whatever is left to chance comes from the number that a server is
//     given. Players only solve their tasks.
//   - All who have not solved are asked at the same time (take-turn), and each
//     replies with a solution and the time at which it shows it, or with false
//     for none. The claims are judged in order of their times, of equal ones in
//     order of seats (UO-20).
//   - The referee measures how long the calls of a player were open since the
//     hourglass was turned, and that is the least time of a claim. A player may tell
//     a later one; who tells one that is more than 1 s earlier is out. Of builtin
//     players nothing is measured: they keep the times of their seed.
//   - After a wrong claim the player is asked again (UO-29), in each run of the
//     hourglass for so many claims at most, as wrongClaimsMax says.
//   - Who does not reply, or not with such a value, is out of the game: its seat
//     stays empty, and its gems go back into the bag, so that it cannot win.
//   - A playoff in which nobody shows a solution has no winner.
func (r *rules) Live() game.Live { return liveRules{r} }

// liveRules are the rules as live play sees them.
type liveRules struct{ rules *rules }

const (
	nameMs        = 2000
	waitMs        = 20_000
	waits         = 2
	replyBytesMax = 1 << 20
	// wrongClaimsMax bounds how often a player is asked in one run of the
	// hourglass, so that one who never learns cannot keep the others for ever.
	wrongClaimsMax = 10
	// glassMax bounds how often the hourglass is turned in a round of a live game:
	// the rules say twice, but not every wrong reading of them does.
	glassMax = 20
	// chanceMax bounds the number that chance comes from: it is an integer of at
	// most 15 digits.
	chanceMax = 999_999_999_999_999
)

// SignUp says how players sign up; for a call they have as long as the hourglass
// runs (UO-09).
func (l liveRules) SignUp() game.SignUp {
	return game.SignUp{
		NameOK: game.IsName[string],
		NameMs: nameMs, WaitMs: waitMs, Waits: waits, CallMs: l.rules.content.hourglass,
		PlayersMin: playersMin, PlayersMax: playersMax,
		ReplyBytesMax: replyBytesMax,
		Void:          []jsontext.Value{jsontext.Value("[[],[]]")},
	}
}

// serverInput reads what a server is given.
func (l liveRules) serverInput(in []jsontext.Value) (s setup, chance uint64, err error) {
	count := game.Task{In: protocol.In}
	if err := count.CheckCount(len(in)); err != nil {
		return s, 0, err
	}
	d := newDecoder(l.rules)
	if err := d.read(in, 0, func() { s = d.setupValue() }); err != nil {
		return s, 0, err
	}
	err = d.read(in, 1, func() { chance = d.chance() })
	return s, chance, err
}

// chance reads the number that dice and gems are drawn from.
func (d *decoder) chance() uint64 {
	return uint64(d.Int(0, chanceMax, "an integer from 0 to 999999999999999"))
}

// Seats tells how many players the Setup of a server's input has.
func (l liveRules) Seats(in []jsontext.Value) (int, error) {
	s, _, err := l.serverInput(in)
	return len(s.players), err
}

// Deal draws a Setup, of boards of one level for all, and the number that dice
// and gems are drawn from.
func (l liveRules) Deal(rng *rand.Rand, players int) ([]jsontext.Value, error) {
	if players < playersMin || players > playersMax {
		return nil, &game.UsageError{Message: fmt.Sprintf("a game of ubongo needs %d to %d players, found %d", playersMin, playersMax, players)}
	}
	m := &maker{rules: l.rules.right, rng: rng}
	level := rng.IntN(levels)
	s := m.setupOf(slices.Repeat([]int{level}, players))
	return inputs(m.rules.appendSetup(nil, &s), appendInt(nil, rng.IntN(chanceMax+1))), nil
}

// Referee begins a game. The players are called as they have signed up.
func (l liveRules) Referee(in []jsontext.Value, names []string) (game.Referee, error) {
	s, chance, err := l.serverInput(in)
	if err != nil {
		return nil, err
	}
	if len(names) != len(s.players) {
		return nil, fmt.Errorf("the game has %d players, but %d names signed up", len(s.players), len(names))
	}
	for i := range s.players {
		s.players[i].name = names[i]
	}
	return newLiveReferee(l.rules, &s, chance), nil
}

// The methods that a referee calls.
const (
	callSetup    = "setup"
	callTakeTurn = "take-turn"
	callResult   = "result"
)

// protocol is live play.
var protocol = game.Protocol{
	In:      []game.Param{{Name: "setup", Value: "setup"}, {Name: "chance", Value: "chance"}},
	Clients: []game.Param{{Name: "clients", Value: "clients"}},
	Out:     []game.Param{{Name: "winners and drop-outs", Value: "server-answer"}},
	Methods: []game.Method{
		{
			Name: callSetup, Clause: "UO-66",
			Summary: "shows the start of the game, once, before the first round",
			Args:    []game.Param{{Name: "view", Value: "view"}},
			Reply:   game.Param{Name: "void", Value: "void"},
			Fields:  viewFields("/0"),
		},
		{
			Name: callTakeTurn, Clause: "UO-19",
			Summary: "asks for a solution while the hourglass runs or in the playoff, and again after a wrong one",
			Args:    []game.Param{{Name: "view", Value: "view"}},
			Reply:   game.Param{Name: "claim", Value: "turn-reply"},
			Fields:  viewFields("/0"),
			Replies: []game.Field{{Clause: "UO-20"}},
		},
		{
			Name: callResult, Clause: "UO-63",
			Summary: "tells the outcome, once, after the last round",
			Args:    []game.Param{{Name: "result", Value: "result"}},
			Reply:   game.Param{Name: "void", Value: "void"},
			Fields:  resultFields("/0"),
		},
	},
	States: []game.State{
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
		{From: "naming", To: "seated", On: "<- name", Clause: "UO-01"},
		{From: "naming", To: "closed", On: "<- anything else", Clause: "UO-01"},
		{From: "naming", To: "closed", On: "timeout", Clause: "UO-01"},
		{From: "seated", To: "setting up", On: "-> setup", Clause: "UO-66"},
		{From: "seated", To: "closed", On: "no game is played", Clause: "UO-01"},
		{From: "setting up", To: "waiting", On: "<- void", Clause: "UO-66"},
		{From: "setting up", To: "out", On: "<- anything else", Clause: "UO-66"},
		{From: "setting up", To: "out", On: "timeout", Clause: "UO-66"},
		{From: "waiting", To: "solving", On: "-> take-turn", Clause: "UO-19"},
		{From: "solving", To: "waiting", On: "<- false", Clause: "UO-45"},
		{From: "solving", To: "waiting", On: "<- claim", Clause: "UO-20"},
		{From: "solving", To: "out", On: "<- anything else", Clause: "UO-19"},
		{From: "solving", To: "out", On: "timeout", Clause: "UO-22"},
		{From: "waiting", To: "hearing", On: "-> result", Clause: "UO-63"},
		{From: "hearing", To: "told", On: "<- void", Clause: "UO-63"},
		{From: "hearing", To: "out", On: "<- anything else", Clause: "UO-63"},
		{From: "hearing", To: "out", On: "timeout", Clause: "UO-63"},
		{From: "told", To: "closed", On: "all are told", Clause: "UO-63"},
		{From: "out", To: "closed", On: "at once or at the end of the game", Clause: "UO-66"},
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
