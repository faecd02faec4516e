package gametest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Legal lists the legal requests of random states under a preset: each is legal, none is
// listed twice, and where a random request is legal there is one. Whole tells whether
// all is listed that does something else.
func Legal(t *testing.T, g *game.Game, preset string, whole bool) {
	t.Helper()
	const listedMax = 60 // of one state: in some there are thousands
	rules, err := g.Configure(game.Settings{Preset: preset})
	if err != nil {
		t.Fatal(err)
	}
	lister, ok := rules.(game.Lister)
	if !ok {
		t.Fatal("its legal requests cannot be listed")
	}
	oracle := rules.Oracle("move")
	next := func(state, request jsontext.Value) (jsontext.Value, bool) {
		var out game.Output
		if err := oracle([]jsontext.Value{state, request}, &out); err != nil {
			t.Fatalf("%v\n%s %s", err, state, request)
		}
		after, legal := game.StateIn(out.Value(0))
		return slices.Clone(after), legal
	}
	rng := rand.New(rand.NewPCG(8, 2))
	listed := 0
	for n := range 150 {
		in := rules.Generate("move", rng, n%(game.SizeMax+1))
		seen := map[string]bool{}
		var states []string
		for request, err := range lister.Legal(in[0]) {
			if err != nil {
				t.Fatalf("%v\n%s", err, in[0])
			}
			if seen[string(request)] {
				t.Errorf("%s is listed twice of\n%s", request, in[0])
			}
			after, ok := next(in[0], request)
			if !ok {
				t.Errorf("%s is listed, and illegal in\n%s", request, in[0])
			}
			states = append(states, string(after))
			if seen[string(request)] = true; len(seen) == listedMax {
				break
			}
		}
		after, ok := next(in[0], in[1])
		if ok && len(seen) == 0 {
			t.Errorf("%s is legal, and nothing is listed of\n%s", in[1], in[0])
		}
		// A legal request is listed, or one that leads to the same state.
		if ok && whole && len(seen) < listedMax && !slices.Contains(states, string(after)) {
			t.Errorf("%s is legal, and nothing that is listed does the same in\n%s", in[1], in[0])
		}
		listed += len(seen)
	}
	if listed == 0 {
		t.Error("nothing is listed")
	}
	for _, err := range lister.Legal(jsontext.Value(`{}`)) {
		if _, ok := err.(*game.Invalid); !ok {
			t.Errorf("of no state: %v", err)
		}
	}
}
