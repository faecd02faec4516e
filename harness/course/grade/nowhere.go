package grade

import (
	"context"
	"fmt"
	"path/filepath"
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

// nowhere tells of folders, suites and programs which submissions should have and none has: the
// course file is more likely to be wrong than all teams.
func (e *Engine) nowhere(ctx context.Context) error {
	if e.single() {
		return nil // whose page says so
	}
	type place struct {
		task *course.Task
		key  string
	}
	var paths []string
	var places []place
	add := func(t *course.Task, key, path string) {
		if path != "" && path != "." {
			paths, places = append(paths, path), append(places, place{t, key})
		}
	}
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if t.Build.Command != "" || len(e.builds()) == 0 {
			add(t, "dir", t.Dir) // another build may make it
		}
		add(t, "own.suite", t.Own.Suite)
		if len(t.Run) > 0 && len(e.builds()) == 0 && strings.Contains(t.Run[0], "/") && !filepath.IsAbs(t.Run[0]) {
			add(t, "run", filepath.Join(t.Dir, t.Run[0]))
		}
	}
	searched := 0
	found := make([]bool, len(paths))
	like := make([]string, len(paths)) // what a folder has instead
	left := len(paths)
	for _, s := range e.all {
		if left == 0 || searched == searchedMax {
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
			if has && !found[i] {
				found[i] = true
				left--
			}
			if near := files.Near(filepath.Join(s.Path, filepath.FromSlash(paths[i]))); near != "" && like[i] == "" && !has {
				like[i] = fmt.Sprintf("; %s has %s", s.Team, filepath.Base(near))
			}
		}
	}
	if searched == 0 {
		return nil
	}
	for i, p := range places {
		dir := slices.Index(places, place{p.task, "dir"})
		if !found[i] && (p.key != "run" || dir < 0 || found[dir]) { // otherwise the folder is told
			e.tellAt(p.key, Finding{
				Level: Warning, Kind: aboutCourse, Task: p.task.Name,
				Message: fmt.Sprintf("%s: none of the %s searched has %s%s", p.key, text.Count(searched, "submission"), paths[i], like[i]),
				Hint:    "if the teams are right, correct the path in the course file; it starts in the folder of a submission",
			})
		}
	}
	return nil
}
