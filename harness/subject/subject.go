// Package subject runs one external program on one input: it starts it apart
// from everything else as far as the machine allows, feeds it, reads what it
// answers as it comes, holds it to its limits, and leaves nothing of it behind.
// It says what happened; what that is worth is decided elsewhere.
package subject

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Fault is how a run of a program went wrong, apart from what it answered.
type Fault string

// The faults of a run. None says only that the program exited with status 0
// within its limits, or had to be stopped after it closed stdout (Lingered).
const (
	None        Fault = ""
	Crashed     Fault = "crashed"      // exit status other than 0, or a signal
	Silent      Fault = "silent"       // nothing at all came in time
	TimedOut    Fault = "timeout"      // something came, but no end in time
	OutputLimit Fault = "output-limit" // more bytes than allowed

	CPULimit     Fault = "cpu-limit"     // more processor time than allowed
	MemoryLimit  Fault = "memory-limit"  // more memory than allowed
	ProcessLimit Fault = "process-limit" // more processes and threads than allowed

	Canceled   Fault = "canceled"    // the context ended first
	NotStarted Fault = "not-started" // the program cannot be run here at all
	Trouble    Fault = "trouble"     // the harness or the machine failed; says nothing about the program
)

// A Warning is something that is wrong but costs a right answer nothing.
type Warning string

// The warnings of a run.
const (
	// Lingered: the output was complete, but the program did not exit, or
	// another process kept stdout open after it.
	Lingered Warning = "lingered"
	// Leaked: the program left processes behind. They are gone.
	Leaked Warning = "leaked"
	// ExtraNewline: more than one newline follows the output.
	ExtraNewline Warning = "extra-newline"
)

// An Answer is all that one run of a program gave.
type Answer struct {
	// Values are the complete JSON values that came, in time and within the
	// limits.
	Values []jsontext.Value
	// StreamErr says why reading stopped before the end of the output, and
	// where; nil if all of it is JSON, or if time or limit cut it off.
	StreamErr *stream.Error
	// OutputBytes counts what came on stdout, at most one more than allowed.
	OutputBytes int64
	// Partial tells whether a value had begun when time or limit cut it off.
	Partial bool

	Exit     int    // exit status; -1 if the program did not exit by itself
	Signal   string // that ended it, "SIGSEGV", if it was not the harness that sent it
	Stderr   string // the last bytes of stderr, as they came
	Fault    Fault
	Ended    bool  // of a program that was Canceled: it had ended by itself before it was stopped
	Already  Fault // of one that Ended: how it had failed
	Err      error // for NotStarted a *game.UsageError; for Trouble what failed, which may be one too
	Warnings []Warning
	Duration time.Duration // from the start to the exit

	// CPU and MemoryBytes are what the program used, the latter at its peak,
	// as far as the system tells: of helpers only what it waited for.
	CPU         time.Duration
	MemoryBytes int64

	// Starved tells of a program that was Silent or TimedOut, or Lingered, that others
	// had kept the processors from it: it was ready to run without one, or not yet started,
	// for more than a quarter of the wait, and had less than half of the processor time due
	// to it, or than three quarters beside other programs of ours. Or they kept us from seeing
	// that it had ended before it was to be stopped.
	Starved bool
}

// LateByOthers tells whether the run ended by time while others kept the processors from its
// program.
func (a *Answer) LateByOthers() bool { return a.Starved && a.Fault.isLate() }

// LateByOthers is the same for a line.
func (r *Reply) LateByOthers() bool { return r.Starved && r.Fault.isLate() }

func (f Fault) isLate() bool { return f == Silent || f == TimedOut }

// A Command is a program under test with its arguments. After Resolve it may
// be run by several goroutines at once, until Close.
type Command struct {
	Argv []string // the program and its arguments
	// Inner is the command line of the program that Argv starts, if it is another
	// one: that has to be there, too.
	Inner []string
	// Dir is where it runs, as if it had been called there: relative paths on
	// its command line start in it. Where Landlock is, it can read there but not
	// write. "": in a private folder, empty at the start of each run, or with
	// Isolation None where the harness runs.
	Dir string
	// Env is NAME=VALUE on top of a clean environment, or with Isolation None
	// on top of the harness's own.
	Env       []string
	Isolation Isolation // "": Best
	// Live gives the program a network in which it meets the harness (Meet);
	// Network leaves it that of the machine.
	Live, Network bool
	// Hide are files and folders that the program may not read although they lie
	// in what it may, such as those that hold the right answers; a file need not be
	// there yet. Copies of the harness are hidden too, unless a word of Argv, or
	// Read, names them.
	Hide []string
	// Read are files and folders that it may read besides what it needs to start,
	// also where they lie in what is hidden.
	Read []string
	// Write are folders in which it may write besides its private one: those of
	// programs that build others.
	Write []string
	// Layers are folders in which it may write without changing them, such as
	// shared caches of builds. One that Layerable refuses can be read only.
	Layers []Layer
	// Warn is told, at most once and by any goroutine, when the machine does not
	// offer all isolation that Best could have, and runs go on without it. May be
	// nil.
	Warn func(message string)

	port  int    // of the run, 0 for none
	venue place  // of the run, nil for none
	path  string // of the program, found once
	pool  *pool  // of those who hold it
}

