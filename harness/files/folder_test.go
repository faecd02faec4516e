package files

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTryFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, good := range map[string]bool{".": true, "new": true, "new/one/inside": true, "file": false, "file/inside": false} {
		if err := TryFolder(filepath.Join(dir, path)); (err == nil) != good {
			t.Errorf("%s: %v", path, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v, expected the file alone", left, err)
	}
}

// TestNear finds what may be meant by a path in the same folder.
func TestNear(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"roster.csv", "good.jsonl"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "gone.csv")); err != nil {
		t.Skip(err)
	}
	for name, want := range map[string]string{"rooster.csv": filepath.Join(dir, "roster.csv"), "course.toml": "", "none/roster.csv": "", "none.jsonl": "", "gone.csv": "", "god.jsonl": filepath.Join(dir, "good.jsonl")} {
		if got := Near(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %q, expected %q", name, got, want)
		}
	}
}

// TestIsScript: options and assignments with the name of a script in them are none.
func TestIsScript(t *testing.T) {
	for word, want := range map[string]bool{
		"x.py": true, "./{task}.R": true, "a/b.rkt": true, "/x.sh": true,
		"x": false, "x.json": false, "--file=x.py": false, "-x.py": false, "FILE=x.py": false, "": false,
	} {
		if got := IsScript(word); got != want {
			t.Errorf("%q: %t", word, got)
		}
	}
}
