package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// TryFolder tells whether files can be written to a folder, which need not be there yet:
// better now than after the work. It leaves nothing behind.
func TryFolder(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	for {
		_, err := os.Stat(path)
		if parent := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) && parent != path {
			path = parent
			continue
		}
		if err != nil {
			return err
		}
		file, err := os.CreateTemp(path, ".touchstone-*.tmp")
		if err != nil {
			return err
		}
		// There is nothing in it: errors do not matter.
		file.Close()
		os.Remove(file.Name())
		return nil
	}
}
