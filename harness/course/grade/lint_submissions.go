package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/archive"
	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// gaps tells of patterns that cannot match any submission, where the error of finding these
// does not say so.
func (e *Engine) gaps(found error) {
	told, _ := errors.AsType[*document.Problems](found)
	level := Warning
	if !slices.ContainsFunc(e.all, func(s course.Submission) bool { return s.Path != "" }) {
		level = Wrong // every team would be graded as if it had handed in nothing
	}
	gaps := e.Course.Gaps()
	for _, gap := range gaps {
		if told != nil && slices.ContainsFunc(told.List, func(p document.Problem) bool { return p.Key == gap.Key }) {
			continue
		}
		e.tell(Finding{
			Level: level, Kind: aboutCourse, File: e.Course.File, Line: gap.Line,
			Message: fmt.Sprintf("submissions.paths: %s matches nothing: there is no %s", edged(gap.Pattern), edged(gap.Missing)),
			Hint:    gap.Hint,
		})
	}
	if level == Wrong && len(gaps) == 0 && e.known && e.Wrong == nil {
		e.warnAt(aboutCourse, "submissions.paths", "if teams have handed in, correct the path, which starts in the folder of the course file",
			fmt.Sprintf("submissions.paths: %s matches no submission: no team of the roster has handed in",
				edged(strings.Join(e.Course.Submissions.Paths, " "))))
	}
	for _, shelf := range e.Course.Shelves() {
		e.tell(Finding{
			Level: Warning, Kind: aboutCourse, File: e.Course.File, Line: shelf.Line,
			Message: fmt.Sprintf("submissions.paths: the folder %s, in which there are only folders and archives, counts as one submission", shelf.Pattern),
			Hint:    "if each of them is a submission, add /* to the path",
		})
	}
}

// unopened tells of teams that earn nothing because of what they have handed in, as far as
// this can be seen without unpacking: they may have sent the wrong file.
func (e *Engine) unopened(ctx context.Context) error {
	if e.single() {
		return nil // its page says so
	}
	tell := func(teams []string, said, hint string) {
		if len(teams) > 0 {
			e.tell(Finding{
				Level: Warning, Kind: aboutCourse, File: e.Course.File, Line: e.Course.Line("submissions.paths"),
				Message: fmt.Sprintf("submissions.paths: these %s, so their teams earn nothing: %s", said, some(teams)), Hint: hint,
			})
		}
	}
	idle := make(map[string]bool)
	var refused, bare []string
	for _, s := range e.all {
		if s.Path == "" {
			idle[s.Team] = true
			continue
		}
		empty, err := archive.Bare(ctx, s.Path, e.limits())
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		// Where this machine cannot read a submission, the error of unpacking it says so.
		if refusal, ok := errors.AsType[*archive.Refusal](err); ok {
			refused = append(refused, fmt.Sprintf("%s (%v)", s.Team, refusal))
		} else if err == nil && empty {
			bare = append(bare, s.Team)
		}
	}
	var alone []string
	hint := ""
	for _, path := range e.leftOut {
		base := filepath.Base(path)
		if team := strings.TrimSuffix(base, filepath.Ext(base)); idle[team] {
			alone = append(alone, path)
			if hint == "" {
				hint = "put each file into a folder named after its team, such as " + filepath.ToSlash(filepath.Join(filepath.Dir(path), team, base))
			}
		}
	}
	again := "ask these teams for another copy, if they handed in something else"
	tell(refused, "submissions cannot be unpacked", again)
	tell(bare, "submissions have no files", again)
	tell(alone, "files are neither folders nor archives", hint)
	return nil
}

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
