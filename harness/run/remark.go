package run

import (
	"fmt"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// A Remark is a warning about what no rule decides. A run that is pedantic takes
// it for a failure.
type Remark struct {
	Word    string        // of the warning
	Means   string        // one sentence for people, without a full stop
	Outcome judge.Outcome // of a pedantic run
}

// remarks are all that there are.
var remarks = []Remark{
	{judge.MissingValue, "an optional value is missing", judge.MissingOutput},
	{judge.OtherCode, "the rules give another code for this illegal request", judge.WrongAnswer},
	{live.OtherRequest, "a cheat sends another illegal request than touchstone's cheat", judge.WrongAnswer},
	{string(subject.ExtraNewline), "more than one newline follows the output", judge.ExtraOutput},
	{string(subject.Lingered), "the output was complete, but the program did not exit", judge.HungUp},
}

// Remarks are all remarks.
func Remarks() []Remark { return slices.Clone(remarks) }

// isRemark tells whether a warning is a remark.
func isRemark(warning string) bool {
	return slices.ContainsFunc(remarks, func(r Remark) bool { return r.Word == warning })
}

// HasRemark tells whether a case passes with a remark.
func HasRemark(v *judge.Verdict) bool {
	return v.Outcome == judge.Pass && slices.ContainsFunc(v.Warnings, isRemark)
}

// remarked adds what was noticed in a live game.
func remarked(r Result, list []live.Remark) Result {
	v := &r.Verdict
	for _, m := range list {
		v.Warnings = append(v.Warnings, m.Word)
		if v.Outcome == judge.Pass && v.Message == "" {
			v.Message = m.Message
		}
	}
	return r
}

// pedantic takes the first remark on a pass for a failure.
func pedantic(r Result, a *subject.Answer) Result {
	v := &r.Verdict
	if v.Outcome != judge.Pass {
		return r
	}
	for _, remark := range remarks {
		i := slices.Index(v.Warnings, remark.Word)
		if i < 0 {
			continue
		}
		what := remark.Means
		if v.Message != "" {
			what += ": " + v.Message
		}
		v.Outcome, v.Blame, v.Message = remark.Outcome, judge.BlameSubject, fmt.Sprintf("%s (--pedantic)", what)
		v.Fingerprint = judge.Fingerprint(v.Outcome, "", "", remark.Word)
		v.Exit, v.Signal, v.Stderr = max(a.Exit, 0), a.Signal, lastLines(a.Stderr)
		return r
	}
	return r
}
