package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
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

// Near is the path of what may be meant by a path where nothing is, "" if nothing in its folder
// has a name that is near.
func Near(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	base := filepath.Base(path)
	var names []string
	for _, entry := range entries {
		if entry.Name() != base { // a link that leads nowhere
			names = append(names, entry.Name())
		}
	}
	near := game.Nearest(base, names)
	if near == "" {
		return ""
	}
	// Of short names that end alike the ending would be most of what they share.
	if ending := filepath.Ext(base); ending == filepath.Ext(near) && ending != base && ending != near {
		if stem := strings.TrimSuffix(near, ending); game.Nearest(strings.TrimSuffix(base, ending), []string{stem}) == "" {
			return ""
		}
	}
	return filepath.Join(filepath.Dir(path), near)
}

// IsScript tells whether a word of a command line is the name of a script that an interpreter
// is given to run, and no option or assignment that has one within.
func IsScript(word string) bool {
	switch strings.ToLower(filepath.Ext(word)) {
	case ".sh", ".bash", ".py", ".pl", ".rb", ".js", ".mjs", ".ts", ".lua", ".php", ".jar", ".rkt", ".jl", ".r":
		return !strings.HasPrefix(word, "-") && !strings.ContainsRune(word, '=')
	}
	return false
}
