package gradebook

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
)

// classOf is a course of one task with eight cases; each team fails those that its
// text marks: "." passes, a letter is a wrong answer, "x" a crash.
func classOf(teams map[string]string) *Book {
	k := task("add", 1, course.Count{Part: course.Cases, Weight: 1})
	b := &Book{Course: &course.Course{Title: "class", Points: 6000, Tasks: []course.Task{k}}, Plans: []grade.Plan{{Task: "add"}}}
	for i := range 8 {
		b.Plans[0].Cases = append(b.Plans[0].Cases, grade.Planned{ID: fmt.Sprintf("staff/%d", i), Clauses: []string{"SU-01"}})
	}
	var names []string
	for team := range teams {
		names = append(names, team)
	}
	slices.Sort(names)
	b.Roster = &course.Roster{Columns: []string{"team", "first name", "Last Name"}}
	for _, team := range names {
		p := grade.Result{Task: "add", Part: course.Cases, Verdicts: make(map[judge.Outcome]int)}
		for i, how := range teams[team] {
			p.All++
			f := grade.Failure{Case: fmt.Sprintf("staff/%d", i), Verdict: judge.WrongAnswer, Answer: string(how)}
			switch how {
			case '.':
				p.Good++
				p.Verdicts[judge.Pass]++
				continue
			case 'x':
				f.Verdict, f.Answer = judge.Crashed, ""
			}
			p.Verdicts[f.Verdict]++
			p.Failures = append(p.Failures, f)
		}
		if n := p.All - p.Good; n > 0 {
			p.Causes = []report.Cause{{Verdict: string(p.Failures[0].Verdict), Clause: "SU-01", Message: "one and one", Count: n}}
		}
		b.Records = append(b.Records, grade.Record{Team: team, Parts: []grade.Result{p}})
		b.Submissions = append(b.Submissions, course.Submission{Team: team, Path: "in/" + team})
	}
	return b
}

// TestStaffPage looks at what the page of the staff says of each team, and that
// nothing of it needs a pointer or an eye for colours.
func TestStaffPage(t *testing.T) {
	b := classOf(map[string]string{"ada": "........", "bob": ".......a", "cleo": "xxxxxxxx", "dan": "......aa"})
	b.Records = append(b.Records, grade.Record{Team: "kim", Note: "there is no submission", Parts: []grade.Result{{Task: "add", Part: course.Cases, All: 8, Unasked: 8}}})
	b.Submissions = append(b.Submissions, course.Submission{Team: "kim"})
	var out bytes.Buffer
	if err := b.Class(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, want := range []string{
		// A share is a number, a length and words.
		`data-value="5250"><b>52.5</b><svg class="bar"`, `class="got" width="87.5"`, `<small>7 of 8</small>`,
		// A team without a point has a note.
		`add cases: 0 of 8, 8 crashed`,
		// Causes lead to teams, and teams to causes.
		`<tr id="team-bob">`, `<a href="#team-bob">bob</a>, <a href="#team-dan">dan</a>`, `<a href="#cause-1">1</a>`, `<tr id="cause-1">`,
		"Without teams that submitted nothing: kim.", `aria-label="0–10 %: 1 team, 70–80 %: 1 team, 80–90 %: 1 team, 90–100 %: 1 team"`,
		"script-src &#39;sha256-", "default-src &#39;none&#39;",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %s", want)
		}
	}
	for _, bad := range []string{" title=", `class="n failed"`, `class="n passed"`} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	if t.Failed() {
		t.Log(page)
	}
	if note := b.Note(&b.Records[2]); note != "add cases: 0 of 8, 8 crashed" {
		t.Errorf("the note of cleo is %q", note)
	}
}

// TestNoteOfOnePart has teams that earn something, though no case of their program
// passes: the note says so where nothing else does.
func TestNoteOfOnePart(t *testing.T) {
	k := task("add", 1, course.Count{Part: course.Cases, Weight: 1}, course.Count{Part: course.Valid, Weight: 1})
	b := &Book{Course: &course.Course{Title: "class", Points: 6000, Tasks: []course.Task{k}}}
	valid := grade.Result{Task: "add", Part: course.Valid, All: 2, Good: 2}
	for _, c := range []struct {
		cases grade.Result
		want  string
	}{
		{grade.Result{All: 8, Verdicts: map[judge.Outcome]int{judge.NotJSON: 8}}, "add cases: 0 of 8, 8 not-json"},
		{grade.Result{All: 8, Good: 1, Verdicts: map[judge.Outcome]int{judge.NotJSON: 7, judge.Pass: 1}}, ""},
		{grade.Result{All: 8, Unasked: 8, Note: "no program ./add"}, "add: no program ./add"},
		{grade.Result{All: 8, Unjudged: 8}, "add cases: 8 not judged, through no fault of the team"},
	} {
		c.cases.Task, c.cases.Part = "add", course.Cases
		r := grade.Record{Team: "ada", Parts: []grade.Result{c.cases, valid}}
		if note := b.Note(&r); note != c.want {
			t.Errorf("%+v: %q, expected %q", c.cases, note, c.want)
		}
	}
}

