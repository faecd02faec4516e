package grade

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
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

// buildMagic is in front of what Go writes into a program about its build, in lines.
const buildMagic = "\xff Go buildinf:"

// builtOf are lines that say that a program is this one, or built with a part of it.
var builtOf = [][]byte{[]byte("\nmod\t" + module + "\t"), []byte("\ndep\t" + module + "\t")}

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
	return markedIn(ctx, f, e.Info.Size(), most)
}

// IsCopy tells whether a file is a build of this program.
func IsCopy(ctx context.Context, path string) bool {
	f, err := folder.OpenFile(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false
	}
	found, _, err := markedIn(ctx, f, info.Size(), info.Size())
	return err == nil && found
}

// markedIn is marked of an open file of a size.
func markedIn(ctx context.Context, f io.ReaderAt, size, most int64) (found bool, read int64, err error) {
	// Libraries that read programs take the memory for which a file asks.
	isProgram, isBuilt := false, false
	// The end of what was read before comes again: the mark may lie across.
	chunk := make([]byte, 0, min(markChunk, size+1)+int64(len(mark)))
	in := io.NewSectionReader(f, 0, min(most, size))
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
		if size >= buildInfoBytesMin {
			isProgram = isProgram || bytes.Contains(chunk, []byte(buildMagic))
			isBuilt = isBuilt || slices.ContainsFunc(builtOf, func(line []byte) bool { return bytes.Contains(chunk, line) })
		}
		if isProgram && isBuilt {
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

// held says why the program of a team is not run until the staff has looked at
// it, "" if it is run.
func (e *Engine) held(s *state) string {
	if len(s.Copies) == 0 || slices.Contains(e.Course.Submissions.Released, s.team) {
		return ""
	}
	return "held for the staff to check: it contains a copy of touchstone, " + strings.Join(s.Copies, ", ") +
		"; the key released of the course file lets it run"
}
