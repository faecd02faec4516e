package ubongo_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
)

// TestMutantsShow looks for an input that tells each mutant from the rules, in
// every task that it names.
func TestMutantsShow(t *testing.T) {
	const tries = 20_000
	for _, m := range ubongo.Game.Mutants {
		for _, task := range m.Tasks {
			t.Run(m.ID+" "+task, func(t *testing.T) {
				r := configured(t)
				right, wrong := newAsker(t, r, task), newAsker(t, configured(t, ":"+m.ID), task)
				for i := range tries {
					in := r.Generate(task, seeded(i), sizeOf(i))
					if !bytes.Equal(lines(right.ask(in)), lines(wrong.ask(in))) {
						return
					}
				}
				t.Errorf("%d inputs do not tell it from the rules", tries)
			})
		}
	}
}

// TestMutantsTakeTheSameInput: what is valid and what is generated does not
// depend on what is wrong, and a mutant always has an answer.
func TestMutantsTakeTheSameInput(t *testing.T) {
	inputs := 30
	if testing.Short() {
		inputs = 5
	}
	for _, options := range [][]string{nil, {"wrong_claim=out", "all_done=wait", "second_flip=any", "playoff_level=any", "card_sides=single"}} {
		right := configured(t, options...)
		for _, m := range ubongo.Game.Mutants {
			wrong := configured(t, append(slices.Clone(options), ":"+m.ID)...)
			for _, task := range ubongo.Game.Tasks {
				a := newAsker(t, wrong, task.Name)
				for i := range inputs {
					in := right.Generate(task.Name, seeded(i), sizeOf(i)/2)
					if again := wrong.Generate(task.Name, seeded(i), sizeOf(i)/2); !slices.EqualFunc(in, again, slices.Equal[jsontext.Value]) {
						t.Fatalf("%s generates\n%s\nwant\n%s", m.ID, lines(again), lines(in))
					}
					a.ask(in)
				}
			}
		}
	}
}

// TestMutantsStateWhatTheyAre checks the table's form.
func TestMutantsStateWhatTheyAre(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range ubongo.Game.Mutants {
		if seen[m.ID] || m.Summary == "" || len(m.Tasks) == 0 {
			t.Errorf("%+v is doubled or says too little", m)
		}
		seen[m.ID] = true
		if _, ok := ubongo.Game.Clause(m.Clause); !ok {
			t.Errorf("%s: no clause %s", m.ID, m.Clause)
		}
		for _, task := range m.Tasks {
			if _, ok := ubongo.Game.Task(task); !ok {
				t.Errorf("%s: no task %s", m.ID, task)
			}
		}
	}
	if len(seen) != 32 {
		t.Errorf("%d mutants", len(seen))
	}
	if _, err := ubongo.Game.Configure(game.Settings{Mutant: "M33"}); err == nil {
		t.Error("there is no M33")
	}
}
