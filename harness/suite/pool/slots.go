package pool

import "context"

// Slots are a bounded number of places that several pools share, so that
// together they do no more at once than the machine has room for, whichever of
// them has work left. A nil *Slots has no bound.
type Slots struct {
	turn  chan struct{} // whoever takes several does so alone
	taken chan struct{}
}

// NewSlots makes n slots, at least one.
func NewSlots(n int) *Slots {
	return &Slots{turn: make(chan struct{}, 1), taken: make(chan struct{}, max(n, 1))}
}

// Take waits for n slots and takes them; more than there are stand for all. It is
// false, and nothing is taken, if the context ends first.
func (s *Slots) Take(ctx context.Context, n int) bool {
	if s == nil {
		return ctx.Err() == nil
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return false
	}
	for i := range min(n, cap(s.taken)) {
		select {
		case s.taken <- struct{}{}:
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
	for range min(n, cap(s.taken)) {
		<-s.taken
	}
}
