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

// nowhere tells of folders, suites and programs which submissions should have and none has: the
// course file is more likely to be wrong than all teams.
func (e *Engine) nowhere(ctx context.Context) error {
	if e.single() {
		return nil // whose page says so
	}
	type place struct {
		task    *course.Task
		key     string
		program string   // that is to be started; "" for what is only read
		made    bool     // a build may make it: a submission with something like it tells more
		inert   []string // teams whose program nobody may execute
	}
	var paths []string
	var places []place
	built := len(e.builds()) > 0
	add := func(path string, p place) {
		if path != "" && path != "." {
			paths, places = append(paths, path), append(places, p)
		}
	}
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if t.Build.Command != "" || !built {
			add(t.Dir, place{task: t, key: "dir"}) // another build may make it
		}
		add(t.Own.Suite, place{task: t, key: "own.suite"})
		if file := fileOfBuild(t.Build.Command); file != "" {
			add(filepath.Join(t.Dir, file), place{task: t, key: "build.command"})
		}
		// The build of another task may make the program, but hardly a script.
		scripted := len(t.Adapter) == 0 && interpreted(t.Run)
		if program := scriptOf(t.Run); program != "" && (!built || scripted) {
			p := place{task: t, key: "run", made: t.Build.Command != "" || built && programOf(t.Run) == ""}
			if program == t.Run[0] && runtime.GOOS != "windows" { // where any file may be executed
				p.program = program
			}
			add(filepath.Join(t.Dir, strings.ReplaceAll(program, subject.TaskMark, t.Task.Name)), p)
		}
	}
	searched := 0
	found := make([]bool, len(paths))
	like := make([]string, len(paths)) // what a folder has instead
	left := len(paths)
	starts := slices.ContainsFunc(places, func(p place) bool { return p.program != "" })
	for _, s := range e.all {
		if left == 0 && !starts || searched == searchedMax {
			break
		}
		if s.Path == "" {
			continue
		}
		holds, err := archive.Holds(ctx, s.Path, paths, e.limits())
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			continue // the team hears of it when it is graded
		}
		searched++
		for i, has := range holds {
			if has.Inert && places[i].program != "" {
				places[i].inert = append(places[i].inert, s.Team)
			}
			switch {
			case found[i]:
			case has.There:
				found[i] = true
				left--
			case like[i] == "":
				if near := files.Near(filepath.Join(s.Path, filepath.FromSlash(paths[i]))); near != "" {
					like[i] = fmt.Sprintf("; %s has %s", s.Team, filepath.Base(near))
				}
			}
		}
	}
	if searched == 0 {
		return nil
	}
	for i, p := range places {
		if len(p.inert) > 0 {
			e.warnOf(p.task, p.key, startable(p.task.Run),
				p.program+" cannot be started: nobody may execute it in the submissions of "+some(p.inert))
		}
		dir := slices.IndexFunc(places, func(other place) bool { return other.task == p.task && other.key == "dir" })
		inside := p.key == "run" || p.key == "build.command"
		switch {
		case found[i], p.made && like[i] == "":
		case inside && dir >= 0 && !found[dir]: // it is missing with its folder
		default:
			said := fmt.Sprintf("none of the %s searched has %s", text.Count(searched, "submission"), edged(paths[i]))
			if searched == 1 {
				said = "the submission searched lacks " + edged(paths[i])
			}
			hint := "if the teams are right, correct the path in the course file; it starts in the folder of a submission"
			if p.made {
				hint = "correct the path in the course file, unless the build makes the file; it starts in the folder of a submission"
			}
			if words := strings.Fields(p.program); len(words) > 1 && len(p.task.Run) == 1 {
				hint = "write each argument as a string of its own: " + course.RunOf(words)
			}
			e.warnOf(p.task, p.key, hint, said+like[i])
		}
	}
	return nil
}
