package live

import (
	"fmt"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/live/client"
)

// TestEarly: a game that starts too soon is no doing of a busy machine, but where a server that
// came late to a name, or to the end of its first wait, has seated somebody who was too late.
func TestEarly(t *testing.T) {
	stage, in := sixPlayers(t)
	for name, tt := range map[string]struct {
		comes   []time.Duration // the players after the port is open
		named   time.Duration   // the last of them after that
		starts  time.Duration   // the game after the port is open
		isEarly bool
	}{
		"at once":                              {make([]time.Duration, five), 0, time.Second, true},
		"with one who was slow to send a name": {make([]time.Duration, six), 5 * time.Second, 6 * time.Second, false},
		"in the second wait":                   {[]time.Duration{0, 22 * time.Second, 22 * time.Second, 22 * time.Second, 22 * time.Second}, 0, 23 * time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			opened := time.Now()
			now := opened
			h, err := newShadow(stage, &client.Pair{Server: in, Clients: make([]client.Client, six)})
			if err != nil {
				t.Fatal(err)
			}
			defer h.release()
			h.now, h.found, h.shut = func() time.Time { return now }, func() {}, opened
			for i, after := range tt.comes {
				now = opened.Add(after)
				h.connected(i + 1)
				if i == len(tt.comes)-1 {
					now = now.Add(tt.named)
				}
				h.sent(i+1, fmt.Appendf(nil, `"player%d"`, i+1))
			}
			now = opened.Add(tt.starts)
			h.received(1, []byte(`["setup",[[]]]`))
			if f := h.hard; f == nil || !f.Timing || f.Early != tt.isEarly {
				t.Errorf("%+v, expected early %t", f, tt.isEarly)
			}
		})
	}
}

const five = six - 1
