package ledger

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/jsonl"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Writer appends to a ledger. Each line is one write to the file, so that
// what ends the program between two of them loses nothing. It serves one
// goroutine.
type Writer struct {
	name  string
	file  *os.File
	tally tally
	line  int  // number of the last line
	ended bool // the last line is the end of a complete run
	// written tells that the file was changed by this writer.
	written bool
	err     error
}

// unopened says why a ledger cannot be written.
func unopened(name string, err error) error {
	e := &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", name, text.Cause(err)), Hint: files.HintWritable, Cause: err}
	if errors.Is(err, fs.ErrNotExist) {
		e.Message, e.Hint = fmt.Sprintf("ledger %s: there is no folder %s", name, filepath.Dir(name)), "create the folder first"
	}
	return e
}

// Create begins a ledger in a new file. Started is set to UTC and cut to the
// second, Ledger to Version. The error is a *game.UsageError, also if there is
// such a file already: verdicts are never overwritten.
func Create(name string, h Header) (*Writer, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		switch info, err := os.Stat(name); {
		case err == nil && info.IsDir():
			return nil, &game.UsageError{
				Message: fmt.Sprintf("ledger %s: expected a new file, found a folder", name),
				Hint:    "name a file, such as " + filepath.Join(name, "run.jsonl"),
			}
		case err == nil && !info.Mode().IsRegular():
			// A device is neither continued nor removed.
			return nil, &game.UsageError{Message: fmt.Sprintf("ledger %s: expected a new file, found a device or a socket", name), Hint: "name a new file"}
		}
		return nil, &game.UsageError{
			Message: fmt.Sprintf("ledger %s: the file already exists", name),
			Hint:    "continue it with --resume, name another file, or remove this one",
		}
	}
	if err != nil {
		return nil, unopened(name, err)
	}
	w := &Writer{name: name, file: file}
	err = jsonl.Lock(file, "ledger", name)
	if err == nil && !w.fresh() {
		err = jsonl.Taken("ledger", name)
	}
	if err != nil {
		// Another run has found the new file, and has made it its own.
		file.Close()
		return nil, err
	}
	if err := w.begin(h); err != nil {
		os.Remove(name)
		file.Close()
		return nil, err
	}
	return w, nil
}

// Continue opens the ledger of an interrupted run, for the verdicts that it
// lacks, or begins it if that run was ended before it did. A torn last line is
// cut off. Each is told of every verdict in the ledger, in the order of the
// lines; of several on one case the last counts. The error is a
// *game.UsageError, also if the ledger is of another run than h is the header
// of, or if another run writes it now; which version of the program began it,
// when, and how it was called do not matter.
func Continue(name string, h Header, each func(run.Result)) (*Writer, error) {
	w, err := openLocked(name)
	if err != nil {
		return nil, err
	}
	begun, err := w.begun()
	if begun {
		err = w.reopen(h, each)
	} else if err == nil {
		err = w.begin(h)
	}
	if err != nil {
		w.file.Close()
		return nil, err
	}
	return w, nil
}

// opensMax is how often a ledger is opened that another run removes meanwhile.
const opensMax = 100

// openLocked opens and locks what has the name: a run that came to nothing may
// have removed the file between the two.
func openLocked(name string) (*Writer, error) {
	if err := files.Irregular(name); err != nil {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("ledger %s: %v", name, err),
			Hint:    "name the ledger of an earlier run, or a new file",
		}
	}
	for range opensMax {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
		if err != nil {
			return nil, unopened(name, err)
		}
		w := &Writer{name: name, file: file}
		if err := jsonl.Lock(file, "ledger", name); err != nil {
			file.Close()
			return nil, err
		}
		if w.named() {
			return w, nil
		}
		file.Close()
	}
	return nil, &game.UsageError{Message: fmt.Sprintf("ledger %s: other runs keep removing it", name)}
}

// named tells whether the open file is the one that has the name.
func (w *Writer) named() bool {
	mine, err := w.file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(w.name)
	return err == nil && os.SameFile(mine, there)
}

// fresh tells whether the file that was created is still there and empty.
func (w *Writer) fresh() bool {
	info, err := w.file.Stat()
	return err == nil && info.Size() == 0 && w.named()
}

// headerStart is how the first line of every ledger begins.
const headerStart = `{"ledger":`

