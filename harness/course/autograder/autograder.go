// Package autograder writes what other services need to grade a course: an
// autograder for Gradescope, a workflow for GitHub, jobs for Kubernetes and
// Slurm.
package autograder

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

//go:embed template
var templates embed.FS

// The kinds of services.
const (
	Gradescope = "gradescope" // a zip file to upload
	GitHub     = "github"     // files of a repository
	Kubernetes = "k8s"        // an indexed job
	Slurm      = "slurm"      // an array job
)

// Kinds are all of them.
func Kinds() []string { return []string{Gradescope, GitHub, Kubernetes, Slurm} }

// A Job says how a course is graded in shards.
type Job struct {
	File   string // the course file
	Shards int
	// Program is touchstone on the machines; "" for the one in PATH, in the folder
	// of the course file.
	Program string
	CPUs    int    // that a shard may use, and so the teams that it grades at once; 0: 1
	Memory  int64  // bytes that a shard may use; 0: what the service gives
	Image   string // with touchstone, and with what builds need
	Module  string // of touchstone, for go install
	Version string
	// Pinned is the version that the course was written for, "" for any: the image is
	// that of it, and the program refuses to be another one.
	Pinned string
}

// Text writes the text of a kind that is one file: k8s or slurm.
func Text(kind string, j Job) ([]byte, error) {
	name, quoted := "k8s.yml", strconv.Quote
	if kind == Slurm {
		name, quoted = "slurm.sh", func(s string) string { return text.Quote([]string{s}) }
	}
	if strings.ContainsAny(j.File+j.Image+j.Program, "\n\r\x00") {
		return nil, &game.UsageError{Message: fmt.Sprintf("expected names without line breaks, found %q, %q and %q", j.File, j.Image, j.Program)}
	}
	if j.Program == "" {
		j.Program, j.File = "touchstone", filepath.Base(j.File)
	}
	j.CPUs = max(j.CPUs, 1)
	j.File, j.Image, j.Program = quoted(j.File), quoted(j.Image), quoted(j.Program)
	return fill(name, j)
}

// megabytes is the memory as Slurm takes it, rounded up.
func (j Job) megabytes() int64 { return (j.Memory + 1<<20 - 1) >> 20 }

// fill writes a template: marks such as <shards> become what the job says, and lines that
// begin with <if pinned> or <if memory> stand there only if the job says that.
func fill(name string, j Job) ([]byte, error) {
	template, err := templates.ReadFile(path.Join("template", name))
	if err != nil {
		return nil, err
	}
	marks := strings.NewReplacer(
		"<file>", j.File, "<shards>", strconv.Itoa(j.Shards), "<program>", j.Program, "<cpus>", strconv.Itoa(j.CPUs),
		"<megabytes>", strconv.FormatInt(j.megabytes(), 10), "<image>", j.Image, "<module>", j.Module, "<version>", j.Version, "<pinned>", j.Pinned,
	)
	holds := map[string]bool{"<if pinned": j.Pinned != "", "<if memory": j.Memory != 0}
	var b bytes.Buffer
	for line := range strings.Lines(string(template)) {
		if condition, rest, ok := strings.Cut(line, ">"); ok && strings.HasPrefix(line, "<if ") {
			if !holds[condition] {
				continue
			}
			line = rest
		}
		b.WriteString(marks.Replace(line))
	}
	return b.Bytes(), nil
}

// Write writes the files of gradescope or github to a sink. Program is the path
// of touchstone. The error is a *game.UsageError for a course that cannot be
// graded one submission at a time, whose suites lie elsewhere, or that would put
// into a repository of students what they must not see.
func Write(to suite.Sink, kind string, c *course.Course, lookup course.Lookup, program string, j Job) error {
	for i := range c.Tasks {
		for _, part := range []course.Part{course.Others, course.Plays} {
			if c.Tasks[i].WeightOf(part) > 0 {
				return &game.UsageError{
					Message: fmt.Sprintf("task %s: %s needs the submissions of all teams, but %s grades one at a time", c.Tasks[i].Name, part, kind),
					Hint:    "write a separate course file for the service, without it",
				}
			}
		}
	}
	if kind == GitHub {
		if err := open(c, lookup); err != nil {
			return err
		}
		text, err := fill("github.yml", j)
		if err != nil {
			return err
		}
		if err := to(".github/workflows/touchstone.yml", text); err != nil {
			return err
		}
		return files(to, ".github/touchstone", c, lookup)
	}
	for _, name := range []string{"run_autograder", "setup.sh"} {
		text, err := templates.ReadFile(path.Join("template", name))
		if err != nil {
			return err
		}
		if err := to(name, text); err != nil {
			return err
		}
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	if err := to("touchstone", text); err != nil {
		return err
	}
	return files(to, "course", c, lookup)
}

// open refuses a course with suites that students must not see: whoever can read a
// repository can read all that its workflow needs.
func open(c *course.Course, lookup course.Lookup) error {
	if len(c.Adjust) > 0 {
		return &game.UsageError{
			Message: "adjust: all teams could read the adjustments of each team in their repositories",
			Hint:    "export a course file without adjust, and keep adjust in the file that you grade with",
		}
	}
	if len(c.Games) > 0 {
		return &game.UsageError{
			Message: fmt.Sprintf("games: everybody with access to the repository could read the reference program in %s", c.Games[0]),
			Hint:    "run touchstone grade on the pushed repositories on your own machine",
		}
	}
	for i := range c.Tasks {
		t := &c.Tasks[i]
		if hidden := t.Hidden(lookup); len(hidden) > 0 {
			return &game.UsageError{
				Message: fmt.Sprintf("task %s: the suite %s is not public, but everybody with access to the repository could read it",
					t.Name, strings.Join(hidden, ", ")),
				Hint: `run touchstone grade on the pushed repositories on your own machine; or export a course file whose suites are ` +
					`embedded or marked { path = "…", public = true }`,
			}
		}
	}
	return nil
}

// files writes the course file and what it needs.
func files(to suite.Sink, folder string, c *course.Course, lookup course.Lookup) error {
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	if err := to(path.Join(folder, "course.toml"), text); err != nil {
		return err
	}
	home, err := filepath.Abs(filepath.Dir(c.File))
	if err != nil {
		return err
	}
	written := make(map[string]bool) // a suite may be in the folder of a game
	for _, name := range c.Needs(lookup) {
		if name, err = filepath.Abs(name); err != nil {
			return err
		}
		if rest, err := filepath.Rel(home, name); err != nil || !filepath.IsLocal(rest) {
			return &game.UsageError{
				Message: fmt.Sprintf("%s is outside the folder of the course file", name),
				Hint:    "copy it there and use that path",
			}
		}
		err := filepath.WalkDir(name, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || written[file] {
				return err
			}
			written[file] = true
			rest, err := filepath.Rel(home, file)
			if err != nil {
				return err
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			return to(path.Join(folder, filepath.ToSlash(rest)), text)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
