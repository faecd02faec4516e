package live

import (
	"fmt"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/live/client"
)

// TestUnheeded: a program that writes its result without waiting for the reply to a call is
// told so, also where our client sees the call only when the result has come; and not that
// it has not made the call.
func TestUnheeded(t *testing.T) {
	stage, in := sixPlayers(t)
	for _, tt := range []struct {
		before, behind bool // that the result is written, the call comes
		says           string
	}{
		{before: true, says: "the result is written before player1 has replied to win"},
		{behind: true, says: "the result is written before player1 has replied to win"},
		{says: "the result is written before the end of the game: win of player1 is due"},
	} {
		h, err := newShadow(stage, &client.Pair{Server: in, Clients: make([]client.Client, six)})
		if err != nil {
			t.Fatal(err)
		}
		h.found = func() { t.Errorf("a finding that decides at once: %+v", h.hard) }
		for n := 1; n <= six; n++ {
			h.connected(n)
			h.sent(n, fmt.Appendf(nil, `"player%d"`, n))
		}
		for n := 1; n <= six; n++ {
			h.received(n, []byte(`["setup",[[]]]`))
			h.sent(n, []byte(`"void"`))
		}
		if tt.before {
			h.received(1, []byte(`["win",[true]]`))
		}
		h.answered()
		if tt.behind {
			h.received(1, []byte(`["win",[true]]`))
		}
		if h.mild == nil || !strings.HasPrefix(h.mild.Message, tt.says) {
			t.Errorf("%+v, expected %q", h.mild, tt.says)
		}
		h.release()
	}
}
