package diagnosis_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
)

// values are those of an answer.
func values(texts ...string) []jsontext.Value {
	list := make([]jsontext.Value, len(texts))
	for i, text := range texts {
		list[i] = jsontext.Value(text)
	}
	return list
}

// TestConstant has programs that give one answer to everything, and some that do so in all
// wrong answers only.
func TestConstant(t *testing.T) {
	for _, c := range []struct {
		task   string
		answer []jsontext.Value
		says   string // "" for a program that is not told so
		right  bool   // it answers right where another one would be wrong
	}{
		{"bazaar/rules", values("false"), "gives the same answer to everything: false", false},
		{"bazaar/equations", values("[]"), "gives the same answer to everything: []", false},
		{"bazaar/strategy", values("[]", "[]", "0", "[]"), "gives the same answer to everything: [] [] 0 []", false},
		{"ubar/cost", values(`{ "a":1, "b":2 }`), `gives the same answer to everything: {"a":1,"b":2}`, false},
		{"bazar/push", values(`{"legal":false,"code":"no"}`), `gives the same answer to everything: {"legal":false,"code":"no"}`, false},
		{"bazaar/equations", values("[]"), "", true},
	} {
		gameName, taskName, _ := strings.Cut(c.task, "/")
		w := wardOf(t, gameName, taskName)
		n := -1
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(*suite.Case) []jsontext.Value {
			if n++; c.right && n%2 == 0 {
				return w.want[n]
			}
			return c.answer
		}))
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, d := range f.List {
			if d.Habit == judge.Constant {
				said = d.Text
			}
		}
		if said != c.says {
			t.Errorf("%s %s: %q, expected %q: %s", c.task, c.answer, said, c.says, told(f))
		}
		if c.says != "" && (len(f.List) != 1 || f.List[0].Explains+f.List[0].Passes != len(w.cases) || len(f.List[0].Cases) != f.List[0].Explains) {
			t.Errorf("%s %s: %+v", c.task, c.answer, f.List)
		}
	}
}

// TestConstantOfFew says nothing about few answers, which differ by chance in nothing.
func TestConstantOfFew(t *testing.T) {
	w := wardOf(t, "bazaar", "equations")
	answers := w.hold(t, func(*suite.Case) []jsontext.Value { return values("[]") })
	var few []diagnosis.Answer
	for _, a := range answers {
		if a.Got != nil && len(few) < 4 {
			few = append(few, a)
		}
	}
	f, err := w.doctor.Diagnose(t.Context(), few)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.List {
		if d.Habit != "" {
			t.Errorf("%+v", d)
		}
	}
}

// TestConstantMutants has mutants that give the same answer to everything: they are named
// all the same.
func TestConstantMutants(t *testing.T) {
	w := wardOf(t, "bazaar", "equations")
	all := w.cases
	for _, mutant := range []string{"list-needs-both-directions", "E1"} {
		answers, _ := w.of(t, mutant)
		var kept []diagnosis.Answer // those that are alike
		for i := range all {
			if a := answers[i]; a.Got != nil && string(a.Got[0]) == "[]" || a.Got == nil && string(w.want[i][0]) == "[]" {
				kept = append(kept, a)
			}
		}
		f, err := w.doctor.Diagnose(t.Context(), kept)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.List) != 1 || f.List[0].Habit != "" || f.List[0].Clause != "BG-18" {
			t.Errorf("%s: %s", mutant, told(f))
		}
	}
}

// TestShape has programs of which many answers have a wrong shape in the same way: each way
// is told once, beside what a mutant or a clause explains of the others.
func TestShape(t *testing.T) {
	const (
		tuple  = "expected an array of two cells"
		choice = `missing key "choice" in an answer of winds`
	)
	w := wardOf(t, "ubar", "winds")
	for _, c := range []struct {
		name   string
		ways   func(n int) (pointer, expectation string) // of the n-th case; "" for an answer of the right shape
		says   string
		others int // diagnoses that are no habits, at least
	}{
		{"all of them", func(int) (string, string) { return "/0", choice }, "at /0 " + choice + ": 44 of 44", 0},
		{"elements", func(n int) (string, string) { return "/0/tiles/" + string(rune('0'+n%10)), tuple }, "at /0/tiles/* " + tuple + ": 44 of 44", 0},
		{"two ways", func(n int) (string, string) {
			if n%3 == 0 {
				return "/0", choice
			}
			return "/0/tiles/1", tuple
		}, "at /0/tiles/* " + tuple + ": 29 of 44; at /0 " + choice + ": 15 of 44", 0},
		{"few of them", func(n int) (string, string) {
			if n < 4 {
				return "/0", choice
			}
			return "", ""
		}, "", 1},
		{"half of them", func(n int) (string, string) {
			if n%2 == 0 {
				return "/0", choice
			}
			return "", ""
		}, "at /0 " + choice + ": 22 of 44", 1},
	} {
		n := -1
		answers := w.hold(t, func(*suite.Case) []jsontext.Value {
			n++
			if _, expectation := c.ways(n); expectation == "" {
				return values(`{"choice":true,"tiles":[[99,` + string(rune('0'+n%10)) + `]]}`)
			}
			return values(`[` + string(rune('0'+n%10)) + `]`)
		})
		for i := range answers {
			answers[i].Pointer, answers[i].Expectation = c.ways(i)
			answers[i].Misshapen = answers[i].Expectation != ""
		}
		f, err := w.doctor.Diagnose(t.Context(), answers)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		others := 0
		for _, d := range f.List {
			if d.Habit != judge.Shape {
				others++
				continue
			}
			said = append(said, fmt.Sprintf("%s: %d of %d", d.Text, d.Explains, d.Of))
			if len(d.Cases) != d.Explains || d.Likely {
				t.Errorf("%s: %+v", c.name, d)
			}
		}
		if strings.Join(said, "; ") != c.says || others < c.others || others > 0 && c.others == 0 {
			t.Errorf("%s: %q and %d others", c.name, said, others)
		}
	}
}

