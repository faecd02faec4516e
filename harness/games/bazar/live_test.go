package bazar_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
	"github.com/touchstone-harness/touchstone/schemas"
)

// began begins a live game of a generated Setup, with players p0, p1, …
func began(t testing.TB, r game.Rules, seed int) (game.Referee, []string, []jsontext.Value) {
	t.Helper()
	in := r.Generate("setup", rand.New(rand.NewPCG(uint64(seed), 3)), game.SizeMax)
	seats, err := r.Live().Seats(in)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, seats.Least)
	for i := range names {
		names[i] = fmt.Sprintf("p%d", i)
	}
	f, err := r.Live().Referee(in, names)
	if err != nil {
		t.Fatal(err)
	}
	return f, names, in
}

// driven plays a game to its end with builtin players of these kinds; spoil, if
// given, may put another reply in place.
func driven(t testing.TB, r game.Rules, f game.Referee, kinds []string, spoil func(game.Call, []byte) []byte) []game.Breach {
	t.Helper()
	players := make([]game.Player, len(kinds))
	for i, kind := range kinds {
		var err error
		if players[i], err = r.Live().Player(kind, "p", uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	var breaches []game.Breach
	for calls := 0; len(f.Calls()) > 0; calls++ {
		if calls > 100 {
			t.Fatal("the game does not end")
		}
		c := f.Calls()[0]
		reply, err := players[c.Seat].Reply(c.Method, c.Args)
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.Method, err, c.Args)
		}
		text := reply.Text
		if spoil != nil {
			text = spoil(c, text)
		}
		if b := f.Answer(c.Seat, text); b != nil {
			breaches = append(breaches, *b)
		}
	}
	return breaches
}

// TestLiveGames plays random games: nobody breaks a rule, events follow their
// schema, calls and replies that of the protocol, and the state that the events
// end with has the winner of the result.
func TestLiveGames(t *testing.T) {
	games, checked := gametest.Rounds(3, 12), gametest.Rounds(1, 12)
	for _, options := range optionSets {
		r := configured(t, options...)
		set := schema.New(schemas.FS, "bazar", r.Options())
		played := 0
		valid := func(name string, v jsontext.Value) {
			t.Helper()
			if played >= checked {
				return
			}
			if problems, err := set.Explain(name, v); err != nil || len(problems) > 0 {
				t.Fatalf("%s is no %s: %v, %v", v, name, problems, err)
			}
		}
		fields, seen := map[string][]string{}, map[string]bool{}
		for _, k := range bazar.Game().Protocol.Events {
			fields[k.Name] = append([]string{"event"}, k.Fields...)
		}
		for seed := range games {
			played = seed
			f, names, _ := began(t, r, seed)
			kinds := slices.Repeat([]string{"random"}, len(names))
			breaches := driven(t, r, f, kinds, func(c game.Call, text []byte) []byte {
				for _, m := range bazar.Game().Protocol.Methods {
					if m.Name == c.Method {
						valid(m.Args[0].Value, c.Args[0])
						valid(m.Reply.Value, text)
					}
				}
				return text
			})
			if len(breaches) > 0 {
				t.Fatalf("game %d: %+v", seed, breaches)
			}
			var last plainState
			for _, e := range f.Events() {
				valid("event", e)
				var of struct {
					Event string
					State *plainState
				}
				if err := json.Unmarshal(e, &of); err != nil {
					t.Fatal(err)
				}
				seen[of.Event] = true
				if of.State != nil {
					last = *of.State
				}
				for _, key := range fields[of.Event] {
					if !strings.Contains(string(e), `"`+key+`":`) {
						t.Fatalf("%s has no %s", e, key)
					}
				}
			}
			valid("server-answer", f.Result()[0])
			score := decoded[struct{ Winner string }](t, ask(t, r, "score", []jsontext.Value{mustJSON(t, last)})[0])
			seat := slices.IndexFunc(last.Players, func(p plainPlayer) bool { return p.Guild == score.Winner })
			if want := fmt.Sprintf(`[["p%d"],[]]`, seat); string(f.Result()[0]) != want {
				t.Fatalf("game %d: %s, the last state says %s", seed, f.Result()[0], want)
			}
		}
		if len(seen) != len(fields)-1 { // nobody drops out here
			t.Errorf("events seen: %v", seen)
		}
	}
}

