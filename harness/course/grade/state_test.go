package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course"
)

// TestCopyFile: what cannot be read to its end is no copy.
func TestCopyFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	to := filepath.Join(t.TempDir(), "copy")
	if err := copyFile(root, "a", to); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(to); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	for _, from := range []string{"a", "none", "folder"} {
		target := to
		if from != "a" { // which is there already
			target += from
		}
		if err := copyFile(root, from, target); err == nil {
			t.Errorf("%s is copied", from)
		}
	}
}

// TestSourceSum: what is handed in has a checksum of its own, and what is not has none.
func TestSourceSum(t *testing.T) {
	dir := t.TempDir()
	e := &Engine{Course: &course.Course{Submissions: course.Submissions{BytesMax: 1000, FilesMax: 10}}}
	seen := make(map[string]string)
	for i, text := range []string{"", "a", "b"} {
		path := ""
		if text != "" {
			path = filepath.Join(dir, fmt.Sprint(i))
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(path, "main.py"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		sum, refused, err := e.sourceSum(t.Context(), course.Submission{Team: "ada", Path: path})
		if err != nil || refused != "" || (sum == "") != (path == "") {
			t.Errorf("%q: the sum is %q, %q, %v", text, sum, refused, err)
		}
		if other, ok := seen[sum]; ok {
			t.Errorf("%q and %q have one sum", other, text)
		}
		seen[sum] = text
	}
}
