package subject

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A released tree says that its program is starved, and lets it go on when it is asked.
type released struct {
	tree
	release func()
}

func (r released) hunger(time.Duration) (used time.Duration, starved bool) {
	r.release()
	return 0, true
}

// TestStarvedAtItsEnd: a line too many counts also where others keep a program from writing
// it for longer than it has to end.
func TestStarvedAtItsEnd(t *testing.T) {
	needShell(t)
	gate := filepath.Join(t.TempDir(), "gate")
	if err := unix.Mkfifo(gate, 0o600); err != nil {
		t.Skip(err)
	}
	command := shell("read -r line; echo 1; read -r line; read -r line <" + gate + "; echo 2")
	command.Isolation = Unisolated
	defer command.Close()
	s := NewSession(command, Limits{})
	defer s.Close()
	if r := s.Ask(t.Context(), []byte("1")); r.Fault != None {
		t.Fatalf("%+v", r)
	}
	s.running.tree = released{s.running.tree, sync.OnceFunc(func() {
		if err := os.WriteFile(gate, []byte("on\n"), 0); err != nil {
			t.Error(err)
		}
	})}
	if r := s.Close(); !r.Excess || string(r.Extra) != "2" || r.Exit != 0 {
		t.Errorf("%+v", r)
	}
}
