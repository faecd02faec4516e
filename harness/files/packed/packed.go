// Package packed reads the files that the program holds as one archive: as they are, they
// would be a large part of it.
package packed

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"sync"
)

// Inner is the name of the archive that a folder at the top may have in the place of its
// files: many small ones take half the room if they are compressed together.
const Inner = "packed.zip"

// Files are the files of a zip archive. It is read when the first of them is asked for, and
// that of a folder when the first of its files is.
func Files(archive string) fs.FS {
	return &files{open: sync.OnceValues(func() (*zip.Reader, error) {
		return zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	})}
}

type files struct {
	open    func() (*zip.Reader, error)
	mu      sync.Mutex
	folders map[string]*zip.Reader // by the name of the folder; nil: its files lie in the archive
}

// Open implements fs.FS.
func (f *files) Open(name string) (fs.File, error) {
	archive, err := f.open()
	if err != nil {
		return nil, err
	}
	if name == "." || !fs.ValidPath(name) {
		return archive.Open(name)
	}
	folder, rest, _ := strings.Cut(name, "/")
	inner, err := f.folder(archive, folder)
	if err != nil {
		return nil, err
	}
	if inner == nil {
		return archive.Open(name)
	}
	if rest == "" {
		rest = "."
	}
	file, err := inner.Open(rest)
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		wrong.Path = name
	}
	return file, err
}

// folder is the archive of a folder, nil if it has none.
func (f *files) folder(archive *zip.Reader, name string) (*zip.Reader, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if inner, known := f.folders[name]; known {
		return inner, nil
	}
	var inner *zip.Reader
	text, err := fs.ReadFile(archive, name+"/"+Inner)
	switch {
	case err == nil:
		inner, err = zip.NewReader(bytes.NewReader(text), int64(len(text)))
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	}
	if err != nil {
		return nil, err
	}
	if f.folders == nil {
		f.folders = make(map[string]*zip.Reader)
	}
	f.folders[name] = inner
	return inner, nil
}
