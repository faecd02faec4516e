package bazar_test

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// TestMutants: each mutant names its clause and shows in every task that it
// names, among inputs that chance makes, and in no other.
func TestMutants(t *testing.T) {
	const inputs = 2500
	right := configured(t)
	for _, task := range bazar.Game.Tasks {
		t.Run(task.Name, func(t *testing.T) {
			t.Parallel()
			all := inputsOf(right, task.Name, inputs)
			oracle := right.Oracle(task.Name)
			wants := make([]string, inputs)
			var out game.Output
			for i, in := range all {
				out.Reset()
				if err := oracle(in, &out); err != nil {
					t.Fatal(err)
				}
				wants[i] = string(out.Buf)
			}
			for _, m := range bazar.Game.Mutants {
				if c, ok := bazar.Game.Clause(m.Clause); !ok || slices.ContainsFunc(m.Tasks, func(name string) bool { return !slices.Contains(c.Tasks, name) }) {
					t.Errorf("%s changes %s, which decides %v, and shows in %v", m.ID, m.Clause, c.Tasks, m.Tasks)
				}
				found := 0
				other := wrong(t, m.ID).Oracle(task.Name)
				for i, in := range all {
					out.Reset()
					if err := other(in, &out); err != nil {
						t.Fatal(err)
					}
					if string(out.Buf) != wants[i] {
						found++
						break
					}
				}
				if named := slices.Contains(m.Tasks, task.Name); named != (found > 0) {
					t.Errorf("%s (%s) shows: %t, named: %t", m.ID, m.Summary, found > 0, named)
				}
			}
		})
	}
}
