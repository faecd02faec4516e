// Package packed reads the files that the program holds as one archive: as they are, they
// would be a large part of it.
package packed

import (
	"archive/zip"
	"io/fs"
	"strings"
	"sync"
)

// Files are the files of a zip archive. It is read when the first of them is asked for.
func Files(archive string) fs.FS {
	return files(sync.OnceValues(func() (*zip.Reader, error) {
		return zip.NewReader(strings.NewReader(archive), int64(len(archive)))
	}))
}

type files func() (*zip.Reader, error)

// Open implements fs.FS.
func (unpacked files) Open(name string) (fs.File, error) {
	archive, err := unpacked()
	if err != nil {
		return nil, err
	}
	return archive.Open(name)
}
