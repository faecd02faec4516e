package gradebook

import (
	_ "embed" // for the style of the pages
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report"
)

//go:embed page/grades.css
var gradesStyle string

// style is the whole style of the pages.
func style() string { return report.PageStyle() + gradesStyle }

// class is how a part is painted.
func class(p *PartScore) string {
	switch {
	case p.Result != nil && p.Result.All > 0 && p.Result.Good >= p.Result.All:
		return "passed"
	case p.Result != nil && p.Result.Unjudged == 0:
		return "failed"
	}
	return "other"
}

// hiddenText says why the details of a task are not shown, "" if they are.
func hiddenText(t *course.Task) string {
	switch t.Visibility {
	case "hidden":
		return "The details of this task are not shown."
	case "after_due_date":
		return "The details of this task are shown after the due date."
	case "after_published":
		return "The details of this task are shown when the grades are published."
	}
	return ""
}

// Team writes the page of one team.
func (b *Book) Team(to io.Writer, r *grade.Record) error {
	s := b.Score(r)
	p := teamPage{
		Title: b.Course.Title, Team: r.Team, Provisional: s.Provisional,
		Earned: s.Earned.String(), Most: s.Most.String(), Rule: strings.Split(b.rule(), "\n"), Notes: b.notes(r, &s),
	}
	p.Steps = s.steps()
	if s.Bonus > 0 {
		p.Bonus = s.Bonus.String()
	}
	for _, build := range r.Builds {
		if build.Failed != "" {
			p.Builds = append(p.Builds, build)
		}
	}
	drawn := 0
	for i := range s.Parts {
		score := &s.Parts[i]
		part := teamPart{
			Name: score.Name(), Class: class(score), Points: score.Earned.String(), Most: score.Most.String(), Summary: summary(score),
			Hidden: hiddenText(score.Task), Unasked: "–",
		}
		if score.Bonus > 0 {
			part.Most = fmt.Sprintf("%v + %v", score.Most, score.Bonus)
		}
		if score.Result != nil && ofProgram(score.Result) {
			part.Unasked = fmt.Sprint(score.Result.Unasked)
		}
		for k := range score.Groups {
			g := &score.Groups[k]
			part.Groups = append(part.Groups, teamGroup{g.Shown, g.Earned.String(), g.Worth.String(), worthEach(g.Worth, g.judged()), g.reason()})
		}
		if score.Result != nil && part.Hidden == "" {
			part.Cases = b.caseScores(score)
			part.Veiled = b.veiled(score)
			part.Needs = needs(score)
			for _, c := range score.Result.Causes {
				cause := causeOf(score.Task, &c)
				cause.Pictures = pictures(score.Task, c.Shown, picturesBytesMax-drawn)
				for _, one := range cause.Pictures {
					drawn += len(one.Picture)
				}
				part.Causes = append(part.Causes, cause)
			}
			part.More, part.Warnings = score.Result.More+score.Result.MoreHidden, score.Result.Warnings
		}
		p.Parts = append(p.Parts, part)
	}
	p.Style = style()
	if drawn > 0 {
		p.Style += report.GalleryStyle()
	}
	return p.write(to)
}

// needs says what a line that runs a case again needs beside the submission, ""
// for nothing.
func needs(p *PartScore) string {
	if p.Part != course.Cases || p.Result == nil || len(p.Result.Causes) == 0 {
		return ""
	}
	said := "Run the lines after “again:” in the folder of the submission"
	if p.Task.Build.Command != "" {
		said += ", once it is built"
	}
	if files := slices.Concat(p.Task.Public, p.Task.AdapterFiles); len(files) > 0 {
		var names []string
		for _, path := range files {
			names = append(names, filepath.Base(path))
		}
		said += "; first copy the published files of your course there: " + strings.Join(names, ", ")
	}
	if g := p.Task.Game; g.Folder != "" {
		said += "; " + grade.GameFolder + " is the folder of the game " + g.Name
	}
	return said + "."
}

// picturesBytesMax bounds the pictures of a page, which can then be mailed: some
// dozen full boards.
const picturesBytesMax = 600_000

// pictures draws the first case of a cause, if there is something to draw and
// room for it.
func pictures(t *course.Task, s *report.Shown, room int) []pagePicture {
	if s == nil {
		return nil
	}
	rules, err := t.Game.Configure(t.Settings)
	if err != nil {
		return nil // these rules have judged; without a picture the page says why
	}
	gallery := report.Gallery{Rules: rules, Task: t.Task}
	pair := gallery.Pair(s.Input, s.Expected, s.Received, s.Pointers)
	var list []pagePicture
	for _, one := range []pagePicture{{"expected", pair.Expected}, {"received", pair.Received}, {"input", pair.Input}} {
		if one.Picture != "" {
			list = append(list, one)
			room -= len(one.Picture)
		}
	}
	if room < 0 {
		return nil
	}
	return list
}

func causeOf(t *course.Task, c *report.Cause) pageCause {
	p := pageCause{
		Verdict: c.Verdict, Clause: c.Clause, Message: c.Message, Details: c.Details, Cases: strings.Join(c.Cases, ", "), Count: c.Count,
	}
	if n := c.Count - len(c.Cases); n > 0 && len(c.Cases) > 0 {
		p.Cases += fmt.Sprintf(" and %d more", n)
	}
	if clause, ok := t.Game.Clause(c.Clause); ok {
		p.ClauseText = clause.Text
	}
	return p
}
