package gradebook

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
)

// TestStalled: where no program of several teams was asked anything, the course file is
// suspected; one program that runs, or one team alone, clears it.
func TestStalled(t *testing.T) {
	book := func(records ...grade.Record) *Book {
		return &Book{Course: &course.Course{Points: 1000, Tasks: []course.Task{task("add", 1, course.Count{Part: course.Cases, Weight: 1})}}, Records: records}
	}
	record := func(p grade.Result) grade.Record {
		p.Task, p.Part, p.All = "add", course.Cases, 4
		return grade.Record{Team: "x", Parts: []grade.Result{p}}
	}
	none, ran := record(grade.Result{Unasked: 4, Note: "no program"}), record(grade.Result{Good: 0})
	trouble, refused := record(grade.Result{Unasked: 4, Unjudged: 4, Note: "trouble"}), none
	refused.Refused = "it is a link"
	for name, c := range map[string]struct {
		book *Book
		want []Stalled
	}{
		"all":        {book(none, refused, trouble, none), []Stalled{{"add", 2, "no program"}}},
		"one":        {book(none, refused, trouble), nil},
		"one runs":   {book(none, ran, none), nil},
		"nobody can": {book(refused, refused, trouble, trouble), nil},
	} {
		if diff := cmp.Diff(c.want, c.book.Stalled()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}
