package live

import (
	"cmp"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestFell: the connections of a program end with it, and its own end may take longer than a
// hang-up waits to be judged. How it ended is what counts, however long that took.
func TestFell(t *testing.T) {
	for _, test := range []struct {
		answer subject.Answer
		ended  bool // before it was stopped
		other  bool // it broke a rule before
		want   judge.Outcome
	}{
		{answer: subject.Answer{Fault: subject.Canceled}, want: judge.HungUp},
		{answer: subject.Answer{Fault: subject.Canceled, Ended: true}, ended: true, want: judge.HungUp},
		{answer: subject.Answer{Fault: subject.Canceled, Ended: true, Already: subject.ProcessLimit}, ended: true},
		{answer: subject.Answer{Fault: subject.Canceled, Ended: true, Already: subject.Crashed}, ended: true},
		{answer: subject.Answer{Fault: subject.Canceled, Ended: true, Already: subject.ProcessLimit}, ended: true, other: true, want: judge.ProtocolError},
		// Nobody stopped these.
		{answer: subject.Answer{}, ended: true, want: judge.HungUp},
		{answer: subject.Answer{Fault: subject.Crashed}, ended: true},
		{answer: subject.Answer{Warnings: []subject.Warning{subject.Lingered}}, want: judge.HungUp},
	} {
		now := time.Now()
		r := record{found: func() {}, now: func() time.Time { return now }}
		if test.other {
			r.find(Finding{Outcome: judge.ProtocolError})
		}
		r.suspects(Finding{Outcome: judge.HungUp})
		now = now.Add(2 * endingGrace)
		if test.answer.Fault == subject.Canceled {
			r.ripen(now)
		}
		var p performance
		p.take(&r, test.answer, true)
		o := p.outcome(&r)
		if f := cmp.Or(o.Finding, &Finding{}); f.Outcome != test.want || r.endsWith() != test.ended {
			t.Errorf("%+v: %+v, ended with it: %v", test.answer, f, r.endsWith())
		}
	}
}
