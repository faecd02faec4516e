package grade

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
)

// TestPlayedSaysWhatWasSent: the cause of lost games has the first breach in words, and
// that of the team alone.
func TestPlayedSaysWhatWasSent(t *testing.T) {
	games := []tournament.Game{
		{Seats: []int{0, 1}, Breaches: []tournament.Breach{{Entrant: 0, Why: "wrong_shape", Clause: "UB-92", Message: "bob sent 1"}}},
		{Seats: []int{0, 1}, Breaches: []tournament.Breach{{Entrant: 1, Why: "wrong_shape", Clause: "UB-92", Message: "ada sent\x1b 2"}}},
	}
	k := &task{Task: &course.Task{Name: "player"}}
	standing := tournament.Standing{Entrant: 1, Breaches: []tournament.Count{{Clause: "UB-92", Why: "wrong_shape", Count: 1}}}
	r := played(k, standing, games)
	if r.All != 2 || r.Good != 1 || len(r.Causes) != 1 || r.Causes[0].Message != `wrong_shape: ada sent\u001b 2` {
		t.Errorf("%d of %d, %+v", r.Good, r.All, r.Causes)
	}
}
