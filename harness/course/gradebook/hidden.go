package gradebook

import (
	"slices"
	"sort"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report"
)

// A Veiled is what a team is told of failures in cases that it may not see: how
// many, in which clause, and where to look. Nothing in it depends on what a case
// asks or what a program has said about it.
type Veiled struct {
	Verdict    string
	Clause     string // "" if none is known
	ClauseText string
	Hints      []string
	Count      int
	House      int // of them rest on a house ruling
}

// hintsShown is how many hints a clause is given: a clause with more is best read
// as a whole.
const hintsShown = 3

// veiled are the failures in hidden cases as a team is told of them, those of most
// cases first.
func (b *Book) veiled(p *PartScore) []Veiled {
	var list []Veiled
	add := func(verdict, clause string, count, house int) {
		at := slices.IndexFunc(list, func(v Veiled) bool { return v.Verdict == verdict && v.Clause == clause })
		if at < 0 {
			list = append(list, veil(p.Task, verdict, clause))
			at = len(list) - 1
		}
		list[at].Count += count
		list[at].House += house
	}
	plan := b.planOf(p.Task.Name)
	switch {
	case p.Result == nil:
	case p.Part == course.Cases && plan != nil:
		byCase := failures(p.Result)
		for i := range plan.Cases {
			c := &plan.Cases[i]
			f := byCase[c.ID]
			if f == nil || !c.Hidden {
				continue
			}
			clause := f.Clause
			if clause == "" && len(c.Clauses) > 0 {
				clause = c.Clauses[0]
			}
			house := 0
			if c.House {
				house = 1
			}
			add(string(f.Verdict), clause, 1, house)
		}
	default:
		for i := range p.Result.Hidden {
			c := &p.Result.Hidden[i]
			add(c.Verdict, c.Clause, c.Count, 0)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Count > list[j].Count })
	return list
}

// veil tells of a clause what a team may know.
func veil(t *course.Task, verdict, id string) Veiled {
	v := Veiled{Verdict: verdict, Clause: id}
	clause, ok := t.Game.Clause(id)
	if !ok {
		return v
	}
	v.ClauseText = clause.Text
	for _, m := range t.Game.Mutants {
		if m.Clause == clause.ID && m.Hint != "" && slices.Contains(m.Tasks, t.Task.Name) && !slices.Contains(v.Hints, m.Hint) && len(v.Hints) < hintsShown {
			v.Hints = append(v.Hints, m.Hint)
		}
	}
	return v
}

// A CaseScore is one case that counts, as a page shows it.
type CaseScore struct {
	Name   string // its id, or the clause of those that the team may not see
	Group  string
	Cases  int // how many they are
	Tally  Tally
	Worth  string // points of each
	Most   string // of all that were judged
	Earned string // together
	Result string // the verdict, or in words
	Clause string
	group  int
	// inexact says that Worth is rounded: a team that adds up its cases gets other points than
	// those of the part.
	inexact bool
}

// rounded is behind the points of cases of which some are rounded, "" if none is.
func rounded(cases []CaseScore) string {
	if slices.ContainsFunc(cases, func(c CaseScore) bool { return c.inexact }) {
		return ", rounded to 0.001"
	}
	return ""
}

// caseScores are the cases of a part with their points: those that the team may
// see one by one, of all others the counts by group and clause.
func (b *Book) caseScores(p *PartScore) []CaseScore {
	plan := b.planOf(p.Task.Name)
	if plan == nil || p.Part != course.Cases || p.Result == nil {
		return nil
	}
	byCase := failures(p.Result)
	groups := p.Groups
	if len(groups) == 0 {
		groups = []GroupScore{{Worth: p.Most + p.Bonus, Tally: tally(p.Result)}}
	}
	type key struct {
		group  int
		clause string
	}
	closed := make(map[key]int)
	var list []CaseScore
	for i := range plan.Cases {
		c := &plan.Cases[i]
		n := min(c.Group, len(groups)-1)
		g := &groups[n]
		how := outcomeOf(p.Result, byCase, c.ID)
		row := CaseScore{Name: c.ID, Group: g.Shown, group: n, Cases: 1, Worth: worthEach(g.Worth, g.judged())}
		row.Tally.count(how)
		row.Result, row.Clause = resultOf(c, how, byCase[c.ID])
		if c.Hidden {
			row.Name, row.Result, row.Clause = "not shown", "", ""
			if len(c.Clauses) > 0 {
				row.Name += ": " + c.Clauses[0]
			}
			if c.House {
				row.Name += ", by a house ruling"
			}
			k := key{n, row.Name}
			if at, ok := closed[k]; ok {
				list[at].Cases++
				list[at].Tally.count(how)
				continue
			}
			closed[k] = len(list)
		}
		list = append(list, row)
	}
	for i := range list {
		row := &list[i]
		g := &groups[row.group]
		earned := report.Points(0)
		if !g.Below && !p.Below {
			earned = g.Worth
		}
		if judged := report.Points(g.judged()); judged > 0 {
			row.inexact = g.Worth*10%judged != 0
			row.Most = worthEach(g.Worth*report.Points(row.Tally.judged()), g.judged())
		}
		row.Earned = "0"
		if g.judged() > 0 && earned > 0 && row.Tally.Good > 0 {
			row.Earned = worthEach(earned*report.Points(row.Tally.Good), g.judged())
		}
		if row.Result == "" {
			row.Result = (&GroupScore{Tally: row.Tally}).reason()
		}
	}
	return list
}

// resultOf says how a case went, and by which clause. Failed is nil if it did not fail.
func resultOf(c *grade.Planned, how outcome, failed *grade.Failure) (result, clause string) {
	switch {
	case failed != nil:
		result, clause = string(failed.Verdict), failed.Clause
	case how == passes:
		result = "pass"
	}
	switch how {
	case unasked:
		result = "not run"
	case unjudged:
		result = "not judged"
	}
	if c.House && result != "" && how != passes {
		result += ", by a house ruling"
	}
	return result, clause
}
