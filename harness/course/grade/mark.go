package grade

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// mark is in every build of this program, also in one without its table of
// names. It must not be written down anywhere else.
const mark = "touchstone build mark 7f1d2c9a4be84d06: a program that contains this knows all answers"

// module is that of this program, which Go writes into whatever it builds with a
// part of it.
const module = "github.com/touchstone-harness/touchstone"

// The bounds of a search, and why.
const (
	// markBytesMax is far more than a program has, with all that it brings along.
	markBytesMax = 4 << 30
	// buildInfoBytesMin is less than any program in Go has.
	buildInfoBytesMin = 64 << 10
	// copiesShown is how many names are told.
	copiesShown = 3
	// markChunk is how much of a file is in memory.
	markChunk = 1 << 20
)

// findCopies looks among the files of a team, after its build, for copies of this
// program, which knows all answers. A copy that is disguised, compressed for
// example, is not found.
func (s *state) findCopies(ctx context.Context) error {
	s.Copies = nil
	left := int64(markBytesMax)
	more := 0
	err := folder.Walk{Force: true}.At(ctx, filepath.Join(s.folder, treeName), func(e *folder.Entry, err error) error {
		if err != nil || !e.Info.Mode().IsRegular() || left <= 0 {
			return nil
		}
		found, read, err := marked(ctx, e, left)
		left -= read
		if err != nil && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !found {
			return nil
		}
		if len(s.Copies) == copiesShown {
			more++
			return nil
		}
		s.Copies = append(s.Copies, text.Visible(strings.TrimPrefix(e.Path, filepath.ToSlash(s.Top)+"/")))
		return nil
	})
	if more > 0 {
		s.Copies = append(s.Copies, fmt.Sprintf("%d more", more))
	}
	return err
}

// marked tells whether a file is a build of this program, and how much of it was
// read.
func marked(ctx context.Context, e *folder.Entry, most int64) (found bool, read int64, err error) {
	f, err := e.Open()
	if err != nil {
		return false, 0, err
	}
	defer f.Close()
	if e.Info.Size() >= buildInfoBytesMin && builtOfModule(f) {
		return true, 0, nil
	}
	// The end of what was read before comes again: the mark may lie across.
	chunk := make([]byte, 0, min(markChunk, e.Info.Size()+1)+int64(len(mark)))
	in := io.NewSectionReader(f, 0, min(most, e.Info.Size()))
	for {
		if ctx.Err() != nil {
			return false, read, context.Cause(ctx)
		}
		n, err := in.Read(chunk[len(chunk):cap(chunk)])
		chunk = chunk[:len(chunk)+n]
		read += int64(n)
		if bytes.Contains(chunk, []byte(mark)) {
			return true, read, nil
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return false, read, err
		}
		if keep := len(mark) - 1; len(chunk) > keep {
			chunk = chunk[:copy(chunk, chunk[len(chunk)-keep:])]
		}
	}
}

// builtOfModule tells whether Go has built a file of a part of this program.
func builtOfModule(f io.ReaderAt) (is bool) {
	// The library is not made for files that somebody has spoiled on purpose.
	defer func() {
		if recover() != nil {
			is = false
		}
	}()
	info, err := buildinfo.Read(f)
	if err != nil {
		return false
	}
	return info.Main.Path == module || slices.ContainsFunc(info.Deps, func(d *debug.Module) bool { return d.Path == module })
}

// held says why the program of a team is not run until the staff has looked at
// it, "" if it is run.
func (e *Engine) held(s *state) string {
	if len(s.Copies) == 0 || slices.Contains(e.Course.Submissions.Released, s.team) {
		return ""
	}
	return "held for the staff to check: it contains a copy of touchstone, " + strings.Join(s.Copies, ", ")
}
