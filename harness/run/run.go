// Package run holds a program against suites: every case gets its verdict, in
// the order of the cases, however many workers there are.
//
// A program that answers line by line is held against groups of cases that lie
// in fixed places of the suite, a process for each group: which cases it sees
// before a case does not depend on the workers. The nth line is the answer to
// the nth case of the group. That is certain only at the end of the output, so
// the verdicts of a group are settled when as many lines have come as cases, and
// the program has ended in order. If not, the cases are asked again one by one,
// each in a process of its own until the end of its output, and that counts. A
// failure that shows only when a case follows others is tied to the last case
// that the program had read, and an end in order before a case was read is made
// good by another start. So the same bytes from the program are the same
// verdicts, whatever the timing. Only whether it had read a case of which
// nothing came is not known on systems other than Linux; there it counts as
// read, unless it could not be written.
package run

import (
	"context"
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// The bounds of a run, and why.
const (
	// JobsMax bounds the workers: each holds six pipe ends and, at the worst,
	// the largest output, and no machine has so many processors to spare.
	JobsMax = 1024
	// aheadMax and aheadBytesMax bound the results that wait for an earlier
	// case to end. They are that large so that one case that runs into its
	// timeout does not stop the others meanwhile.
	aheadMax      = 1 << 14
	aheadBytesMax = 64 << 20
	// shownBytesMax is up to how many bytes the values of a failure are handed
	// on to be shown. Nobody reads a longer difference.
	shownBytesMax = 256 << 10
	// inputBytesMax is up to how many bytes the input of a failure is. States of
	// the games have less than a tenth.
	inputBytesMax = 64 << 10
)

// How long a run waits where something may never come.
const (
	// aloneMax is how long the first case is run alone. That a program cannot
	// be started shows within it; one that has started may hang, which is to
	// delay nobody.
	aloneMax = 250 * time.Millisecond
	// linesAloneMax is how long a program that answers line by line has no other one
	// beside it from its first answer on: about what the start of another one takes, in
	// which a fast program answers a suite of usual size.
	linesAloneMax = 50 * time.Millisecond
	// slowMin is the least time after which a case is announced as slow.
	slowMin = time.Second
	// stopGrace is what the workers get to end their programs when the run is
	// ended. Only one that is held up by the oracle needs longer, and has no
	// program then.
	stopGrace = 900 * time.Millisecond
)

// A Config says what is run against what.
type Config struct {
	Game  *game.Game
	Rules game.Rules
	Task  game.Task
	Judge *judge.Judge
	Cases suite.Cases
	// Numbers are those of the cases in results, from 1; nil: in their order. Those of
	// a shard are the ones that they have in the whole.
	Numbers []int

	Setup   Setup // runs before all cases
	Subject *subject.Command
	Name    string // what verdicts call the subject; "": its command line
	Limits  subject.Limits
	Jobs    int // workers; 0: as many as the machine has room for
	// Spare are slots that others leave from time to time; there are up to JobsSpare
	// workers more, each of which takes Share slots for as long as it runs a case, or
	// a group of them.
	Spare     *pool.Slots
	JobsSpare int
	Share     int

	// Lines gives the cases to subjects that answer many of them, each on a line;
	// otherwise the subject is started for each case.
	Lines       bool
	Live        *live.Stage         // on which live cases are played; nil for batch tasks
	Deliveries  []delivery.Delivery // in which each case must pass; none: the default
	Repeat      int                 // how often each case is run in each of them; 0: once
	Retries     int                 // how often a case that fails is run again
	AcceptFlaky bool                // a case that then passes passes, with a warning
	Pedantic    bool                // remarks are failures
	FailuresMax int                 // after so many failures the run ends; 0: it goes on
	Streak      Streak              // of timeouts, after which the subject is given up
	Known       *Known              // the failures that are expected; nil: none

	// Resume has the results that an earlier run has found, by case id. They
	// are delivered as if their cases had been run. A case that was not judged
	// is run again, and keeps its verdict only if this run ends before.
	Resume map[string]Result

	Suites []string // what the summary calls the suites
	Seed   *uint64  // of generated cases, for the summary
	Shard  string   // "2/8", for the summary; a shard may have no cases

	// Record, if there is one, gets every result that counts as soon as that is
	// certain, in whatever order: before the results of earlier cases, unless
	// FailuresMax or a streak makes it depend on those. Resumed results are among
	// them.
	Record func(Result)
	// Deliver gets every result, in the order of the cases, one at a time.
	Deliver func(Result)
	// Observer, if there is one, is told how the run goes on. Its methods and
	// Deliver are called one at a time.
	Observer Observer
}

// An Observer watches a run. Cases are told to it as they begin and end,
// whatever their order.
type Observer interface {
	Begin(caseID string)
	// Slow says that one run of a case has taken after so far; at timeout it is
	// killed. A timeout of 0 is that of a game, whose length nobody knows: there each
	// wait has a limit. A case that is run again may be slow again.
	Slow(caseID string, after, timeout time.Duration)
	// Hung says that a case was ended by time and that this looks like a usual slip, which
	// the hint names. It comes once in a run, before the verdicts of cases that are asked
	// together.
	Hung(caseID, hint string)
	End(v judge.Verdict)
}

// A Result is a verdict with what is needed to show it.
type Result struct {
	Verdict judge.Verdict
	// Number is that of the case among those of the run, of which a shard is a part,
	// from 1.
	Number int
	// InputBytes is the size of the case: of failures with one cause the
	// smallest is shown.
	InputBytes int
	// Input is that of a case that failed by the subject's fault, unless it is too
	// long to be shown.
	Input []jsontext.Value
	// Expected and Received are the complete values of a wrong answer, unless
	// they are too long to be shown.
	Expected, Received []jsontext.Value
	// Alike are the ids of mutants that would have done what the program did in a live
	// game that failed.
	Alike []string
	// Why says of a failure what its case is for, "" if its suite does not.
	Why string
	// Clauses are those that the case of a failure tests.
	Clauses []string
	// First tells that of all failures of one cause a report shows this one in full:
	// the smallest. It is known only when the run has ended.
	First bool
}

// Run runs the setup and then the cases against the subject. The error is a
// *SetupError if the setup fails and a *game.UsageError if the subject cannot
// be started, the cases then being blocked, or that of the context if it ended
// first; what had been found until then has been delivered in all cases, and
// counts in the summary.
//
// That the subject cannot be started shows in the first case, which is run
// alone. A subject that starts and crashes is run on all cases, even if it
// crashes in the same way every time: only what it does with a case says
// something about that case, and a report shows one cause once.
func Run(ctx context.Context, config Config) (Summary, error) {
	begin := time.Now()
	if config.Cases == nil {
		config.Cases = suite.List(nil)
	}
	r := &runner{
		clocked: map[string]int{},
		Config:  config,
		summary: newSummary(config),
		streak:  config.Streak,
		results: make(chan []result),
		work:    make(chan []asked),
		slow:    make(chan slowCase),
		up:      make(chan struct{}, 1),
		over:    make(chan struct{}),
		pending: make(map[int]*result),
		running: make(map[string]bool),
	}
	r.Name = r.summary.Subject
	if config.Cases.Len() == 0 {
		if config.Shard != "" {
			return r.summary, nil
		}
		return r.summary, &game.UsageError{Message: "there are no cases to run", Hint: "name a suite with at least one case"}
	}
	err := r.prepare(ctx)
	if err == nil || r.cannotStart != nil {
		err = r.run(ctx)
	}
	r.summary.Ms = milliseconds(time.Since(begin))
	return r.summary, err
}

// prepare does what comes before the first case. A failure that blocks all
// cases is in cannotStart, too.
func (r *runner) prepare(ctx context.Context) error {
	err := r.Setup.run(ctx)
	if err == nil {
		err = r.Subject.Resolve()
	} else if _, ok := errors.AsType[*SetupError](err); !ok {
		r.summary.Interrupted = true
		return err
	}
	r.cannotStart = err
	return err
}

// milliseconds is a duration as reports have it, to the microsecond.
func milliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
