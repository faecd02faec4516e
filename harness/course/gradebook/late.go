package gradebook

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Due is how lateness changed the points of a team.
type Due struct {
	Deadline  time.Time
	Submitted time.Time // zero: nobody knows, and nothing is lost
	Per       string    // what Units counts: "hour" or "day"
	course.Lateness
	Lost report.Points
}

// settled takes off what lateness costs, and adds what the staff gives by hand. A
// grade does not fall below 0.
func (b *Book) settled(team string, s *Score) {
	s.Parted = s.Earned
	if due := b.due(team); due != nil {
		due.Lost = s.Earned * report.Points(due.Percent) / 100
		s.Earned -= due.Lost
		s.Due = due
	}
	s.Adjusted = b.Course.Adjusted(team)
	for _, a := range s.Adjusted {
		s.Earned += report.Points(a.Points)
	}
	s.Earned = max(0, s.Earned)
}

// due is how late a team is, before anything is lost by it; nil without a deadline.
func (b *Book) due(team string) *Due {
	late := &b.Course.Late
	if late.Deadline.IsZero() || team == "" {
		return nil
	}
	due := &Due{Deadline: late.Deadline, Per: late.PerName()}
	due.DaysLeft = late.Days
	if n := slices.IndexFunc(b.Submissions, func(x course.Submission) bool { return x.Team == team }); n >= 0 {
		sub := &b.Submissions[n]
		due.DaysLeft = sub.LateDays
		if !sub.Submitted.IsZero() {
			due.Submitted, due.Lateness = sub.Submitted, late.Of(sub.Submitted, sub.LateDays)
		}
	}
	return due
}

// An Ahead is what lateness and the staff take from a team or give it, which is
// known before any program runs.
type Ahead struct {
	Team    string        `json:"team"`
	Percent int64         `json:"percent"`           // of what it earns that it loses
	Points  report.Points `json:"points_hundredths"` // that it is given by hand
	Reasons []string      `json:"reasons"`
}

// Ahead is what lies ahead of the teams: of those that are late, of which nobody
// knows whether they are, and whose points the staff adjusts.
func (b *Book) Ahead() []Ahead {
	list := []Ahead{}
	for i := range b.Submissions {
		a := Ahead{Team: b.Submissions[i].Team}
		if due := b.due(a.Team); due != nil && (due.By > 0 || due.Submitted.IsZero()) {
			a.Percent = due.Percent
			a.Reasons = append(a.Reasons, due.reason())
		}
		for _, given := range b.Course.Adjusted(a.Team) {
			a.Points += report.Points(given.Points)
			a.Reasons = append(a.Reasons, fmt.Sprintf("by hand %s: %s", signed(report.Points(given.Points)), given.Reason))
		}
		if len(a.Reasons) > 0 {
			list = append(list, a)
		}
	}
	return list
}

// LateRule says when submissions are due and what late ones lose, "" without a
// deadline.
func (b *Book) LateRule() string { return strings.TrimSpace(b.lateRule()) }

// timeForm is how a page shows a time: with its zone, as a number that cannot be
// misread.
const timeForm = "2006-01-02 15:04:05 -07:00"

// when shows a time.
func when(t time.Time) string { return t.Format(timeForm) }

// reason says how lateness came about, without points.
func (d *Due) reason() string {
	said := "due " + when(d.Deadline)
	switch {
	case d.Submitted.IsZero():
		return said + "; the submission time is missing, so it loses nothing for being late"
	case d.By == 0:
		said += ", submitted " + when(d.Submitted.In(d.Deadline.Location())) + ", in time"
	default:
		said += ", submitted " + when(d.Submitted.In(d.Deadline.Location())) + ", late by " + text.Span(d.By)
	}
	if d.DaysUsed > 0 || d.DaysLeft > 0 {
		said += fmt.Sprintf("; %s used, %d left", text.Count(d.DaysUsed, "late day"), d.DaysLeft)
	}
	if d.Units > 0 {
		what, costs := "started "+d.Per, "cost"
		if d.DaysUsed > 0 {
			what = "more " + what
		}
		if d.Units == 1 {
			costs = "costs"
		}
		said += fmt.Sprintf("; %s %s %d %% of the points", text.Count(int(d.Units), what), costs, d.Percent)
	}
	return said
}

// signed shows points that are given or taken.
func signed(p report.Points) string {
	if p < 0 {
		return "-" + (-p).String()
	}
	return "+" + p.String()
}

// A step is one line of how the points of a team add up.
type step struct{ What, Points, Why string }

// steps are how the points of a team add up, from its parts to the grade; none if
// the parts are all there is.
func (s *Score) steps() []step {
	if s.Due == nil && len(s.Adjusted) == 0 {
		return nil
	}
	list := []step{{"all parts together", s.Parted.String(), ""}}
	if d := s.Due; d != nil {
		points := "-" + d.Lost.String()
		if d.Lost == 0 {
			points = "0"
		}
		list = append(list, step{"lateness", points, d.reason()})
	}
	for _, a := range s.Adjusted {
		list = append(list, step{"by hand", signed(report.Points(a.Points)), a.Reason})
	}
	why := ""
	if s.floor() > 0 {
		why = noneBelow
	}
	return append(list, step{"the grade", s.Earned.String(), why})
}

// noneBelow is why a grade is more than its steps come to.
const noneBelow = "no grade is below 0"

// floor is how much keeps the grade from falling below 0.
func (s *Score) floor() report.Points {
	floor := s.Earned - s.Parted
	if s.Due != nil {
		floor += s.Due.Lost
	}
	for _, a := range s.Adjusted {
		floor -= report.Points(a.Points)
	}
	return floor
}

// Settled says in few words what lateness and adjustments took and gave, "" for
// nothing.
func (s *Score) Settled() string {
	var said []string
	if s.Due != nil && s.Due.Lost > 0 {
		said = append(said, fmt.Sprintf("lateness: -%v", s.Due.Lost))
	}
	if len(s.Adjusted) > 0 {
		said = append(said, adjustedText(s.Adjusted))
	}
	return strings.Join(said, "; ")
}

// lateRule says when submissions are due, and what is lost by those that come
// later.
func (b *Book) lateRule() string {
	l := &b.Course.Late
	if l.Deadline.IsZero() {
		return ""
	}
	said := "\nSubmissions are due " + when(l.Deadline)
	if l.Grace > 0 {
		said += fmt.Sprintf(", with %s of grace", text.Span(l.Grace))
	}
	if l.Days > 0 {
		said += fmt.Sprintf("; each team has %s for free, unless the roster says otherwise", text.Count(l.Days, "late day"))
	}
	if l.Penalty > 0 {
		said += fmt.Sprintf("; after that, each started %s costs %d %% of the points", l.PerName(), l.Penalty)
	}
	return said + "."
}

// adjustedText are the reasons of adjustments in one line.
func adjustedText(list []course.Adjustment) string {
	var said []string
	for _, a := range list {
		said = append(said, a.Reason+": "+signed(report.Points(a.Points)))
	}
	return strings.Join(said, "; ")
}
