package diagnosis_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestCodesInAnotherOrder has programs that are right but for the codes of some illegal requests,
// where codes count, and one that misreads a rule besides.
func TestCodesInAnotherOrder(t *testing.T) {
	for _, c := range []struct {
		game, task, mutant, from, to string
		cases                        string // of which the code is another one; "" for all
		says, clause                 string
	}{
		{"bazar", "move", "", "bad_from", "bad_to", "from-before-to", `gives the code "bad_to" where the rules give "bad_from", for which they check first`, "BZ-46"},
		{"bazar", "move", "BZ-M04", "bad_from", "bad_to", "from-before-to", `gives the code "bad_to" where the rules give "bad_from", for which they check first`, "BZ-46"},
		{"ubongo", "move", "", "wrong_phase", "not_your_turn", "phase-before-", `gives the code "not_your_turn" where the rules give "wrong_phase", for which they check first`, "UO-17"},
		{"ubongo", "play", "", "already_solved", "time_reversed", "first-code", `gives the code "time_reversed" where the rules give "already_solved", for which they check first`, "UO-21"},
		{"bazar", "move", "", "game_over", "not_your_turn", "", `gives the code "not_your_turn" where the rules give "game_over"`, "BZ-75"},
		{"bazar", "move", "", "bad_to", "bad_from", "", `gives the code "bad_from" where the rules give "bad_to"`, "BZ-46"},
	} {
		w := *wardOf(t, c.game, c.task)
		w.judge = judge.New(w.task, judge.Strict, nil)
		base := func(one *suite.Case) []jsontext.Value {
			return w.want[slices.IndexFunc(w.cases, func(o suite.Case) bool { return o.ID == one.ID })]
		}
		if c.mutant != "" {
			base = w.program(t, c.mutant)
		}
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(one *suite.Case) []jsontext.Value {
			got := slices.Clone(base(one))
			if strings.Contains(one.Name, c.cases) {
				got[0] = jsontext.Value(strings.ReplaceAll(string(got[0]), `"`+c.from+`"`, `"`+c.to+`"`))
			}
			return got
		}))
		if err != nil {
			t.Fatal(err)
		}
		want := 1
		if c.mutant != "" {
			want = 2
		}
		if len(f.List) != want || f.List[0].Text != c.says || f.List[0].Clause != c.clause || !f.List[0].Settled() ||
			want == 2 && !slices.Contains(f.List[1].Mutants, c.mutant) {
			t.Errorf("%s/%s %s for %s: %s", c.game, c.task, c.to, c.from, told(f))
		}
	}
}
