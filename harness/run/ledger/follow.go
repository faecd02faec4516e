package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"time"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// followEvery is the time between two looks at a file that may have grown: soon
// enough for people, and next to no work.
const followEvery = 200 * time.Millisecond

// A Follower reads a ledger that somebody else is still writing. It serves one
// goroutine.
type Follower struct {
	*Reader
	file *os.File
}

// Follow opens a ledger and waits for its header, which a run that is just
// beginning has not written yet. Waiting ends with the context, whose cause the
// error then is; others are *game.UsageError.
func Follow(ctx context.Context, name string) (*Follower, error) {
	file, err := os.Open(name)
	if err != nil {
		hint := ""
		if errors.Is(err, fs.ErrNotExist) {
			hint = "touchstone test --ledger FILE writes ledgers"
		}
		return nil, &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", name, text.Cause(err)), Hint: hint}
	}
	f := &Follower{file: file}
	for {
		whole, err := headed(file)
		if err == nil && whole {
			break
		}
		if err == nil {
			err = pause(ctx)
		}
		if err != nil {
			file.Close()
			return nil, err
		}
	}
	if f.Reader, err = NewReader(file, name); err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

// Close closes the file.
func (f *Follower) Close() error { return f.file.Close() }

// headed tells whether the first line of a file is there, or is so long that it
// is none.
func headed(file *os.File) (bool, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return false, &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", file.Name(), text.Cause(err)), Hint: files.HintReadable}
	}
	first := make([]byte, 64<<10)
	n, err := io.ReadFull(file, first)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", file.Name(), text.Cause(err)), Hint: files.HintReadable}
	}
	_, err = file.Seek(0, io.SeekStart)
	return bytes.IndexByte(first[:n], '\n') >= 0 || n == len(first), err
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(followEvery):
		return nil
	}
}

// All reads the results as they come, in the order of their lines, and waits for
// more when all that is there has been read. It ends behind the end of the run;
// an error, that of a line or the cause of the context's end, is the last thing
// that comes.
func (f *Follower) All(ctx context.Context) iter.Seq2[run.Result, error] {
	return func(yield func(run.Result, error) bool) {
		var line []byte
		for {
			var err error
			line, err = f.lines.More(line)
			if err == io.EOF {
				if f.end != nil && len(line) == 0 {
					return
				}
				if err = f.grown(len(line)); err == nil {
					err = pause(ctx)
				}
				if err == nil {
					continue
				}
			}
			if err != nil {
				yield(run.Result{}, err)
				return
			}
			e, err := f.take(bytes.TrimRight(line, lineEnd))
			if err != nil {
				yield(run.Result{}, f.lines.Fail(err, hintLine))
				return
			}
			f.accept(line)
			line = line[:0]
			if e != nil && !yield(e.Result(), nil) {
				return
			}
		}
	}
}

// grown makes sure that the file has not become shorter than what was read of
// it: a run that goes on with a ledger cuts off a line that was only begun.
func (f *Follower) grown(begun int) error {
	info, err := f.file.Stat()
	if err != nil {
		return &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", f.name, text.Cause(err)), Hint: files.HintReadable}
	}
	if info.Size() < f.offset+int64(begun) {
		return &game.UsageError{
			Message: fmt.Sprintf("ledger %s: it is now shorter than the %d lines that were read", f.name, f.lines.Whole()),
			Hint:    "another run has overwritten it: watch it again",
		}
	}
	return nil
}
