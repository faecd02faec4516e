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
		other bool // it broke a rule before
		want  judge.Outcome
	}{
		{fault: subject.TimedOut, want: judge.HungUp},
		{fault: subject.None, want: judge.HungUp},
		{fault: subject.ProcessLimit},
		{fault: subject.Crashed},
		{fault: subject.ProcessLimit, other: true, want: judge.ProtocolError},
	} {
		now := time.Now()
		r := record{found: func() {}, now: func() time.Time { return now }}
		if test.other {
			r.find(Finding{Outcome: judge.ProtocolError})
		}
		r.suspects(Finding{Outcome: judge.HungUp})
		r.ripen(now.Add(2 * endingGrace))
		p := performance{answer: subject.Answer{Fault: test.fault}}
		o := p.outcome(&r)
		if f := cmp.Or(o.Finding, &Finding{}); f.Outcome != test.want || o.Answer.Fault != test.fault {
			t.Errorf("%s: %+v %s", test.fault, f, o.Answer.Fault)
		}
	}
}
