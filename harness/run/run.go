// Package run holds a program against suites: every case gets its verdict, in
// the order of the cases, however many workers there are.
package run

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
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
)

// A Config says what is run against what.
type Config struct {
	Game  *game.Game
	Rules game.Rules
	Task  game.Task
	Judge *judge.Judge
	Cases []suite.Case

	Subject *subject.Command
	Name    string // what verdicts call the subject; "": its command line
	Limits  subject.Limits
	Jobs    int // workers; 0: one for each processor

	Suites []string // what the summary calls the suites
	Seed   *uint64  // of generated cases, for the summary

	// Deliver gets every result, in the order of the cases, one at a time.
	Deliver func(Result)
}

// A Result is a verdict with what is needed to show it.
type Result struct {
	Verdict judge.Verdict
	// InputBytes is the size of the case: of failures with one cause the
	// smallest is shown.
	InputBytes int
	// Expected and Received are the complete values of a wrong answer, unless
	// they are too long to be shown.
	Expected, Received []jsontext.Value
}

// Run runs the cases against the subject. The error is a *game.UsageError if
// the subject cannot be started, its cases then being blocked, or that of the
// context if it ended first; what had been found until then has been delivered
// in both cases, and counts in the summary.
func Run(ctx context.Context, config Config) (Summary, error) {
	begin := time.Now()
	r := &runner{
		Config:  config,
		summary: newSummary(config),
		results: make(chan result),
		work:    make(chan int),
	}
	if r.Name == "" {
		r.Name = config.Subject.String()
	}
	if len(config.Cases) == 0 {
		return r.summary, &game.UsageError{Message: "there are no cases to run", Hint: "name a suite with at least one case"}
	}
	if err := config.Subject.Resolve(); err != nil {
		return r.summary, err
	}
	err := r.run(ctx)
	r.summary.Ms = milliseconds(time.Since(begin))
	return r.summary, err
}

// A runner is one run under way. Its fields belong to the goroutine of run.
type runner struct {
	Config
	summary Summary
	work    chan int    // indices of cases
	results chan result // in the order of completion

	pending      map[int]result // done, but an earlier case is not
	pendingBytes int
	delivered    int
	cannotStart  error
}

// A result is that of the case with this index.
type result struct {
	index int
	Result
	bytes       int   // about what it keeps
	canceled    bool  // there is no verdict
	cannotStart error // why the subject could not be started
}

// run hands out the cases and delivers the results.
func (r *runner) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := r.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, JobsMax, len(r.Cases))
	defer close(r.work)
	for range jobs {
		go r.serve(ctx)
	}
	r.pending = make(map[int]result)
	next, running := 0, 0
	ended := ctx.Done()
	for running > 0 || next < len(r.Cases) && ended != nil {
		work := r.work
		if next == len(r.Cases) || ended == nil || len(r.pending) >= aheadMax || r.pendingBytes >= aheadBytesMax {
			work = nil
		}
		select {
		case work <- next:
			next++
			running++
		case done := <-r.results:
			running--
			r.take(done)
		case <-ended:
			ended = nil
		}
	}
	for i := r.delivered; len(r.pending) > 0; i++ {
		// The run was ended: what is known is not lost, though cases before it
		// have no verdict.
		r.deliver(i)
	}
	if r.summary.Done() < len(r.Cases) {
		r.summary.Interrupted = true
		return context.Cause(ctx)
	}
	return r.cannotStart
}

// take keeps a result and delivers all whose turn has come.
func (r *runner) take(done result) {
	if done.canceled {
		return
	}
	if done.cannotStart != nil && r.cannotStart == nil {
		r.cannotStart = done.cannotStart
	}
	r.pending[done.index] = done
	r.pendingBytes += done.bytes
	for r.deliver(r.delivered) {
		r.delivered++
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
	r.summary.count(done.Verdict)
	if r.Deliver != nil {
		r.Deliver(done.Result)
	}
	return true
}

// serve is one worker: it runs cases until there are no more.
func (r *runner) serve(ctx context.Context) {
	w := &worker{runner: r}
	for index := range r.work {
		done := w.do(ctx, &r.Cases[index])
		done.index = index
		done.Verdict.Case = r.Cases[index].ID
		done.Verdict.Subject = r.Name
		done.InputBytes = total(r.Cases[index].In)
		done.bytes = weight(&done.Result)
		r.results <- done
	}
}

// A worker has an oracle of its own. It only reads the runner's Config.
type worker struct {
	*runner
	checker *suite.Checker
	input   []byte
}

// do runs one case. A panic on the way is a bug in the harness or the rules; it
// costs this case its verdict and leaves the others alone.
func (w *worker) do(ctx context.Context, c *suite.Case) (done result) {
	defer func() {
		if bug := recover(); bug != nil {
			// The oracle may have been left in the middle of its work.
			w.checker = nil
			done = result{Result: trouble(fmt.Sprintf("a bug in the harness: %v", bug))}
		}
	}()
	if w.checker == nil {
		w.checker = suite.NewChecker(w.Game, w.Rules, w.Task, w.Judge)
	}
	expected, err := w.checker.Expected(c)
	if err != nil {
		if fault, ok := errors.AsType[*suite.Fault](err); ok {
			return result{Result: broken(fault)}
		}
		return result{Result: trouble(err.Error())}
	}
	w.input = w.input[:0]
	for _, v := range c.In {
		w.input = append(append(w.input, v...), '\n')
	}
	limits := w.Limits
	// One more than there should be is enough to know that there are too many.
	limits.ValuesMax = len(expected) + 1
	answer := w.Subject.Run(ctx, w.input, limits)
	switch answer.Fault {
	case subject.Canceled:
		return result{canceled: true}
	case subject.NotStarted:
		return result{Result: blocked(answer.Err), cannotStart: answer.Err}
	case subject.Trouble:
		done.Result = trouble(answer.Err.Error())
	default:
		done.Result = w.decide(expected, answer)
	}
	done.Verdict.Ms = milliseconds(answer.Duration)
	return done
}

// weight is about how many bytes of memory a result keeps.
func weight(r *Result) int {
	v := &r.Verdict
	n := len(v.Message) + len(v.Stderr) + len(v.Expected) + len(v.Received)
	for _, d := range v.Differences {
		n += len(d.Pointer) + len(d.Message) + len(d.Expected) + len(d.Received)
	}
	return n + total(r.Expected) + total(r.Received)
}

func total(values []jsontext.Value) int {
	n := 0
	for _, v := range values {
		n += len(v)
	}
	return n
}

// milliseconds is a duration as reports have it, to the microsecond.
func milliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
