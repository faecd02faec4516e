package mutation_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

// TestOperators holds the operators against a suite that tells them all apart, and
// against one that lacks what it has of long lists.
func TestOperators(t *testing.T) {
	p, cases := base(t, "rules", 1)
	contest := &mutation.Contest{Runner: p, Settings: []game.Settings{{}}, Seed: 1, Inputs: 1200}
	full, err := contest.Run(t.Context(), cases)
	if err != nil || len(full.Killed) == 0 || len(full.Survived) > 0 || full.Inputs != contest.Inputs {
		t.Fatalf("%+v, %v", full, err)
	}
	p.Jobs = 5
	again, err := contest.Run(t.Context(), cases)
	if err != nil || !reflect.DeepEqual(full, again) {
		t.Errorf("five workers find %+v, %v; one finds %+v", again, err, full)
	}
	few, err := contest.Run(t.Context(), cases[:1])
	if err != nil || len(few.Survived) == 0 {
		t.Fatalf("one case kills all: %+v, %v", few, err)
	}
	// With the inputs that tell them nothing survives.
	more := cases[:1:1]
	for _, s := range few.Survived {
		more = append(more, s.Told)
	}
	again, err = contest.Run(t.Context(), more)
	if err != nil || len(again.Survived) > 0 {
		t.Errorf("%d survive, %v", len(again.Survived), err)
	}
	if !slices.Equal(ids(again.Alike), ids(few.Alike)) {
		t.Errorf("alike are %q, then %q", ids(few.Alike), ids(again.Alike))
	}
}

func ids(mutants []game.Mutant) []string {
	var list []string
	for _, m := range mutants {
		list = append(list, m.ID)
	}
	return list
}
