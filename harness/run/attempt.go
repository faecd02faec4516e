package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// A Delivery is one way in which the input of a case reaches the subject.
type Delivery struct {
	Name string // what verdicts call it: "pretty"
	// Run runs the subject once and gives it the values in this way.
	Run func(ctx context.Context, program *subject.Command, in []jsontext.Value, limits subject.Limits) subject.Answer
}

// Unsteady is the warning on a case that never passes, but fails in more than
// one way on the same input.
const Unsteady = "unsteady"

// attempts runs the subject on a case as often as it takes: in every delivery
// Repeat times, and after failures alone up to Retries times more, until one
// passes. The first delivery in which not all runs conform decides, and those
// after it are not tried.
func (w *worker) attempts(ctx context.Context, c *suite.Case, expected []jsontext.Value) result {
	deliveries := w.Deliveries
	if len(deliveries) == 0 {
		deliveries = []Delivery{{Run: w.plain}}
	}
	repeat := max(w.Repeat, 1)
	var t tally
	for _, d := range deliveries {
		t = tally{warnings: t.warnings, took: t.took}
		for t.runs < repeat || t.passed == 0 && t.runs < repeat+w.Retries {
			answer := w.once(ctx, d, c, expected)
			switch answer.Fault {
			case subject.Canceled:
				return result{canceled: true}
			case subject.NotStarted:
				return result{Result: blocked(answer.Err), cannotStart: answer.Err}
			case subject.Trouble:
				done := result{Result: trouble(answer.Err.Error())}
				done.Verdict.Ms = milliseconds(t.took + answer.Duration)
				return done
			}
			t.add(w.decide(expected, answer), answer.Duration)
		}
		if t.passed < t.runs {
			done := t.result()
			done.Verdict.Delivery = d.Name
			return result{Result: done}
		}
	}
	return result{Result: t.result()}
}

// once runs the subject one time, and tells when that takes long.
func (w *worker) once(ctx context.Context, d Delivery, c *suite.Case, expected []jsontext.Value) subject.Answer {
	limits := w.Limits.OrDefault()
	// One more than there should be is enough to know that there are too many.
	limits.ValuesMax = len(expected) + 1
	if after := max(limits.Timeout/2, slowMin); after < limits.Timeout {
		timer := time.AfterFunc(after, func() {
			select {
			case w.slow <- slowCase{c.ID, after}:
			case <-w.over:
			}
		})
		defer timer.Stop()
	}
	return d.Run(ctx, w.Subject, c.In, limits)
}

// plain delivers the values at once, a line each.
func (w *worker) plain(ctx context.Context, program *subject.Command, in []jsontext.Value, limits subject.Limits) subject.Answer {
	w.input = w.input[:0]
	for _, v := range in {
		w.input = append(append(w.input, v...), '\n')
	}
	return program.Run(ctx, w.input, limits)
}

// A tally is what the runs of one delivery came to.
type tally struct {
	runs, passed int
	failure      Result // the first
	unsteady     bool
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
	case t.passed == t.runs-1:
		t.failure = r
	case r.Verdict.Outcome != t.failure.Verdict.Outcome || r.Verdict.Fingerprint != t.failure.Verdict.Fingerprint:
		t.unsteady = true
	}
}

// result is the verdict on all runs: that of the first failure, or flaky if
// others conform.
func (t *tally) result() Result {
	r := t.failure
	v := &r.Verdict
	switch {
	case t.passed == t.runs:
		v.Outcome = judge.Pass
	case t.passed > 0:
		v.Message = fmt.Sprintf("%d of %s on the same input conform; else %s: %s", t.passed, count(t.runs, "run"), v.Outcome, v.Message)
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
