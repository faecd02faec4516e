package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// How often progress is shown, and from when on.
const (
	progressQuiet    = time.Second            // short runs show none
	progressTerminal = 100 * time.Millisecond // one line that is written over
	progressPlain    = 10 * time.Second       // plain lines, so that a log shows that the run is alive
)

// A statusLine says how far something has come. On a terminal the next one is written over
// it, elsewhere it stays.
type statusLine struct {
	w        io.Writer
	terminal bool
	shown    bool // a line stands on the terminal
}

// every is how often to show it.
func (s *statusLine) every() time.Duration {
	if s.terminal {
		return progressTerminal
	}
	return progressPlain
}

func (s *statusLine) show(line string) {
	s.wipe()
	if s.shown = s.terminal; s.terminal {
		fmt.Fprint(s.w, "touchstone: ", line)
	} else {
		fmt.Fprintln(s.w, "touchstone:", line)
	}
}

// wipe clears the line of a terminal.
func (s *statusLine) wipe() {
	if s.shown {
		fmt.Fprint(s.w, "\r\x1b[K")
		s.shown = false
	}
}

// A heartbeat shows a statusLine now and then, also while nothing else happens.
type heartbeat struct {
	mu      sync.Mutex // of the status, and of what its line is made from
	status  statusLine
	stop    chan struct{}
	stopped chan struct{}
}

// start begins to show what line returns, which is called with mu locked. The end must be
// called.
func (h *heartbeat) start(w io.Writer, terminal bool, line func() string) {
	h.status = statusLine{w: w, terminal: terminal}
	h.stop, h.stopped = make(chan struct{}), make(chan struct{})
	every := h.status.every()
	go func() {
		defer close(h.stopped)
		for wait := max(every, progressQuiet); ; wait = every {
			select {
			case <-time.After(wait):
				h.mu.Lock()
				h.status.show(line())
				h.mu.Unlock()
			case <-h.stop:
				return
			}
		}
	}()
}

// say writes a sentence that stays.
func (h *heartbeat) say(message string) { h.write("touchstone", message) }

// advise writes a next step that stays.
func (h *heartbeat) advise(hint string) { h.write("hint", hint) }

func (h *heartbeat) write(prefix, line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.status.wipe()
	fmt.Fprintf(h.status.w, "%s: %s\n", prefix, text.Visible(line))
}

// end shows no more.
func (h *heartbeat) end() {
	close(h.stop)
	<-h.stopped
	h.mu.Lock()
	defer h.mu.Unlock()
	h.status.wipe()
}
