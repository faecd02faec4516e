//go:build unix

package run_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestLinger runs programs that have time to exit after a complete answer, and
// one that has not: what comes in this time counts, and what was begun may end.
func TestLinger(t *testing.T) {
	t.Parallel()
	const timeout, far = 20 * time.Second, 10 * time.Second
	for _, test := range []struct {
		name, script string
		limits       subject.Limits
		outcome      judge.Outcome
		lingers      bool
		long         bool // it takes the whole timeout
	}{
		{"right, and stays", right + "; sleep 60", subject.Limits{Timeout: timeout, Linger: time.Second}, judge.Pass, true, false},
		{"wrong, and stays", "echo 3 5; sleep 60", subject.Limits{Timeout: timeout, Linger: time.Second}, judge.WrongAnswer, true, false},
		{"right, and ends later", right + "; sleep 1", subject.Limits{Timeout: timeout, Linger: far}, judge.Pass, false, false},
		{"crashes later", right + "; sleep 1; exit 1", subject.Limits{Timeout: timeout, Linger: far}, judge.Crashed, false, false},
		{"one more later", right + "; sleep 1; echo 5", subject.Limits{Timeout: timeout, Linger: far}, judge.ExtraOutput, false, false},
		{"half of one more", right + "; printf '['; sleep 60", subject.Limits{Timeout: 3 * time.Second, Linger: time.Second}, judge.Timeout, false, true},
		{"an answer that is not complete", "echo 3; sleep 60", subject.Limits{Timeout: 3 * time.Second, Linger: time.Second}, judge.Timeout, false, true},
		{"without", right + "; sleep 60", subject.Limits{Timeout: 3 * time.Second}, judge.Pass, true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := config(t, shell(test.script), "[1,2]")
			c.Limits = test.limits
			begun := time.Now()
			all, _, err := verdicts(context.Background(), c)
			took := time.Since(begun)
			if err != nil || len(all) != 1 {
				t.Fatalf("%d verdicts, error %v", len(all), err)
			}
			lingers := slices.Contains(all[0].Warnings, string(subject.Lingered))
			if all[0].Outcome != test.outcome || lingers != test.lingers {
				t.Errorf("%+v", all[0])
			}
			if test.long != (took >= test.limits.Timeout) {
				t.Errorf("it took %v of %v", took, test.limits.Timeout)
			}
		})
	}
}
