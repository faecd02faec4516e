package mutation_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// base is the cases of an embedded suite of The Bazaar Game.
func base(t testing.TB, task string, jobs int) (*baseline.Runner, []baseline.Case) {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	known, ok := g.Task(task)
	if !ok {
		t.Fatalf("there is no task %q", task)
	}
	s, err := suite.Embedded(suites.FS, g.Name, task)
	if err != nil {
		t.Fatal(err)
	}
	p := &baseline.Runner{Game: g, Task: known, Codes: judge.Lax, Jobs: jobs}
	all, err := p.Run(t.Context(), s.Cases)
	if err != nil || len(all.Broken)+len(all.Left) > 0 {
		t.Fatalf("%d broken, %d left, %v", len(all.Broken), len(all.Left), err)
	}
	return p, all.Cases
}

func TestMeasure(t *testing.T) {
	for _, task := range []string{"rules", "move", "score"} {
		p, cases := base(t, task, 1)
		mutants, _ := mutation.Mutants(p.Game, task)
		all, err := mutation.Measure(t.Context(), p, cases, mutants)
		if err != nil || len(mutants) == 0 {
			t.Fatalf("%s: %d mutants, %v", task, len(mutants), err)
		}
		for _, jobs := range []int{2, 7} {
			p.Jobs = jobs
			again, err := mutation.Measure(t.Context(), p, cases, mutants)
			if err != nil || !reflect.DeepEqual(all, again) {
				t.Errorf("%s: with %d jobs %v, with one %v (%v)", task, jobs, again, all, err)
			}
		}
		first, err := mutation.MeasureFirst(t.Context(), p, cases, mutants)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range mutants {
			if len(all.Kills[i]) == 0 {
				t.Errorf("%s: %s survives", task, m.ID)
				continue
			}
			if !slices.Equal(first.Kills[i], all.Kills[i][:1]) {
				t.Errorf("%s: %s is killed first by %v, of %v", task, m.ID, first.Kills[i], all.Kills[i])
			}
			// Without the cases that kill it a mutant survives.
			rest := slices.Clone(cases)
			for _, n := range slices.Backward(all.Kills[i]) {
				rest = slices.Delete(rest, n, n+1)
			}
			without, err := mutation.MeasureFirst(t.Context(), p, rest, mutants[i:i+1])
			if err != nil {
				t.Fatal(err)
			}
			if s := without.Survivors(); !slices.ContainsFunc(s, func(s game.Mutant) bool { return s.ID == m.ID }) {
				t.Errorf("%s: %s is killed without its cases", task, m.ID)
			}
		}
		sum := 0
		for _, tally := range all.Clauses(p.Game) {
			sum += tally.Mutants
			if tally.Killed > tally.Mutants {
				t.Errorf("%s: %+v", task, tally)
			}
		}
		if sum != len(mutants) {
			t.Errorf("%s: %d mutants have clauses, of %d", task, sum, len(mutants))
		}
	}
}

func TestEquivalentMutantsAreNotCounted(t *testing.T) {
	g := &game.Game{Mutants: []game.Mutant{
		{ID: "a", Tasks: []string{"x"}}, {ID: "b", Tasks: []string{"x"}, Equivalent: "nothing shows it"}, {ID: "c", Tasks: []string{"y"}},
	}}
	counted, equivalent := mutation.Mutants(g, "x")
	if len(counted) != 1 || counted[0].ID != "a" || len(equivalent) != 1 || equivalent[0].ID != "b" {
		t.Errorf("%v, %v", counted, equivalent)
	}
}

func TestMeasureEndsWithItsContext(t *testing.T) {
	p, cases := base(t, "rules", 2)
	mutants, _ := mutation.Mutants(p.Game, "rules")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := mutation.Measure(ctx, p, cases, mutants); err == nil {
		t.Error("it went on")
	}
}

// TestDifficulty holds the counts against what each random case says by itself.
func TestDifficulty(t *testing.T) {
	p, _ := base(t, "rules", 2)
	mutants, _ := mutation.Mutants(p.Game, "rules")
	const cases, seed = 60, 5
	kills, err := mutation.Difficulty(t.Context(), p, mutants, cases, seed)
	if err != nil || len(kills) != len(mutants) {
		t.Fatalf("%v, %v", kills, err)
	}
	rules, err := p.Game.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	oracle := rules.Oracle("rules")
	easy := 0
	for i, m := range mutants {
		rival, err := mutation.NewRival(p, game.Settings{}, m.ID)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for n := range cases {
			in := suite.GenerateCase(rules, "rules", seed, n+1).In
			var out game.Output
			if err := oracle(in, &out); err != nil {
				t.Fatal(err)
			}
			falls, err := rival.Falls(in, out.Values())
			if err != nil {
				t.Fatal(err)
			}
			if falls {
				want++
			}
		}
		if kills[i] != want {
			t.Errorf("%s: %d of the cases kill it, expected %d", m.ID, kills[i], want)
		}
		easy += min(want, 1)
	}
	if easy == 0 || easy == len(mutants) {
		t.Errorf("%d of %d mutants show in %d random cases", easy, len(mutants), cases)
	}
}
