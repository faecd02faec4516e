package subjects

import (
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/subject/subjecttest"
)

// neighbours are busy programs beside one, on the same processor: it gets a ninth
// of what it wants, much less than half of what it is due.
const neighbours = 8

// TestStarved has a program of a live task play on a processor that others use: if it
// computes, nobody can tell whether it would have been in time, also when it is asked
// again alone; if it sleeps, that is its own doing. It keeps a processor busy for some
// seconds, so it is a long round.
func TestStarved(t *testing.T) {
	if !*soak {
		t.Skip("a long round, of make soak")
	}
	processor := subjecttest.Take(t)
	processor.Crowd(t, neighbours)
	for _, m := range []manner{
		{name: "computes", outcome: judge.HarnessError, says: "the machine was busy"},
		{name: "sleeps", outcome: judge.Timeout, says: "the program has called nobody"},
	} {
		m.cases, m.scale = "six-draw", shortScale
		t.Run(m.name, func(t *testing.T) {
			for id, v := range m.play(t, "server", "manners/servers.py", m.of(t, "server"), processor.On()...) {
				if v.Outcome != m.outcome || !strings.Contains(v.Message, m.says) {
					t.Errorf("%s: %s %s %s", id, v.Outcome, v.Clause, v.Message)
				}
			}
		})
	}
}

// TestStarvedFuzz is the same for a program that shall refuse what is no input.
func TestStarvedFuzz(t *testing.T) {
	processor := subjecttest.Take(t)
	processor.Crowd(t, neighbours)
	question := fuzz.Question{
		In: []jsontext.Value{jsontext.Value("[]")}, Refusal: &game.Invalid{Message: "expected three values"},
	}
	for script, outcome := range map[string]judge.Outcome{
		"while :; do :; done": judge.HarnessError,
		"sleep 60":            judge.Silent,
		"exit 2":              judge.Pass,
	} {
		p := &fuzz.Program{Config: run.Config{
			Subject: &subject.Command{Argv: processor.On("sh", "-c", script)}, Limits: subject.Limits{Timeout: time.Second},
		}}
		replies, err := p.Ask(t.Context(), []fuzz.Question{question})
		p.Config.Subject.Close()
		if err != nil {
			t.Fatal(err)
		}
		if v := replies[0].Verdict; v.Outcome != outcome || run.WasBusy(&v) != (outcome == judge.HarnessError) {
			t.Errorf("%s: %s %s", script, v.Outcome, v.Message)
		}
	}
}
