// Package subject runs one external program on one input: it starts it in a
// process group of its own, feeds it, reads what it answers as it comes, holds
// it to its limits, and leaves nothing of it behind. It says what happened;
// what that is worth is decided elsewhere.
package subject

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/stream"
)

// The default limits, and why.
const (
	// Timeout is what the courses' own harness gives a program to begin an
	// answer; the reference programs need less than a tenth of it.
	Timeout = 10 * time.Second
	// OutputBytesMax has room for one value of the largest size.
	OutputBytesMax = stream.ValueBytesMax
	// StderrBytesMax keeps the end of a long log: the cause of a crash stands
	// in its last lines.
	StderrBytesMax = 64 << 10
)

// How long the harness waits where a program is done but something is not.
const (
	// lingerGrace is what a program gets to exit after it has closed stdout.
	// Delays of 350 ms have been seen on busy build machines.
	lingerGrace = 500 * time.Millisecond
	// holdGrace is what other processes get to close stdout after the program
	// itself has exited.
	holdGrace = 200 * time.Millisecond
	// leakGrace is what helper processes get to notice that the program has
	// exited, as Python's resource tracker does, before they count as left
	// behind.
	leakGrace = 100 * time.Millisecond
	// killGrace stands between the polite signal and the one that cannot be
	// refused.
	killGrace = 250 * time.Millisecond
	// drainGrace bounds the wait for the end of a pipe whose writers have all
	// been killed. It only runs out if one escaped.
	drainGrace = 500 * time.Millisecond
	// reapGrace bounds the wait for a killed process to be gone. It only runs
	// out if the kernel is stuck in a system call for it.
	reapGrace = 2 * time.Second
)

// Limits bound one run of a program. A zero field stands for the constant of
// this package.
type Limits struct {
	Timeout        time.Duration // wall clock, from the start to the exit
	OutputBytesMax int           // of stdout
	StderrBytesMax int           // of stderr that are kept, the last ones
	// ValuesMax is after how many values reading ends with an error of the
	// kind stream.TooMany; 0 stands for stream.ValuesMax.
	ValuesMax int
}

// OrDefault returns the limits with every zero field filled in.
func (l Limits) OrDefault() Limits {
	if l.Timeout <= 0 {
		l.Timeout = Timeout
	}
	if l.OutputBytesMax <= 0 {
		l.OutputBytesMax = OutputBytesMax
	}
	if l.StderrBytesMax <= 0 {
		l.StderrBytesMax = StderrBytesMax
	}
	if l.ValuesMax <= 0 {
		l.ValuesMax = stream.ValuesMax
	}
	return l
}

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
	Canceled    Fault = "canceled"     // the context ended first
	NotStarted  Fault = "not-started"  // the program cannot be run here at all
	Trouble     Fault = "trouble"      // the harness or the machine failed; says nothing about the program
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
	Err      error // for NotStarted a *game.UsageError; for Trouble what failed
	Warnings []Warning
	Duration time.Duration // from the start to the exit
}

// A Command is a program under test with its arguments. After Resolve it may
// be run by several goroutines at once.
type Command struct {
	Argv []string // the program and its arguments
	Dir  string   // where it runs; "": where the harness runs
	Env  []string // NAME=VALUE, on top of the harness's own environment

	path string // of the program, found once
}

// String is the command line as it can be typed into a shell.
func (c *Command) String() string { return Quote(c.Argv) }

// started counts runs, to tell the processes of one from those of another.
var started atomic.Uint64

// A process is one running program.
type process struct {
	cmd    *exec.Cmd
	pid    int // also the id of its process group
	marker string
	exited chan struct{} // closed when the program has ended

	stdin  *os.File
	fed    chan struct{} // closed when nothing more is written to stdin
	stdout *output
	stderr *tail
}

// Run starts the program, gives it input on stdin and waits for its end within
// the limits; zero fields of limits stand for the defaults. When it returns no
// process of the program's group is left.
func (c *Command) Run(ctx context.Context, input []byte, limits Limits) Answer {
	limits = limits.OrDefault()
	begin := time.Now()
	if ctx.Err() != nil {
		return Answer{Fault: Canceled, Exit: -1}
	}
	p, err := c.start(limits)
	if err != nil {
		return c.notStarted(err)
	}
	go p.feed(input)
	ended := p.await(ctx, begin.Add(limits.Timeout))
	return p.finish(ended, begin)
}

