package grade

import (
	"fmt"
	"syscall"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestWithRoom: what finds no room on the disk is done once more, while nothing is built;
// what fails otherwise is not.
func TestWithRoom(t *testing.T) {
	full := &game.UsageError{Message: "state: no space left on device", Cause: syscall.ENOSPC}
	for _, test := range []struct {
		errs []error
		want error
	}{
		{[]error{nil}, nil},
		{[]error{syscall.EROFS}, syscall.EROFS},
		{[]error{full, nil}, nil},
		{[]error{fmt.Errorf("ledger: %w", syscall.EDQUOT), nil}, nil},
		{[]error{fmt.Errorf("ledger: %w", syscall.ENOSPC), full}, full},
	} {
		e, done := &Engine{}, 0
		err := e.withRoom(func() error {
			beside := e.building.TryRLock()
			if beside {
				e.building.RUnlock()
			}
			if beside != (done == 0) {
				t.Errorf("%v: time %d, another build may run: %v", test.errs, done+1, beside)
			}
			done++
			return test.errs[done-1]
		})
		if err != test.want || done != len(test.errs) {
			t.Errorf("%v: done %d times, and %v", test.errs, done, err)
		}
	}
}
