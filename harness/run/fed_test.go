package run

import (
	"context"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestFed asks a program again that was starved, alone, and only such a one.
func TestFed(t *testing.T) {
	starved := subject.Answer{Fault: subject.Silent, Starved: true}
	late := subject.Answer{Fault: subject.TimedOut}
	crashed := subject.Answer{Fault: subject.Crashed, Starved: true}
	wrong, slow := &live.Finding{}, &live.Finding{Timing: true}
	for name, test := range map[string]struct {
		answers []subject.Answer
		finding *live.Finding // of each
		asked   int
		want    subject.Fault
		busy    bool
	}{
		"starved by others":  {[]subject.Answer{starved, {}}, nil, 2, subject.None, false},
		"late alone, too":    {[]subject.Answer{starved, late}, nil, 2, subject.TimedOut, false},
		"starved alone, too": {[]subject.Answer{starved, starved}, nil, 2, subject.Silent, true},
		"late":               {[]subject.Answer{late}, nil, 1, subject.TimedOut, false},
		"crashed":            {[]subject.Answer{crashed}, nil, 1, subject.Crashed, false},
		"wrong on the wire":  {[]subject.Answer{starved}, wrong, 1, subject.Silent, false},
		"slow on the wire":   {[]subject.Answer{starved, starved}, slow, 2, subject.Silent, true},
	} {
		asked := 0
		o, busy := (&worker{}).fed(context.Background(), func(ctx context.Context) live.Outcome {
			if subject.IsAlone(ctx) != (asked == 1) {
				t.Errorf("%s: run %d is alone: %v", name, asked, subject.IsAlone(ctx))
			}
			asked++
			return live.Outcome{Answer: test.answers[asked-1], Finding: test.finding}
		})
		if asked != test.asked || o.Answer.Fault != test.want || busy != test.busy {
			t.Errorf("%s: asked %d times: %+v, busy %v", name, asked, o.Answer, busy)
		}
	}
}
