//go:build unix

package run_test

import (
	"context"
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestRemarks runs programs with what no rule decides: by default a case passes
// with a remark, and fails in a pedantic run.
func TestRemarks(t *testing.T) {
	t.Parallel()
	extra, lingered := string(subject.ExtraNewline), string(subject.Lingered)
	for _, test := range []struct {
		name, script, remark string
		outcome              judge.Outcome // of a pedantic run
	}{
		{"nothing to remark", right, "", judge.Pass},
		{"no newline at all", `printf '3 {"sum":3}'`, "", judge.Pass},
		{"an empty line between", `printf '3\n\n{"sum":3}\n'`, "", judge.Pass},
		{"an empty line more", right + "; echo", extra, judge.ExtraOutput},
		{"carriage returns", right + "; printf '\\r\\n'", extra, judge.ExtraOutput},
		{"output closed, but not ended", right + "; exec >&-; sleep 60", lingered, judge.HungUp},
	} {
		for _, isPedantic := range []bool{false, true} {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				c := config(t, shell(test.script), "[1,2]")
				c.Pedantic = isPedantic
				all, summary, err := verdicts(context.Background(), c)
				if err != nil || len(all) != 1 {
					t.Fatalf("%d verdicts, error %v", len(all), err)
				}
				want := judge.Pass
				if isPedantic {
					want = test.outcome
				}
				if all[0].Outcome != want || test.remark != "" && !slices.Contains(all[0].Warnings, test.remark) {
					t.Errorf("pedantic %t: %+v", isPedantic, all[0])
				}
				if i := slices.IndexFunc(run.Remarks(), func(r run.Remark) bool { return r.Word == test.remark }); i >= 0 && isPedantic {
					if want := run.Remarks()[i].Means + " (--pedantic)"; all[0].Message != want {
						t.Errorf("it says %q, expected %q", all[0].Message, want)
					}
				}
				if remarks := summary.Remarks == 1; remarks != (test.remark != "" && !isPedantic) || run.HasRemark(&all[0]) != remarks {
					t.Errorf("pedantic %t: %d remarks are counted", isPedantic, summary.Remarks)
				}
			})
		}
	}
}
