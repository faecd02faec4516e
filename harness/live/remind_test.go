package live

import (
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// TestRemind says of times alone that they are on a scale, and only where they
// are.
func TestRemind(t *testing.T) {
	g := &game.Game{Protocol: game.Protocol{
		Methods:     []game.Method{{Name: "setup", Clause: "X-1"}},
		Transitions: []game.Transition{{From: "naming", To: "refused", On: game.OnTimeout, Clause: "X-2"}},
	}}
	for _, tt := range []struct {
		name    string
		scale   float64
		finding *Finding
		says    bool
	}{
		{"a call that is due", 0.1, &Finding{Outcome: judge.Timeout, Clause: "X-1", Message: "m"}, true},
		{"the clause of times", 3, &Finding{Outcome: judge.ProtocolError, Clause: "X-2", Message: "m"}, true},
		{"usual times", 1, &Finding{Outcome: judge.Timeout, Message: "m"}, false},
		{"no scale", 0, &Finding{Outcome: judge.Timeout, Message: "m"}, false},
		{"another fault", 0.1, &Finding{Outcome: judge.ProtocolError, Clause: "X-1", Message: "m"}, false},
		{"a client that hangs up", 0.1, &Finding{Outcome: judge.HungUp, Clause: "X-2", Message: "m"}, false},
		{"no clause", 0.1, &Finding{Outcome: judge.ProtocolError, Message: "m"}, false},
		{"nobody connects", 0.1, &Finding{Outcome: judge.Silent, Message: "m"}, false},
	} {
		s := &Stage{Game: g, Scale: tt.scale}
		got := s.remind(Outcome{Finding: tt.finding}).Finding
		if says := strings.Contains(got.Message, "--time-scale"); says != tt.says || !strings.HasPrefix(got.Message, "m") {
			t.Errorf("%s: %q", tt.name, got.Message)
		}
		if tt.finding.Message != "m" {
			t.Errorf("%s: the finding of the witness has changed", tt.name)
		}
	}
	if o := (&Stage{Game: g, Scale: 2}).remind(Outcome{}); o.Finding != nil {
		t.Errorf("%+v", o)
	}
}
