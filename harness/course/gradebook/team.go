package gradebook

import (
	"io"

	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report/html"
)

// What the page of a team shows.
type (
	teamPage struct {
		Style       string
		Title       string
		Team        string
		Earned      string
		Most        string
		Bonus       string
		Provisional bool
		Rule        []string
		Notes       []string
		Builds      []grade.Built
		Parts       []teamPart
		Steps       []step
	}
	teamPart struct {
		Name, Class, Points, Most, Unasked, Summary string
		Hidden                                      string
		Groups                                      []teamGroup
		Cases                                       []CaseScore
		Causes                                      []pageCause
		Veiled                                      []Veiled
		More                                        int
		Warnings                                    []string
		Needs                                       string // what the lines that run a case again need
	}
	teamGroup struct{ Name, Points, Most, Each, Reason string }
	pageCause struct {
		Verdict, Clause, ClauseText, Message, Details, Cases string
		Count                                                int
		Pictures                                             []pagePicture
	}
	pagePicture struct {
		Caption string
		Picture html.Trusted
	}
)

func (p *teamPage) write(w io.Writer) error {
	whole := html.Page{
		Title: p.Team + ": " + p.Earned + " of " + p.Most + " points", Style: p.Style,
		Body: []html.Node{
			p.header(),
			html.Main(html.Lines(
				p.points(),
				html.Each(p.Builds, failedBuild),
				html.Each(p.Parts, teamPart.section),
				p.steps(),
				ruleSection(p.Rule),
			)),
		},
	}
	return whole.Write(w)
}

func (p *teamPage) header() html.Node {
	bonus := ""
	if p.Bonus != "" {
		bonus = ", of which up to " + p.Bonus + " bonus points come on top"
	}
	return html.Header(html.Lines(
		html.H1(html.Text(p.Title+": "+p.Team)),
		html.P(html.Class("counts"), html.Text(p.Earned+" of "+p.Most+" points"+bonus)),
		html.If(p.Provisional, html.P(
			html.Class("counts other"), html.Text("This grade is provisional: some cases could not be judged and will run again."),
		)),
		html.Texts(p.Notes, html.P, html.Class("counts failed")),
	))
}

// points is the table of the parts.
func (p *teamPage) points() html.Node {
	rows := html.Each(p.Parts, func(part teamPart) html.Node {
		return html.Lines(
			html.Tr(
				html.Th(html.Scope("row"), html.Class(part.Class), html.Text(part.Name)),
				number(part.Points), number(part.Most), number(part.Unasked), html.Td(html.Class("why"), html.Text(part.Summary)),
			),
			html.Each(part.Groups, func(k teamGroup) html.Node {
				why := k.Reason
				if k.Each != "" {
					why += ", " + k.Each + " points each"
				}
				return html.Tr(
					html.Td(html.Class("inner"), html.Text(k.Name)), number(k.Points), number(k.Most), html.Td(), html.Td(html.Class("why"), html.Text(why)),
				)
			}),
		)
	})
	return html.Div(html.Class("wide"), html.Table(html.Class("parts"), html.Lines(
		head(column("part"), numbers("points"), numbers("of"), numbers("not run"), html.Th(html.Scope("col"), html.Class("why"), html.Text("why"))),
		html.TBody(rows),
	)))
}

func failedBuild(b grade.Built) html.Node {
	return html.Section(html.Lines(
		html.H2(html.Text("The build failed: "+b.Failed)),
		html.P(html.Code(html.Text(b.Command)), html.Text(" in "), html.Code(html.Text(b.Dir))),
		html.Maybe(b.Output, html.Pre),
	))
}

// section is what there is to say of a part, if there is anything.
func (p teamPart) section() html.Node {
	if len(p.Causes)+len(p.Veiled)+len(p.Warnings)+len(p.Cases) == 0 && p.Hidden == "" {
		return nil
	}
	warnings := make([]string, len(p.Warnings))
	for i, said := range p.Warnings {
		warnings[i] = "Warning: " + said
	}
	return html.Section(html.Lines(
		html.H2(html.Text(p.Name)),
		html.Maybe(p.Hidden, html.P),
		html.Maybe(p.Needs, html.P),
		html.If(len(p.Causes) > 0, html.Ol(html.Class("causes"), html.Each(p.Causes, pageCause.item))),
		html.If(len(p.Veiled) > 0, html.Lines(
			html.P(html.Text("In hidden cases:")),
			html.Ol(html.Class("causes"), html.Each(p.Veiled, Veiled.item)),
		)),
		html.If(p.More > 0, html.P(html.Textf("… and %d more causes", p.More))),
		html.Texts(warnings, html.P),
		p.cases(),
	))
}

