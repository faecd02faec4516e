package ubongo_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
	"github.com/touchstone-harness/touchstone/schemas"
)

// A driven game is one among builtin players, as the match layer plays it.
type drivenGame struct {
	referee  game.Referee
	events   []jsontext.Value
	breaches []game.Breach
	calls    int
}

// callsMax is far above what a game can have: so many calls in each of nine
// rounds with two chances and a playoff.
const callsMax = 1000

// drive plays a game among builtin players of these kinds.
func drive(t testing.TB, r game.Rules, chance int, kinds ...string) *drivenGame {
	t.Helper()
	l := r.Live()
	in, err := l.Deal(seeded(chance), len(kinds))
	if err != nil {
		t.Fatal(err)
	}
	if seats, err := l.Seats(in); err != nil || seats != game.Just(len(kinds)) {
		t.Fatalf("a game of %d was dealt, and it is one of %s: %v", len(kinds), seats.Words(), err)
	}
	var names []string
	players := make([]game.Player, len(kinds))
	for i, kind := range kinds {
		names = append(names, fmt.Sprintf("p%d", i))
		var err error
		if players[i], err = l.Player(kind, names[i], uint64(chance+i)); err != nil {
			t.Fatal(err)
		}
	}
	f, err := l.Referee(in, names)
	if err != nil {
		t.Fatal(err)
	}
	g := &drivenGame{referee: f}
	for due := f.Calls(); len(due) > 0; due = f.Calls() {
		if g.calls += len(due); g.calls > callsMax {
			t.Fatalf("more than %d calls", callsMax)
		}
		for _, c := range due {
			reply, err := players[c.Seat].Reply(c.Method, c.Args)
			if err != nil {
				t.Fatal(err)
			}
			var b *game.Breach
			switch {
			case reply.Then == game.Hangs:
				b = f.Fail(c.Seat, game.TimedOut)
			case reply.Then == game.Leaves:
				b = f.Fail(c.Seat, game.Raised)
			default:
				b = f.Answer(c.Seat, reply.Text)
			}
			if b != nil {
				g.breaches = append(g.breaches, *b)
			}
			g.events = append(g.events, f.Events()...)
		}
	}
	return g
}

// An eventValue is any event.
type eventValue struct {
	Event  string         `json:"event"`
	Player string         `json:"player"`
	State  jsontext.Value `json:"state"`
	Die    int            `json:"die"`
	Glass  int            `json:"glass"`
	Time   int            `json:"time"`
	Gem    string         `json:"gem"`
	Code   string         `json:"code"`
	Round  int            `json:"round"`
	OK     bool           `json:"ok"`
	Why    string         `json:"why"`
	Boards []string       `json:"boards"`
	Winner string         `json:"winner"`
	Drop   []string       `json:"dropouts"`
}

// TestLiveGames plays games of all kinds of players: events, arguments and
// results match their schemas, and the same chance makes the same game.
func TestLiveGames(t *testing.T) {
	for _, options := range allOptions {
		r := configured(t, options...)
		set := schema.New(schemas.FS, "ubongo", r.Options())
		for i, kinds := range [][]string{
			{"solver", "solver"},
			{"solver", "random", "clumsy"},
			{"idle", "idle"},
			{"idle", "solver:60000", "solver:60001"},
			{"random", "random", "random", "random"},
			{"clumsy", "clumsy"},
			{"solver", "babbles", "hangs", "leaves"},
			{"hangs", "leaves"},
			{"solver:0", "solver:0", "solver:0", "solver:0"},
		} {
			t.Run(strings.Join(append(slices.Clone(options), kinds...), " "), func(t *testing.T) {
				g := drive(t, r, i, kinds...)
				again := drive(t, r, i, kinds...)
				if string(gametest.Lines(g.events)) != string(gametest.Lines(again.events)) {
					t.Error("the same chance makes another game")
				}
				for _, e := range g.events {
					if problems, err := set.Explain("event", e); err != nil || len(problems) > 0 {
						t.Errorf("%s: %v, %v", e, problems, err)
					}
				}
				result := g.referee.Result()
				for k, out := range ubongo.Game().Protocol.Out {
					if problems, err := set.Explain(out.Value, result[k]); err != nil || len(problems) > 0 {
						t.Errorf("%s: %v, %v", result[k], problems, err)
					}
				}
				bad := 0
				for _, k := range kinds {
					if k == "babbles" || k == "hangs" || k == "leaves" {
						bad++
					}
				}
				if len(g.breaches) != bad {
					t.Errorf("%d breaches, want %d: %+v", len(g.breaches), bad, g.breaches)
				}
			})
		}
	}
}

