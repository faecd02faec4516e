package subject

import (
	"context"
	"runtime"
	"sync"
)

// turns are those in which programs of this harness run: many at once, or one
// alone.
var turns = newTurns()

// A turnstile lets many through at once, or one alone.
type turnstile struct {
	mu      sync.Mutex
	running int
	alone   bool          // somebody is alone, or waits until he is
	changed chan struct{} // closed when something has changed
}

func newTurns() *turnstile { return &turnstile{changed: make(chan struct{})} }

// change tells all who wait to look again. The caller has the lock.
func (t *turnstile) change() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// wait waits, with the lock, until something holds.
func (t *turnstile) wait(ctx context.Context, holds func() bool) error {
	for !holds() {
		changed := t.changed
		t.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		t.mu.Lock()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// aloneKey marks the context of who is alone.
type aloneKey struct{}

// IsAlone tells whether a context is one that Alone gives.
func IsAlone(ctx context.Context) bool { return ctx.Value(aloneKey{}) != nil }

// enter waits for the turn of a program, and returns how many run at once then.
func (t *turnstile) enter(ctx context.Context) (leave func(), running int, err error) {
	if IsAlone(ctx) {
		return func() {}, 1, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wait(ctx, func() bool { return !t.alone }); err != nil {
		return nil, 0, err
	}
	t.running++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.running--
		t.change()
	}, t.running, nil
}

// Alone waits until no program of this harness runs, and calls f while no other
// one starts. Programs that f runs must get the context that it is given. The
// error is that of the context, and f has not been called then. Programs that
// are kept for a dialogue do not count.
func Alone(ctx context.Context, f func(context.Context)) error {
	t := turns
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.wait(ctx, func() bool { return !t.alone }); err != nil {
		return err
	}
	t.alone = true
	defer func() {
		t.alone = false
		t.change()
	}()
	if err := t.wait(ctx, func() bool { return t.running == 0 }); err != nil {
		return err
	}
	t.mu.Unlock()
	defer t.mu.Lock()
	f(context.WithValue(ctx, aloneKey{}, true))
	return nil
}

// shareOf is the part of one processor that is due to a program which runs with
// others: all of it, if there are processors enough. More is due to none, since
// it may be able to use one only.
func shareOf(running int) float64 {
	return min(1, float64(runtime.NumCPU())/float64(max(running, 1)))
}
