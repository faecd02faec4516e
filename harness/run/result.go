package run

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// take keeps a result and delivers all whose turn has come.
func (r *runner) take(done *result) {
	delete(r.running, done.Verdict.Case)
	if done.canceled {
		return
	}
	if done.cannotStart != nil && r.cannotStart == nil {
		r.cannotStart = done.cannotStart
	}
	if r.Observer != nil {
		r.Observer.End(done.Verdict)
	}
	if !r.inOrder() {
		r.record(done)
	}
	r.pending[done.index] = done
	r.pendingBytes += done.bytes
	for !r.enough() {
		next := r.pending[r.delivered]
		if !r.deliver(r.delivered) {
			break
		}
		r.delivered++
		r.streak.Take(&next.Verdict)
		if next.unasked {
			r.streak.end()
		}
	}
}

// deliver hands on the result of a case, and tells whether there is one.
func (r *runner) deliver(index int) bool {
	done, ok := r.pending[index]
	if !ok {
		return false
	}
	delete(r.pending, index)
	r.pendingBytes -= done.bytes
	if r.inOrder() {
		r.record(done)
	}
	r.Known.look(&done.Verdict)
	r.summary.Count(&done.Verdict)
	if r.Deliver != nil {
		r.Deliver(done.Result)
	}
	return true
}

// record holds a result against the known failures and hands it on, unless that
// has been done.
func (r *runner) record(done *result) {
	if done.recorded {
		return
	}
	done.recorded = true
	r.Known.mark(&done.Verdict)
	if r.Record != nil {
		r.Record(done.Result)
	}
}

// complete fills in what every result of a case says.
func (r *runner) complete(c *suite.Case, done result) result {
	done.Verdict.Case = c.ID
	done.Verdict.Subject = r.Name
	if done.Number = done.index + 1; r.Numbers != nil {
		done.Number = r.Numbers[done.index]
	}
	done.InputBytes, done.Input = stream.Size(c.In), nil
	if done.ShowsInput() {
		done.Input = c.In
	}
	if v := &done.Verdict; KindOf(v) == Failed {
		done.Why, done.Clauses = text.Valid(c.Why), c.Clauses
		if v.Outcome == judge.WrongAnswer && r.Live == nil && len(c.Clauses) > 0 && !slices.Contains(c.Clauses, v.Clause) {
			// What a place of the answer is about decides less than what the case is.
			v.Recite(c.Clauses[0])
		}
	}
	done.bytes = weight(&done.Result)
	return done
}

// ShowsInput tells whether a result has its input with it, which must not be large.
func (r *Result) ShowsInput() bool {
	return KindOf(&r.Verdict) == Failed && r.InputBytes <= inputBytesMax
}

// started tells whether the result shows that the subject can be started.
func (r *result) started() bool {
	return !r.canceled && r.cannotStart == nil && r.Verdict.Outcome != judge.Blocked && r.Verdict.Outcome != judge.HarnessError
}

// weight is about how many bytes of memory a result keeps.
func weight(r *Result) int {
	v := &r.Verdict
	n := len(v.Message) + len(v.Stderr) + len(v.Expected) + len(v.Received)
	for _, d := range v.Differences {
		n += len(d.Pointer) + len(d.Message) + len(d.Expected) + len(d.Received)
	}
	return n + stream.Size(r.Input) + stream.Size(r.Expected) + stream.Size(r.Received)
}
