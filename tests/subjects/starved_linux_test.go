package subjects

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
	"github.com/touchstone-harness/touchstone/harness/subject"
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
	pin := crowded(t)
	for _, m := range []manner{
		{name: "computes", outcome: judge.HarnessError, says: "the machine was busy"},
		{name: "sleeps", outcome: judge.Timeout, says: "the program has called nobody"},
	} {
		m.cases, m.scale = "six-draw", shortScale
		t.Run(m.name, func(t *testing.T) {
			for id, v := range m.play(t, "server", "manners/servers.py", m.of(t, "server"), pin...) {
				if v.Outcome != m.outcome || !strings.Contains(v.Message, m.says) {
					t.Errorf("%s: %s %s %s", id, v.Outcome, v.Clause, v.Message)
				}
			}
		})
	}
}

// TestStarvedFuzz is the same for a program that shall refuse what is no input.
func TestStarvedFuzz(t *testing.T) {
	pin := crowded(t)
	question := fuzz.Question{
		In: []jsontext.Value{jsontext.Value("[]")}, Refusal: &game.Invalid{Message: "expected three values"},
	}
	for script, outcome := range map[string]judge.Outcome{
		"while :; do :; done": judge.HarnessError,
		"sleep 60":            judge.Silent,
		"exit 2":              judge.Pass,
	} {
		p := &fuzz.Program{Config: run.Config{
			Subject: &subject.Command{Argv: append(pin, "sh", "-c", script)}, Limits: subject.Limits{Timeout: time.Second},
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

// crowded keeps a processor busy until the test ends, and returns what stands before a command
// that shall run on it.
func crowded(t *testing.T) (pin []string) {
	t.Helper()
	if _, err := exec.LookPath("taskset"); err != nil {
		t.Skip(err)
	}
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	cpu := 0
	for !set.IsSet(cpu) {
		cpu++
	}
	pin = []string{"taskset", "-c", fmt.Sprint(cpu)}
	for range neighbours {
		c := exec.Command(pin[0], append(pin[1:], "setsid", "sh", "-c", fmt.Sprintf("while kill -0 %d; do :; done", os.Getpid()))...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			c.Process.Kill()
			// It was killed, which is no news.
			_ = c.Wait()
		})
	}
	return slices.Clip(pin)
}
