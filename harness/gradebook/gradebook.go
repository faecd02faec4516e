// Package gradebook makes of the records of a course what people read and
// upload: points, tables, pages, and files for the services that show grades.
// The same records give the same bytes. What a submission wrote is only ever
// text to look at.
package gradebook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/grade"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Book is a course with the records of all its teams.
type Book struct {
	Course  *course.Course
	Roster  *course.Roster // nil if there is none
	Records []grade.Record // in the order of the teams
}

// A Score is what a team has earned.
type Score struct {
	Earned report.Points
	Most   report.Points
	Parts  []PartScore
}

// A PartScore is what a team has earned in one part of a task.
type PartScore struct {
	Task   *course.Task
	Part   course.Part
	Earned report.Points
	Most   report.Points
	Result *grade.Result // nil if there is none: nothing is earned then
}

// Name names the part among all of the course.
func (p *PartScore) Name() string { return p.Task.Name + " " + string(p.Part) }

// rule says how points come about.
func (b *Book) rule() string {
	said := rule
	told := make(map[int]bool)
	for i := range b.Course.Tasks {
		n := b.Course.Tasks[i].GiveUpAfter
		if told[n] || n == 0 {
			continue
		}
		told[n] = true
		var names []string
		for k := range b.Course.Tasks {
			if b.Course.Tasks[k].GiveUpAfter == n {
				names = append(names, b.Course.Tasks[k].Name)
			}
		}
		where := ""
		if len(names) < len(b.Course.Tasks) {
			where = "In " + strings.Join(names, ", ") + ", a"
		} else {
			where = "A"
		}
		said += fmt.Sprintf("\n%sfter %s in a row a program is given up: what is left of its cases is not asked, and does not pass.",
			where, text.Count(n, "timeout"))
	}
	return said
}

const rule = `The points of the course are divided among its tasks by their weights, and those of a task among its parts by theirs.
A part earns its points times what is good of all that there is, rounded down to a hundredth of a point.
Good are, in cases, the staff's cases that the program passes; in valid, the team's own cases that are right;
in kills, the mutants of the rules that these find; in others, the right cases of other teams that the program passes;
in play, the games in which the program breaks no rule. A crash, a timeout or any other verdict than pass earns nothing.`

// Score computes the points of a record.
func (b *Book) Score(r *grade.Record) Score {
	s := Score{Most: report.Points(b.Course.Points)}
	var weights []int64
	for i := range b.Course.Tasks {
		weights = append(weights, b.Course.Tasks[i].Weight)
	}
	for i := range b.Course.Tasks {
		t := &b.Course.Tasks[i]
		points := share(b.Course.Points, weights, i)
		var inner []int64
		for _, c := range t.Counts {
			inner = append(inner, c.Weight)
		}
		for n, c := range t.Counts {
			p := PartScore{Task: t, Part: c.Part, Most: report.Points(share(points, inner, n))}
			at := slices.IndexFunc(r.Parts, func(x grade.Result) bool { return x.Task == t.Name && x.Part == c.Part })
			if at >= 0 {
				p.Result = &r.Parts[at]
				p.Earned = earned(p.Most, p.Result)
			}
			s.Earned += p.Earned
			s.Parts = append(s.Parts, p)
		}
	}
	return s
}

// share is the part of points that falls to the i-th weight. All shares together
// are just the points.
func share(points int64, weights []int64, i int) int64 {
	var before, all int64
	for n, w := range weights {
		if n < i {
			before += w
		}
		all += w
	}
	if all == 0 {
		return 0
	}
	return points*(before+weights[i])/all - points*before/all
}

// earned is what a result earns of so many points.
func earned(most report.Points, r *grade.Result) report.Points {
	if r.All <= 0 {
		return 0
	}
	return most * report.Points(min(r.Good, r.All)) / report.Points(r.All)
}

// parts are the parts of the course, without a result.
func (b *Book) parts() []PartScore { return b.Score(&grade.Record{}).Parts }

// Note is what the staff should know of a record, "" for nothing.
func Note(r *grade.Record) string { return strings.Join(notes(r), "; ") }

// notes are what the staff should know of a record, a sentence each.
func notes(r *grade.Record) []string {
	var list []string
	if r.Note != "" {
		list = append(list, r.Note)
	}
	if len(r.Copies) > 0 {
		list = append(list, "copy of touchstone: "+strings.Join(r.Copies, ", "))
	}
	// The note may say more: what the roster calls the submission that is not there.
	if r.Refused != "" && !strings.HasPrefix(r.Note, r.Refused) {
		list = append(list, "not unpacked: "+r.Refused)
	}
	for _, build := range r.Builds {
		if build.Failed != "" {
			list = append(list, fmt.Sprintf("the build of %s failed: %s", strings.Join(build.Tasks, ", "), build.Failed))
		}
	}
	for i := range r.Parts {
		if note := aboutProgram(r, &r.Parts[i]); note != "" && !slices.Contains(list, note) {
			list = append(list, note)
		}
		if n := r.Parts[i].Unjudged; n > 0 {
			list = append(list, fmt.Sprintf("%s %s: %d not judged, which is not the team's fault", r.Parts[i].Task, r.Parts[i].Part, n))
		}
	}
	return list
}

