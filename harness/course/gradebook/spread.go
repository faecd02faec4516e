package gradebook

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// spreadBins is into how many equal ranges of the points a distribution is cut.
const spreadBins = 10

// A Spread is how the points of a class are spread, in one part or in all.
type Spread struct {
	Name                 string // "rules cases"
	Most                 report.Points
	Mean                 report.Points
	Lowest, Highest      report.Points
	Lower, Median, Upper report.Points // the quartiles, between two teams by proportion
	Bins                 [spreadBins]int
	teams                int
}

// spread is that of some points, of which there is at least one.
func spread(name string, points []report.Points, most report.Points) Spread {
	points = slices.Sorted(slices.Values(points))
	s := Spread{
		Name: name, Most: most, Lowest: points[0], Highest: points[len(points)-1], teams: len(points),
		Lower: quantile(points, 1), Median: quantile(points, 2), Upper: quantile(points, 3),
	}
	sum := report.Points(0)
	for _, p := range points {
		sum += p
		bin := 0
		if most > 0 {
			bin = int(max(0, p) * spreadBins / most)
		}
		s.Bins[min(bin, spreadBins-1)]++
	}
	s.Mean = sum / report.Points(len(points))
	return s
}

// quantile is the one below which so many quarters of the sorted points are.
func quantile(points []report.Points, quarters int) report.Points {
	whole := (len(points) - 1) * quarters
	at, rest := whole/4, report.Points(whole%4)
	if rest == 0 {
		return points[at]
	}
	return points[at] + (points[at+1]-points[at])*rest/4
}

// Words say the distribution in words: "2 teams have from 0 to 10 %".
func (s *Spread) Words() string {
	var said []string
	for i, n := range s.Bins {
		if n > 0 {
			said = append(said, fmt.Sprintf("%d–%d %%: %s", i*100/spreadBins, (i+1)*100/spreadBins, text.Count(n, "team")))
		}
	}
	return strings.Join(said, ", ")
}

// handedIn tells whether there is a submission of a team.
func (b *Book) handedIn(team string) bool {
	n := slices.IndexFunc(b.Submissions, func(s course.Submission) bool { return s.Team == team })
	return n < 0 || b.Submissions[n].Path != ""
}

// Spreads are how the points are spread, of the grade and of each part, over the
// teams that have handed in; none if there is no such team. The teams left out are
// named.
func (b *Book) Spreads() (list []Spread, leftOut []string) {
	var grades []report.Points
	var parts [][]report.Points
	shape := b.Score(&grade.Record{})
	for i := range b.Records {
		r := &b.Records[i]
		if !b.handedIn(r.Team) {
			leftOut = append(leftOut, r.Team)
			continue
		}
		s := b.Score(r)
		grades = append(grades, s.Earned)
		if parts == nil {
			parts = make([][]report.Points, len(s.Parts))
		}
		for n := range s.Parts {
			parts[n] = append(parts[n], s.Parts[n].Earned)
		}
	}
	if len(grades) == 0 {
		return nil, leftOut
	}
	list = append(list, spread("the grade", grades, shape.Most+shape.Bonus))
	for n := range shape.Parts {
		p := &shape.Parts[n]
		list = append(list, spread(p.Name(), parts[n], p.Most+p.Bonus))
	}
	return list, leftOut
}

// The bounds of what is told of cases, and why.
const (
	// itemsShown is how many cases a list of the page names.
	itemsShown = 15
	// itemTeamsMin is how many teams must have been asked a case before it can tell
	// them apart.
	itemTeamsMin = 4
)

// An Item is how the teams did on one of the staff's cases.
type Item struct {
	Task, Case string
	Clause     string
	Good, All  int // teams that pass, of those that were asked
	// Telling is how well the case goes with all others of its task, from -1 to 1: the
	// correlation of passing it with the share of the others that pass.
	Telling float64
}

// An Items is what the staff should know of its cases.
type Items struct {
	Telling           []Item // that tell teams apart, best first
	Nobody, Everybody []Item // passes them
	// Asked is how many teams were asked anything.
	Asked int
}

// Items looks at the staff's cases one by one. Teams that were asked nothing say
// nothing about a case.
func (b *Book) Items() Items {
	var all Items
	for i := range b.Plans {
		b.itemsOf(&b.Plans[i], &all)
	}
	sort.SliceStable(all.Telling, func(i, j int) bool { return all.Telling[i].Telling > all.Telling[j].Telling })
	all.Telling = all.Telling[:min(len(all.Telling), itemsShown)]
	return all
}

// itemsOf adds the cases of a task.
func (b *Book) itemsOf(plan *grade.Plan, all *Items) {
	how := b.outcomesOf(plan)
	all.Asked = max(all.Asked, len(how))
	for n := range plan.Cases {
		item, passed, others := itemOf(plan, n, how)
		switch {
		case item.All == 0:
		case item.Good == 0:
			all.Nobody = append(all.Nobody, item)
		case item.Good == item.All:
			all.Everybody = append(all.Everybody, item)
		case item.All >= itemTeamsMin:
			if item.Telling = correlation(passed, others); item.Telling > 0 {
				all.Telling = append(all.Telling, item)
			}
		}
	}
}

// outcomesOf says how the teams did that were asked cases of a task: a row for each team,
// in it an outcome for each case of the plan.
func (b *Book) outcomesOf(plan *grade.Plan) (how [][]outcome) {
	for i := range b.Records {
		for k := range b.Records[i].Parts {
			p := &b.Records[i].Parts[k]
			if p.Task != plan.Task || p.Part != course.Cases {
				continue
			}
			failed := failures(p)
			row := make([]outcome, len(plan.Cases))
			asked := false
			for n := range plan.Cases {
				row[n] = outcomeOf(p, failed, plan.Cases[n].ID)
				asked = asked || row[n].judged()
			}
			if asked {
				how = append(how, row)
			}
		}
	}
	return how
}

// judged tells whether a case says something about the team.
func (o outcome) judged() bool { return o == passes || o == fails }

// itemOf is the n-th case of a plan, without Telling. Passed and others have an element
// for each team that was asked other cases, too: 1 if it passes this one and 0 if not, and
// the share of the others that it passes.
func itemOf(plan *grade.Plan, n int, how [][]outcome) (item Item, passed, others []float64) {
	c := &plan.Cases[n]
	item = Item{Task: plan.Task, Case: c.ID}
	if len(c.Clauses) > 0 {
		item.Clause = c.Clauses[0]
	}
	for _, row := range how {
		if !row[n].judged() {
			continue
		}
		item.All++
		mine := 0.0
		if row[n] == passes {
			item.Good++
			mine = 1
		}
		good, asked := 0, 0
		for k, o := range row {
			if k != n && o.judged() {
				asked++
				if o == passes {
					good++
				}
			}
		}
		if asked > 0 {
			passed, others = append(passed, mine), append(others, float64(good)/float64(asked))
		}
	}
	return item, passed, others
}

// correlation is that of Pearson, 0 where one of the two does not vary.
func correlation(x, y []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	var mx, my float64
	for i := range x {
		mx += x[i] / float64(len(x))
		my += y[i] / float64(len(x))
	}
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	if xx*yy < 1e-12 { // what rounding leaves of nothing
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}
