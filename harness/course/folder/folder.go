// Package folder looks into folders that somebody hostile has written, perhaps
// while they still write. Every step goes from an open folder to one name in it
// and follows no link, so that nothing outside is read, changed or removed,
// whatever is renamed meanwhile.
package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// LevelsMax is how many folders deep a walk goes: far more than sources and what
// compilers make of them need, and few enough to hold all of them open.
const LevelsMax = 128

// namesAtOnce is how many names of a folder are read before somebody asks whether
// that is enough.
const namesAtOnce = 1024

// Why a walk leaves something out.
var (
	// ErrDeep reports a folder deeper than LevelsMax.
	ErrDeep = fmt.Errorf("more than %d folders deep", LevelsMax)
	// ErrMany ends a walk that finds more entries than it may.
	ErrMany = errors.New("too many entries")
)

// A Walk goes through a folder in the order of the names.
type Walk struct {
	// EntriesMax ends the walk with ErrMany, in a folder of any size without
	// reading all its names; 0: no bound.
	EntriesMax int
	// Force opens folders to which their owner left themselves no right, for good.
	Force bool
}

// An Entry is one name in a folder.
type Entry struct {
	Path string      // with slashes, from where the walk began
	Info fs.FileInfo // of the name itself, also if it is a link
	at   *os.Root
	base string
}

// A Visit reports every entry, folders before what they contain. The error says
// why a folder cannot be entered; the walk reports the folder a second time then.
// The visit returns fs.SkipDir to leave the folder out.
type Visit func(e *Entry, err error) error

// Through walks through a folder. What vanishes meanwhile is passed over. The
// error is that of the context, of the visitor, of the folder itself, or ErrMany.
func (w Walk) Through(ctx context.Context, root *os.Root, visit Visit) error {
	left := w.EntriesMax
	return w.inside(ctx, root, "", 0, &left, visit)
}

// At is Through of the folder at a path, which may be a link.
func (w Walk) At(ctx context.Context, path string, visit Visit) error {
	root, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer root.Close()
	return w.Through(ctx, root, visit)
}

func (w Walk) inside(ctx context.Context, at *os.Root, path string, level int, left *int, visit Visit) error {
	names, err := w.names(ctx, at, left)
	if err != nil {
		return err
	}
	for _, base := range names {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		info, err := at.Lstat(base)
		if err != nil {
			continue
		}
		e := &Entry{Path: base, Info: info, at: at, base: base}
		if path != "" {
			e.Path = path + "/" + base
		}
		err = visit(e, nil)
		if err == nil && info.IsDir() {
			err = w.enter(ctx, e, level+1, left, visit)
		}
		if err != nil && !errors.Is(err, fs.SkipDir) {
			return err
		}
	}
	return nil
}

