package grade

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/archive"
	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Limits below these may be slips, such as a missing digit: they are tried.
const (
	smallBytes = 1 << 20
	smallFiles = 100
)

// tight tells of limits that are so small that none of several submissions can be unpacked: every
// team would earn nothing.
func (e *Engine) tight(ctx context.Context) error {
	limits, searched, first := e.limits(), 0, ""
	if e.single() || e.Wrong != nil || limits.BytesMax >= smallBytes && limits.FilesMax >= smallFiles {
		return nil
	}
	for _, s := range e.all {
		if s.Path == "" || searched == searchedMax {
			continue
		}
		to, err := os.MkdirTemp("", "touchstone-*")
		if err != nil {
			return nil // what grading lacks it says itself
		}
		err = archive.Unpack(ctx, s.Path, to, limits)
		folder.Remove(to)
		// One that is refused for another reason does not tell.
		refusal, ok := errors.AsType[*archive.Refusal](err)
		if ctx.Err() != nil || !ok || !refusal.Over {
			return context.Cause(ctx)
		}
		if searched++; searched == 1 {
			first = s.Team + ": " + err.Error()
		}
	}
	// One alone may be too large by its own fault.
	if searched > 1 {
		e.tell(Finding{
			Level: Wrong, Kind: aboutCourse, File: e.Course.File, Line: e.Course.Line("submissions"),
			Message: fmt.Sprintf("submissions: bytes_max and files_max let none of %d submissions in; %s", searched, first),
			Hint: fmt.Sprintf("correct bytes_max and files_max, or remove them: without them a submission may have %s and %s",
				text.Bytes(course.UnpackedBytesMax), text.Count(course.UnpackedFilesMax, "file")),
		})
	}
	return nil
}
