package course

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// TestFullDisk grades an honest team beside one whose build fills the disk with a file that
// it has removed from its folder, so that nobody sees it there: that team alone is blamed.
func TestFullDisk(t *testing.T) {
	need(t, "dd", "python3")
	dir := honest(t, "ada", "bob")
	put(t, dir, map[string]string{
		"course.toml": strings.Replace(small, `timeout = "30s"`, "timeout = \"30s\"\ndisk = \"50M\"", 1),
		// It needs room for a while, and says nothing more for a while if there is none.
		"in/ada/build.sh": "for i in 1 2 3 4 5 6 7 8 9; do dd if=/dev/zero of=big bs=1M count=20 || { sleep 1; exit 1; }; rm big; sleep 0.1; done\n",
		"in/bob/build.sh": "python3 -c '" + `
import os, time
files = []
try:
    while True:
        files.append(os.open("hidden", os.O_CREAT | os.O_RDWR))
        os.unlink("hidden")
        for _ in range(40): os.write(files[-1], bytes(1 << 20))
except OSError: time.sleep(0.5)` + "'\n",
	})
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", work, "tmpfs", 0, "size=200m,mode=0700"); err != nil {
		t.Skipf("there can be no small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(work, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if p := partOf(t, g.records, "ada", course.Cases); p.Good != 3 || p.Unjudged != 0 {
		t.Errorf("ada has %+v; the staff is told %q", p, g.said)
	}
	if p := partOf(t, g.records, "bob", course.Cases); p.Good != 0 || p.Unjudged != 0 || !strings.Contains(p.Note, "more than 50 MiB on the disk") {
		t.Errorf("bob has %+v; the staff is told %q", p, g.said)
	}
}
