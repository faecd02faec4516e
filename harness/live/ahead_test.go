package live

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/match"
)

// TestAhead: a server may set up the last seat first, and close the connection of a
// player that fails there, before the referee would have called it.
func TestAhead(t *testing.T) {
	const bob = 2
	for _, tt := range []struct {
		name  string
		fails func(h *shadow) // of bob, or the program with it
		waits time.Duration   // until the program closes the connection
		says  string          // what is wrong, "" for nothing
	}{
		{"does not reply", func(*shadow) {}, 4 * time.Second, ""},
		{"leaves", func(h *shadow) { h.closed(bob, true) }, 0, ""},
		{"replies wrongly", func(h *shadow) { h.sent(bob, []byte(`"Void"`)) }, 0, ""},
		{"sends no JSON", func(h *shadow) { h.sent(bob, []byte(`void `)) }, 0, ""},
		{"is not waited for", func(*shadow) {}, 20 * time.Millisecond, "the program closes the connection of bob 20ms after calling setup"},
		{"replies rightly", func(h *shadow) { h.sent(bob, []byte(`"void"`)) }, 0, `bob, but its reply "void" to setup is correct`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, setups := fourCaptains(t)
			now := time.Now()
			h.now, h.found = func() time.Time { return now }, func() {}
			captainsJoin(h)
			for n := len(captains); n >= 1; n-- {
				h.received(n, setups[n-1])
				if n != bob {
					h.sent(n, []byte(`"void"`))
					continue
				}
				tt.fails(h)
				now = now.Add(tt.waits)
				h.closed(bob, false)
			}
			h.received(1, []byte(`["take-turn",[{}]]`)) // so that all is settled before
			found := ""
			for _, f := range []*Finding{h.suspect, h.hard} {
				if f != nil && found == "" {
					found = f.Message
				}
			}
			if tt.says == "" && !strings.Contains(found, `take-turn of Ada`) || !strings.Contains(found, tt.says) {
				t.Errorf("found %q, expected %q", found, tt.says)
			}
		})
	}
}

// TestAheadWaits: the program may wait for the reply to such a call as long as the player has,
// however long we wait for a call.
func TestAheadWaits(t *testing.T) {
	for _, tt := range []struct {
		after time.Duration
		owes  bool
	}{{3 * time.Second, false}, {7 * time.Second, true}} {
		h, setups := fourCaptains(t)
		now := time.Now()
		h.now, h.waits.Call = func() time.Time { return now }, time.Second
		captainsJoin(h)
		h.received(len(captains), setups[len(captains)-1])
		if f := h.idle(now.Add(tt.after)); (f != nil) != tt.owes {
			t.Errorf("after %v it is %+v, expected that the program owes something: %t", tt.after, f, tt.owes)
		}
	}
}

// TestNobodyComes: where a case has no clients, a program is right that waits as long as it
// must and then ends.
func TestNobodyComes(t *testing.T) {
	for _, tt := range []struct {
		after time.Duration
		says  string
	}{{41 * time.Second, ""}, {25 * time.Second, "the sign-up ends with 0 players after a wait of 20s"}, {time.Second, "the sign-up ends with 0 players, before 20s have passed"}} {
		h, _ := fourCaptains(t)
		h.clients = nil
		now := h.shut.Add(tt.after)
		h.now = func() time.Time { return now }
		h.answered()
		h.end(false)
		if f := cmp.Or(h.hard, h.mild, &Finding{}); !strings.HasPrefix(f.Message, tt.says) || tt.says == "" && f.Message != "" {
			t.Errorf("after %v: %q, expected %q", tt.after, f.Message, tt.says)
		}
	}
}

// TestOthersSeat: a program that shows a player what another one must see has the seats in
// another order.
func TestOthersSeat(t *testing.T) {
	h, setups := fourCaptains(t)
	captainsJoin(h)
	h.found = func() {}
	h.received(1, setups[3])
	if f := h.hard; f == nil || f.Clause != "UB-83" || !strings.HasPrefix(f.Message, "setup of Ada shows what dan must see") {
		t.Errorf("%+v", f)
	}
}

// TestBareArgument: a call whose argument is in no array of its own is told how to have it.
func TestBareArgument(t *testing.T) {
	h, _ := fourCaptains(t)
	captainsJoin(h)
	h.found = func() {}
	h.received(1, []byte(`["setup",{"you":0}]`))
	if f := h.hard; f == nil || f.Clause != "UB-90" || !strings.Contains(f.Message, `expected ["setup",[ARGUMENT]], with the argument in an array of its own, received`) {
		t.Errorf("%+v", f)
	}
}

var captains = []string{"Ada", "bob", "Cyd", "dan"}

// captainsJoin signs them up in the order of their seats.
func captainsJoin(h *shadow) {
	for i, name := range captains {
		h.connected(i + 1)
		h.sent(i+1, fmt.Appendf(nil, "%q", name))
	}
}

// fourCaptains are the shadow of a game of The Bazaars of Ubar in which the first seat has
// the first turn, and the calls of its setup by seat.
func fourCaptains(t *testing.T) (*shadow, [][]byte) {
	t.Helper()
	stage := stageOf(t, "ubar")
	var tiles []string
	for i := range 60 {
		tiles = append(tiles, fmt.Sprintf("t%02d", i+1))
	}
	in, err := json.Marshal(map[string]any{
		"players": len(captains), "starters": []string{"s1", "s2", "s3", "s4"}, "order": []int{0, 1, 2, 3},
		"markets": []string{"m01", "m02", "m03"}, "tiles": tiles,
	})
	if err != nil {
		t.Fatal(err)
	}
	pair := &client.Pair{Server: []jsontext.Value{in}, Clients: make([]client.Client, len(captains))}
	h, err := newShadow(stage, pair)
	if err != nil {
		t.Fatal(err)
	}
	referee, err := stage.Rules.Live().Referee(pair.Server, captains)
	if err != nil {
		t.Fatal(err)
	}
	var setups [][]byte
	for seat := range captains {
		call := referee.Calls()[0]
		setups = append(setups, match.AppendCall(nil, call.Method, call.Args))
		referee.Answer(seat, jsontext.Value(`"void"`))
	}
	return h, setups
}
