package course

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// TestApart: paths that contain each other are refused, and all at once.
func TestApart(t *testing.T) {
	files := map[string]string{
		"in/ada/x": "", "in/bob/deep/x": "", "suite/cases.jsonl": "", "lib/x": "", "in/roster.csv": "team\nada\nbob\n",
	}
	for _, c := range []struct {
		name             string
		work, grades     string
		suites, read     []string
		paths            []string
		secret, roster   string
		want             []string
		alone, afterLink string
	}{
		{name: "as it should be", suites: []string{"suite"}, read: []string{"lib"}},
		{name: "of the template", paths: []string{"in/*"}, secret: "course.secret"},
		{name: "everything", work: "/", want: []string{
			"course.toml: work: the folder grades, the course file, the secret, 2 submissions are inside the folder work, where old files are removed",
		}},
		{name: "the submissions", work: "in", want: []string{
			"course.toml: work: 2 submissions are inside the folder work",
		}},
		{name: "a submission", grades: "in/ada", want: []string{"course.toml: grades: the folder grades matches the pattern for submissions, in/*"}},
		{name: "a place of one", grades: "in/zoe", want: []string{"course.toml: grades: the folder grades matches the pattern for submissions, in/*"}},
		{name: "in a submission", work: "in/bob/deep/work", want: []string{"course.toml: work: the folder work is inside submission in/bob"}},
		{name: "each other", work: "out", grades: "out/grades", want: []string{"course.toml: work: the folder grades is inside the folder work"}},
		{name: "the same", work: "out", grades: "./out", want: []string{"is inside"}},
		{name: "a suite", suites: []string{"suite"}, work: "suite/work", want: []string{"course.toml: work: the folder work is inside the suite suite"}},
		{name: "a suite in it", suites: []string{"suite/cases.jsonl"}, grades: "suite", want: []string{"course.toml: grades: the suite suite/cases.jsonl is inside the folder grades"}},
		{
			name: "a suite of a submission", suites: []string{"in/ada"},
			want: []string{"in/ada: the suite in/ada is inside this submission, where the team can change it"},
		},
		{name: "a submission of a suite", suites: []string{"in"}, want: []string{"course.toml: task[0].suites: 2 submissions are inside the suite in"}},
		{name: "each in the other", paths: []string{"in/*", "in/*/deep"}, want: []string{"in/bob/deep: it is inside submission in/bob"}},
		{name: "a secret", secret: "work/s", want: []string{"course.toml: work: the secret is inside the folder work"}},
		{name: "to be read", read: []string{"."}, want: []string{
			"course.toml: task[0].read: the folder work, the folder grades, the course file, the secret, 2 submissions are inside ., but no program may read that",
		}},
		{name: "to be read by all", read: []string{"in/ada/x"}, want: []string{"course.toml: task[0].read: in/ada/x is inside submission in/ada, which no program may read"}},
		{name: "all at once", work: "in", grades: "in/ada", read: []string{"in/bob"}, want: []string{
			"work: the folder grades, submission in/bob are inside the folder work, where old files are removed",
			"grades: the folder grades matches the pattern for submissions, in/*",
			"read: in/bob is inside the folder work, which no program may read", "read: in/bob is inside submission in/bob, which no program may read",
		}},
		{name: "by a link", work: "link/work", afterLink: "in/ada", want: []string{"the folder work is inside submission in/ada"}},
		{name: "one alone", alone: "in/ada", work: "in/ada/work", want: []string{"the folder work is inside submission in/ada"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, files)
			t.Chdir(dir)
			if c.afterLink != "" {
				if err := os.Symlink(c.afterLink, "link"); err != nil {
					t.Skip(err)
				}
			}
			or := func(said, otherwise string) string {
				if said == "" {
					return otherwise
				}
				return said
			}
			course := &Course{
				File: "course.toml", Work: or(c.work, "work"), Grades: or(c.grades, "grades"), Secret: or(c.secret, "course.secret"),
				Submissions: Submissions{Paths: c.paths, Path: c.alone}, Tasks: []Task{{Suites: c.suites, Read: c.read}, {Suites: c.suites}},
			}
			if c.paths == nil {
				course.Submissions.Paths = []string{"in/*"}
			}
			if c.alone != "" {
				course.Submissions.Paths = nil
			}
			_, err := course.Find()
			var told []string
			if problems, ok := errors.AsType[*document.Problems](err); ok {
				for _, p := range problems.List {
					told = append(told, p.Error())
				}
			} else if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.want {
				if i < len(told) && strings.Contains(filepath.ToSlash(strings.ReplaceAll(told[i], dir+"/", "")), want) {
					told[i] = want
				}
			}
			if diff := cmp.Diff(c.want, told); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