// names are those in a folder, sorted.
func (w Walk) names(ctx context.Context, at *os.Root, left *int) ([]string, error) {
	dir, err := at.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var names []string
	for {
		some, err := dir.Readdirnames(namesAtOnce)
		names = append(names, some...)
		if w.EntriesMax > 0 {
			if *left -= len(some); *left < 0 {
				return nil, ErrMany
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(names)
	return names, nil
}

// enter goes through a folder in a folder.
func (w Walk) enter(ctx context.Context, e *Entry, level int, left *int, visit Visit) error {
	if level > LevelsMax {
		return visit(e, ErrDeep)
	}
	inner, err := e.at.OpenRoot(e.base)
	if errors.Is(err, fs.ErrPermission) && w.Force {
		// No right is given to anybody else: should the name stand for a file by
		// now, nothing of it shows either.
		if err = e.at.Chmod(e.base, 0o700); err == nil {
			inner, err = e.at.OpenRoot(e.base)
		}
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	if err != nil {
		return visit(e, err)
	}
	defer inner.Close()
	if now, err := inner.Stat("."); err != nil || !os.SameFile(now, e.Info) {
		return nil // another one has taken the name
	}
	err = w.inside(ctx, inner, e.Path, level, left, visit)
	if errors.Is(err, fs.ErrPermission) {
		return visit(e, err)
	}
	return err
}

// Open opens a regular file to read it; what is none any more is an error, and
// nobody waits for who writes to a pipe.
func (e *Entry) Open() (*os.File, error) { return openIn(e.at, e.base, e.Info) }

// Readlink tells where a link leads.
func (e *Entry) Readlink() (string, error) { return e.at.Readlink(e.base) }

// Remove removes the entry, a folder with all that it contains.
func (e *Entry) Remove() error { return e.at.RemoveAll(e.base) }

// OpenFile opens a regular file that is not a link.
func OpenFile(path string) (*os.File, error) {
	at, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer at.Close()
	info, err := at.Lstat(filepath.Base(path))
	if err != nil {
		return nil, err
	}
	return openIn(at, filepath.Base(path), info)
}

// OpenFolder opens a folder that is not a link.
func OpenFolder(path string) (*os.Root, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	if now, err := root.Stat("."); err != nil || !os.SameFile(now, info) {
		root.Close()
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("the folder has changed meanwhile")}
	}
	return root, nil
}

func openIn(at *os.Root, base string, info fs.FileInfo) (*os.File, error) {
	other := func() error {
		return &fs.PathError{Op: "open", Path: base, Err: errors.New("it is not a regular file")}
	}
	if !info.Mode().IsRegular() {
		return nil, other()
	}
	f, err := at.OpenFile(base, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(now, info) {
		f.Close()
		return nil, other()
	}
	return f, nil
}

// special are the bits of a mode that give whoever runs a file, or writes to a
// folder, rights of others.
const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// Strip takes from all in a folder what gives rights to somebody else: the bits
// setuid, setgid and sticky, and the capabilities of files. Devices, and what
// cannot be rid of it, are removed, and so is a file with such rights that has
// several names: one of them may be outside. Nobody may write in the folder
// meanwhile.
func Strip(ctx context.Context, path string) error {
	if err := stripEntry(path); err != nil {
		return err
	}
	return Walk{Force: true}.At(ctx, path, func(e *Entry, err error) error {
		mode := e.Info.Mode()
		switch {
		case err != nil, mode&fs.ModeDevice != 0:
			return errors.Join(e.Remove(), fs.SkipDir)
		case mode&fs.ModeSymlink != 0:
			return nil
		case mode&special != 0 && (mode.IsDir() || names(e.Info) == 1):
			if err := e.at.Chmod(e.base, mode.Perm()); err != nil {
				return err
			}
		case mode&special != 0:
			return e.Remove()
		}
		if mode.IsRegular() && !withoutCapabilities(e) {
			return e.Remove()
		}
		return nil
	})
}

// stripEntry is Strip of the folder itself.
func stripEntry(path string) error {
	root, err := OpenFolder(path)
	if err != nil {
		return err
	}
	defer root.Close()
	info, err := root.Stat(".")
	if err == nil && info.Mode()&special != 0 {
		err = root.Chmod(".", info.Mode().Perm())
	}
	return err
}

// Remove removes a folder, also one in which modes have been changed.
func Remove(path string) error {
	err := os.RemoveAll(path)
	if err == nil {
		return nil
	}
	// What cannot be changed shows when it cannot be removed.
	openTop(path)
	root, openErr := OpenFolder(path)
	if openErr != nil {
		return err
	}
	defer root.Close()
	_ = Walk{Force: true}.Through(context.Background(), root, func(*Entry, error) error { return nil })
	return os.RemoveAll(path)
}

// openTop opens a folder to its owner, from the one that it is in: whoever is closed out
// of it cannot open it from within.
func openTop(path string) {
	parent, err := OpenFolder(filepath.Dir(path))
	if err != nil {
		return
	}
	defer parent.Close()
	if info, err := parent.Lstat(filepath.Base(path)); err == nil && info.IsDir() {
		_ = parent.Chmod(filepath.Base(path), 0o700)
	}
}

// Inside tells whether a path is, or lies in, a folder, both as they are written.
func Inside(folder, path string) bool {
	rest, err := filepath.Rel(folder, path)
	return err == nil && (rest == "." || rest != ".." && !strings.HasPrefix(rest, ".."+string(filepath.Separator)))
}
