package ubar_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
	"github.com/touchstone-harness/touchstone/schemas"
)

var allNames = []string{"Dora", "ali", "Cem", "bo"}

// A played game is what came of one.
type played struct {
	result   string
	breaches []game.Breach
	events   []map[string]any
	calls    map[string]int // by method
	final    string         // the arguments of the last calls of result
}

// playLive plays a game of Setup number seed; in every third one all that goes
// back and forth is held against its schema. A seat's reply goes through change,
// if there is one: a text instead of the reply, or a failure.
func playLive(t testing.TB, r game.Rules, seed int, kinds []string, change func(c game.Call, reply string) (string, game.Failure)) played {
	t.Helper()
	l := r.Live()
	var in []jsontext.Value
	for i := seed; ; i += 1000 {
		in = r.Generate("setup", seeded(i), 50)
		if seats, err := l.Seats(in); err != nil {
			t.Fatal(err)
		} else if seats.Has(len(kinds)) {
			break
		}
	}
	var players []game.Player
	for i, k := range kinds {
		p, err := l.Player(k, allNames[i], uint64(seed+i))
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	f, err := l.Referee(in, allNames[:len(kinds)])
	if err != nil {
		t.Fatal(err)
	}
	p := played{calls: map[string]int{}}
	set := schemaSet(r)
	methods := map[string]game.Method{}
	for _, m := range ubar.Game().Protocol.Methods {
		methods[m.Name] = m
	}
	out := map[int]bool{}
	for due := f.Calls(); len(due) > 0; due = f.Calls() {
		c := due[0]
		if len(due) != 1 || out[c.Seat] || c.Player != allNames[c.Seat] {
			t.Fatalf("the calls %+v are due", due)
		}
		p.calls[c.Method]++
		if c.Method == "result" {
			p.final = string(c.Args[0])
		}
		if seed%3 == 0 {
			if problems, err := set.Explain(methods[c.Method].Args[0].Value, c.Args[0]); err != nil || len(problems) > 0 {
				t.Fatalf("%s: %v, %v", c.Method, problems, err)
			}
		}
		reply, err := players[c.Seat].Reply(c.Method, c.Args)
		text, failure := string(reply.Text), game.Failure("")
		switch {
		case err != nil && r.Mutant() == "":
			t.Fatalf("%s of %s: %v", c.Method, c.Args, err)
		case err != nil:
			failure = game.Raised // a wrong referee may show what no game has
		}
		if change != nil {
			text, failure = change(c, text)
		}
		var b *game.Breach
		if failure != "" {
			b = f.Fail(c.Seat, failure)
		} else {
			b = f.Answer(c.Seat, jsontext.Value(text))
		}
		if b != nil {
			out[c.Seat] = true
			p.breaches = append(p.breaches, *b)
		}
		for _, e := range f.Events() {
			if seed%3 == 0 {
				if problems, err := set.Explain("event", e); err != nil || len(problems) > 0 {
					t.Fatalf("%s: %v, %v", e, problems, err)
				}
			}
			var event map[string]any
			decode(t, e, &event)
			p.events = append(p.events, event)
		}
	}
	p.result = string(bytes.Join(func() (list [][]byte) {
		for _, v := range f.Result() {
			list = append(list, v)
		}
		return list
	}(), nil))
	if problems, err := set.Explain("server-answer", jsontext.Value(p.result)); err != nil || len(problems) > 0 {
		t.Fatalf("%s: %v, %v", p.result, problems, err)
	}
	return p
}

var schemaSets = map[string]*schema.Set{}

// schemaSet are the schemas under the options of rules, which are compiled once.
func schemaSet(r game.Rules) *schema.Set {
	key := fmt.Sprint(r.Options())
	if schemaSets[key] == nil {
		schemaSets[key] = schema.New(schemas.FS, "ubar", r.Options())
	}
	return schemaSets[key]
}

// TestLiveGames plays games of builtin players to the end: nobody breaks a rule,
// each sells three times, and the events are those of the protocol.
func TestLiveGames(t *testing.T) {
	fields := map[string][]string{}
	for _, e := range ubar.Game().Protocol.Events {
		fields[e.Name] = append([]string{"event"}, e.Fields...)
		slices.Sort(fields[e.Name])
	}
	seen := map[string]bool{}
	greedy, games := 0, gametest.Rounds(4, 15)
	for seed := range games {
		for _, settings := range [][]string{nil, everyOption} {
			kinds := []string{"greedy", "random", "random", "greedy"}[:2+seed%3]
			p := playLive(t, configured(t, settings...), seed, kinds, nil)
			if len(p.breaches) > 0 {
				t.Fatalf("game %d: %+v", seed, p.breaches)
			}
			sales := 0
			for _, e := range p.events {
				name := e["event"].(string)
				seen[name] = true
				var keys []string
				for k := range e {
					keys = append(keys, k)
				}
				slices.Sort(keys)
				if !slices.Equal(keys, fields[name]) {
					t.Fatalf("the event %v, want the keys %v", e, fields[name])
				}
				if name == "sell" {
					sales++
				}
			}
			if n := len(kinds); sales != 3*n || p.calls["setup"] != n || p.calls["result"] != n || p.calls["take-turn"] < 4*n {
				t.Fatalf("game %d has %d sales and the calls %v", seed, sales, p.calls)
			}
			if strings.Contains(p.result, "Dora") || len(kinds) == 4 && strings.Contains(p.result, "bo") {
				greedy++
			}
			again := playLive(t, configured(t, settings...), seed, kinds, nil)
			if again.result != p.result || again.final != p.final {
				t.Fatalf("game %d ends with %s, then with %s", seed, p.final, again.final)
			}
		}
	}
	if greedy < 2*games-4 {
		t.Errorf("the greedy player wins %d of %d games against random ones", greedy, 2*games)
	}
	for name := range fields {
		if !seen[name] && name != "drop" {
			t.Errorf("no event %s", name)
		}
	}
}

// TestLiveBreaches lets one player fail in each way and at each time; the others
// play on, and the one who is out never wins.
func TestLiveBreaches(t *testing.T) {
	const illegal = `{"type":"sell","player":1,"goods":{"carpet":99}}`
	for _, tt := range []struct {
		name, method string
		call         int // of the method, from 1
		reply        string
		failure      game.Failure
		why, clause  string
		message      string
	}{
		{"silent", "setup", 1, "", game.TimedOut, "timeout", "UB-91", "ali did not complete its reply in time to setup"},
		{"gone", "take-turn", 1, "", game.Closed, "closed", "UB-88", "ali closed the connection"},
		{"no JSON", "take-turn", 2, `{"type"`, "", "not_json", "UB-90", "not JSON in reply to take-turn"},
		{"key twice", "take-turn", 2, `{"type":"sell","type":"sell"}`, "", "wrong_shape", "UB-92", "has a key twice"},
		{"shape", "take-turn", 2, `"void"`, "", "wrong_shape", "UB-92", "wrong shape in reply to take-turn: expected a request"},
		{"phase", "take-turn", 1, illegal, "", "wrong_phase", "UB-60", "ali broke the rules: player 1 wants to sell, but"},
		{"player", "take-turn", 1, `{"type":"draft","player":0,"take":[0,0],"place":[0,0],"target":null,"skip":[],"dumps":[]}`, "", "not_your_turn", "UB-11", "it is player 1's turn"},
		{"raised", "result", 1, "", game.Raised, "raised", "UB-88", "ali raised an exception in result"},
		{"no void", "result", 1, "null", "", "wrong_shape", "UB-92", `expected "void"`},
		{"unknown", "setup", 1, "", "strange", "strange", "UB-88", "ali failed in setup"},
	} {
		for seed := range gametest.Rounds(2, 4) {
			n := 0
			kinds := []string{"random", "greedy", "random"}[:2+seed%2]
			p := playLive(t, configured(t), seed, kinds, func(c game.Call, reply string) (string, game.Failure) {
				if c.Seat == 1 && c.Method == tt.method {
					if n++; n == tt.call {
						return tt.reply, tt.failure
					}
				}
				return reply, ""
			})
			if len(p.breaches) != 1 {
				t.Fatalf("%s: %+v", tt.name, p.breaches)
			}
			b := p.breaches[0]
			if b.Seat != 1 || b.Player != "ali" || b.Method != tt.method || b.Why != tt.why || b.Clause != tt.clause || !strings.Contains(b.Message, tt.message) {
				t.Errorf("%s: %+v", tt.name, b)
			}
			winners, dropouts, _ := strings.Cut(p.result, "],[")
			if strings.Contains(winners, "ali") || dropouts != `"ali"]]` || winners == "[[" && tt.method != "result" {
				t.Errorf("%s: the result is %s", tt.name, p.result)
			}
			if len(p.events) == 0 || p.events[len(p.events)-1]["event"] != "end" {
				t.Errorf("%s: the game does not end", tt.name)
			}
		}
	}
}

// TestLiveOutInOrder: on the last space the markers of those who are out lie in
// the order in which they came there, the first at the bottom.
func TestLiveOutInOrder(t *testing.T) {
	for seed := range gametest.Rounds(3, 6) {
		turns := map[int]int{}
		p := playLive(t, configured(t), seed, []string{"greedy", "random", "random", "greedy"}, func(c game.Call, reply string) (string, game.Failure) {
			if c.Method == "take-turn" {
				turns[c.Seat]++
			}
			if c.Method == "take-turn" && (c.Seat == 1 && turns[1] == 1 || c.Seat == 2 && turns[2] == 2) {
				return "", game.TimedOut
			}
			return reply, ""
		})
		rounds := 0
		for _, e := range p.events {
			if e["event"] != "round" {
				continue
			}
			rounds++
			order := e["state"].(map[string]any)["order"].([]any)
			if first, second := slices.Index(order, any(1.0)), slices.Index(order, any(2.0)); first > second {
				t.Errorf("game %d: the order is %v, and player 1 was out before player 2", seed, order)
			}
		}
		if rounds == 0 || len(p.breaches) != 2 || p.breaches[0].Seat != 1 {
			t.Errorf("game %d: %d rounds, %v", seed, rounds, p.breaches)
		}
	}
}

// TestLiveNobodyIsLeft: when all are out the game ends at once, without winners.
func TestLiveNobodyIsLeft(t *testing.T) {
	p := playLive(t, configured(t), 1, []string{"random", "random", "random"}, func(c game.Call, reply string) (string, game.Failure) {
		if c.Method == "take-turn" {
			return "false", ""
		}
		return reply, ""
	})
	if p.result != `[[],["Cem","Dora","ali"]]` || p.calls["take-turn"] != 3 || p.calls["result"] != 0 {
		t.Errorf("%s, %v", p.result, p.calls)
	}
}

// TestLiveMutants: builtin players play by the rules under a referee who does
// not, and whatever they are told, nothing panics and the game ends.
func TestLiveMutants(t *testing.T) {
	for _, m := range ubar.Game().Mutants {
		playLive(t, configured(t, ":"+m.ID), 2, []string{"random", "greedy"}, nil)
	}
}

// TestLiveRefusals: input and calls that nobody should make.
func TestLiveRefusals(t *testing.T) {
	l := configured(t).Live()
	if _, err := l.Seats(values("{}")); err == nil {
		t.Error("no setup has seats")
	}
	if _, err := l.Seats(nil); err == nil {
		t.Error("nothing has seats")
	}
	in := configured(t).Generate("setup", seeded(1), 50)
	if _, err := l.Referee(in, []string{"a"}); err == nil {
		t.Error("a game of one has begun")
	}
	if _, err := l.Player("gready", "a", 1); err == nil || !strings.Contains(fmt.Sprintf("%+v", err), "gready") {
		t.Errorf("the player is %v", err)
	}
	p, err := l.Player("greedy", "a", 1)
	if err != nil {
		t.Fatal(err)
	}
	view := string(gametest.Ask(t, configured(t), "view", beginning(t), "0")[0])
	for _, tt := range []struct{ method, argument string }{
		{"setup", "{}"},
		{"setup", "{"},
		{"take-turn", "null"},
		{"result", "[]"},
		{"win", view},
		{"take-turn", view}, // it is the turn of player 1
		{"take-turn", strings.Replace(strings.Replace(view, `"turn":1`, `"turn":0`, 1), `["m01","m02","m03"]`, `[]`, 1)},
	} {
		if reply, err := p.Reply(tt.method, values(tt.argument)); err == nil {
			t.Errorf("%s of %.60s is answered by %s", tt.method, tt.argument, reply.Text)
		}
	}
	if _, err := p.Reply("setup", nil); err == nil {
		t.Error("a call without argument is answered")
	}
	for name, ok := range map[string]bool{"": false, "Ada": true, "a b": false, strings.Repeat("a", 20): true, strings.Repeat("a", 21): false, "ä": false} {
		if l.SignUp().NameOK(name) != ok {
			t.Errorf("%q is a name: %t", name, !ok)
		}
	}
}

// TestProtocolStates: every state can be reached, every one but the final leads
// on, and each method is called somewhere.
func TestProtocolStates(t *testing.T) {
	p := ubar.Game().Protocol
	known := map[string]game.State{}
	for _, s := range p.States {
		known[s.Name] = s
	}
	reached := map[string]bool{p.States[0].Name: true}
	for range p.States {
		for _, x := range p.Transitions {
			reached[x.To] = reached[x.To] || reached[x.From]
		}
	}
	seen, leads, called := map[[2]string]bool{}, map[string]bool{}, map[string]bool{}
	for _, x := range p.Transitions {
		if known[x.From].Name == "" || known[x.To].Name == "" || seen[[2]string{x.From, x.On}] {
			t.Errorf("%+v begins or ends nowhere, or is one of two", x)
		}
		if _, ok := ubar.Game().Clause(x.Clause); !ok && x.Clause != "" {
			t.Errorf("%+v: no such clause", x)
		}
		seen[[2]string{x.From, x.On}] = true
		leads[x.From] = leads[x.From] || x.To != x.From
		called[strings.TrimPrefix(x.On, "-> ")] = true
	}
	for name, s := range known {
		if !reached[name] || s.Final == leads[name] {
			t.Errorf("%s is reached: %t, leads on: %t", name, reached[name], leads[name])
		}
	}
	for _, m := range p.Methods {
		if _, ok := ubar.Game().Clause(m.Clause); !ok || !called[m.Name] {
			t.Errorf("%s has the clause %q and is called: %t", m.Name, m.Clause, called[m.Name])
		}
	}
}
