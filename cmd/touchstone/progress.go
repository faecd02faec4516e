package main

import (
	"fmt"
	"io"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// heldUpMin is how long a case runs before the progress names it.
const heldUpMin = 5 * time.Second

// progressTo returns where a command shows its progress, and whether that is a terminal.
// With --quiet it shows none.
func (o *output) progressTo(stderr io.Writer) (to io.Writer, terminal bool) {
	if o.quiet {
		return io.Discard, false
	}
	return stderr, isTerminal(stderr)
}

// togetherMax is how far apart cases begin that are handed out together.
const togetherMax = 10 * time.Millisecond

// A progress tells on standard error how far a run has come, also while
// nothing ends. It is the observer of the run.
type progress struct {
	heartbeat
	total   int
	done    int
	failed  int
	hung    bool          // it was told that a case was ended by time
	whole   bool          // nothing ends the run before all cases have run
	running []runningCase // in the order in which they began
}

type runningCase struct {
	id    string
	begin time.Time
}

// newProgress begins to show the progress of so many cases. Its end must be
// called.
func newProgress(w io.Writer, terminal bool, total int) *progress {
	p := &progress{total: total}
	p.start(w, terminal, p.line)
	return p
}

// Begin implements run.Observer.
func (p *progress) Begin(caseID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = append(p.running, runningCase{caseID, time.Now()})
}

// End implements run.Observer. What is not run is not done: once a program is given up, some
// of these cases are asked after all.
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
	if v.Outcome == judge.Blocked {
		return
	}
	p.done++
	if v.Outcome != judge.Pass {
		p.failed++
	}
}

// Slow implements run.Observer.
func (p *progress) Slow(caseID string, after, timeout time.Duration) {
	said := fmt.Sprintf("slow: %s has been running for %v", caseID, after)
	if timeout > 0 {
		said += fmt.Sprintf("; touchstone stops it at %v", timeout)
	}
	p.say(said)
}

// Hung implements run.Observer. A run may be several with some of the cases each.
func (p *progress) Hung(caseID, hint string) {
	p.mu.Lock()
	told := p.hung
	p.hung = true
	p.mu.Unlock()
	if !told {
		p.say(caseID + " was stopped, since it took too long")
		p.advise(hint)
		if p.whole {
			p.advise("to wait less, add --give-up 3, which runs few cases after 3 such in a row, or --fail-fast")
		}
	}
}

// line says how far the run is.
func (p *progress) line() string {
	line := fmt.Sprintf("%d of %s, %d not passed", p.done, text.Count(p.total, "case"), p.failed)
	if len(p.running) > 0 {
		// The first to begin is the one that runs longest. Where cases are asked line by line,
		// many begin together, and nobody tells which of them is over.
		first, together := p.running[0], 0
		for _, r := range p.running {
			if r.begin.Sub(first.begin) < togetherMax {
				together++
			}
		}
		if took := time.Since(first.begin); took >= heldUpMin {
			what := text.Visible(first.id) + " has"
			if together > 1 {
				what = text.Count(together, "case") + " have"
			}
			line += fmt.Sprintf("; %s been running for %v", what, took.Round(time.Second))
		}
	}
	return line
}
