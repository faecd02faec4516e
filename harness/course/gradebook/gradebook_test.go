package gradebook

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/tournament"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/scene"
)

// sums is a game that gives clauses and nothing else.
var sums = &game.Game{Name: "sums", Clauses: []game.Clause{{ID: "SU-01", Text: "One & one are <two>."}}}

func task(name string, weight int64, counts ...course.Count) course.Task {
	return course.Task{Name: name, Weight: weight, Game: sums, Counts: counts, Visibility: "visible"}
}

// TestNothingToPass: where no other team has a right case, the part others neither earns
// nor loses; where there are too few players, neither does the part play. It has the share
// of the rest of the task, or of the course if the task has no other part.
func TestNothingToPass(t *testing.T) {
	half := func(name string) grade.Result { return grade.Result{Task: name, Part: course.Cases, Good: 1, All: 2} }
	void := func(name string) grade.Result { return grade.Result{Task: name, Part: course.Others} }
	cases, others := course.Count{Part: course.Cases, Weight: 1}, course.Count{Part: course.Others, Weight: 3}
	for name, c := range map[string]struct {
		tasks   []course.Task
		results []grade.Result
		want    report.Points
	}{
		"half of the rest":       {[]course.Task{task("a", 1, cases, others)}, []grade.Result{half("a"), void("a")}, 500},
		"nothing in the rest":    {[]course.Task{task("a", 1, cases, others)}, []grade.Result{{Task: "a", Part: course.Cases, All: 2}, void("a")}, 0},
		"the rest of the course": {[]course.Task{task("a", 1, cases), task("b", 1, others)}, []grade.Result{half("a"), void("b")}, 500},
		"nothing at all":         {[]course.Task{task("a", 1, others)}, []grade.Result{void("a")}, 0},
		"something to pass":      {[]course.Task{task("a", 1, cases, others)}, []grade.Result{half("a"), {Task: "a", Part: course.Others, All: 1}}, 125},
		"nobody to play with": {
			[]course.Task{task("a", 1, cases, course.Count{Part: course.Plays, Weight: 3})},
			[]grade.Result{half("a"), {Task: "a", Part: course.Plays}},
			500,
		},
		"not graded": {[]course.Task{task("a", 1, cases, others)}, []grade.Result{half("a")}, 125},
	} {
		r := grade.Record{Team: "ada", Parts: c.results}
		b := &Book{Course: &course.Course{Points: 1000, Tasks: c.tasks}, Records: []grade.Record{r}}
		if s := b.Score(&r); s.Earned != c.want || s.Provisional {
			t.Errorf("%s: %v points, provisional %t; expected %v", name, s.Earned, s.Provisional, c.want)
		}
	}
	bonus := task("b", 0, cases, others)
	bonus.Bonus, bonus.Points = true, 400
	r := grade.Record{Team: "ada", Parts: []grade.Result{half("b"), void("b")}}
	b := &Book{Course: &course.Course{Points: 1000, Tasks: []course.Task{task("a", 1, cases), bonus}}, Records: []grade.Record{r}}
	if s := b.Score(&r); s.Earned != 200 {
		t.Errorf("half of a task of 4 bonus points earns %v", s.Earned)
	}
}

