package course

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/subject/subjecttest"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// neighbours are busy programs beside a build, on the same processor: it gets a fifth of what
// it wants.
const neighbours = 4

// TestStarvedBuild has a build compute on a processor that others use: if its time is up,
// nobody can tell whose fault that is. If it sleeps, it is its own.
func TestStarvedBuild(t *testing.T) {
	need(t, "sh")
	processor := subjecttest.Take(t)
	dir := honest(t, "ada", "bob", "cleo")
	put(t, dir, map[string]string{
		"course.toml":      strings.Replace(small, `timeout = "30s"`, `timeout = "1s"`, 1),
		"in/bob/build.sh":  strings.Join(processor.On("sh", "-c", "'while :; do :; done'\n"), " "),
		"in/cleo/build.sh": "sleep 60\n",
	})
	processor.Crowd(t, neighbours)
	g, err := graded(dir+"/course.toml", suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if p := partOf(t, g.records, "bob", course.Cases); p.Unjudged != 4 || !strings.Contains(p.Note, "the machine was busy") {
		t.Errorf("a build that computes: %+v", p)
	}
	if p := partOf(t, g.records, "cleo", course.Cases); p.Unjudged != 0 || !strings.Contains(p.Note, "the build failed: still running after 1s") {
		t.Errorf("a build that sleeps: %+v", p)
	}
	if !slices.ContainsFunc(g.said, func(s string) bool { return strings.HasPrefix(s, "team bob: building again: the machine was busy") }) {
		t.Errorf("the staff is told %q", g.said)
	}
}
