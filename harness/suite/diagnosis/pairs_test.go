package diagnosis_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
)

// How many pairs of mutants are diagnosed, and in the long round.
const (
	sampledPairs = 24
	allPairs     = 300
)

// sampledPairsOf are the tasks they are of: the rules of none search for long. In the long
// round they are of all tasks.
var sampledPairsOf = []string{"bazaar/turn", "bazar/push", "ubar/winds", "ubongo/check"}

// together are the answers of a program that is wrong in two ways; nil if one of
// them does not show beside the other.
func (w *ward) together(t testing.TB, a, b string) []diagnosis.Answer {
	t.Helper()
	wrong, err := w.game.Twin.Under(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	rules, err := wrong(a, b)
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

// A pair is a program that is wrong in two ways, and its ward.
type pair struct {
	*ward
	one, other game.Mutant
	answers    []diagnosis.Answer
}

// pairs are programs of two mutants of different clauses.
func pairs(t testing.TB) []pair {
	t.Helper()
	most := sampledPairs
	if *soak {
		most = allPairs
	}
	rng := rand.New(rand.NewPCG(26, 3))
	wards := map[string]*ward{}
	var list []pair
	for len(list) < most {
		g := games.All()[rng.IntN(len(games.All()))]
		task := g.Tasks[rng.IntN(len(g.Tasks))]
		if task.Live != "" || !*soak && !slices.Contains(sampledPairsOf, g.Name+"/"+task.Name) {
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
		if answers := w.together(t, a.ID, b.ID); answers != nil {
			list = append(list, pair{w, a, b, answers})
		}
	}
	return list
}

// diagnose finds out what is firm about a pair, and all clauses that are named first.
func (p *pair) diagnose(t testing.TB) (firm, clauses []string, found diagnosis.Finding) {
	t.Helper()
	found, err := p.doctor.Diagnose(t.Context(), p.answers)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range found.List {
		if !d.Likely {
			firm = append(append(firm, d.Clause), d.Clauses...)
		}
		if !d.Likely || i < 2 {
			clauses = append(append(clauses, d.Clause), d.Clauses...)
		}
	}
	return firm, clauses, found
}

// TestPairsAreDiagnosed takes two mutants at once for a program: most of the time
// both clauses are named, and next to never a third one is for certain.
func TestPairsAreDiagnosed(t *testing.T) {
	named, third := 0, 0
	list := pairs(t)
	for _, p := range list {
		firm, clauses, _ := p.diagnose(t)
		a, b := p.one, p.other
		if slices.Contains(clauses, a.Clause) && slices.Contains(clauses, b.Clause) {
			named++
		} else {
			t.Logf("%s/%s: %s (%s) with %s (%s) is taken for %v", p.game.Name, p.task.Name, a.ID, a.Clause, b.ID, b.Clause, clauses)
		}
		if len(firm) > 0 && !slices.Contains(firm, a.Clause) && !slices.Contains(firm, b.Clause) {
			third++
			t.Logf("%s/%s: %s (%s) with %s (%s) is told %v", p.game.Name, p.task.Name, a.ID, a.Clause, b.ID, b.Clause, firm)
		}
	}
	t.Logf("both clauses of %d of %d pairs are named, another one of %d", named, len(list), third)
	if named*10 < len(list)*7 {
		t.Errorf("both clauses of %d of %d pairs are named, expected 70 %%", named, len(list))
	}
	if third*100 > len(list) {
		t.Errorf("a third clause of %d of %d pairs is named for certain", third, len(list))
	}
}

// TestPartsAreDiagnosed takes two mutants at once for a program, of which one is known: it
// is told of many, and next to never a third one.
func TestPartsAreDiagnosed(t *testing.T) {
	told, third := 0, 0
	list := pairs(t)
	for _, p := range list {
		known := p.doctor.Mutants
		p.doctor.Mutants = slices.DeleteFunc(slices.Clone(known), func(m game.Mutant) bool { return p.alike(t, m.ID, p.other.ID) })
		firm, _, found := p.diagnose(t)
		p.doctor.Mutants = known
		switch {
		case slices.ContainsFunc(found.List, func(d judge.Diagnosis) bool { return !d.Likely && slices.Contains(d.Mutants, p.one.ID) }):
			told++
		case len(firm) > 0 && !slices.Contains(firm, p.one.Clause) && !slices.Contains(firm, p.other.Clause):
			third++
			t.Logf("%s/%s: %s (%s) with %s (%s) is told %v", p.game.Name, p.task.Name, p.one.ID, p.one.Clause, p.other.ID, p.other.Clause, firm)
		}
	}
	t.Logf("the known mutant of %d of %d pairs is told, a third one of %d", told, len(list), third)
	if told*10 < len(list) {
		t.Errorf("the known mutant of %d of %d pairs is told, expected 10 %%", told, len(list))
	}
	if third*100 > 2*len(list) {
		t.Errorf("a third clause of %d of %d pairs is named for certain", third, len(list))
	}
}

// TestPart has a program of two mistakes of which one is known: that one is told, with what
// it explains, and the clause of the other one is likely. What contradicts the known one in
// a single answer takes it away.
func TestPart(t *testing.T) {
	w := wardOf(t, "bazaar", "rules")
	known := w.doctor.Mutants
	answers := w.together(t, "R1", "R4")
	w.doctor.Mutants = slices.DeleteFunc(slices.Clone(known), func(m game.Mutant) bool { return w.alike(t, m.ID, "R4") })
	one, _ := w.of(t, "R1")
	f, err := w.doctor.Diagnose(t.Context(), answers)
	if err != nil {
		t.Fatal(err)
	}
	g := f.List[0]
	if !slices.Equal(g.Mutants, []string{"R1"}) || g.Likely || g.Explains+g.Unexplained != g.Of || g.Unexplained == 0 || g.Passes == 0 {
		t.Fatalf("%+v", g)
	}
	w.supported(t, answers, &g)
	for _, rest := range f.List[1:] {
		if !rest.Likely || rest.Of != g.Unexplained || slices.Contains(rest.Cases, g.Cases[0]) {
			t.Errorf("%+v", rest)
		}
	}
	// Right or wrong in another way where the mutant is wrong.
	at := slices.IndexFunc(one, func(a diagnosis.Answer) bool { return a.Got != nil })
	for _, got := range [][]jsontext.Value{nil, values(`["red","red","red"]`, `[]`)} {
		other := slices.Clone(answers)
		other[slices.IndexFunc(other, func(a diagnosis.Answer) bool { return a.Case == one[at].Case })].Got = got
		f, err := w.doctor.Diagnose(t.Context(), other)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(f.List, func(g judge.Diagnosis) bool { return !g.Likely && slices.Contains(g.Mutants, "R1") }) {
			t.Errorf("%v: %s", got, told(f))
		}
	}
}

// TestPartCode has a program that refuses what a mutant refuses, but names another clause by
// its code, and is wrong elsewhere: it does not do what the mutant does. A code of its own
// says nothing.
func TestPartCode(t *testing.T) {
	w := wardOf(t, "ubar", "sell")
	const mutant = "sale-of-one-kind"
	planted, _ := w.of(t, mutant)
	for _, c := range []struct {
		code string
		told bool
	}{{"not_held", true}, {"does_not_fit", false}, {"one_kind_only", true}} {
		n := -1
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(*suite.Case) []jsontext.Value {
			n++
			switch {
			case planted[n].Got != nil:
				return values(`{"legal":false,"code":"` + c.code + `"}`)
			case string(judge.Member(w.want[n][0], "legal")) == "true" && n%2 == 0:
				return values(`{"legal":true,"coins":1,"hold":{"carpet":9,"chest":9,"potion":9,"lamp":9,"scarab":9}}`)
			}
			return w.want[n]
		}))
		if err != nil {
			t.Fatal(err)
		}
		is := slices.ContainsFunc(f.List, func(g judge.Diagnosis) bool { return !g.Likely && slices.Contains(g.Mutants, mutant) })
		if is != c.told {
			t.Errorf("%s: told %v: %s", c.code, is, told(f))
		}
	}
}
