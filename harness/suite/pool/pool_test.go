package pool_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

func TestRunDoesEachPieceOnce(t *testing.T) {
	for _, jobs := range []int{-1, 1, 2, 7, 100} {
		for _, n := range []int{0, 1, 50} {
			times := make([]atomic.Int32, n)
			workers := atomic.Int32{}
			err := pool.Run(t.Context(), n, jobs, func() func(int) error {
				workers.Add(1)
				return func(i int) error {
					times[i].Add(1)
					return nil
				}
			})
			if err != nil || int(workers.Load()) > max(jobs, 1) {
				t.Errorf("%d pieces, %d jobs: %d workers, %v", n, jobs, workers.Load(), err)
			}
			for i := range times {
				if got := times[i].Load(); got != 1 {
					t.Errorf("%d pieces, %d jobs: piece %d was done %d times", n, jobs, i, got)
				}
			}
		}
	}
}

func TestRunEndsEarly(t *testing.T) {
	wrong := errors.New("wrong")
	done := 0
	err := pool.Run(t.Context(), 100, 1, func() func(int) error {
		return func(i int) error {
			done++
			if i == 3 {
				return wrong
			}
			return nil
		}
	})
	if !errors.Is(err, wrong) || done != 4 {
		t.Errorf("%d pieces were done, %v", done, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(wrong)
	err = pool.Run(ctx, 100, 2, func() func(int) error {
		return func(i int) error {
			t.Errorf("piece %d was done", i)
			return nil
		}
	})
	if !errors.Is(err, wrong) {
		t.Errorf("interrupted: %v", err)
	}
}