// TestNoteOfSuites: a suite that a team lacks costs points, and the notes say so, as its page
// does: in the table, too, with which a team is answered.
func TestNoteOfSuites(t *testing.T) {
	const missing = "there is no suite at Tests in the submission"
	valid, kills := course.Count{Part: course.Valid, Weight: 1}, course.Count{Part: course.Kills, Weight: 1}
	for _, c := range []struct {
		counts []course.Count
		good   int
		want   string
	}{
		{[]course.Count{{Part: course.Cases, Weight: 1}, valid, kills}, 2, "add: " + missing},
		{[]course.Count{valid, kills}, 0, "add valid: 0 of 2; add kills: 0 of 2; add: " + missing},
	} {
		r := grade.Record{Team: "ada"}
		for _, count := range c.counts {
			p := grade.Result{Task: "add", Part: count.Part, All: 2}
			if p.Part == course.Cases {
				p.Good = c.good
			} else {
				p.Note = missing
			}
			r.Parts = append(r.Parts, p)
		}
		b := &Book{Course: &course.Course{Points: 6000, Tasks: []course.Task{task("add", 1, c.counts...)}}, Records: []grade.Record{r}}
		if note := b.Note(&r); note != c.want {
			t.Errorf("%q, expected %q", note, c.want)
		}
		var table bytes.Buffer
		if err := b.CSV(&table); err != nil || !strings.Contains(table.String(), missing) {
			t.Errorf("%v:\n%s\nexpected it to say that %s", err, &table, missing)
		}
	}
}

// TestRuleOfParts explains the parts that count, and no others.
func TestRuleOfParts(t *testing.T) {
	k := task("add", 1, course.Count{Part: course.Cases, Weight: 1}, course.Count{Part: course.Kills, Weight: 1})
	b := &Book{Course: &course.Course{Title: "class", Points: 6000, Tasks: []course.Task{k}}}
	const want = "What passes:\ncases: the staff's cases that your program passes;\nkills: the faulty programs that your own cases detect.\nA crash, "
	if said := b.rule(); !strings.Contains(said, want) {
		t.Errorf("%s\nexpected %q in it", said, want)
	}
}

// TestSpread holds quartiles against those of the class of numbers 0 to 60.
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		points []report.Points
		want   string
	}{
		{[]report.Points{7}, "0.07 0.07 0.07 0.07"},
		{[]report.Points{400, 100, 200, 300}, "2.5 1.75 2.5 3.25"},
		{[]report.Points{0, 0, 0, 6000, 6000}, "24 0 0 60"},
	} {
		s := spread("x", c.points, 6000)
		if got := fmt.Sprint(s.Mean, s.Lower, s.Median, s.Upper); got != c.want {
			t.Errorf("%v: mean and quartiles %s, expected %s", c.points, got, c.want)
		}
	}
}

// TestItems finds the cases that tell teams apart, and those that tell nothing.
func TestItems(t *testing.T) {
	b := classOf(map[string]string{
		"a": "a.......", "b": "a......a", "c": "a.....aa", "d": "a.aaaaa.", "e": "x.xxxxxa",
	})
	items := b.Items()
	name := func(list []Item) string {
		var said []string
		for _, i := range list {
			said = append(said, fmt.Sprintf("%s %d/%d", i.Case, i.Good, i.All))
		}
		return strings.Join(said, ", ")
	}
	if got := name(items.Nobody); got != "staff/0 0/5" {
		t.Errorf("nobody passes %s", got)
	}
	if got := name(items.Everybody); got != "staff/1 5/5" {
		t.Errorf("everybody passes %s", got)
	}
	if got := name(items.Telling); !strings.HasPrefix(got, "staff/2 3/5, staff/3 3/5, ") || strings.Contains(got, "staff/7 ") {
		t.Errorf("these tell teams apart: %s", got)
	}
}

// TestLikenesses finds two teams with the same rare wrong answers, and says nothing
// of those that many give, or of crashes.
func TestLikenesses(t *testing.T) {
	b := classOf(map[string]string{
		"ada": "abcd....", "bob": "abcx....", "cleo": "....ffff", "dan": "....ffff", "eve": "....ffff", "finn": "xxxxxxxx", "gus": "xxxxxxxx",
	})
	got := b.Likenesses()
	if len(got) != 1 || got[0].Teams != [2]string{"ada", "bob"} || strings.Join(got[0].Cases, " ") != "staff/0 staff/1 staff/2" || got[0].Wrong != [2]int{4, 3} {
		t.Fatalf("%+v", got)
	}
	var staff, team bytes.Buffer
	if err := b.Class(&staff); err != nil {
		t.Fatal(err)
	}
	if err := b.Team(&team, &b.Records[0]); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(staff.String(), "Rare wrong answers in common") || strings.Contains(team.String(), "in common") || strings.Contains(team.String(), "bob") {
		t.Error("the hint is for the staff, and for the staff alone")
	}
	for _, word := range []string{"cheat", "plagiar", "copied", "suspect", "guilt"} {
		if strings.Contains(strings.ToLower(staff.String()), word) {
			t.Errorf("the page says %q", word)
		}
	}
}
