package gradebook

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
)

// TestWriteAgain: of a course that is written again only those files are written
// that say something else, and those that somebody changed or removed.
func TestWriteAgain(t *testing.T) {
	dir := t.TempDir()
	result := func(good int) []grade.Result {
		return []grade.Result{{Task: "add", Part: course.Cases, Good: good, All: 2}}
	}
	b := &Book{
		Course: &course.Course{Points: 1000, Grades: dir, Tasks: []course.Task{task("add", 1, course.Count{Part: course.Cases, Weight: 1})}},
		Records: []grade.Record{
			{Team: "ada", Parts: result(2)}, {Team: "bob", Parts: result(1)}, {Team: "cleo", Parts: result(1)},
		},
	}
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	// written are the files that were written since the last time.
	written := func() []string {
		t.Helper()
		if err := b.Write(); err != nil {
			t.Fatal(err)
		}
		var names []string
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			if err == nil && !info.ModTime().Equal(long) {
				names = append(names, strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(dir)+"/"))
			}
			if err == nil {
				err = os.Chtimes(path, long, long)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(names)
		return names
	}
	if n := len(written()); n != 5+2*len(b.Records) {
		t.Errorf("%d files were written at first", n)
	}
	if names := written(); len(names) > 0 {
		t.Errorf("again %v were written", names)
	}
	if err := os.WriteFile(filepath.Join(dir, "teams", "ada.html"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "gradescope", "cleo.json")); err != nil {
		t.Fatal(err)
	}
	b.Records[1].Parts = result(2)
	want := "grades.csv grades.json grades.md gradescope/bob.json gradescope/cleo.json index.html junit.xml teams/ada.html teams/bob.html"
	if got := strings.Join(written(), " "); got != want {
		t.Errorf("after changes these were written: %s\nexpected %s", got, want)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "teams", "ada.html")); err != nil || !strings.HasPrefix(string(text), "<!DOCTYPE") {
		t.Errorf("the page that somebody changed is %.20q, %v", text, err)
	}
}
