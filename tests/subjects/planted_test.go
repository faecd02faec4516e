package subjects

import (
	"context"
	"flag"
	"hash/crc32"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
	"github.com/touchstone-harness/touchstone/harness/subject"
)

// planted are programs with one planted mistake each, for every batch task: the
// words behind the folder.
var planted = map[string][]string{
	"equations": {"planted/bazaar.py", "equations"},
	"turn":      {"planted/bazaar.py", "turn"},
	"strategy":  {"wrong/tiebreak.py", "strategy"},
	"rules":     {"wrong/rules/main.go"},
	"games":     {"planted/bazaar.py", "games"},
	"move":      {"planted/bazaar.py", "move"},
	"play":      {"planted/bazaar.py", "play"},
	"view":      {"planted/view.sh"},
	"score":     {"planted/score.sh"},
	"setup":     {"planted/bazaar.py", "setup"},
}

// foundInputsMax is by how many inputs a planted mistake must be found. An idle
// machine asks a Python program about so many in less than thirty seconds; how
// long a busy one takes says nothing about the search.
const foundInputsMax = 150

// shrinkMax is short of what it takes for some tasks: the test is about finding.
const shrinkMax = time.Second

// sampled are the tasks that are always looked at: one for each language.
var sampled = []string{"turn", "rules", "view"}

var all = flag.Bool("all", false, "look for the planted mistakes of all tasks, play all cases with the right live programs, and run every row of every table")

// rowStep is of how many rows of a table one is run without -all. Each row starts
// Python programs to test them, not the harness: what they do wrong shows in the
// embedded cases of their tasks as well.
const rowStep = 8

// chosen tells whether a row of a table is run.
func chosen(name string) bool {
	return *all || crc32.ChecksumIEEE([]byte(name))%rowStep == 0
}

// TestPlanted finds the planted mistake of a program for a task, and makes the
// input small.
func TestPlanted(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts some hundred programs")
	}
	for _, task := range batch() {
		t.Run(task.Name, func(t *testing.T) {
			if !*all && !slices.Contains(sampled, task.Name) {
				t.Skip("only with -all")
			}
			words := slices.Clone(planted[task.Name])
			if len(words) == 0 {
				t.Fatal("there is no program with a planted mistake for this task")
			}
			path, err := filepath.Abs(words[0])
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(path) == ".go" {
				path = build(t, words[0])
			} else if _, err := exec.LookPath("python3"); err != nil {
				t.Skip("there is no python3 here")
			}
			words[0] = path
			find(t, task, words)
		})
	}
}

func find(t *testing.T, task game.Task, argv []string) {
	rules, err := bazaar.Game().Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	guides, err := fuzz.Guides(bazaar.Game(), task, game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	command := &subject.Command{Argv: argv, Read: []string{"."}}
	defer command.Close()
	j := referee(task, rules, judge.Lax)
	begin := time.Now()
	result, err := fuzz.Run(context.Background(), fuzz.Config{
		Game: bazaar.Game(), Rules: rules, Task: task, Judge: j, Guides: guides, Seed: 1, Runs: foundInputsMax, ShrinkTime: shrinkMax, Jobs: 2,
		Peer: &fuzz.Program{Config: run.Config{
			Game: bazaar.Game(), Rules: rules, Task: task, Judge: j, Subject: command, Limits: subject.Limits{Timeout: time.Minute}, Jobs: 2,
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Disagreements) == 0 {
		t.Fatalf("nothing was found by %d inputs in %v", result.Inputs, time.Since(begin))
	}
	d := result.Disagreements[0]
	t.Logf("found by %d inputs in %v; small after %d questions and %v: %d bytes, from %d: %s",
		d.Inputs, d.After, d.Asked, time.Since(begin)-d.After, stream.Size(d.In), d.FoundBytes, d.In)
	if d.Verdict.Outcome != judge.WrongAnswer {
		t.Errorf("%s: %s", d.Verdict.Outcome, d.Verdict.Message)
	}
	if !d.Minimal && d.Shrinking < shrinkMax {
		t.Errorf("of %d bytes there are %d left after %v", d.FoundBytes, stream.Size(d.In), d.Shrinking)
	}
}
