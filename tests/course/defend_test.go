package course

import (
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/autograder"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// prepared reads a course and prepares it.
func prepared(t *testing.T, text string, files map[string]string) (*grade.Engine, error) {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, map[string]string{"course.toml": text, "in/ada/x": "#!/bin/sh\ncat >/dev/null\necho false\n"})
	put(t, dir, files)
	c, err := course.Read(filepath.Join(dir, "course.toml"), lookup)
	wrong, listed := errors.AsType[*document.Problems](err)
	if err != nil && !listed {
		t.Fatal(err)
	}
	e := &grade.Engine{Course: c, Wrong: wrong, Embedded: suites.FS, Lookup: lookup, Version: "test"}
	return e, e.Prepare(context.Background())
}

// staffed is a course with fifty good cases of the staff, three broken ones, and
// two that rest on a house ruling.
func staffed(t *testing.T, keys string) (*grade.Engine, error) {
	t.Helper()
	s, err := suite.Embedded(suites.FS, "ubar", "winds")
	if err != nil {
		t.Fatal(err)
	}
	var good, house []suite.Case
	for _, c := range s.Cases {
		switch {
		case len(c.Options) > 0:
		case c.Name == "hole-counted" || c.Name == "hole-in-a-line-of-two":
			house = append(house, c)
		default:
			good = append(good, c)
		}
	}
	var staff []suite.Case
	add := func(name string, c suite.Case) {
		c.Name, c.Options = name, nil
		staff = append(staff, c)
	}
	for i := range 50 {
		add(fmt.Sprintf("good-%d", i), good[i%len(good)])
	}
	for i := range 2 {
		add(fmt.Sprintf("house-%d", i), house[i])
	}
	wrong := good[0]
	wrong.Out = []jsontext.Value{jsontext.Value(`[[9,9]]`)}
	add("wrong-1", wrong)
	add("wrong-2", wrong)
	text := string(suite.Manifest(staff)) + `{"name":"no-key","in":[{}],"out":[1]}` + "\n"
	return prepared(t, keys+`
[submissions]
paths = ["in/*"]
[[task]]
task = "ubar/winds"
run = "./x"
suites = ["ubar/winds", "staff.jsonl"]
`, map[string]string{"staff.jsonl": text})
}

// TestLint stops a course with broken and house-ruled cases, names all of them at
// once, and goes on without them, or with them, as the course file says.
func TestLint(t *testing.T) {
	_, err := staffed(t, "")
	problems, ok := errors.AsType[*document.Problems](err)
	if !ok {
		t.Fatalf("the course was not stopped: %v", err)
	}
	var named []string
	for _, p := range problems.List {
		named = append(named, strings.TrimPrefix(p.Key, "staff/"))
		if p.Line == 0 || filepath.Base(p.File) != "staff.jsonl" {
			t.Errorf("%v has no place", p)
		}
	}
	slices.Sort(named)
	if want := []string{"house-0", "house-1", "no-key", "wrong-1", "wrong-2"}; !slices.Equal(named, want) {
		t.Errorf("the problems are %q, expected %q", named, want)
	}
	for _, want := range []string{`broken = "leave-out"`, `house = "leave-out"`} {
		if !strings.Contains(problems.Hint, want) {
			t.Errorf("the hint %q does not name %s", problems.Hint, want)
		}
	}
	embedded := 0
	for _, c := range []struct {
		keys        string
		staff, left int
	}{
		{"broken = \"leave-out\"\nhouse = \"leave-out\"", 50, 5},
		{"broken = \"leave-out\"\nhouse = \"count\"", 52, 3},
	} {
		e, err := staffed(t, c.keys)
		if err != nil {
			t.Fatal(err)
		}
		plan := e.Plans()[0]
		staff, left := 0, 0
		for _, k := range plan.Cases {
			if k.Hidden {
				staff++
			}
		}
		for _, l := range plan.LeftOut {
			left += len(l.Cases)
		}
		if staff != c.staff || left != c.left {
			t.Errorf("%s: %d cases of the staff count and %d are left out, expected %d and %d", c.keys, staff, left, c.staff, c.left)
		}
		embedded = len(plan.Cases) - staff
	}
	if embedded < 30 {
		t.Errorf("%d embedded cases count, expected them not to be looked at", embedded)
	}
}

