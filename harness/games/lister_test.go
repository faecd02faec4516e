package games_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/answer"
	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestLegal lists the legal requests of random states: each is legal, none is listed
// twice, and where a random request is legal there is one.
func TestLegal(t *testing.T) {
	const listedMax = 60 // of one state: in some there are thousands
	each(t, func(t *testing.T, g *game.Game, _ func(string) bool) {
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		lister, ok := rules.(game.Lister)
		if !ok {
			t.Fatal("its legal requests cannot be listed")
		}
		oracle := rules.Oracle("move")
		legal := func(state, request jsontext.Value) bool {
			var out game.Output
			if err := oracle([]jsontext.Value{state, request}, &out); err != nil {
				t.Fatalf("%v\n%s %s", err, state, request)
			}
			_, ok := answer.State(out.Value(0))
			return ok
		}
		rng := rand.New(rand.NewPCG(8, 2))
		listed := 0
		for n := range 150 {
			in := rules.Generate("move", rng, n%(game.SizeMax+1))
			seen := map[string]bool{}
			for request, err := range lister.Legal(in[0]) {
				if err != nil {
					t.Fatalf("%v\n%s", err, in[0])
				}
				if seen[string(request)] {
					t.Errorf("%s is listed twice of\n%s", request, in[0])
				}
				if !legal(in[0], request) {
					t.Errorf("%s is listed, and illegal in\n%s", request, in[0])
				}
				if seen[string(request)] = true; len(seen) == listedMax {
					break
				}
			}
			if len(seen) == 0 && legal(in[0], in[1]) {
				t.Errorf("%s is legal, and nothing is listed of\n%s", in[1], in[0])
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
	})
}