// String is the command line as it can be typed into a shell.
func (c *Command) String() string { return text.Quote(c.Argv) }

// A process is one running program.
type process struct {
	tree tree

	stdin  *os.File
	fed    chan struct{} // closed when nothing more is written to stdin
	over   chan struct{} // closed when nothing more is wanted from it
	stdout *output
	stderr *tail
	since  func() time.Time // of the input, may be nil
}

// A tree is a program with all the processes that it has started, in the hands
// of who started it: the harness itself, or a keeper.
type tree interface {
	// exited is closed when the program has ended.
	exited() <-chan struct{}
	// terminate asks the program to end, and after killGrace does not ask. Wait is
	// how long somebody has waited for what did not come, 0 for all of the run.
	terminate(wait time.Duration)
	// clear ends what is left and tells the end. If patient, processes that
	// are left get leakGrace to go by themselves.
	clear(patient bool) end
}

// An end is how a program ended.
type end struct {
	known       bool   // that it ended at all
	exit        int    // status; -1 if it did not exit by itself
	signal      string // that ended it
	limit       Fault  // the limit for which it was killed
	left        bool   // processes were left that did not go by themselves
	cpu         time.Duration
	memoryBytes int64
	starved     bool  // until it was stopped
	early       bool  // it had ended before it was to be stopped
	startErr    error // why it did not even start
	err         error // who held it failed
}

// Run starts the program, gives it input on stdin and waits for its end within
// the limits; zero fields of limits stand for the defaults. When it returns no
// process of the program is left, as far as the isolation reaches.
func (c *Command) Run(ctx context.Context, input []byte, limits Limits) Answer {
	return c.RunFeed(ctx, Plain(input), limits)
}

// RunFeed is Run with input that is delivered in a certain way.
func (c *Command) RunFeed(ctx context.Context, input Feed, limits Limits) Answer {
	limits = limits.OrDefault()
	if ctx.Err() != nil {
		return Answer{Fault: Canceled, Exit: -1}
	}
	if c.pool == nil {
		resolved := *c
		if err := resolved.Resolve(); err != nil {
			return resolved.NotStarted(err)
		}
		// Nobody else can know of it.
		defer resolved.Close()
		c = &resolved
	}
	ctx, leave, err := Turn(ctx)
	if err != nil {
		return Answer{Fault: Canceled, Exit: -1}
	}
	defer leave()
	limits.enough = enoughOf(ctx)
	p, err := c.start(ctx, limits, input.Answers)
	if err != nil {
		if ctx.Err() != nil {
			return Answer{Fault: Canceled, Exit: -1}
		}
		return c.NotStarted(err)
	}
	// The time that a keeper takes to start is not the program's.
	begin := time.Now()
	p.since = input.Since
	go p.feed(input)
	told := p.tell(input.Answered)
	a := p.finish(c, p.await(ctx, begin, limits), begin)
	told()
	return a
}

// tell calls a function once the output is complete. The result waits for that when
// the program has ended: what came together with the end was there before it.
func (p *process) tell(answered func()) (told func()) {
	if answered == nil {
		return func() {}
	}
	early := make(chan bool, 1)
	go func() {
		select {
		case <-p.stdout.answered:
			answered()
			early <- true
		case <-p.over:
			early <- false
		}
	}()
	return func() {
		if <-early {
			return
		}
		select {
		case <-p.stdout.answered:
			answered()
		default:
		}
	}
}

// start runs the program with pipes that belong to the harness. With pipes of
// its own os/exec would wait in Wait for whoever holds them.
func (c *Command) start(ctx context.Context, limits Limits, answers int) (*process, error) {
	tree, pipes, err := c.launch(ctx, limits)
	if err != nil {
		return nil, err
	}
	return &process{
		tree:   tree,
		stdin:  pipes.stdin,
		fed:    make(chan struct{}),
		over:   make(chan struct{}),
		stdout: readOutput(pipes.stdout, limits, answers),
		stderr: readTail(pipes.stderr, limits.StderrBytesMax),
	}, nil
}