// TestShares: whatever the weights, the parts are worth just the points of the
// course, no part earns more than it is worth, and only all that is good earns
// all.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &course.Course{Points: rapid.Int64Range(1, 100_000_000).Draw(t, "points")}
		r := grade.Record{Team: "ada"}
		worth := false
		for i := range rapid.IntRange(1, 6).Draw(t, "tasks") {
			k := task(fmt.Sprint("t", i), rapid.Int64Range(0, course.WeightMax).Draw(t, "weight"))
			for _, part := range course.Parts() {
				if w := rapid.Int64Range(0, course.WeightMax).Draw(t, string(part)); w > 0 {
					k.Counts = append(k.Counts, course.Count{Part: part, Weight: w})
					all := rapid.IntRange(0, 100_000).Draw(t, "all")
					r.Parts = append(r.Parts, grade.Result{Task: k.Name, Part: part, All: all, Good: rapid.IntRange(0, all).Draw(t, "good")})
				}
			}
			if len(k.Counts) == 0 {
				k.Counts = []course.Count{{Part: course.Cases, Weight: 1}}
			}
			worth = worth || k.Weight > 0
			c.Tasks = append(c.Tasks, k)
		}
		b := &Book{Course: c, Records: []grade.Record{r}}
		s := b.Score(&r)
		var most, earned report.Points
		for _, p := range s.Parts {
			most += p.Most
			earned += p.Earned
			if p.Most < 0 || p.Earned < 0 || p.Earned > p.Most {
				t.Fatalf("%s: %d of %d", p.Name(), p.Earned, p.Most)
			}
			if p.Result != nil && p.Result.All > 0 && (p.Result.Good == p.Result.All) != (p.Earned == p.Most) && p.Most > 0 {
				t.Fatalf("%s: %d of %d are good, which earns %d of %d", p.Name(), p.Result.Good, p.Result.All, p.Earned, p.Most)
			}
		}
		if earned != s.Earned || worth && most != report.Points(c.Points) {
			t.Fatalf("the parts are worth %d and earn %d; the course is worth %d and earns %d", most, earned, c.Points, s.Earned)
		}
	})
}

// poison is what a submission could write to change how it is shown.
const poison = "</pre><script>alert(1)</script>\x00\x1b[31m]]>\n::error::x\n=1+1|*_[a](javascript:x)\u202e\xff"

// hostile is a course with a record full of poison, as an engine makes it.
func hostile() *Book {
	d := report.NewDigest(&ledger.Header{Task: "sums/add"}, nil)
	d.Add(run.Result{Verdict: judge.Verdict{
		Case: poison, Subject: poison, Outcome: judge.WrongAnswer, Blame: judge.BlameSubject, Message: poison, Stderr: poison,
		Clause: "SU-01", Received: []byte(`"` + "</script>" + `"`),
	}})
	causes, _ := d.Causes()
	r := grade.Record{
		Team: "ada",
		Parts: []grade.Result{
			{Task: "add", Part: course.Cases, Good: 1, All: 3, Causes: causes, Warnings: d.Warnings()},
			{Task: "add", Part: course.Plays, Good: 2, All: 2, Standing: &tournament.Standing{Wins: 1, Rating: tournament.Rating{Rating: 1500}}},
		},
	}
	idle := grade.Record{Team: "bob", Note: "there is no submission", Parts: []grade.Result{{Task: "add", Part: course.Cases, All: 3, Unjudged: 2}}}
	return &Book{
		Course: &course.Course{Title: "a <b> & | title", Points: 1000, Tasks: []course.Task{
			task("add", 1, course.Count{Part: course.Cases, Weight: 2}, course.Count{Part: course.Plays, Weight: 1}),
		}},
		Records: []grade.Record{r, idle},
	}
}

// TestHostileText: what a submission writes is text wherever it is shown.
func TestHostileText(t *testing.T) {
	b := hostile()
	for name, write := range map[string]func(io.Writer) error{
		"csv": b.CSV, "markdown": b.Markdown, "json": b.JSON, "class": b.Class, "junit": b.JUnit,
		"team":       func(w io.Writer) error { return b.Team(w, &b.Records[0]) },
		"gradescope": func(w io.Writer) error { return b.Gradescope(w, &b.Records[0]) },
	} {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for _, bad := range []string{"\x00", "\x1b", "\u202e", "\xff", "\n::error", "<script"} {
			if n := strings.Count(text, bad); n > 0 && !(bad == "<script" && (name == "csv" || name == "json" || name == "junit" || name == "class" && n == 1)) {
				t.Errorf("%s has %q:\n%s", name, bad, text)
			}
		}
		switch name {
		case "csv":
			lines, err := csv.NewReader(&out).ReadAll()
			if err != nil || len(lines) != 3 {
				t.Errorf("csv: %v, %v", lines, err)
			}
		case "junit":
			d := xml.NewDecoder(strings.NewReader(text))
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("junit: %v\n%s", err, text)
				}
			}
			if !strings.Contains(text, `tests="4" failures="1" errors="2"`) {
				t.Errorf("junit counts otherwise:\n%s", text)
			}
		case "markdown":
			if strings.Contains(text, "[a]") || strings.Contains(text, "|*_") {
				t.Errorf("markdown takes text for markup:\n%s", text)
			}
		case "team":
			if !strings.Contains(text, "One &amp; one are &lt;two&gt;.") {
				t.Errorf("the clause is missing:\n%s", text)
			}
			if !strings.Contains(text, "script-src &#39;none&#39;") {
				t.Errorf("scripts are not refused:\n%s", text)
			}
		}
	}
}