// begun tells whether the file has a first line. What is only the beginning of
// one is what a run leaves that is ended at once.
func (w *Writer) begun() (bool, error) {
	first, err := bufio.NewReader(io.NewSectionReader(w.file, 0, LineBytesMax)).ReadBytes('\n')
	switch {
	case err == nil:
		return true, nil
	case err != io.EOF:
		return false, &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", w.name, text.Cause(err)), Hint: files.HintReadable}
	}
	n := min(len(first), len(headerStart))
	return string(first[:n]) != headerStart[:n], nil
}

// begin writes the first line.
func (w *Writer) begin(h Header) error {
	if err := w.file.Truncate(0); err != nil {
		return &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", w.name, text.Cause(err)), Hint: files.HintWritable}
	}
	w.tally = newTally(h.complete())
	w.put(&w.tally.header)
	return w.err
}

// reopen reads what stands in the file, so that writing can go on behind it.
func (w *Writer) reopen(h Header, each func(run.Result)) error {
	r, err := NewReader(w.file, w.name)
	if err != nil {
		return err
	}
	if other := r.tally.header.differs(&h); other != "" {
		return &game.UsageError{
			Message: fmt.Sprintf("ledger %s: it belongs to another run: it has %s", w.name, other),
			Hint:    "use the same arguments as for the ledger, or start a new ledger",
		}
	}
	for result, err := range r.Results() {
		if err != nil {
			return err
		}
		each(result)
	}
	if r.Torn() > 0 {
		w.written = true
		if err := w.file.Truncate(r.offset); err != nil {
			return &game.UsageError{Message: fmt.Sprintf("ledger %s: remove the incomplete last line: %v", w.name, text.Cause(err))}
		}
	}
	w.tally, w.line = r.tally, r.lines.Whole()
	w.ended = r.end != nil && r.end.Complete()
	return nil
}

// Add appends a verdict, which takes the place of an earlier one on its case.
// After an error nothing is written any more, since what is behind half a line
// could not be read; Close returns the error.
func (w *Writer) Add(r run.Result) {
	if w.err != nil {
		return
	}
	v := &r.Verdict
	if w.tally.full(v.Case) {
		w.err = fmt.Errorf("ledger %s: verdict on %q, but all %d cases have one", w.name, v.Case, w.tally.header.Cases)
	}
	e := NewEntry(r)
	if w.put(&e); w.err == nil {
		w.ended = false
		w.tally.add(v, standing{line: int32(w.line)})
	}
}

// IsComplete tells whether the end is there already: that of a complete run, to which
// nothing was added.
func (w *Writer) IsComplete() bool { return w.ended }

// Close writes the end, which must count what stands in the ledger, and makes
// sure that all has reached the disk. The error is the first of all.
func (w *Writer) Close(s run.Summary) error {
	if w.err == nil && !w.ended {
		if text := w.tally.contradiction(&s); text != "" {
			w.err = fmt.Errorf("ledger %s: cannot write the end: %s", w.name, text)
		}
		w.put(&lastLine{&s, s.Diagnoses, s.Diagnosed, s.House})
	}
	// A ledger that was complete when it was opened has reached it already.
	if w.written {
		if err := w.file.Sync(); err != nil && w.err == nil {
			w.err = fmt.Errorf("ledger %s: %w", w.name, text.Cause(err))
		}
	}
	if err := w.file.Close(); err != nil && w.err == nil {
		w.err = fmt.Errorf("ledger %s: %w", w.name, text.Cause(err))
	}
	return w.err
}

// Discard closes the ledger without an end, and removes it if there is no
// verdict in it: that of a run that came to nothing would only be in the way.
func (w *Writer) Discard() error {
	if len(w.tally.byCase) > 0 {
		return w.file.Close()
	}
	// While it is locked: once it is not, it may be the ledger of another run.
	err := os.Remove(w.name)
	return errors.Join(err, w.file.Close())
}

// put writes one line.
func (w *Writer) put(value any) {
	if w.err != nil {
		return
	}
	line, err := Encode(value)
	if len(line) >= LineBytesMax {
		err = fmt.Errorf("a line of %d bytes, expected fewer than %d", len(line), LineBytesMax)
	}
	if err == nil {
		w.written = true
		_, err = w.file.Write(append(line, '\n'))
	}
	if err != nil {
		w.err = fmt.Errorf("ledger %s, line %d: %w", w.name, w.line+1, text.Cause(err))
		return
	}
	w.line++
}
