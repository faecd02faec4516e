//go:build unix

package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// kills is how often a run is killed; -kills 100 finds what goes wrong once in
// fifty times.
var kills = flag.Int("kills", 5, "kill a run `N` times")

// TestKilledAndResumed kills runs at random moments and resumes them: no verdict
// is lost, none stands in the ledger twice, and the report is that of a run that
// nobody disturbed.
func TestKilledAndResumed(t *testing.T) {
	kills := *kills
	dir := t.TempDir()
	command := func(ledger, path string) *exec.Cmd {
		c := exec.Command("touchstone", "test", "bazaar/rules", "--generate", "24", "--seed", "5", "--quiet", ledger, path,
			"--", program(t, "wrong/rules"))
		c.Dir = dir
		return c
	}
	report := func(path string) string {
		out, err := exec.Command("touchstone", "report", path, "--format", "json").Output()
		if err != nil {
			t.Fatalf("report: %v", err)
		}
		return ms().ReplaceAllString(string(out), "")
	}
	calm := filepath.Join(dir, "calm")
	begin := time.Now()
	if out, err := command("--ledger", calm).CombinedOutput(); err == nil {
		t.Fatalf("the wrong program passes: %s", out)
	}
	took := time.Since(begin)
	want := report(calm)
	rng := rand.New(rand.NewPCG(1, 2))
	for runs := 0; kills > 0; runs++ {
		path := filepath.Join(dir, fmt.Sprintf("run-%d", runs))
		// A run that is begun again has longer each time: on a machine that has become busy
		// since the calm run, half of what that took may not do for a start.
		within := took / 2
		for ended := false; !ended; within += took / 8 {
			c := command("--resume", path)
			var stderr bytes.Buffer
			c.Stderr = &stderr
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			timer := time.AfterFunc(time.Duration(rng.Int64N(int64(within))), func() { _ = c.Process.Kill() })
			_ = c.Wait()
			timer.Stop()
			switch status := c.ProcessState.ExitCode(); status {
			case -1:
				kills--
			case statusDiffers:
				ended = true
			default:
				t.Fatalf("exit status %d: %s", status, &stderr)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for id, n := range verdictLines(string(text)) {
			if n != 1 {
				t.Errorf("%s has %d verdicts", id, n)
			}
		}
		if got := report(path); got != want {
			t.Fatalf("the report is\n%s\nexpected\n%s", got, want)
		}
	}
}

// ms matches how long something took, in a report.
var ms = text.Pattern(`,"ms":[0-9.e-]+`)

// verdictLines counts the verdicts on each case that stand in a ledger.
func verdictLines(ledger string) map[string]int {
	count := make(map[string]int)
	for line := range strings.Lines(ledger) {
		if _, rest, ok := strings.Cut(line, `{"case":"`); ok {
			id, _, _ := strings.Cut(rest, `"`)
			count[id]++
		}
	}
	return count
}

// TestLinesAreSpawned holds programs that answer many cases in one process
// against the same ones started for each case: on every suite, right and wrong
// ones get the same verdicts.
func TestLinesAreSpawned(t *testing.T) {
	game, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range game.Tasks {
		if task.Live != "" {
			continue // it is not played by standard input
		}
		t.Run(task.Name, func(t *testing.T) {
			t.Parallel()
			mutants := []string{""}
			for _, m := range game.Mutants {
				if len(mutants) == 1 && len(m.Tasks) > 0 && m.Tasks[0] == task.Name {
					mutants = append(mutants, m.ID)
				}
			}
			for _, mutant := range mutants {
				name := game.Name + "/" + task.Name
				program := []string{"touchstone", "solve", name}
				if mutant != "" {
					program = append(program, "--mutant", mutant)
				}
				verdicts := func(words ...string) string {
					_, stdout, stderr := touchstone(append([]string{"test", name, "--shard", "1/72", "--format", "json"}, words...)...)
					_, list, ok := strings.Cut(stdout, `"verdicts":[`)
					if !ok {
						t.Fatalf("no verdicts: %s%s", stdout, stderr)
					}
					return subjectKey().ReplaceAllString(ms().ReplaceAllString(list, ""), "")
				}
				spawned := verdicts(append([]string{"--"}, program...)...)
				lines := verdicts(append([]string{"--protocol", "lines", "--"}, append(program, "--lines")...)...)
				if lines != spawned {
					t.Errorf("%q: line by line the verdicts are\n%s\nspawned they are\n%s", mutant, lines, spawned)
				}
			}
		})
	}
}

var subjectKey = text.Pattern(`"subject":"[^"]*",`)
