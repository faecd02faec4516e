package run

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The bounds of a watch, and why.
const (
	// watchPause stands between two looks: a person does not notice it, and a
	// look at a folder of usual size takes a thousandth of it.
	watchPause = 300 * time.Millisecond
	// watchedMax bounds the files of one folder that are looked at.
	watchedMax = 10_000
)

// A Watch sees when files change that a run depends on: those named, the
// programs and scripts of a command line, and the files beside these.
type Watch struct {
	files   []string // looked at alone
	folders []string // whose files are looked at
	seen    look
	during  []string // what changed during the run before
}

// A look is what the files looked like.
type look map[string]stamp

type stamp struct {
	bytes    int64
	modified time.Time
}

// NewWatch watches the command line of a subject, and other paths: a file, or
// the files of a folder.
func NewWatch(argv, paths []string) *Watch {
	w := &Watch{}
	for i, word := range argv {
		if i == 0 && !strings.ContainsRune(word, filepath.Separator) {
			// What else there is on the PATH has nothing to do with it.
			if file, err := exec.LookPath(word); err == nil {
				w.files = append(w.files, file)
			}
			continue
		}
		w.add(word, true)
	}
	for _, path := range paths {
		w.add(path, false)
	}
	slices.Sort(w.folders)
	w.folders = slices.Compact(w.folders)
	return w
}

// add watches a path. A program that is still to be built is not there yet.
func (w *Watch) add(path string, beside bool) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		w.folders = append(w.folders, filepath.Clean(path))
	case beside && (err == nil || strings.ContainsRune(path, filepath.Separator)):
		w.folders = append(w.folders, filepath.Dir(path))
	case err == nil:
		w.files = append(w.files, filepath.Clean(path))
	}
}

// Begin remembers what the files look like before a run.
func (w *Watch) Begin() { w.seen = w.look() }

// Next waits until a file has changed since Begin and all files are at rest
// again, and returns the first of those that changed. What changed during this
// run and the one before does not count: it is the run that writes it, as a
// build or a program with a log does. The error is that of the context.
func (w *Watch) Next(ctx context.Context) (string, error) {
	now := w.look()
	during := w.seen.changed(now)
	changed := slices.DeleteFunc(slices.Clone(during), func(file string) bool { return slices.Contains(w.during, file) })
	w.during, w.seen = during, now
	for len(changed) == 0 {
		if err := pause(ctx); err != nil {
			return "", err
		}
		now = w.look()
		changed = w.seen.changed(now)
		w.seen = now
	}
	for {
		if err := pause(ctx); err != nil {
			return "", err
		}
		now = w.look()
		if len(w.seen.changed(now)) == 0 {
			return changed[0], nil
		}
		w.seen = now
	}
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(watchPause):
		return nil
	}
}

// look looks at all files.
func (w *Watch) look() look {
	now := make(look)
	note := func(path string, info fs.FileInfo) {
		if info.Mode().IsRegular() {
			now[path] = stamp{info.Size(), info.ModTime()}
		}
	}
	for _, file := range w.files {
		if info, err := os.Stat(file); err == nil {
			note(file, info)
		}
	}
	for _, folder := range w.folders {
		// A folder that is not there just now has no files.
		entries, _ := os.ReadDir(folder)
		for _, entry := range entries[:min(len(entries), watchedMax)] {
			// Editors and interpreters keep such files for themselves.
			name := entry.Name()
			if name[0] == '.' || strings.HasSuffix(name, "~") || strings.HasSuffix(name, ".pyc") {
				continue
			}
			path := filepath.Join(folder, name)
			if info, err := os.Stat(path); err == nil {
				note(path, info)
			}
		}
	}
	return now
}

// changed lists the files that differ, sorted.
func (before look) changed(now look) []string {
	var files []string
	for file, stamp := range now {
		if old, ok := before[file]; !ok || old != stamp {
			files = append(files, file)
		}
	}
	for file := range before {
		if _, ok := now[file]; !ok {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}
