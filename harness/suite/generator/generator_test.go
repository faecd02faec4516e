package generator_test

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/generator"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

func order(t *testing.T, task string, goal generator.Goal) *generator.Generator {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	known, _ := g.Task(task)
	p := &baseline.Runner{Game: g, Task: known, Codes: judge.Lax, Jobs: 1, Decide: true}
	inputs := 120
	if *soak {
		inputs = 300
	}
	return &generator.Generator{Runner: p, Settings: []game.Settings{{}}, Goal: goal, Cases: 20, Inputs: inputs, Seed: 5}
}

// TestWriteForMutants writes suites that kill what they say, with cases that are
// all right and needed, whatever the number of workers.
func TestWriteForMutants(t *testing.T) {
	for _, task := range []string{"equations", "rules", "move"} {
		d := order(t, task, generator.Mutants)
		s, err := d.Write(t.Context())
		if err != nil || len(s.Cases) == 0 {
			t.Fatalf("%s: %+v, %v", task, s, err)
		}
		d.Runner.Jobs = 5
		again, err := d.Write(t.Context())
		if err != nil || !bytes.Equal(suite.Manifest(s.Cases), suite.Manifest(again.Cases)) {
			t.Errorf("%s: with five workers\n%s\nwith one\n%s (%v)", task, suite.Manifest(again.Cases), suite.Manifest(s.Cases), err)
		}
		base, err := d.Runner.Run(t.Context(), s.Cases)
		if err != nil || len(base.Cases) != len(s.Cases) {
			t.Fatalf("%s: %+v, %v", task, base.Broken, err)
		}
		mutants, _ := mutation.Mutants(d.Runner.Game, task)
		m, err := mutation.Measure(t.Context(), d.Runner, base.Cases, mutants)
		if err != nil {
			t.Fatal(err)
		}
		if killed := len(mutants) - len(m.Survivors()); killed != len(s.Reached) || len(s.Reached)+len(s.Missing) != len(mutants) {
			t.Errorf("%s: %d are killed; said to be reached are %v, not %v", task, killed, s.Reached, s.Missing)
		}
		for i, c := range s.Cases {
			if c.Why == "" || strings.HasSuffix(c.Why, ".") || len(c.Clauses) == 0 || c.Out == nil {
				t.Errorf("%s: %+v", task, c)
			}
			for j := range i {
				if s.Cases[j].Name == c.Name {
					t.Errorf("%s: two cases are called %s", task, c.Name)
				}
			}
		}
	}
}

func TestWriteStopsAtItsBounds(t *testing.T) {
	d := order(t, "move", generator.Mutants)
	d.Cases = 1
	s, err := d.Write(t.Context())
	if err != nil || len(s.Cases) != 1 || len(s.Missing) == 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestWriteForCodes(t *testing.T) {
	d := order(t, "move", generator.Boundaries)
	s, err := d.Write(t.Context())
	if err != nil || len(s.Reached) == 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	d.Seed++
	other, err := d.Write(t.Context())
	if err != nil || bytes.Equal(suite.Manifest(s.Cases), suite.Manifest(other.Cases)) {
		t.Errorf("another seed makes no difference (%v)", err)
	}
}

func TestWriteWithoutAGoal(t *testing.T) {
	d := order(t, "setup", generator.Boundaries)
	g := *d.Runner.Game
	g.Features = nil
	d.Runner.Game = &g
	var usage *game.UsageError
	if s, err := d.Write(t.Context()); !errors.As(err, &usage) || !strings.Contains(usage.Message, "bazaar/setup has no boundaries") {
		t.Errorf("%+v, %v", s, err)
	}
}
