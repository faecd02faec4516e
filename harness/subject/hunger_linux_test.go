package subject

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pinned is a processor for a test that needs a busy one.
func pinned(t *testing.T) string {
	t.Helper()
	needProgram(t, "taskset")
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	for cpu := range 1024 {
		if set.IsSet(cpu) {
			return fmt.Sprint(cpu)
		}
	}
	t.Fatal("there is no processor")
	return ""
}

// TestStarved keeps a processor from programs, who may want it or not, and lets
// one do that to itself.
func TestStarved(t *testing.T) {
	needShell(t)
	cpu := pinned(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	const spin = "while :; do :; done"
	const wait = 400 * time.Millisecond
	try := func(script string) Reply {
		t.Helper()
		// Its start is not what is measured.
		command := &Command{Argv: []string{"taskset", "-c", cpu, "sh", "-c", "read -r line; echo 1; read -r line; " + script}}
		s := NewSession(command, Limits{})
		defer command.Close()
		defer s.Close()
		if r := s.Ask(context.Background(), []byte("1")); r.Fault != None {
			t.Errorf("%s: %+v", script, r)
		}
		s.limits.Timeout = wait
		r := s.Ask(context.Background(), []byte("2"))
		if r.Fault != Silent {
			t.Errorf("%s: %+v", script, r)
		}
		return r
	}
	// If the machine has other work, that is no wonder.
	if r := try("for i in 1 2 3 4 5; do " + spin + " & done; " + spin); r.Starved && load(t) < 1 {
		t.Errorf("one that starves itself: %+v", r)
	}
	for range 8 {
		other := exec.Command("taskset", "-c", cpu, "setsid", "sh", "-c", spin)
		if err := other.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			other.Process.Kill()
			// It was killed, which is no news.
			_ = other.Wait()
		}()
	}
	if r := try(spin); !r.Starved {
		t.Errorf("one that computes: %+v", r)
	}
	if r := try("sleep 60"); r.Starved {
		t.Errorf("one that sleeps: %+v", r)
	}
	c := &Command{Argv: []string{"taskset", "-c", cpu, "sh", "-c", spin}}
	if a := run(t, c, "", Limits{Timeout: wait}); a.Fault != Silent || !a.Starved {
		t.Errorf("one that has just started: %+v", a)
	}
}

// load is how many threads of this machine want a processor beyond those that
// have one.
func load(t *testing.T) float64 {
	t.Helper()
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		t.Fatal(err)
	}
	var average float64
	if _, err := fmt.Sscan(string(text), &average); err != nil {
		t.Fatal(err)
	}
	return average - float64(runtime.NumCPU())
}

// A watched tree tells in which order it is asked.
type watched struct {
	tree
	mu    sync.Mutex
	calls []string
}

func (w *watched) note(call string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = append(w.calls, call)
}

func (w *watched) bound(cpu time.Duration, share float64) {
	w.note(fmt.Sprint("bound ", cpu))
	w.tree.(bounder).bound(cpu, share)
}

func (w *watched) terminate() {
	w.note("terminate")
	w.tree.terminate()
}

// TestWaitIsWhole holds that what is looked at to tell whether a program was
// starved is all of the wait for its answer, and not the moment of its end.
func TestWaitIsWhole(t *testing.T) {
	needShell(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	command := shell("read -r line; echo 1; read -r line; sleep 60")
	defer command.Close()
	s := NewSession(command, Limits{CPU: 7 * time.Second})
	defer s.Close()
	if r := s.Ask(context.Background(), []byte("1")); r.Fault != None {
		t.Fatalf("%+v", r)
	}
	w := &watched{tree: s.running.tree}
	s.running.tree = w
	s.limits.Timeout = 10 * caseCPUPause
	if r := s.Ask(context.Background(), []byte("2")); r.Fault != Silent {
		t.Errorf("%+v", r)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if want := []string{"bound 7s", "terminate"}; len(w.calls) < 2 || !slices.Equal(w.calls[:2], want) {
		t.Errorf("%q, want %q first", w.calls, want)
	}
}

// TestHunger holds the measure to its definition.
func TestHunger(t *testing.T) {
	for _, test := range []struct {
		lost, used time.Duration // of a wait of a second
		share      float64
		want       bool
	}{
		{900, 100, 1, true},
		{260, 490, 1, true},
		{240, 10, 1, false},
		{260, 510, 1, false},
		{600, 300, 0.5, false},
		{600, 240, 0.5, true},
	} {
		g := hunger{begin: time.Now().Add(-time.Second), lost: test.lost * time.Millisecond}
		if got := g.starved(test.used*time.Millisecond, test.share); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// TestAlone lets programs run at once, and one alone.
func TestAlone(t *testing.T) {
	old := turns
	turns = newTurns()
	defer func() { turns = old }()
	ctx := context.Background()
	enter := func(ctx context.Context, running int) (leave func()) {
		t.Helper()
		turn, leave, err := Turn(ctx)
		if err != nil || runningOf(turn) != running {
			t.Fatal(runningOf(turn), err)
		}
		return leave
	}
	leave, leaveToo := enter(ctx, 1), enter(ctx, 2)
	order := make(chan string, 3)
	done := make(chan bool)
	go func() {
		done <- Alone(ctx, nil, func(ctx context.Context) {
			order <- "alone"
			defer enter(ctx, alone)()
			if !IsAlone(ctx) || !Alone(ctx, nil, func(context.Context) { order <- "still" }) {
				t.Error("it is not alone")
			}
		})
	}()
	leave()
	order <- "left"
	leaveToo()
	if !<-done {
		t.Error("nothing was called")
	}
	if first, second, third := <-order, <-order, <-order; first != "left" || second != "alone" || third != "still" {
		t.Errorf("%s, then %s, then %s", first, second, third)
	}
	defer enter(ctx, 1)()
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	never := func(context.Context) { t.Error("it is not alone") }
	if Alone(canceled, nil, never) {
		t.Error("somebody is alone beside another one")
	}
	leave = enter(ctx, 2)
	go func() { done <- Alone(ctx, func() bool { return false }, never) }()
	for waits := false; !waits; {
		turns.mu.Lock()
		waits = turns.alone
		turns.mu.Unlock()
	}
	leave()
	if <-done {
		t.Error("somebody is alone although that is not needed")
	}
}

// TestShares lets a program compute beside one that wants all there is: hundreds
// of processes, each in a session of its own.
func TestShares(t *testing.T) {
	needProgram(t, "setsid")
	needShell(t)
	if testing.Short() || !canKeep.Load() {
		t.Skip("it takes seconds of processor time")
	}
	const spin = "while :; do :; done"
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	greedy := shell("i=0; while [ $i -lt 100 ]; do setsid sh -c '" + spin + "' & i=$((i+1)); done; echo 1; " + spin)
	up := make(chan struct{})
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() {
		feed := Plain(nil)
		feed.Answers, feed.Answered = 1, func() { close(up) }
		greedy.RunFeed(ctx, feed, Limits{Timeout: time.Minute})
	})
	defer cancel()
	<-up
	begin := time.Now()
	a := run(t, shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo 1"), "", Limits{Timeout: 30 * time.Second})
	t.Logf("%v of processor time in %v", a.CPU, time.Since(begin))
	if a.Fault != None || a.Duration > 8*a.CPU+2*time.Second {
		t.Errorf("%+v", a)
	}
}