// TestGradescope: the scores add up to the points of the assignment, and hidden
// tasks say nothing where students always look.
func TestGradescope(t *testing.T) {
	b := hostile()
	for _, visibility := range []string{"visible", "hidden"} {
		b.Course.Tasks[0].Visibility = visibility
		var out, page bytes.Buffer
		if err := b.Gradescope(&out, &b.Records[0]); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Output string
			Tests  []struct {
				Score      float64
				MaxScore   float64 `json:"max_score"`
				Status     string
				Visibility string
			}
		}
		if err := json.Unmarshal(out.Bytes(), &got, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		score, most := 0.0, 0.0
		for _, test := range got.Tests {
			score, most = score+test.Score, most+test.MaxScore
			if want := map[bool]string{false: "failed", true: "passed"}[test.Score == test.MaxScore]; test.Status != want {
				t.Errorf("a test with %v of %v points has %s, expected %s", test.Score, test.MaxScore, test.Status, want)
			}
			if test.Visibility != visibility {
				t.Errorf("a test is %s, expected %s", test.Visibility, visibility)
			}
		}
		if fmt.Sprintf("%.2f %.2f", score, most) != "5.56 10.00" {
			t.Errorf("%v of %v points, expected 5.56 of 10", score, most)
		}
		if told := strings.Contains(got.Output, "5.56"); told != (visibility == "visible") {
			t.Errorf("%s: the output is %q", visibility, got.Output)
		}
		if err := b.Team(&page, &b.Records[0]); err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(page.String(), "wrong-answer"); told != (visibility == "visible") {
			t.Errorf("%s: the page tells details: %t", visibility, told)
		}
	}
}

// TestGroupsAreNamedAsPlanned: a group goes by the name that the plan of the grading gives it.
func TestGroupsAreNamedAsPlanned(t *testing.T) {
	k := task("add", 1, course.Count{Part: course.Cases, Weight: 1})
	k.Groups = []course.Group{{Name: "a", Points: 100}, {Name: "b", Points: 200}}
	r := grade.Record{Team: "ada", Parts: []grade.Result{{Task: "add", Part: course.Cases, Good: 1, All: 1}}}
	for _, c := range []struct {
		plans []grade.Plan
		want  string
	}{
		{nil, "group 1, group 2, the other cases"},
		{[]grade.Plan{{Task: "sub", Groups: []string{"hard", "easy"}}}, "group 1, group 2, the other cases"},
		{[]grade.Plan{{Task: "add", Groups: []string{"hard", "easy"}}}, "hard, easy, the other cases"},
	} {
		b := &Book{Course: &course.Course{Points: 1000, Tasks: []course.Task{k}}, Plans: c.plans, Records: []grade.Record{r}}
		var shown []string
		for _, g := range b.Score(&r).Parts[0].Groups {
			shown = append(shown, g.Shown)
		}
		if got := strings.Join(shown, ", "); got != c.want {
			t.Errorf("with %d plans the groups are %s, expected %s", len(c.plans), got, c.want)
		}
	}
}

