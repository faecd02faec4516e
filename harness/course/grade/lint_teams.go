package grade

import (
	"fmt"
	"slices"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// undated tells of teams of which nobody knows when they have handed in.
func (e *Engine) undated() {
	if e.Course.Late.Deadline.IsZero() {
		return
	}
	var teams []string
	for _, s := range e.all {
		if s.Path != "" && s.Submitted.IsZero() {
			teams = append(teams, s.Team)
		}
	}
	if len(teams) > 0 {
		e.tell(Finding{
			Level: Warning, Kind: aboutCourse, Message: "the submission times of these teams are missing, so they lose nothing for being late: " + some(teams),
			Hint: "fill in the roster's column submitted, or add --submitted to --submission",
		})
	}
}

// overdue tells of a deadline that everybody has missed: it may be that of last year.
func (e *Engine) overdue() {
	late := &e.Course.Late
	if late.Deadline.IsZero() || late.Penalty == 0 {
		return
	}
	var first time.Duration
	teams := 0
	for _, s := range e.all {
		if s.Path == "" || s.Submitted.IsZero() {
			continue
		}
		by := late.Of(s.Submitted, 0).By
		if by == 0 {
			return
		}
		if teams == 0 || by < first {
			first = by
		}
		teams++
	}
	if teams > 1 {
		e.warnAt(aboutCourse, "late.deadline", "if the teams were in time, correct the deadline, or the times in the roster's column submitted",
			fmt.Sprintf("late.deadline: all %d submissions with a time came after the deadline, the first of them %s after it",
				teams, text.Span(first)))
	}
}

// unlisted tells of teams that the roster lacks: their names may be misspelt in it.
func (e *Engine) unlisted() {
	if e.roster == nil {
		return
	}
	listed := make(map[string]bool)
	for i := range e.roster.Lines {
		listed[e.roster.Team(i)] = true
	}
	var teams []string
	for _, s := range e.all {
		if !listed[s.Team] {
			teams = append(teams, s.Team)
		}
	}
	if len(teams) > 0 {
		e.warnAt(aboutCourse, "submissions.roster",
			"add them to the roster, or correct their names; without a line a team is graded, but has none of the roster's columns",
			"submissions.roster: the roster lacks these teams, which have handed in: "+some(e.likened(teams)))
	}
}

// twins tells of people whom the roster has on two lines: the table would have them twice, or a
// student would get the points of two teams.
func (e *Engine) twins() {
	if e.roster == nil {
		return
	}
	said, lines := e.roster.Twins()
	for i := range min(len(said), twinsMax) {
		e.tell(Finding{
			Level: Warning, Kind: aboutCourse, File: "roster " + e.Course.Submissions.Roster, Line: lines[i], Message: said[i],
			Hint: "remove one of the lines; if they are two people, tell them apart by a column such as their number",
		})
	}
}

// twinsMax is of how many people the lint tells who are on two lines.
const twinsMax = 5

// likened adds to teams that the roster lacks the name in it that may be meant: of a team
// without a submission.
func (e *Engine) likened(teams []string) []string {
	var idle []string
	for _, s := range e.all {
		if s.Path == "" {
			idle = append(idle, s.Team)
		}
	}
	list := slices.Clone(teams)
	for i, team := range list[:min(len(list), clausesShown)] { // no more are named
		if near := game.Nearest(team, idle); near != "" {
			list[i] = fmt.Sprintf("%s (the roster has %s)", team, near)
		}
	}
	return list
}

// missing tells of teams whose submission the roster names, and which are graded as
// if they had handed in nothing.
func (e *Engine) missing() {
	teams, lines := e.roster.Missing(e.all)
	if len(teams) > 0 {
		e.tell(Finding{
			Level: Warning, Kind: aboutCourse, File: "roster " + e.Course.Submissions.Roster, Line: lines[0],
			Message: "the submissions that the roster names for these teams are not there: " + some(teams),
			Hint:    "if they have handed in, correct the column path, which starts in the folder of the course file",
		})
	}
}

// lonely tells of parts that need the other teams, where nobody looks at them.
func (e *Engine) lonely() {
	if !e.single() {
		return
	}
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if len(e.OnlyTask) > 0 && !slices.Contains(e.OnlyTask, t.Name) {
			continue
		}
		for _, part := range []course.Part{course.Others, course.Plays} {
			if t.WeightOf(part) > 0 {
				e.tellAt("counts."+string(part), Finding{
					Level: Warning, Kind: aboutPoints, Task: t.Name,
					Message: fmt.Sprintf("counts.%s: it needs the other teams, at whom --submission does not look: "+
						"the team earns the share that it earns in the rest", part),
					Hint: "its grade may be another one than among all teams; for that one, grade with --team in place of --submission",
				})
			}
		}
	}
}

// distant tells of a deadline long after everything was handed in: it may have the wrong
// year.
func (e *Engine) distant() {
	late := &e.Course.Late
	var last time.Time
	for _, s := range e.all {
		if s.Path != "" && s.Submitted.After(last) {
			last = s.Submitted
		}
	}
	if by := late.Deadline.Sub(last); !last.IsZero() && by > deadlineFar {
		e.warnAt(aboutCourse, "late.deadline", "correct the deadline, if its year is wrong",
			fmt.Sprintf("late.deadline: the last submission came %s before it", text.Span(by)))
	}
}

// astray tells of submissions whose time is of another year than the deadline and those of
// others: the team would lose all its points, or none.
func (e *Engine) astray() {
	deadline := e.Course.Late.Deadline
	var teams []string
	others := false
	for _, s := range e.all {
		switch by := s.Submitted.Sub(deadline); {
		case deadline.IsZero() || s.Path == "" || s.Submitted.IsZero():
		case by > deadlineFar:
			teams = append(teams, fmt.Sprintf("%s (%d days after it)", s.Team, by/(24*time.Hour)))
		case -by > deadlineFar:
			teams = append(teams, fmt.Sprintf("%s (%d days before it)", s.Team, -by/(24*time.Hour)))
		default:
			others = true
		}
	}
	if others && len(teams) > 0 {
		e.warnAt(aboutCourse, "late.deadline", "correct the times in the roster's column submitted, if a year is wrong",
			"late.deadline: these teams handed in long before or after it, and others did not: "+some(teams))
	}
}
