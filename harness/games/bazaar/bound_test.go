package bazaar

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// bounded is an oracle for a task whose searches remember so few wallets.
func bounded(r *rules, most int) *oracle {
	o := newOracle(r)
	o.strategist, o.clients = newStrategist(r), newStrategist(r)
	o.strategist.most, o.clients.most = most, most
	return o
}

// TestSearchBound asks oracles that may remember few wallets: they answer as others do, or
// refuse the equations and say with which search depth they would not.
func TestSearchBound(t *testing.T) {
	const few = 40
	for _, c := range []struct {
		preset, task string
		equations    int // the index of that value
	}{
		{"rules", "strategy", 0},
		{"rules", "games", 1},
		{"rules", "server", 2},
		{"reference-2024", "strategy", 0},
		{"reference-2024", "games", 1},
	} {
		t.Run(c.preset+"/"+c.task, func(t *testing.T) {
			r := rulesOf(t, game.Settings{Preset: c.preset})
			free, bound := r.Oracle(c.task), bounded(r, few)
			answered, refused := 0, 0
			for i := range gametest.Rounds(120, 2000) {
				in := r.Generate(c.task, rand.New(rand.NewPCG(uint64(i), 11)), i%(game.SizeMax+1))
				var want, got game.Output
				if err := free(in, &want); err != nil {
					t.Fatal(err)
				}
				bound.begin()
				err := solvers[c.task](bound, in, &got)
				if err == nil {
					answered++
					if string(got.Buf) != string(want.Buf) {
						t.Fatalf("input %d: %s, want %s", i, got.Buf, want.Buf)
					}
					continue
				}
				refused++
				invalid, ok := errors.AsType[*game.Invalid](err)
				_, depth, found := strings.Cut(fmt.Sprint(invalid.Hint), "-o search_depth=")
				if !ok || !found || invalid.Value != c.equations || !strings.Contains(invalid.Message, "at most "+strconv.Itoa(few)+" wallets in 4 exchanges") {
					t.Fatalf("input %d: %v, hint %s", i, err, invalid.Hint)
				}
				if c.preset != "rules" || c.task != "strategy" {
					continue // later turns, and other orders of exchanges, need less depth still
				}
				shallow := bounded(rulesOf(t, game.Settings{Options: []game.Setting{{Name: "search_depth", Value: jsontext.Value(depth)}}}), few)
				if err := solvers[c.task](shallow, in, new(game.Output)); err != nil {
					t.Fatalf("input %d with search_depth=%s: %v", i, depth, err)
				}
			}
			if answered == 0 || refused == 0 {
				t.Errorf("%d answered, %d refused", answered, refused)
			}
		})
	}
}

// TestReplyBeyondBound: a builtin player replies to a call whose search is too large.
func TestReplyBeyondBound(t *testing.T) {
	r := rulesOf(t, game.Settings{})
	beyond := 0
	for i := range uint64(20) {
		in := r.Generate("strategy", rand.New(rand.NewPCG(i, 11)), game.SizeMax)
		var shown turn
		dec := newDecoder(r)
		if err := dec.Decode(in, 1, func() { shown = dec.turnValue() }); err != nil {
			t.Fatal(err)
		}
		shown.active.hasCard = true // BG-14: a player is shown its cards
		player, err := liveRules{r}.Player("points", "Ada", 1)
		if err != nil {
			t.Fatal(err)
		}
		s := player.(*livePlayer).strategist
		s.most = 2
		if _, err := player.Reply("setup", in[:1]); err != nil {
			t.Fatal(err)
		}
		if _, err := player.Reply("request-pebble-or-trades", []jsontext.Value{described().liveTurn.Text(shown)}); err != nil {
			t.Fatal(err)
		}
		if s.passed > 0 {
			beyond++
		}
		if len(s.nodes) > s.most {
			t.Errorf("it remembers %d wallets", len(s.nodes))
		}
	}
	if beyond == 0 {
		t.Error("no search was too large")
	}
}
