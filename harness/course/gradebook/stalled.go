package gradebook

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
)

// stalledTeamsMin is how many teams must share a fate before it is more likely that of
// the course file.
const stalledTeamsMin = 2

// A Stalled is a task of which no program of any team was asked a single case.
type Stalled struct {
	Task  string
	Teams int
	Note  string // why, of the first team
}

// Stalled are those tasks: rather than all teams, the course file is wrong. Teams
// without a submission that can be unpacked say nothing of it.
func (b *Book) Stalled() []Stalled {
	var list []Stalled
	for i := range b.Course.Tasks {
		s := Stalled{Task: b.Course.Tasks[i].Name}
		ran := false
		for k := range b.Records {
			r := &b.Records[k]
			at := slices.IndexFunc(r.Parts, func(p grade.Result) bool { return p.Task == s.Task && p.Part == course.Cases })
			if r.Refused != "" || at < 0 || r.Parts[at].Unjudged > 0 {
				continue
			}
			p := &r.Parts[at]
			if ran = p.Unasked < p.All || p.Note == ""; ran {
				break
			}
			if s.Teams++; s.Note == "" {
				s.Note = p.Note
			}
		}
		if !ran && s.Teams >= stalledTeamsMin {
			list = append(list, s)
		}
	}
	return list
}

// Bare are the tasks for which several teams have handed in, and none a suite of its own.
// Rather than all teams, the path of the course file is wrong.
func (b *Book) Bare() []Stalled {
	var list []Stalled
	for i := range b.Course.Tasks {
		t := &b.Course.Tasks[i]
		s := Stalled{Task: t.Name, Note: grade.NoSuite(t.Own.Suite)}
		all := 0
		for k := range b.Records {
			r := &b.Records[k]
			at := slices.IndexFunc(r.Parts, func(p grade.Result) bool {
				return p.Task == s.Task && (p.Part == course.Valid || p.Part == course.Kills)
			})
			if r.Refused != "" || at < 0 {
				continue
			}
			all++
			if r.Parts[at].Note == s.Note {
				s.Teams++
			}
		}
		if s.Teams == all && all >= stalledTeamsMin {
			list = append(list, s)
		}
	}
	return list
}
