package folder

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func put(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("text"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// walked are the paths that a walk visits, and those that it cannot enter.
func walked(t *testing.T, w Walk, dir string) (paths []string, err error) {
	t.Helper()
	err = w.At(t.Context(), dir, func(e *Entry, err error) error {
		if err != nil {
			paths = append(paths, e.Path+": "+err.Error())
		} else {
			paths = append(paths, e.Path)
		}
		return nil
	})
	return paths, err
}

func TestWalk(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	put(t, outside, "secret")
	put(t, dir, "b/c/d", "a", "b/x")
	for name, target := range map[string]string{"link": outside, "b/up": "..", "c": filepath.Join(outside, "secret")} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	paths, err := walked(t, Walk{}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b", "b/c", "b/c/d", "b/up", "b/x", "c", "link"}, paths); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := walked(t, Walk{EntriesMax: 7}, dir); !errors.Is(err, ErrMany) {
		t.Errorf("eight entries of seven allowed: %v", err)
	}
	if _, err := walked(t, Walk{EntriesMax: 8}, dir); err != nil {
		t.Errorf("eight entries of eight allowed: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (Walk{}).At(ended, dir, func(*Entry, error) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a walk that is over: %v", err)
	}
	deep := t.TempDir()
	put(t, deep, strings.Repeat("d/", LevelsMax+5)+"x")
	paths, err = walked(t, Walk{}, deep)
	if err != nil || len(paths) != LevelsMax+2 || !strings.Contains(paths[LevelsMax+1], ErrDeep.Error()) {
		t.Errorf("a deep folder: %d entries (%v)", len(paths), err)
	}
}

// TestOpen opens regular files and nothing else.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a")
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	for name, ok := range map[string]bool{"a": true, "link": false, ".": false, "none": false} {
		f, err := OpenFile(filepath.Join(dir, name))
		if (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			f.Close()
		}
	}
	if err := os.Symlink(dir, filepath.Join(dir, "folder")); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(filepath.Join(dir, "folder")); err == nil {
		t.Error("a link is opened as a folder")
	}
}

func TestStrip(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "setuid", "setgid", "d/both", "plain")
	const bits = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	for name, mode := range map[string]fs.FileMode{
		"setuid": 0o755 | fs.ModeSetuid, "setgid": 0o751 | fs.ModeSetgid, "d/both": 0o777 | bits, "d": 0o777 | bits, ".": 0o755 | fs.ModeSetgid,
	} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := Strip(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{
		"setuid": 0o755, "setgid": 0o751, "d/both": 0o777, "d": 0o777 | fs.ModeDir, ".": 0o755 | fs.ModeDir, "plain": 0o644,
	} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v (%v), expected %v", name, info, err, want)
		}
	}
}

// TestStripNames: a file with rights and a second name, perhaps outside, loses
// the name and nothing else.
func TestStripNames(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	put(t, outside, "mine")
	mine := filepath.Join(outside, "mine")
	if err := os.Chmod(mine, 0o755|fs.ModeSetuid); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(mine, filepath.Join(dir, "taken")); err != nil {
		t.Skip(err)
	}
	if err := Strip(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "taken")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the name is still there: %v", err)
	}
	if info, err := os.Stat(mine); err != nil || info.Mode() != 0o755|fs.ModeSetuid {
		t.Errorf("the file outside has the mode %v (%v)", info.Mode(), err)
	}
}

// TestRemove removes what a build has closed.
func TestRemove(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tree")
	put(t, dir, "a/b/c")
	for _, name := range []string{"a/b", "a", "."} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := Remove(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}

func TestInside(t *testing.T) {
	for _, c := range []struct {
		folder, path string
		want         bool
	}{
		{"/a", "/a/b", true}, {"/a", "/a", true}, {"/a/b", "/a", false}, {"/a", "/ab", false}, {"/", "/a", true}, {"/a", "/a/..b", true}, {"/a/b", "/a/c", false},
	} {
		if got := Inside(filepath.FromSlash(c.folder), filepath.FromSlash(c.path)); got != c.want {
			t.Errorf("%s in %s: %t", c.path, c.folder, got)
		}
	}
}