// TestGreedyWins: the greedy player wins most games against random ones.
func TestGreedyWins(t *testing.T) {
	games, won := gametest.Rounds(5, 20), 0
	r := configured(t)
	for seed := range games {
		f, names, _ := began(t, r, seed)
		kinds := slices.Repeat([]string{"random"}, len(names))
		kinds[seed%len(names)] = "greedy"
		if breaches := driven(t, r, f, kinds, nil); len(breaches) > 0 {
			t.Fatalf("%+v", breaches)
		}
		if strings.HasPrefix(string(f.Result()[0]), fmt.Sprintf(`[["p%d"]`, seed%len(names))) {
			won++
		}
	}
	if won < games*3/4 {
		t.Errorf("greedy wins %d of %d games", won, games)
	}
}

// TestDropOuts: who breaks a rule or the protocol is out, is called no more and
// cannot win, and the others play to the end.
func TestDropOuts(t *testing.T) {
	r := configured(t)
	for name, spoil := range map[string]struct {
		method, text, why, clause string
	}{
		"start tile twice": {"take-turn", `{"type":"place","guild":"GUILD","kind":"guild_master","cell":[0,4],"choice":null}`, "not_a_cell", "BZ-24"},
		"hole":             {"take-turn", `{"type":"place","guild":"GUILD","kind":"guild_master","cell":[1,1],"choice":null}`, "not_a_cell", "BZ-24"},
		"no JSON":          {"take-turn", `{"type"`, "not_json", "BZ-92"},
		"another shape":    {"take-turn", `{"type":"place"}`, "wrong_shape", "BZ-94"},
		"own entries":      {"take-turn", `{"type":"place","guild":"GUILD","kind":"guild_master","cell":[0,0],"choice":null,"market":[]}`, "wrong_shape", "BZ-94"},
		"key twice":        {"take-turn", `{"type":"place","type":"place"}`, "wrong_shape", "BZ-94"},
		"setup":            {"setup", `null`, "wrong_shape", "BZ-94"},
		"result":           {"result", `"thanks"`, "wrong_shape", "BZ-94"},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range 6 {
				f, names, in := began(t, r, seed)
				guilds := decoded[struct{ Players []struct{ Guild string } }](t, in[0])
				done := false
				breaches := driven(t, r, f, slices.Repeat([]string{"random"}, len(names)), func(c game.Call, text []byte) []byte {
					if c.Seat != 0 {
						return text
					}
					if done {
						t.Fatalf("%s is called after it is out", c.Player)
					}
					if c.Method != spoil.method {
						return text
					}
					done = true
					return []byte(strings.Replace(spoil.text, "GUILD", guilds.Players[0].Guild, 1))
				})
				if len(breaches) != 1 || breaches[0].Player != "p0" || breaches[0].Why != spoil.why || breaches[0].Clause != spoil.clause || breaches[0].Message == "" {
					t.Fatalf("%+v", breaches)
				}
				result := decoded[[2][]string](t, f.Result()[0])
				if !slices.Equal(result[1], []string{"p0"}) || len(result[0]) != 1 || result[0][0] == "p0" {
					t.Fatalf("the result is %s", f.Result()[0])
				}
			}
		})
	}
}

// asked reads a call of market, and holds it to BZ-56: the owner sees the State
// before the request, and the cells are free, in reading order, and several.
func asked(t *testing.T, c game.Call) (tile plainTile, free []plainSquare) {
	t.Helper()
	view := decoded[struct {
		Guild    string        `json:"guild"`
		MarketIn bool          `json:"market_in"`
		Board    []plainPlaced `json:"board"`
	}](t, c.Args[0])
	tile, free = decoded[plainTile](t, c.Args[1]), decoded[[]plainSquare](t, c.Args[2])
	ordered := slices.IsSortedFunc(free, func(a, b plainSquare) int { return slices.Compare(a[:], b[:]) })
	taken := slices.ContainsFunc(view.Board, func(p plainPlaced) bool { return slices.Contains(free, p.Cell) })
	elsewhere := slices.ContainsFunc(free, func(s plainSquare) bool { return plainLetter(s) != 'n' })
	if view.Guild != tile.Guild || view.MarketIn || len(free) < 2 || !ordered || taken || elsewhere {
		t.Fatalf("%s is asked %s", c.Player, c.Args)
	}
	return tile, free
}

// placements are the requests of the events place, as they are recorded.
func placements(t *testing.T, events []jsontext.Value) (list []jsontext.Value) {
	t.Helper()
	for _, e := range events {
		of := decoded[struct {
			Event   string
			Request jsontext.Value
		}](t, e)
		if of.Event == "place" {
			list = append(list, of.Request)
		}
	}
	return list
}

