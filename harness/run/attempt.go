package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Unsteady is the warning on a case that never passes, but fails in more than
// one way on the same input.
const Unsteady = "unsteady"

// PassedLater is the warning on a case that fails at first and passes when it is
// run again, where the run accepts that.
const PassedLater = "flaky"

// attempts runs the subject on a case as often as it takes: in every delivery
// that gives it other bytes Repeat times, and after failures alone up to Retries
// times more, until one passes. The first delivery in which not all runs conform
// decides, and those after it are not tried.
func (w *worker) attempts(ctx context.Context, c *suite.Case, expected []jsontext.Value) result {
	repeat := max(w.Repeat, 1)
	deliveries := w.Deliveries
	if len(deliveries) > 1 {
		deliveries = delivery.Distinct(deliveries, c.In)
	}
	if len(deliveries) == 0 {
		deliveries = []delivery.Delivery{delivery.Default}
	}
	var t tally
	for i, d := range deliveries {
		t = tally{remark: t.remark, warnings: t.warnings, took: t.took}
		for t.runs < repeat || t.passed == 0 && t.runs < repeat+w.Retries {
			answer, done, ok := w.judged(ctx, d, c, expected)
			if !ok {
				done.Verdict.Ms = milliseconds(t.took + answer.Duration)
				return done
			}
			t.add(done.Result, answer.Duration)
		}
		if t.passed == t.runs {
			continue
		}
		if w.AcceptFlaky && t.passed > 0 && t.runs > repeat {
			t.forgive()
			continue
		}
		done := t.result()
		done.Verdict.Delivery = d.String()
		if t.passed == 0 {
			return w.minimal(ctx, c, expected, done, d, deliveries[:i])
		}
		return result{Result: done}
	}
	return result{Result: t.result()}
}

// minimal finds the smallest set of the properties of a delivery in which the
// subject still fails: the verdict is what comes of that. Passed are those in
// which it does not.
func (w *worker) minimal(ctx context.Context, c *suite.Case, expected []jsontext.Value, failed Result, d delivery.Delivery, passed []delivery.Delivery) result {
	failures := map[delivery.Delivery]Result{d: failed}
	var stopped *result
	smallest := delivery.Minimal(func(d delivery.Delivery) bool {
		if stopped != nil || slices.Contains(passed, d) {
			return false
		}
		_, done, ok := w.judged(ctx, d, c, expected)
		if !ok {
			stopped = &done
			return false
		}
		r := done.Result
		r.Verdict.Delivery = d.String()
		r.Verdict.Ms = failed.Verdict.Ms
		failures[d] = r
		return r.Verdict.Outcome != judge.Pass
	}, d)
	if stopped != nil && stopped.canceled {
		return *stopped
	}
	return result{Result: failures[smallest]}
}

const (
	// lateMax is how often a game is played that failed while the machine was too
	// busy. If our own side was late in the last one too, nothing can be said.
	lateMax = 3
	// confirmedMax is how often a program is asked again alone about the same lack
	// of time. It has that fault then, and a suite would take too long otherwise.
	confirmedMax = 3
)

// judged runs the subject one time and judges it. It is false if the run says
// nothing about the subject; then the result says why. A live case that fails by
// our clock is played again alone, since other work of the machine may be to
// blame; so is one that could not be judged to its end.
func (w *worker) judged(ctx context.Context, d delivery.Delivery, c *suite.Case, expected []jsontext.Value) (subject.Answer, result, bool) {
	var last result
	var answer subject.Answer
	needed := func() bool { return !w.confirmed(last.Verdict.Fingerprint, false) || ctx.Err() != nil }
	for n := 1; ; n++ {
		var played bool
		o, busy := w.fairly(ctx, func(ctx context.Context) (o live.Outcome) {
			o, played = w.once(ctx, d, c, expected, n > 1, needed)
			return o
		})
		if !played {
			return answer, last, true
		}
		if busy {
			return o.Answer, result{Result: trouble(MachineBusy)}, false
		}
		if done, ok := unjudged(&o.Answer); ok {
			return o.Answer, done, false
		}
		if o.Unsure != nil {
			return o.Answer, result{Result: unknown(o.Unsure)}, false
		}
		answer, last = o.Answer, result{Result: w.decide(w.checker.Clause(), c.In, expected, nil, o.Answer)}
		w.tellHung(c, &last.Verdict)
		if w.Live != nil {
			last.Result = w.onWire(last.Result, &o)
		}
		last.Result = remarked(last.Result, o.Remarks)
		if w.Pedantic {
			last.Result = pedantic(last.Result, &o.Answer)
		}
		ours := o.Late || o.Stalled
		switch {
		case o.Blind && n == 1:
			// A second one that nobody can judge is the doing of the case.
		case last.Verdict.Outcome == judge.Pass, !ours && !(o.Timing() && needed()):
			return answer, last, true
		case n == lateMax && o.Late:
			return answer, result{Result: trouble(MachineLate)}, false
		case n == lateMax, n > 1 && !ours:
			w.confirmed(last.Verdict.Fingerprint, true)
			return answer, last, true
		}
	}
}

