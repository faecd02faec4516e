package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// The inputs of TestFormats that take more than a line.
const (
	moveLine = `{"equations":[],"bank":["red"],"visibles":[{"pebbles":["red","red","red","red","red"],"face?":true}],"cards":[],` +
		`"players":[{"name":"Ada","wallet":[],"score":3,"cards":[]}],"dropouts":[],"phase":"pebble-or-trades"}`
	illegalLine = moveLine + `,[{"pebbles":["red","red","red","red","red"],"face?":true}]`
)

// failingLedger is the ledger of a run with one failure.
const failingLedger = `{"ledger":1,"touchstone":"v","task":"sums/add","subject":"./xadd","suites":["sums"],"options":{},"cases":1,"started":"2026-11-22T01:02:03Z"}
{"case":"sums/1","subject":"./xadd","verdict":"wrong-answer","blame":"subject","message":"1, not 2","ms":1,"number":1}
{"end":{"task":"sums/add","subject":"./xadd","suites":["sums"],"options":{},"cases":1,"pass":0,"fail":1,"blocked":0,"broken":0,"errors":0,` +
	`"verdicts":{"wrong-answer":1},"ms":5}}
`

// exchangeFile is a transcript.
const exchangeFile = "../../tests/transcripts/testdata/exchange.jsonl"

