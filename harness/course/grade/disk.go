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
	// freeEvery is how often what is left of the disk is looked at.
	freeEvery = 100 * time.Millisecond
	// blockBytes is what the smallest file takes: many empty ones fill a disk, too.
	blockBytes = 4 << 10
)

// Why a build is ended: it takes too much of the disk, or somebody does.
var (
	errDisk = errors.New("too much of the disk")
	errFull = errors.New("the disk is full")
)

// A disk is what a build may take of it, in the folders that it can write.
type disk struct {
	roots    []*os.Root       // the folders, open
	bytesMax int64            // beyond what there was before
	before   map[string]int64 // bytes on the disk, by path
	taken    int64            // by those
	deep     bool             // folders are deeper than anybody looks
	// The first of the folders; what is left of its disk when the build begins, and the least
	// that was seen since; and whether anybody knows.
	path        string
	free, least int64
	isKnown     bool
	// alone tells that nothing else is built meanwhile: then all that goes is the build's, also
	// files that it has removed from their folder and still has open.
	alone bool
}

// isFull tells whether the disk was full at some time for a build that began with more.
func (d *disk) isFull() bool { return d.isKnown && d.least < hostBytesMin && d.free >= hostBytesMin }

// look looks at what is left of the disk, and says why the build has to end.
func (d *disk) look() error {
	free, ok := freeBytes(d.path)
	d.least, d.isKnown = min(d.least, free), d.isKnown && ok
	switch {
	case !d.isKnown:
	case d.alone && d.free-free > d.bytesMax+hostBytesMin:
		return errDisk
	case d.isFull():
		return errFull
	}
	return nil
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
	d.path = folders[0]
	d.free, d.isKnown = freeBytes(d.path)
	d.least = d.free
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

// guard returns a context that ends with errDisk once too much is taken, or with errFull
// once the disk is full, and what ends the guard.
func (d *disk) guard(ctx context.Context) (guarded context.Context, end func()) {
	guarded, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		next := time.Now().Add(diskEvery)
		for {
			select {
			case <-guarded.Done():
				return
			case <-time.After(freeEvery):
			}
			if err := d.look(); err != nil {
				cancel(err)
				return
			}
			begun := time.Now()
			if begun.Before(next) {
				continue
			}
			if d.over() {
				cancel(errDisk)
				return
			}
			next = time.Now().Add(max(diskEvery, diskPause*time.Since(begun)))
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

// full says that there was no room for a build.
func (d *disk) full() string {
	if d.least >= hostBytesMin { // nobody has seen it
		return "it found no room on the disk of the folder work, which others may have had"
	}
	return fmt.Sprintf("the disk of the folder work is full: %s are free", text.Bytes(d.least))
}

// why says what a build did.
func (d *disk) why() string {
	if d.deep {
		return folder.ErrDeep.Error()
	}
	return fmt.Sprintf("more than %s on the disk", text.Bytes(d.bytesMax))
}
