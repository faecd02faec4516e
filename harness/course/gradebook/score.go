package gradebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Score is what a team has earned.
type Score struct {
	Earned report.Points // the grade
	Parted report.Points // by all parts, before lateness and adjustments
	Most   report.Points // without bonus points
	Bonus  report.Points // that can be earned beyond Most
	// Provisional says that some cases could not be judged: they neither earn nor
	// lose until they have been asked again.
	Provisional bool
	Parts       []PartScore
	Due         *Due // nil if the course has no deadline
	Adjusted    []course.Adjustment
}

// A PartScore is what a team has earned in one part of a task.
type PartScore struct {
	Task   *course.Task
	Part   course.Part
	Earned report.Points
	Most   report.Points // without bonus points
	Bonus  report.Points
	Result *grade.Result // nil if there is none: nothing is earned then
	Groups []GroupScore  // of the part cases, if the course has groups
	// Below says that the part earns nothing, since fewer cases pass than the
	// course asks for at the least.
	Below bool
}

// A GroupScore is what a team has earned by the cases of one group.
type GroupScore struct {
	Name   string        // for the staff
	Shown  string        // for the team
	Group  *course.Group // nil: the cases without a group
	Earned report.Points
	Worth  report.Points
	Tally
	Below bool // as of a part
}

// A Tally counts cases.
type Tally struct {
	Good, All, Unjudged, Unasked int
}

// judged is how many of them were judged, or were not asked: what was not judged
// neither earns nor loses.
func (t *Tally) judged() int { return t.All - t.Unjudged }

// share is what so many points are worth for these cases.
func (t *Tally) share(most report.Points) report.Points {
	if t.judged() <= 0 {
		return 0
	}
	return most * report.Points(min(t.Good, t.judged())) / report.Points(t.judged())
}

// reaches tells whether enough of the cases pass.
func (t *Tally) reaches(minimum int64) bool {
	return int64(t.Good)*course.MinimumScale >= minimum*int64(t.judged())
}

// Name names the part among all of the course.
func (p *PartScore) Name() string { return p.Task.Name + " " + string(p.Part) }

// Score computes the points of a record.
func (b *Book) Score(r *grade.Record) Score {
	var s Score
	for i := range b.Course.Tasks {
		t := &b.Course.Tasks[i]
		for _, c := range t.Counts {
			s.Parts = append(s.Parts, b.part(i, c.Part, r))
		}
	}
	fillVoid(s.Parts)
	for i := range s.Parts {
		p := &s.Parts[i]
		s.Earned += p.Earned
		s.Most += p.Most
		s.Bonus += p.Bonus
		s.Provisional = s.Provisional || p.Result != nil && p.Result.Unjudged > 0
	}
	b.settled(r.Team, &s)
	return s
}

// part computes the points of one part of the i-th task.
func (b *Book) part(i int, part course.Part, r *grade.Record) PartScore {
	t := &b.Course.Tasks[i]
	points := report.Points(b.Course.PointsOfPart(i, part))
	p := PartScore{Task: t, Part: part, Most: points}
	if at := slices.IndexFunc(r.Parts, func(x grade.Result) bool { return x.Task == t.Name && x.Part == part }); at >= 0 {
		p.Result = &r.Parts[at]
	}
	if part == course.Cases && len(t.Groups) > 0 {
		b.groups(&p)
	} else if p.Result != nil {
		all := tally(p.Result)
		p.Earned = all.share(points)
	}
	if p.Result != nil && part == course.Cases {
		if all := tally(p.Result); !all.reaches(t.Minimum) {
			p.Earned, p.Below = 0, true
		}
	}
	if t.Bonus {
		p.Bonus, p.Most = p.Bonus+p.Most, 0
	}
	return p
}

// void tells whether there was nothing to pass in a part: no other team has a right
// case, or a player. Its share of 0 in 0 says nothing of the team.
func (p *PartScore) void() bool {
	return (p.Part == course.Others || p.Part == course.Plays) && p.Result != nil && p.Result.All == 0
}

// fillVoid gives parts in which there was nothing to pass the share that the team
// earns in the rest of their task, or of the course if nothing else counts in the
// task: so they neither earn nor lose.
func fillVoid(parts []PartScore) {
	for i := range parts {
		p := &parts[i]
		if !p.void() {
			continue
		}
		earned, most := earnedIn(parts, p.Task)
		if most == 0 {
			earned, most = earnedIn(parts, nil)
		}
		if most > 0 {
			// One of the two is what the part is worth, the other one is 0.
			p.Earned = (p.Most + p.Bonus) * earned / most
		}
	}
}

// earnedIn is what the parts of a task, nil for all of them, in which there was
// something to pass have earned, and what they are worth. Bonus points of groups fill
// up what other parts miss at most.
func earnedIn(parts []PartScore, t *course.Task) (earned, most report.Points) {
	for i := range parts {
		p := &parts[i]
		if p.void() || t != nil && p.Task != t {
			continue
		}
		earned += p.Earned
		most += p.Most
		if p.Task.Bonus {
			most += p.Bonus
		}
	}
	return min(earned, most), most
}

func tally(r *grade.Result) Tally { return Tally{r.Good, r.All, r.Unjudged, r.Unasked} }

// otherCases are those without a group.
const otherCases = "the other cases"

