package ledger

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
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
	err   error
}

// Create begins a ledger in a new file. Started is set to UTC and cut to the
// second, Ledger to Version. The error is a *game.UsageError, also if there is
// such a file already: verdicts are never overwritten.
func Create(name string, h Header) (*Writer, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("ledger %s: there is such a file already", name),
			Hint:    "--resume goes on with it; else name another file, or remove this one",
		}
	}
	if err != nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", name, cause(err))}
	}
	w := &Writer{name: name, file: file}
	if err = w.lock(); err == nil {
		err = w.begin(h)
	}
	if err != nil {
		file.Close()
		os.Remove(name)
		return nil, err
	}
	return w, nil
}

// Continue opens the ledger of an interrupted run, for the verdicts that it
// lacks, or begins it if that run was ended before it did. A torn last line is
// cut off. Each is told of every verdict that stands in the ledger, in order. The
// error is a *game.UsageError, also if the ledger is of another run than h is the
// header of, or if another run writes it now; which version of the program began
// it, when, and how it was called do not matter.
func Continue(name string, h Header, each func(judge.Verdict)) (*Writer, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", name, cause(err))}
	}
	w := &Writer{name: name, file: file}
	err = w.lock()
	if err == nil {
		var begun bool
		if begun, err = w.begun(); begun {
			err = w.reopen(h, each)
		} else if err == nil {
			err = w.begin(h)
		}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return w, nil
}

// lock keeps other runs from writing the ledger.
func (w *Writer) lock() error {
	if !lockFile(w.file) {
		return &game.UsageError{
			Message: fmt.Sprintf("ledger %s: another run is writing it", w.name),
			Hint:    "wait for its end, or name another file",
		}
	}
	return nil
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
		return false, &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", w.name, cause(err))}
	}
	n := min(len(first), len(headerStart))
	return string(first[:n]) != headerStart[:n], nil
}

// begin writes the first line.
func (w *Writer) begin(h Header) error {
	if err := w.file.Truncate(0); err != nil {
		return &game.UsageError{Message: fmt.Sprintf("ledger %s: %v", w.name, cause(err))}
	}
	w.tally = newTally(h.complete())
	if w.put(&w.tally.header); w.err != nil {
		return &game.UsageError{Message: w.err.Error()}
	}
	return nil
}

// reopen reads what stands in the file, so that writing can go on behind it.
func (w *Writer) reopen(h Header, each func(judge.Verdict)) error {
	r, err := NewReader(w.file, w.name)
	if err != nil {
		return err
	}
	if other := r.tally.header.differs(&h); other != "" {
		return &game.UsageError{
			Message: fmt.Sprintf("ledger %s: it is of another run: it has %s", w.name, other),
			Hint:    "call touchstone test as it was called for the ledger, or begin a new one",
		}
	}
	for v, err := range r.Verdicts() {
		if err != nil {
			return err
		}
		each(v)
	}
	if r.Torn() > 0 {
		if err := w.file.Truncate(r.offset); err != nil {
			return &game.UsageError{Message: fmt.Sprintf("ledger %s: cut off the torn last line: %v", w.name, cause(err))}
		}
	}
	w.tally, w.line = r.tally, r.whole
	w.ended = r.end != nil && r.end.Complete()
	return nil
}

// Header returns the first line.
func (w *Writer) Header() Header { return w.tally.header }

// Done returns the ids of the cases that have a verdict.
func (w *Writer) Done() map[string]bool { return w.tally.done() }

// Summary counts the verdicts that stand in the ledger; it does not know how
// long the run took. It is what Close expects, but for that.
func (w *Writer) Summary() run.Summary { return w.tally.summary() }

// Add appends a verdict. After an error nothing is written any more, since what
// is behind half a line could not be read; Close returns the error.
func (w *Writer) Add(v judge.Verdict) {
	if w.err != nil {
		return
	}
	line, again := w.tally.lines[v.Case]
	switch {
	case w.ended:
		w.err = fmt.Errorf("ledger %s: verdict on %q behind the end", w.name, v.Case)
	case again:
		w.err = fmt.Errorf("ledger %s: second verdict on %q, the first is on line %d", w.name, v.Case, line)
	case len(w.tally.lines) == w.tally.header.Cases:
		w.err = fmt.Errorf("ledger %s: verdict on %q, but all %d cases have one", w.name, v.Case, w.tally.header.Cases)
	}
	if w.put(&v); w.err == nil {
		w.tally.add(&v, w.line)
	}
}

// Close writes the end, which must count what stands in the ledger, and makes
// sure that all has reached the disk. The error is the first of all.
func (w *Writer) Close(s run.Summary) error {
	if w.err == nil && !w.ended {
		if text := w.tally.contradiction(&s); text != "" {
			w.err = fmt.Errorf("ledger %s: the end is not written: %s", w.name, text)
		}
		w.put(&lastLine[*run.Summary]{&s})
	}
	if err := w.file.Sync(); err != nil && w.err == nil {
		w.err = fmt.Errorf("ledger %s: %w", w.name, cause(err))
	}
	if err := w.file.Close(); err != nil && w.err == nil {
		w.err = fmt.Errorf("ledger %s: %w", w.name, cause(err))
	}
	return w.err
}

// Discard closes the ledger without an end, and removes it if there is no
// verdict in it: that of a run that came to nothing would only be in the way.
func (w *Writer) Discard() error {
	err := w.file.Close()
	if len(w.tally.lines) == 0 {
		err = errors.Join(err, os.Remove(w.name))
	}
	return err
}

// put writes one line.
func (w *Writer) put(value any) {
	if w.err != nil {
		return
	}
	text, err := Encode(value)
	if err == nil && len(text) >= LineBytesMax {
		err = fmt.Errorf("a line of %d bytes, expected fewer than %d", len(text), LineBytesMax)
	}
	if err == nil {
		_, err = w.file.Write(append(text, '\n'))
	}
	if err != nil {
		w.err = fmt.Errorf("ledger %s, line %d: %w", w.name, w.line+1, cause(err))
		return
	}
	w.line++
}

// cause strips operation and path from an error of the file system: our
// messages name the file as the user wrote it.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
