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
		fault subject.Fault
		ended bool // before it was stopped
		other bool // it broke a rule before
		want  judge.Outcome
	}{
		{fault: subject.TimedOut, want: judge.HungUp},
		{fault: subject.None, ended: true, want: judge.HungUp},
		{fault: subject.ProcessLimit, ended: true},
		{fault: subject.Crashed, ended: true},
		{fault: subject.ProcessLimit, ended: true, other: true, want: judge.ProtocolError},
	} {
		now := time.Now()
		r := record{found: func() {}, now: func() time.Time { return now }}
		if test.other {
			r.find(Finding{Outcome: judge.ProtocolError})
		}
		r.suspects(Finding{Outcome: judge.HungUp})
		now = now.Add(2 * endingGrace)
		if r.ripen(now); test.ended {
			r.unripe()
		}
		p := performance{answer: subject.Answer{Fault: test.fault}}
		o := p.outcome(&r)
		if f := cmp.Or(o.Finding, &Finding{}); f.Outcome != test.want || r.endsWith() != test.ended {
			t.Errorf("%s: %+v", test.fault, f)
		}
	}
}
