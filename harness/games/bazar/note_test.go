package bazar_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// traceOf is what the oracle notes on an input.
func traceOf(t *testing.T, task, input string, options ...string) *game.Trace {
	t.Helper()
	out := game.Output{Trace: new(game.Trace)}
	oracle, err := game.Tracing(configured(t, options...), task)
	if err != nil {
		t.Fatal(err)
	}
	if err := oracle(gametest.Values(t, input), &out); err != nil {
		t.Fatal(err)
	}
	return out.Trace
}

// TestNotes has inputs all of whose notes are known.
func TestNotes(t *testing.T) {
	chain := `{"guilds":["red","blue"],"board":[{"cell":[1,6],"guild":"blue","kind":"beggar"},{"cell":[1,5],"guild":"red","kind":"courier"}],` +
		`"harem_in":false,"market_in":false,"event":null}`
	for _, tt := range []struct {
		name, task, input string
		options           []string
		clauses, features string
	}{
		{
			"a tie of two and another", "order", `{"players":[{"guild":"red","coins":9},{"guild":"blue","coins":9},{"guild":"green","coins":14}],"previous":["red","blue","green"]}`, nil,
			"BZ-01 BZ-10 BZ-11", "order:tie-of-2 players=3",
		},
		{
			"nobody tied", "order", `{"players":[{"guild":"red","coins":9},{"guild":"blue","coins":8}],"previous":["red","blue"]}`, nil,
			"BZ-01 BZ-10", "order:no-tie order:stays players=2",
		},
		{
			"a chain that falls into a hole", "push", chain + `{"cell":[1,6],"direction":"left","steps":3}`, nil,
			"BZ-01 BZ-32 BZ-33 BZ-35 BZ-36 BZ-55 BZ-56", "chain=1 chain=2 market=0 players=2 push:ends-by-fall step:chain-end-falls step:hole",
		},
		{
			"an illustration", "push", chain + `{"cell":[1,6],"direction":"right","steps":1}`, nil,
			"BZ-01 BZ-34 BZ-36", "chain=1 players=2 push:blocked-at-once step:wall steps=1",
		},
		{
			"a chain with chain=block", "push", chain + `{"cell":[1,6],"direction":"left","steps":1}`,
			[]string{"chain=block"},
			"BZ-01 BZ-33 BZ-36", "chain=2 players=2 push:blocked-at-once steps=1",
		},
		{
			"a tie and an empty board besides", "owners", strings.Replace(chain, "null", `"siege"`, 1), nil,
			"BZ-01 BZ-08 BZ-60 BZ-62 BZ-63", "beggars=1 effect:barred owner:nobody owner:tie players=2",
		},
	} {
		tr := traceOf(t, tt.task, tt.input, tt.options...)
		if got := strings.Join(tr.Clauses(), " "); got != tt.clauses {
			t.Errorf("%s: clauses %s, want %s", tt.name, got, tt.clauses)
		}
		if got := strings.Join(tr.Features(), " "); got != tt.features {
			t.Errorf("%s: features %s, want %s", tt.name, got, tt.features)
		}
	}
}

// TestFeatures checks the form of the list, and that it has every kind and card.
func TestFeatures(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range bazar.Game().Noted() {
		if seen[f.Name] || f.Means == "" || len(f.Tasks) == 0 {
			t.Errorf("%+v is doubled or says too little", f)
		}
		seen[f.Name] = true
		for _, name := range f.Tasks {
			if _, ok := bazar.Game().Task(name); !ok {
				t.Errorf("%s: no task %s", f.Name, name)
			}
		}
	}
	districts := []string{"palace", "harbour", "hippodrome", "great_bazaar", "arsenal", "harem", "black_market"}
	for _, term := range bazar.Game().Terms {
		if !slices.Contains(districts, term.Name) && !seen["placed:"+term.Name] && !seen["revealed:"+term.Name] {
			t.Errorf("%s has no feature", term.Name)
		}
	}
}