// TestHouseIsTold grades a program that fails the cases of a house ruling that count,
// and looks whether its page says so.
func TestHouseIsTold(t *testing.T) {
	need(t, "sh", "cat")
	e, err := staffed(t, "broken = \"leave-out\"\nhouse = \"count\"")
	if err != nil {
		t.Fatal(err)
	}
	g := &grading{engine: e}
	if err := e.Run(t.Context(), func(r grade.Record) error {
		g.records = append(g.records, r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	g.book(t)
	made := files(t, e.Course.Grades)
	for name, want := range map[string]string{
		"teams/ada.html":      ", by a house ruling</th>",
		"gradescope/ada.json": ", by a house ruling: 0 of",
		"grades.json":         `"case":"staff/house-1","verdict":"wrong-shape"`,
	} {
		if !strings.Contains(made[name], want) {
			t.Errorf("%s does not say %q:\n%.3000s", name, want, made[name])
		}
	}
	for _, want := range []string{"2 of these rest on a house ruling", "2 cases counted, although the answer rests on a house ruling"} {
		if !strings.Contains(made["teams/ada.html"], want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestDenominator asks teams that are right, that hang, that cannot be built, that
// cannot be unpacked, and that have handed in nothing: each is graded out of the
// same number of cases, and so out of the same points.
func TestDenominator(t *testing.T) {
	dir := honest(t, "ada", "bob", "cleo")
	text := strings.ReplaceAll(small, "[task.counts]\ncases = 2\nvalid = 1\nothers = 1\n", "")
	text = strings.Replace(text, "paths = [", "roster = \"roster.csv\"\npaths = [", 1)
	text = strings.Replace(text, "timeout = \"1m\"\n", "timeout = \"600ms\"\ngive_up_after = 1\n", 1)
	put(t, dir, map[string]string{
		"course.toml": text, "roster.csv": "team\nada\nbob\ncleo\ndan\neve\n",
		"in/bob/build.sh": "exit 7\n", "in/cleo/xrules": "#!/bin/sh\nexec sleep 60\n", "in/dan.zip": "no archive",
	})
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	b := g.book(t)
	if len(g.records) != 5 {
		t.Fatalf("%d records, expected 5", len(g.records))
	}
	for i := range g.records {
		r := &g.records[i]
		s := b.Score(r)
		if p := r.Parts[0]; p.All != 4 || s.Most != 10000 || p.Good < p.All && b.Note(r) == "" && r.Team != "ada" {
			t.Errorf("%s: %d of %d, of %v points, with the note %q", r.Team, p.Good, p.All, s.Most, b.Note(r))
		}
	}
}

// staffCourse is a course of one task with a suite of the staff, to which keys of the
// task may be added.
const staffCourse = `
[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/rules"
run = "./x"
suites = ["staff.jsonl"]
`

// TestLintTellsAll finds what is wrong with the file, a suite and a command at
// once.
func TestLintTellsAll(t *testing.T) {
	_, err := prepared(t, `points = "many"
[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/rules"
run = ["no-such-interpreter", "x"]
suites = ["staff.jsonl"]
[[task.group]]
tag = "no-such-tag"
points = 5
`, map[string]string{"staff.jsonl": `{"name":"a","in":[[],[],{}],"out":[false]}` + "\n"})
	for _, want := range []string{"points: expected a number", "no-such-interpreter", "staff/a", `group "no-such-tag"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected it to say %q, too", err, want)
		}
	}
}

// TestGroupsAreWeighed finds points that nobody can earn, and cases that earn nobody
// anything.
func TestGroupsAreWeighed(t *testing.T) {
	var staff strings.Builder
	for i, tag := range []string{"legal", "illegal"} {
		fmt.Fprintf(&staff, `{"name":"c%d","tags":[%q],"in":[[],[],{"bank":[%q],"cards":[],"active":{"wallet":[],"score":0},"scores":[]}]}`+"\n",
			i, tag, []string{"red", "blue"}[i])
	}
	for _, c := range []struct{ groups, want string }{
		{groups: "[[task.group]]\ntag = \"legal\"\npoints = 60\n"},
		{groups: "[[task.group]]\nsuite = \"staff.jsonl\"\npoints = 100\n"},
		{
			groups: "[[task.group]]\nsuite = \"staff.jsonl\"\npoints = 60\n",
			want:   "its groups have all cases, but 40 points fewer than the part cases: nobody can earn these points",
		},
		{
			groups: "[[task.group]]\ntag = \"legal\"\npoints = 100\n",
			want:   "its groups have all points of the part cases, so 1 case outside the groups can earn nothing",
		},
		{
			groups: "[[task.group]]\nsuite = \"staff.jsonl\"\npoints = 100\nbonus = true\n",
			want:   "its groups have all cases, but 100 points fewer than the part cases: nobody can earn these points",
		},
	} {
		e, err := prepared(t, staffCourse+c.groups, map[string]string{"staff.jsonl": staff.String()})
		var told []string
		for _, f := range e.Findings() {
			told = append(told, f.Message)
		}
		if got := strings.Join(told, "; "); got != c.want {
			t.Errorf("%s%q, error %v, expected %q", c.groups, got, err, c.want)
		}
	}
}

// defended is a course with an embedded suite, a public and a hidden one of the
// staff, and one of each team; programs repeat what they are asked wherever they
// can.
func defended(t *testing.T) string {
	t.Helper()
	need(t, "sh", "cat")
	dir := t.TempDir()
	line := func(name, equations, out string) string {
		return fmt.Sprintf(`{"name":%q,"in":[%s,[],{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}],"out":%s}`+"\n", name, equations, out)
	}
	hidden := line("concealed-one", `[[["red","red","green"],["white"]]]`, `[["red"],["blue"]]`) +
		line("concealed-two", `[[["yellow","white","yellow"],["green"]]]`, `[["red"],["blue"]]`)
	own := `[[["green","green","green"],["blue"]]] [] {"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}`
	files := map[string]string{
		"course.toml": `
[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/rules"
run = ["./xrules"]
env = { LC_ALL = "C" }
suites = ["bazaar/rules", { path = "published.jsonl", public = true }, "concealed.jsonl"]
[task.counts]
cases = 1
valid = 1
kills = 1
others = 1
[task.own]
suite = "Tests"
`,
		"concealed.jsonl": hidden,
		"published.jsonl": line("shown", `[[["white"],["red"]]]`, `[["red"],["blue"]]`),
	}
	for _, team := range []string{"ada", "bob"} {
		files["in/"+team+"/xrules"] = "#!/bin/sh\nx=$(cat)\necho \"$x\" >&2\ncase $x in *'[[[\"white\"],[\"red\"]]]'*) exit 3 ;; esac\necho \"$x\"\n"
		files["in/"+team+"/Tests/concealed-"+team+"-1-in.json"] = own
		files["in/"+team+"/Tests/concealed-"+team+"-1-out.json"] = `["red"] ["blue"]`
		files["in/"+team+"/Tests/concealed-"+team+"-2-in.json"] = own
		files["in/"+team+"/Tests/concealed-"+team+"-2-out.json"] = `false`
	}
	// One misreads the rules, in a way that a diagnosis names.
	files["in/cyd/xrules"] = "#!/bin/sh\ncat >/dev/null\necho false\n"
	put(t, dir, files)
	return dir
}

// TestHiddenStaysHidden looks for every name, input and answer of hidden cases in
// all that a team gets.
func TestHiddenStaysHidden(t *testing.T) {
	dir := defended(t)
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	g.book(t)
	var secrets []string
	for _, name := range []string{filepath.Join(dir, "concealed.jsonl"), filepath.Join(dir, "in/bob/Tests")} {
		s, err := suite.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Cases {
			secrets = append(secrets, c.ID, c.Name, string(c.In[0]))
		}
	}
	made := files(t, filepath.Join(dir, "grades"))
	// What ada answers repeats what is asked, and cyd's answers are diagnosed.
	for _, name := range []string{"teams/ada.html", "gradescope/ada.json", "teams/cyd.html", "gradescope/cyd.json"} {
		got := made[name]
		if got == "" {
			t.Fatalf("there is no %s", name)
		}
		for _, form := range []string{got, html.UnescapeString(got), strings.ReplaceAll(got, `\"`, `"`)} {
			for _, secret := range secrets {
				if strings.Contains(form, secret) {
					t.Errorf("%s tells %s", name, secret)
				}
			}
		}
		if !strings.Contains(got, "not shown") || !strings.Contains(got, "not shown: BG-21") {
			t.Errorf("%s does not count what it does not show:\n%s", name, got)
		}
	}
	// The staff sees all of it.
	for _, secret := range secrets[:1] {
		if !strings.Contains(made["grades.json"], secret) {
			t.Errorf("grades.json does not tell %s", secret)
		}
	}
	sink := func(name string, text []byte) error { return fmt.Errorf("%s was written", name) }
	err = autograder.Write(sink, autograder.GitHub, g.engine.Course, lookup, "", autograder.Job{})
	if err == nil || strings.Contains(err.Error(), "was written") {
		t.Errorf("a hidden suite was put into a repository: %v", err)
	}
}

// TestGivenUpKindly gives a program up that hangs on one kind of cases, and asks it
// all others. What it is not asked stands in a column of its own.
func TestGivenUpKindly(t *testing.T) {
	need(t, "sh", "cat", "sleep")
	dir := t.TempDir()
	state := `{"bank":["blue"],"cards":[],"active":{"wallet":["red"],"score":0},"scores":[]}`
	var staff strings.Builder
	for i := range 12 {
		tag, exchange := "illegal", `["red"],["green"]`
		if i >= 7 {
			tag, exchange = "legal", `["red"],["blue"]`
		}
		fmt.Fprintf(&staff, `{"name":"c%02d","tags":[%q],"in":[[[["red"],["blue"]]],[[%s]],%s]}`+"\n", i, tag, exchange, state)
	}
	put(t, dir, map[string]string{
		"course.toml": staffCourse + `[task.limits]
timeout = "600ms"
give_up_after = 2
`,
		"staff.jsonl": staff.String(),
		"in/ada/x":    "#!/bin/sh\nx=$(cat)\ncase $x in *green*) exec sleep 60 ;; esac\necho '[\"blue\"] [\"red\"]'\n",
		"in/bob/x":    "#!/bin/sh\nexec sleep 60\n",
	})
	file := filepath.Join(dir, "course.toml")
	g, err := graded(file, suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"5 of 12, 4 not run", "0 of 12, 8 not run"} {
		r := &g.records[i].Parts[0]
		if got := fmt.Sprintf("%d of %d, %d not run", r.Good, r.All, r.Unasked); got != want {
			t.Errorf("%s: %s, expected %s: %v", g.records[i].Team, got, want, r.Verdicts)
		}
	}
	b := g.book(t)
	if s := b.Score(&g.records[0]); s.Earned != 10000*5/12 {
		t.Errorf("ada earns %v", s.Earned)
	}
	page := files(t, filepath.Join(dir, "grades"))["teams/ada.html"]
	if !strings.Contains(page, `<td class="n">4</td><td class="why">5 of 12 cases pass; 4 not run: gave up after 2 timeouts in a row`) {
		t.Errorf("the page does not say what was not asked:\n%s", page)
	}
	again, err := graded(file, suite.Shard{})
	if err != nil || again.verdicts != 0 {
		t.Errorf("graded again: %d verdicts, %v", again.verdicts, err)
	}
}

// TestAppeal mends one staff case between two gradings, and asks what that changed,
// for whom.
func TestAppeal(t *testing.T) {
	dir := honest(t, "ada", "bob")
	put(t, dir, map[string]string{"in/bob/xrules": "#!/bin/sh\ncat >/dev/null\necho 3\n"})
	file := filepath.Join(dir, "course.toml")
	keep := func(at time.Time) string {
		t.Helper()
		g, err := graded(file, suite.Shard{})
		if err != nil {
			t.Fatal(err)
		}
		of, err := g.engine.Provenance(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		name, err := g.book(t).Keep(at, of)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	at := time.Date(2026, 10, 2, 10, 0, 0, 0, time.UTC)
	first := keep(at)
	if again := keep(at.Add(time.Hour)); first == "" || again != "" {
		t.Errorf("kept as %q, and the same once more as %q", first, again)
	}
	staff, err := os.ReadFile(filepath.Join(dir, "staff.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	// The fourth exchange was a legal one by mistake, which ada refused.
	lines := strings.Split(strings.TrimSpace(string(staff)), "\n")
	lines[3] = strings.Replace(lines[3], `[[["red"],["blue"]]],{`, `[[["white"],["blue"]]],{`, 1)
	put(t, dir, map[string]string{"staff.jsonl": strings.Join(lines, "\n") + "\n"})
	second := keep(at.Add(2 * time.Hour))
	was, err := gradebook.ReadGrades(first)
	if err != nil {
		t.Fatal(err)
	}
	is, err := gradebook.ReadGrades(second)
	if err != nil {
		t.Fatal(err)
	}
	made, changes := gradebook.Compare(was, is, "")
	if len(made) != 1 || made[0].What != "cases and answers of rules" {
		t.Errorf("made of %+v, expected another suite alone", made)
	}
	var got []string
	for _, c := range changes {
		got = append(got, fmt.Sprintf("%s, %s: %s -> %s %s", c.Team, c.What, c.Was, c.Is, c.Gained()))
	}
	want := []string{
		"ada, grade: 87.5 -> 100 +12.5",
		"ada, rules cases: 37.5 of 50 points (3 of 4) -> 50 of 50 points (4 of 4) +12.5",
		"ada, rules cases: staff/4: wrong-answer -> pass ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	if _, changes := gradebook.Compare(was, is, "bob"); len(changes) > 0 {
		t.Errorf("bob has %+v", changes)
	}
}

// TestLate grades teams that come in time, with a late day, and late, and two that
// the staff adjusts; each number stands on the page of the team.
func TestLate(t *testing.T) {
	need(t, "sh", "cat")
	dir := honest(t, "ada", "bob", "cleo", "dan")
	text := strings.ReplaceAll(small, "[task.counts]\ncases = 2\nvalid = 1\nothers = 1\n", "")
	text = strings.Replace(text, "paths = [", "roster = \"roster.csv\"\npaths = [", 1) + `
[late]
deadline = "2026-10-01 23:59 Europe/Vienna"
grace = "10m"
penalty = 10
days = 1
[[adjust]]
team = "cleo"
points = -2.5
reason = "the demo was missing"
[[adjust]]
team = "dan"
points = -100
reason = "somebody else's work"
`
	put(t, dir, map[string]string{"course.toml": text, "roster.csv": "team,submitted,late_days\nada,2026-10-02 00:08,\nbob,2026-10-02 10:00,\ncleo,2026-10-03T22:00:00+02:00,0\ndan,,\n"})
	// Dates of files say nothing.
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(dir, "in/cleo/xrules"), old, old); err != nil {
		t.Fatal(err)
	}
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	b := g.book(t)
	// Three of four cases pass: 75 points.
	var got []string
	for i := range g.records {
		s := b.Score(&g.records[i])
		got = append(got, fmt.Sprintf("%s %v-%v=%v, %d left", g.records[i].Team, s.Parted, s.Due.Lost, s.Earned, s.Due.DaysLeft))
	}
	want := []string{"ada 75-0=75, 1 left", "bob 75-0=75, 0 left", "cleo 75-15=57.5, 0 left", "dan 75-0=0, 1 left"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
	made := files(t, filepath.Join(dir, "grades"))
	for name, wants := range map[string][]string{
		"teams/ada.html": {"in time; 0 late days used, 1 left"},
		"teams/bob.html": {"late by 10 hours 1 minute; 1 late day used, 0 left"},
		"teams/cleo.html": {
			"due 2026-10-01 23:59:00 +02:00, submitted 2026-10-03 22:00:00 +02:00, late by 1 day 22 hours 1 minute; 2 started days cost 20 % of the points",
			"the demo was missing", "-2.5", "-15", "57.5", "each started day costs 10 %",
		},
		"teams/dan.html":       {"the submission time is missing", "somebody else's work", "no grade is below 0"},
		"gradescope/cleo.json": {`"score": -15`, `"score": -2.5`, "the demo was missing"},
		"gradescope/dan.json":  {`"score": 25`},
		"grades.csv":           {"points,most,\"rules cases\",parts together,submitted at,late by,late days used,late days left,lost for lateness,by hand,reasons,notes", `75,"2026-10-03 22:00:00 +02:00",1 day 22 hours 1 minute,0,0,15,-2.5,"the demo was missing: -2.5"`},
		"grades.md":            {"| cleo | 57.5 | 75 | lateness: -15; the demo was missing: -2.5 |"},
		"grades.json":          {`"lost_hundredths":1500`, `"late_days_left":1`, `"reason":"the demo was missing"`},
	} {
		got := html.UnescapeString(made[name])
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not say %q:\n%s", name, want, got)
			}
		}
		if name != "teams/dan.html" && strings.HasPrefix(name, "teams") && strings.Contains(got, "somebody else") {
			t.Errorf("%s tells what another team was told", name)
		}
	}
	sink := func(name string, text []byte) error { return fmt.Errorf("%s was written", name) }
	if err := autograder.Write(sink, autograder.GitHub, g.engine.Course, lookup, "", autograder.Job{}); err == nil || !strings.Contains(err.Error(), "adjust") {
		t.Errorf("the adjustments of all teams were put into a repository: %v", err)
	}
}

// TestNothingLeaks grades several tasks, one of them live, whose hidden cases have
// names, inputs and answers that stand nowhere else, and looks for all of them in
// every file that a student gets.
func TestNothingLeaks(t *testing.T) {
	need(t, "sh", "cat")
	dir := t.TempDir()
	// Quirin stands in inputs and answers, and so do the points.
	names := []string{`"Ada"`, `"Quirin"`, `"bob"`, `"Zoroaster"`}
	hidden := make(map[string]string)
	for _, task := range []string{"score", "server", "turn"} {
		s, err := suite.Embedded(suites.FS, "bazaar", task)
		if err != nil {
			t.Fatal(err)
		}
		secret := strings.NewReplacer(names...)
		if task == "turn" {
			secret = strings.NewReplacer(`"score":4`, `"score":8765`)
		}
		var list []suite.Case
		for _, c := range s.Cases[:min(len(s.Cases), 8)] {
			c.Name, c.Tags = "covert-"+c.Name, []string{"covert-tag"}
			c.In = slices.Clone(c.In)
			for i := range c.In {
				c.In[i] = jsontext.Value(secret.Replace(string(c.In[i])))
			}
			c.Out = nil // the rules say it
			list = append(list, c)
			if task == "server" {
				break
			}
		}
		hidden["covert/"+task+"-hush.jsonl"] = string(suite.Manifest(list))
	}
	put(t, dir, hidden)
	put(t, dir, map[string]string{
		"course.toml": `
[submissions]
paths = ["in/*"]
[[task]]
task = "bazaar/score"
run = ["./x"]
suites = ["bazaar/score", "covert/score-hush.jsonl"]
[[task.group]]
case = "score-hush/covert-g*"
points = 5
[[task.group]]
suite = "covert/score-hush.jsonl"
tag = "covert-tag"
points = 5
[[task.group]]
tag = "basic"
points = 5
[[task]]
task = "bazaar/turn"
run = ["./x"]
suites = ["bazaar/turn", "covert/turn-hush.jsonl"]
[[task.group]]
suite = "covert/turn-hush.jsonl"
points = 5
[[task]]
task = "bazaar/server"
run = ["./x"]
suites = ["covert/server-hush.jsonl"]
time_scale = 0.05
`,
		// One says what it was asked wherever it can, the other one nearly does right.
		"in/ada/x": "#!/bin/sh\nx=$(cat)\necho \"$x\" >&2\necho \"$x\"\nexit 3\n",
		"in/bob/x": "#!/bin/sh\nx=$(cat)\necho \"$x\" | tee /dev/stderr\n",
	})
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	g.book(t)
	secrets := []string{"covert", "hush", "Quirin", "Zoroaster", "8765"}
	made := files(t, filepath.Join(dir, "grades"))
	looked := 0
	for name, got := range made {
		if !strings.Contains(name, string(filepath.Separator)) {
			continue // of the staff
		}
		looked++
		for _, form := range []string{got, html.UnescapeString(got)} {
			for _, secret := range secrets {
				if at := strings.Index(form, secret); at >= 0 {
					t.Errorf("%s tells %q: %s", name, secret, form[max(0, at-80):min(len(form), at+80)])
				}
			}
		}
		for _, want := range []string{"group 1", "group 2", "basic", "not shown: BG-"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
	}
	if looked != 4 {
		t.Errorf("looked at %d files, expected 4", looked)
	}
	for _, secret := range secrets[:4] {
		if !strings.Contains(made["grades.json"]+made["junit.xml"], secret) {
			t.Errorf("the staff is not told %s", secret)
		}
	}
}

// againLine finds the lines that run something again.
var againLine = regexp.MustCompile(`(?m)\bagain: (touchstone .*?)(?:</pre>)?$`)

// TestAgain runs the lines that run a case again in the folder of the team: one
// of each kind.
func TestAgain(t *testing.T) {
	need(t, "sh", "go")
	if testing.Short() {
		t.Skip("it builds touchstone")
	}
	dir := defended(t)
	program, err := filepath.Abs("../../.bin/touchstone")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/touchstone").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	g.book(t)
	text, err := os.ReadFile(filepath.Join(dir, "grades/teams/ada.html"))
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(dir, "in/ada")
	published, err := os.ReadFile(filepath.Join(dir, "published.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, home, map[string]string{"published.jsonl": string(published)})
	ran := make(map[string]bool)
	for _, m := range againLine.FindAllStringSubmatch(html.UnescapeString(string(text)), -1) {
		kind := "embedded"
		switch {
		case strings.Contains(m[1], "published"):
			kind = "public"
		case strings.Contains(m[1], "suite lint"):
			kind = "own"
		}
		if ran[kind] {
			continue
		}
		ran[kind] = true
		c := exec.Command("sh", "-c", m[1])
		c.Dir = home
		c.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+":"+os.Getenv("PATH"))
		out, err := c.CombinedOutput()
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok || exit.ExitCode() != 1 {
			t.Errorf("%s: %s: %v, expected exit status 1\n%s", kind, m[1], err, out)
		}
	}
	for _, kind := range []string{"embedded", "public", "own"} {
		if !ran[kind] {
			t.Errorf("no line runs a case again of the kind %s:\n%s", kind, html.UnescapeString(string(text)))
		}
	}
}

// TestGroups gives cases points of their own.
func TestGroups(t *testing.T) {
	need(t, "sh", "cat")
	dir := honest(t, "ada")
	text := strings.ReplaceAll(small, "[task.counts]\ncases = 2\nvalid = 1\nothers = 1\n", "")
	text = strings.Replace(text, "[submissions]", "points = 20\n[submissions]", 1) + `
[[task.group]]
case = "staff/4"
name = "the legal one"
points = 8
[[task.group]]
case = ["staff/1", "staff/4"]
name = "the first"
points = 4
bonus = true
`
	put(t, dir, map[string]string{"course.toml": text})
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	b := g.book(t)
	s := b.Score(&g.records[0])
	// Three of four cases are illegal, and the program refuses all.
	var got []string
	for _, group := range s.Parts[0].Groups {
		got = append(got, fmt.Sprintf("%s: %v of %v, %d/%d", group.Name, group.Earned, group.Worth, group.Good, group.All))
	}
	want := []string{"the legal one: 0 of 8, 0/1", "the first: 4 of 4, 1/1", "the other cases: 12 of 12, 2/2"}
	if !slices.Equal(got, want) || s.Earned != 1600 || s.Most != 2000 || s.Bonus != 400 {
		t.Errorf("%q, %v of %v + %v, expected %q, 16 of 20 + 4", got, s.Earned, s.Most, s.Bonus, want)
	}
	page := files(t, filepath.Join(dir, "grades"))["teams/ada.html"]
	for _, want := range []string{"the legal one", "1 of 1 pass (bonus), 4 points each", "not shown"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	trivial, err := g.engine.Trivials()
	if err != nil {
		t.Fatal(err)
	}
	generous := b.Trivials(trivial)
	if n := slices.IndexFunc(generous, func(k gradebook.Trivial) bool { return k.Generous() }); n < 0 || generous[n].Earned != 1600 || generous[n].Answer != "always returns false" {
		t.Errorf("the trivial programs earn %+v", generous)
	}
}

// TestAdapter runs programs that take their input as an argument, by an adapter of
// the staff, and says how cases are run again.
func TestAdapter(t *testing.T) {
	need(t, "sh", "cat")
	dir := honest(t, "ada")
	text := strings.ReplaceAll(small, "[task.counts]\ncases = 2\nvalid = 1\nothers = 1\n", "")
	text = strings.Replace(text, "run = [\"./xrules\"]\n", "run = [\"./xrules\", \"{task}\"]\nadapter = \"sh adapter.sh\"\nretries = 1\nflaky = \"pass\"\n", 1)
	put(t, dir, map[string]string{
		"course.toml":   strings.Replace(text, "\"staff.jsonl\"", "\"bazaar/rules\"", 1),
		"adapter.sh":    "x=$(cat)\nexec \"$@\" \"$x\"\n",
		"in/ada/xrules": "#!/bin/sh\n[ \"$1\" = rules ] && [ -n \"$2\" ] && echo false\n",
	})
	g, err := graded(filepath.Join(dir, "course.toml"), suite.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	g.book(t)
	if p := g.records[0].Parts[0]; p.Good < 10 || p.Good == p.All || p.Verdicts["wrong-answer"] != p.All-p.Good {
		t.Errorf("by the adapter ada has %d of %d: %v", p.Good, p.All, p.Verdicts)
	}
	page := html.UnescapeString(files(t, filepath.Join(dir, "grades"))["teams/ada.html"])
	for _, want := range []string{"if it then passes, it counts as passed, with a warning", "--adapter 'sh adapter.sh'", "--flaky pass", "of your course there: adapter.sh"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
}
