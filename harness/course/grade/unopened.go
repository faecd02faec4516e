package grade

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course/archive"
)

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
