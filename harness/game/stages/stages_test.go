package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/stages"
)

// TestStages plays games of three players with one turn each. A player fails in the call that
// is named after it.
func TestStages(t *testing.T) {
	names := []string{"c", "b", "a"}
	for _, tt := range []struct{ fails, calls, dropouts string }{
		{"", "c setup, b setup, a setup, c take-turn, b take-turn, a take-turn, c result, b result, a result", ""},
		{"b setup", "c setup, b setup, a setup, c take-turn, a take-turn, c result, a result", "b"},
		{"c take-turn, a take-turn", "c setup, b setup, a setup, c take-turn, b take-turn, a take-turn, b result", "a c"},
		{"c result", "c setup, b setup, a setup, c take-turn, b take-turn, a take-turn, c result, b result, a result", "c"},
		{"c setup, b setup, a setup", "c setup, b setup, a setup", "a b c"},
	} {
		c := stages.NewCaller(names)
		turns := 0
		turn := func() (int, bool) {
			for ; turns < len(names); turns++ {
				if !c.Out[turns] {
					turns++
					return turns - 1, true
				}
			}
			return 0, false
		}
		var calls []string
		for seat, ok := c.Next(turn); ok; seat, ok = c.Next(turn) {
			c.Call(seat, stages.Methods[c.Stage])
			due := c.Calls()[0]
			if other := (seat + 1) % len(names); !c.IsDue(seat) || c.IsDue(other) {
				t.Errorf("fails %q: the due call is not that of seat %d", tt.fails, seat)
			}
			call := fmt.Sprint(due.Player, " ", due.Method)
			calls = append(calls, call)
			if slices.Contains(strings.Split(tt.fails, ", "), call) {
				if b := c.Drop("why", "X-1", "message"); b.Seat != seat || b.Player != names[seat] || b.Method != due.Method {
					t.Errorf("fails %q: the breach is %+v", tt.fails, *b)
				}
			}
		}
		if got := strings.Join(calls, ", "); got != tt.calls {
			t.Errorf("fails %q: called %s\nwant %s", tt.fails, got, tt.calls)
		}
		if got := strings.Join(c.Dropouts(), " "); got != tt.dropouts || c.AllOut() != (len(got) == 5) {
			t.Errorf("fails %q: out are %s, want %s; all out: %v", tt.fails, got, tt.dropouts, c.AllOut())
		}
		if c.Stage != stages.Ended || len(c.Calls()) > 0 || c.IsDue(0) {
			t.Errorf("fails %q: the game has not ended", tt.fails)
		}
	}
}
