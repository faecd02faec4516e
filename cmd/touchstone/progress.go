package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// How often progress is shown, and from when on.
const (
	progressQuiet    = time.Second            // short runs show none
	progressTerminal = 100 * time.Millisecond // one line that is written over
	progressPlain    = 10 * time.Second       // plain lines, so that a log shows that the run is alive
	// heldUpMin is how long a case runs before the progress names it.
	heldUpMin = 5 * time.Second
)

// A progress tells on standard error how far a run has come, also while
// nothing ends. It is the observer of the run.
type progress struct {
	w        io.Writer
	terminal bool
	total    int
	stop     chan struct{}
	stopped  chan struct{}

	mu      sync.Mutex
	done    int
	failed  int
	running []runningCase // in the order in which they began
	shown   bool          // a line stands on the terminal
}

type runningCase struct {
	id    string
	begin time.Time
}

// newProgress begins to show the progress of so many cases. Its end must be
// called.
func newProgress(w io.Writer, terminal bool, total int) *progress {
	p := &progress{w: w, terminal: terminal, total: total, stop: make(chan struct{}), stopped: make(chan struct{})}
	every := progressPlain
	if terminal {
		every = progressTerminal
	}
	go func() {
		defer close(p.stopped)
		for wait := max(every, progressQuiet); ; wait = every {
			select {
			case <-time.After(wait):
				p.show()
			case <-p.stop:
				return
			}
		}
	}()
	return p
}

// Begin implements run.Observer.
func (p *progress) Begin(caseID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = append(p.running, runningCase{caseID, time.Now()})
}

// End implements run.Observer.
func (p *progress) End(v judge.Verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, r := range p.running {
		if r.id == v.Case {
			// It is one of the first, mostly: fewer are before it than behind.
			copy(p.running[1:i+1], p.running[:i])
			p.running = p.running[1:]
			break
		}
	}
	p.done++
	if v.Outcome != judge.Pass {
		p.failed++
	}
}

// Slow implements run.Observer.
func (p *progress) Slow(caseID string, after, timeout time.Duration) {
	said := fmt.Sprintf("slow: %s has been running for %v", text.Visible(caseID), after)
	if timeout > 0 {
		said += fmt.Sprintf("; touchstone stops it at %v", timeout)
	}
	p.say("%s", said)
}

// say writes a line that stays.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
	fmt.Fprintf(p.w, "touchstone: "+format+"\n", args...)
}

// show writes how far the run is.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := fmt.Sprintf("touchstone: %d of %s, %d not passed", p.done, text.Count(p.total, "case"), p.failed)
	if len(p.running) > 0 {
		// The first to begin is the one that runs longest.
		first := p.running[0]
		if took := time.Since(first.begin); took >= heldUpMin {
			line += fmt.Sprintf("; %s has been running for %v", text.Visible(first.id), took.Round(time.Second))
		}
	}
	p.wipe()
	if p.terminal {
		fmt.Fprint(p.w, line)
		p.shown = true
	} else {
		fmt.Fprintln(p.w, line)
	}
}

// wipe clears the line of a terminal.
func (p *progress) wipe() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// end shows no more.
func (p *progress) end() {
	close(p.stop)
	<-p.stopped
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
}
