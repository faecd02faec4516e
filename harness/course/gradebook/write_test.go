package gradebook

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

	// A team that is no longer there leaves nothing, whatever grades.json says.
	stray := filepath.Join(dir, "gradescope", "dan.json")
	if b.HasOthers() {
		t.Error("the folder has files of other teams")
	}
	if err := os.WriteFile(stray, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if !b.HasOthers() {
		t.Error("nothing is said of the file of another team")
	}
	written()
	if _, err := os.Stat(stray); !errors.Is(err, fs.ErrNotExist) || b.HasOthers() {
		t.Errorf("the file of another team is kept: %v", err)
	}
}

// TestKeepWithinOneSecond: gradings of one second are all kept, and the order of
// their names is that in which they were made.
func TestKeepWithinOneSecond(t *testing.T) {
	b := &Book{
		Course:  &course.Course{Points: 1000, Grades: t.TempDir(), Tasks: []course.Task{task("add", 1, course.Count{Part: course.Cases, Weight: 1})}},
		Records: []grade.Record{{Team: "ada"}},
	}
	now := time.Date(2026, 10, 1, 23, 59, 58, 0, time.UTC)
	var kept []string
	for i, after := range []time.Duration{0, 100 * time.Millisecond, 900 * time.Millisecond, time.Second, 10 * time.Second} {
		b.Records[0].Parts = []grade.Result{{Task: "add", Part: course.Cases, Good: i, All: 10}}
		name, err := b.Keep(now.Add(after), grade.Provenance{})
		if err != nil || name == "" {
			t.Fatal(name, err)
		}
		kept = append(kept, name)
	}
	if !slices.IsSorted(kept) || len(slices.Compact(slices.Clone(kept))) != len(kept) {
		t.Errorf("the gradings are kept as %q", kept)
	}
	for i, name := range kept {
		g, err := ReadGrades(name)
		if err != nil || g.grades.Teams[0].Parts[0].Good != i {
			t.Errorf("%s is not grading %d: %v", name, i, err)
		}
	}
}

// TestKeepAtOnce: gradings that end at the very same moment are all kept, whole, and
// nothing is left of the taking of names but what a killed grading has left.
func TestKeepAtOnce(t *testing.T) {
	const many = 8
	dir := t.TempDir()
	now := time.Date(2026, 10, 1, 23, 59, 58, 0, time.UTC)
	killed := filepath.Join(dir, historyFolder, ".2026-10-01T23-59-58Z.json"+takenEnding)
	if err := errors.Join(os.MkdirAll(filepath.Dir(killed), 0o755), os.WriteFile(killed, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	kept := make([]string, many)
	for i := range many {
		all.Go(func() {
			b := &Book{
				Course:  &course.Course{Points: 1000, Grades: dir, Tasks: []course.Task{task("add", 1, course.Count{Part: course.Cases, Weight: 1})}},
				Records: []grade.Record{{Team: "ada", Parts: []grade.Result{{Task: "add", Part: course.Cases, Good: i, All: 10}}}},
			}
			name, err := b.Keep(now, grade.Provenance{})
			if err != nil {
				t.Error(err)
			}
			kept[i] = name
		})
	}
	all.Wait()
	for i, name := range kept {
		g, err := ReadGrades(name)
		if err != nil || g.grades.Teams[0].Parts[0].Good != i {
			t.Errorf("%s is not grading %d: %v", name, i, err)
		}
	}
	slices.Sort(kept)
	if len(slices.Compact(kept)) != many || filepath.Base(kept[0]) != "2026-10-01T23-59-59Z.json" {
		t.Errorf("the gradings are kept as %q", kept)
	}
	if left, err := filepath.Glob(filepath.Join(dir, historyFolder, "*"+takenEnding)); err != nil || len(left) != 1 {
		t.Errorf("names are still taken: %q (%v)", left, err)
	}
}

// TestKnownTeam: a team that either grading has is known, and no other one.
func TestKnownTeam(t *testing.T) {
	of := func(file string, teams ...string) *Grades {
		g := &Grades{File: file}
		for _, team := range teams {
			g.grades.Teams = append(g.grades.Teams, teamJSON{Team: team})
		}
		return g
	}
	was, is := of("old.json", "ada", "bob"), of("new.json", "ada", "cleo")
	for _, team := range []string{"ada", "bob", "cleo"} {
		if err := KnownTeam(was, is, team); err != nil {
			t.Error(err)
		}
	}
	const want = `unknown team "bbo": neither old.json nor new.json has it`
	if err := KnownTeam(was, is, "bbo"); err == nil || err.Error() != want {
		t.Errorf("%v, expected %s", err, want)
	}
}

// TestReadGradesRefuses what is JSON, but has no grades.
func TestReadGradesRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "grades.json")
	for _, text := range []string{"", "{}", "[]", `{"rule":""}`, `{"teams":[]}`, `{"rule":"x"`} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadGrades(file); err == nil || !strings.HasSuffix(err.Error(), "it is not a file of grades") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestKeepInOddFolder: a folder of grades may have the letters of patterns.
func TestKeepInOddFolder(t *testing.T) {
	b := &Book{
		Course: &course.Course{
			Points: 1000, Grades: filepath.Join(t.TempDir(), "g[1]"), Tasks: []course.Task{task("add", 1, course.Count{Part: course.Cases, Weight: 1})},
		},
		Records: []grade.Record{{Team: "ada"}},
	}
	now := time.Date(2026, 10, 1, 23, 59, 58, 0, time.UTC)
	for i, want := range []bool{true, false, true} {
		b.Records[0].Parts = []grade.Result{{Task: "add", Part: course.Cases, Good: i / 2, All: 10}}
		name, err := b.Keep(now.Add(time.Duration(i)*time.Hour), grade.Provenance{Touchstone: "v1"})
		if err != nil || (name != "") != want {
			t.Errorf("grading %d is kept as %q, %v", i, name, err)
		}
	}
	if _, is, err := LastTwo(b.Course.Grades); err != nil || !strings.HasSuffix(is, "2026-10-02T01-59-58Z.json") {
		t.Errorf("the last grading is %q, %v", is, err)
	}
	if of, _ := LastBy(b.Course.Grades, "v1"); of == nil {
		t.Error("no grading is found")
	}
}

// TestFloorIsExplained: that no grade is below 0 is said where it keeps one from that.
func TestFloorIsExplained(t *testing.T) {
	for _, c := range []struct {
		s    Score
		want string
	}{
		{Score{Due: &Due{}}, ""},
		{Score{Parted: 500, Due: &Due{Lost: 500}}, ""},
		{Score{Parted: 500, Due: &Due{Lost: 400}, Adjusted: []course.Adjustment{{Points: -300}}}, "no grade is below 0"},
	} {
		list := c.s.steps()
		if got := list[len(list)-1].Why; got != c.want {
			t.Errorf("%+v: %q, expected %q", c.s, got, c.want)
		}
	}
}
