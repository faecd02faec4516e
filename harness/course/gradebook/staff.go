package gradebook

import (
	_ "embed" // for the script of the page
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

//go:embed page/class.js
var classScript string

// shareOf shows points of those that can be earned.
func shareOf(earned, most report.Points, why string) share {
	s := share{Points: earned.String(), Value: int64(earned), Why: why}
	if most > 0 {
		s.Percent = float64(max(0, min(earned, most))*1000/most) / 10
	}
	return s
}

// barsHeight is how high the highest bar of a distribution is.
const barsHeight = 30

func bars(s *Spread) []bar {
	list := make([]bar, 0, len(s.Bins))
	highest := slices.Max(s.Bins[:])
	for i, n := range s.Bins {
		if n == 0 {
			continue
		}
		// One team of many is to be seen, too.
		height := max(2, float64(n*barsHeight)/float64(highest))
		list = append(list, bar{X: float64(i * 100 / spreadBins), Y: barsHeight - height, Height: height})
	}
	return list
}

// Class writes the page of the class, for the staff.
func (b *Book) Class(to io.Writer) error {
	p := classPage{
		Title: b.Course.Title,
		Teams: text.Count(len(b.Records), "team"), Rule: strings.Split(b.rule(), "\n"), Items: b.Items(), Likenesses: b.Likenesses(),
	}
	for i, t := range b.Troubles(troublesShown) {
		p.Troubles = append(p.Troubles, classTrouble{t, i + 1})
	}
	for _, s := range b.Survivors() {
		p.Mutants = append(p.Mutants, classSurvivor{s, strings.Split(s.Names, ", ")})
	}
	for _, part := range b.parts() {
		column := classColumn{part.Name(), part.Most.String()}
		if part.Bonus > 0 {
			column.Most += " + " + part.Bonus.String()
		}
		p.Parts = append(p.Parts, column)
	}
	for i := range b.Records {
		r := &b.Records[i]
		s := b.Score(r)
		why := s.Settled()
		if s.Provisional {
			why = strings.TrimPrefix(why+"; provisional", "; ")
		}
		row := classRow{
			Team: r.Team, People: strings.Join(b.Roster.People(r.Team), "; "), Grade: shareOf(s.Earned, s.Most+s.Bonus, why),
			Notes: strings.Join(b.notes(r, &s), "; "),
		}
		p.People = p.People || row.People != ""
		for n := range s.Parts {
			one := &s.Parts[n]
			row.Cells = append(row.Cells, shareOf(one.Earned, one.Most+one.Bonus, brief(one)+standing(one.Result)))
		}
		for _, t := range p.Troubles {
			if slices.Contains(t.Hit, r.Team) {
				row.Causes = append(row.Causes, t.Number)
			}
		}
		p.Rows = append(p.Rows, row)
	}
	spreads, leftOut := b.Spreads()
	for i := range spreads {
		p.Spreads = append(p.Spreads, classSpread{spreads[i], bars(&spreads[i])})
	}
	p.LeftOut = strings.Join(leftOut, ", ")
	for i := range b.Course.Tasks {
		if m := b.matrix(b.Course.Tasks[i].Name); m != nil {
			p.Matrices = append(p.Matrices, *m)
		}
	}
	return p.write(to)
}

// aboutSuites is what there is to say of the suites of a team, where its submission
// could be had.
func aboutSuites(r *grade.Record) []string {
	var list []string
	for i := range r.Parts {
		p := &r.Parts[i]
		if ofProgram(p) || p.Note == "" || r.Refused != "" {
			continue
		}
		if said := p.Task + ": " + text.Inert(p.Note); !slices.Contains(list, said) {
			list = append(list, said)
		}
	}
	return list
}

// brief says in few words how a part went, without what stands in the notes.
func brief(p *PartScore) string {
	if p.Result == nil {
		return "not graded"
	}
	said := fmt.Sprintf("%d of %d", p.Result.Good, p.Result.All)
	if n := p.Result.Unasked; n > 0 && ofProgram(p.Result) {
		said += fmt.Sprintf(", %d not run", n)
	}
	if n := p.Result.Unjudged; n > 0 {
		said += fmt.Sprintf(", %d not judged", n)
	}
	if p.Below {
		said += fmt.Sprintf(", below %v %%", percent(p.Task.Minimum))
	}
	return said
}

// matrixMax is up to how many teams everybody is shown against everybody: more
// columns nobody can look at.
const matrixMax = 60

// matrix shows the programs of all teams against the suites of those that have
// right cases, nil if that does not count in a task.
func (b *Book) matrix(task string) *matrix {
	m := &matrix{Task: task}
	if len(b.Records) > matrixMax {
		return nil
	}
	met := make([]map[string]grade.Against, len(b.Records))
	asked := make(map[string]bool)
	for i := range b.Records {
		met[i] = make(map[string]grade.Against)
		for _, p := range b.Records[i].Parts {
			if p.Task == task && p.Part == course.Others {
				for _, a := range p.Against {
					met[i][a.Team], asked[a.Team] = a, true
				}
			}
		}
	}
	for i := range b.Records {
		if asked[b.Records[i].Team] {
			m.Authors = append(m.Authors, b.Records[i].Team)
		}
	}
	if len(m.Authors) == 0 {
		return nil
	}
	for i := range b.Records {
		row := matrixRow{Team: b.Records[i].Team}
		for _, author := range m.Authors {
			a, ok := met[i][author]
			cell := matrixCell{Text: "–", Class: "other"}
			if ok {
				cell = matrixCell{fmt.Sprintf("%d/%d", a.Good, a.All), ""}
			}
			row.Cells = append(row.Cells, cell)
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}
