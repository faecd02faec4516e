//go:build !linux

package subject

import "time"

// adopt does nothing: processes that lose their parent are not given to us
// here.
func adopt() {}

// awaitExit waits until the program has ended, and reaps it.
func (g *group) awaitExit() {
	// The error only repeats what the state says.
	_ = g.cmd.Wait()
}

// othersStay cannot tell here whether the program left processes behind.
func (g *group) othersStay(time.Duration) (some, stay bool) { return false, false }

// killEscaped cannot find processes here that have left the group.
func (g *group) killEscaped() []int { return nil }

// reapOthers does nothing: the processes of the group are not ours to reap.
func (g *group) reapOthers([]int) {}

// reap returns at once: the program has been reaped by awaitExit.
func (g *group) reap() {}

// seal does nothing: which files are open cannot be told everywhere.
func seal() {}
