package game_test

import (
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
)

func TestTextOnly(t *testing.T) {
	for _, c := range []struct {
		marks string
		want  bool
		wrong string
	}{
		{"", false, ""},
		{"stated,inferred,course,source", true, ""},
		{"source,course,inferred,stated", true, ""},
		{"stated,inferred,course,source,house", false, ""},
		{"house", false, ""},
		{"stated", false, "the marks lack inferred, and only house can be left out"},
		{"stated,inferred,course", false, "the marks lack source"},
		{"stated,ruling", false, `unknown mark "ruling"`},
	} {
		var marks []string
		if c.marks != "" {
			marks = strings.Split(c.marks, ",")
		}
		got, err := game.TextOnly(marks, "touchstone test --help")
		if got != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%q: %v, %v, expected %v, %q", c.marks, got, err, c.want, c.wrong)
		}
	}
}
