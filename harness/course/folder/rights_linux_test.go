package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// TestStripCapabilities takes the capabilities of files away.
func TestStripCapabilities(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "ping")
	path := filepath.Join(dir, "ping")
	// Version 2, effective, CAP_NET_RAW.
	raw := []byte{1, 0, 0, 2, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	if err := unix.Setxattr(path, capabilities, raw, 0); err != nil {
		t.Skip(err)
	}
	if err := Strip(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Getxattr(path, capabilities, nil); !errors.Is(err, unix.ENODATA) {
		t.Errorf("the capabilities are still there: %v", err)
	}
}

// TestStripDevices removes devices, and leaves pipes alone, on which nobody
// waits.
func TestStripDevices(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mknod(filepath.Join(dir, "zero"), unix.S_IFCHR|0o666, int(unix.Mkdev(1, 5))); err != nil {
		t.Skip(err)
	}
	if err := unix.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Strip(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if paths, err := walked(t, Walk{}, dir); err != nil || len(paths) != 1 || paths[0] != "pipe" {
		t.Errorf("there is %v (%v)", paths, err)
	}
}

// nobody owns what a test gives away.
const nobody = 65534

// giveAway makes paths in dir, "" being dir itself, those of a user who may not enter any
// folder, which root may.
func giveAway(t *testing.T, dir string, paths ...string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	for _, name := range paths {
		if err := os.Chown(filepath.Join(dir, name), nobody, nobody); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Skip(err)
	}
}

// asNobody does what that user does.
func asNobody(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// The thread ends with what it is.
		runtime.LockOSThread()
		if os.Geteuid() == 0 {
			_ = unix.Setfsuid(nobody)
		}
		do()
	}()
	<-done
}

// TestRemoveClosed is TestRemove for who is not root.
func TestRemoveClosed(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "tree/a/b/c")
	for _, name := range []string{"tree/a/b", "tree/a", "tree"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
	giveAway(t, dir, "tree/a/b/c", "tree/a/b", "tree/a", "tree", "")
	asNobody(func() {
		if err := Remove(filepath.Join(dir, "tree")); err != nil {
			t.Error(err)
		}
	})
	if _, err := os.Lstat(filepath.Join(dir, "tree")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}

// TestSwap walks through a folder in which somebody swaps a folder, closed even
// to its owner, and a link to a file outside, as fast as can be.
func TestSwap(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	tree := filepath.Join(dir, "tree")
	put(t, dir, "victim", "tree/closed/inner")
	err := errors.Join(os.Chmod(victim, 0o600), os.Chmod(filepath.Join(tree, "closed"), 0), os.Symlink("../victim", filepath.Join(tree, "link")))
	if err != nil {
		t.Fatal(err)
	}
	giveAway(t, dir, "", "victim", "tree", "tree/closed", "tree/closed/inner")
	root, err := os.OpenRoot(tree)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var swapping sync.WaitGroup
	over := make(chan struct{})
	swapping.Go(func() {
		for {
			select {
			case <-over:
				return
			default:
				_ = unix.Renameat2(unix.AT_FDCWD, filepath.Join(tree, "closed"), unix.AT_FDCWD, filepath.Join(tree, "link"), unix.RENAME_EXCHANGE)
			}
		}
	})
	n := 0
	asNobody(func() {
		for range 1000 {
			_ = Walk{Force: true}.At(t.Context(), tree, func(e *Entry, err error) error {
				if err == nil && filepath.Base(e.Path) == "inner" {
					n++
				}
				return nil
			})
			_ = root.Chmod("closed", 0)
		}
	})
	close(over)
	swapping.Wait()
	if err := Remove(tree); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(victim); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file outside has the mode %v (%v)", info.Mode(), err)
	}
	if n == 0 {
		t.Error("the closed folder was never entered")
	}
}