// TestOwnersChoose: owners are asked for the market cells of their tiles, also of
// those that they eliminate themselves. The requests as they are recorded are
// legal and lead to the State that the game ends with, in which the tiles lie
// where their owners want them.
func TestOwnersChoose(t *testing.T) {
	for _, options := range [][]string{nil, {"market_cell=lowest"}, {"market_cell=highest"}} {
		r := configured(t, options...)
		calls, own := 0, 0
		for seed := range 8 {
			f, names, in := began(t, r, seed)
			wanted := map[plainTile]plainSquare{}
			turn := ""
			breaches := driven(t, r, f, slices.Repeat([]string{"random"}, len(names)), func(c game.Call, text []byte) []byte {
				if c.Method == "take-turn" {
					turn = c.Player
				}
				if c.Method != "market" {
					return text
				}
				tile, free := asked(t, c)
				if first := fmt.Sprintf("[%d,%d]", free[0][0], free[0][1]); string(text) != first {
					t.Fatalf("a builtin player chooses %s of %v", text, free)
				}
				calls++
				if c.Player == turn {
					own++
				}
				last := free[len(free)-1]
				wanted[tile] = last
				return fmt.Appendf(nil, "[%d,%d]", last[0], last[1])
			})
			if len(breaches) > 0 {
				t.Fatalf("%+v", breaches)
			}
			start := ask(t, r, "setup", in)
			requests := placements(t, f.Events())
			answers := ask(t, r, "play", append(start, requests...))
			state := f.(game.Observed).State()
			if strings.Contains(string(answers[0]), `"`) || string(answers[1]) != string(state) {
				t.Fatalf("the requests as recorded have the answers %s and lead to\n%s, not to\n%s", answers[0], answers[1], state)
			}
			last := decoded[plainState](t, state)
			for _, p := range last.Board {
				if cell, ok := wanted[plainTile{p.Guild, p.Kind}]; ok && !last.MarketIn && p.Cell != cell {
					t.Fatalf("the %s %s lies on %v, its owner wants %v", p.Guild, p.Kind, p.Cell, cell)
				}
			}
		}
		if asks := options == nil; asks != (calls > 8) || asks != (own > 0) {
			t.Errorf("%v: owners are asked %d times, %d times in their own turns", options, calls, own)
		}
	}
}

// TestOwnersDropOut: an owner who does not choose one of the free cells is out,
// by an illegal request, and the request of the player on turn goes on.
func TestOwnersDropOut(t *testing.T) {
	r := configured(t)
	for name, bad := range map[string]func(game.Referee, game.Call) *game.Breach{
		"taken":       func(f game.Referee, c game.Call) *game.Breach { return f.Answer(c.Seat, jsontext.Value(`[0,0]`)) },
		"void":        func(f game.Referee, c game.Call) *game.Breach { return f.Answer(c.Seat, jsontext.Value(`"void"`)) },
		"no JSON":     func(f game.Referee, c game.Call) *game.Breach { return f.Answer(c.Seat, jsontext.Value(`[5,`)) },
		"no reply":    func(f game.Referee, c game.Call) *game.Breach { return f.Fail(c.Seat, game.TimedOut) },
		"closed":      func(f game.Referee, c game.Call) *game.Breach { return f.Fail(c.Seat, game.Closed) },
		"three of it": func(f game.Referee, c game.Call) *game.Breach { return f.Answer(c.Seat, jsontext.Value(`[5,5,5]`)) },
	} {
		t.Run(name, func(t *testing.T) {
			dropped, others := 0, 0
			for seed := range 6 {
				f, names, in := began(t, r, seed)
				players := make([]game.Player, len(names))
				for i := range players {
					var err error
					if players[i], err = r.Live().Player("random", "p", uint64(i)); err != nil {
						t.Fatal(err)
					}
				}
				out, turn := "", ""
				for len(f.Calls()) > 0 {
					c := f.Calls()[0]
					if c.Player == out {
						t.Fatalf("%s is called after it is out", out)
					}
					if c.Method == "take-turn" {
						turn = c.Player
					}
					if c.Method != "market" || out != "" {
						reply, err := players[c.Seat].Reply(c.Method, c.Args)
						if err != nil {
							t.Fatal(err)
						}
						if b := f.Answer(c.Seat, reply.Text); b != nil {
							t.Fatalf("%+v", b)
						}
						continue
					}
					asked(t, c)
					out = c.Player
					dropped++
					if turn != out {
						others++
					}
					b := bad(f, c)
					if b == nil || b.Player != out || b.Why != "bad_market" || b.Clause != "BZ-56" || b.Method != "market" || !strings.Contains(b.Message, "one of [[") {
						t.Fatalf("%+v", b)
					}
				}
				requests := placements(t, f.Events())
				answers := ask(t, r, "play", append(ask(t, r, "setup", in), requests...))
				if strings.Contains(string(answers[0]), `"`) || string(answers[1]) != string(f.(game.Observed).State()) {
					t.Fatalf("the requests as recorded have the answers %s", answers[0])
				}
				if result := decoded[[2][]string](t, f.Result()[0]); out != "" && (!slices.Equal(result[1], []string{out}) || slices.Contains(result[0], out)) {
					t.Fatalf("the result is %s", f.Result()[0])
				}
			}
			if dropped < 4 || others == 0 {
				t.Errorf("%d owners drop out, %d of them not in their own turns", dropped, others)
			}
		})
	}
}