// firstAnswers is an answer with no more than so many answers to requests, all for 0 or less.
func firstAnswers(want, answers []jsontext.Value, n int) []jsontext.Value {
	if n > 0 {
		answers = answers[:min(n, len(answers))]
	}
	list := slices.Concat([]byte("["), bytes.Join(raws(answers), []byte(",")), []byte("]"))
	return slices.Concat([]jsontext.Value{list}, want[1:])
}

// raws are the texts of values.
func raws(list []jsontext.Value) [][]byte {
	texts := make([][]byte, len(list))
	for i, v := range list {
		texts[i] = v
	}
	return texts
}

// TestStops has programs that judge a part of the requests, or tell of a part, and one that does so
// now and then.
func TestStops(t *testing.T) {
	for _, c := range []struct {
		game, says string // "" for a program that is not told so
		spoil      func(w *ward, one *suite.Case, want []jsontext.Value) []jsontext.Value
	}{
		{"ubar", "judges no request after the first illegal one", func(w *ward, one *suite.Case, want []jsontext.Value) []jsontext.Value {
			for k, answer := range judge.Elements(want, "/0") {
				if answer.Kind() != 't' {
					return w.asked(t, one.In[:k+2])
				}
			}
			return want
		}},
		{"ubongo", "judges all requests but the last", func(w *ward, one *suite.Case, _ []jsontext.Value) []jsontext.Value {
			return w.asked(t, one.In[:max(1, len(one.In)-1)])
		}},
		{"bazar", "judges only the first request", func(w *ward, one *suite.Case, _ []jsontext.Value) []jsontext.Value {
			return w.asked(t, one.In[:min(2, len(one.In))])
		}},
		{"bazaar", "gives no answer to illegal requests", func(_ *ward, _ *suite.Case, want []jsontext.Value) []jsontext.Value {
			legal := bytes.Repeat([]byte("true,"), len(slices.DeleteFunc(judge.Elements(want, "/0"), func(v jsontext.Value) bool { return v.Kind() != 't' })))
			return slices.Concat([]jsontext.Value{slices.Concat([]byte("["), bytes.TrimSuffix(legal, []byte(",")), []byte("]"))}, want[1:])
		}},
		{"bazar", "answers no request after the first illegal one, though it carries them out", func(_ *ward, _ *suite.Case, want []jsontext.Value) []jsontext.Value {
			answers := judge.Elements(want, "/0")
			i := slices.IndexFunc(answers, func(v jsontext.Value) bool { return v.Kind() != 't' })
			return firstAnswers(want, answers, i+1)
		}},
		{"ubar", "answers no request from the first illegal one on, though it carries them out", func(_ *ward, _ *suite.Case, want []jsontext.Value) []jsontext.Value {
			answers := judge.Elements(want, "/0")
			i := slices.IndexFunc(answers, func(v jsontext.Value) bool { return v.Kind() != 't' })
			if i == 0 {
				return slices.Concat(values("[]"), want[1:])
			}
			return firstAnswers(want, answers, i)
		}},
		{"bazaar", "answers only the last request, though it carries out all", func(_ *ward, _ *suite.Case, want []jsontext.Value) []jsontext.Value {
			answers := judge.Elements(want, "/0")
			return firstAnswers(want, answers[max(0, len(answers)-1):], 0)
		}},
		{"ubongo", "gives at /2 what is there before all requests", func(w *ward, one *suite.Case, want []jsontext.Value) []jsontext.Value {
			return slices.Concat(want[:2], w.asked(t, one.In[:1])[2:])
		}},
		{"ubongo", "", func(w *ward, one *suite.Case, want []jsontext.Value) []jsontext.Value {
			if len(one.In)%2 == 0 {
				return want
			}
			return w.asked(t, one.In[:max(1, len(one.In)-1)])
		}},
	} {
		w := wardOf(t, c.game, "play").sampled()
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(one *suite.Case) []jsontext.Value {
			i := slices.IndexFunc(w.cases, func(o suite.Case) bool { return o.ID == one.ID })
			return c.spoil(w, one, w.want[i])
		}))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(f.List, func(d judge.Diagnosis) bool { return d.Habit == judge.Stops })
		switch {
		case (c.says == "") != (i < 0):
			t.Errorf("%s %q: %s", c.game, c.says, told(f))
		case i >= 0 && (f.List[i].Text != c.says || len(f.List) != 1 || f.List[i].Clause != ""):
			t.Errorf("%s: %+v", c.game, f.List)
		}
	}
}

// asked is what the rules say about an input.
func (w *ward) asked(t *testing.T, in []jsontext.Value) []jsontext.Value {
	t.Helper()
	var out game.Output
	if err := w.doctor.Rules.Oracle(w.task.Name)(in, &out); err != nil {
		t.Fatal(err)
	}
	return out.Values()
}