func (c pageCause) item() html.Node {
	var pictures html.Node
	if len(c.Pictures) > 0 {
		pictures = html.Div(html.Class("pair"), html.Map(c.Pictures, func(one pagePicture) html.Node {
			return html.Figure(html.FigCaption(html.Text(one.Caption)), one.Picture)
		}))
	}
	return html.Li(html.Lines(
		html.H3(html.Class("failed"), html.Textf("%s: %d", c.Verdict, c.Count)),
		html.Maybe(c.Message, html.P),
		html.Maybe(c.ClauseText, html.BlockQuote),
		html.If(c.Cases != "", html.P(html.Code(html.Text(c.Cases)))),
		html.Maybe(c.Details, html.Pre),
		pictures,
	))
}

func (v Veiled) item() html.Node {
	title := html.Textf("%s: %d", v.Verdict, v.Count)
	if v.Clause != "" {
		title = html.Textf("%s: %d (%s)", v.Verdict, v.Count, v.Clause)
	}
	hints := make([]string, len(v.Hints))
	for i, said := range v.Hints {
		hints[i] = "Hint: " + said
	}
	return html.Li(html.Lines(
		html.H3(html.Class("failed"), title),
		html.Maybe(v.ClauseText, html.BlockQuote),
		html.If(v.House > 0, html.P(html.Textf("%d of these rest on a house ruling, which the rule book leaves open.", v.House))),
		html.Texts(hints, html.P),
	))
}

// cases is the table of the points of each case.
func (p *teamPart) cases() html.Node {
	if len(p.Cases) == 0 {
		return nil
	}
	return html.Details(html.Lines(
		html.Summary(html.Text("Each case with its points"+rounded(p.Cases))),
		html.Div(html.Class("wide"), html.Table(html.Lines(
			head(column("case"), column("group"), numbers("points each"), numbers("earned"), column("verdict"), column("clause")),
			html.TBody(html.Each(p.Cases, func(c CaseScore) html.Node {
				return html.Tr(rowHead(html.Text(c.Name)), cell(c.Group), number(c.Worth), number(c.Earned), cell(c.Result), cell(c.Clause))
			})),
		))),
	))
}

// steps is the table of what becomes of the points of the parts.
func (p *teamPage) steps() html.Node {
	if len(p.Steps) == 0 {
		return nil
	}
	return html.Section(html.Lines(
		html.H2(html.Text("From the parts to the grade")),
		html.Div(html.Class("wide"), html.Table(html.Lines(
			head(column("step"), numbers("points"), column("why")),
			html.TBody(html.Each(p.Steps, func(s step) html.Node {
				return html.Tr(rowHead(html.Text(s.What)), number(s.Points), html.Td(html.Class("text"), html.Text(s.Why)))
			})),
		))),
	))
}

// ruleSection says how points are counted, on the pages of the teams and of the class.
func ruleSection(rule []string) html.Node {
	return html.Section(html.Class("rule"), html.Lines(html.H2(html.Text("How points are counted")), html.Texts(rule, html.P)))
}

// head is the head of a table.
func head(columns ...html.Node) html.Node { return html.THead(html.Tr(columns...)) }

// column is the head of a column, and numbers that of one with numbers.
func column(name string) html.Node { return html.Th(html.Scope("col"), html.Text(name)) }

func numbers(name string) html.Node {
	return html.Th(html.Scope("col"), html.Class("n"), html.Text(name))
}

// rowHead is the head of a row.
func rowHead(content ...html.Node) html.Node { return html.Th(html.Scope("row"), html.Group(content)) }

// cell is a cell of a table, and number one with a number.
func cell(said string) html.Node   { return html.Td(html.Text(said)) }
func number(said string) html.Node { return html.Td(html.Class("n"), html.Text(said)) }
