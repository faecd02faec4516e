package subject

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
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
	if s.lock = lockFolder(path); s.lock == nil {
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

// lockFolder locks a folder, unless somebody else has. The lock ends with the
// process that has it, however that ends.
func lockFolder(path string) *os.File {
	f, err := os.OpenFile(path, unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil
	}
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		f.Close()
		return nil
	}
	return f
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
		if lock := lockFolder(path); lock != nil {
			if empty(path, nil) {
				_ = os.Remove(path)
			}
			lock.Close()
		}
	}
})
