package run

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/judge"
)

// A Kind is how a verdict counts.
type Kind int

// The kinds of verdicts.
const (
	Passed             Kind = iota
	PassedUnexpectedly      // though it is listed as a failure; it makes a run fail
	Failed                  // the subject's fault
	FailedAsKnown           // as it is listed
	Blocked                 // not run, because what it depends on failed
	Broken                  // the suite's fault
	Unjudged                // the harness's fault, or that of a game's reference
)

// KindOf tells how a verdict counts. All that there is to know stands in the
// verdict, so that a ledger counts as the run did.
func KindOf(v *judge.Verdict) Kind {
	switch {
	case v.Outcome == judge.Pass && slices.Contains(v.Warnings, UnexpectedPass):
		return PassedUnexpectedly
	case v.Outcome == judge.Pass:
		return Passed
	case v.Blame == judge.BlameSuite:
		return Broken
	case v.Outcome == judge.Blocked:
		return Blocked
	case v.Blame == judge.BlameHarness, v.Blame == judge.BlameGame:
		return Unjudged
	case v.Known != "":
		return FailedAsKnown
	}
	return Failed
}

// Judged tells whether the verdict says something about the subject; a case of
// which it does not is run again when a run is resumed.
func (k Kind) Judged() bool { return k != Blocked && k != Broken && k != Unjudged }

// Passes tells whether the output conforms.
func (k Kind) Passes() bool { return k == Passed || k == PassedUnexpectedly }
