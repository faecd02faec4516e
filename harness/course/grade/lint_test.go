package grade

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course"
)

// TestFindingAsText: what is wrong with a case says of which kind it is, and of a task which.
func TestFindingAsText(t *testing.T) {
	for _, c := range []struct {
		finding Finding
		want    string
	}{
		{Finding{Kind: "points", File: "course.toml", Line: 3, Message: "no"}, "course.toml:3: no"},
		{Finding{Kind: "points", Task: "add", File: "course.toml", Line: 3, Message: "no"}, "course.toml:3: task add: no"},
		{Finding{Kind: "duplicate", Task: "add", Case: "s/1", File: "s.jsonl", Line: 3, Message: "no"}, "s.jsonl:3: s/1: duplicate: no"},
	} {
		if got := c.finding.Error(); got != c.want {
			t.Errorf("found %q, expected %q", got, c.want)
		}
	}
}

// TestProgramsThatAreNotThere: a program that a command line names has to be on this machine,
// unless its path says that the submissions bring it.
func TestProgramsThatAreNotThere(t *testing.T) {
	for _, c := range []struct {
		run, build string
		found      int
	}{
		{"no-such-program", "", 1},
		{"/no/such/program", "", 1},
		{"/no/such/program", "make", 1},
		{"./no-such-program", "", 0},
		{"no-such-program", "make", 1},
	} {
		e := &Engine{Course: &course.Course{}}
		k := course.Task{Name: "add", Run: []string{c.run}}
		k.Build.Command, k.Build.Env = c.build, []string{"PATH=/nowhere"}
		if e.commands(&k); len(e.Findings()) != c.found {
			t.Errorf("run %s, build %q: %+v", c.run, c.build, e.Findings())
		}
	}
}
