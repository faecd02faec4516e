package grade

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/report"
)

// TestMerged: causes are one if verdict, clause and message are the same.
func TestMerged(t *testing.T) {
	cause := func(verdict, clause, message string, n int) report.Cause {
		return report.Cause{Verdict: verdict, Clause: clause, Message: message, Count: n}
	}
	got := merged(
		[]report.Cause{cause("crashed", "A", "m", 1), cause("timeout", "A", "m", 2)},
		[]report.Cause{cause("timeout", "A", "m", 10), cause("timeout", "B", "m", 20), cause("timeout", "A", "n", 30), cause("slow", "A", "m", 40)},
	)
	want := []report.Cause{
		cause("crashed", "A", "m", 1), cause("timeout", "A", "m", 12), cause("timeout", "B", "m", 20), cause("timeout", "A", "n", 30),
		cause("slow", "A", "m", 40),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
