package grade

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// tools are the tool chains that a machine for grading should have, so that one
// that is missing is no team's fault.
var tools = []string{
	"go", "gcc", "g++", "cc", "c++", "clang", "ld", "make", "cmake", "python3", "python", "pip", "pip3", "java", "javac", "jar", "mvn", "gradle",
	"cargo", "rustc", "node", "npm", "npx", "tsc", "dotnet", "mono", "ghc", "cabal", "stack", "racket", "raco", "ocaml", "dune", "ruby", "perl",
	"erl", "elixir", "mix", "julia", "scala", "sbt", "swift", "kotlinc", "php",
}

// lacking finds the name of a program in what a shell, make or a language says
// that has not found it.
var lacking = text.Pattern(`(?m)(?:^|[:\s"'])([\w.+-]+)["']?: (?:(?:command )?not found|No such file or directory|executable file not found)`)

// systemPrograms is where all programs of the system are, which every sandbox
// shows.
const systemPrograms = "/usr"

// hostBytesMin is how little of a disk is left where it is full for a build,
// whatever that takes itself.
const hostBytesMin = 64 << 20

// troubleOf tells what the machine lacked for a build that failed, "" if it
// lacked nothing. What the build says is not enough: the machine must really be
// so.
func troubleOf(said string, c *caches, d *disk) string {
	lower := strings.ToLower(said)
	for line := range strings.SplitSeq(said, "\n") {
		if !strings.Contains(strings.ToLower(line), "read-only file system") {
			continue
		}
		named := slices.ContainsFunc(c.paths, func(path string) bool { return strings.Contains(line, path) })
		// As with the room on a disk, the build that is made again alone has to be right.
		if named && (!d.alone || c.lost()) {
			return "the build cannot write to its cache: " + line
		}
	}
	if strings.Contains(lower, "no space left on device") || strings.Contains(lower, "disk quota exceeded") {
		// Who has taken it may have given it back by now, between two looks at what is left. The
		// build is made again alone then, where nobody else can have done that.
		if _ = d.look(); d.isKnown && (d.least < hostBytesMin || !d.alone) {
			return d.full()
		}
	}
	for _, found := range lacking().FindAllStringSubmatch(said, -1) {
		name := filepath.Base(found[1])
		known := slices.Contains(tools, name)
		path, err := exec.LookPath(name)
		if !known && (err != nil || !strings.HasSuffix(found[0], "not found")) {
			// A file of the submission may be missing that has the name of a program.
			continue
		}
		if err != nil {
			return fmt.Sprintf("this machine has no %s: %s", name, strings.TrimSpace(found[0]))
		}
		// No build needs this program, and who shows it shows all answers.
		if real, err := filepath.EvalSymlinks(path); err == nil && !folder.Inside(systemPrograms, real) && !IsCopy(context.Background(), real) {
			return fmt.Sprintf("the sandbox hides %s from it; add its folder to read = [...] of the task", path)
		}
	}
	return ""
}

// troubleOf says why the machine, and nobody else, kept the program of a task from
// being run, "" if it did not.
func (s *state) troubleOf(t *course.Task) string {
	if s.trouble != "" {
		return s.trouble
	}
	for _, b := range s.Builds {
		if b.Trouble != "" && slices.Contains(b.Tasks, t.Name) {
			return "cannot build, through no fault of the team: " + b.Trouble
		}
	}
	return ""
}

// unjudged is the result of what this machine could not judge.
func (w *work) unjudged(all int, why string) *Result {
	r := w.none(max(all, 1), why)
	r.Unjudged = r.All
	r.Verdicts[judge.HarnessError] = r.All
	return r
}
