package generator_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/generator"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

func search(t *testing.T, task string, settings ...game.Settings) *generator.Search {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	known, _ := g.Task(task)
	p := &baseline.Runner{Game: g, Task: known, Codes: judge.Lax, Jobs: 1}
	return &generator.Search{Runner: p, Settings: settings, Seed: 3, Tries: 300}
}

// TestFind finds a case for each mutant of some tasks, which kills it, is valid,
// and is the same the next time.
func TestFind(t *testing.T) {
	for _, task := range []string{"equations", "rules", "turn", "move"} {
		s := search(t, task, game.Settings{})
		embedded, err := suite.Embedded(suites.FS, s.Runner.Game.Name, task)
		if err != nil {
			t.Fatal(err)
		}
		s.Known = embedded.Cases
		mutants, _ := mutation.Mutants(s.Runner.Game, task)
		first := size(suite.GenerateCase(configured(t, s.Runner.Game), task, s.Seed, 300))
		for i, m := range mutants {
			found, err := s.Find(t.Context(), m)
			if err != nil || found == nil {
				t.Errorf("%s: nothing kills %s, %v", task, m.ID, err)
				continue
			}
			if *soak || i%5 == 0 {
				again, err := s.Find(t.Context(), m)
				if err != nil || !bytes.Equal(line(t, found), line(t, again)) {
					t.Errorf("%s: %s, then %s (%v)", task, line(t, found), line(t, again), err)
				}
			}
			base, err := s.Runner.Run(t.Context(), []suite.Case{*found})
			if err != nil || len(base.Cases) != 1 {
				t.Errorf("%s: the case for %s is not valid: %+v, %v", task, m.ID, base, err)
				continue
			}
			matrix, err := mutation.MeasureFirst(t.Context(), s.Runner, base.Cases, []game.Mutant{m})
			if err != nil || len(matrix.Survivors()) > 0 {
				t.Errorf("%s: %s survives %s, %v", task, m.ID, line(t, found), err)
			}
			if n := size(*found); n > first*3 {
				t.Errorf("%s: the case for %s has %d bytes", task, m.ID, n)
			}
		}
	}
}

func configured(t *testing.T, g *game.Game) game.Rules {
	t.Helper()
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func size(c suite.Case) int {
	n := 0
	for _, v := range c.In {
		n += len(v)
	}
	return n
}

func line(t *testing.T, c *suite.Case) []byte {
	t.Helper()
	if c == nil {
		return nil
	}
	text, err := json.Marshal(c.Line(c.Out), json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestFindUnderOtherSettings looks for a mutant that shows with an option only,
// which the case must then name.
func TestFindUnderOtherSettings(t *testing.T) {
	bonus, err := game.ParseSetting("bonus=RWB")
	if err != nil {
		t.Fatal(err)
	}
	s := search(t, "score", game.Settings{})
	m, _ := s.Runner.Game.Mutant("B1")
	if found, err := s.Find(t.Context(), m); found != nil || err != nil {
		t.Errorf("under default options: %+v, %v", found, err)
	}
	s.Settings = append(s.Settings, game.Settings{Options: []game.Setting{bonus}})
	s = search(t, "score", s.Settings...)
	s.Tries = 10_000
	found, err := s.Find(t.Context(), m)
	if err != nil || found == nil || len(found.Options) != 1 || found.Options[0].Name != "bonus" {
		t.Fatalf("%+v, %v", found, err)
	}
	// What was found once is found among the known inputs.
	s.Settings, s.Known = s.Settings[:1], []suite.Case{*found}
	again, err := s.Find(t.Context(), m)
	if err != nil || !bytes.Equal(line(t, found), line(t, again)) {
		t.Errorf("%s, then %s (%v)", line(t, found), line(t, again), err)
	}
}

func TestFindEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := search(t, "rules", game.Settings{})
	m, _ := s.Runner.Game.Mutant("R1")
	if _, err := s.Find(ctx, m); err == nil {
		t.Error("it went on")
	}
}

func TestVariants(t *testing.T) {
	s := search(t, "rules", game.Settings{})
	list := generator.Variants(s.Runner.Game, game.Settings{Preset: "reference-2024"})
	if list[0].Preset != "reference-2024" {
		t.Errorf("the first are %+v", list[0])
	}
	free := func(v game.Settings) bool {
		return slices.ContainsFunc(v.Options, func(o game.Setting) bool { return o.Name == "price" && string(o.Value) == "false" })
	}
	if len(list) < 4 || !slices.ContainsFunc(list, free) {
		t.Errorf("%+v", list)
	}
}
