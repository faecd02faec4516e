package gradebook

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report"
)

// generousPercent is how many percent of the points of the staff's cases a trivial
// program may earn before the staff is warned: a task with a few answers is always
// guessed in part.
const generousPercent = 20

// A Trivial is what a trivial program would earn by the staff's cases of a task.
type Trivial struct {
	Answer string        `json:"answer"` // "always returns false"
	Task   string        `json:"task"`
	Earned report.Points `json:"points_hundredths"`
	Most   report.Points `json:"most_hundredths"`
	Good   int           `json:"good"`
	All    int           `json:"all"`
}

// Generous tells whether that is more than a program without a thought should
// earn.
func (t *Trivial) Generous() bool { return t.Earned*100 > t.Most*generousPercent }

// Generous tells whether any of them is generous.
func Generous(list []Trivial) bool {
	return slices.ContainsFunc(list, func(t Trivial) bool { return t.Generous() })
}

// Trivials are the points of trivial programs, task by task.
func (b *Book) Trivials(programs []grade.Trivial) []Trivial {
	list := []Trivial{}
	for _, p := range programs {
		s := b.Score(&p.Record)
		for i := range s.Parts {
			part := &s.Parts[i]
			if part.Part == course.Cases && part.Result != nil {
				list = append(list, Trivial{p.Answer, part.Task.Name, part.Earned, part.Most + part.Bonus, part.Result.Good, part.Result.All})
			}
		}
	}
	return list
}
