// Package readme runs every command that the README and the pages of the
// documentation show, and compares what they print with what they say they print.
package readme

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/docs"
)

var update = flag.Bool("update", false, "write what the commands print into the README and the pages")

// Durations differ from run to run, on a slow machine there is progress, and some machines
// isolate less.
var (
	durations = regexp.MustCompile(`\(\d+(\.\d+)?(µs|ms|s)\)`)
	progress  = regexp.MustCompile(`(?m)^touchstone: \d+ (of \d+ (cases|teams)|inputs?), .*\n`)
	weaker    = regexp.MustCompile(`(?m)^touchstone: isolation is weaker than .*\nhint: "touchstone doctor" says what is missing.*\n`)
)

// build is how the demo builds its programs.
var build = regexp.MustCompile(`(?m)^go build -o (\S+) (\S+)$`)

// root is the folder of the repository.
const root = "../.."

// demo builds once what make demo builds, and lists it.
var demo = sync.OnceValues(func() (map[string]bool, error) {
	text, err := os.ReadFile(filepath.Join(root, "scripts", "demo.sh"))
	if err != nil {
		return nil, err
	}
	made := make(map[string]bool)
	for _, b := range build.FindAllStringSubmatch(string(text), -1) {
		made[b[1]] = true
		if out, err := exec.Command("go", "build", "-C", root, "-o", b[1], b[2]).CombinedOutput(); err != nil {
			return nil, errors.New(b[1] + ": " + err.Error() + "\n" + string(out))
		}
	}
	return made, nil
})

// The README is followed in an empty folder, with the program and Python.
func TestReadme(t *testing.T) {
	needPython(t)
	made, err := demo()
	if err != nil {
		t.Fatal(err)
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
	if !made[".bin/touchstone"] {
		t.Error("make demo does not make .bin/touchstone")
	}
	if lines := strings.Count(string(text), "\n"); lines > linesMax {
		t.Errorf("the README has %d lines, at most %d are read", lines, linesMax)
	}
	follow(t, name, t.TempDir())
}

// linesMax is how many lines of a README people read.
const linesMax = 150

// Every page begins in an empty folder, with nothing but the program.
func TestPages(t *testing.T) {
	if _, err := demo(); err != nil {
		t.Fatal(err)
	}
	for _, p := range docs.Pages() {
		if !strings.Contains(p.Source, "```console") {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			if strings.Contains(p.Source, "python3") {
				needPython(t)
			}
			follow(t, filepath.Join(root, "harness", "docs", filepath.FromSlash(p.Path)), t.TempDir())
		})
	}
}

func needPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3, which the page uses")
	}
}

// follow runs the commands of a page in a folder, saving on the way the files that
// it shows: blocks whose first line names a language and a file.
func follow(t *testing.T, page, folder string) {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the commands are for a shell, and there is none")
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var got, saved strings.Builder
	commands, file := 0, ""
	inBlock, inConsole, inOutput := false, false, false
	for line := range strings.Lines(string(text)) {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			if file != "" {
				save(t, folder, file, saved.String())
			}
			inBlock = !inBlock
			info := strings.Fields(strings.TrimPrefix(line, "```"))
			inConsole = inBlock && len(info) > 0 && info[0] == "console"
			inOutput, file = false, ""
			saved.Reset()
			if inBlock && len(info) == 2 {
				file = info[1]
			}
		case inConsole && isCommand:
			got.WriteString(line)
			got.WriteString(output(t, folder, strings.TrimSpace(command)))
			commands++
			inOutput = true
			continue
		case inBlock:
			saved.WriteString(line)
		}
		if !inOutput {
			got.WriteString(line)
		}
	}
	if commands == 0 {
		t.Fatalf("%s shows no command", page)
	}
	if *update {
		if err := os.WriteFile(page, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := strings.Split(durations.ReplaceAllString(string(text), "(…)"), "\n")
	have := strings.Split(durations.ReplaceAllString(got.String(), "(…)"), "\n")
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || want[i] != have[i] {
			t.Fatalf("%s differs from what its commands print, first on line %d; go test ./tests/readme -update writes it\n says: %q\nprints: %q",
				page, i+1, at(want, i), at(have, i))
		}
	}
}

func save(t *testing.T, folder, file, text string) {
	t.Helper()
	name := filepath.Join(folder, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// output is what a command prints, to whichever stream. Its exit status is
// part of what the page says in words.
func output(t *testing.T, folder, command string) string {
	t.Helper()
	bin, err := filepath.Abs(filepath.Join(root, ".bin"))
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("sh", "-c", command)
	c.Dir = folder
	c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0 || exit.ExitCode() > 2) {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return weaker.ReplaceAllString(progress.ReplaceAllString(string(out), ""), "")
}
