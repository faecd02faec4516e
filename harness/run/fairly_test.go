package run

import (
	"context"
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestFairly asks a program again, alone, that was starved or stopped behind its output, and
// only such a one.
func TestFairly(t *testing.T) {
	starved := subject.Answer{Fault: subject.Silent, Starved: true}
	late := subject.Answer{Fault: subject.TimedOut}
	leaked := subject.Answer{Warnings: []subject.Warning{subject.Leaked}}
	lingered := subject.Answer{Warnings: []subject.Warning{subject.Lingered}}
	kept := subject.Answer{Warnings: []subject.Warning{subject.Lingered}, Starved: true}
	crashed := subject.Answer{Fault: subject.Crashed, Starved: true}
	wrong, slow, early := &live.Finding{}, &live.Finding{Timing: true}, &live.Finding{Timing: true, Early: true}
	for name, test := range map[string]struct {
		answers []subject.Answer
		finding *live.Finding // of each
		asked   int
		want    subject.Fault
		busy    bool
		unsaid  bool // the warning of the last answer
	}{
		"starved by others":  {[]subject.Answer{starved, {}}, nil, 2, subject.None, false, false},
		"late alone, too":    {[]subject.Answer{starved, late}, nil, 2, subject.TimedOut, false, false},
		"starved alone, too": {[]subject.Answer{starved, starved}, nil, 2, subject.Silent, true, false},
		"late":               {[]subject.Answer{late}, nil, 1, subject.TimedOut, false, false},
		"stopped by others":  {[]subject.Answer{leaked, {}}, nil, 2, subject.None, false, false},
		"stopped alone, too": {[]subject.Answer{lingered, lingered}, nil, 2, subject.None, false, false},
		"kept from ending":   {[]subject.Answer{lingered, kept}, nil, 2, subject.None, false, true},
		"crashed":            {[]subject.Answer{crashed}, nil, 1, subject.Crashed, false, false},
		"wrong on the wire":  {[]subject.Answer{starved}, wrong, 1, subject.Silent, false, false},
		"slow on the wire":   {[]subject.Answer{starved, starved}, slow, 2, subject.Silent, true, false},
		"early on the wire":  {[]subject.Answer{starved}, early, 1, subject.Silent, false, false},
	} {
		asked := 0
		o, busy := (&worker{runner: &runner{clocked: map[string]int{}}}).fairly(context.Background(), func(ctx context.Context) live.Outcome {
			if subject.IsAlone(ctx) != (asked == 1) {
				t.Errorf("%s: run %d is alone: %v", name, asked, subject.IsAlone(ctx))
			}
			asked++
			return live.Outcome{Answer: test.answers[asked-1], Finding: test.finding}
		})
		warnings := test.answers[len(test.answers)-1].Warnings
		if test.unsaid {
			warnings = nil
		}
		if asked != test.asked || o.Answer.Fault != test.want || busy != test.busy || !slices.Equal(o.Answer.Warnings, warnings) {
			t.Errorf("%s: asked %d times: %+v, busy %v", name, asked, o.Answer, busy)
		}
	}
}

// TestFairlyConfirmed: what a program has shown often enough alone is believed at once.
func TestFairlyConfirmed(t *testing.T) {
	w := &worker{runner: &runner{clocked: map[string]int{}}}
	asked := 0
	for range 2 * confirmedMax {
		w.fairly(context.Background(), func(context.Context) live.Outcome {
			asked++
			return live.Outcome{Answer: subject.Answer{Warnings: []subject.Warning{subject.Leaked}}}
		})
	}
	if asked != 3*confirmedMax {
		t.Errorf("asked %d times, expected %d", asked, 3*confirmedMax)
	}
}
