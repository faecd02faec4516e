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

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

var (
	soak = flag.Bool("soak", false, "diagnose every mutant of every task, not only some")
	only = flag.String("only", "", "with -soak: the game, or GAME/TASK, whose mutants are diagnosed")
)

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
	all, err := suite.Of(suites.FS, g, task.Name)
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
	applicable, _, err := checker.Applicable(suite.List(all.Cases))
	if err != nil {
		t.Fatal(err)
	}
	w.cases = suite.All(applicable)
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
		w.answers[mutant] = w.hold(t, w.program(t, mutant))
	}
	list := w.answers[mutant]
	return list, slices.ContainsFunc(list, func(a diagnosis.Answer) bool { return a.Got != nil })
}

// program answers as a mutant does.
func (w *ward) program(t testing.TB, mutant string) func(c *suite.Case) []jsontext.Value {
	t.Helper()
	wrong, err := w.game.Configure(game.Settings{Mutant: mutant})
	if n := slices.IndexFunc(w.game.Twin.Operators(), func(m game.Mutant) bool { return m.ID == mutant }); n >= 0 {
		wrong, err = w.game.Twin.Operating(game.Settings{}, n+1, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	oracle := wrong.Oracle(w.task.Name)
	return func(c *suite.Case) []jsontext.Value {
		var out game.Output
		if err := oracle(c.In, &out); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		return out.Values()
	}
}

// hold are the answers of a program.
func (w *ward) hold(t testing.TB, program func(c *suite.Case) []jsontext.Value) []diagnosis.Answer {
	t.Helper()
	list := make([]diagnosis.Answer, len(w.cases))
	for i := range w.cases {
		list[i].Case = &w.cases[i]
		got := program(&w.cases[i])
		c := w.judge.Compare(w.want[i], got)
		if c.Outcome != judge.Pass {
			list[i].Got, list[i].Pointer = got, c.Differences[0].Pointer
		}
		list[i].OtherCode = slices.Contains(c.Warnings, judge.OtherCode)
	}
	return list
}

// alike tells whether a mutant gives the same answers as another one. Those that the other
// one gives wrong come first: there most differ.
func (w *ward) alike(t testing.TB, mutant, other string) bool {
	t.Helper()
	program := w.program(t, mutant)
	answers, _ := w.of(t, other)
	for _, wrong := range []bool{true, false} {
		for i, a := range answers {
			want := w.want[i]
			if a.Got != nil {
				want = a.Got
			}
			if (a.Got != nil) == wrong && w.judge.Compare(want, program(a.Case)).Outcome != judge.Pass {
				return false
			}
		}
	}
	return true
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

// sampledTasks and so many mutants of each are what make test looks at. The long round looks
// at all, also at tasks of whole games, whose diagnoses take a second each.
var sampledTasks = []string{
	"bazaar/equations", "bazaar/view", "ubar/fit", "ubar/winds", "bazar/setup", "bazar/push", "ubongo/check", "ubongo/view",
}

const sampledMutants = 4

// TestMutantsAreDiagnosed takes every mutant for a program. With all of them known
// it is named; with it unknown, and all that answer alike, its clause is likely,
// and nothing else is named as certain.
func TestMutantsAreDiagnosed(t *testing.T) {
	var all score
	table := []string{"                 known: named | withheld: first  of three  firm  wrong"}
	for _, g := range games.All() {
		var sum score
		for _, task := range g.Tasks {
			name := g.Name + "/" + task.Name
			if task.Live != "" || !*soak && !slices.Contains(sampledTasks, name) || !strings.HasPrefix(name, *only) {
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
					if slices.ContainsFunc(f.List, func(g judge.Diagnosis) bool { return !g.Likely && g.Clause != m.Clause }) {
						s.wrong++
						t.Logf("wrong and firm: %s/%s %s (%s): %s", g.Name, task.Name, m.ID, m.Clause, told(f))
					}
				}
			}
			table = append(table, s.row(name))
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
	for _, g := range f.List[:min(6, len(f.List))] {
		parts = append(parts, fmt.Sprintf("%s %v %d of %d (likely %v)", g.Clause, g.Mutants, g.Explains, g.Of, g.Likely))
	}
	return strings.Join(parts, "; ")
}

// wardOf has the cases of one task.
func wardOf(t testing.TB, gameName, taskName string) *ward {
	t.Helper()
	for _, g := range games.All() {
		if task, ok := g.Task(taskName); ok && g.Name == gameName {
			return newWard(t, g, task)
		}
	}
	t.Fatalf("there is no %s/%s", gameName, taskName)
	return nil
}

// sampled is the ward with one of three cases; with -soak it has all. A habit shows in
// few as well, and each case is asked of hundreds of mutants.
func (w *ward) sampled() *ward {
	const step = 3
	if *soak {
		return w
	}
	cases, want := w.cases, w.want
	w.cases, w.want = nil, nil
	for i := 0; i < len(cases); i += step {
		w.cases, w.want = append(w.cases, cases[i]), append(w.want, want[i])
	}
	return w
}

// TestNoPassContradicts diagnoses programs that do what no mutant does: the
// mistakes of two or three at once, one that shows now and then only, or answers
// that no reading of the rules gives.
func TestNoPassContradicts(t *testing.T) {
	programs := 12
	if *soak {
		programs = 40
	}
	for _, name := range []string{"bazaar/rules", "bazaar/turn", "bazar/push", "ubar/winds", "ubongo/check"} {
		gameName, taskName, _ := strings.Cut(name, "/")
		w := wardOf(t, gameName, taskName)
		rng := rand.New(rand.NewPCG(1, 2))
		for n := range programs {
			var program []diagnosis.Answer
			if n%4 == 3 {
				program = w.absurd(t, rng)
			} else {
				program = w.mixed(t, rng)
			}
			f, err := w.doctor.Diagnose(t.Context(), program)
			if err != nil {
				t.Fatal(err)
			}
			for i := range f.List {
				w.supported(t, program, &f.List[i])
			}
		}
	}
}

// mixed answers like several mutants, or like one now and then.
func (w *ward) mixed(t *testing.T, rng *rand.Rand) []diagnosis.Answer {
	var parts [][]diagnosis.Answer
	for range 1 + rng.IntN(3) {
		answers, _ := w.of(t, w.doctor.Mutants[rng.IntN(len(w.doctor.Mutants))].ID)
		parts = append(parts, answers)
	}
	program := slices.Clone(parts[0])
	for i := range program {
		for _, p := range parts {
			if p[i].Got != nil && rng.IntN(4) > 0 {
				program[i] = p[i]
			}
		}
		if len(parts) == 1 && rng.IntN(3) == 0 {
			program[i].Got = nil
		}
	}
	return program
}

// absurd answers some cases with what is right for another.
func (w *ward) absurd(t *testing.T, rng *rand.Rand) []diagnosis.Answer {
	every := 2 + rng.IntN(8)
	n := 0
	return w.hold(t, func(*suite.Case) []jsontext.Value {
		n++
		if rng.IntN(every) == 0 {
			return w.want[rng.IntN(len(w.want))]
		}
		return w.want[n-1]
	})
}

// supported checks that what a diagnosis says of its mutants holds: unless it says so of two
// together only, they answer right where the program does, and give as many of the wrong answers as it counts.
func (w *ward) supported(t *testing.T, program []diagnosis.Answer, g *judge.Diagnosis) {
	t.Helper()
	given := make(map[string]bool)
	for _, id := range g.Mutants {
		answers, _ := w.of(t, id)
		for i := range answers {
			switch {
			case program[i].Got == nil && answers[i].Got != nil && (g.Likely || g.Passes > 0):
				t.Errorf("%s/%s: %s is named, but fails %s, which passes", w.game.Name, w.task.Name, id, program[i].Case.ID)
			case program[i].Got != nil && answers[i].Got != nil && w.judge.Compare(program[i].Got, answers[i].Got).Outcome == judge.Pass:
				given[program[i].Case.ID] = true
			}
		}
	}
	if g.Explains > len(given) && len(g.Mutants) > 0 { // no mutant gives what is only in another order
		t.Errorf("%s/%s: %v explain %d answers by the diagnosis, but give %d", w.game.Name, w.task.Name, g.Mutants, g.Explains, len(given))
	}
	if !g.Likely {
		for _, id := range g.Cases {
			if !given[id] {
				t.Errorf("%s/%s: %v are held to explain %s, but answer otherwise", w.game.Name, w.task.Name, g.Mutants, id)
			}
		}
	}
}

// TestNearest has a program that answers one case as a mutant does. It comes near to
// the mutant if it is wrong elsewhere where the mutant is, and only then.
func TestNearest(t *testing.T) {
	w := wardOf(t, "ubar", "cost")
	const mutant = "UB-M01"
	planted, _ := w.of(t, mutant)
	first := slices.IndexFunc(planted, func(a diagnosis.Answer) bool { return a.Got != nil })
	for _, near := range []bool{true, false} {
		n := -1
		program := w.hold(t, func(*suite.Case) []jsontext.Value {
			n++
			switch {
			case n == first:
				return planted[n].Got
			case (planted[n].Got != nil) == near && n%3 == 0 && w.want[n][0].Kind() == '0':
				return []jsontext.Value{jsontext.Value("77")} // more than any tile costs
			}
			return w.want[n]
		})
		// A right answer where the mutant is wrong would contradict it.
		program = slices.DeleteFunc(program, func(a diagnosis.Answer) bool {
			i := slices.IndexFunc(planted, func(p diagnosis.Answer) bool { return p.Case == a.Case })
			return a.Got == nil && planted[i].Got != nil
		})
		f, err := w.doctor.Diagnose(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		settled := slices.ContainsFunc(f.List, func(g judge.Diagnosis) bool { return g.Settled() && slices.Contains(g.Mutants, mutant) })
		if settled != near {
			t.Errorf("near %v: %s", near, told(f))
		}
		for _, g := range f.List {
			if !g.Likely {
				t.Errorf("near %v: %v is named as certain", near, g.Mutants)
			}
		}
	}
}

// TestOperators has programs that no known misreading fits, but a mutant of the usual
// operators: they answer like a program that is wrong in the rule beside it.
func TestOperators(t *testing.T) {
	for _, c := range []struct{ task, operator, clause, text string }{
		{"ubar/winds", "wind:reached:loop:1", "UB-44", "stops before the end of a list in this rule"},
		{"bazar/push", "market:eliminate:condition:2", "BZ-57", "leaves out a condition of this rule"},
		{"bazaar/rules", "exchange:exchange:negation:1", "BG-19", "reverses a condition of this rule"}, // a reading of BG-21 gives some
	} {
		gameName, taskName, _ := strings.Cut(c.task, "/")
		w := wardOf(t, gameName, taskName)
		program, _ := w.of(t, c.operator)
		var before string
		for _, w.doctor.Jobs = range []int{1, 3} {
			f, err := w.doctor.Diagnose(t.Context(), program)
			if err != nil {
				t.Fatal(err)
			}
			if g := f.List[0]; g.Clause != c.clause || !g.Likely || !g.Settled() || g.Text != c.text || g.Passes == 0 {
				t.Errorf("%s: %+v", c.operator, g)
			}
			w.supported(t, program, &f.List[0])
			if said := fmt.Sprintf("%+v", f); before != "" && said != before {
				t.Errorf("%s: %s, before %s", c.operator, said, before)
			} else {
				before = said
			}
		}
	}
}

// TestWholeBeforePart has a program whose answers a mutant of the usual operators gives, all of
// them. A known misreading that gives a part of them comes behind it.
func TestWholeBeforePart(t *testing.T) {
	w := wardOf(t, "ubongo", "check")
	const operator, known = "placement:tooHigh:negation:1", "second-layer-refused"
	program, _ := w.of(t, operator)
	f, err := w.doctor.Diagnose(t.Context(), program)
	if err != nil || len(f.List) < 2 {
		t.Fatalf("%s, %v", told(f), err)
	}
	all, part := f.List[0], f.List[1]
	if !slices.Equal(all.Mutants, []string{operator}) || all.Explains != all.Of || all.Unexplained != 0 || len(all.Cases) != all.Of {
		t.Errorf("first comes %+v", all)
	}
	if !slices.Equal(part.Mutants, []string{known}) || part.Explains == 0 || part.Explains+part.Unexplained != all.Of {
		t.Errorf("then comes %+v", part)
	}
	w.supported(t, program, &all)
	w.supported(t, program, &part)
}

// TestRefused has programs that refuse what the rules allow, as no known misreading does.
// The code that they give tells which rule they apply.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		task, right, answer, clause string
		value                       int    // of the input: it is refused
		of                          string // if it has two of these
		unknown                     string // a mutant that does nearly the same
	}{
		{"ubar/sell", "legal", `{"legal":false,"code":"not_held"}`, "UB-62", 2, `":`, "sale-of-one-kind"}, // goods of several kinds
		{"ubongo/check", "ok", `{"ok":false,"code":"overhang"}`, "UO-38", 1, `,1]`, ""},                   // cells of the upper layer
	} {
		gameName, taskName, _ := strings.Cut(c.task, "/")
		w := wardOf(t, gameName, taskName)
		w.doctor.Mutants = slices.DeleteFunc(slices.Clone(w.doctor.Mutants), func(m game.Mutant) bool { return m.ID == c.unknown })
		at := -1
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(asked *suite.Case) []jsontext.Value {
			at++
			if string(judge.Member(w.want[at][0], c.right)) == "true" && strings.Count(string(asked.In[c.value]), c.of) > 1 {
				return []jsontext.Value{jsontext.Value(c.answer)}
			}
			return w.want[at]
		}))
		if err != nil {
			t.Fatal(err)
		}
		if len(f.List) == 0 || f.List[0].Clause != c.clause || !f.List[0].Likely {
			t.Errorf("%s: %s, expected %s", c.task, told(f), c.clause)
		}
	}
}

// TestTwoMistakes finds both of two mistakes, whatever the number of workers.
func TestTwoMistakes(t *testing.T) {
	w := wardOf(t, "bazaar", "rules")
	one, _ := w.of(t, "R1")
	other, _ := w.of(t, "R4")
	both := slices.Clone(one)
	for i := range both {
		if other[i].Got != nil {
			both[i] = other[i]
		}
	}
	var before string
	for _, jobs := range []int{1, 2, 7} {
		w.doctor.Jobs = jobs
		f, err := w.doctor.Diagnose(t.Context(), both)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.List) != 2 || f.List[0].Clause != "BG-18" || f.List[1].Clause != "BG-13" || f.List[0].Likely {
			t.Errorf("%d jobs: %s", jobs, told(f))
		}
		if said := fmt.Sprintf("%+v", f); before != "" && said != before {
			t.Errorf("%d jobs: %s, before %s", jobs, said, before)
		} else {
			before = said
		}
	}
}

