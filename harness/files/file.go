// Package files reads and writes the files that people name: within bounds, and as a whole
// or not at all.
package files

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A File is written beside the file that it is going to be, and takes its name
// when it is complete: whoever looks there finds the old file or the new one.
type File struct {
	*bufio.Writer
	what string // "report": what errors call it
	name string // as the user wrote it
	path string // behind links
	temp *os.File
}

// Paths are where the file is, or will be: under its name, and until it is
// complete under another.
func (f *File) Paths() []string { return []string{f.name, f.path, f.temp.Name()} }

// HintWritable is the next step where a file cannot be made.
const HintWritable = "name a file in a folder that you can write to"

// HintReadable is the next step if a file cannot be read.
const HintReadable = "name a file that you can read"

// CreateNew begins a file that there must not be yet, as Create does.
func CreateNew(what, name string) (*File, error) {
	const hint = "name a new file"
	// A link that leads nowhere is something, too.
	if _, err := os.Lstat(name); err == nil {
		return nil, &game.UsageError{Message: fmt.Sprintf("%s %s: it exists", what, name), Hint: hint}
	}
	return Create(what, name, hint)
}

// NotStandard refuses the name - for what is to be written, which in other places stands for
// standard input or output; instead is the next step.
func NotStandard(what, name, instead string) error {
	if name != "-" {
		return nil
	}
	return &game.UsageError{
		Message: fmt.Sprintf("%s -: expected a name, not standard output", what), Hint: instead + "; a file or folder called - is ./-",
	}
}

// Create begins a file. The error, a *game.UsageError, comes now rather than after the
// run: there is no such folder, or what has the name is no file. What is what errors
// call it, such as "report" or "--chart"; instead is the next step if it is no file.
func Create(what, name, instead string) (*File, error) {
	if err := NotStandard(what, name, instead); err != nil {
		return nil, err
	}
	path := name
	mode := fs.FileMode(0o644)
	refuse := func(hint, format string, args ...any) (*File, error) {
		return nil, &game.UsageError{Message: fmt.Sprintf("%s %s: ", what, name) + fmt.Sprintf(format, args...), Hint: hint}
	}
	failed := func(doing string, err error) (*File, error) {
		return nil, &game.UsageError{Message: fmt.Sprintf("%s %s: %s%v", what, name, doing, text.Cause(err)), Hint: HintWritable, Cause: err}
	}
	// What a link leads to is replaced, not the link.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		path = target
	}
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return refuse("name a file in it", "expected a file, found a folder")
	case err == nil && !info.Mode().IsRegular():
		// A device would be replaced by a file.
		return refuse(instead, "not a regular file")
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return failed("", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".touchstone-*.tmp")
	if err != nil {
		if _, gone := os.Stat(filepath.Dir(path)); errors.Is(gone, fs.ErrNotExist) {
			return refuse("create the folder first", "there is no folder %s", filepath.Dir(name))
		}
		return failed("create a temporary file next to it: ", err)
	}
	f := &File{what: what, name: name, path: path, temp: temp}
	f.Writer = bufio.NewWriter(unbuffered{f})
	if err := temp.Chmod(mode); err != nil {
		f.Discard()
		return failed("", err)
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
		return f.failed(err)
	}
	return nil
}

// failed says of an error whose file it is, by the name that the user knows.
func (f *File) failed(err error) error {
	if _, said := errors.AsType[*game.UsageError](err); said {
		return err
	}
	return &game.UsageError{
		Message: fmt.Sprintf("%s %s: %v", f.what, f.name, text.Cause(err)), Hint: "make room, or write somewhere else", Cause: err,
	}
}

// unbuffered is what is below the buffer of a file.
type unbuffered struct{ file *File }

// Write implements io.Writer.
func (u unbuffered) Write(b []byte) (int, error) {
	n, err := u.file.temp.Write(b)
	if err != nil {
		err = u.file.failed(err)
	}
	return n, err
}

// Discard leaves what has the name as it is.
func (f *File) Discard() {
	// There is nothing in it that anybody wants: errors do not matter.
	f.temp.Close()
	os.Remove(f.temp.Name())
}