// TestPointsOfCases: what a team reads of the points of its cases adds up, of those that it
// may not see, too, and it hears of points that are rounded.
func TestPointsOfCases(t *testing.T) {
	hidden := grade.Planned{Hidden: true}
	for _, c := range []struct {
		points int64
		cases  []grade.Planned
		want   string
	}{
		{1200, []grade.Planned{{ID: "s/1"}, {ID: "s/2"}, hidden, hidden}, `points of each case:
  s/1: 0 of 3 points: wrong-answer
  s/2: 3 of 3 points: pass
  not shown: 6 of 6 points: 2 of 2 pass`},
		{1000, []grade.Planned{{ID: "s/1"}, hidden, hidden}, `points of each case, rounded to 0.001:
  s/1: 0 of 3.333 points: wrong-answer
  not shown: 6.667 of 6.667 points: 2 of 2 pass`},
	} {
		b := &Book{
			Course: &course.Course{Points: c.points, Tasks: []course.Task{task("add", 1, course.Count{Part: course.Cases, Weight: 1})}},
			Plans:  []grade.Plan{{Task: "add", Cases: c.cases}},
		}
		r := grade.Record{Team: "ada", Parts: []grade.Result{{
			Task: "add", Part: course.Cases, Good: len(c.cases) - 1, All: len(c.cases), Failures: []grade.Failure{{Case: "s/1", Verdict: judge.WrongAnswer}},
		}}}
		b.Records = []grade.Record{r}
		if got := strings.Join(b.shown(&b.Score(&r).Parts[0]), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s, expected %s", got, c.want)
		}
	}
}

// TestVeil: of a clause a team hears the hints of its own mutants that its task can show,
// each once, and no more than three.
func TestVeil(t *testing.T) {
	add := []string{"add"}
	k := task("add", 1)
	k.Task.Name = "add"
	k.Game = &game.Game{Name: "sums", Clauses: []game.Clause{{ID: "SU-01", Text: "One."}, {ID: "SU-02", Text: "Two."}}, Mutants: []game.Mutant{
		{Clause: "SU-01", Hint: "a", Tasks: add},
		{Clause: "SU-01", Hint: "a", Tasks: add},
		{Clause: "SU-01", Tasks: add},
		{Clause: "SU-01", Hint: "b", Tasks: []string{"sub"}},
		{Clause: "SU-02", Hint: "c", Tasks: add},
		{Clause: "SU-01", Hint: "d", Tasks: add},
		{Clause: "SU-01", Hint: "e", Tasks: add},
		{Clause: "SU-01", Hint: "f", Tasks: add},
	}}
	for id, want := range map[string]string{"SU-01": "One. [a d e]", "SU-02": "Two. [c]", "SU-03": " []", "": " []"} {
		v := veil(&k, "wrong-answer", id)
		if got := fmt.Sprintf("%s %v", v.ClauseText, v.Hints); got != want || v.Clause != id || v.Verdict != "wrong-answer" {
			t.Errorf("%s: %+v, expected %s", id, v, want)
		}
	}
}

// TestMostFrequent: of the verdicts of cases that do not pass, that of most is named.
func TestMostFrequent(t *testing.T) {
	for _, c := range []struct {
		verdicts map[judge.Outcome]int
		verdict  judge.Outcome
		n        int
	}{
		{nil, "", 0},
		{map[judge.Outcome]int{judge.Pass: 9}, "", 0},
		{map[judge.Outcome]int{judge.Pass: 9, judge.Crashed: 3, judge.WrongAnswer: 2}, judge.Crashed, 3},
		{map[judge.Outcome]int{judge.Crashed: 2, judge.WrongAnswer: 3}, judge.WrongAnswer, 3},
		{map[judge.Outcome]int{judge.Crashed: 2, judge.WrongAnswer: 2}, judge.Crashed, 2},
		{map[judge.Outcome]int{judge.Blocked: 9, judge.Silent: 5}, judge.Silent, 5},
		{map[judge.Outcome]int{judge.Blocked: 9}, "", 0},
	} {
		if verdict, n := mostFrequent(c.verdicts); verdict != c.verdict || n != c.n {
			t.Errorf("%v: %d %s", c.verdicts, n, verdict)
		}
	}
}

// TestCasesOfACause: the cases that a page names, and how many more there are.
func TestCasesOfACause(t *testing.T) {
	k := task("add", 1)
	for _, c := range []struct {
		cause report.Cause
		want  string
	}{
		{report.Cause{Count: 2, Cases: []string{"a", "b"}}, "a, b"},
		{report.Cause{Count: 5, Cases: []string{"a", "b"}}, "a, b and 3 more"},
		{report.Cause{Count: 5}, ""},
	} {
		if got := causeOf(&k, &c.cause).Cases; got != c.want {
			t.Errorf("found %q, expected %q", got, c.want)
		}
	}
}

