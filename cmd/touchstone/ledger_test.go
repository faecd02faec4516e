package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/run"
)

// TestLedgerCountsAsTheRun holds the report of a run against the one that is
// made of its ledger, also of one that lacks its end.
func TestLedgerCountsAsTheRun(t *testing.T) {
	wrong := program(t, "wrong/rules")
	known := filepath.Join(t.TempDir(), "known.txt")
	begin := []string{"test", "bazaar/rules", "--generate", "45", "--seed", "1", "--quiet", "--format", "json"}
	perform := func(t *testing.T, args ...string) []byte {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if status := inProcess(args, strings.NewReader(""), &stdout, &stderr); status == statusTrouble {
			t.Fatalf("%q: %s", args, &stderr)
		}
		return stdout.Bytes()
	}
	perform(t, append(begin, "--known", known, "--known-update", "--", wrong)...)
	list, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(list), "\n")
	if len(lines) < 5 {
		t.Fatalf("%d failures are too few for this test:\n%s", len(lines), list)
	}
	// The last failure is not listed, and a pass is.
	passes := "generated/1-1"
	if strings.Contains(string(list), passes+" ") {
		t.Fatalf("%s should pass:\n%s", passes, list)
	}
	changed := strings.Join(lines[:len(lines)-2], "") + passes + "  crashed  # it was\n"
	if err := os.WriteFile(known, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}

	for name, flags := range map[string][]string{
		"plain":              nil,
		"known":              {"--known", known},
		"shard":              {"--shard", "1/2"},
		"known in a shard":   {"--known", known, "--shard", "2/3"},
		"stopped":            {"--max-failures", "2"},
		"stopped with known": {"--known", known, "--max-failures", "2"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "run.jsonl")
			args := append(append(append(begin[:len(begin):len(begin)], "--ledger", file), flags...), "--", wrong)
			told := perform(t, args...)
			if got := perform(t, "report", file, "--format", "json"); !bytes.Equal(told, got) {
				t.Errorf("the ledger tells something else than the run:\n%s\n%s", got, told)
			}

			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range bytes.Lines(text) {
				conforms(t, "ledger", bytes.TrimSuffix(line, []byte("\n")))
			}
			conforms(t, "test", told)
			end := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n') + 1
			if err := os.WriteFile(file, text[:end], 0o644); err != nil {
				t.Fatal(err)
			}
			want, got := summaryOf(t, told), summaryOf(t, perform(t, "report", file, "--format", "json"))
			// What only the end can tell: how long it took, and why it ended.
			want.Ms, want.Stopped, want.Interrupted = 0, false, want.Stopped
			if !reflect.DeepEqual(want, got) {
				t.Errorf("without its end the ledger tells something else than the run:\n%+v\n%+v", got, want)
			}
			if strings.Contains(name, "known") && want.Known == 0 || strings.Contains(name, "stopped") != want.Interrupted ||
				strings.Contains(name, "shard") != (want.Shard != "") {
				t.Errorf("this is not what the test is about: %+v", want)
			}
		})
	}
}

// summaryOf reads the summary of a JSON report.
func summaryOf(t *testing.T, report []byte) run.Summary {
	t.Helper()
	var r struct {
		Summary struct {
			run.Summary
			Options map[string]any `json:"options"`
		} `json:"summary"`
	}
	if err := json.Unmarshal(report, &r); err != nil {
		t.Fatal(err)
	}
	return r.Summary.Summary
}