// start runs the program with pipes that belong to the harness. With pipes of
// its own os/exec would wait in Wait for whoever holds them.
func (c *Command) start(limits Limits) (*process, error) {
	if c.path == "" {
		resolved := *c
		if err := resolved.Resolve(); err != nil {
			return nil, err
		}
		c = &resolved
	}
	var pipes [3]struct{ r, w *os.File }
	closeAll := func() {
		for _, p := range pipes {
			p.r.Close()
			p.w.Close()
		}
	}
	for i := range pipes {
		var err error
		if pipes[i].r, pipes[i].w, err = os.Pipe(); err != nil {
			closeAll()
			return nil, fmt.Errorf("cannot make a pipe: %w", err)
		}
	}
	marker := fmt.Sprintf("%s=%d-%d", markerName, os.Getpid(), started.Add(1))
	cmd := &exec.Cmd{
		Path:   c.path,
		Args:   c.Argv,
		Dir:    c.Dir,
		Env:    append(append(os.Environ(), c.Env...), marker),
		Stdin:  pipes[0].r,
		Stdout: pipes[1].w,
		Stderr: pipes[2].w,
		// The pipes are files, so that Wait waits for the process alone; the
		// delay is for the day when one of them is not.
		WaitDelay: drainGrace,
	}
	isolate(cmd)
	if err := cmd.Start(); err != nil {
		closeAll()
		return nil, err
	}
	pipes[0].r.Close()
	pipes[1].w.Close()
	pipes[2].w.Close()
	p := &process{
		cmd:    cmd,
		pid:    cmd.Process.Pid,
		marker: marker,
		exited: make(chan struct{}),
		stdin:  pipes[0].w,
		fed:    make(chan struct{}),
		stdout: readOutput(pipes[1].r, limits),
		stderr: readTail(pipes[2].r, limits.StderrBytesMax),
	}
	go func() {
		defer close(p.exited)
		p.awaitExit()
	}()
	return p, nil
}

// markerName is the environment variable by which processes of a run are
// recognised that have left its process group.
const markerName = "TOUCHSTONE_SUBJECT"

// feed writes the input and closes stdin. A program that does not read all of
// it does nothing wrong; closing stdin from outside ends a write that waits.
func (p *process) feed(input []byte) {
	defer close(p.fed)
	_, _ = p.stdin.Write(input)
	p.stdin.Close()
}

// An ending is why the harness stopped waiting for a program.
type ending int

const (
	complete  ending = iota // the program exited and stdout is at its end
	lingering               // stdout is at its end, but the program did not exit
	held                    // the program exited, but stdout is still open
	timedOut
	overLimit
	canceled
)

// await waits for the end of the program and of its output, but not for ever.
func (p *process) await(ctx context.Context, deadline time.Time) ending {
	limit := time.NewTimer(time.Until(deadline))
	defer limit.Stop()
	exited, closed := p.exited, p.stdout.done
	var grace <-chan time.Time
	var onGrace ending
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
			return onGrace
		case <-limit.C:
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
func (p *process) finish(ended ending, begin time.Time) Answer {
	a := Answer{Exit: -1}
	byItself := ended == complete || ended == held
	if !byItself {
		p.stdout.freeze()
		a.Duration = time.Since(begin)
		p.terminate()
	} else {
		a.Duration = time.Since(begin)
	}
	state, left := p.clear(ended == complete)
	// The input is the caller's again when Run returns.
	p.stdin.Close()
	<-p.fed
	p.stdout.endWithin(drainGrace)
	a.Stderr = p.stderr.endWithin(drainGrace)

	got := p.stdout.got()
	a.Values, a.StreamErr, a.OutputBytes = got.values, got.trouble, got.bytes
	a.Partial = got.trouble == nil && got.text > got.taken
	if byItself && state != nil {
		a.Exit, a.Signal = exitOf(state)
	}
	switch {
	case ended == canceled:
		a.Fault = Canceled
	case got.over:
		a.Fault = OutputLimit
	case ended == timedOut && got.text == 0:
		a.Fault = Silent
	case ended == timedOut:
		a.Fault = TimedOut
	case byItself && a.Exit != 0:
		a.Fault = Crashed
	case got.err != nil:
		a.Fault, a.Err = Trouble, fmt.Errorf("cannot read the output: %w", got.err)
	}
	if ended == lingering || ended == held {
		a.Warnings = append(a.Warnings, Lingered)
	}
	if ended == held || ended == complete && left {
		a.Warnings = append(a.Warnings, Leaked)
	}
	return a
}

// terminate asks the program to end, and after killGrace does not ask.
func (p *process) terminate() {
	select {
	case <-p.exited:
		return
	default:
	}
	p.signalGroup(false)
	select {
	case <-p.exited:
		return
	case <-time.After(killGrace):
	}
	p.signalGroup(true)
	select {
	case <-p.exited:
	case <-time.After(reapGrace):
	}
}

// clear kills what is left of the program's processes and reaps the program.
// It tells how the program ended, nil if it cannot be ended, and, if patient,
// whether processes were left that did not go by themselves.
func (p *process) clear(patient bool) (state *os.ProcessState, left bool) {
	select {
	case <-p.exited:
	default:
		// Not even SIGKILL ended it. Waiting for it now would wait for ever.
		return nil, true
	}
	some := true
	if patient {
		some, left = p.othersStay(leakGrace)
	}
	// The group is killed before its leader is reaped: until then no other
	// process can get the leader's id, nor another group that of ours.
	p.signalGroup(true)
	var killed []int
	if some {
		killed = p.killEscaped()
	}
	p.reap()
	p.reapOthers(killed)
	return p.cmd.ProcessState, left
}

// notStarted tells why a program did not run, and whose fault that is.
func (c *Command) notStarted(err error) Answer {
	a := Answer{Exit: -1, Fault: NotStarted}
	if usage := c.explain(err); usage != nil {
		a.Err = usage
	} else {
		a.Fault, a.Err = Trouble, fmt.Errorf("cannot start %s: %w", c, err)
	}
	return a
}
