package diagnosis_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
)

// TestRecord keeps what tells how a program reads the rules, and nothing where its
// wrong answers come of a slip.
func TestRecord(t *testing.T) {
	wrong := judge.Verdict{Outcome: judge.WrongAnswer, Pointer: "/0"}
	slip := judge.Verdict{Outcome: judge.WrongShape, Hint: "numbers are written as strings"}
	for _, c := range []struct {
		name     string
		verdicts []judge.Verdict
		want     string // the cases that are kept
	}{
		{"right and wrong", []judge.Verdict{{Outcome: judge.Pass}, wrong}, "b a"},
		{"a crash", []judge.Verdict{{Outcome: judge.Crashed}, wrong}, "b"},
		{"with another delivery", []judge.Verdict{{Outcome: judge.WrongAnswer, Delivery: "pretty"}, wrong}, "b"},
		{"few slips", []judge.Verdict{wrong, slip, {Outcome: judge.Pass}}, "a c"},
		{"mostly slips", []judge.Verdict{wrong, slip, slip, {Outcome: judge.Pass}}, ""},
	} {
		cases := []suite.Case{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}
		r := diagnosis.NewRecord(suite.List(cases))
		for i, v := range c.verdicts {
			v.Case = cases[i].ID
			r.Add(i, &v, []jsontext.Value{jsontext.Value(`["red"]`)}, nil)
		}
		var kept []string
		answers, _ := r.Answers()
		for _, a := range answers {
			kept = append(kept, a.Case.ID)
		}
		if got := strings.Join(kept, " "); got != c.want {
			t.Errorf("%s: %q is kept, expected %q", c.name, got, c.want)
		}
	}
}