// aboutProgram is what kept the program of a team from being asked, "" if
// nothing did or another note says it. Where it is not the same for all parts of a
// task, it names the part.
func aboutProgram(r *grade.Record, p *grade.Result) string {
	if !ofProgram(p) {
		return ""
	}
	failed := func(b grade.Built) bool { return b.Failed != "" && slices.Contains(b.Tasks, p.Task) }
	if p.Note == "" || p.Note == r.Refused || slices.ContainsFunc(r.Builds, failed) {
		return ""
	}
	for i := range r.Parts {
		if o := &r.Parts[i]; o.Task == p.Task && ofProgram(o) && o.Note != p.Note {
			return fmt.Sprintf("%s %s: %s", p.Task, p.Part, p.Note)
		}
	}
	return p.Task + ": " + p.Note
}

// ofProgram tells whether a result is that of the program of a team, and not of
// its suite.
func ofProgram(p *grade.Result) bool {
	return p.Part == course.Cases || p.Part == course.Others || p.Part == course.Plays
}

// Unjudged counts what could not be judged in the whole course.
func (b *Book) Unjudged() int {
	n := 0
	for i := range b.Records {
		for k := range b.Records[i].Parts {
			n += b.Records[i].Parts[k].Unjudged
		}
	}
	return n
}

// A Trouble is a cause that several teams have in common.
type Trouble struct {
	Task    string
	Verdict string
	Clause  string
	Message string
	Teams   int
	Cases   int
}

// Troubles are the most frequent causes of the class, those of most teams first.
func (b *Book) Troubles(most int) []Trouble {
	type key struct{ task, verdict, clause, message string }
	index := make(map[key]int)
	var list []Trouble
	for i := range b.Records {
		seen := make(map[key]bool)
		for _, p := range b.Records[i].Parts {
			if p.Part != course.Cases && p.Part != course.Plays {
				continue
			}
			for _, c := range p.Causes {
				k := key{p.Task, c.Verdict, c.Clause, ""}
				if c.Clause == "" {
					k.message = c.Message
				}
				n, ok := index[k]
				if !ok {
					n = len(list)
					index[k] = n
					list = append(list, Trouble{Task: p.Task, Verdict: c.Verdict, Clause: c.Clause, Message: c.Message})
				}
				list[n].Cases += c.Count
				if !seen[k] {
					seen[k] = true
					list[n].Teams++
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Trouble) int { return cmp.Or(cmp.Compare(b.Teams, a.Teams), cmp.Compare(b.Cases, a.Cases)) })
	return list[:min(len(list), most)]
}

// A Survivor is a mutant that the suites of some teams did not find.
type Survivor struct {
	Task    string
	Mutant  string
	Clause  string
	Summary string // what it does wrong
	Names   string // of the teams
	Teams   int    // how many they are
}

// Survivors are the mutants that were not found, those of most teams first.
func (b *Book) Survivors() []Survivor {
	var list []Survivor
	for i := range b.Course.Tasks {
		t := &b.Course.Tasks[i]
		for _, m := range t.Game.Mutants {
			s := Survivor{Task: t.Name, Mutant: m.ID, Clause: m.Clause, Summary: m.Summary}
			var names []string
			for k := range b.Records {
				for _, p := range b.Records[k].Parts {
					if p.Task == t.Name && slices.Contains(p.Survivors, m.ID) {
						names = append(names, b.Records[k].Team)
					}
				}
			}
			if s.Teams = len(names); s.Teams > 0 {
				s.Names = strings.Join(names, ", ")
				list = append(list, s)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Survivor) int { return cmp.Compare(b.Teams, a.Teams) })
	return list
}

// summary says in one sentence how a result came about.
func summary(p *PartScore) string {
	if p.Result == nil {
		return "not graded"
	}
	r := p.Result
	what := map[course.Part]string{
		course.Cases: "cases pass", course.Valid: "own cases are right", course.Kills: "mutants are found",
		course.Others: "cases of other teams pass", course.Plays: "games without a breach",
	}[p.Part]
	line := fmt.Sprintf("%d of %d %s", r.Good, r.All, what)
	if r.Standing != nil {
		line += fmt.Sprintf("; %d won, %d shared, rating %.0f", r.Standing.Wins, r.Standing.Shared, r.Standing.Rating.Rating)
	}
	if r.Unjudged > 0 {
		line += fmt.Sprintf("; %d not judged", r.Unjudged)
	}
	if r.Note != "" {
		line += "; " + text.Inert(r.Note)
	}
	return line
}