// pipeEnds are the ends of the three pipes of a program on one side.
type pipeEnds struct{ stdin, stdout, stderr *os.File }

// starting is held while the harness itself starts a program: another one that
// is started meanwhile would hold the pipes of the first for a moment, which on
// a busy machine is long.
var starting sync.Mutex

// launch starts the program in the hands of a keeper, where there can be one,
// or else of the harness.
func (c *Command) launch(ctx context.Context, limits Limits) (tree, pipeEnds, error) {
	t, ours, err := c.pool.keep(ctx, limits, c.port, c.venue)
	if t != nil || err != nil {
		return t, ours, err
	}
	starting.Lock()
	defer starting.Unlock()
	ours, theirs, err := makePipes()
	if err != nil {
		return nil, pipeEnds{}, err
	}
	defer theirs.close()
	if t, err = c.hold(theirs); err != nil {
		ours.close()
		return nil, pipeEnds{}, err
	}
	return t, ours, nil
}

// makePipes makes the pipes of a program: our ends and its own.
func makePipes() (ours, theirs pipeEnds, err error) {
	for _, pipe := range []struct{ r, w **os.File }{
		{&theirs.stdin, &ours.stdin}, {&ours.stdout, &theirs.stdout}, {&ours.stderr, &theirs.stderr},
	} {
		if *pipe.r, *pipe.w, err = os.Pipe(); err != nil {
			ours.close()
			theirs.close()
			return pipeEnds{}, pipeEnds{}, fmt.Errorf("cannot make a pipe: %w", err)
		}
	}
	return ours, theirs, nil
}

func (p pipeEnds) close() {
	for _, end := range []*os.File{p.stdin, p.stdout, p.stderr} {
		if end != nil {
			end.Close()
		}
	}
}

// An ending is why the harness stopped waiting for a program.
type ending int

const (
	complete  ending = iota // the program exited and stdout is at its end
	lingering               // the answer is complete, but the program did not exit
	held                    // the program exited, but stdout is still open
	timedOut
	overLimit
	canceled
)

// await waits for the end of the program and of its output, but not for ever.
func (p *process) await(ctx context.Context, begin time.Time, limits Limits) ending {
	limit := time.NewTimer(time.Until(begin.Add(limits.Timeout)))
	defer limit.Stop()
	var first <-chan time.Time
	if limits.FirstByte < limits.Timeout {
		timer := time.NewTimer(time.Until(begin.Add(limits.FirstByte)))
		defer timer.Stop()
		first = timer.C
	}
	exited, closed := p.tree.exited(), p.stdout.done
	var answered <-chan struct{}
	if limits.Linger < limits.Timeout {
		answered = p.stdout.answered
	}
	var enough <-chan time.Time
	var grace <-chan time.Time
	var onGrace ending
	looked, silent, late := false, false, false // each is looked at twice
	for {
		select {
		case <-exited:
			exited = nil
			if closed == nil {
				return complete
			}
			grace, onGrace = time.After(holdGrace), held
		case <-closed:
			closed = nil
			switch {
			case p.stdout.got().over:
				return overLimit
			case exited == nil:
				return complete
			}
			grace, onGrace = time.After(lingerGrace), lingering
		case <-grace:
			if onGrace == held && !isHeld(p.stdout.file) {
				// Only our own reader is behind: there is much to read.
				grace = time.After(lookAgain)
				continue
			}
			if looked {
				return onGrace
			}
			// Where others take the processors, the grace may be over before our own
			// reader has had its turn.
			looked, grace = true, time.After(lookAgain)
		case <-answered:
			answered, enough = nil, time.After(limits.Linger)
		case <-enough:
			if got := p.stdout.got(); exited != nil && got.text == got.taken && got.trouble == nil {
				return lingering
			}
		case <-first:
			if exited == nil || closed == nil || p.stdout.got().text > 0 {
				continue
			}
			if silent {
				return timedOut
			}
			silent, first = true, time.After(lookAgain)
		case <-limit.C:
			if !late {
				late = true
				limit.Reset(lookAgain)
				continue
			}
			if exited == nil && !isHeld(p.stdout.file) {
				limit.Reset(lookAgain) // as above
				continue
			}
			if exited == nil {
				return held
			}
			if closed == nil {
				return lingering
			}
			return timedOut
		case <-ctx.Done():
			return canceled
		}
	}
}

