package course

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
	"github.com/touchstone-harness/touchstone/harness/course/watch"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// A counter is a grading to be looked at that also counts what it is told.
type counter struct {
	*watch.Grading
	mu         sync.Mutex
	cases      map[string]int // by team, of the part under way
	known      map[string]int
	incomplete []string // parts that ended before all their verdicts were known
	ended      int
}

func (c *counter) Begin(team, task string, part course.Part) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cases[team], c.known[team] = 0, 0
	c.Grading.Begin(team, task, part)
}

func (c *counter) Cases(team, task string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cases[team] += n
	c.Grading.Cases(team, task, n)
}

func (c *counter) Verdicts(team, task string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[team] += n
	c.Grading.Verdicts(team, task, n)
}

func (c *counter) End(team string, r *grade.Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	counted := r.Part == course.Cases || r.Part == course.Others
	if c.known[team] != c.cases[team] || counted && c.known[team] != r.All {
		c.incomplete = append(c.incomplete, team+" "+string(r.Part))
	}
	c.ended++
	c.Grading.End(team, r)
}

// TestWatched looks at grading, when programs run and when all is known: every
// verdict of every part is told, and the last table has the points of the
// gradebook.
func TestWatched(t *testing.T) {
	dir := honest(t, "ada", "bob", "cleo")
	put(t, dir, map[string]string{"in/cleo/xrules": "#!/bin/sh\necho 1\n"})
	for _, when := range []string{"first", "again"} {
		read, err := course.Read(filepath.Join(dir, "course.toml"), lookup)
		if err != nil {
			t.Fatal(err)
		}
		e := &grade.Engine{Course: read, Embedded: suites.FS, Lookup: lookup, Version: "test"}
		if err := e.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		c := &counter{Grading: watch.NewGrading(e), cases: map[string]int{}, known: map[string]int{}}
		e.Observer, e.Tell = c, c.Tell
		book := gradebook.Book{Course: read}
		if err := e.Run(t.Context(), func(r grade.Record) error {
			book.Records = append(book.Records, r)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		c.Close(nil)
		if len(c.incomplete) > 0 || c.ended != 9 {
			t.Errorf("%s: %d parts have ended, these before all their verdicts were told: %v", when, c.ended, c.incomplete)
		}
		var want []string
		for i := range book.Records {
			s := book.Score(&book.Records[i])
			state, notes := "done", ""
			if book.Records[i].Team == "cleo" {
				state, notes = "done, with notes", "rules cases: 0 of 4, 4 wrong-shape; rules others: 0 of 2, 2 wrong-shape"
			}
			want = append(want, strings.Join([]string{book.Records[i].Team, state, s.Earned.String(), s.Earned.String(), notes}, "|"))
		}
		v := c.Look()
		var got []string
		for _, row := range v.Tables[0].Rows {
			var texts []string
			for _, cell := range row {
				texts = append(texts, cell.Text)
			}
			got = append(got, strings.Join(texts, "|"))
		}
		if diff := cmp.Diff(want, got); diff != "" || !slices.Contains(got, "ada|done|87.5|87.5|") {
			t.Errorf("%s: the table is not that of the gradebook:\n%s", when, diff)
		}
		if p := v.Progress; p.Done != p.Of || p.Done == 0 {
			t.Errorf("%s: in the end the progress is %+v", when, p)
		}
	}
}
