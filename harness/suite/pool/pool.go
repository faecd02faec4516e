// Package pool does many independent pieces of work on a bounded number of
// goroutines. What comes out depends on the pieces alone, never on the number of
// workers.
package pool

import (
	"context"
	"sync"
	"sync/atomic"
)

// Run calls work for each of n pieces, numbered from 0, on so many workers at
// once. Each worker makes its own function first, which may keep scratch memory,
// and calls it for one piece at a time. Of several errors that of the first piece
// counts; once there is one, no further piece is begun. An ended context is an
// error.
func Run(ctx context.Context, n, jobs int, worker func() func(i int) error) error {
	var next atomic.Int64
	var failed atomic.Bool
	errs := make([]error, n)
	run := func() {
		work := worker()
		for !failed.Load() && ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			if errs[i] = work(i); errs[i] != nil {
				failed.Store(true)
			}
		}
	}
	if workers := min(jobs, n); workers <= 1 {
		run() // here: a goroutine would take longer than many a piece of work
	} else {
		var all sync.WaitGroup
		for range workers {
			all.Go(run)
		}
		all.Wait()
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
