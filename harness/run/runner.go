package run

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/touchstone-harness/touchstone/harness/suite"
)

// A runner is one run under way. Its fields belong to the goroutine of run.
type runner struct {
	Config
	summary Summary
	streak  Streak        // up to the last case that was delivered
	work    chan []asked  // cases that one worker runs in order
	results chan []result // of groups, in the order of completion
	slow    chan slowCase // cases that take long
	up      chan struct{} // with Lines: the subject can be started, though no case has a result
	over    chan struct{} // closed when nobody receives any more

	workers      sync.WaitGroup
	running      map[string]bool // cases by their id
	pending      map[int]*result // done, but an earlier case is not
	pendingBytes int
	delivered    int
	cannotStart  error
	setupTold    bool // the output of a setup that failed stands in a verdict

	hesitant atomic.Bool // with Lines: the subject is asked one line after the other
	hung     atomic.Bool // the observer was told that it is

	clocks  sync.Mutex
	clocked map[string]int // how often the subject lacked time when it was alone, by fingerprint
}

// An asked is a case with its index.
type asked struct {
	*suite.Case
	index int
}

// A result is that of the case with this index.
type result struct {
	index int
	Result
	bytes       int   // about what it keeps
	canceled    bool  // there is no verdict
	unasked     bool  // the subject was given up before
	recorded    bool  // it was handed to Record
	cannotStart error // why the subject could not be started
}

// A slowCase is a case that has been running for a while, or that was ended by time: then
// it has a hint.
type slowCase struct {
	id             string
	after, timeout time.Duration
	hint           string
}

// run hands out the cases and delivers the results.
func (r *runner) run(ctx context.Context) error {
	inner, stop := context.WithCancel(ctx)
	defer r.end(stop)
	more, noMore := context.WithCancel(inner)
	defer noMore()
	r.hire(inner, more)
	h := &handout{runner: r, alone: true, ended: inner.Done()}
	for {
		h.refill()
		open := h.open()
		if !open {
			// Slots are for those who have something to do.
			noMore()
		}
		if !open && (len(r.running) == 0 || r.enough()) {
			return r.conclude(ctx, stop)
		}
		h.turn(open)
	}
}

// hire starts the workers: those of the run, and those that wait for slots as long as
// there are more cases to come.
func (r *runner) hire(ctx, more context.Context) {
	jobs := r.Jobs
	if jobs <= 0 {
		jobs = Jobs(r.Limits, r.Deliveries, r.Live != nil)
	}
	for range min(jobs, JobsMax, r.Cases.Len()) {
		r.workers.Go(func() { r.serve(ctx) })
	}
	for range min(r.JobsSpare, JobsMax-jobs, r.Cases.Len()-jobs) {
		r.workers.Go(func() { r.serveSpare(ctx, more) })
	}
}

// conclude settles what becomes of the cases that have no verdict, when no more are handed
// out. Stop ends those that are under way. The error is why the run is not complete.
func (r *runner) conclude(ctx context.Context, stop func()) error {
	if r.stopped() {
		// The cases that are under way end without a verdict, so that it does
		// not depend on the number of workers which cases have one.
		stop()
		r.drain()
		clear(r.pending)
		r.keep()
		r.summary.Stopped = r.summary.Done() < r.Cases.Len()
		return nil
	}
	if r.streak.Over() {
		stop()
		r.drain()
		r.giveUp()
		return nil
	}
	unrun := r.delivered+len(r.pending) < r.Cases.Len()
	// The run was ended: what is known is not lost, though cases before it have
	// no verdict.
	r.keep()
	r.summary.Interrupted = r.summary.Done() < r.Cases.Len()
	if unrun {
		return context.Cause(ctx)
	}
	return r.cannotStart
}

// group is the next cases for one worker, and the case after them.
func (r *runner) group(first int) (group []asked, next int) {
	next = first + 1
	if r.Lines {
		size := groupSize(r.Cases.Len())
		next = min((first/size+1)*size, r.Cases.Len())
	}
	for index := first; index < next; index++ {
		group = append(group, asked{r.Cases.Read(index), index})
	}
	return group, next
}

// keep delivers what is known when the run ends before all cases are: results
// that wait for earlier ones, and those of an earlier run.
func (r *runner) keep() {
	for i := r.delivered; i < r.Cases.Len(); i++ {
		if len(r.Resume) > 0 && r.pending[i] == nil {
			c := r.Cases.Read(i)
			if old, ok := r.Resume[c.ID]; ok {
				done := r.complete(c, result{index: i, Result: old})
				r.record(&done)
				r.pending[i] = &done
			}
		}
		r.deliver(i)
	}
}

// end sends the workers home, and waits for them to end their programs, but not
// for ever.
func (r *runner) end(stop context.CancelFunc) {
	close(r.work)
	close(r.over)
	defer stop()
	home := make(chan struct{})
	go func() {
		r.workers.Wait()
		close(home)
	}()
	select {
	case <-home:
	case <-time.After(stopGrace):
	}
}

// stopped tells whether there have been as many failures as may be.
func (r *runner) stopped() bool {
	return r.FailuresMax > 0 && r.summary.Fail+r.summary.Unexpected >= r.FailuresMax
}

// enough tells whether nothing more is to be asked.
func (r *runner) enough() bool { return r.stopped() || r.streak.Over() }

// inOrder tells whether it depends on earlier cases if a result counts.
func (r *runner) inOrder() bool { return r.FailuresMax > 0 || r.Streak.Max > 0 }

// room tells whether one more result may have to wait for an earlier case.
func (r *runner) room() bool {
	return len(r.pending) < aheadMax && r.pendingBytes < aheadBytesMax
}

// drain waits for the workers to end their programs, but not for ever.
func (r *runner) drain() {
	end := time.After(stopGrace)
	for len(r.running) > 0 {
		select {
		case results := <-r.results:
			for i := range results {
				delete(r.running, results[i].Verdict.Case)
			}
		case <-r.slow:
		case <-end:
			return
		}
	}
}

// answered takes the result of a case that need not be run, because an earlier
// run has, or cannot be, and tells whether it is one.
func (r *runner) answered(a asked) bool {
	if old, ok := r.Resume[a.ID]; ok && KindOf(&old.Verdict).Judged() {
		r.answer(a, old)
		return true
	}
	if r.cannotStart == nil {
		return false
	}
	// Whether the expectation holds is not looked at: it would take long, and
	// what is left to repair first is the subject.
	found := blocked(r.cannotStart)
	if a.Broken != nil {
		found = broken(r.Game, a.Broken.Of(r.Game, r.Task))
	} else if setup, ok := errors.AsType[*SetupError](r.cannotStart); ok && !r.setupTold {
		// Once is enough.
		found.Verdict.Stderr, r.setupTold = setup.Output, true
	}
	r.answer(a, found)
	return true
}

// answer takes the result of a case that is not run.
func (r *runner) answer(a asked, found Result) {
	r.begin(a.ID)
	done := r.complete(a.Case, result{index: a.index, Result: found})
	r.take(&done)
}

func (r *runner) begin(caseID string) {
	r.running[caseID] = true
	if r.Observer != nil {
		r.Observer.Begin(caseID)
	}
}
