//go:build !linux

package subject

import "time"

// adopt does nothing: processes that lose their parent are not given to us
// here.
func adopt() {}

// awaitExit waits until the program has ended, and reaps it.
func (p *process) awaitExit() {
	// The error only repeats what the state says.
	_ = p.cmd.Wait()
}

// othersStay cannot tell here whether the program left processes behind.
func (p *process) othersStay(time.Duration) (some, stay bool) { return false, false }

// killEscaped cannot find processes here that have left the group.
func (p *process) killEscaped() []int { return nil }

// reapOthers does nothing: the processes of the group are not ours to reap.
func (p *process) reapOthers([]int) {}

// reap returns at once: the program has been reaped by awaitExit.
func (p *process) reap() {}