// TestAllOut: when nobody is left the game ends without a winner.
func TestAllOut(t *testing.T) {
	f, names, _ := began(t, configured(t), 1)
	for _, name := range names {
		c := f.Calls()[0]
		if b := f.Fail(c.Seat, game.TimedOut); b == nil || b.Player != name || b.Why != "timeout" {
			t.Fatalf("%+v", b)
		}
	}
	if calls := f.Calls(); len(calls) > 0 || !strings.HasPrefix(string(f.Result()[0]), `[[],["p0"`) {
		t.Errorf("%v, %s", calls, f.Result()[0])
	}
	// A reply that nobody waits for changes nothing.
	if b := f.Answer(0, jsontext.Value(`"void"`)); b != nil {
		t.Errorf("%+v", b)
	}
}

// shownView is a view of a player without tiles.
const shownView = `{"guild":"red","round":13,"phase":"PHASE","order":["red","blue"],"harem_in":true,"market_in":true,"to_act":"red",
"players":[],"board":[],"events":{"current":null,"played":[],"left":0},"discarded":[],"hand":[],"to_come":[]}`

// TestPlayersRefuse: a builtin player says what is wrong with a call.
func TestPlayersRefuse(t *testing.T) {
	l := configured(t).Live()
	if _, err := l.Player("clever", "p", 1); err == nil || !strings.Contains(err.Error(), `"clever"`) {
		t.Errorf("an unknown kind: %v", err)
	}
	p, err := l.Player("greedy", "p", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ method, args string }{
		{"setup", `{}`},
		{"setup", ``},
		{"setup", `{} {}`},
		{"take-turn", `[]`},
		{"result", `{"over":true}`},
		{"win", `true`},
		{"market", strings.Replace(shownView, "PHASE", "players", 1)},
		{"market", strings.Replace(shownView, "PHASE", "players", 1) + `{"guild":"red","kind":"beggar"} []`},
		{"market", strings.Replace(shownView, "PHASE", "players", 1) + `{"guild":"red"} [[5,5]]`},
		{"market", `{} {"guild":"red","kind":"beggar"} [[5,5]]`},
		{"take-turn", strings.Replace(shownView, "PHASE", "over", 1)},
		{"take-turn", strings.Replace(shownView, "PHASE", "players", 1)},
	} {
		if reply, err := p.Reply(c.method, gametest.Values(t, c.args)); err == nil {
			t.Errorf("%s of %s: %s", c.method, c.args, reply.Text)
		}
	}
}

// TestProtocol: the states of a connection can be reached and lead on, methods
// are called somewhere, and all that is named exists.
func TestProtocol(t *testing.T) {
	p := bazar.Game().Protocol
	set := schema.New(schemas.FS, bazar.Game().Name, nil)
	reached := map[string]bool{p.States[0].Name: true}
	for range p.States {
		for _, x := range p.Transitions {
			reached[x.To] = reached[x.To] || reached[x.From]
		}
	}
	leads := map[string]bool{}
	for _, x := range p.Transitions {
		leads[x.From] = leads[x.From] || x.From != x.To
		if _, ok := bazar.Game().Clause(x.Clause); x.Clause != "" && !ok {
			t.Errorf("%+v: no clause %s", x, x.Clause)
		}
	}
	for _, s := range p.States {
		if !reached[s.Name] || leads[s.Name] == s.Final || s.Summary == "" {
			t.Errorf("%+v: reached %t, leads on %t", s, reached[s.Name], leads[s.Name])
		}
	}
	for _, m := range p.Methods {
		if !slices.ContainsFunc(p.Transitions, func(x game.Transition) bool { return x.On == "-> "+m.Name }) {
			t.Errorf("%s is called in no state", m.Name)
		}
		for _, v := range append(m.Args, m.Reply) {
			if _, err := set.Source(v.Value); err != nil {
				t.Errorf("%s: %v", m.Name, err)
			}
		}
	}
	for _, v := range slices.Concat(p.In, p.Out) {
		if _, err := set.Source(v.Value); err != nil {
			t.Error(err)
		}
	}
}
