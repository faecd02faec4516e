// Package course grades whole courses: that of the demo, one among whose teams
// some are hostile, and one whose grading is killed again and again.
package course

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

var (
	update = flag.Bool("update", false, "write the grades of the demo course as they are now")
	kills  = flag.Int("kills", 3, "how often grading is killed")
	rounds = flag.Int("rounds", 1, "how often identical submissions are graded; twelve of them if more than once")
)

// gradedVariable names the course file that a copy of this test grades instead of
// testing, to be killed.
const gradedVariable = "TOUCHSTONE_TEST_GRADES"

func TestMain(m *testing.M) {
	subject.Keeper()
	if file := os.Getenv(gradedVariable); file != "" {
		status := 0
		if _, err := graded(file, suite.Shard{}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
		subject.EndAll()
		os.Exit(status)
	}
	os.Exit(m.Run())
}

func lookup(name string) (*game.Game, game.Task, error) {
	gameName, taskName, _ := strings.Cut(name, "/")
	g, err := games.Named(gameName)
	if err != nil {
		return nil, game.Task{}, err
	}
	task, ok := g.Task(taskName)
	if !ok {
		return nil, task, &game.UsageError{Message: "there is no task " + name}
	}
	return g, task, nil
}

// A grading is a course that was graded.
type grading struct {
	engine   *grade.Engine
	header   grade.Header
	records  []grade.Record
	verdicts int // that were found now
	said     []string
	advised  []string
}

// graded grades a course, or a shard of it.
func graded(file string, shard suite.Shard) (*grading, error) { return gradedBy(file, shard, 0) }

// gradedBy is graded with so many jobs.
func gradedBy(file string, shard suite.Shard, jobs int) (*grading, error) {
	c, err := course.Read(file, lookup)
	if err != nil {
		return nil, err
	}
	g := &grading{engine: &grade.Engine{Course: c, Embedded: suites.FS, Lookup: lookup, Version: "test", Shard: shard, Jobs: jobs}}
	g.engine.Tell = func(p grade.Progress) { g.verdicts = p.Verdicts }
	g.engine.Say = func(message string) { g.said = append(g.said, message) }
	g.engine.Fail = func(message, hint string) {
		g.said = append(g.said, message)
		if hint != "" {
			g.advised = append(g.advised, hint)
		}
	}
	if err := g.engine.Prepare(context.Background()); err != nil {
		return nil, err
	}
	if g.header, err = g.engine.Header(context.Background()); err != nil {
		return nil, err
	}
	err = g.engine.Run(context.Background(), func(r grade.Record) error {
		g.records = append(g.records, r)
		return nil
	})
	return g, err
}

// book writes the gradebook.
func (g *grading) book(t *testing.T) *gradebook.Book {
	t.Helper()
	b := &gradebook.Book{Course: g.engine.Course, Roster: g.engine.Roster(), Plans: g.engine.Plans(), Records: g.records, Submissions: g.engine.All()}
	if err := b.Write(); err != nil {
		t.Fatal(err)
	}
	return b
}

// need skips a test where programs are missing.
func need(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
}

// files are the contents of all files of a folder.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestDemo grades the demo course, again from its ledgers, and in two shards.
func TestDemo(t *testing.T) {
	need(t, "bash", "go", "python3", "tar")
	if testing.Short() {
		t.Skip("it builds programs")
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	dir := t.TempDir()
	if text, err := exec.Command("bash", "generate.sh", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	file := filepath.Join(dir, "course.toml")
	first, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	first.book(t)
	made := files(t, filepath.Join(dir, "grades"))
	golden := filepath.Join("testdata", "grades.csv")
	if *update {
		if err := os.WriteFile(golden, []byte(made["grades.csv"]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), made["grades.csv"]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for name, text := range made {
		if strings.Contains(text, dir) {
			t.Errorf("%s tells where the course lies on this machine", name)
		}
		if name != "index.html" && strings.HasSuffix(name, ".html") && strings.Contains(text, "<script") {
			t.Errorf("%s has a script", name)
		}
	}
	if page := made["teams/gus.html"]; !strings.Contains(page, "undefined: undefined") || strings.Contains(strings.ToLower(page), "read-only") {
		t.Errorf("the page of gus does not tell why the build failed:\n%s", page)
	}
	survivorsAreForStaff(t, made)
	list := exec.Command("python3", "causes.py")
	list.Stdin = strings.NewReader(made["grades.json"])
	causes, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	told := filepath.Join("testdata", "causes.txt")
	if *update {
		if err := os.WriteFile(told, causes, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err = os.ReadFile(told); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(causes)); diff != "" {
		t.Errorf("the causes are others: -want +got:\n%s", diff)
	}
	again, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if again.verdicts > 0 {
		t.Errorf("graded again, %d verdicts were found anew", again.verdicts)
	}
	again.book(t)
	if diff := cmp.Diff(made, files(t, filepath.Join(dir, "grades"))); diff != "" {
		t.Errorf("graded again, the files differ:\n%s", diff)
	}
	var names []string
	for i := 1; i <= 2; i++ {
		part, err := graded(file, suite.Shard{Index: i, Count: 2})
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Join(dir, fmt.Sprint("part", i)))
		w, err := grade.Create(names[i-1], part.header)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range part.records {
			if err := w.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	if again.records, err = grade.Merge([]string{names[1], names[0]}, again.engine.All(), again.header); err != nil {
		t.Fatal(err)
	}
	again.book(t)
	if diff := cmp.Diff(made, files(t, filepath.Join(dir, "grades"))); diff != "" {
		t.Errorf("graded in shards, the files differ:\n%s", diff)
	}
	mergeRefuses(t, again, names)
}

// mergeRefuses looks at what is no complete set of shards.
func mergeRefuses(t *testing.T, g *grading, names []string) {
	t.Helper()
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	altered := func(old, new string) string {
		name := filepath.Join(t.TempDir(), "altered")
		changed := bytes.Replace(text, []byte(old), []byte(new), 1)
		if bytes.Equal(changed, text) || os.WriteFile(name, changed, 0o644) != nil {
			t.Fatalf("there is no %q to alter", old)
		}
		return name
	}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{nil, "no shard has team"},
		{names[:1], "these are missing: 2/2"},
		{[]string{names[0], names[1], names[0]}, "but so is"},
		{[]string{altered(`"touchstone":"test"`, `"touchstone":"v9"`), names[1]}, "touchstone v9 made it"},
		{[]string{altered(`"course":"`, `"course":"0`), names[1]}, "have changed since"},
		{[]string{altered(`"shard":"1/2"`, `"shard":"1/3"`), names[1]}, "does not belong to shard 1/3"},
		{[]string{altered("}\n{", "}\n"), names[1]}, "not the record of a team"},
		{[]string{altered(string(text[bytes.IndexByte(text, '\n')+1:]), ""), names[1]}, "it has 0 records"},
		{[]string{altered(`"grade":1`, `"grade":7`), names[1]}, "found 7"},
		{[]string{filepath.Join(t.TempDir(), "none")}, "no such file"},
	} {
		_, err := grade.Merge(c.names, g.engine.All(), g.header)
		if _, told := errors.AsType[*game.UsageError](err); !told || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, expected an error with %q", c.names, err, c.want)
		}
	}
}

// small is a course whose programs are shell scripts.
const small = `title = "small"
[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/rules"
run = ["./xrules"]
suites = ["staff.jsonl"]
[task.counts]
cases = 2
valid = 1
others = 1
[task.build]
command = "sh ./build.sh"
timeout = "30s"
procs = 40
[task.own]
suite = "Tests"
cases_max = 3
[task.limits]
timeout = "1m"
cpu = "1s"
procs = 30
output = "100K"
`

// put writes files below a folder.
func put(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// honest writes the small course with teams that are all right.
func honest(t *testing.T, teams ...string) string {
	t.Helper()
	need(t, "sh", "cat")
	dir := t.TempDir()
	var staff strings.Builder
	for i, exchange := range []string{`["red"],["green"]`, `["blue"],["red"]`, `["red"],["white"]`, `["red"],["blue"]`} {
		fmt.Fprintf(&staff, `{"name":"%d","in":[[[["red"],["blue"]]],[[%s]],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}]}`+"\n",
			i+1, exchange)
	}
	all := map[string]string{"course.toml": small, "staff.jsonl": staff.String()}
	for _, team := range teams {
		all["in/"+team+"/xrules"] = "#!/bin/sh\ncat >/dev/null\necho false\n"
		all["in/"+team+"/build.sh"] = "echo built >made\n"
		all["in/"+team+"/Tests/1-in.json"] = `[] [[["red"],["blue"]]] {"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}`
		all["in/"+team+"/Tests/1-out.json"] = "false"
	}
	put(t, dir, all)
	return dir
}

// TestKilled kills grading at random moments. When it is left alone at last, the
// grades are those of a course that never was.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it grades again and again")
	}
	teams := []string{"ada", "bob", "cleo", "dan"}
	undisturbed := honest(t, teams...)
	begun := time.Now()
	g, err := graded(filepath.Join(undisturbed, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(begun)
	g.book(t)
	dir := honest(t, teams...)
	file := filepath.Join(dir, "course.toml")
	ended := 0
	for range *kills {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), gradedVariable+"="+file)
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(rand.N(took), func() { _ = c.Process.Kill() })
		err := c.Wait()
		timer.Stop()
		if err == nil {
			ended++
			if err := os.RemoveAll(filepath.Join(dir, "work")); err != nil {
				t.Fatal(err)
			}
		} else if said.Len() > 0 {
			t.Fatalf("%v: %s", err, &said)
		}
	}
	t.Logf("killed %d times, ended %d times", *kills-ended, ended)
	if g, err = graded(file, suite.Shard{}); err != nil {
		t.Fatal(err)
	}
	g.book(t)
	if diff := cmp.Diff(files(t, filepath.Join(undisturbed, "grades")), files(t, filepath.Join(dir, "grades"))); diff != "" {
		t.Errorf("after being killed, the files differ:\n%s", diff)
	}
}

// TestDiagnosed: a grading says which rules a program misreads, and the same if it was killed
// when all verdicts stood in the ledger, but not its end.
func TestDiagnosed(t *testing.T) {
	dir := honest(t, "ada")
	grades := func() map[string]string {
		g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
		if err != nil {
			t.Fatal(err)
		}
		g.book(t)
		return files(t, filepath.Join(dir, "grades"))
	}
	first := grades()
	if want := "answers like a program that misreads BG-18 or BG-19"; !strings.Contains(first["grades.json"], want) {
		t.Errorf("the grades do not say %q:\n%s", want, first["grades.json"])
	}
	ledgers, err := filepath.Glob(filepath.Join(dir, "work", "ledgers", "ada", "rules.cases-*"))
	if err != nil || len(ledgers) != 1 {
		t.Fatalf("the ledgers %q, %v", ledgers, err)
	}
	text, err := os.ReadFile(ledgers[0])
	if err != nil {
		t.Fatal(err)
	}
	end := bytes.LastIndexByte(bytes.TrimSpace(text), '\n') + 1
	if err := os.WriteFile(ledgers[0], text[:end], 0o600); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, grades()); diff != "" {
		t.Errorf("after being killed, the files differ:\n%s", diff)
	}
}

// TestChanged changes things between runs, and counts what is done again.
func TestChanged(t *testing.T) {
	dir := honest(t, "ada", "bob")
	file := filepath.Join(dir, "course.toml")
	staff, err := os.ReadFile(filepath.Join(dir, "staff.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	// A team has 4 cases of the staff, 1 of its own, and 1 of the other team.
	for _, c := range []struct {
		what     string
		files    map[string]string
		verdicts int
		good     []int // of the staff's cases, by team
	}{
		{"nothing was known", nil, 12, []int{3, 3}},
		{"nothing has changed", nil, 0, []int{3, 3}},
		{"a program", map[string]string{"in/bob/xrules": "#!/bin/sh\ncat >/dev/null\necho 3\n"}, 5, []int{3, 0}},
		{"a build", map[string]string{"in/bob/build.sh": "cp good xrules", "in/bob/good": "#!/bin/sh\ncat >/dev/null\necho false\n"}, 5, []int{3, 3}},
		// The suite of a team is its own submission, and a case for the others.
		{"a suite", map[string]string{"in/ada/Tests/1-out.json": "true"}, 4 + 1 + 1, []int{3, 3}},
		{"the staff's suite", map[string]string{"staff.jsonl": string(staff) + strings.Replace(string(staff[:bytes.IndexByte(staff, '\n')+1]), `"1"`, `"5"`, 1)}, 10, []int{4, 4}},
		{"a limit", map[string]string{"course.toml": strings.Replace(small, `cpu = "1s"`, `cpu = "2s"`, 1)}, 11, []int{4, 4}},
		{"weights", map[string]string{"course.toml": strings.NewReplacer(`cpu = "1s"`, `cpu = "2s"`, "cases = 2", "cases = 7", `"small"`, `"large"`).Replace(small)}, 0, []int{4, 4}},
	} {
		put(t, dir, c.files)
		g, err := graded(file, suite.Shard{})
		if err != nil {
			t.Fatal(err)
		}
		if g.verdicts != c.verdicts {
			t.Errorf("%s: %d verdicts were found, expected %d", c.what, g.verdicts, c.verdicts)
		}
		for i, r := range g.records {
			if good := r.Parts[0].Good; good != c.good[i] {
				t.Errorf("%s: %s passes %d cases, expected %d: %+v", c.what, r.Team, good, c.good[i], r.Parts[0])
			}
		}
	}
	// A ledger that somebody has spoilt is made again.
	names, err := filepath.Glob(filepath.Join(dir, "work", "ledgers", "ada", "rules.cases-*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatalf("there are the ledgers %q (%v)", names, err)
	}
	if err := os.WriteFile(names[0], []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	g, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if g.verdicts != 5 || g.records[0].Parts[0].Good != 4 {
		t.Errorf("a spoilt ledger: %d verdicts, %+v", g.verdicts, g.records[0].Parts[0])
	}
}

// TestSideBySide grades all shards of a course at once, in one folder. Each needs
// the suites of all teams, and builds its own.
func TestSideBySide(t *testing.T) {
	dir := honest(t, "ada", "bob", "cleo", "dan", "eve")
	file := filepath.Join(dir, "course.toml")
	const shards = 3
	parts, errs := make([]*grading, shards), make([]error, shards)
	var all sync.WaitGroup
	for i := range shards {
		all.Go(func() { parts[i], errs[i] = graded(file, suite.Shard{Index: i + 1, Count: shards}) })
	}
	all.Wait()
	var records []grade.Record
	for i := range shards {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		records = append(records, parts[i].records...)
	}
	slices.SortFunc(records, func(a, b grade.Record) int { return strings.Compare(a.Team, b.Team) })
	whole, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	if whole.verdicts > 0 {
		t.Errorf("%d verdicts were not found by any shard", whole.verdicts)
	}
	if diff := cmp.Diff(whole.records, records); diff != "" {
		t.Errorf("-at once +in shards:\n%s", diff)
	}
}
