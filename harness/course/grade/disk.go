package grade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/text"
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
	roots    []*os.Root       // the folders, open
	bytesMax int64            // beyond what there was before
	before   map[string]int64 // bytes on the disk, by path
	taken    int64            // by those
	deep     bool             // folders are deeper than anybody looks
}

// newDisk looks at the folders before a build. Whoever makes it closes it.
func newDisk(bytesMax int64, folders ...string) (*disk, error) {
	d := &disk{bytesMax: bytesMax, before: make(map[string]int64)}
	for _, path := range folders {
		root, err := folder.OpenFolder(path)
		if err != nil {
			d.close()
			return nil, err
		}
		d.roots = append(d.roots, root)
	}
	err := d.walk(func(_ *folder.Entry, key string, bytes int64) error {
		d.before[key] = bytes
		d.taken += bytes
		return nil
	})
	if err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *disk) close() {
	for _, root := range d.roots {
		root.Close()
	}
}

// walk looks at all there is in the folders. What vanishes meanwhile, or cannot
// be looked at, takes nothing; nothing is hidden in a folder that nobody may
// read. The error is that of each, or folder.ErrDeep.
func (d *disk) walk(each func(e *folder.Entry, key string, bytes int64) error) error {
	var errs []error
	for i, root := range d.roots {
		err := folder.Walk{Force: true}.Through(context.Background(), root, func(e *folder.Entry, err error) error {
			if errors.Is(err, folder.ErrDeep) {
				return err
			}
			if err != nil {
				return nil
			}
			return each(e, fmt.Sprint(i, "/", e.Path), max(folder.Taken(e.Info), blockBytes))
		})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// over tells whether the build has taken more than it may. One that makes
// folders so deep that nobody looks into them has.
func (d *disk) over() bool {
	sum := -d.taken
	err := d.walk(func(_ *folder.Entry, _ string, bytes int64) error {
		if sum += bytes; sum >= d.bytesMax {
			return errDisk
		}
		return nil
	})
	d.deep = errors.Is(err, folder.ErrDeep) && !errors.Is(err, errDisk)
	return err != nil
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
	return d.walk(func(e *folder.Entry, key string, bytes int64) error {
		old, ok := d.before[key]
		if ok && (e.Info.IsDir() || bytes <= old) {
			return nil
		}
		err := e.Remove()
		switch {
		case !e.Info.IsDir():
			return err
		case err != nil:
			// It has folders that are closed; inside they are opened.
			return nil
		}
		return fs.SkipDir
	})
}

// why says what a build did.
func (d *disk) why() string {
	if d.deep {
		return folder.ErrDeep.Error()
	}
	return fmt.Sprintf("more than %s on the disk", text.Bytes(d.bytesMax))
}
