package subject

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// A group is a program in a process group of its own, started by the harness
// itself: all that there is on a machine, or in a binary, without keepers.
type group struct {
	cmd    *exec.Cmd
	pid    int // also the id of its process group
	marker string
	gone   chan struct{} // closed when the program has ended
	folder *scratch      // private, nil if it has none
	early  bool          // it had ended before it was to be stopped
}

// markerName is the environment variable by which processes of a run are
// recognised that have left its process group.
const markerName = "TOUCHSTONE_SUBJECT"

// started counts markers, to tell the processes of one run from those of
// another.
var started atomic.Uint64

// newMarker makes an entry of an environment that no other run has.
func newMarker() string { return fmt.Sprintf("%s=%d-%d", markerName, os.Getpid(), started.Add(1)) }

// hold starts the program with the given ends of its pipes.
func (c *Command) hold(ends pipeEnds) (tree, error) {
	g := &group{
		marker: newMarker(),
		gone:   make(chan struct{}),
	}
	dir, env := c.Dir, append(os.Environ(), c.Env...)
	if c.Isolation != Unisolated {
		folder, err := makeScratch()
		if err != nil {
			return nil, err
		}
		g.folder = folder
		if dir == "" {
			dir = folder.path
		}
		env = append(cleanEnvironment(folder.path), c.Env...)
	}
	argv, env := atPort(c.arguments(), append(env, g.marker), c.port)
	g.cmd = &exec.Cmd{
		Path:   c.path,
		Args:   argv,
		Dir:    dir,
		Env:    env,
		Stdin:  ends.stdin,
		Stdout: ends.stdout,
		Stderr: ends.stderr,
		// The pipes are files, so that Wait waits for the process alone; the
		// delay is for the day when one of them is not.
		WaitDelay: drainGrace,
	}
	isolate(g.cmd)
	if err := g.cmd.Start(); err != nil {
		g.wipe()
		return nil, err
	}
	g.pid = g.cmd.Process.Pid
	live.Store(g, nil)
	go func() {
		defer close(g.gone)
		g.awaitExit()
	}()
	return g, nil
}

// wipe removes the private folder.
func (g *group) wipe() {
	if g.folder != nil {
		g.folder.remove()
	}
}

// live has the groups that are not reaped yet.
var live sync.Map

// EndAll ends all programs that still run and removes their folders and control groups, for
// a harness that is about to exit without having waited for them. Keepers notice by
// themselves that it does.
func EndAll() {
	live.Range(func(g, _ any) bool {
		g.(*group).signalGroup(true)
		return true
	})
	endGroups()
	shelved.close()
}

func (g *group) exited() <-chan struct{} { return g.gone }

func (g *group) terminate(time.Duration) {
	if g.early = isClosed(g.gone); g.early {
		return
	}
	g.signalGroup(false)
	select {
	case <-g.gone:
		return
	case <-time.After(killGrace):
	}
	g.signalGroup(true)
	select {
	case <-g.gone:
	case <-time.After(reapGrace):
	}
}

func (g *group) clear(patient bool) end {
	defer g.wipe()
	select {
	case <-g.gone:
	default:
		// Not even SIGKILL ended it. Waiting for it now would wait for ever.
		return end{exit: -1, left: true}
	}
	some, left := true, false
	if patient {
		some, left = g.othersStay(leakGrace)
	}
	// The group is killed before its leader is reaped: until then no other
	// process can get the leader's id, nor another group that of ours.
	g.signalGroup(true)
	var killed []int
	if some {
		killed = g.killEscaped()
	}
	live.Delete(g)
	g.reap()
	g.reapOthers(killed)
	e := end{known: true, left: left, early: g.early}
	state := g.cmd.ProcessState
	e.exit, e.signal = exitOf(state)
	e.cpu = state.UserTime() + state.SystemTime()
	return e
}
