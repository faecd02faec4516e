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
	running int           // beside each other
	alone   bool          // one is alone
	queued  int           // those who wait to be alone: nobody else begins before them
	changed chan struct{} // closed when something has changed
}

func newTurns() *turnstile { return &turnstile{changed: make(chan struct{})} }

// change tells all who wait to look again. The caller has the lock.
func (t *turnstile) change() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// wait waits, with the lock, until something holds. It is false if the context
// has ended, or if that is not needed any more.
func (t *turnstile) wait(ctx context.Context, needed, holds func() bool) bool {
	for !holds() {
		changed := t.changed
		t.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		t.mu.Lock()
		if ctx.Err() != nil || needed != nil && !needed() {
			return false
		}
	}
	return true
}

// turnKey marks the context of who has a turn; its value is how many run at once.
type turnKey struct{}

// Aside is a context for programs that are not under test, such as the reference of
// a game: they wait for no turn, since whoever has one may wait for them.
func Aside(ctx context.Context) context.Context { return context.WithValue(ctx, turnKey{}, 1) }

// IsAlone tells whether a context is one that Alone gives.
func IsAlone(ctx context.Context) bool { return ctx.Value(turnKey{}) == alone }

// alone is how many run where Alone is under way.
const alone = 0

// enter waits for a turn.
func (t *turnstile) enter(ctx context.Context) (turn context.Context, leave func(), err error) {
	if ctx.Value(turnKey{}) != nil {
		return ctx, func() {}, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.wait(ctx, nil, func() bool { return !t.alone && t.queued == 0 }) {
		return nil, nil, context.Cause(ctx)
	}
	t.running++
	return context.WithValue(ctx, turnKey{}, t.running), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.running--
		t.change()
	}, nil
}

// Turn waits until programs may run beside each other, and returns a context for
// one run of a program that need not wait any more. Leave must be called after
// it. The error is that of the context. Without a turn each run waits for its
// own; who has begun to take the time of one should have it before.
func Turn(ctx context.Context) (turn context.Context, leave func(), err error) {
	return turns.enter(ctx)
}

// Alone waits until no program of this harness runs, and calls f while no other
// one starts. All who wait to be alone come before anybody else, so that those who
// run are waited for once. Alone does not call f if the context ends before or, if
// needed is not nil, it tells that this is not needed any more; it tells whether it
// has called f. Programs that f runs must get the context that it is given. Programs
// that are kept for a dialogue do not count.
func Alone(ctx context.Context, needed func() bool, f func(context.Context)) bool {
	if IsAlone(ctx) {
		f(ctx)
		return true
	}
	t := turns
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queued++
	free := t.wait(ctx, needed, func() bool { return !t.alone && t.running == 0 })
	t.queued--
	if !free {
		t.change()
		return false
	}
	t.alone = true
	defer func() {
		t.alone = false
		t.change()
	}()
	t.mu.Unlock()
	defer t.mu.Lock()
	f(context.WithValue(ctx, turnKey{}, alone))
	return true
}

// runningOf is how many programs run beside each other in a context with a turn.
func runningOf(turn context.Context) int {
	running, _ := turn.Value(turnKey{}).(int)
	return running
}

// shareOf is the part of one processor that is due to a program which runs with
// others: all of it, if there are processors enough. More is due to none, since
// it may be able to use one only.
func shareOf(running int) float64 {
	return min(1, float64(runtime.NumCPU())/float64(max(running, 1)))
}

// With how much of its share a program was not starved. One that runs beside others gets a
// second look, alone, for little. What it does alone is final: where a machine is always
// busy, an endless loop would never have a verdict with as much.
const (
	enoughBeside = 0.75
	enoughAlone  = 0.5
)

// enoughOf is the part of one processor that is enough for a program which runs in a
// context with a turn.
func enoughOf(turn context.Context) float64 {
	part := enoughBeside
	if IsAlone(turn) {
		part = enoughAlone
	}
	return part * shareOf(runningOf(turn))
}
