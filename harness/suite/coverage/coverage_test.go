package coverage_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/coverage"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// sample is a game whose task halve refuses odd numbers, and notes what it meets.
func sample(traced bool) *game.Game {
	codes := []game.Code{
		{Name: "odd", Clause: "EX-02", When: "it is odd"},
		{Name: "negative", Clause: "EX-03", When: "it is below zero"},
		{Name: "large", Clause: "EX-03", When: "it is too large to be doubled"},
	}
	g := &game.Game{
		Name: "sample",
		Clauses: []game.Clause{
			{ID: "EX-01", Text: "Even numbers are halved.", Tasks: []string{"halve"}},
			{ID: "EX-02", Text: "Odd ones are refused.", Tasks: []string{"halve"}},
			{ID: "EX-03", Text: "So are negative ones.", Tasks: []string{"halve"}},
			{ID: "EX-04", Text: "This is about something else.", Tasks: []string{"double"}},
		},
		Codes: codes,
		Options: []game.Option{
			{Name: "plus", Default: "0", Range: "a number", Summary: "what is added", Clause: "EX-01"},
			{Name: "other", Default: "0", Clause: "EX-04"},
			{Name: "apart", Default: "0", Clause: "EX-01", Tasks: []string{"double"}},
			{Name: "besides", Default: "0", Clause: "EX-04", Tasks: []string{"halve"}},
		},
		Tasks: []game.Task{{
			Name: "halve", In: []game.Param{{Name: "number"}}, Out: []game.Param{{Name: "half"}},
			Fields: []game.Field{{Pointer: "/0/code", Code: true}}, Codes: codes,
		}},
		Features: func() []game.Feature {
			return []game.Feature{
				{Name: "zero", Means: "the number 0", Tasks: []string{"halve"}},
				{Name: "huge", Means: "a number above 1000", Tasks: []string{"halve"}},
				{Name: "elsewhere", Tasks: []string{"double"}},
				{Name: "code:large", Tasks: []string{"double"}},
			}
		},
	}
	g.Configure = func(s game.Settings) (game.Rules, error) {
		all, err := g.Resolve(s)
		return halving{g: g, settings: all, traced: traced}, err
	}
	return g
}

type halving struct {
	game.Rules
	g        *game.Game
	settings []game.Setting
	traced   bool
}

func (h halving) Options() []game.Setting { return h.settings }
func (h halving) Mutant() string          { return "" }

func (h halving) Oracle(string) game.Oracle {
	return func(in []jsontext.Value, out *game.Output) error {
		trace := out.Trace
		if !h.traced {
			trace = nil
		}
		n, err := strconv.Atoi(string(in[0]))
		switch {
		case err != nil:
			return &game.Invalid{Message: "expected a number"}
		case n%2 != 0:
			trace.Clause("EX-02")
			out.Buf = append(out.Buf, `{"code":"odd"}`...)
		default:
			trace.Clause("EX-01")
			if n == 0 {
				trace.Feature("zero")
			}
			out.Buf = strconv.AppendInt(out.Buf, int64(n/2), 10)
		}
		out.End()
		return nil
	}
}

