package live

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// TestEachMutant: one that crashes does not keep the others from being looked at.
func TestEachMutant(t *testing.T) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var all, whole int
	eachMutant(g, rules, []string{"games"}, func(game.Mutant, game.Rules) {
		all++
		if all%2 == 0 {
			panic("a mistake")
		}
		whole++
	})
	if all < 10 || whole != (all+1)/2 {
		t.Errorf("%d of %d mutants were looked at", whole, all)
	}
}
