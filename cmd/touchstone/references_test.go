package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var each = flag.Bool("each", false, "meet each reference that goes wrong with each command")

// doubles are the files of a game with one task: twice a number. WHEN is what its
// reference does wrong, LIMIT how long it may take.
var doubles = map[string]string{
	"double/game.toml": `format = 1
name = "double"
title = "Double"
prefix = "DB"
summary = "a number, doubled"
[[task]]
name = "double"
summary = "twice the number"
in = ["number"]
out = ["twice"]
[reference]
command = ["sh", "double.sh"]
start = "LIMIT"
timeout = "LIMIT"
memory = "16M"
procs = 16
output = "64K"
`,
	"double/rules.md":                  "### DB-01 (T)\nTwice as much.\n",
	"double/mutants.toml":              "[[mutant]]\nid = \"half\"\nclause = \"DB-01\"\nsummary = \"takes it once\"\n",
	"double/values/number.schema.json": `{"type": "integer", "minimum": 0, "maximum": 60}`,
	"double/values/twice.schema.json":  `{"type": "integer", "minimum": 0, "maximum": 130}`,
	"double/double.sh": `n=0
while read -r line; do
	n=$((n+1))
	d=${line##*\"in\":[}; d=${d%%]*}
	out=$((2*d)); id=$n
	case $line in *mutant*) out=$d;; esac
	WHEN
	echo "{\"id\":$id,\"out\":[$out],\"clauses\":[\"DB-01\"]}"
done
`,
	"right.sh": "read -r d\necho $((2*d))\n",
	"course.toml": `games = ["double"]
[submissions]
paths = ["in/*"]
[[task]]
task = "double/double"
run = "sh right.sh"
`,
	"in/ada/right.sh": "read -r d\necho $((2*d))\n",
}

// TestHostileReferences has references that go wrong, and the commands that ask them:
// each ends with a finding of that kind and status 2, and no program is accused. Without
// -each every command comes, and every reference but one that never answers.
func TestHostileReferences(t *testing.T) {
	if !haveProgram("sh") {
		t.Skip("there is no sh")
	}
	references := []struct{ name, when, kinds string }{
		{"crash", `[ $((n%4)) = 0 ] && exit 3`, "exited"},
		{"mind", `case $seen in *,$d,*) out=$((out+1));; esac; seen=$seen,$d,`, "inconsistent"},
		{"lies later", `[ $n -gt 1 ] && out=$((out+1))`, "inconsistent"},
		{"out of order", `[ $((n%4)) = 0 ] && id=$((id+1))`, "wrong-id"},
		{"a line too many", `[ $n = 3 ] && echo "{\"id\":$id,\"out\":[$out]}"`, "wrong-id not-a-reply"},
		{"a long line", `[ $n = 3 ] && yes x | tr -d '\n' | head -c 200000`, "too-long"},
		{"lines without end", `[ $d = 3 ] && yes`, "not-a-reply"},
		{"no shape", `[ $n = 3 ] && out='"x"'`, "wrong-shape"},
		{"cannot answer", `[ $n = 3 ] && { echo "{\"id\":$id,\"error\":\"lost\"}"; continue; }`, "refused"},
		{"unknown clause", `[ $n = 3 ] && { echo "{\"id\":$id,\"out\":[$out],\"clauses\":[\"DB-9\"]}"; continue; }`, "unknown-name"},
		{"hang", `[ $d = 3 ] && sleep 60`, "timed-out"},
		{"half a line", `[ $d = 3 ] && printf '{"id":' && sleep 60`, "timed-out"},
		{"late", `[ $d = 3 ] && sleep 1`, "timed-out"},
		{"closes its output", `[ $d = 3 ] && exec >&- && sleep 60`, "exited"},
		{"leaves a child", `[ $d = 3 ] && { sleep 60 & exit 0; }`, "exited"},
		{"forks", `while [ $n = 3 ]; do sleep 60 & done`, "limit"},
		{"grows", `[ $d = 3 ] && out=$(yes x | head -c 400000000)`, "limit"},
		{"nothing", `sleep 60`, "timed-out"},
	}
	commands := []struct{ name, line string }{
		{"test", "test double/double --case ** -- sh right.sh"},
		{"test lines", "test double/double cases.jsonl --protocol lines -- sh -c while\tread\t-r\td;do\techo\t$((2*d));done"},
		{"fuzz", "fuzz double/double --inputs 100 --seed 1 -- sh right.sh"},
		{"lint", "suite lint cases.jsonl --task double/double"},
		{"score", "suite score cases.jsonl --task double/double"},
		{"cover", "suite cover cases.jsonl --task double/double"},
		{"minimize", "suite minimize cases.jsonl --task double/double --to small"},
		{"generate", "suite generate double/double --to made --seed 1"},
		{"grade", "grade course.toml"},
		{"game lint", "game lint double"},
	}
	for i, r := range references {
		for j, c := range commands {
			if !*each && (j != (i+3)%len(commands) || r.name == "nothing") {
				continue
			}
			t.Run(c.name+" "+r.name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				// Only where a reply is to be missed may the machine be the one that is late.
				limit := "30s"
				if r.kinds == "timed-out" {
					limit = "250ms"
				}
				for name, text := range doubles {
					write(t, filepath.Join(dir, name), strings.NewReplacer("WHEN", r.when, "LIMIT", limit).Replace(text))
				}
				var cases strings.Builder
				for d := range 10 {
					fmt.Fprintf(&cases, `{"name":"c%d","in":[%d]}`+"\n", d, d)
				}
				write(t, filepath.Join(dir, "cases.jsonl"), cases.String())
				write(t, filepath.Join(dir, "double/suites/double/cases.jsonl"), cases.String())
				args := strings.Fields(strings.ReplaceAll(c.line, "\t", "~"))
				for k := range args {
					args[k] = strings.ReplaceAll(args[k], "~", " ")
				}
				if c.name != "game lint" && c.name != "grade" {
					args = append([]string{"--game", "double"}, args...)
				}
				command := exec.Command("touchstone", args...)
				command.Dir = dir
				command.Env = append(os.Environ(), "XDG_CACHE_HOME="+dir) // with the memory of grades
				out, err := command.CombinedOutput()
				status := 0
				if exit, ok := errors.AsType[*exec.ExitError](err); ok {
					status = exit.ExitCode()
				} else if err != nil {
					t.Fatal(err)
				}
				want := 2
				if c.name == "game lint" {
					want = 1
				}
				if status != want {
					t.Errorf("exit status %d, expected %d:\n%s", status, want, out)
				}
				found := false
				// A reply that depends on how many there were before is another one the second time.
				for kind := range strings.FieldsSeq(r.kinds + " inconsistent") {
					found = found || strings.Contains(string(out), kind)
				}
				if !found {
					t.Errorf("nothing is told of %s:\n%s", r.kinds, out)
				}
				if strings.Contains(string(out), "misread") || strings.Contains(string(out), "answers like") {
					t.Errorf("a program is accused:\n%s", out)
				}
			})
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
