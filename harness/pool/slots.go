package pool

import (
	"context"
	"sync"
)

// Slots are a bounded number of places that several pools share, so that
// together they do no more at once than the machine has room for, whichever of
// them has work left. A nil *Slots has no bound.
type Slots struct {
	turn sync.Mutex // whoever takes several does so alone, and in turn
	free chan struct{}
}

// NewSlots makes n slots, at least one.
func NewSlots(n int) *Slots { return &Slots{free: make(chan struct{}, max(n, 1))} }

// Take waits for n slots and takes them; more than there are stand for all. It is
// false, and nothing is taken, if the context ends first.
func (s *Slots) Take(ctx context.Context, n int) bool {
	if s == nil {
		return ctx.Err() == nil
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	for i := range min(n, cap(s.free)) {
		select {
		case s.free <- struct{}{}:
		case <-ctx.Done():
			s.Give(i)
			return false
		}
	}
	return true
}

// Give gives back n slots that were taken.
func (s *Slots) Give(n int) {
	if s == nil {
		return
	}
	for range min(n, cap(s.free)) {
		<-s.free
	}
}
