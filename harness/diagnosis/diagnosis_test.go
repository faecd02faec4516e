package diagnosis_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/diagnosis"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

var soak = flag.Bool("soak", false, "diagnose every mutant of every task, not only some")

// A ward has the cases of a task, and what each of its mutants answers.
type ward struct {
	game    *game.Game
	task    game.Task
	doctor  *diagnosis.Doctor
	judge   *judge.Judge
	cases   []suite.Case
	want    [][]jsontext.Value
	answers map[string][]diagnosis.Answer // by mutant
}

func newWard(t testing.TB, g *game.Game, task game.Task) *ward {
	t.Helper()
	all, err := suite.Embedded(suites.FS, g.Name, task.Name)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	w := &ward{
		game: g, task: task, judge: judge.New(task, judge.Lax, nil), answers: make(map[string][]diagnosis.Answer),
		doctor: diagnosis.New(g, rules, task, runtime.GOMAXPROCS(0)),
	}
	checker := suite.NewChecker(g, rules, task, w.judge)
	if w.cases, _, err = checker.Applicable(all.Cases); err != nil {
		t.Fatal(err)
	}
	for i := range w.cases {
		want, err := checker.Expected(&w.cases[i])
		if err != nil {
			t.Fatal(err)
		}
		w.want = append(w.want, want)
	}
	return w
}

// of are the answers of a mutant, and whether the suite finds it.
func (w *ward) of(t testing.TB, mutant string) ([]diagnosis.Answer, bool) {
	t.Helper()
	if w.answers[mutant] == nil {
		wrong, err := w.game.Configure(game.Settings{Mutant: mutant})
		if err != nil {
			t.Fatal(err)
		}
		oracle := wrong.Oracle(w.task.Name)
		w.answers[mutant] = w.hold(t, func(c *suite.Case) []jsontext.Value {
			var out game.Output
			if err := oracle(c.In, &out); err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			return out.Values()
		})
	}
	list := w.answers[mutant]
	return list, slices.ContainsFunc(list, func(a diagnosis.Answer) bool { return a.Got != nil })
}

// hold are the answers of a program.
func (w *ward) hold(t testing.TB, program func(c *suite.Case) []jsontext.Value) []diagnosis.Answer {
	t.Helper()
	list := make([]diagnosis.Answer, len(w.cases))
	for i := range w.cases {
		list[i].Case = &w.cases[i]
		got := program(&w.cases[i])
		if c := w.judge.Compare(w.want[i], got); c.Outcome != judge.Pass {
			list[i].Got, list[i].Pointer = got, c.Differences[0].Pointer
		}
	}
	return list
}

// alike tells whether two mutants give the same answers.
func (w *ward) alike(t testing.TB, a, b string) bool {
	one, _ := w.of(t, a)
	other, _ := w.of(t, b)
	return slices.EqualFunc(one, other, func(x, y diagnosis.Answer) bool {
		if x.Got == nil || y.Got == nil {
			return x.Got == nil && y.Got == nil
		}
		return w.judge.Compare(x.Got, y.Got).Outcome == judge.Pass
	})
}

// A score counts how diagnoses went.
type score struct{ mutants, named, withheld, first, among, firm, wrong int }

func (s *score) add(o score) {
	s.mutants += o.mutants
	s.named += o.named
	s.withheld += o.withheld
	s.first += o.first
	s.among += o.among
	s.firm += o.firm
	s.wrong += o.wrong
}

func (s *score) row(name string) string {
	share := func(n, of int) string {
		if of == 0 {
			return "      –"
		}
		return fmt.Sprintf("%5.1f %%", 100*float64(n)/float64(of))
	}
	return fmt.Sprintf("%-16s %4d  %s | %4d  %s  %s  %s  %s", name, s.mutants, share(s.named, s.mutants),
		s.withheld, share(s.first, s.withheld), share(s.among, s.withheld), share(s.firm, s.withheld), share(s.wrong, s.withheld))
}

