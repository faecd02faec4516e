package ubongo_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
)

// TestMutantsTakeTheSameInput: what is valid and what is generated does not
// depend on what is wrong, and a mutant always has an answer. That each shows is
// a matter of the suites.
func TestMutantsTakeTheSameInput(t *testing.T) {
	inputs := gametest.Rounds(2, 8)
	for _, options := range [][]string{nil, {"wrong_claim=out", "all_done=wait", "second_flip=any", "playoff_level=any", "card_sides=single"}} {
		right := configured(t, options...)
		for k, m := range ubongo.Game().Mutants {
			wrong := configured(t, append(slices.Clone(options), ":"+m.ID)...)
			for _, task := range ubongo.Game().Tasks {
				a := gametest.NewAsker(t, wrong, task.Name)
				for i := range inputs {
					seed := inputs*k + i // other inputs for each, so that all together are many
					in := right.Generate(task.Name, seeded(seed), gametest.SizeOf(seed)/2)
					if again := wrong.Generate(task.Name, seeded(seed), gametest.SizeOf(seed)/2); !slices.EqualFunc(in, again, slices.Equal[jsontext.Value]) {
						t.Fatalf("%s generates\n%s\nwant\n%s", m.ID, gametest.Lines(again), gametest.Lines(in))
					}
					a.Ask(in)
				}
			}
		}
	}
}

// TestMutantsShowWhereTheirClausesDecide: a mutant shows in tasks that its clause
// decides. Those of the spec are all there.
func TestMutantsShowWhereTheirClausesDecide(t *testing.T) {
	for _, m := range ubongo.Game().Mutants {
		clause, _ := ubongo.Game().Clause(m.Clause)
		for _, task := range m.Tasks {
			if !slices.Contains(clause.Tasks, task) {
				t.Errorf("%s: %s cannot decide task %s", m.ID, m.Clause, task)
			}
		}
	}
	for n := 1; n <= 32; n++ {
		if _, ok := ubongo.Game().Mutant(fmt.Sprintf("UO-M%02d", n)); !ok {
			t.Errorf("there is no UO-M%02d", n)
		}
	}
}