// finish ends what still runs, collects what it left, and tells the story.
func (p *process) finish(c *Command, ended ending, begin time.Time) Answer {
	a := Answer{Exit: -1}
	byItself := ended == complete || ended == held
	if !byItself {
		p.stdout.freeze()
	}
	a.Duration = time.Since(begin)
	if !byItself {
		p.stderr.stop()
		var wait time.Duration
		if ended == canceled && p.since != nil {
			if since := p.since(); !since.IsZero() {
				wait = max(time.Since(since), time.Millisecond)
			}
		}
		p.tree.terminate(wait)
	}
	end := p.tree.clear(ended == complete)
	// The input is the caller's again when Run returns.
	close(p.over)
	p.stdin.Close()
	<-p.fed
	p.stdout.endWithin(drainGrace)
	a.Stderr = p.stderr.endWithin(drainGrace)
	if end.startErr != nil {
		return c.NotStarted(end.startErr)
	}

	got := p.stdout.got()
	a.Values, a.StreamErr, a.OutputBytes = got.values, got.trouble, got.bytes
	a.Partial = got.trouble == nil && got.text > got.taken
	a.CPU, a.MemoryBytes = end.cpu, end.memoryBytes
	if (byItself || ended == canceled && end.early) && end.known && end.limit == None {
		a.Exit, a.Signal = end.exit, end.signal
	}
	// Who sees the end of a program only after its time cannot tell when it was.
	a.Starved = end.starved || ended == timedOut && end.early
	a.blame(ended, end, got)
	a.warn(ended, end, got)
	return a
}

// blame says how the run went wrong, if it did: the first of these is the reason for
// those below it.
func (a *Answer) blame(ended ending, end end, got collection) {
	switch {
	case ended == canceled:
		a.Fault = Canceled
		if a.Ended = end.early && end.known; a.Ended {
			if a.Already = end.limit; a.Already == None && a.Exit != 0 {
				a.Already = Crashed
			}
		}
	case got.over:
		a.Fault = OutputLimit
	case end.limit != None:
		a.Fault = end.limit
	case ended == timedOut && got.text == 0:
		a.Fault = Silent
	case ended == timedOut:
		a.Fault = TimedOut
	case end.err != nil:
		a.Fault, a.Err = Trouble, end.err
	case (ended == complete || ended == held) && a.Exit != 0:
		a.Fault = Crashed
	case got.err != nil:
		a.Fault, a.Err = Trouble, fmt.Errorf("cannot read the output: %w", got.err)
	}
}

// warn says what was wrong with the run and costs nothing.
func (a *Answer) warn(ended ending, end end, got collection) {
	if ended == lingering && !end.early || ended == held && end.limit == None {
		a.Warnings = append(a.Warnings, Lingered)
	}
	if a.Fault == None && got.text > 0 && got.newlines > 1 {
		a.Warnings = append(a.Warnings, ExtraNewline)
	}
	if ended == held || ended == complete && end.left {
		a.Warnings = append(a.Warnings, Leaked)
	}
}

// NotStarted tells why a program did not run, and whose fault that is.
func (c *Command) NotStarted(err error) Answer {
	a := Answer{Exit: -1, Fault: NotStarted}
	if usage := c.explain(err); usage != nil {
		a.Err = usage
		return a
	}
	a.Fault, a.Err = Trouble, fmt.Errorf("cannot start %s: %w", c, err)
	if errors.Is(err, syscall.EMFILE) {
		a.Err = &game.UsageError{Message: a.Err.Error(), Hint: tooManyFiles}
	}
	if p, ok := errors.AsType[passing](err); ok {
		a.Err = &game.UsageError{Message: a.Err.Error(), Hint: p.hint}
	}
	return a
}

// A passing is why nobody can hold a program now, though at another time somebody could.
type passing struct{ why, hint string }

func (p passing) Error() string { return p.why }

// The next step then.
const (
	makeRoom   = "end other programs of this user, run fewer at once, or raise the limits of processes and memory (ulimit -u, ulimit -v)"
	keepFolder = "set TMPDIR to a folder from which nobody removes files"
	askDoctor  = `try again; "touchstone doctor" says whether this machine can start one, and --isolation none does without it`
)

// tooManyFiles is the next step if this process may open no more files.
const tooManyFiles = "run fewer programs at once, or raise the limit of open files with ulimit -n"

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