func exchangeText(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(exchangeFile)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// keptGrades writes the grades of one team with one case.
func keptGrades(t *testing.T, points int, verdict string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "grades.json")
	text := fmt.Sprintf(`{"course":"small","most_hundredths":100,"teams":[{"team":"ada","points_hundredths":%d,"parts_hundredths":%[1]d,"parts":[
{"task":"rules","part":"cases","points_hundredths":%[1]d,"most_hundredths":100,"good":%d,"all":1,"cases":[{"case":"staff/1","verdict":%q}]}
]}],"causes":[],"rule":"Score = points"}`, points, points/100, verdict)
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// wrongSuite is a folder of two cases, which have the same input; the answer of one
// contradicts the rules.
func wrongSuite(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "my-suite")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	const in = `[[["red"],["blue"]]] [[["red"],["blue"]]] {"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}`
	for name, text := range map[string]string{"1-in.json": in, "1-out.json": `["blue"] ["red"]`, "2-in.json": in, "2-out.json": "false"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// pairSuite is a manifest with a case of a server.
func pairSuite(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "server.jsonl")
	const text = `{"name":"mute","in":[[["Ada","purchase-points"],["bob","purchase-size"]],["AAdivergeBeforeSending"],[],` +
		`{"bank":[],"visibles":[],"cards":[],"players":[{"wallet":[],"score":0},{"wallet":[],"score":0}]}]}`
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// gameWithFindings is the folder of a game whose reference ends at once.
func gameWithFindings(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"game.toml": `format = 1
name = "digits"
title = "Digits"
prefix = "DG"
summary = "a digit"
task = [{ name = "same", summary = "the digit", in = ["digit"], out = ["digit"] }]
reference = { command = ["true"] }
`,
		"rules.md":                  "### DG-01 (T)\nThe digit.\n",
		"values/digit.schema.json":  `{"type": "integer", "minimum": 0, "maximum": 9}`,
		"suites/same/cases.jsonl":   `{"name":"one","in":[1]}`,
		"values/unused.schema.json": `{"type": "integer"}`,
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestFormats holds what is printed for programs against the schemas that
// promise its form.
func TestFormats(t *testing.T) {
	right, wrong := program(t, "right/rules"), program(t, "wrong/rules")
	known := filepath.Join(t.TempDir(), "known.txt")
	if err := os.WriteFile(known, []byte("generated/1-1  crashed  # it was\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	wrongs := wrongSuite(t)
	ledger := filepath.Join(t.TempDir(), "run.jsonl")
	if err := os.WriteFile(ledger, []byte(failingLedger), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		schema string // of each value on stdout
		array  bool   // each value is an array of such values, or a line's error
		args   string // separated by blanks
		stdin  string
		status int
		values int // on stdout
	}{
		{name: "all games", schema: "games", args: "games --format json", values: 1},
		{name: "one game", schema: "games", args: "games bazaar --format json", values: 1},
		{name: "the rule book", schema: "rules", args: "rules bazaar --format json", values: 1},
		{name: "all pages", schema: "docs", args: "docs --format json", values: 1},
		{name: "a page", schema: "docs", args: "docs isolation --format json", values: 1},
		{name: "completions", schema: "docs", args: "docs --as completion --format json --to " + t.TempDir(), values: 1},
		{name: "a picture", schema: "picture", args: "render bazaar --highlight /players/0 --format json", stdin: moveLine, values: 1},
		{name: "a picture of two values", schema: "picture", args: "render bazaar --format json", stdin: moveLine + moveLine, values: 1},
		{name: "a protocol", schema: "protocol", args: "rules bazaar --live --format json", values: 1},
		{name: "a live game", schema: "play", args: "play bazaar --player builtin:points --player builtin:size --seed 7 --format json", values: 1},
		{
			name: "a live game with a breach", schema: "play", status: 1, values: 1,
			args: "play bazaar --player builtin:points --player builtin:cheat:wallet-cannot-trade --seed 7 --format json",
		},
		{name: "a live game without a player", schema: "play", status: 1, args: "play bazaar --player builtin:points --player exec:true --format json", values: 1},
		{
			name: "a tournament", schema: "tournament", status: 1, values: 1,
			args: "play bazaar --games 4 --player builtin:points --player builtin:cheat:bank-cannot-trade --player exec:true --seed 7 --format json",
		},
		{name: "a transcript", schema: "transcript", args: "transcript show " + exchangeFile + " --format json", values: 32},
		{name: "a clean transcript", schema: "transcript-check", args: "transcript check " + exchangeFile + " --format json", values: 1},
		{
			name: "a transcript with a finding", schema: "transcript-check", args: "transcript check - --format json",
			stdin: strings.Replace(exchangeText(t), `"event":"over"`, `"event":"other"`, 1), status: 1, values: 1,
		},
		{name: "a run that is watched", schema: "watch", status: 1, args: "watch " + ledger + " --format json", values: 2},
		{name: "transitions", schema: "transcript-cover", args: "transcript cover " + exchangeFile + " --format json", values: 1},
		{
			name: "a replay without a server", schema: "transcript-replay", status: 1, values: 1,
			args: "transcript replay " + exchangeFile + " --side clients --format json -- false",
		},
		{name: "scores", schema: "suite-score", args: "suite score bazaar/rules bazaar/score --matrix --format json", values: 1},
		{
			name: "a score with suggestions", schema: "suite-score", status: 1, values: 1,
			args: "suite score " + wrongs + " --task bazaar/rules --suggest --format json",
		},
		{name: "coverage", schema: "suite-cover", status: 1, args: "suite cover bazaar/rules " + pairSuite(t) + " --task bazaar --format json", values: 1},
		{name: "findings", schema: "suite-lint", status: 1, args: "suite lint " + wrongs + " bazaar/score --task bazaar/rules --format json", values: 1},
		{name: "a game as a folder", schema: "game-export", args: "game export bazaar --to " + filepath.Join(t.TempDir(), "b") + " --format json", values: 1},
		{name: "a new game", schema: "game-new", args: "game new hexe --to " + filepath.Join(t.TempDir(), "hexe") + " --format json", values: 1},
		{name: "findings in a game", schema: "game-lint", status: 1, args: "game lint " + gameWithFindings(t) + " --runs 1 --format json", values: 1},
		{name: "a generated suite", schema: "suite-generate", args: "suite generate bazaar/move --cases 2 --inputs 50 --format json", values: 1},
		{name: "the fewest cases", schema: "suite-minimize", args: "suite minimize bazaar/rules --format json", values: 1},
		{name: "two suites", schema: "suite-diff", status: 1, args: "suite diff bazaar/rules " + wrongs + " --task bazaar/rules --format json", values: 1},
		{name: "exported suites", schema: "suite-export", args: "suite export bazaar --format json", values: 1},
		{name: "an imported suite", schema: "suite-import", args: "suite import " + wrongs + " --task bazaar/rules --format json", values: 1},
		{name: "two clauses", schema: "rules", args: "rules bazaar BG-15 BG-46 --format json", values: 1},
		{name: "lines of the source", schema: "rules-where", args: "rules bazaar BG-15 BG-46 --where --format json", values: 1},
		{name: "valid and invalid", schema: "validate", args: "validate bazaar/pebbles --format json", stdin: `["red"] ["pink",3] {}`, status: 1, values: 3},
		{
			name: "a state that contradicts itself", schema: "validate", args: "validate bazaar/state --format json",
			stdin: strings.Replace(moveLine, "pebble-or-trades", "over", 1), status: 1, values: 1,
		},
		{name: "legal", schema: "check", args: "check bazaar", stdin: moveLine + "false", values: 1},
		{name: "illegal", schema: "check", args: "check bazaar", stdin: strings.Replace(illegalLine, "},[", "} [", 1), status: 1, values: 1},
		{
			name: "many moves", schema: "check", array: true, args: "check bazaar --lines",
			stdin: "[" + moveLine + ",false]\n[" + illegalLine + "]\n[" + moveLine + ",true]\n\n[" + moveLine + "]\n", status: 2, values: 5,
		},
		{name: "a case", schema: "case", args: "show generated/1-1 --task bazaar/rules --format json", values: 1},
		{name: "generated cases", schema: "case", args: "test bazaar/rules --generate 5 --seed 1 --list --format json", values: 5},
		{name: "a plan", schema: "plan", args: "test bazaar/rules --generate 5 --seed 1 --dry-run --format json -- ./xrules", values: 1},
		{
			name: "a plan with everything", schema: "plan", values: 1,
			args: "test bazaar/rules --generate 5 --seed 1 --shard 2/2 --setup make --max-failures 3 --dir . --cpu 9s --first-byte 2s" +
				" --mutant R2 --codes strict --ledger none.jsonl --report csv=none.csv --dry-run --format json -- ./xrules a",
		},
		{
			name: "disagreements", schema: "fuzz", status: 1, values: 1,
			args: "fuzz bazaar/move --against mutant:R1 --seed 7 --keep 2 --runs 900 --shrink 1ns --quiet --format json",
		},
		{
			name: "a search in which nothing is found", schema: "fuzz", values: 1,
			args: "fuzz bazaar/turn --invalid --against option:price=false --seed 7 --runs 40 --quiet --format json",
		},
		{name: "input that is taken", schema: "fuzz", status: 1, values: 1, args: "fuzz bazaar/rules --invalid --seed 1 --runs 200 --shrink 1ns --quiet --format json -- " + right},
		{name: "input that is no JSON", schema: "fuzz", status: 1, values: 1, args: "fuzz bazaar/turn --invalid --keep 8 --seed 1 --runs 40 --shrink 1ns --quiet --format json -- false"},
		{name: "two programs", schema: "fuzz", status: 1, values: 1, args: "fuzz bazaar/rules --seed 1 --runs 60 --shrink 1ns --quiet --format json -- " + right + " --vs " + wrong},
		{
			name: "findings about a course", schema: "grade-lint",
			args: "grade lint " + prepare(t, "touchstone grade", "class.toml") + "/class.toml --format json", values: 1,
		},
		{name: "a rehearsal", schema: "grade-check", args: "grade " + prepare(t, "touchstone grade", "class.toml") + "/class.toml --quiet --check --format json", values: 1},
		{name: "what is graded", schema: "grade-list", args: "grade " + prepare(t, "touchstone grade", "class.toml") + "/class.toml --quiet --list --format json", values: 1},
		{
			name: "changes between gradings", schema: "grade-diff", status: 1, values: 1,
			args: "grade diff " + keptGrades(t, 0, "wrong-answer") + " " + keptGrades(t, 100, "pass") + " --format json",
		},
		{name: "grades", schema: "grade", args: "grade " + prepare(t, "touchstone grade", "class.toml") + "/class.toml --quiet --format json", values: 1},
		{name: "a version", schema: "version", args: "version --format json", values: 1},
		{
			name: "an unexpected pass", schema: "test", status: 1, values: 1,
			args: "test bazaar/rules --generate 8 --seed 1 --quiet --known " + known + " --format json -- " + wrong,
		},
		{
			name: "known failures", schema: "test", values: 1,
			args: "test bazaar/rules --generate 8 --seed 1 --quiet --known " + known + " --known-update --format json -- " + wrong,
		},
		{
			name: "runs that stop", schema: "test", status: 1, values: 1,
			args: "test bazaar/rules --generate 20 --seed 1 --shard 2/2 --repeat 2 --quiet --max-failures 2 --format json -- " + wrong,
		},
		{name: "all tasks of a game", schema: "test-game", args: "test bazaar --tag basic --case bazaar/rules/** --quiet --format json -- " + right + " {task}", values: 1},
		{name: "a right program", schema: "test", args: "test bazaar/rules --generate 4 --seed 1 --quiet --format json -- " + right, values: 1},
		{name: "a wrong program", schema: "test", args: "test bazaar/rules --generate 60 --seed 1 --quiet --format json -- " + wrong, status: 1, values: 1},
		{name: "a program that fails", schema: "test", args: "test bazaar/turn --generate 2 --seed 1 --format json -- " + right, status: 1, values: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			values := printed(t, c.stdin, c.status, strings.Fields(c.args)...)
			if len(values) != c.values {
				t.Fatalf("%d values, expected %d", len(values), c.values)
			}
			for _, v := range values {
				name := c.schema
				if c.array {
					if v.Kind() == '[' {
						v = elements(t, v)[0]
					} else {
						name = "error"
					}
				}
				conforms(t, name, v)
			}
		})
	}

	t.Run("every kind of bad line", func(t *testing.T) {
		lines := "\n[]\n[[],[],[],[]]\n[[],3,[]]\n[[],[\"pink\",\"pink\"],[]]\n{}\n[[],[],[]] 1\n[[],[\nx\n[{\"a\":1,\"a\":1}]\n\"\xff\"\n" +
			`[[[["red"],["red"]]],[],[]]` + "\n" + strings.Repeat("[", 100) + strings.Repeat("]", 100)
		values := printed(t, lines, 2, "solve", "bazaar/equations", "--lines", "--quiet")
		if n := strings.Count(lines, "\n") + 1; len(values) != n {
			t.Fatalf("%d values, expected %d", len(values), n)
		}
		for _, v := range values {
			conforms(t, "error", v)
		}
	})

	t.Run("every verdict", func(t *testing.T) {
		if !haveProgram("sh") {
			t.Skip("there is no shell to play a wrong program")
		}
		for _, script := range []string{
			`cat >/dev/null`, `exit 3`, `kill -SEGV $$`, `echo '['`, `echo no`, `echo '[] [] []'`, `echo '{"a":1,"a":2}'`, `echo '[3,{}]'`,
			`echo '["red","red","red"]'; echo oh >&2`, `printf '\033\377"'; printf '\033\377' >&2; exit 1`, `yes`, `sleep 60`, `echo; sleep 60`,
		} {
			report := printed(t, "", 1, "test", "bazaar/equations", "--generate", "1", "--seed", "1", "--quiet", "--format", "json",
				"--timeout", "200ms", "--output", "4K", "--", "sh", "-c", script)
			conforms(t, "test", report[0])
		}
	})

	t.Run("embedded cases", func(t *testing.T) {
		for _, name := range suite.EmbeddedNames(suites.FS) {
			for _, v := range printed(t, "", 0, "test", name, "--list", "--format", "json") {
				conforms(t, "case", v)
			}
		}
	})

	t.Run("doctor", func(t *testing.T) {
		var stdout, stderr bytes.Buffer
		// What this machine offers decides about the status.
		if status := inProcess([]string{"doctor", "--format", "json"}, strings.NewReader(""), &stdout, &stderr); status == statusTrouble {
			t.Fatalf("status %d: %s", status, &stderr)
		}
		conforms(t, "doctor", stdout.Bytes())
	})
}

// printed runs a command and returns the values that it writes to stdout, which
// must be nothing but JSON, each value on lines of its own.
func printed(t *testing.T, stdin string, status int, args ...string) []jsontext.Value {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := inProcess(args, strings.NewReader(stdin), &stdout, &stderr); got != status {
		t.Fatalf("%q: status %d, expected %d\n%s", args, got, status, &stderr)
	}
	if !strings.HasSuffix(stdout.String(), "\n") {
		t.Errorf("%q: the last line has no end", args)
	}
	values, err := stream.All(&stdout, stream.Limits{})
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	for i, v := range values[min(1, len(values)):] {
		if v.Start.Column != 1 {
			t.Errorf("%q: value %d does not begin a line", args, i+2)
		}
	}
	return stream.Raws(values)
}

func elements(t *testing.T, v jsontext.Value) []jsontext.Value {
	t.Helper()
	var list []jsontext.Value
	if err := json.Unmarshal(v, &list); err != nil || len(list) != 1 {
		t.Fatalf("%s: expected an array of one value (%v)", v, err)
	}
	return list
}

// conforms holds a value against a schema of schemas/report.
func conforms(t *testing.T, name string, v jsontext.Value) {
	t.Helper()
	problems, err := schema.Report(name, v)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("no valid %s at %q: %s\n%.300s", name, p.Pointer, p.Message, v)
	}
}
