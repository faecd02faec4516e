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
	// What tells a survivor from the rules does so for the mutant that is named.
	all := ids(p.Game.Twin.Operators())
	for _, s := range few.Survived {
		rules, err := p.Game.Twin.Operating(s.Told.Settings, 1+slices.Index(all, s.ID), nil)
		if err != nil {
			t.Fatal(err)
		}
		var out game.Output
		if err := rules.Oracle("rules")(s.Told.In, &out); err == nil && p.Judge().Same(s.Told.Want, &out) {
			t.Errorf("%s answers %s as the rules do", s.ID, s.Told.In)
		}
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
