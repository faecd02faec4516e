package main

import (
	"fmt"
	"io"
	"time"

	"github.com/touchstone-harness/touchstone/harness/judge"
)

// How often progress is shown, and from when on.
const (
	progressQuiet    = time.Second            // short runs show none
	progressTerminal = 100 * time.Millisecond // one line that is written over
	progressPlain    = 10 * time.Second       // plain lines, so that a log shows that the run is alive
)

// A progress tells on standard error how far a run has come.
type progress struct {
	w        io.Writer
	terminal bool
	total    int
	done     int
	failed   int
	next     time.Time
	shown    bool
}

func newProgress(w io.Writer, total int, quiet bool) *progress {
	if quiet {
		w = io.Discard
	}
	return &progress{w: w, terminal: isTerminal(w), total: total, next: time.Now().Add(progressQuiet)}
}

// step counts a verdict.
func (p *progress) step(v judge.Verdict) {
	p.done++
	if v.Outcome != judge.Pass {
		p.failed++
	}
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	line := fmt.Sprintf("touchstone: %d of %d cases, %d not passed", p.done, p.total, p.failed)
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
		p.next = now.Add(progressTerminal)
	} else {
		fmt.Fprintln(p.w, line)
		p.next = now.Add(progressPlain)
	}
	p.shown = true
}

// end clears the line of a terminal.
func (p *progress) end() {
	if p.terminal && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