// TestLiveFinish: in the finishing order the faster one comes first, of equal
// ones the one who sits first, and a game that can be won has a winner.
func TestLiveFinish(t *testing.T) {
	r := configured(t)
	g := drive(t, r, 3, "solver:500", "solver:500", "solver:100")
	var order []string
	for _, raw := range g.events {
		e := gametest.Read[eventValue](t, raw)
		if e.Event == "claim" {
			order = append(order, e.Player)
		}
	}
	if len(order) < 27 {
		t.Fatalf("%d claims", len(order))
	}
	for i, p := range order[:27] {
		if want := []string{"p2", "p0", "p1"}[i%3]; p != want {
			t.Errorf("claim %d is that of %s, want %s", i, p, want)
		}
	}
	winners, dropouts, err := game.ReadOutcome(g.referee.Result())
	if err != nil || len(winners) != 1 || len(dropouts) != 0 {
		t.Errorf("the result is %s", g.referee.Result())
	}
}

// TestClumsy: a wrong claim costs nothing by default, and with wrong_claim = out
// the round.
func TestClumsy(t *testing.T) {
	for option, claims := range map[string]bool{"wrong_claim=continue": true, "wrong_claim=out": false} {
		g := drive(t, configured(t, option), 2, "clumsy", "idle")
		won, wrong := 0, 0
		for _, raw := range g.events {
			switch e := gametest.Read[eventValue](t, raw); {
			case e.Event == "claim":
				won++
			case e.Event == "wrong" && e.Code == "piece_missing":
				wrong++
			}
		}
		if wrong < 9 || (won >= 9) != claims {
			t.Errorf("%s: %d claims are wrong, %d right", option, wrong, won)
		}
	}
}

// TestMutantsEnd: a game among builtin players ends whatever is wrong about the
// referee's rules, also one of players who solve nothing.
func TestMutantsEnd(t *testing.T) {
	for i, m := range ubongo.Game().Mutants {
		r := configured(t, ":"+m.ID)
		for _, kinds := range [][]string{
			{"solver", "solver", "clumsy"}, {"idle", "idle", "idle"}, {"solver", "cheat:overlap"}, {"solver:9", "random", "solver:9", "clumsy"},
		} {
			in, err := r.Live().Deal(seeded(i), len(kinds))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.Live().Referee(in, kinds); err != nil {
				continue // it seats fewer than come
			}
			drive(t, r, i, kinds...)
		}
	}
}

// TestNeverLearns: a player who only ever claims wrongly is asked so often and
// no more.
func TestNeverLearns(t *testing.T) {
	r := configured(t)
	f, err := r.Live().Referee(gametest.Values(t, setupText, "7"), []string{"Ada", "bob"})
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for due := f.Calls(); len(due) > 0; due = f.Calls() {
		reply := `"void"`
		switch {
		case due[0].Method == "take-turn" && due[0].Seat == 0:
			reply = `{"time":60000,"placements":[]}`
			calls++
		case due[0].Method == "take-turn":
			reply = "false"
		}
		if b := f.Answer(due[0].Seat, jsontext.Value(reply)); b != nil {
			t.Fatalf("%+v", b)
		}
		if calls > callsMax {
			t.Fatal("the game does not end")
		}
	}
	if want := (2*9 + 1) * 10; calls != want {
		t.Errorf("%d calls, want %d", calls, want)
	}
}

