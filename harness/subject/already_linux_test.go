package subject

import (
	"testing"
	"time"
)

// TestAlready: of a program that is canceled after it has failed by itself, which others may
// have kept us from seeing, the answer tells how.
func TestAlready(t *testing.T) {
	needShell(t)
	if !canKeep.Load() {
		t.Skip("there are no keepers here")
	}
	for _, test := range []struct {
		script string
		ends   bool
		want   Fault
		exit   int
	}{
		{"exit 3", true, Crashed, 3},
		{"exit 0", true, None, 0},
		{"while :; do sleep 60 & done", true, ProcessLimit, -1},
		{"sleep 60", false, None, -1},
	} {
		c, p := begun(t, test.script, Limits{ProcessesMax: 8}.OrDefault())
		if test.ends {
			<-p.tree.exited()
		}
		if a := p.finish(c, canceled, time.Now()); a.Fault != Canceled || a.Ended != test.ends || a.Already != test.want || a.Exit != test.exit {
			t.Errorf("%s: %+v", test.script, a)
		}
	}
}
