package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
)

// whole lets a test play whole suites, where it plays a part of them else.
var whole = flag.Bool("whole", false, "play whole live suites")

// liveRuns are our own programs of live tasks, right ones and a wrong one.
var liveRuns = []struct {
	task, program string
	args          []string
	shard         string // of the suite, where it is not played whole
	right         bool
}{
	{"server", "serve", nil, "3/24", true},
	{"clients", "join", nil, "1/12", true},
	{"server", "serve", []string{"--mutant", "T1"}, "7/48", false},
	{"clients", "join", []string{"-o", "search_depth=1"}, "2/12", false},
}

// TestRecordings: the transcripts that a run of test writes are judged as the run has
// judged the games: who passed is not accused, and whoever failed on the wire is.
func TestRecordings(t *testing.T) {
	for _, r := range liveRuns {
		t.Run(fmt.Sprint(r.task, r.args), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := []string{"test", "bazaar/" + r.task, "--quiet", "--format", "json", "--time-scale", "0.1", "--jobs", "8", "--transcripts", dir}
			if !*whole {
				args = append(args, "--shard", r.shard)
			}
			args = append(append(args, "--", "touchstone", r.program, "bazaar", "--quiet", "--time-scale", "0.1"), append(r.args, "--stdin", "{port}")...)
			c := exec.Command("touchstone", args...)
			var stderr bytes.Buffer
			c.Stderr = &stderr
			out, err := c.Output()
			if (err == nil) != r.right {
				t.Fatalf("%v: %s", err, &stderr)
			}
			var report played
			if err := json.Unmarshal(out, &report); err != nil {
				t.Fatal(err)
			}
			passed, failed := 0, 0
			for _, v := range report.Verdicts {
				findings := reviewed(t, filepath.Join(dir, live.TranscriptName(v.Case))).Findings
				switch {
				case v.Verdict == "pass" && len(findings) > 0:
					t.Errorf("%s passes, but its transcript is accused: %+v", v.Case, findings)
				case v.Verdict != "pass" && len(findings) == 0:
					t.Errorf("%s: %s: %s, but its transcript is clean", v.Case, v.Verdict, v.Message)
				case v.Verdict == "pass":
					passed++
				default:
					failed++
				}
			}
			if passed == 0 || failed == 0 && !r.right {
				t.Errorf("%d transcripts are clean, %d are not", passed, failed)
			}
		})
	}
}

// reviewed is what transcript check makes of a file, whose lines are of the form that the
// schema promises.
func reviewed(t *testing.T, name string) transcript.Report {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		if problems, err := schema.Report("transcript", bytes.TrimSpace(line)); err != nil || len(problems) > 0 {
			t.Errorf("%s: %v %v", line, problems, err)
		}
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := transcript.NewReader(file, name)
	if err != nil {
		t.Fatal(err)
	}
	report, err := live.Check(r, games.Named)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestRefusalsTold: who connects a thousand times gets a few lines, and a count.
func TestRefusalsTold(t *testing.T) {
	for _, tt := range []struct {
		refused int
		verbose bool
		lines   int
		last    string
	}{
		{refused: 3, lines: 6, last: "connection 3 does not take part: the name Ada is taken (BG-84)\n"},
		{refused: 10, lines: 20, last: "connection 10 does not take part: the name Ada is taken (BG-84)\n"},
		{refused: 1000, lines: 24, last: "in all, 1000 connections did not take part\n"},
		{refused: 1000, verbose: true, lines: 4000, last: "connection 1000 is closed by the server\n"},
	} {
		var told bytes.Buffer
		teller := &teller{w: &told, verbose: tt.verbose, naming: true, names: map[int]string{}, called: map[int]bool{}, dropped: map[int]bool{}}
		for n := 1; n <= tt.refused; n++ {
			teller.Connect(n)
			teller.Message(n, false, []byte(`"Ada"`))
			teller.Refuse(n, "BG-84", "the name Ada is taken")
			teller.Close(n, match.Server)
		}
		teller.Result(nil)
		if n := bytes.Count(told.Bytes(), []byte("\n")); n != tt.lines || !bytes.HasSuffix(told.Bytes(), []byte(tt.last)) {
			t.Errorf("%d refused, verbose %t: %d lines, expected %d that end with %q: %.3000s", tt.refused, tt.verbose, n, tt.lines, tt.last, &told)
		}
		if kept := len(teller.called) + len(teller.dropped); kept > 0 {
			t.Errorf("%d refused: %d are kept in mind", tt.refused, kept)
		}
	}
}