// TestReplies has what a player may reply, and what puts it out of the game.
func TestReplies(t *testing.T) {
	r := configured(t)
	for _, tt := range []struct{ method, reply, why string }{
		{"setup", `"void"`, ""},
		{"setup", `"v\u006fid"`, ""},
		{"setup", `null`, "wrong_shape"},
		{"setup", `void`, "not_json"},
		{"take-turn", `false`, ""},
		{"take-turn", ` { "placements" : [ ] , "time" : 1.0 } `, ""},
		{"take-turn", `true`, "wrong_shape"},
		{"take-turn", `"void"`, "wrong_shape"},
		{"take-turn", `{"time":1}`, "wrong_shape"},
		{"take-turn", `{"time":3600001,"placements":[]}`, "wrong_shape"},
		{"take-turn", `{"time":1,"time":1,"placements":[]}`, "wrong_shape"},
		{"take-turn", `{"time":1,"placements":[]`, "not_json"},
		{"take-turn", `{"time":1,"placements":[],"gem":"red"}`, "wrong_shape"},
	} {
		f, err := r.Live().Referee(gametest.Values(t, setupText, "7"), []string{"Ada", "bob"})
		if err != nil {
			t.Fatal(err)
		}
		if tt.method == "take-turn" {
			f.Answer(0, jsontext.Value(`"void"`))
			f.Answer(1, jsontext.Value(`"void"`))
		}
		due := f.Calls()
		if len(due) != 2 || due[0].Method != tt.method || due[1].Method != tt.method {
			t.Fatalf("%+v are due", due)
		}
		b := f.Answer(0, jsontext.Value(tt.reply))
		if tt.why == "" {
			if b != nil {
				t.Errorf("%s: %+v", tt.reply, b)
			}
			continue
		}
		if b == nil || b.Why != tt.why || b.Seat != 0 || b.Player != "Ada" || b.Method != tt.method || b.Message == "" {
			t.Errorf("%s: %+v, want %s", tt.reply, b, tt.why)
		}
		if _, ok := ubongo.Game().Clause(b.Clause); !ok {
			t.Errorf("no clause %s", b.Clause)
		}
		// Nobody is called twice, and nothing is called that is not due.
		if again := f.Answer(0, jsontext.Value(`false`)); again != nil {
			t.Errorf("a reply that is not due: %+v", again)
		}
		if _, dropouts, err := game.ReadOutcome(f.Result()); err != nil || !slices.Equal(dropouts, []string{"Ada"}) {
			t.Errorf("drop-outs %s, %v", dropouts, err)
		}
	}
}

// TestDropout: who is out loses its gems to the bag, and the others play on.
func TestDropout(t *testing.T) {
	r := configured(t)
	l := r.Live()
	f, err := l.Referee(gametest.Values(t, setupText, "7"), []string{"Ada", "bob"})
	if err != nil {
		t.Fatal(err)
	}
	solver, err := l.Player("solver:10", "Ada", 1)
	if err != nil {
		t.Fatal(err)
	}
	turns := 0
	for due := f.Calls(); len(due) > 0; due = f.Calls() {
		c := due[0]
		if c.Method == "take-turn" && c.Seat == 1 {
			if turns++; turns == 3 {
				if b := f.Fail(1, game.Closed); b == nil || b.Clause != "UO-74" {
					t.Fatalf("%+v", b)
				}
				continue
			}
		}
		reply, err := solver.Reply(c.Method, c.Args)
		if err != nil {
			t.Fatal(err)
		}
		f.Answer(c.Seat, reply.Text)
	}
	if got := string(f.Result()[0]); got != `[["Ada"],["bob"]]` {
		t.Errorf("the result is %s", got)
	}
}

// TestLivePlayers: unknown kinds are refused, and calls that no player knows.
func TestLivePlayers(t *testing.T) {
	l := configured(t).Live()
	for _, kind := range []string{"", "solve", "solver:", "solver:-1", "solver:x", "solver:3600001", "[", `["Ada"]`, `["Ada","nobody"]`, `["A a","solver"]`} {
		var usage *game.UsageError
		if _, err := l.Player(kind, "Ada", 1); !errors.As(err, &usage) || usage.Hint == "" {
			t.Errorf("%s: %v", kind, err)
		}
	}
	p, err := l.Player(`["Ada","solver"]`, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method string
		args   []jsontext.Value
	}{
		{"win", gametest.Values(t, "true")},
		{"take-turn", nil},
		{"take-turn", gametest.Values(t, "{}", "{}")},
		{"take-turn", gametest.Values(t, "[]")},
		{"take-turn", []jsontext.Value{jsontext.Value("{")}},
		{"take-turn", gametest.Values(t, `{"task":{"board":"x"}}`)},
		{"setup", gametest.Values(t, "7")},
	} {
		if reply, err := p.Reply(c.method, c.args); err == nil {
			t.Errorf("%s %s is answered with %s", c.method, c.args, reply.Text)
		}
	}
	for _, in := range [][]string{nil, {setupText}, {setupText, "x"}, {setupText, "-1"}, {"{}", "1"}, {setupText, "1", "1"}} {
		for i, text := range in {
			if text == "x" {
				in[i] = `"x"`
			}
		}
		var invalid *game.Invalid
		if _, err := l.Seats(gametest.Values(t, in...)); !errors.As(err, &invalid) {
			t.Errorf("%s: %v", in, err)
		}
	}
}