// TestCasesForPrograms: each case has the verdict of the team, and its clause.
func TestCasesForPrograms(t *testing.T) {
	k := task("add", 1, course.Count{Part: course.Cases, Weight: 1})
	r := grade.Record{Team: "ada", Parts: []grade.Result{{
		Task: "add", Part: course.Cases, Good: 1, All: 2, Failures: []grade.Failure{{Case: "b", Verdict: judge.Crashed, Clause: "SU-01"}},
	}}}
	b := &Book{
		Course: &course.Course{Points: 1000, Tasks: []course.Task{k}}, Records: []grade.Record{r},
		Plans: []grade.Plan{{Task: "add", Cases: []grade.Planned{{ID: "a"}, {ID: "b", Hidden: true}}}},
	}
	s := b.Score(&r)
	want := []caseJSON{{Case: "a", Verdict: "pass"}, {Case: "b", Hidden: true, Verdict: "crashed", Clause: "SU-01"}}
	if got := b.casesJSON(&s.Parts[0]); !slices.Equal(got, want) {
		t.Errorf("%+v, expected %+v", got, want)
	}
}

// TestTrivials: what a trivial program earns by the cases counts, and nothing else.
func TestTrivials(t *testing.T) {
	k := task("add", 1, course.Count{Part: course.Cases, Weight: 1}, course.Count{Part: course.Plays, Weight: 1})
	b := &Book{Course: &course.Course{Points: 1000, Tasks: []course.Task{k, task("sub", 1, course.Count{Part: course.Cases, Weight: 1})}}}
	got := b.Trivials([]grade.Trivial{{Answer: "always returns 1", Record: grade.Record{Parts: []grade.Result{
		{Task: "add", Part: course.Cases, Good: 1, All: 2}, {Task: "add", Part: course.Plays, Good: 1, All: 2},
	}}}})
	if want := []Trivial{{"always returns 1", "add", 125, 250, 1, 2}}; !slices.Equal(got, want) {
		t.Errorf("%+v, expected %+v", got, want)
	}
}

// TestNoEmptyList: of hidden cases a page tells only where some fail, and an empty list it
// has nowhere.
func TestNoEmptyList(t *testing.T) {
	for _, veiled := range [][]Veiled{nil, {{Verdict: "crashed", Count: 1}}} {
		var page strings.Builder
		if err := (teamPart{Name: "add", Warnings: []string{"slow"}, Veiled: veiled}).section().Render(&page); err != nil {
			t.Fatal(err)
		}
		if lists := strings.Count(page.String(), "<ol"); lists != len(veiled) || strings.Contains(page.String(), "In hidden cases:") != (veiled != nil) {
			t.Errorf("with %d kinds of failures: %s", len(veiled), page.String())
		}
	}
}

// TestUnjudged: what could not be judged is counted, and told.
func TestUnjudged(t *testing.T) {
	b := hostile()
	if n := b.Unjudged(); n != 2 {
		t.Errorf("%d are unjudged, expected 2", n)
	}
	if note := b.Note(&b.Records[1]); !strings.Contains(note, "2 not judged, through no fault of the team") || !strings.Contains(note, "no submission") {
		t.Errorf("the note is %q", note)
	}
}

// TestNoteNamesParts looks at notes about programs: one that holds for a task is
// said once, and others name their parts.
func TestNoteNamesParts(t *testing.T) {
	record := func(cases, others string) *grade.Record {
		return &grade.Record{Parts: []grade.Result{
			{Task: "rules", Part: course.Cases, Note: cases},
			{Task: "rules", Part: course.Valid, Note: "of the suite"},
			{Task: "rules", Part: course.Others, Note: others},
		}}
	}
	for _, c := range []struct{ cases, others, want string }{
		{"", "", ""},
		{"no program", "no program", "rules: no program"},
		{"2 not run", "not run", "rules cases: 2 not run; rules others: not run"},
		{"", "1 not run", "rules others: 1 not run"},
	} {
		if got := strings.Join(notes(record(c.cases, c.others)), "; "); got != c.want {
			t.Errorf("%q and %q: %q, expected %q", c.cases, c.others, got, c.want)
		}
	}
}

