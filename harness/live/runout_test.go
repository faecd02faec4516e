package live

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/client"
)

// TestRunOut: where a program closes a connection on which all was right, a time of
// the protocol may have run out before it could read, if it had begun long ago; only
// then the machine may be to blame, and the case is played again.
func TestRunOut(t *testing.T) {
	stage, in := sixPlayers(t)
	for _, tt := range []struct {
		replied bool // to setup; otherwise it has sent its name
		after   time.Duration
		timing  bool
		says    string
	}{
		{false, 20 * time.Millisecond, false, "20ms after it sent its name"},
		{false, 2200 * time.Millisecond, true, "2.2s after it sent its name"},
		{true, 20 * time.Millisecond, false, `its reply "void" to setup is correct`},
		{true, 4200 * time.Millisecond, true, `its reply "void" to setup is correct`},
	} {
		t.Run(fmt.Sprintf("%t/%v", tt.replied, tt.after), func(t *testing.T) {
			now := time.Now()
			h, err := newShadow(stage, &client.Pair{Server: in, Clients: make([]client.Client, six)})
			if err != nil {
				t.Fatal(err)
			}
			h.now, h.found = func() time.Time { return now }, func() { t.Error("a finding that decides at once") }
			signUps := 1
			if tt.replied {
				signUps = six
			}
			for n := 1; n <= signUps; n++ {
				h.connected(n)
				h.sent(n, fmt.Appendf(nil, `"player%d"`, n))
			}
			if tt.replied {
				h.received(1, []byte(`["setup",[[]]]`))
				h.sent(1, []byte(`"void"`))
			}
			now = now.Add(tt.after)
			h.closed(1, false)
			if f := h.suspect; f == nil || f.Timing != tt.timing || !strings.Contains(f.Message, tt.says) {
				t.Errorf("%+v, expected timing %t and %q", f, tt.timing, tt.says)
			}
		})
	}
}

const six = 6

// stageOf is a stage for a game.
func stageOf(t *testing.T, name string) *Stage {
	t.Helper()
	g, err := games.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return &Stage{Game: g, Rules: rules}
}

// sixPlayers are a stage for the Bazaar Game and a table with six players and a pebble.
func sixPlayers(t *testing.T) (*Stage, []jsontext.Value) {
	t.Helper()
	return stageOf(t, "bazaar"), []jsontext.Value{
		jsontext.Value(`[]`),
		jsontext.Value(`{"bank":["red"],"visibles":[],"cards":[],"players":[` +
			strings.Repeat(`,{"wallet":[],"score":0,"cards":[]}`, six)[1:] + `]}`),
	}
}
