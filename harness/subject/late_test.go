//go:build unix

package subject

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
)

// begun starts a program that gets no input.
func begun(t *testing.T, script string, limits Limits) (*Command, *process) {
	t.Helper()
	c := shell(script)
	if err := c.Resolve(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	p, err := c.start(t.Context(), limits, 1)
	if err != nil {
		t.Fatal(err)
	}
	close(p.fed)
	return c, p
}

// TestSeenLate: a program that has ended in time is not blamed where others keep us
// from seeing it until its time is over.
func TestSeenLate(t *testing.T) {
	needShell(t)
	ended := func(script string, limits Limits) (*Command, *process) {
		t.Helper()
		c, p := begun(t, script, limits)
		<-p.tree.exited()
		<-p.stdout.done
		return c, p
	}
	limits := Limits{}.OrDefault()
	late := time.Now().Add(-time.Hour)
	c, p := ended("echo 1", limits)
	// A select takes any of the channels that are ready.
	for range 20 {
		if ended := p.await(context.Background(), late, limits); ended != complete {
			t.Fatalf("ended %d", ended)
		}
	}
	p.finish(c, complete, late)

	c, p = ended("exit 0", limits)
	if a := p.finish(c, timedOut, late); a.Fault != Silent || !a.Starved {
		t.Errorf("seen after its time: %+v", a)
	}
	c, p = ended("echo 1", limits)
	if a := p.finish(c, lingering, late); a.Fault != None || len(a.Warnings) > 0 {
		t.Errorf("seen after what it had to end: %+v", a)
	}
}

// TestReadLate: of a program that has ended the output may still be read, which takes long
// where it is much, or where others take the processors. Nobody holds it then.
func TestReadLate(t *testing.T) {
	needShell(t)
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere nobody knows who holds a pipe")
	}
	for script, want := range map[string]ending{"echo 1": complete, "sleep 60 & echo 1": held} {
		limits := Limits{}.OrDefault()
		_, p := begun(t, script, limits)
		// This reader is behind for longer than others may hold the output.
		behind := &output{done: make(chan struct{}), answered: make(chan struct{})}
		var err error
		if behind.file, err = os.Open(fmt.Sprintf("/proc/self/fd/%d", p.stdout.file.Fd())); err != nil {
			t.Skip(err)
		}
		p.stdout = behind
		time.AfterFunc(2*(holdGrace+lookAgain), func() { close(behind.done) })
		if got := p.await(t.Context(), time.Now(), limits); got != want {
			t.Errorf("%s: ended %d, expected %d", script, got, want)
		}
		p.tree.terminate(0)
		p.tree.clear(false)
	}
}

// TestSilentTwice: a program that has not begun to answer in time gets a second look.
func TestSilentTwice(t *testing.T) {
	needShell(t)
	command := shell("read -r line; sleep 60")
	defer command.Close()
	if a := run(t, command, "1\n", Limits{FirstByte: time.Millisecond}); a.Fault != Silent || a.Duration < lookAgain {
		t.Errorf("%+v", a)
	}
}

// A starving tree says that its program is starved, as long as it is asked before its
// end.
type starving struct{ tree }

func (s starving) hunger(time.Duration) (used time.Duration, starved bool) {
	return 0, !isClosed(s.exited())
}

// TestStarvedTillItsEnd: that a program ends when its input does says nothing of why
// it was silent before.
func TestStarvedTillItsEnd(t *testing.T) {
	needShell(t)
	command := shell("read -r line; read -r line")
	defer command.Close()
	s := NewSession(command, Limits{})
	defer s.Close()
	if err := s.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.running.tree = starving{s.running.tree}
	s.limits.Timeout = time.Millisecond
	if r := s.Ask(t.Context(), []byte("1")); r.Fault != Silent || !r.Starved {
		t.Errorf("%+v", r)
	}
}
