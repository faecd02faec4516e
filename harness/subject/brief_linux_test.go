package subject

import (
	"os/exec"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/subject/subjecttest"
)

// TestStarvedBriefly keeps a processor from programs that start one short process after the
// other, each of which lives less than the time between two looks.
func TestStarvedBriefly(t *testing.T) {
	needShell(t)
	processor := subjecttest.Take(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	const wait = 500 * time.Millisecond
	ask := func(script string) (used time.Duration, starved bool) {
		t.Helper()
		// In the session of its keeper it gets no more than its part.
		command := &Command{Isolation: Unisolated, Argv: processor.On("sh", "-c", "echo 1; "+script)}
		defer command.Close()
		d, err := command.Open(t.Context(), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		defer d.End()
		defer d.tree.terminate(0)
		return d.Hunger(wait)
	}
	// What nobody waits for is not counted, also where nobody else wants the processor.
	const own = "trap '' CHLD; while :; do (i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done); done"
	scripts := []string{own}
	if python, err := exec.LookPath("python3"); err == nil {
		scripts = append(scripts, "exec "+python+` -c '
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        end = time.perf_counter() + .01
        while time.perf_counter() < end: pass
        os._exit(0)
    time.sleep(.011)'`, "exec "+python+` -c '
import ctypes, os, time
class Action(ctypes.Structure):
    _fields_ = [("handler", ctypes.c_void_p), ("mask", ctypes.c_ulong * 16), ("flags", ctypes.c_int), ("restorer", ctypes.c_void_p)]
ctypes.CDLL(None).sigaction(17, ctypes.byref(Action(flags=2)), None)
while True:
    if os.fork() == 0:
        end = time.perf_counter() + .04
        while time.perf_counter() < end: pass
        os._exit(0)
    time.sleep(.041)'`)
	}
	for _, script := range scripts {
		if used, starved := ask(script); starved && load(t) < 1 {
			t.Errorf("alone: %v\n%s", used, script)
		}
	}
	processor.Crowd(t, crowd)
	for _, test := range []struct {
		script string
		wants  bool // a processor
	}{
		{"while :; do sh -c 'sh -c /bin/true; :'; done", true},
		{"while :; do /bin/true & /bin/true & wait; done", true},
		{"(sleep 60)", false},
		{"i=0; while [ $i -lt 3 ]; do (:); i=$((i+1)); done; sleep 60", false},
	} {
		used, starved := ask(test.script)
		if starved != (test.wants && used < wait/2) {
			t.Errorf("%s: %v, %v", test.script, used, starved)
		}
	}
}
