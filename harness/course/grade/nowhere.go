package grade

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/archive"
	"github.com/touchstone-harness/touchstone/harness/files"
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

// startable says how programs are started that nobody may execute.
func startable(run []string) string {
	makes := fmt.Sprintf("build.command = %q", "chmod +x "+text.Quote(run[:1]))
	if strings.EqualFold(filepath.Ext(run[0]), ".py") {
		words := append([]string{"python3", strings.TrimPrefix(run[0], "./")}, run[1:]...)
		return fmt.Sprintf("write %s, or add %s to the task", runOf(words), makes)
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
		inert   []string // teams whose program nobody may execute
	}
	var paths []string
	var places []place
	built := len(e.builds()) > 0
	add := func(t *course.Task, key, path, started string) {
		if path != "" && path != "." {
			paths, places = append(paths, path), append(places, place{task: t, key: key, program: started})
		}
	}
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if t.Build.Command != "" || !built {
			add(t, "dir", t.Dir, "") // another build may make it
		}
		add(t, "own.suite", t.Own.Suite, "")
		// The build of another task may make the program, but hardly a script.
		scripted := len(t.Run) > 0 && t.Build.Command == "" && len(t.Adapter) == 0 && interpreter().MatchString(filepath.Base(t.Run[0]))
		if program := programOf(t.Run); program != "" && (!built || scripted) {
			started := ""
			if program == t.Run[0] && runtime.GOOS != "windows" { // where any file may be executed
				started = program
			}
			add(t, "run", filepath.Join(t.Dir, program), started)
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
			e.tellAt(p.key, Finding{
				Level: Warning, Kind: aboutCourse, Task: p.task.Name,
				Message: fmt.Sprintf("%s: %s cannot be started: nobody may execute it in the submissions of %s",
					p.key, p.program, some(p.inert)),
				Hint: startable(p.task.Run),
			})
		}
		dir := slices.IndexFunc(places, func(other place) bool { return other.task == p.task && other.key == "dir" })
		if !found[i] && (p.key != "run" || dir < 0 || found[dir]) { // a program is missing with its folder
			said := fmt.Sprintf("none of the %s searched has %s", text.Count(searched, "submission"), paths[i])
			if searched == 1 {
				said = "the submission searched lacks " + paths[i]
			}
			hint := "if the teams are right, correct the path in the course file; it starts in the folder of a submission"
			if words := strings.Fields(p.program); len(words) > 1 && len(p.task.Run) == 1 {
				hint = "write each argument as a string of its own: " + runOf(words)
			}
			e.tellAt(p.key, Finding{
				Level: Warning, Kind: aboutCourse, Task: p.task.Name, Message: p.key + ": " + said + like[i], Hint: hint,
			})
		}
	}
	return nil
}
