package gradebook

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The results.json of Gradescope. There is no score at the top: it would stand
// above the sum of the tests.
type (
	results struct {
		Output       string       `json:"output"`
		OutputFormat string       `json:"output_format"`
		Tests        []resultTest `json:"tests"`
	}
	resultTest struct {
		Name         string         `json:"name"`
		NameFormat   string         `json:"name_format"`
		Score        jsontext.Value `json:"score"`
		MaxScore     jsontext.Value `json:"max_score"`
		Status       string         `json:"status"`
		Output       string         `json:"output"`
		OutputFormat string         `json:"output_format"`
		Visibility   string         `json:"visibility"`
	}
)

// Gradescope writes the results.json of one team: a test for each part.
func (b *Book) Gradescope(to io.Writer, r *grade.Record) error {
	s := b.Score(r)
	out := results{OutputFormat: "text", Tests: []resultTest{}}
	visible := true
	for i := range s.Parts {
		p := &s.Parts[i]
		status := "failed"
		if class(p) == "passed" {
			status = "passed"
		}
		visible = visible && p.Task.Visibility == "visible"
		out.Tests = append(out.Tests, resultTest{
			Name: p.Name(), NameFormat: "text", Score: jsontext.Value(p.Earned.String()), MaxScore: jsontext.Value(p.Most.String()),
			Status: status, Output: strings.Join(b.shown(p), "\n"), OutputFormat: "text", Visibility: p.Task.Visibility,
		})
	}
	b.settle(&out, &s, visible)
	var top []string
	if visible {
		// Students see it always: it must not tell what is hidden.
		top = append(top, fmt.Sprintf("%v of %v points", s.Earned, s.Most))
		if s.Provisional {
			top = append(top, "provisional: some cases could not be judged and will run again")
		}
	}
	for _, build := range r.Builds {
		if build.Failed != "" {
			top = append(top, fmt.Sprintf("the build of %s failed: %s", strings.Join(build.Tasks, ", "), build.Failed), build.Output)
		}
	}
	if r.Refused != "" {
		top = append(top, "not unpacked: "+r.Refused)
	}
	out.Output = strings.Join(append(top, "", b.rule()), "\n")
	raw, err := json.Marshal(out, json.Deterministic(true), jsontext.WithIndent("  "), jsontext.EscapeForHTML(true))
	if err != nil {
		return err
	}
	_, err = to.Write(append(raw, '\n'))
	return err
}

// settle adds what lateness and adjustments give or take, as tests of their own, so
// that the tests add up to the grade. What is lost tells what was earned: it is
// shown when all of it is.
func (b *Book) settle(out *results, s *Score, visible bool) {
	visibility := "visible"
	for i := range s.Parts {
		if !visible && s.Parts[i].Task.Visibility != "visible" {
			visibility = s.Parts[i].Task.Visibility
		}
	}
	add := func(name string, points report.Points, why, status string) {
		out.Tests = append(out.Tests, resultTest{
			Name: name, NameFormat: "text", Score: jsontext.Value(strings.TrimPrefix(signed(points), "+")), MaxScore: jsontext.Value("0"),
			Status: status, Output: why, OutputFormat: "text", Visibility: visibility,
		})
	}
	if d := s.Due; d != nil {
		status := "passed"
		if d.Lost > 0 {
			status = "failed"
		}
		add("lateness", -d.Lost, d.reason(), status)
	}
	for _, a := range s.Adjusted {
		status := "passed"
		if a.Points < 0 {
			status = "failed"
		}
		add("by hand", report.Points(a.Points), text.Inert(a.Reason), status)
	}
	if floor := s.floor(); floor > 0 {
		add("floor", floor, noneBelow, "passed")
	}
}

