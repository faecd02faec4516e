package grade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	// diskEvery is how often a build is looked at while it runs, or less often
	// if looking takes long: a disk takes some gigabytes in that time.
	diskEvery = time.Second
	// diskPause is how many times as long as it takes nobody looks again.
	diskPause = 10
	// blockBytes is what the smallest file takes: many empty ones fill a disk, too.
	blockBytes = 4 << 10
)

// errDisk ends a build that takes too much of the disk.
var errDisk = errors.New("too much of the disk")

// A disk is what a build may take of it, in the folders that it can write.
type disk struct {
	folders  []string
	bytesMax int64            // beyond what there was before
	before   map[string]int64 // bytes on the disk, by path
	taken    int64            // by those
}

// newDisk looks at the folders before a build.
func newDisk(bytesMax int64, folders ...string) *disk {
	d := &disk{folders: folders, bytesMax: bytesMax, before: make(map[string]int64)}
	d.walk(func(path string, bytes int64) {
		d.before[path] = bytes
		d.taken += bytes
	})
	return d
}

// walk looks at all there is in the folders. What vanishes meanwhile, or cannot
// be looked at, takes nothing.
func (d *disk) walk(each func(path string, bytes int64)) {
	for _, folder := range d.folders {
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			info, err := entry.Info()
			if err != nil {
				return nil
			}
			if mode := info.Mode().Perm(); entry.IsDir() && mode&0o700 != 0o700 {
				// Nothing is hidden in a folder that nobody may read. Where this
				// fails the submission is somebody else's, and not a build's.
				_ = os.Chmod(path, mode|0o700)
			}
			each(path, max(taken(info), blockBytes))
			return nil
		})
	}
}

// over tells whether the build has taken more than it may.
func (d *disk) over() bool {
	sum := -d.taken
	d.walk(func(_ string, bytes int64) { sum += bytes })
	return sum >= d.bytesMax
}

// guard returns a context that ends with errDisk once too much is taken, and what
// ends the guard.
func (d *disk) guard(ctx context.Context) (guarded context.Context, end func()) {
	guarded, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for wait := diskEvery; ; {
			select {
			case <-guarded.Done():
				return
			case <-time.After(wait):
			}
			begun := time.Now()
			if d.over() {
				cancel(errDisk)
				return
			}
			wait = max(diskEvery, diskPause*time.Since(begun))
		}
	}()
	return guarded, func() {
		cancel(nil)
		<-ended
	}
}

// clear removes what is new in the folders or has grown: a build that failed for
// what it took is not to keep it.
func (d *disk) clear() error {
	var errs []error
	d.walk(func(path string, bytes int64) {
		info, err := os.Lstat(path)
		if err != nil || info.IsDir() {
			return
		}
		if old, ok := d.before[path]; !ok || bytes > old {
			errs = append(errs, os.Remove(path))
		}
	})
	return errors.Join(errs...)
}

// why says what a build did.
func (d *disk) why() string { return fmt.Sprintf("more than %d bytes on the disk", d.bytesMax) }