// TestCasesGoToWhatGivesThem: beside a mistake that nobody knows, an answer of a known
// misreading stands with its clause, and not with a likelier one that is about the case, too.
func TestCasesGoToWhatGivesThem(t *testing.T) {
	w := wardOf(t, "ubar", "winds")
	program := w.hold(t, func(c *suite.Case) []jsontext.Value {
		for i := range w.cases {
			if w.cases[i].ID != c.ID {
				continue
			}
			switch {
			case strings.Contains(string(c.In[2]), `"any"`):
				return []jsontext.Value{jsontext.Value(`{"choice":true,"tiles":[]}`)}
			case strings.HasSuffix(c.ID, "/hole-counted"):
				return []jsontext.Value{jsontext.Value(`{"choice":false,"tiles":[[0,0]]}`)}
			}
			return w.want[i]
		}
		return nil
	})
	f, err := w.doctor.Diagnose(t.Context(), program)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range f.List {
		if has := slices.ContainsFunc(g.Cases, func(id string) bool { return strings.HasSuffix(id, "/hole-counted") }); has != (g.Clause == "UB-43") {
			t.Errorf("%s has the cases %q", g.Clause, g.Cases)
		}
	}
}

// TestManyAnswers looks at all failures of a long suite, and at some of the passes.
func TestManyAnswers(t *testing.T) {
	w := wardOf(t, "bazaar", "rules")
	one, _ := w.of(t, "R1")
	failing, many := 0, []diagnosis.Answer{}
	for n := range 40 {
		for _, a := range one {
			c := *a.Case
			c.ID = fmt.Sprintf("%s-%d", c.ID, n)
			a.Case = &c
			if many = append(many, a); a.Got != nil {
				failing++
			}
		}
	}
	f, err := w.doctor.Diagnose(t.Context(), many)
	if err != nil {
		t.Fatal(err)
	}
	g := f.List[0]
	if f.Held != diagnosis.CasesMax || g.Clause != "BG-18" || g.Explains != failing || g.Passes != diagnosis.CasesMax-failing {
		t.Errorf("of %d answers with %d failures: %d held, %+v", len(many), failing, f.Held, g)
	}
}