// groups computes the points of the groups of a part, and of the cases that are in
// none.
func (b *Book) groups(p *PartScore) {
	rest := p.Most
	for n := range p.Task.Groups {
		g := &p.Task.Groups[n]
		one := GroupScore{Name: g.Name, Shown: fmt.Sprintf("group %d", n+1), Group: g, Worth: report.Points(g.Points)}
		if g.Bonus {
			p.Bonus += one.Worth
		} else {
			rest -= one.Worth
		}
		p.Groups = append(p.Groups, one)
	}
	p.Groups = append(p.Groups, GroupScore{Name: otherCases, Shown: otherCases, Worth: rest})
	if plan := b.planOf(p.Task.Name); plan != nil {
		for i := range plan.Groups {
			p.Groups[i].Shown = plan.Groups[i]
		}
		failed := failures(p.Result)
		for i := range plan.Cases {
			c := &plan.Cases[i]
			if c.Group < len(p.Groups) {
				p.Groups[c.Group].count(outcomeOf(p.Result, failed, c.ID))
			}
		}
	}
	if last := &p.Groups[len(p.Groups)-1]; last.All == 0 && last.Worth == 0 {
		p.Groups = p.Groups[:len(p.Groups)-1]
	}
	for i := range p.Groups {
		g := &p.Groups[i]
		if p.Result == nil {
			continue
		}
		g.Earned = g.share(g.Worth)
		if g.Group != nil && (!g.reaches(g.Group.Minimum) || g.Group.AllOrNothing && g.Good < g.judged()) {
			g.Earned, g.Below = 0, true
		}
		p.Earned += g.Earned
	}
}

// An outcome is how one planned case went.
type outcome int

const (
	passes outcome = iota
	fails
	unasked
	unjudged
)

// failures are those of a result by case.
func failures(r *grade.Result) map[string]*grade.Failure {
	byCase := make(map[string]*grade.Failure)
	if r != nil {
		for i := range r.Failures {
			byCase[r.Failures[i].Case] = &r.Failures[i]
		}
	}
	return byCase
}

// outcomeOf is how a planned case went in a result, which may be nil.
func outcomeOf(r *grade.Result, byCase map[string]*grade.Failure, id string) outcome {
	f := byCase[id]
	switch {
	case r != nil && f == nil && r.Good == 0 && r.Unjudged > 0:
		return unjudged // nothing could be
	case r == nil, f == nil && r.Good == 0:
		return unasked // nothing was
	case f == nil:
		return passes
	case f.Verdict == judge.Blocked:
		return unasked
	case f.Fault == judge.BlameHarness:
		return unjudged
	}
	return fails
}

// count counts a case.
func (t *Tally) count(o outcome) {
	t.All++
	switch o {
	case passes:
		t.Good++
	case unasked:
		t.Unasked++
	case unjudged:
		t.Unjudged++
	}
}

// planOf is the plan of a task, nil if there is none.
func (b *Book) planOf(task string) *grade.Plan {
	for i := range b.Plans {
		if b.Plans[i].Task == task {
			return &b.Plans[i]
		}
	}
	return nil
}

// parts are the parts of the course, without a result.
func (b *Book) parts() []PartScore { return b.Score(&grade.Record{}).Parts }

// summary says in one sentence how a result came about.
func summary(p *PartScore) string {
	if p.Result == nil {
		return "not graded"
	}
	r := p.Result
	what := map[course.Part]string{
		course.Cases: "cases pass", course.Valid: "own cases are correct", course.Kills: "mutants are detected",
		course.Others: "cases of other teams pass", course.Plays: "games without a breach",
	}[p.Part]
	line := fmt.Sprintf("%d of %d %s", r.Good, r.All, what)
	if p.Below {
		line += fmt.Sprintf("; the part earns nothing below %v %%", percent(p.Task.Minimum))
	}
	line += standing(r)
	if r.Unjudged > 0 {
		line += fmt.Sprintf("; %d not judged, which neither earn nor cost points", r.Unjudged)
	}
	if r.Note != "" {
		line += "; " + text.Inert(r.Note)
	}
	return line
}

// standing is how a team did in a tournament, "" if there was none.
func standing(r *grade.Result) string {
	if r == nil || r.Standing == nil {
		return ""
	}
	return fmt.Sprintf("; %d won, %d shared, rating %.0f", r.Standing.Wins, r.Standing.Shared, r.Standing.Rating.Rating)
}

// percent is a share of cases for people.
func percent(minimum int64) float64 { return float64(minimum) * 100 / course.MinimumScale }

// terms say how a group earns its points, "" if that is the usual way.
func (g *GroupScore) terms() string {
	if g.Group == nil {
		return ""
	}
	var list []string
	if g.Group.Bonus {
		list = append(list, "bonus")
	}
	if g.Group.AllOrNothing {
		list = append(list, "all or nothing")
	}
	if g.Group.Minimum > 0 {
		list = append(list, fmt.Sprintf("at least %v %%", percent(g.Group.Minimum)))
	}
	return strings.Join(list, ", ")
}

// reason says how the points of a group came about.
func (g *GroupScore) reason() string {
	said := fmt.Sprintf("%d of %d pass", g.Good, g.All)
	if g.Unasked > 0 {
		said += fmt.Sprintf(", %d not run", g.Unasked)
	}
	if g.Unjudged > 0 {
		said += fmt.Sprintf(", %d not judged", g.Unjudged)
	}
	if t := g.terms(); t != "" {
		said += " (" + t + ")"
	}
	return said
}

// worthEach is what one case of a group is worth, with as many decimals as tell it
// from others.
func worthEach(points report.Points, cases int) string {
	if cases <= 0 {
		return ""
	}
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.3f", float64(points)/100/float64(cases)), "0"), ".")
}
