package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/archive"
	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
)

// Single makes the folder or archive at a path the only submission of the course. The error is a
// *game.UsageError if that is surely none: it would earn nothing, as if a team were to blame. Of a
// damaged archive the team is to hear.
func (e *Engine) Single(ctx context.Context, path string) error {
	refused := func(hint, format string, args ...any) error {
		return &game.UsageError{Message: fmt.Sprintf("--submission %s: ", path) + fmt.Sprintf(format, args...), Hint: hint}
	}
	info, err := os.Stat(path)
	switch {
	case err != nil: // to find it tells why
	case info.IsDir():
		list := e.Course.Shelf(path)
		if len(list) == 1 {
			return refused("name that: --submission "+filepath.ToSlash(list[0]), "expected a submission, found the folder of one")
		}
		if len(list) > 0 {
			return refused("name one of them, such as --submission "+filepath.ToSlash(list[0])+", or leave --submission out to grade all",
				"expected one submission, found a folder with those of several teams")
		}
	case !course.ArchiveName(path):
		if _, err := archive.Bare(ctx, path, e.limits()); ctx.Err() != nil {
			return context.Cause(ctx)
		} else if refusal, ok := errors.AsType[*archive.Refusal](err); ok {
			hint := "name a folder or an archive"
			if files.IsScript(path) {
				hint += "; put a program of one file into a folder named after its team"
			}
			return refused(hint, "%v", refusal)
		}
	}
	e.Course.Submissions.Paths, e.Course.Submissions.Path = nil, path
	return nil
}

// single tells whether one submission is graded without those of the other teams.
func (e *Engine) single() bool { return e.Course.Submissions.Path != "" }
