package live

import (
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/client"
)

// TestLookedFirst: a connection that only looks whether the server is there shifts all names
// by one, which is told also where its end is seen only later.
func TestLookedFirst(t *testing.T) {
	for _, tt := range []struct {
		sends string
		hints bool
	}{{`"Ada"`, true}, {`"Cyd"`, false}} {
		d := &doubles{
			record:  record{protocol: &game.Protocol{}, found: func() {}, now: time.Now},
			clients: []client.Client{{Name: "Ada"}, {Name: "bob"}},
		}
		d.connected(1)
		d.connected(2)
		d.received(2, []byte(tt.sends))
		if f := d.hard; f == nil || strings.Contains(f.Message, "; connection 1 has sent none"+lookedFirst) != tt.hints {
			t.Errorf("%s: %+v", tt.sends, f)
		}
		d.release()
	}
}
