package report

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A File is written beside the file that it is going to be, and takes its name
// when it is complete: whoever looks there finds the old report or the new one.
type File struct {
	*bufio.Writer
	name string // as the user wrote it
	path string // behind links
	temp *os.File
}

// Paths are where the report is, or will be: under its name, and until it is
// complete under another.
func (f *File) Paths() []string { return []string{f.name, f.path, f.temp.Name()} }

// CreateFile begins a file. The error, a *game.UsageError, comes now rather than
// after the run: there is no such folder, or what has the name is no file.
func CreateFile(name string) (*File, error) {
	path := name
	mode := fs.FileMode(0o644)
	fail := func(what string, err error) (*File, error) {
		var e *fs.PathError
		if errors.As(err, &e) {
			err = e.Err
		}
		return nil, &game.UsageError{Message: fmt.Sprintf("report %s: %s%v", name, what, err)}
	}
	// What a link leads to is replaced, not the link.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		path = target
	}
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		// A device would be replaced by a file.
		return nil, &game.UsageError{
			Message: fmt.Sprintf("report %s: not a regular file", name),
			Hint:    "--format prints a report to standard output",
		}
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return fail("", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".touchstone-*.tmp")
	if err != nil {
		if _, gone := os.Stat(filepath.Dir(path)); errors.Is(gone, fs.ErrNotExist) {
			return nil, &game.UsageError{
				Message: fmt.Sprintf("report %s: there is no folder %s", name, filepath.Dir(name)), Hint: "create the folder first",
			}
		}
		return fail("create a temporary file next to it: ", err)
	}
	f := &File{Writer: bufio.NewWriter(temp), name: name, path: path, temp: temp}
	if err := temp.Chmod(mode); err != nil {
		f.Discard()
		return fail("", err)
	}
	return f, nil
}

// Commit makes the file what has its name.
func (f *File) Commit() error {
	err := f.Flush()
	if err == nil {
		err = f.temp.Sync()
	}
	if closeErr := f.temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.temp.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.temp.Name())
		return fmt.Errorf("report %s: %w", f.name, err)
	}
	return nil
}

// Discard leaves what has the name as it is.
func (f *File) Discard() {
	// There is nothing in it that anybody wants: errors do not matter.
	f.temp.Close()
	os.Remove(f.temp.Name())
}
