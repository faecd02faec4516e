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
		alive, unsettled := false, false
		for _, other := range g.others() {
			unsettled = unsettled || other.unsettled
			some = some || !other.unsettled
			alive = alive || !other.dead && !other.unsettled
		}
		if !alive && !unsettled || time.Now().After(end) {
			return some, alive
		}
	}
}

// settleGrace bounds how long a process may be between two programs, or between its
// memory and its end, before it is taken for somebody else's: both are over at once
// unless the machine is busy.
const settleGrace = 500 * time.Millisecond

// killEscaped kills the processes of the program that have left its group, and
// those they started, and returns their ids. The group has got its signal.
func (g *group) killEscaped() []int {
	var killed []int
	// A process that dies after the list of our children was read leaves children that
	// were not on it: only a second list without the living has them all.
	quiet := 0
	begin := time.Now()
	for end := begin.Add(reapGrace); quiet < 2 && time.Now().Before(end); {
		alive := false
		for _, other := range g.others(killed...) {
			switch {
			case other.dead:
			case other.unsettled:
				alive = alive || time.Since(begin) < settleGrace
			default:
				// Once it is dead its own children are ours, and are looked at next.
				alive = true
				if !g.has(other) && !slices.Contains(killed, other.pid) {
					// It is a child of ours that is not reaped, so the id is still its own.
					_ = unix.Kill(other.pid, unix.SIGKILL)
					killed = append(killed, other.pid)
				}
			}
		}
		quiet++
		if alive {
			quiet = 0
			time.Sleep(pollPause)
		}
	}
	return killed
}

// reapOthers takes the exit statuses of the killed processes, so that not even
// their entries in the process table are left.
func (g *group) reapOthers(killed []int) {
	reapEach(append([]int{-g.pid}, killed...))
}

// endLeft ends the processes of a program whose keeper is gone: those in its control
// group, and those with a marker in their environment that have become children of ours.
func endLeft(in *controlGroup, marker string) {
	killed := in.kill()
	g := &group{marker: marker}
	reapEach(append(killed, g.killEscaped()...))
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
	unsettled  bool // has no environment now, or no longer: whose it is cannot be told
}

// others lists the processes of the program that have become children of the
// harness, because their own parents are gone. Known ones are its own, whatever they
// look like now: the environment of a process goes before the process.
func (g *group) others(known ...int) []other {
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
		if !ok {
			continue
		}
		ours := g.has(o) || slices.Contains(known, pid) || g.marked(pid)
		o.unsettled = o.unsettled && !ours
		if ours || o.unsettled {
			all = append(all, o)
		}
	}
	return all
}

// has tells whether a process is in the group, which has no id if only what has left it
// is looked for.
func (g *group) has(o other) bool { return g.pid != 0 && o.group == g.pid }

// look reads group and state of a process, if it still exists.
func look(pid int) (other, bool) {
	fields := statOf(fmt.Sprintf("/proc/%d/stat", pid))
	if len(fields) <= statEnvStart {
		return other{}, false
	}
	group, err := strconv.Atoi(string(fields[statGroup]))
	if err != nil {
		return other{}, false
	}
	o := other{pid: pid, group: group}
	// The state is that of the first thread, which may have ended before the others.
	state, threads := fields[statState][0], string(fields[statThreads])
	o.dead = (state == 'Z' || state == 'X') && (threads == "0" || threads == "1")
	o.unsettled = !o.dead && string(fields[statEnvStart]) == "0"
	return o, true
}

// marked tells whether the process was started, at whatever remove, by the
// program of this run.
func (g *group) marked(pid int) bool {
	for _, thread := range numbers(fmt.Sprintf("/proc/%d/task", pid)) {
		environment, err := readProc(fmt.Sprintf("/proc/%d/task/%d/environ", pid, thread))
		if err != nil || len(environment) == 0 {
			// A thread that has ended has none, though others may go on.
			continue
		}
		for entry := range bytes.SplitSeq(environment, []byte{0}) {
			if string(entry) == g.marker {
				return true
			}
		}
		return false
	}
	return false
}
