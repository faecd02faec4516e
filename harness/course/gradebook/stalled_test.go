package gradebook

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report"
)

// TestBare: where several teams have handed in, and none a suite, the course file is suspected.
func TestBare(t *testing.T) {
	book := func(notes ...string) *Book {
		b := &Book{Course: &course.Course{Points: 1000, Tasks: []course.Task{task("add", 1, course.Count{Part: course.Kills, Weight: 1})}}}
		b.Course.Tasks[0].Own.Suite = "Test"
		for _, note := range notes {
			b.Records = append(b.Records, grade.Record{Team: "x", Parts: []grade.Result{{Task: "add", Part: course.Kills, All: 4, Note: note}}})
		}
		return b
	}
	none := grade.NoSuite("Test")
	refused := book(none, none, none)
	refused.Records[0].Refused, refused.Records[1].Refused = "it is a link", "it is a link"
	for name, c := range map[string]struct {
		book *Book
		want []Stalled
	}{
		"all":     {book(none, none), []Stalled{{"add", 2, false, none}}},
		"one":     {book(none), nil},
		"one has": {book(none, "", none), nil},
		"refused": {refused, nil},
	} {
		if diff := cmp.Diff(c.want, c.book.Bare()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// TestStalled: where no program of several teams passed a case, the course file is
// suspected; one program that does, or one team alone, clears it.
func TestStalled(t *testing.T) {
	book := func(records ...grade.Record) *Book {
		return &Book{Course: &course.Course{Points: 1000, Tasks: []course.Task{task("add", 1, course.Count{Part: course.Cases, Weight: 1})}}, Records: records}
	}
	record := func(p grade.Result) grade.Record {
		p.Task, p.Part, p.All = "add", course.Cases, 4
		return grade.Record{Team: "x", Parts: []grade.Result{p}}
	}
	none, ran := record(grade.Result{Unasked: 4, Note: "no program"}), record(grade.Result{Good: 1})
	crashed := record(grade.Result{Causes: []report.Cause{{Verdict: "crashed", Message: "cannot open rules", Count: 4}}})
	hidden := record(grade.Result{Hidden: []report.Cause{{Verdict: "timeout", Message: "no answer", Count: 4}}})
	nothing := record(grade.Result{})
	nothing.Parts[0].All = 0
	part := hidden
	part.Parts = slices.Clone(part.Parts)
	part.Parts[0].Unjudged = 3
	trouble, refused := record(grade.Result{Unasked: 4, Unjudged: 4, Note: "trouble"}), none
	refused.Refused = "it is a link"
	for name, c := range map[string]struct {
		book *Book
		want []Stalled
	}{
		"all":         {book(none, refused, trouble, none), []Stalled{{"add", 2, false, "no program"}}},
		"crashed":     {book(crashed, crashed), []Stalled{{"add", 2, true, "crashed: cannot open rules"}}},
		"hidden":      {book(hidden, crashed), []Stalled{{"add", 2, true, "timeout: no answer"}}},
		"some judged": {book(part, part), []Stalled{{"add", 2, true, "timeout: no answer"}}},
		"some ran":    {book(none, crashed), []Stalled{{"add", 2, true, "no program"}}},
		"no cases":    {book(nothing, nothing), nil},
		"one":         {book(none, refused, trouble), nil},
		"one runs":    {book(none, ran, none), nil},
		"nobody can":  {book(refused, refused, trouble, trouble), nil},
	} {
		if diff := cmp.Diff(c.want, c.book.Stalled()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// TestElsewhere: where most programs are right under the same other options, those of the course
// file are suspected.
func TestElsewhere(t *testing.T) {
	record := func(p grade.Result) grade.Record {
		p.Task, p.Part, p.All = "add", course.Cases, 4
		return grade.Record{Team: "x", Parts: []grade.Result{p}}
	}
	said := "plays by the rules of --preset old"
	old, other := record(grade.Result{Good: 3, Elsewhere: said}), record(grade.Result{Good: 3, Elsewhere: "plays by the rules of --preset new"})
	right, blocked := record(grade.Result{Good: 4}), record(grade.Result{Unasked: 4, Note: "no program"})
	for name, c := range map[string]struct {
		records []grade.Record
		want    []Stalled
	}{
		"all":       {[]grade.Record{old, old}, []Stalled{{"add", 2, true, said}}},
		"most":      {[]grade.Record{old, right, old}, []Stalled{{"add", 2, true, said}}},
		"that ran":  {[]grade.Record{old, blocked, old, blocked}, []Stalled{{"add", 2, true, said}}},
		"half":      {[]grade.Record{old, right, old, right}, nil},
		"different": {[]grade.Record{old, other}, nil},
		"one":       {[]grade.Record{old}, nil},
		"none":      {[]grade.Record{right, right}, nil},
	} {
		book := &Book{Course: &course.Course{Points: 1000, Tasks: []course.Task{task("add", 1, course.Count{Part: course.Cases, Weight: 1})}}, Records: c.records}
		if diff := cmp.Diff(c.want, book.Elsewhere()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}
