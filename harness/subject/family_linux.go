package subject

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// adopt makes the harness the parent of all processes that lose theirs below
// it: so those of a program can be found after it has exited, whatever group
// they have moved to.
var adopt = sync.OnceFunc(func() {
	// Without it only processes that leave their group stay unseen.
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
})

// awaitExit waits until the program has ended, without reaping it: its id, and
// that of its group, stay taken until the group has been killed.
func (g *group) awaitExit() {
	for {
		err := unix.Waitid(unix.P_PID, g.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// reap takes the exit status of the program that awaitExit waited for.
func (g *group) reap() {
	// The error only repeats what the state says.
	_ = g.cmd.Wait()
}

// pollPause stands between two looks at processes that are about to end.
const pollPause = 2 * time.Millisecond

// othersStay tells whether there are other processes of the program, and
// whether some of them still live after grace.
func (g *group) othersStay(grace time.Duration) (some, stay bool) {
	for end := time.Now().Add(grace); ; time.Sleep(pollPause) {
		alive := false
		for _, other := range g.others() {
			some = true
			alive = alive || !other.dead
		}
		if !alive || time.Now().After(end) {
			return some, alive
		}
	}
}

// killEscaped kills the processes of the program that have left its group, and
// those they started, and returns their ids. The group has got its signal.
func (g *group) killEscaped() []int {
	var killed []int
	for end := time.Now().Add(reapGrace); time.Now().Before(end); time.Sleep(pollPause) {
		alive := false
		for _, other := range g.others() {
			if other.dead {
				continue
			}
			// Once it is dead its own children are ours, and are looked at next.
			alive = true
			if other.group == g.pid || slices.Contains(killed, other.pid) {
				continue
			}
			// It is a child of ours that is not reaped, so the id is still its own.
			_ = unix.Kill(other.pid, unix.SIGKILL)
			killed = append(killed, other.pid)
		}
		if !alive {
			break
		}
	}
	return killed
}

// reapOthers takes the exit statuses of the killed processes, so that not even
// their entries in the process table are left.
func (g *group) reapOthers(killed []int) {
	reapEach(append([]int{-g.pid}, killed...))
}

// endMarked ends the processes with a marker in their environment that have
// become children of ours.
func endMarked(marker string) {
	g := &group{marker: marker}
	reapEach(g.killEscaped())
}

// reapEach takes the exit statuses of processes, or of groups if negative.
func reapEach(pids []int) {
	end := time.Now().Add(reapGrace)
	for _, pid := range pids {
		for {
			got, err := unix.Wait4(pid, nil, unix.WNOHANG, nil)
			switch {
			case errors.Is(err, unix.EINTR) || got > 0:
				continue
			case got == 0 && err == nil && time.Now().Before(end):
				time.Sleep(pollPause)
				continue
			}
			break
		}
	}
}

// An other is a process of a program that is not the program itself.
type other struct {
	pid, group int
	dead       bool // but not reaped
}

// others lists the processes of the program that have become children of the
// harness, because their own parents are gone.
func (g *group) others() []other {
	// The kernel gives orphans to the first thread of their new parent, so the
	// children of the other threads need not be looked at.
	self := os.Getpid()
	list, err := readProc(fmt.Sprintf("/proc/%d/task/%d/children", self, self))
	if err != nil {
		return nil
	}
	var all []other
	for field := range bytes.FieldsSeq(list) {
		pid, err := strconv.Atoi(string(field))
		if err != nil || pid == g.pid {
			continue
		}
		o, ok := look(pid)
		if ok && (o.group == g.pid || g.marked(pid)) {
			all = append(all, o)
		}
	}
	return all
}

// look reads group and state of a process, if it still exists.
func look(pid int) (other, bool) {
	fields := statOf(fmt.Sprintf("/proc/%d/stat", pid)) // state ppid pgrp …
	if len(fields) < 3 {
		return other{}, false
	}
	group, err := strconv.Atoi(string(fields[2]))
	if err != nil {
		return other{}, false
	}
	return other{pid: pid, group: group, dead: fields[0][0] == 'Z' || fields[0][0] == 'X'}, true
}

// marked tells whether the process was started, at whatever remove, by the
// program of this run.
func (g *group) marked(pid int) bool {
	environment, err := readProc(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return false
	}
	for entry := range bytes.SplitSeq(environment, []byte{0}) {
		if string(entry) == g.marker {
			return true
		}
	}
	return false
}
