package run

import (
	"slices"
	"time"
)

// A handout decides which cases the workers get next, and when.
type handout struct {
	*runner
	next  int     // the case behind those that were handed out or wait in ready
	ready []asked // that are handed out next

	alone bool // until the first case tells that the subject can be started, or a little longer
	isUp  bool // with Lines: it has told that

	ended              <-chan struct{} // nil when it was seen
	aloneEnd, graceEnd <-chan time.Time
}

// refill makes the next group, of cases that need to be run.
func (h *handout) refill() {
	if h.cannotStart != nil && h.wanting() && h.room() {
		// They were to be asked when it was not known yet.
		h.ready = slices.DeleteFunc(h.ready, h.answered)
	}
	for h.wanting() && h.room() && len(h.ready) == 0 && h.next < h.Cases.Len() {
		h.ready, h.next = h.group(h.next)
		h.ready = slices.DeleteFunc(h.ready, h.answered)
	}
}

// wanting tells whether results are still wanted.
func (h *handout) wanting() bool { return h.ended != nil && !h.enough() }

// open tells whether there are cases to hand out, now or later.
func (h *handout) open() bool {
	return h.wanting() && (len(h.ready) > 0 || h.next < h.Cases.Len())
}

// turn waits for one thing to happen, and does what follows. Only an open handout hands out.
func (h *handout) turn(open bool) {
	work := h.work
	if len(h.ready) == 0 || !open || !h.room() || h.alone && len(h.running) > 0 {
		work = nil
	}
	select {
	case work <- h.ready:
		h.gone()
	case results := <-h.results:
		h.came(results)
	case <-h.up:
		if !h.isUp {
			h.isUp, h.aloneEnd = true, time.After(linesAloneMax)
		}
	case <-h.aloneEnd:
		h.alone = false
	case s := <-h.slow:
		switch {
		case !h.running[s.id] || h.Observer == nil:
		case s.hint != "":
			h.Observer.Hung(s.id, s.hint)
		default:
			h.Observer.Slow(s.id, s.after, s.timeout)
		}
	case <-h.ended:
		h.ended = nil
		h.graceEnd = time.After(stopGrace)
	case <-h.graceEnd:
		clear(h.running)
	}
}

// gone notes that a worker has the group.
func (h *handout) gone() {
	for _, a := range h.ready {
		h.begin(a.ID)
	}
	if h.alone && h.aloneEnd == nil {
		h.aloneEnd = time.After(aloneMax)
	}
	h.ready = nil
}

// came takes the results of a group.
func (h *handout) came(results []result) {
	for i := range results {
		done := &results[i]
		if h.enough() {
			// It comes too late, as if it were still under way.
			delete(h.running, done.Verdict.Case)
			continue
		}
		h.alone = h.alone && (h.Lines || !done.started())
		h.take(done)
	}
}
