// Package readme runs every command that the README shows, and compares what
// they print with what it says they print.
package readme

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the commands print into the README")

// Durations differ from run to run, and on a slow machine there is progress.
var (
	durations = regexp.MustCompile(`\(\d+(\.\d+)?(µs|ms|s)\)`)
	progress  = regexp.MustCompile(`(?m)^touchstone: \d+ (of \d+ (cases|teams)|inputs?), .*\n`)
)

// What the demo builds, and what the README runs from there.
var (
	build    = regexp.MustCompile(`(?m)^go build -o (\S+) (\S+)$`)
	programs = regexp.MustCompile(`(?m)^\$ .* -- (\.bin/[a-z-]+)`)
)

func TestReadme(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the commands of the README are for a shell, and there is none")
	}
	name := filepath.Join(root, "README.md")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	// What the commands need is what the README tells to make before them.
	before, _, _ := strings.Cut(string(text), "```console")
	if !strings.Contains(before, "\n    make demo\n    PATH=\"$PWD/.bin:$PATH\"\n") {
		t.Error("the README shows commands before it says how to make what they run, and where shells find it")
	}
	demo, err := os.ReadFile(filepath.Join(root, "scripts", "demo.sh"))
	if err != nil {
		t.Fatal(err)
	}
	made := make(map[string]bool)
	for _, b := range build.FindAllStringSubmatch(string(demo), -1) {
		made[b[1]] = true
		c := exec.Command("go", "build", "-o", b[1], b[2])
		c.Dir = root
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", b[1], err, out)
		}
	}
	if !made[".bin/touchstone"] {
		t.Error("make demo does not make .bin/touchstone")
	}
	for _, program := range programs.FindAllStringSubmatch(string(text), -1) {
		if !made[program[1]] {
			t.Errorf("the README runs %s, which make demo does not make", program[1])
		}
	}
	var got strings.Builder
	commands := 0
	inBlock, inOutput := false, false
	for line := range strings.Lines(string(text)) {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			inBlock = strings.TrimSpace(line) == "```console"
			inOutput = false
		case inBlock && isCommand:
			got.WriteString(line)
			got.WriteString(output(t, root, strings.TrimSpace(command)))
			commands++
			inOutput = true
			continue
		}
		if !inOutput {
			got.WriteString(line)
		}
	}
	if commands == 0 {
		t.Fatal("the README shows no command")
	}
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := strings.Split(durations.ReplaceAllString(string(text), "(…)"), "\n")
	have := strings.Split(durations.ReplaceAllString(got.String(), "(…)"), "\n")
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || want[i] != have[i] {
			t.Fatalf("the README differs from what its commands print, first on line %d; go test ./tests/readme -update writes it\nreadme: %q\nprints: %q",
				i+1, at(want, i), at(have, i))
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// output is what a command prints, to whichever stream. Its exit status is
// part of what the README says in words.
func output(t *testing.T, root, command string) string {
	t.Helper()
	c := exec.Command("sh", "-c", command)
	c.Dir = root
	c.Env = append(os.Environ(), "PATH="+filepath.Join(root, ".bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0 || exit.ExitCode() > 2) {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return progress.ReplaceAllString(string(out), "")
}
