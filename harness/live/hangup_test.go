package live

import (
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/client"
)

// TestHangUpInCall: who closes the connection when a part of a call has come owes the reply
// to it, whether or not the rest is on its way.
func TestHangUpInCall(t *testing.T) {
	protocol := &game.Protocol{
		Methods: []game.Method{{Name: "turn"}},
		Transitions: []game.Transition{
			{From: "seated", To: "choosing", On: game.Calling + "turn", Clause: "X-1"},
			{From: "seated", To: "seated", On: game.OnClosed, Clause: "X-2"},
			{From: "choosing", To: "out", On: game.OnClosed, Clause: "X-3"},
		},
	}
	for _, tt := range []struct{ sent, clause, message string }{
		{"", "X-2", "before the end of the game"},
		{`["tu`, "X-3", "instead of replying to a call, of which only a part has come"},
	} {
		d := &doubles{record: record{protocol: protocol, found: func() {}, now: time.Now}}
		d.conns = []*double{{number: 1, named: true, client: &client.Client{Name: "Ada"}}}
		if tt.sent != "" {
			d.sent(1, []byte(tt.sent))
		}
		d.closed(1, false)
		if f := d.suspect; f == nil || f.Clause != tt.clause || !strings.HasPrefix(f.Message, "Ada closes the connection "+tt.message) {
			t.Errorf("behind %q: %+v", tt.sent, f)
		}
	}
}
