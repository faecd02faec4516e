package diagnosis_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestArranged has programs that list the right values in another order, and one that has a
// value wrong besides.
func TestArranged(t *testing.T) {
	by := func(key string, sign int) func(list []jsontext.Value) {
		return func(list []jsontext.Value) {
			slices.SortStableFunc(list, func(a, b jsontext.Value) int {
				return sign * cmp.Compare(string(judge.Member(a, key)), string(judge.Member(b, key)))
			})
		}
	}
	for _, c := range []struct {
		task, list string
		arrange    func(list []jsontext.Value)
		says       string // "" for a program that is not told so
	}{
		{"bazar/score", "scores", by("rank", 1), "lists the right values at /0/scores in another order, ascending by rank"},
		{"bazar/score", "scores", by("guild", -1), "lists the right values at /0/scores in another order, descending by guild"},
		{"bazar/score", "scores", slices.Reverse[[]jsontext.Value], "lists the right values at /0/scores in reverse order"},
		{"bazar/setup", "players", slices.Reverse[[]jsontext.Value], "lists the right values at /0/players in reverse order"}, // all have the same coins
		{"bazar/push", "eliminated", slices.Reverse[[]jsontext.Value], "lists the right values at /0/eliminated in reverse order"},
		{"ubar/winds", "tiles", func(list []jsontext.Value) {
			slices.SortFunc(list, func(a, b jsontext.Value) int {
				var p, q []int
				if json.Unmarshal(a, &p) != nil || json.Unmarshal(b, &q) != nil {
					t.Fatal(a, b)
				}
				return slices.Compare(p, q)
			})
		}, "lists the right values at /0/tiles in another order"},
		{"bazar/score", "scores", func(list []jsontext.Value) {
			slices.Reverse(list)
			list[0] = list[1]
		}, ""},
	} {
		gameName, taskName, _ := strings.Cut(c.task, "/")
		w := wardOf(t, gameName, taskName)
		n := -1
		f, err := w.doctor.Diagnose(t.Context(), w.hold(t, func(*suite.Case) []jsontext.Value {
			n++
			var answer map[string]jsontext.Value
			var list []jsontext.Value
			if err := cmp.Or(json.Unmarshal(w.want[n][0], &answer), json.Unmarshal(answer[c.list], &list)); err != nil {
				t.Fatal(err)
			}
			c.arrange(list)
			var err error
			if answer[c.list], err = json.Marshal(list); err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(answer)
			if err != nil {
				t.Fatal(err)
			}
			return []jsontext.Value{got}
		}))
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, d := range f.List {
			if strings.HasPrefix(d.Text, "lists the right values") {
				said = d.Text
				if !d.Likely || !d.Settled() || d.Clause == "" || len(d.Cases) != d.Explains || len(f.List) != 1 {
					t.Errorf("%s: %+v", c.task, d)
				}
			}
		}
		if said != c.says {
			t.Errorf("%s %s: %q, expected %q: %s", c.task, c.list, said, c.says, told(f))
		}
	}
}