// TestTelling finds a case that tells readings apart which a suite does not.
func TestTelling(t *testing.T) {
	w := wardOf(t, "ubar", "move")
	answers, _ := w.of(t, "UB-M30")
	f, err := w.doctor.Diagnose(t.Context(), answers)
	if err != nil {
		t.Fatal(err)
	}
	undecided := f.Undecided()
	if len(undecided) == 0 {
		t.Skip("the suite tells all readings apart")
	}
	c, err := w.doctor.Telling(t.Context(), undecided)
	if err != nil || c == nil || c.ID != f.List[0].Telling {
		t.Fatalf("telling %v apart: %v (%v), expected %q", undecided, c, err, f.List[0].Telling)
	}
}

// BenchmarkDiagnose is the time of a diagnosis of the longest suites with all
// mutants: of a program that reads one rule otherwise, and of one that no reading
// fits.
func BenchmarkDiagnose(b *testing.B) {
	for _, name := range []string{"bazaar/games", "bazaar/move", "bazar/move", "ubar/move", "ubongo/move", "ubongo/solve"} {
		gameName, taskName, _ := strings.Cut(name, "/")
		w := wardOf(b, gameName, taskName)
		known := w.doctor.Mutants
		answers, _ := w.of(b, known[len(known)/2].ID)
		for _, withheld := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/withheld=%v", name, withheld), func(b *testing.B) {
				w.doctor.Mutants = known
				if withheld {
					w.doctor.Mutants = slices.Delete(slices.Clone(known), len(known)/2, len(known)/2+1)
				}
				for b.Loop() {
					if _, err := w.doctor.Diagnose(b.Context(), answers); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(w.cases)), "cases")
			})
		}
	}
}
