package pool_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// TestSlots lets several pools share slots: together they never take more than
// there are, and all work is done.
func TestSlots(t *testing.T) {
	for _, n := range []int{1, 3, 7} {
		slots := pool.NewSlots(n)
		var taken, most, done atomic.Int64
		var all sync.WaitGroup
		for share := range 4 {
			all.Go(func() {
				err := pool.Run(t.Context(), 50, 8, func() func(int) error {
					return func(int) error {
						if !slots.Take(t.Context(), share+1) {
							t.Error("nothing was taken")
							return nil
						}
						now := taken.Add(int64(min(share+1, n)))
						for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
						}
						done.Add(1)
						taken.Add(-int64(min(share+1, n)))
						slots.Give(share + 1)
						return nil
					}
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if done.Load() != 200 || most.Load() > int64(n) {
			t.Errorf("of %d slots %d were taken at once, %d of 200 pieces were done", n, most.Load(), done.Load())
		}
	}
}

func TestSlotsOfAnEndedContext(t *testing.T) {
	slots := pool.NewSlots(2)
	if !slots.Take(t.Context(), 1) {
		t.Fatal("a free slot was not taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// One is free and one is not: what was taken of them is given back.
	for range 5 {
		if slots.Take(ctx, 2) {
			t.Fatal("two slots were taken of one")
		}
	}
	if !slots.Take(t.Context(), 1) {
		t.Error("the free slot is lost")
	}
	var none *pool.Slots
	if !none.Take(t.Context(), 5) || none.Take(ctx, 5) {
		t.Error("without slots something else than the context decides")
	}
	none.Give(5)
}
