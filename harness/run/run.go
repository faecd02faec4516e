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
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
	"github.com/touchstone-harness/touchstone/harness/text"
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

// A slowCase is a case that has been running for a while.
type slowCase struct {
	id             string
	after, timeout time.Duration
}

// run hands out the cases and delivers the results.
func (r *runner) run(ctx context.Context) error {
	inner, stop := context.WithCancel(ctx)
	defer r.end(stop)
	jobs := r.Jobs
	if jobs <= 0 {
		jobs = Jobs(r.Limits, r.Deliveries, r.Live != nil)
	}
	for range min(jobs, JobsMax, r.Cases.Len()) {
		r.workers.Go(func() { r.serve(inner) })
	}
	more, noMore := context.WithCancel(inner)
	defer noMore()
	for range min(r.JobsSpare, JobsMax-jobs, r.Cases.Len()-jobs) {
		r.workers.Go(func() { r.serveSpare(inner, more) })
	}
	next := 0
	var group []asked // that are handed out next
	ended := inner.Done()
	alone := true // until the first case tells that the subject can be started, or a little longer
	isUp := false // with Lines: it has told that
	var aloneEnd, graceEnd <-chan time.Time
	for {
		if r.cannotStart != nil && ended != nil && !r.enough() && r.room() {
			// They were to be asked when it was not known yet.
			group = slices.DeleteFunc(group, r.answered)
		}
		for ended != nil && !r.enough() && r.room() && len(group) == 0 && next < r.Cases.Len() {
			group, next = r.group(next)
			group = slices.DeleteFunc(group, r.answered)
		}
		handOut := ended != nil && !r.enough() && (len(group) > 0 || next < r.Cases.Len())
		if !handOut {
			// Slots are for those who have something to do.
			noMore()
		}
		if !handOut && (len(r.running) == 0 || r.enough()) {
			break
		}
		work := r.work
		if len(group) == 0 || !handOut || !r.room() || alone && len(r.running) > 0 {
			work = nil
		}
		select {
		case work <- group:
			for _, a := range group {
				r.begin(a.ID)
			}
			if alone && aloneEnd == nil {
				aloneEnd = time.After(aloneMax)
			}
			group = nil
		case results := <-r.results:
			for i := range results {
				done := &results[i]
				if r.enough() {
					// It comes too late, as if it were still under way.
					delete(r.running, done.Verdict.Case)
					continue
				}
				alone = alone && (r.Lines || !done.started())
				r.take(done)
			}
		case <-r.up:
			if !isUp {
				isUp, aloneEnd = true, time.After(linesAloneMax)
			}
		case <-aloneEnd:
			alone = false
		case s := <-r.slow:
			if r.running[s.id] && r.Observer != nil {
				r.Observer.Slow(s.id, s.after, s.timeout)
			}
		case <-ended:
			ended = nil
			graceEnd = time.After(stopGrace)
		case <-graceEnd:
			clear(r.running)
		}
	}
	return r.conclude(ctx, stop)
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
		found = broken(a.Broken.Of(r.Game, r.Task))
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
	done.InputBytes, done.Input = total(c.In), nil
	if KindOf(&done.Verdict) == Failed && done.InputBytes <= inputBytesMax {
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

// started tells whether the result shows that the subject can be started.
func (r *result) started() bool {
	return !r.canceled && r.cannotStart == nil && r.Verdict.Outcome != judge.Blocked && r.Verdict.Outcome != judge.HarnessError
}

// serve is one worker: it runs cases until there are no more.
func (r *runner) serve(ctx context.Context) {
	w := &worker{runner: r}
	for group := range r.work {
		if !r.hand(w.do(ctx, group)) {
			return
		}
	}
}

// serveSpare is a worker that waits for slots before it waits for cases, as long
// as there are more to come.
func (r *runner) serveSpare(ctx, more context.Context) {
	w := &worker{runner: r}
	for r.Spare.Take(more, r.Share) {
		var results []result
		select {
		case group := <-r.work:
			results = w.do(ctx, group)
		case <-more.Done():
		}
		r.Spare.Give(r.Share)
		if !r.hand(results) {
			return
		}
	}
}

// hand hands over results, and tells whether anybody still takes them.
func (r *runner) hand(results []result) bool {
	if len(results) == 0 {
		return true
	}
	select {
	case r.results <- results:
		return true
	case <-r.over:
		return false
	}
}

// A worker has an oracle of its own. It only reads the runner's Config, and
// what does not change.
type worker struct {
	*runner
	checker  *suite.Checker
	input    []byte
	splitter *stream.Splitter // with Lines
	lines    []byte           // the same: memory for those of the next group
}

// do runs cases, and returns their results.
func (w *worker) do(ctx context.Context, group []asked) []result {
	var results []result
	if w.Lines {
		results = w.group(ctx, group)
	} else {
		results = make([]result, len(group))
		for i, a := range group {
			results[i] = w.guard(func() result {
				expected, done := w.expect(a)
				if done != nil {
					return *done
				}
				return w.attempts(ctx, a.Case, expected)
			})
		}
	}
	for i, a := range group {
		results[i].index = a.index
		results[i] = w.complete(a.Case, results[i])
	}
	return results
}

// guard is the result of a case. A panic on the way to it is a bug in the harness
// or the rules; it costs this case its verdict and leaves the others alone.
func (w *worker) guard(find func() result) (done result) {
	defer func() {
		if bug := recover(); bug != nil {
			// The oracle may have been left in the middle of its work.
			w.checker = nil
			done = result{Result: trouble(fmt.Sprintf("a bug in touchstone: %v", bug))}
		}
	}()
	if w.checker == nil {
		w.checker = suite.NewChecker(w.Game, w.Rules, w.Task, w.Judge)
	}
	return find()
}

// expect returns what a case expects, or the result if that cannot be told.
func (w *worker) expect(a asked) ([]jsontext.Value, *result) {
	expected, err := w.checker.ExpectedAt(a.index, a.Case)
	if err == nil {
		return expected, nil
	}
	if fault, ok := errors.AsType[*suite.Fault](err); ok {
		return nil, &result{Result: broken(fault)}
	}
	if _, ok := errors.AsType[*game.UsageError](err); ok {
		return nil, &result{Result: blocked(err)} // nobody can be asked anything under these options
	}
	return nil, &result{Result: unknown(err)}
}

// weight is about how many bytes of memory a result keeps.
func weight(r *Result) int {
	v := &r.Verdict
	n := len(v.Message) + len(v.Stderr) + len(v.Expected) + len(v.Received)
	for _, d := range v.Differences {
		n += len(d.Pointer) + len(d.Message) + len(d.Expected) + len(d.Received)
	}
	return n + total(r.Input) + total(r.Expected) + total(r.Received)
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
