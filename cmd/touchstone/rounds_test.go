package main

import (
	"bytes"
	"flag"
	"fmt"
	"os/exec"
	"testing"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/games"
)

// liveRounds are how often TestLiveRounds plays, with whole suites if more than once.
var liveRounds = flag.Int("rounds", 1, "how often to play the live suites; make soak plays them twenty times")

// roundShare is the share of a suite that a single round plays: the whole ones are tested
// elsewhere.
const roundShare = "1/48"

// livePrograms are the programs of this command for each live task.
var livePrograms = map[string][]string{
	"server":  {"serve", "--stdin", "{port}"},
	"clients": {"join", "--stdin", "{port}"},
	"player":  {"join", "--pipe", "--player", "Ada=random"},
}

// TestLiveRounds: the programs of this command pass the live suites of all games, again
// and again.
func TestLiveRounds(t *testing.T) {
	const scale = "0.1"
	for _, g := range games.All() {
		if len(g.Protocol.Methods) == 0 {
			continue // it is not played live
		}
		for task, program := range livePrograms {
			t.Run(g.Name+"/"+task, func(t *testing.T) {
				t.Parallel()
				args := []string{"test", g.Name + "/" + task, "--quiet", "--format", "json", "--jobs", "8", "--time-scale", scale}
				if *liveRounds == 1 {
					args = append(args, "--shard", roundShare)
				}
				args = append(args, "--", "touchstone", program[0], g.Name, "--quiet")
				if task != "player" {
					args = append(args, "--time-scale", scale)
				}
				args = append(args, program[1:]...)
				if task == "player" && g.Name == "bazaar" {
					args[len(args)-1] = "Ada=points" // it has no player that leaves all to chance
				}
				for round := range *liveRounds {
					if failed := failures(t, args); len(failed) > 0 {
						t.Fatalf("round %d: %v", round+1, failed)
					}
				}
			})
		}
	}
}

// A played is what a report of a live task has for these tests.
type played struct {
	Verdicts []struct {
		Case    string `json:"case"`
		Verdict string `json:"verdict"`
		Message string `json:"message"`
	} `json:"verdicts"`
}

// failures runs this command, and tells of the cases that do not pass.
func failures(t *testing.T, args []string) (failed []string) {
	t.Helper()
	c := exec.Command("touchstone", args...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, _ := c.Output() // the report says more than the exit status
	var report played
	if err := json.Unmarshal(out, &report); err != nil || len(report.Verdicts) == 0 {
		t.Fatalf("%v: %v: %s", args, err, &stderr)
	}
	for _, v := range report.Verdicts {
		if v.Verdict != "pass" {
			failed = append(failed, fmt.Sprintf("%s: %s: %s", v.Case, v.Verdict, v.Message))
		}
	}
	return failed
}
