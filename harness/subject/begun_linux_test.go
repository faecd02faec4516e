package subject

import (
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// idler is a command with one keeper that has nothing to do.
func idler(t *testing.T, isolation Isolation, script string) (*Command, *keeper) {
	t.Helper()
	c := shell(script)
	c.Isolation = isolation
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if a := c.Run(t.Context(), nil, Limits{}); a.Fault != None && a.Fault != Silent {
		t.Fatalf("%+v", a)
	}
	if len(c.pool.idle) != 1 {
		t.Fatalf("there are %d keepers", len(c.pool.idle))
	}
	return c, c.pool.idle[0]
}

// heldFor keeps a process from the processors for so long, as others do that take them all.
func heldFor(t *testing.T, pid int, long time.Duration) {
	t.Helper()
	if err := unix.Kill(pid, unix.SIGSTOP); err != nil {
		t.Error(err)
	}
	time.AfterFunc(long, func() {
		if err := unix.Kill(pid, unix.SIGCONT); err != nil {
			t.Error(err)
		}
	})
}

// lateTries is how often a program is asked that shall be seen to begin late.
const lateTries = 5

// TestBegunLate: others may keep a keeper from starting its program. What that had of its time
// then says nothing of it, unless it was enough to see that it sleeps.
func TestBegunLate(t *testing.T) {
	needShell(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	const wait = 500 * time.Millisecond
	var all sync.WaitGroup
	defer all.Wait()
	for _, isolation := range []Isolation{Best, Unisolated} {
		for _, late := range []time.Duration{0, wait / 3, wait * 4 / 5} {
			starved := late > wait/2
			c, k := idler(t, isolation, "read -r line || exit 0; sleep 60")
			all.Go(func() {
				once := func() (Fault, bool) {
					heldFor(t, k.cmd.Process.Pid, late)
					a := c.Run(t.Context(), []byte("1\n"), Limits{Timeout: wait})
					return a.Fault, a.Starved
				}
				line := func() (Fault, bool) {
					heldFor(t, k.cmd.Process.Pid, late)
					s := NewSession(c, Limits{Timeout: wait})
					defer s.Close()
					r := s.Ask(t.Context(), []byte("1"))
					return r.Fault, r.Starved
				}
				for way, ask := range map[string]func() (Fault, bool){"once": once, "line by line": line} {
					fault, got := ask()
					// On a busy machine it is we who ask late, when the keeper may go on soon.
					for n := 1; n < lateTries && starved && !got; n++ {
						fault, got = ask()
					}
					if fault != Silent || got != starved && (starved || load(t) < 1) {
						t.Errorf("%s, %v late, %s: %v, starved %v", isolation, late, way, fault, got)
					}
				}
			})
		}
	}
}

// TestBegunAnew: the time that a keeper takes to start is not that of the first line.
func TestBegunAnew(t *testing.T) {
	needShell(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	const wait = time.Second
	c := shell("read -r line; sleep 0.2; echo 1")
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.pool.first.Lock()
	time.AfterFunc(wait, c.pool.first.Unlock)
	s := NewSession(c, Limits{Timeout: wait})
	defer s.Close()
	if r := s.Ask(t.Context(), []byte("1")); r.Fault != None {
		t.Errorf("%+v", r)
	}
}
