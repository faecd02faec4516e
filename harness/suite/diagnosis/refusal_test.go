package diagnosis_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestRefuses has programs that refuse all requests of a kind, and one that refuses some of them.
func TestRefuses(t *testing.T) {
	type request map[string]any
	for _, c := range []struct {
		name, task string
		refuses    func(r request, n int) bool
		says       string // "" for a program that is not told so
	}{
		{"targets", "ubar", func(r request, _ int) bool { return r["target"] != nil }, `refuses every request with "target"`},
		{"dumps", "ubar", func(r request, _ int) bool { d, _ := r["dumps"].([]any); return len(d) > 0 }, `refuses every request with "dumps"`},
		{"all", "ubar", func(request, int) bool { return true }, ""},
		{"some", "ubar", func(r request, n int) bool { return r["target"] != nil && n%2 == 0 }, ""},
	} {
		w := wardOf(t, c.task, "move")
		n := 0
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(one *suite.Case) []jsontext.Value {
			want := w.want[slices.IndexFunc(w.cases, func(o suite.Case) bool { return o.ID == one.ID })]
			var r request
			if err := json.Unmarshal(one.In[1], &r); err != nil {
				t.Fatal(err)
			}
			if string(judge.Member(want[0], "legal")) == "true" {
				if n++; c.refuses(r, n) {
					return values(`{"legal":false,"code":"bad_target"}`)
				}
			}
			return want
		}))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(f.List, func(d judge.Diagnosis) bool {
			return len(d.Text) > 8 && d.Text[:8] == "refuses " && len(d.Mutants) == 0
		})
		switch {
		case c.says == "" && i >= 0, c.says != "" && i < 0:
			t.Errorf("%s: %s", c.name, told(f))
		case i >= 0 && (f.List[i].Text != c.says || !f.List[i].Settled() || len(f.List[i].Cases) != f.List[i].Explains || f.List[i].Passes == 0):
			t.Errorf("%s: %+v", c.name, f.List[i])
		}
	}
}

// TestAfterRefusal has programs that take an illegal request for more than nothing, and some that
// go wrong elsewhere.
func TestAfterRefusal(t *testing.T) {
	const says = "goes wrong only after an illegal request"
	changed := func(state jsontext.Value, n int) jsontext.Value {
		var members map[string]any
		if err := json.Unmarshal(state, &members); err != nil {
			t.Fatal(err)
		}
		if n%2 == 0 {
			slices.Reverse(members["order"].([]any))
		} else {
			pile := members["pile"].([]any)
			members["pile"] = pile[:min(n/2%2, len(pile))]
		}
		text, err := json.Marshal(members)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, c := range []struct {
		name  string
		wrong func(n int, refused bool) bool // about the last state
		says  string
	}{
		{"illegal", func(_ int, refused bool) bool { return refused }, says},
		{"all", func(int, bool) bool { return true }, ""},
		{"some", func(n int, refused bool) bool { return refused && n%4 == 0 }, ""},
		{"legal", func(_ int, refused bool) bool { return !refused }, ""},
	} {
		w := wardOf(t, "ubar", "play").sampled()
		n := -1
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(*suite.Case) []jsontext.Value {
			n++
			want := slices.Clone(w.want[n])
			if c.wrong(n, strings.Contains(string(want[0]), `"`)) {
				want[1] = changed(want[1], n)
			}
			return want
		}))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.List[0]; got.Text != c.says && (got.Text == says || c.says != "") || c.says != "" && (!got.Settled() || len(got.Mutants) > 0) {
			t.Errorf("%s: %s", c.name, told(f))
		}
	}
}
