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
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1}, "X-01: 1 of 1 wrong answer; these are few answers and may have other causes: run all cases, or touchstone test --diagnose"},
		{judge.Diagnosis{Clause: "X-01", Explains: 1, Of: 1, Telling: "a/1"}, "X-01: 1 of 1 wrong answer; touchstone test --diagnose runs more cases to tell them apart"},
	} {
		if got := readsLike(&test.d); !strings.HasSuffix(got, "misreads "+test.want) {
			t.Errorf("%+v: %s", test.d, got)
		}
	}
}
