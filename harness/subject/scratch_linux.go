package subject

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// A scratch is a folder in the temporary folder that has private folders. It is
// locked for as long as its harness lives.
type scratch struct {
	path string
	lock *os.File
}

// makeScratch makes one, and once in the life of a harness removes those that
// others have left who were killed.
func makeScratch() (*scratch, error) {
	sweep()
	path, err := shelved.make()
	if err != nil {
		return nil, err
	}
	s := &scratch{path: path}
	if s.lock = LockFolder(path); s.lock == nil {
		s.remove()
		return nil, fmt.Errorf("cannot lock the private folder %s", path)
	}
	return s, nil
}

// remove removes the folder with all that it contains.
func (s *scratch) remove() {
	shelved.remove(s.path)
	if s.lock != nil {
		s.lock.Close()
	}
}

// staleMin is how old a folder without a lock has to be: another harness may
// just have made it and be about to lock it.
const staleMin = time.Minute

// sweep removes the folders of harnesses that were killed.
var sweep = sync.OnceFunc(func() {
	// The pattern is well formed; a folder that cannot be listed is left alone.
	found, _ := filepath.Glob(filepath.Join(temporary(), scratchPrefix+"*"))
	for _, path := range found {
		info, err := os.Lstat(path)
		if err != nil || !info.IsDir() || time.Since(info.ModTime()) < staleMin {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() {
			continue
		}
		if lock := LockFolder(path); lock != nil {
			if empty(path, nil) {
				_ = os.Remove(path)
			}
			lock.Close()
		}
	}
})