// MachineBusy is said of a case whose program others kept from the processors,
// also when it was asked alone.
const MachineBusy = "the machine was busy: other processes kept this program from the processors, even when it ran alone; " +
	"hint: run fewer cases at once, or when the machine is less busy"

// MachineLate is said of a live case in which our own side was late however often it was
// played.
const MachineLate = "the machine is too busy: touchstone itself was late several times; " +
	"hint: run fewer cases at once, or use a larger --time-scale"

// WasBusy tells whether a verdict says nothing about the program because the machine was
// busy: asked later, it may say something.
func WasBusy(v *judge.Verdict) bool {
	return v.Outcome == judge.HarnessError && (v.Message == MachineBusy || v.Message == MachineLate)
}

// fairly runs the subject, and once more alone if it ended by time while it was
// starved: a lack of time is its own doing only if it shows alone, too. Busy tells
// that it was starved even so. A program that was stopped behind its output is looked
// at again, too: others may have kept it from ending, or us from seeing its end.
func (w *worker) fairly(ctx context.Context, once func(context.Context) live.Outcome) (o live.Outcome, busy bool) {
	o = once(ctx)
	// What was found on the wire stands, unless it came too late by our clock.
	byTime := func() bool {
		return o.Answer.LateByOthers() && (o.Finding == nil || o.Timing() && !o.Finding.Early)
	}
	stopped := w.stopped(&o.Answer) && !w.confirmed(stoppedBehind, false)
	if !byTime() && !stopped {
		return o, false
	}
	if !subject.Alone(ctx, nil, func(ctx context.Context) { o = once(ctx) }) {
		return live.Outcome{Answer: subject.Answer{Fault: subject.Canceled, Exit: -1}}, false
	}
	switch {
	case !stopped || !w.stopped(&o.Answer):
	case o.Answer.Starved:
		// Processes that are none of ours kept it from ending.
		o.Answer.Warnings = slices.DeleteFunc(o.Answer.Warnings, func(one subject.Warning) bool { return one == subject.Lingered })
	default:
		w.confirmed(stoppedBehind, true)
	}
	return o, byTime()
}

// stoppedBehind stands for programs that were stopped behind their output where
// fingerprints of verdicts stand.
const stoppedBehind = "stopped behind the output"

// stopped tells whether a program had done its work, and was stopped since it did not
// end, or left processes behind. A live game has a look of its own.
func (w *worker) stopped(a *subject.Answer) bool {
	return a.Fault == subject.None && w.Live == nil &&
		(slices.Contains(a.Warnings, subject.Lingered) || slices.Contains(a.Warnings, subject.Leaked))
}

// confirmed tells whether the subject has shown a lack of time often enough when
// it was alone, and notes one more time that it has.
func (w *worker) confirmed(fingerprint string, more bool) bool {
	w.clocks.Lock()
	defer w.clocks.Unlock()
	if more {
		w.clocked[fingerprint]++
	}
	return w.clocked[fingerprint] >= confirmedMax
}

// unjudged is the result of a run that says nothing about the subject, or false
// if it does say something.
func unjudged(answer *subject.Answer) (result, bool) {
	switch answer.Fault {
	case subject.Canceled:
		return result{canceled: true}, true
	case subject.NotStarted:
		return result{Result: blocked(answer.Err), cannotStart: answer.Err}, true
	case subject.Trouble:
		return result{Result: trouble(hinted(answer.Err))}, true
	}
	return result{}, false
}

// once runs the subject one time: a live case without any other at the same time if
// it is to be alone, unless that is not needed any more.
func (w *worker) once(
	ctx context.Context, d delivery.Delivery, c *suite.Case, expected []jsontext.Value, alone bool, needed func() bool,
) (o live.Outcome, played bool) {
	limits := w.Limits.OrDefault()
	// One more than there should be is enough to know that there are too many.
	limits.ValuesMax = len(expected) + 1
	if w.Live != nil {
		limits.Linger = limits.Timeout // a game may go on behind what is printed
	}
	defer w.watch(c, d)()
	switch {
	case w.Live != nil:
		answers := func(in []jsontext.Value) subject.Feed {
			feed := d.Feed(in)
			feed.Answers = len(expected)
			return feed
		}
		if alone {
			return w.Live.PlayAlone(ctx, c.ID, c.In, answers, limits, needed)
		}
		return w.Live.Play(ctx, c.ID, c.In, answers, limits), true
	case d == delivery.Default:
		return live.Outcome{Answer: w.plain(ctx, c.In, len(expected), limits)}, true
	}
	feed := d.Feed(c.In)
	feed.Answers = len(expected)
	// That the harness takes its time is not the subject's fault.
	limits.Timeout += feed.Wait()
	limits.FirstByte += feed.Wait()
	limits.Linger += feed.Wait()
	return live.Outcome{Answer: w.Subject.RunFeed(ctx, feed, limits)}, true
}

