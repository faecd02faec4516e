// Package matchtest is a tiny game for tests of live play: the players are
// called "setup" one after another, then for some rounds "number", all at once,
// and in the end "win". A number is good if it is that of the round; those who
// are left in the end are listed.
package matchtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Rounds is the game with so many rounds. Its only input value is the number of
// players.
type Rounds struct {
	Rounds int
	Pad    int    // the length of an argument that means nothing
	Sign   SignUp // how players sign up; the zero value is the usual
	Code   string // of the game, that stands for every reason why somebody is out; "" for the reasons themselves
}

// SignUp is what a test changes of the usual sign-up.
type SignUp struct {
	DuplicateVoids    bool
	DuplicatesSeated  bool
	BytesRestartClock bool
	WaitMs            int
}

var name = regexp.MustCompile(`^[a-zA-Z0-9]{1,20}$`)

// SignUp implements game.Live; the times and numbers are those of BG-80 to
// BG-95.
func (g Rounds) SignUp() game.SignUp {
	s := game.SignUp{
		NameOK: name.MatchString, NameMs: 2000, WaitMs: 20000, Waits: 2, CallMs: 4000,
		PlayersMin: 2, PlayersMax: 6, DuplicateVoids: g.Sign.DuplicateVoids,
		DuplicatesSeated: g.Sign.DuplicatesSeated, BytesRestartClock: g.Sign.BytesRestartClock, ReplyBytesMax: 1 << 20,
		Void: []jsontext.Value{jsontext.Value("[[],[]]")},
		Clauses: game.SignUpClauses{
			First: "BG-80", Name: "BG-81", NameMs: "BG-82", Taken: "BG-84", Window: "BG-85", Seats: "BG-87",
		},
	}
	if g.Sign.WaitMs > 0 {
		s.WaitMs = g.Sign.WaitMs
	}
	return s
}

// Seats implements game.Live.
func (Rounds) Seats(in []jsontext.Value) (game.Span, error) {
	if len(in) != 1 {
		return game.Span{}, &game.Invalid{Count: true, Message: "expected one value"}
	}
	n, err := strconv.Atoi(string(in[0]))
	if err != nil {
		return game.Span{}, &game.Invalid{Message: "expected a number"}
	}
	return game.Just(n), nil
}

// Deal implements game.Live.
func (Rounds) Deal(_ *rand.Rand, players int) ([]jsontext.Value, error) {
	return []jsontext.Value{jsontext.Value(strconv.Itoa(players))}, nil
}

// Referee implements game.Live.
func (g Rounds) Referee(_ []jsontext.Value, names []string) (game.Referee, error) {
	r := &referee{game: g, names: names, left: make([]bool, len(names))}
	r.next()
	return r, nil
}

// Player implements game.Live. The kind is "good", or "METHOD=TEXT", one that
// replies with the text to the method; behind the text "!" makes it leave and
// "?" makes it hang.
func (Rounds) Player(kind, _ string, _ uint64) (game.Player, error) {
	if kind == "good" {
		return player{}, nil
	}
	method, text, ok := strings.Cut(kind, "=")
	if !ok {
		return nil, &game.UsageError{Message: "no such player"}
	}
	p := player{method: method}
	if rest, ok := strings.CutSuffix(text, "!"); ok {
		text, p.reply.Then = rest, game.Leaves
	} else if rest, ok := strings.CutSuffix(text, "?"); ok {
		text, p.reply.Then = rest, game.Hangs
	}
	p.reply.Text = []byte(text)
	return p, nil
}

type player struct {
	method string
	reply  game.Reply
}

// Reply implements game.Player.
func (p player) Reply(method string, args []jsontext.Value) (game.Reply, error) {
	switch {
	case method != "setup" && method != "number" && method != "win":
		return game.Reply{}, &game.UsageError{Message: "no such method"}
	case len(args) == 0 || method == "number" && len(args) != 2:
		return game.Reply{}, &game.Invalid{Count: true, Message: "too few arguments"}
	case method == p.method:
		return p.reply, nil
	case method == "number":
		return game.Reply{Text: args[0]}, nil
	}
	return game.Reply{Text: []byte(`"void"`)}, nil
}

type referee struct {
	game.Log
	game  Rounds
	names []string
	left  []bool // the game
	phase int    // 0 set-up, then the rounds, then the end
	due   []game.Call
	queue []game.Call // that follow one at a time
}

// next finds the calls that are due.
func (r *referee) next() {
	for len(r.due) == 0 && r.phase <= r.game.Rounds+2 {
		if len(r.queue) > 0 {
			c := r.queue[0]
			r.queue = r.queue[1:]
			r.due = append(r.due, c)
			continue
		}
		for seat, name := range r.names {
			if r.left[seat] {
				continue
			}
			c := game.Call{Seat: seat, Player: name, Method: "setup", Args: []jsontext.Value{jsontext.Value(strconv.Itoa(len(r.names)))}}
			switch {
			case r.phase == 0:
				r.queue = append(r.queue, c)
			case r.phase <= r.game.Rounds:
				c.Method = "number"
				pad := jsontext.Value(`"` + strings.Repeat("x", r.game.Pad) + `"`)
				c.Args = []jsontext.Value{jsontext.Value(strconv.Itoa(r.phase)), pad}
				r.due = append(r.due, c)
			case r.phase == r.game.Rounds+1:
				c.Method, c.Args = "win", []jsontext.Value{jsontext.Value("true")}
				r.queue = append(r.queue, c)
			}
		}
		r.phase++
	}
}

// Calls implements game.Referee.
func (r *referee) Calls() []game.Call { return slices.Clone(r.due) }

// Answer implements game.Referee.
func (r *referee) Answer(seat int, reply jsontext.Value) *game.Breach {
	c := r.take(seat)
	want := `"void"`
	if c.Method == "number" {
		want = string(c.Args[0])
	}
	if string(reply) != want {
		return r.out(c, string(game.WrongShape))
	}
	r.event(c.Method, c.Player)
	r.next()
	return nil
}

// Fail implements game.Referee.
func (r *referee) Fail(seat int, why game.Failure) *game.Breach {
	return r.out(r.take(seat), string(why))
}

func (r *referee) take(seat int) game.Call {
	for i, c := range r.due {
		if c.Seat == seat {
			r.due = slices.Delete(r.due, i, i+1)
			return c
		}
	}
	return game.Call{}
}

func (r *referee) out(c game.Call, why string) *game.Breach {
	r.left[c.Seat] = true
	if r.game.Code != "" {
		why = r.game.Code
	}
	r.event("drop", c.Player)
	r.next()
	return &game.Breach{Seat: c.Seat, Player: c.Player, Method: c.Method, Why: why, Clause: "BG-37", Message: c.Player + " failed in " + c.Method}
}

func (r *referee) event(what, player string) {
	r.Note(fmt.Appendf(nil, `{"event":%q,"player":%q}`, what, player))
}

// Result implements game.Referee: those who are left, and those who are not.
func (r *referee) Result() []jsontext.Value {
	lists := [2][]string{{}, {}}
	for seat, name := range r.names {
		if r.left[seat] {
			lists[1] = append(lists[1], name)
		} else {
			lists[0] = append(lists[0], name)
		}
	}
	// Lists of strings can be marshaled.
	text, _ := json.Marshal(lists)
	return []jsontext.Value{text}
}