// What make test looks at: every so many tasks of a game, and so many mutants of
// each. The long round looks at all.
const (
	sampledTasks   = 4
	sampledMutants = 6
)

// TestMutantsAreDiagnosed takes every mutant for a program. With all of them known
// it is named; with it unknown, and all that answer alike, its clause is likely,
// and nothing else is named as certain.
func TestMutantsAreDiagnosed(t *testing.T) {
	var all score
	table := []string{"                 known: named | withheld: first  of three  firm  wrong"}
	for _, g := range games.All() {
		var sum score
		for i, task := range g.Tasks {
			if task.Live != "" || i%sampledTasks != 0 && !*soak {
				continue
			}
			w := newWard(t, g, task)
			known := slices.Clone(w.doctor.Mutants)
			planted := slices.Clone(known)
			if !*soak {
				rng := rand.New(rand.NewPCG(24, uint64(len(planted))))
				rng.Shuffle(len(planted), func(i, k int) { planted[i], planted[k] = planted[k], planted[i] })
				planted = planted[:min(len(planted), sampledMutants)]
			}
			var s score
			for _, m := range planted {
				answers, shows := w.of(t, m.ID)
				if !shows {
					continue
				}
				w.doctor.Mutants = known
				f, err := w.doctor.Diagnose(t.Context(), answers)
				if err != nil {
					t.Fatal(err)
				}
				s.mutants++
				if len(f.List) == 1 && f.List[0].Clause == m.Clause && len(f.List[0].Clauses) == 0 && !f.List[0].Likely {
					s.named++
				} else {
					t.Logf("%s/%s %s (%s): %s", g.Name, task.Name, m.ID, m.Clause, told(f))
				}
				w.doctor.Mutants = slices.DeleteFunc(slices.Clone(known), func(o game.Mutant) bool { return w.alike(t, o.ID, m.ID) })
				if !slices.ContainsFunc(w.doctor.Mutants, func(o game.Mutant) bool { return o.Clause == m.Clause }) {
					continue
				}
				if f, err = w.doctor.Diagnose(t.Context(), answers); err != nil {
					t.Fatal(err)
				}
				s.withheld++
				if len(f.List) > 0 && f.List[0].Clause == m.Clause {
					s.first++
				}
				for _, g := range f.List[:min(len(f.List), 3)] {
					if g.Clause == m.Clause {
						s.among++
						break
					}
				}
				if firm(f) {
					s.firm++
					if slices.ContainsFunc(f.List, func(g judge.Diagnosis) bool { return g.Clause != m.Clause }) {
						s.wrong++
						t.Logf("wrong and firm: %s/%s %s (%s): %s", g.Name, task.Name, m.ID, m.Clause, told(f))
					}
				}
			}
			table = append(table, s.row(g.Name+"/"+task.Name))
			sum.add(s)
		}
		table = append(table, sum.row(g.Name))
		all.add(sum)
	}
	t.Log("\n" + strings.Join(append(table, all.row("all")), "\n"))
	if 100*all.named < 95*all.mutants {
		t.Errorf("%d of %d mutants are named alone and right, expected 95 %%", all.named, all.mutants)
	}
	if 2*all.first < all.withheld {
		t.Errorf("of %d unknown mutants the clause of %d comes first, expected half", all.withheld, all.first)
	}
	if 20*all.wrong > all.withheld {
		t.Errorf("%d of %d unknown mutants are taken for others, expected at most 5 %%", all.wrong, all.withheld)
	}
}

// firm tells whether a finding says what the program answers like.
func firm(f diagnosis.Finding) bool {
	return len(f.List) > 0 && !f.List[0].Likely
}

func told(f diagnosis.Finding) string {
	var parts []string
	for _, g := range f.List[:min(4, len(f.List))] {
		parts = append(parts, fmt.Sprintf("%s %v %d of %d (likely %v)", g.Clause, g.Mutants, g.Explains, g.Of, g.Likely))
	}
	return strings.Join(parts, "; ")
}
