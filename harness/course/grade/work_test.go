package grade

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
)

// TestCalled: in an anonymous course teams have numbers, each its own, whatever
// the order in which the teams are found and who else there is, and others with
// another secret.
func TestCalled(t *testing.T) {
	dir := t.TempDir()
	engine := func(secret string, teams ...string) *Engine {
		e := &Engine{Course: &course.Course{Title: "x", Anonymous: true, Secret: filepath.Join(dir, secret)}}
		e.Course.Tasks = []course.Task{{Counts: []course.Count{{Part: course.Others, Weight: 1}}}}
		for _, team := range teams {
			e.all = append(e.all, course.Submission{Team: team})
		}
		return e
	}
	called := func(secret string, teams ...string) map[string]string {
		e := engine(secret, teams...)
		if err := e.number(); err != nil {
			t.Fatal(err)
		}
		names := make(map[string]string)
		last := ""
		for _, s := range e.inOrder() {
			if names[s.Team] = e.called(s.Team); names[s.Team] <= last {
				t.Errorf("%s is called %s and comes behind %s", s.Team, names[s.Team], last)
			}
			last = names[s.Team]
		}
		return names
	}
	plain := engine("none", "ada")
	plain.Course.Anonymous = false
	if err := plain.number(); err != nil || plain.called("ada") != "ada" {
		t.Errorf("without numbers ada is called %s (%v)", plain.called("ada"), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("a secret is made that nobody needs")
	}
	var teams []string
	for i := range 40 {
		teams = append(teams, fmt.Sprint("t", i))
	}
	one := called("one", teams...)
	sorted := slices.IsSortedFunc(teams, func(a, b string) int { return strings.Compare(one[a], one[b]) })
	for team, name := range called("one", teams[:7]...) {
		if name != one[team] {
			t.Errorf("with more teams %s is called %s instead of %s", team, one[team], name)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "one")); err != nil || info.Mode() != 0o600 {
		t.Errorf("the secret has the mode %v (%v)", info.Mode(), err)
	}
	slices.Reverse(teams)
	if diff := cmp.Diff(one, called("one", teams...)); diff != "" {
		t.Errorf("with the same secret there are other numbers:\n%s", diff)
	}
	elsewhere, same := called("another", teams...), 0
	for _, team := range teams {
		if one[team] == elsewhere[team] {
			same++
		}
	}
	if sorted || same > 0 {
		t.Errorf("the numbers tell who is meant: in order %v, %d the same with another secret", sorted, same)
	}
	for name, file := range map[string]struct {
		text string
		mode os.FileMode
		want string
	}{
		"short": {"x\n", 0o600, "expected at least 16 bytes"}, "open": {strings.Repeat("x", 40), 0o644, "other users can read"},
		"long": {strings.Repeat("x", 5000), 0o600, "at most 4 KiB"},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(file.text), file.mode); err != nil {
			t.Fatal(err)
		}
		if err := engine(name, "ada").number(); err == nil || !strings.Contains(err.Error(), file.want) {
			t.Errorf("the secret %s: %v, expected an error with %q", name, err, file.want)
		}
	}
}