func measured(t *testing.T, g *game.Game, task game.Task, cases []suite.Case) *coverage.Coverage {
	t.Helper()
	p := &baseline.Runner{Game: g, Task: task, Codes: judge.Lax, Jobs: 2, Decide: true}
	base, err := p.Run(t.Context(), cases)
	if err != nil || len(base.Cases) != len(cases) {
		t.Fatalf("%+v, %v", base, err)
	}
	all, err := coverage.Measure(p, base.Cases)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestMeasure(t *testing.T) {
	cases := []suite.Case{
		{Name: "a", Clauses: []string{"EX-03"}, In: []jsontext.Value{jsontext.Value("0")}},
		{Name: "b", In: []jsontext.Value{jsontext.Value("3")}},
		{Name: "c", In: []jsontext.Value{jsontext.Value("4")}, Options: []game.Setting{{Name: "plus", Value: jsontext.Value("1")}}},
	}
	for _, c := range []struct {
		traced bool
		want   map[string][]int
	}{
		{true, map[string][]int{
			"clause EX-01": {0, 2}, "clause EX-02": {1}, "clause EX-03": nil,
			"option plus": {2}, "option besides": nil, "code odd": {1}, "code negative": nil,
			"feature zero": {0}, "feature huge": nil,
		}},
		{false, map[string][]int{
			"clause EX-01": nil, "clause EX-02": nil, "clause EX-03": {0},
			"option plus": {2}, "option besides": nil, "code odd": {1}, "code negative": nil,
			"feature zero": nil, "feature huge": nil,
		}},
	} {
		g := sample(c.traced)
		all := measured(t, g, g.Tasks[0], cases)
		if all.Traced != c.traced || len(all.Items) != len(c.want) {
			t.Errorf("traced %t: %+v", c.traced, all)
		}
		missing := 0
		for _, item := range all.Items {
			want, ok := c.want[string(item.Kind)+" "+item.Name]
			if !ok || !slices.Equal(item.Cases, want) {
				t.Errorf("traced %t: %s %s is met by %v, expected %v", c.traced, item.Kind, item.Name, item.Cases, want)
			}
			if item.Means == "" {
				t.Errorf("%s %s means nothing", item.Kind, item.Name)
			}
			if len(want) == 0 {
				missing++
			}
		}
		if len(all.Missing()) != missing {
			t.Errorf("traced %t: %+v are missing, expected %d", c.traced, all.Missing(), missing)
		}
		sum := 0
		for _, tally := range all.Tallies() {
			sum += tally.Met
		}
		if sum != len(all.Items)-missing {
			t.Errorf("traced %t: %+v", c.traced, all.Tallies())
		}
	}
	g := sample(true)
	all := measured(t, g, g.Tasks[0], cases)
	if of := all.Of(1); len(of) != 2 || all.Items[of[0]].Name != "EX-02" || all.Items[of[1]].Name != "odd" {
		t.Errorf("the second case meets %v", of)
	}
}

// TestMeasureGames looks whether every task has something to meet: a few cases of its
// suite meet something.
func TestMeasureGames(t *testing.T) {
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			s, err := suite.Of(suites.FS, g, task.Name)
			if err != nil {
				t.Fatal(err)
			}
			all := measured(t, g, task, s.Cases[:min(1, len(s.Cases))])
			if met := all.Tallies(); len(met) == 0 || met[0].Kind != coverage.Clause || met[0].Met == 0 {
				t.Errorf("%s/%s: %+v", g.Name, task.Name, met)
			}
		}
	}
}

// TestTransitions looks whether cases for servers show what their clients do on
// the wire, each case what the pair in it says.
func TestTransitions(t *testing.T) {
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	task, _ := g.Task("server")
	in := func(second string) []jsontext.Value {
		return []jsontext.Value{
			jsontext.Value(`[["Ada","purchase-points"],["bob","purchase-size"]]`), jsontext.Value(second), jsontext.Value(`[]`),
			jsontext.Value(`{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":0},{"wallet":[],"score":0}]}`),
		}
	}
	all := measured(t, g, task, []suite.Case{{Name: "good", In: in(`[]`)}, {Name: "bad", In: in(`[{"as":"Ada","how":"garbage@setup"}]`)}})
	if !all.Has(coverage.Transition) {
		t.Fatal("there are no transitions")
	}
	for _, item := range all.Items {
		if strings.HasPrefix(item.Name, "connecting ") && item.Name != "connecting connection accepted naming" {
			t.Errorf("no case can show %s", item.Name)
		}
		var want []int
		switch item.Name {
		case "connecting connection accepted naming", "naming <- name seated":
			want = []int{0, 1}
		case "setting up <- not JSON out":
			want = []int{1}
		case "naming timeout closed":
		default:
			continue
		}
		if item.Kind != coverage.Transition || !slices.Equal(item.Cases, want) {
			t.Errorf("%s %s is met by %v, expected %v", item.Kind, item.Name, item.Cases, want)
		}
	}
}
