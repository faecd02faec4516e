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
	progress  = regexp.MustCompile(`(?m)^touchstone: \d+ of \d+ cases, .*\n`)
)

func TestReadme(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the commands of the README are for a shell, and there is none")
	}
	for program, source := range map[string]string{
		"touchstone":  "./cmd/touchstone",
		"rules-right": "./tests/subjects/right/rules",
		"rules-wrong": "./tests/subjects/wrong/rules",
	} {
		build := exec.Command("go", "build", "-o", filepath.Join(".bin", program), source)
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", program, err, out)
		}
	}
	name := filepath.Join(root, "README.md")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
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
