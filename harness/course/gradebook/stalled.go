package gradebook

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
)

// stalledTeamsMin is how many teams must share a fate before it is more likely that of
// the course file.
const stalledTeamsMin = 2

// A Stalled is a task in which several teams share a fate, such as that no program of any team
// passed a single case.
type Stalled struct {
	Task  string
	Teams int
	Ran   bool   // some were asked
	Note  string // why, of the first team
}

// Stalled are those tasks: rather than all teams, the course file is wrong. Teams
// without a submission that can be unpacked say nothing of it.
func (b *Book) Stalled() []Stalled {
	var list []Stalled
	for i := range b.Course.Tasks {
		s := Stalled{Task: b.Course.Tasks[i].Name}
		passed := false
		for k := range b.Records {
			r := &b.Records[k]
			at := slices.IndexFunc(r.Parts, func(p grade.Result) bool { return p.Task == s.Task && p.Part == course.Cases })
			if r.Refused != "" || at < 0 || r.Parts[at].All <= r.Parts[at].Unjudged {
				continue
			}
			p := &r.Parts[at]
			if passed = p.Good > 0; passed {
				break
			}
			s.Ran = s.Ran || p.Unasked < p.All
			if s.Teams++; s.Note == "" {
				s.Note = fate(p)
			}
		}
		if !passed && s.Teams >= stalledTeamsMin {
			list = append(list, s)
		}
	}
	return list
}

// fate says why no case of a part passed: why the program was not asked, or what became
// of the first case.
func fate(p *grade.Result) string {
	causes := slices.Concat(p.Causes, p.Hidden)
	if p.Unasked == p.All || len(causes) == 0 {
		return p.Note
	}
	return causes[0].Verdict + ": " + causes[0].Message
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

// Elsewhere are the tasks in which most programs that ran are right under the same other options.
// Rather than all these teams, the options of the course file are wrong.
func (b *Book) Elsewhere() []Stalled {
	var list []Stalled
	for i := range b.Course.Tasks {
		task := b.Course.Tasks[i].Name
		teams, all := make(map[string]int), 0
		for k := range b.Records {
			for n := range b.Records[k].Parts {
				if p := &b.Records[k].Parts[n]; p.Task == task && p.Part == course.Cases && p.Unasked < p.All {
					teams[p.Elsewhere]++
					all++
				}
			}
		}
		delete(teams, "")
		for note, n := range teams {
			if n >= stalledTeamsMin && 2*n > all {
				list = append(list, Stalled{Task: task, Teams: n, Ran: true, Note: note})
			}
		}
	}
	return list
}

// Held are the teams whose programs do not run before the staff has looked at them.
func (b *Book) Held() []string {
	var list []string
	for i := range b.Records {
		if r := &b.Records[i]; len(r.Copies) > 0 && !slices.Contains(b.Course.Submissions.Released, r.Team) {
			list = append(list, r.Team)
		}
	}
	return list
}