// shown are what a team is told about a part.
func (b *Book) shown(p *PartScore) []string {
	list := lines(p, func(g *GroupScore) string { return g.Shown })
	if p.Result == nil {
		return list
	}
	for _, v := range b.veiled(p) {
		list = append(list, "", strings.TrimSpace(fmt.Sprintf("%s: %s hidden from you %s", v.Verdict, text.Count(v.Count, "case"), v.Clause)))
		if v.House > 0 {
			list = append(list, fmt.Sprintf("%d of these rest on a house ruling, which the rule book leaves open", v.House))
		}
		if v.ClauseText != "" {
			list = append(list, v.ClauseText)
		}
		for _, hint := range v.Hints {
			list = append(list, "hint: "+hint)
		}
	}
	if n := p.Result.More + p.Result.MoreHidden; n > 0 {
		list = append(list, "", "… and "+text.Count(n, "more cause"))
	}
	for _, warning := range p.Result.Warnings {
		list = append(list, "", "warning: "+warning)
	}
	if said := needs(p); said != "" {
		list = append(list, "", said)
	}
	cases := b.caseScores(p)
	if len(cases) > 0 {
		list = append(list, "", "points of each case"+rounded(cases)+":")
	}
	for _, c := range cases {
		list = append(list, fmt.Sprintf("  %s: %s of %s points: %s", c.Name, c.Earned, c.Most, c.Result))
	}
	return list
}

// lines are what a part has earned and why, without the cases that a team may not
// see. Called is the name of a group.
func lines(p *PartScore, called func(*GroupScore) string) []string {
	list := []string{summary(p)}
	for i := range p.Groups {
		g := &p.Groups[i]
		list = append(list, fmt.Sprintf("  %s: %v of %v points: %s", called(g), g.Earned, g.Worth, g.reason()))
	}
	if p.Result == nil {
		return list
	}
	return append(list, causeLines(p.Result.Causes)...)
}

// causeLines tell causes.
func causeLines(causes []report.Cause) []string {
	var list []string
	for _, c := range causes {
		list = append(list, "", fmt.Sprintf("%s: %d: %s", c.Verdict, c.Count, c.Message))
		if len(c.Cases) > 0 {
			list = append(list, strings.Join(c.Cases, ", "))
		}
		if c.Details != "" {
			list = append(list, c.Details)
		}
	}
	return list
}

// The elements of JUnit XML, as junit-10.xsd of the xunit plugin of Jenkins has
// them. A failure is the team's fault, an error what could not be judged.
type (
	testsuites struct {
		XMLName  xml.Name    `xml:"testsuites"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Suites   []testsuite `xml:"testsuite"`
	}
	testsuite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Cases    []testcase `xml:"testcase"`
	}
	testcase struct {
		Name    string      `xml:"name,attr"`
		Class   string      `xml:"classname,attr"`
		Error   *testresult `xml:"error"`
		Failure *testresult `xml:"failure"`
	}
	testresult struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",cdata"`
	}
)

// JUnit writes the results of the class: a suite for each team, a case for each
// part.
func (b *Book) JUnit(to io.Writer) error {
	all := testsuites{Name: text.Visible(b.Course.Title)}
	for i := range b.Records {
		r := &b.Records[i]
		s := b.Score(r)
		one := testsuite{Name: r.Team}
		for n := range s.Parts {
			p := &s.Parts[n]
			c := testcase{Name: p.Name(), Class: r.Team}
			said := lines(p, func(g *GroupScore) string { return g.Name })
			if p.Result != nil {
				said = append(said, causeLines(p.Result.Hidden)...)
				if n := p.Result.More + p.Result.MoreHidden; n > 0 {
					said = append(said, "", "… and "+text.Count(n, "more cause"))
				}
				for _, warning := range p.Result.Warnings {
					said = append(said, "", "warning: "+warning)
				}
			}
			if p.Result != nil && len(p.Result.Survivors) > 0 {
				said = append(said, "", "survivors (for the staff only): "+strings.Join(p.Result.Survivors, ", "))
			}
			result := &testresult{Type: string(p.Part), Message: summary(p), Text: strings.Join(said, "\n")}
			switch class(p) {
			case "failed":
				c.Failure = result
				one.Failures++
			case "other":
				c.Error = result
				one.Errors++
			}
			one.Tests++
			one.Cases = append(one.Cases, c)
		}
		all.Tests, all.Failures, all.Errors = all.Tests+one.Tests, all.Failures+one.Failures, all.Errors+one.Errors
		all.Suites = append(all.Suites, one)
	}
	if _, err := io.WriteString(to, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(to)
	e.Indent("", " ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(to, "\n")
	return err
}
