package course

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// neighbours are busy programs beside a build, on the same processor: it gets a ninth of what
// it wants.
const neighbours = 8

// TestStarvedBuild has a build compute on a processor that others use: if its time is up,
// nobody can tell whose fault that is. If it sleeps, it is its own.
func TestStarvedBuild(t *testing.T) {
	need(t, "sh", "taskset", "setsid")
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	cpu := 0
	for !set.IsSet(cpu) {
		cpu++
	}
	pin := []string{"taskset", "-c", fmt.Sprint(cpu)}
	dir := honest(t, "ada", "bob", "cleo")
	put(t, dir, map[string]string{
		"course.toml":      strings.Replace(small, `timeout = "30s"`, `timeout = "1s"`, 1),
		"in/bob/build.sh":  strings.Join(pin, " ") + " sh -c 'while :; do :; done'\n",
		"in/cleo/build.sh": "sleep 60\n",
	})
	for range neighbours {
		c := exec.Command(pin[0], append(pin[1:], "setsid", "sh", "-c", fmt.Sprintf("while kill -0 %d; do :; done", os.Getpid()))...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			c.Process.Kill()
			// It was killed, which is no news.
			_ = c.Wait()
		})
	}
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
