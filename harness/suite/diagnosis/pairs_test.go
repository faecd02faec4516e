package diagnosis_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
)

// How many pairs of mutants are diagnosed, and in the long round.
const (
	sampledPairs = 12
	allPairs     = 300
)

// together are the answers of a program that is wrong in two ways; nil if one of
// them does not show beside the other.
func (w *ward) together(t testing.TB, a, b string) []diagnosis.Answer {
	t.Helper()
	rules, err := w.game.Twin.Wrong(game.Settings{}, a, b)
	if err != nil {
		t.Fatal(err)
	}
	oracle := rules.Oracle(w.task.Name)
	list := w.hold(t, func(c *suite.Case) (answer []jsontext.Value) {
		defer func() {
			if recover() != nil {
				oracle = rules.Oracle(w.task.Name)
				answer = nil
			}
		}()
		var out game.Output
		if err := oracle(c.In, &out); err != nil {
			return nil
		}
		return out.Values()
	})
	for _, single := range []string{a, b} {
		alone, seen := w.of(t, single)
		if !seen || slices.EqualFunc(alone, list, func(x, y diagnosis.Answer) bool {
			return (x.Got == nil) == (y.Got == nil) && slices.EqualFunc(x.Got, y.Got, func(p, q jsontext.Value) bool { return string(p) == string(q) })
		}) {
			return nil
		}
	}
	// Of an answer that never comes nothing is kept.
	return slices.DeleteFunc(list, func(a diagnosis.Answer) bool { return a.Pointer != "" && a.Got == nil })
}

// TestPairsAreDiagnosed takes two mutants at once for a program: most of the time
// both clauses are named.
func TestPairsAreDiagnosed(t *testing.T) {
	pairs := sampledPairs
	if *soak {
		pairs = allPairs
	}
	rng := rand.New(rand.NewPCG(26, 3))
	wards := map[string]*ward{}
	named := 0
	for n := 0; n < pairs; {
		g := games.All()[rng.IntN(len(games.All()))]
		task := g.Tasks[rng.IntN(len(g.Tasks))]
		if task.Live != "" {
			continue
		}
		w := wards[g.Name+task.Name]
		if w == nil {
			w = newWard(t, g, task)
			wards[g.Name+task.Name] = w
		}
		mutants := w.doctor.Mutants
		a, b := mutants[rng.IntN(len(mutants))], mutants[rng.IntN(len(mutants))]
		if a.Clause == b.Clause || g.Twin.Overlap(a.ID, b.ID) {
			continue
		}
		answers := w.together(t, a.ID, b.ID)
		if answers == nil {
			continue
		}
		n++
		found, err := w.doctor.Diagnose(t.Context(), answers)
		if err != nil {
			t.Fatal(err)
		}
		var clauses []string
		for i, d := range found.List {
			if !d.Likely || i < 2 {
				clauses = append(append(clauses, d.Clause), d.Clauses...)
			}
		}
		if slices.Contains(clauses, a.Clause) && slices.Contains(clauses, b.Clause) {
			named++
		} else {
			t.Logf("%s/%s: %s (%s) with %s (%s) is taken for %v", g.Name, task.Name, a.ID, a.Clause, b.ID, b.Clause, clauses)
		}
	}
	t.Logf("both clauses of %d of %d pairs are named", named, pairs)
	if named*10 < pairs*7 {
		t.Errorf("both clauses of %d of %d pairs are named, expected 70 %%", named, pairs)
	}
}
