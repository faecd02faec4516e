package grade

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/course"
)

// TestSecretTried: whether the secret of a course can be made shows without a file in its folder.
func TestSecretTried(t *testing.T) {
	dir := t.TempDir()
	if fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_WRONLY, 0o600); err != nil {
		t.Skip("the file system has no files without a name")
	} else {
		unix.Close(fd)
	}
	before := time.Unix(1_000_000_000, 0)
	if err := os.Chtimes(dir, before, before); err != nil {
		t.Fatal(err)
	}
	others := course.Task{Counts: []course.Count{{Part: course.Others, Weight: 1}}}
	e := &Engine{Course: &course.Course{
		File: filepath.Join(dir, "c.toml"), Anonymous: true, Secret: filepath.Join(dir, "c.secret"), Tasks: []course.Task{others},
	}}
	e.secretive()
	if len(e.findings) > 0 {
		t.Errorf("%v", e.findings)
	}
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !info.ModTime().Equal(before) {
		t.Error("something was written into the folder")
	}
}
