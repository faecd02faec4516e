package live

import (
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestShortTime: a call without a reply is not over at once where a player has no longer for
// a reply than times may be wrong. Calls that are open together are looked at in turn, so
// that a player was taken for late who had not replied yet.
func TestShortTime(t *testing.T) {
	for _, tt := range []struct {
		name   string
		callMs int
		scale  float64
		waited time.Duration
		over   bool
	}{
		{"short, at once", 600, 1, 20 * time.Millisecond, false},
		{"short, later", 600, 1, 310 * time.Millisecond, true},
		{"on a scale, at once", 1500, 0.2, 20 * time.Millisecond, false},
		{"on a scale, later", 1500, 0.2, 160 * time.Millisecond, true},
		{"usual, before", 4000, 1, 2900 * time.Millisecond, false},
		{"usual, within the tolerance", 4000, 1, 3100 * time.Millisecond, true},
	} {
		h := &shadow{record: record{scale: tt.scale, signUp: game.SignUp{CallMs: tt.callMs}}}
		now := time.Now()
		became, known := h.fate(&due{at: now, sent: true}, &shadowConn{}, now.Add(tt.waited))
		if known != tt.over || known && became.why != game.TimedOut {
			t.Errorf("%s: it is %+v, known %t, expected %t", tt.name, became, known, tt.over)
		}
	}
}
