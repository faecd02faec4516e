package watch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

const smallCourse = `title = "the <b>course</b>"
points = 10
[submissions]
paths = ["in/*"]
[[task]]
name = "one"
task = "bazaar/rules"
run = "./xrules"
suites = ["staff.jsonl"]
counts = {cases=1}
[[task]]
name = "two"
task = "bazaar/rules"
run = "./xrules"
suites = ["staff.jsonl"]
counts = {cases=3, others=1}
own = {suite="own"}
`

const staffCase = `{"name":"1","in":[[],[[["red"],["green"]]],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}],"out":[false]}
`

// prepared is the engine of a course of these teams.
func prepared(t *testing.T, teams ...string) *grade.Engine {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{"course.toml": smallCourse, "staff.jsonl": staffCase}
	for _, team := range teams {
		files["in/"+team+"/xrules"] = ""
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	lookup := func(name string) (*game.Game, game.Task, error) {
		gameName, taskName, _ := strings.Cut(name, "/")
		g, err := games.Named(gameName)
		if err != nil {
			return nil, game.Task{}, err
		}
		task, _ := g.Task(taskName)
		return g, task, nil
	}
	c, err := course.Read(filepath.Join(dir, "course.toml"), lookup)
	if err != nil {
		t.Fatal(err)
	}
	e := &grade.Engine{Course: c, Lookup: lookup, Version: "test"}
	if err := e.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return e
}

// cells are the texts of a row of a table, with | between them.
func cells(v View, table, row int) string {
	var list []string
	for _, c := range v.Tables[table].Rows[row] {
		list = append(list, c.Text)
	}
	return strings.Join(list, "|")
}

// TestGrading looks at grading before, in and after it.
func TestGrading(t *testing.T) {
	e := prepared(t, "ada", "bob")
	g := NewGrading(e)
	var o grade.Observer = g
	expect := func(when, status, ada, bob, met string) {
		t.Helper()
		v := g.Look()
		if v.Title != "the <b>course</b>" || v.Status.Text != status {
			t.Errorf("%s: %q, status %q, expected %q", when, v.Title, v.Status.Text, status)
		}
		for i, want := range []string{ada, bob} {
			if got := cells(v, 0, i); got != want {
				t.Errorf("%s: row %d is %s, expected %s", when, i, got, want)
			}
		}
		if got := cells(v, 1, 0); got != met {
			t.Errorf("%s: ada did %s on the suites, expected %s", when, got, met)
		}
	}
	expect("before", "0 of 2 teams graded", "ada|waits||waits|waits|", "bob|waits||waits|waits|", "ada|own|")
	if got := strings.Join(g.Look().Tables[0].Columns, "|"); got != "Team|State|Points|one (5)|two (5)|Notes" {
		t.Errorf("the columns are %s", got)
	}
	o.Together("the tournament of one")
	o.Build("ada")
	o.Build("of another shard")
	expect("built", "0 of 2 teams graded; the tournament of one", "ada|is built||build|build|", "bob|waits||waits|waits|", "ada|own|")
	o.Together("")
	o.Ready("ada")
	o.Begin("ada", "one", course.Cases)
	o.Cases("ada", "one", 7)
	o.Verdicts("ada", "one", 2)
	o.Verdicts("ada", "one", 1)
	g.Tell(grade.Progress{Teams: 2, Verdicts: 1, Known: 2, All: 21})
	expect("running", "0 of 2 teams graded", "ada|runs||cases 3/7|waits|", "bob|waits||waits|waits|", "ada|own|")
	v := g.Look()
	if len(v.Clocks) != 1 || v.Clocks[0].Name != "ada" || v.Clocks[0].For != "one cases" {
		t.Errorf("the clocks are %+v", v.Clocks)
	}
	if *v.Progress != (Progress{Done: 3, Of: 21, Unit: "verdicts"}) {
		t.Errorf("the progress is %+v", v.Progress)
	}
	g.began = time.Now().Add(-time.Minute)
	g.Tell(grade.Progress{Teams: 2, Verdicts: 6, Known: 3, All: 21})
	if got := g.Look().Progress.Rest; got != "about 2m0s left" {
		t.Errorf("the rest is %q", got)
	}
	record := grade.Record{Team: "ada", Parts: []grade.Result{
		{Task: "one", Part: course.Cases, Good: 7, All: 7},
		{Task: "two", Part: course.Cases, Good: 2, All: 3, Unjudged: 1},
		{Task: "two", Part: course.Others, Good: 1, All: 2, Against: []grade.Against{{Team: "bob", Good: 1, All: 2}}},
	}}
	o.End("ada", &record.Parts[0])
	o.Begin("ada", "two", course.Cases)
	o.End("ada", &record.Parts[1])
	o.Begin("ada", "two", course.Others)
	o.Cases("ada", "two", 2)
	o.Against("ada", "two", record.Parts[2].Against[0])
	expect("others", "0 of 2 teams graded", "ada|runs||5|others 0/2|", "bob|waits||waits|waits|", "ada|own|1/2")
	o.End("ada", &record.Parts[2])
	expect("all parts", "0 of 2 teams graded", "ada|runs||5|4.37|", "bob|waits||waits|waits|", "ada|own|1/2")
	o.Done(&record)
	done := "ada|done, with notes|9.37|5|4.37|two cases: 1 not judged, through no fault of the team"
	expect("one done", "1 of 2 teams graded", done, "bob|waits||waits|waits|", "ada|own|1/2")
	// Bob was graded by somebody else.
	o.Done(&grade.Record{Team: "bob", Refused: "<i>", Parts: []grade.Result{
		{Task: "one", Part: course.Cases, All: 7}, {Task: "two", Part: course.Cases, All: 3}, {Task: "two", Part: course.Others, All: 2},
	}})
	g.Close(nil)
	expect("the end", "finished: 2 teams graded; 1 case could not be judged", done, "bob|done, with notes|0|0|0|not unpacked: <i>", "ada|own|1/2")
	if v := g.Look(); !v.Over || len(v.Clocks) != 0 || v.Status.Mood != Bad || v.Tables[0].Rows[0][3].Mood != Good || v.Tables[0].Rows[1][3].Mood != Bad {
		t.Errorf("in the end there is %+v", v)
	}
}

// TestGradingEnds: what ended early says so, and what ended well.
func TestGradingEnds(t *testing.T) {
	for _, c := range []struct {
		why  error
		want Text
	}{
		{nil, Text{"finished: 1 team graded", Good}},
		{errors.New("interrupted"), Text{"stopped early, 1 of 1 team graded: interrupted", Bad}},
	} {
		g := NewGrading(prepared(t, "ada"))
		g.Done(&grade.Record{Team: "ada"})
		g.Close(c.why)
		if got := g.Look().Status; got != c.want {
			t.Errorf("%v: %+v", c.why, got)
		}
	}
}

// TestGradingShards takes each shard once it is there, and those of other
// courses never.
func TestGradingShards(t *testing.T) {
	teams := []string{"ada", "bob", "cleo", "dan", "eve", "finn"}
	e := prepared(t, teams...)
	h, err := e.Header(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g := NewGrading(e)
	seen := make([]bool, 2)
	g.Shards(e, h, seen)
	want := 0
	for i := range seen {
		shard := suite.Shard{Index: i + 1, Count: len(seen)}
		other := h
		other.Shard, other.Records = shard.String(), 0
		var records []grade.Record
		for _, team := range teams {
			if shard.Has(team) {
				records = append(records, grade.Record{Team: team, Parts: []grade.Result{}})
			}
		}
		other.Records = len(records)
		name := e.ShardFile(shard)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, sum := range []string{"another", h.Course} {
			other.Course = sum
			w, err := grade.Create(name, other)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range records {
				err = errors.Join(err, w.Add(r))
			}
			if err := errors.Join(err, w.Commit()); err != nil {
				t.Fatal(err)
			}
			g.Shards(e, h, seen)
			if seen[i] != (sum == h.Course) {
				t.Errorf("the shard of course %s is seen: %v", sum, seen[i])
			}
		}
		want += len(records)
		v := g.Look()
		if status := fmt.Sprintf("%d of 6 teams graded", want); v.Status.Text != status || v.Progress.Done != want || v.Progress.Unit != "teams" {
			t.Errorf("after shard %v: %+v, %+v, expected %s", shard, v.Status, v.Progress, status)
		}
	}
	g.Close(nil)
}

// TestGradingBounds: of more teams than are shown the rest is counted.
func TestGradingBounds(t *testing.T) {
	g := NewGrading(prepared(t, "ada"))
	defer g.Close(nil)
	ada := g.teams[0]
	for len(g.teams) < rowsMax+3 {
		g.teams = append(g.teams, ada)
	}
	for len(g.suites) < suitesMax {
		g.suites = append(g.suites, "s")
	}
	v := g.Look()
	for i, want := range []string{"(3 more rows not shown)", fmt.Sprintf("(%d more rows not shown)", len(g.teams)-rowsOf(1+suitesMax))} {
		var head []tableHead
		unpack(t, v.parts(g.page.since)["tables"], &head)
		if n := head[i].Rows * len(head[i].Columns); !strings.HasSuffix(head[i].Caption, want) || n > cellsMax {
			t.Errorf("table %d has %d cells, the caption %s", i, n, head[i].Caption)
		}
	}
}
