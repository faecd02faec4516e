package grade

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/archive"
	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// searchedMax is in how many submissions a path of the course file is looked for: a path
// that is right is in one of the first, and to read all archives of a class takes long.
const searchedMax = 20

// programOf is the file of a submission that a command line names: the program itself, or the
// first argument of an interpreter; "" if it names none.
func programOf(run []string) string {
	switch {
	case len(run) == 0:
	case strings.Contains(run[0], "/") && !filepath.IsAbs(run[0]):
		return run[0]
	case len(run) > 1 && !filepath.IsAbs(run[1]) && files.IsScript(run[1]):
		return run[1]
	}
	return ""
}

// scriptOf is programOf, with a script whose name does not tell that it is one: what an
// interpreter is given first is a file, if no program on the PATH is called so.
func scriptOf(run []string) string {
	if program := programOf(run); program != "" || !interpreted(run) {
		return program
	}
	word := run[1]
	// A node also finds main.js as main.
	if strings.ContainsAny(word, "={}") || strings.HasPrefix(word, "-") || filepath.IsAbs(word) || strings.HasPrefix(filepath.Base(run[0]), "node") {
		return ""
	}
	if _, err := exec.LookPath(word); err == nil {
		return "" // some shells look there, too
	}
	return word
}

// interpreted tells whether a command line gives an interpreter something to run.
func interpreted(run []string) bool {
	return len(run) > 1 && interpreter().MatchString(filepath.Base(run[0]))
}

// fileOfBuild is the file of a submission with which a build begins, "" if there is none, or
// if only a shell can tell.
func fileOfBuild(command string) string {
	if strings.ContainsAny(command, shellOnly+"$*?[;&|\n") {
		return ""
	}
	return scriptOf(strings.Fields(command))
}

// startable says how programs are started that nobody may execute.
func startable(run []string) string {
	makes := fmt.Sprintf("build.command = %q", "chmod +x "+text.Quote(run[:1]))
	if strings.EqualFold(filepath.Ext(run[0]), ".py") {
		words := append([]string{"python3", strings.TrimPrefix(run[0], "./")}, run[1:]...)
		return fmt.Sprintf("write %s, or add %s to the task", course.RunOf(words), makes)
	}
	return fmt.Sprintf("add %s to the task", makes)
}

// A spot is a path that the course file names, and which submissions should have.
type spot struct {
	task    *course.Task
	key     string // of the task, which names it
	path    string // from where a submission begins
	program string // that is to be started; "" for what is only read
	made    bool   // a build may make it: a submission with something like it tells more

	// What the submissions tell of it.
	found bool
	like  string   // what one that lacks it has instead, "" for nothing
	inert []string // teams whose program nobody may execute
}

// nowhere tells of folders, suites and programs which submissions should have and none has: the
// course file is more likely to be wrong than all teams.
func (e *Engine) nowhere(ctx context.Context) error {
	if e.single() {
		return nil // whose page says so
	}
	spots := e.spots()
	searched, err := e.search(ctx, spots)
	if err != nil || searched == 0 {
		return err
	}
	lacksFolder := func(t *course.Task) bool {
		return slices.ContainsFunc(spots, func(s spot) bool { return s.task == t && s.key == "dir" && !s.found })
	}
	for i := range spots {
		s := &spots[i]
		if len(s.inert) > 0 {
			e.warnOf(s.task, s.key, startable(s.task.Run),
				s.program+" cannot be started: nobody may execute it in the submissions of "+some(s.inert))
		}
		inside := s.key == "run" || s.key == "build.command"
		switch {
		case s.found, s.made && s.like == "":
		case inside && lacksFolder(s.task): // it is missing with its folder
		default:
			e.absent(s, searched)
		}
	}
	return nil
}

// spots are the paths that the tasks of the course expect in submissions.
func (e *Engine) spots() []spot {
	var spots []spot
	add := func(s spot) {
		if s.path != "" && s.path != "." {
			spots = append(spots, s)
		}
	}
	built := len(e.builds()) > 0
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if t.Build.Command != "" || !built {
			add(spot{task: t, key: "dir", path: t.Dir}) // another build may make it
		}
		add(spot{task: t, key: "own.suite", path: t.Own.Suite})
		if file := fileOfBuild(t.Build.Command); file != "" {
			add(spot{task: t, key: "build.command", path: filepath.Join(t.Dir, file)})
		}
		// The build of another task may make the program, but hardly a script.
		scripted := len(t.Adapter) == 0 && interpreted(t.Run)
		if program := scriptOf(t.Run); program != "" && (!built || scripted) {
			s := spot{task: t, key: "run", made: t.Build.Command != "" || built && programOf(t.Run) == ""}
			if program == t.Run[0] && runtime.GOOS != "windows" { // where any file may be executed
				s.program = program
			}
			s.path = filepath.Join(t.Dir, strings.ReplaceAll(program, subject.TaskMark, t.Task.Name))
			add(s)
		}
	}
	return spots
}

// search looks for the spots in the first submissions, and returns in how many. It ends when
// the rest can tell nothing new.
func (e *Engine) search(ctx context.Context, spots []spot) (searched int, err error) {
	paths := make([]string, len(spots))
	for i := range spots {
		paths[i] = spots[i].path
	}
	open := func(s spot) bool { return !s.found || s.program != "" }
	for _, submission := range e.all {
		if searched == searchedMax || !slices.ContainsFunc(spots, open) {
			break
		}
		if submission.Path == "" {
			continue
		}
		holds, err := archive.Holds(ctx, submission.Path, paths, e.limits())
		if ctx.Err() != nil {
			return searched, context.Cause(ctx)
		}
		if err != nil {
			continue // the team hears of it when it is graded
		}
		searched++
		for i, has := range holds {
			s := &spots[i]
			if has.Inert && s.program != "" {
				s.inert = append(s.inert, submission.Team)
			}
			s.found = s.found || has.There
			if s.found || s.like != "" {
				continue
			}
			if near := files.Near(filepath.Join(submission.Path, filepath.FromSlash(s.path))); near != "" {
				s.like = fmt.Sprintf("; %s has %s", submission.Team, filepath.Base(near))
			}
		}
	}
	return searched, nil
}

// absent tells of a spot that no submission searched has.
func (e *Engine) absent(s *spot, searched int) {
	said := fmt.Sprintf("none of the %s searched has %s", text.Count(searched, "submission"), edged(s.path))
	if searched == 1 {
		said = "the submission searched lacks " + edged(s.path)
	}
	hint := "if the teams are right, correct the path in the course file; it starts in the folder of a submission"
	if s.made {
		hint = "correct the path in the course file, unless the build makes the file; it starts in the folder of a submission"
	}
	if words := strings.Fields(s.program); len(words) > 1 && len(s.task.Run) == 1 {
		hint = "write each argument as a string of its own: " + course.RunOf(words)
	}
	e.warnOf(s.task, s.key, hint, said+s.like)
}
