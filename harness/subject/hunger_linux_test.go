package subject

import (
	"context"
	"fmt"
	"os/exec"
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
	try := func(script string) Answer {
		t.Helper()
		c := &Command{Argv: []string{"taskset", "-c", cpu, "sh", "-c", script}}
		return run(t, c, "", Limits{Timeout: 400 * time.Millisecond})
	}
	if a := try("for i in 1 2 3 4 5 6 7; do " + spin + " & done; " + spin); a.Fault != Silent || a.Starved {
		t.Errorf("one that starves itself: %+v", a)
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
	if a := try(spin); a.Fault != Silent || !a.Starved {
		t.Errorf("one that computes: %+v", a)
	}
	if a := try("sleep 60"); a.Fault != Silent || a.Starved {
		t.Errorf("one that sleeps: %+v", a)
	}
	s := NewSession(&Command{Argv: []string{"taskset", "-c", cpu, "sh", "-c", "read -r line; echo 1; read -r line; " + spin}}, Limits{Timeout: 2 * time.Second})
	defer s.command.Close()
	defer s.Close()
	if r := s.Ask(context.Background(), []byte("1")); r.Fault != None {
		t.Errorf("the first line: %+v", r)
	}
	s.limits.Timeout = 400 * time.Millisecond
	if r := s.Ask(context.Background(), []byte("2")); r.Fault != Silent || !r.Starved {
		t.Errorf("the second line: %+v", r)
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
	turnstile := newTurns()
	ctx := context.Background()
	leave, running, err := turnstile.enter(ctx)
	if err != nil || running != 1 {
		t.Fatal(running, err)
	}
	leaveToo, running, err := turnstile.enter(ctx)
	if err != nil || running != 2 {
		t.Fatal(running, err)
	}
	old := turns
	turns = turnstile
	defer func() { turns = old }()
	order := make(chan string, 3)
	alone := make(chan struct{})
	go func() {
		err := Alone(ctx, func(ctx context.Context) {
			order <- "alone"
			if _, running, err := turnstile.enter(ctx); running != 1 || err != nil {
				t.Error(running, err)
			}
		})
		if err != nil {
			t.Error(err)
		}
		close(alone)
	}()
	leave()
	order <- "left"
	leaveToo()
	<-alone
	if first, second := <-order, <-order; first != "left" || second != "alone" {
		t.Errorf("%s, then %s", first, second)
	}
	if leave, _, err = turnstile.enter(ctx); err != nil {
		t.Fatal(err)
	}
	defer leave()
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if err := Alone(canceled, func(context.Context) { t.Error("it is not alone") }); err == nil {
		t.Error("somebody is alone beside another one")
	}
}
