//go:build unix

package run_test

import (
	"context"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// underWay counts how many cases are under way at most.
type underWay struct{ now, most int }

func (u *underWay) Begin(string) {
	u.now++
	u.most = max(u.most, u.now)
}

func (*underWay) Slow(string, time.Duration, time.Duration) {}

func (*underWay) Hung(string, string) {}

func (u *underWay) End(judge.Verdict) { u.now-- }

// TestSpare runs cases on one worker and on those for which slots come free while
// it goes on: the verdicts are the same, the slots are used, and given back.
func TestSpare(t *testing.T) {
	t.Parallel()
	const naps = 12
	slots := pool.NewSlots(4)
	if !slots.Take(t.Context(), 4) {
		t.Fatal("there are no slots")
	}
	inputs := make([]string, naps)
	for i := range inputs {
		inputs[i] = "[3]"
	}
	c := config(t, shell("cat >/dev/null; sleep 1; "+right), inputs...)
	c.Jobs, c.Spare, c.JobsSpare, c.Share = 1, slots, 8, 2
	c.Limits.Timeout = time.Minute
	time.AfterFunc(time.Second, func() { slots.Give(4) })
	under := &underWay{}
	c.Observer = under
	all, summary, err := verdicts(context.Background(), c)
	if err != nil || summary.Pass != naps || len(all) != naps || under.most < 3 {
		t.Errorf("%d of %d pass, %v; at most %d were under way, expected three workers", summary.Pass, naps, err, under.most)
	}
	soon, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if !slots.Take(soon, 4) {
		t.Error("slots are not given back")
	}
	slots.Give(4)
	// A run that needs no more workers does not wait for slots.
	c.Cases = c.Cases.(suite.List)[:1]
	if !slots.Take(t.Context(), 4) {
		t.Fatal("there are no slots")
	}
	if _, summary, err := verdicts(context.Background(), c); err != nil || summary.Pass != 1 {
		t.Errorf("without slots: %+v, %v", summary, err)
	}
}