// watch tells when a run of a case takes long, until it is stopped.
func (w *worker) watch(c *suite.Case, d delivery.Delivery) (stop func()) {
	timeout := w.Limits.OrDefault().Timeout
	after := max(timeout/2, slowMin)
	if after >= timeout {
		return func() {}
	}
	switch {
	case w.Live != nil:
		timeout = 0
	case d != delivery.Default:
		timeout += d.Feed(c.In).Wait()
	}
	timer := time.AfterFunc(after, func() {
		select {
		case w.slow <- slowCase{id: c.ID, after: after, timeout: timeout}:
		case <-w.over:
		}
	})
	return func() { timer.Stop() }
}

// tellHung tells the first time that a run of a case was ended by time and looks like a
// usual slip: whoever waits for the rest can mend it at once.
func (w *worker) tellHung(c *suite.Case, v *judge.Verdict) {
	if v.Outcome != judge.Silent && v.Outcome != judge.Timeout || v.Hint == "" {
		return
	}
	// What is over soon needs no telling before.
	if w.Limits.OrDefault().Timeout <= slowMin || w.Cases.Len() == 1 || w.hung.Swap(true) {
		return
	}
	select {
	case w.slow <- slowCase{id: c.ID, hint: v.Hint}:
	case <-w.over:
	}
}

// plain is the default delivery: the values at once, a line each, in memory
// that is used again and again.
func (w *worker) plain(ctx context.Context, in []jsontext.Value, answers int, limits subject.Limits) subject.Answer {
	w.input = w.input[:0]
	for _, v := range in {
		w.input = append(append(w.input, v...), '\n')
	}
	feed := subject.Plain(w.input)
	feed.Answers = answers
	return w.Subject.RunFeed(ctx, feed, limits)
}

// A tally is what the runs of one delivery came to.
type tally struct {
	runs, passed int
	failure      *Result // the first; nil: none
	unsteady     bool
	accepted     bool     // a pass on a retry counts
	remark       string   // on a pass: what is wrong but costs nothing
	warnings     []string // of all runs, also in other deliveries
	took         time.Duration
}

func (t *tally) add(r Result, took time.Duration) {
	t.runs++
	t.took += took
	for _, warning := range r.Verdict.Warnings {
		if !slices.Contains(t.warnings, warning) {
			t.warnings = append(t.warnings, warning)
		}
	}
	switch {
	case r.Verdict.Outcome == judge.Pass:
		t.passed++
		if t.remark == "" {
			t.remark = r.Verdict.Message
		}
	case t.passed == t.runs-1:
		first := r // only a failure is kept
		t.failure = &first
	case r.Verdict.Outcome != t.failure.Verdict.Outcome || r.Verdict.Fingerprint != t.failure.Verdict.Fingerprint:
		t.unsteady = true
	}
}

// forgive takes failures before a pass for nothing but a warning.
func (t *tally) forgive() {
	t.remark = fmt.Sprintf("%d of %s on the same input conform, which this run accepts; otherwise %s: %s", t.passed, text.Count(t.runs, "run"),
		t.failure.Verdict.Outcome, t.failure.Verdict.Message)
	if !slices.Contains(t.warnings, PassedLater) {
		t.warnings = append(t.warnings, PassedLater)
	}
	t.accepted, t.failure = true, nil
}

// result is the verdict on all runs: that of the first failure, or flaky if
// others conform.
func (t *tally) result() Result {
	var r Result
	if t.failure != nil {
		r = *t.failure
	}
	v := &r.Verdict
	switch {
	case t.passed == t.runs, t.accepted:
		v.Outcome, v.Message = judge.Pass, t.remark
	case t.passed > 0:
		v.Message = fmt.Sprintf("%d of %s on the same input conform; otherwise %s: %s", t.passed, text.Count(t.runs, "run"), v.Outcome, v.Message)
		v.Outcome = judge.Flaky // the fingerprint is still that of the failure
	case t.unsteady:
		t.warnings = append(t.warnings, Unsteady)
	}
	if t.runs > 1 {
		v.Runs, v.Passed = t.runs, t.passed
	}
	v.Warnings = t.warnings
	v.Ms = milliseconds(t.took)
	return r
}
