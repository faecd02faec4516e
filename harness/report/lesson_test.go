package report

import (
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/judge"
)

// TestReadsLike has how surely a diagnosis is told.
func TestReadsLike(t *testing.T) {
	for _, test := range []struct {
		d    judge.Diagnosis
		want string // behind the clause
	}{
		{judge.Diagnosis{Clause: "X-01", Explains: 2, Of: 2, Passes: 3}, "X-01: 2 of 2 wrong answers, and all 3 right ones"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1}, "X-01: 1 of 1 wrong answer; so few answers may have other reasons: run all cases, or test --diagnose"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1, Telling: "a/1"}, "X-01: 1 of 1 wrong answer; test --diagnose asks the program more cases to tell them apart"},
	} {
		if got := readsLike(&test.d); !strings.HasSuffix(got, "misreads "+test.want) {
			t.Errorf("%+v: %s", test.d, got)
		}
	}
}
