package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A gradeProgress tells on standard error how far grading has come, and how long
// the rest will take.
type gradeProgress struct {
	w        io.Writer
	terminal bool
	began    time.Time
	stop     chan struct{}
	stopped  chan struct{}

	mu    sync.Mutex
	line  progressLine
	shown bool
}

// A progressLine says how far it has come after a time.
type progressLine func(took time.Duration) string

func newGradeProgress(w io.Writer, terminal bool, line progressLine) *gradeProgress {
	p := &gradeProgress{w: w, terminal: terminal, line: line, began: time.Now(), stop: make(chan struct{}), stopped: make(chan struct{})}
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

func (p *gradeProgress) tell(line progressLine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = line
}

// say writes a sentence that stays.
func (p *gradeProgress) say(message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
	fmt.Fprintf(p.w, "touchstone: %s\n", text.Visible(message))
}

func (p *gradeProgress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := "touchstone: " + p.line(time.Since(p.began))
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	if p.shown = p.terminal; p.terminal {
		fmt.Fprint(p.w, line)
	} else {
		fmt.Fprintln(p.w, line)
	}
}

// gradeLine says how far grading has come.
func gradeLine(p grade.Progress) progressLine {
	return func(took time.Duration) string {
		line := fmt.Sprintf("%d of %s, %d of %s", p.TeamsDone, text.Count(p.Teams, "team"), p.Verdicts+p.Known, text.Count(p.All, "verdict"))
		if rest, ok := p.Rest(took); ok {
			line += fmt.Sprintf(", about %v left", rest)
		}
		return line
	}
}

func (p *gradeProgress) end() {
	close(p.stop)
	<-p.stopped
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