func TestNoteSaysOnceWhatIsMissing(t *testing.T) {
	for _, note := range []string{"there is no submission", `there is no submission "hw-3"`} {
		if got := strings.Join(notes(&grade.Record{Note: note, Refused: "there is no submission"}), "; "); got != note {
			t.Errorf("the note is %q, expected %q", got, note)
		}
	}
	const both = "the roster does not have this team; not unpacked: it is empty"
	if got := strings.Join(notes(&grade.Record{Note: "the roster does not have this team", Refused: "it is empty"}), "; "); got != both {
		t.Errorf("the note is %q, expected %q", got, both)
	}
}

// A boards game draws strings, a part for each letter.
type boards struct{ game.Rules }

func (boards) Drawable() []string { return []string{"board"} }

func (boards) Draw(_ string, raw jsontext.Value) (*scene.Scene, error) {
	var parts []scene.Part
	for i := range len(raw) {
		parts = append(parts, scene.Say(scene.At(i), "a square"))
	}
	return scene.New("board", "a board", &scene.Column{Parts: parts})
}

// TestPicturesAreBounded: a page of a hundred failures with full boards has some
// pictures, and can be mailed.
func TestPicturesAreBounded(t *testing.T) {
	board := []game.Param{{Name: "board", Value: "board"}}
	g := &game.Game{Name: "boards", Configure: func(game.Settings) (game.Rules, error) { return boards{}, nil }}
	c := &course.Course{Points: 100}
	r := grade.Record{Team: "ada"}
	for n := range 10 {
		k := course.Task{
			Name: fmt.Sprint("t", n), Weight: 1, Game: g, Task: game.Task{In: board, Out: board}, Visibility: "visible",
			Counts: []course.Count{{Part: course.Cases, Weight: 1}},
		}
		p := grade.Result{Task: k.Name, Part: course.Cases, All: 10}
		for i := range 10 {
			value := []jsontext.Value{jsontext.Value(`"` + strings.Repeat("x", 200) + `"`)}
			shown := &report.Shown{Expected: value, Received: value, Pointers: []string{"/0/3"}}
			if i%2 == 0 {
				shown = &report.Shown{Input: value}
			}
			p.Causes = append(p.Causes, report.Cause{
				Verdict: "crashed", Message: fmt.Sprint("way ", i), Details: strings.Repeat("so ", 1000), Count: 1, Cases: []string{"a/1"}, Shown: shown,
			})
		}
		c.Tasks, r.Parts = append(c.Tasks, k), append(r.Parts, p)
	}
	var out bytes.Buffer
	b := &Book{Course: c, Records: []grade.Record{r}}
	if err := b.Team(&out, &r); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	if n := len(page); n > 1_000_000 || n < picturesBytesMax/2 {
		t.Errorf("the page has %d bytes", n)
	}
	for _, caption := range []string{"expected", "received", "input"} {
		if !strings.Contains(page, "<figcaption>"+caption+"</figcaption><svg ") {
			t.Errorf("there is no picture of the %s", caption)
		}
	}
	if n := strings.Count(page, "<li>"); n != 100 {
		t.Errorf("the page tells of %d causes, expected 100", n)
	}
}

// TestColumns: the roster may have columns that are called as those of the
// grades; in the table no two are called the same.
func TestColumns(t *testing.T) {
	b := hostile()
	b.Roster = &course.Roster{
		Columns: []string{"team", "Points", "touchstone points", "notes", "add cases", ""},
		Lines:   [][]string{{"ada", "3", "4", "late", "5", ""}},
	}
	var out bytes.Buffer
	if err := b.CSV(&out); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"team", "Points", "touchstone points", "notes", "add cases", "",
		"touchstone touchstone points", "most", "touchstone add cases", "add play", "touchstone notes",
	}
	if !slices.Equal(lines[0], want) {
		t.Errorf("the columns are %q, expected %q", lines[0], want)
	}
	if ada := lines[1]; ada[1] != "3" || ada[3] != "late" || ada[6] != "5.56" {
		t.Errorf("the line of ada is %q", ada)
	}
}
