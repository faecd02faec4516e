package run

import (
	"fmt"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Streak is how many timeouts in a row, in the order of the cases, a program
// is given until it is given up: one that hangs must not cost its limit for each
// of hundreds of cases. The cases after the streak are not asked.
type Streak struct {
	Max int // 0: the program is never given up
	// Length is how many of them there have been, before the first case.
	Length int
}

// Take counts the verdict on the next case. A broken case says nothing about the
// program, and so neither adds to a streak nor ends it.
func (s *Streak) Take(v *judge.Verdict) {
	switch v.Outcome {
	case judge.Silent, judge.Timeout, judge.CPULimit:
		if v.Blame == judge.BlameSubject {
			s.Length++
		}
	default:
		if v.Blame != judge.BlameSuite && !s.Over() {
			s.Length = 0
		}
	}
}

// Over tells whether the program is given up.
func (s *Streak) Over() bool { return s.Max > 0 && s.Length >= s.Max }

// end gives the program up.
func (s *Streak) end() { s.Length = max(s.Length, s.Max) }

// Why says why the cases after the streak are not asked.
func (s *Streak) Why() string {
	return fmt.Sprintf("not run: gave up after %s in a row", text.Count(s.Max, "timeout"))
}

// unasked is the result of a case after the streak.
func (r *runner) unasked(c *suite.Case) result {
	if c.Broken != nil {
		return result{Result: broken(r.Game, c.Broken.Of(r.Game, r.Task)), unasked: true}
	}
	why := r.Streak.Why()
	return result{unasked: true, Result: Result{Verdict: judge.Verdict{
		Outcome: judge.Blocked, Message: why, Fingerprint: judge.Fingerprint(judge.Blocked, "", "", why),
	}}}
}

// giveUp delivers the cases after the streak, whatever has come of those that
// were under way: that depends on the number of workers.
func (r *runner) giveUp() {
	for ; r.delivered < r.Cases.Len(); r.delivered++ {
		old, ended := r.pending[r.delivered]
		c := r.Cases.Read(r.delivered)
		done := r.unasked(c)
		done.index = r.delivered
		done = r.complete(c, done)
		if !ended && r.Observer != nil {
			r.Observer.End(done.Verdict)
		}
		if ended {
			r.pendingBytes -= old.bytes
		}
		r.pending[r.delivered] = &done
		r.pendingBytes += done.bytes
		r.deliver(r.delivered)
	}
}
