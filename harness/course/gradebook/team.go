package gradebook

import (
	"io"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/report/markup"
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
		Picture markup.Trusted
	}
)

func (p *teamPage) write(w io.Writer) error {
	whole := markup.Page{
		Title: p.Team + ": " + p.Earned + " of " + p.Most + " points", Style: p.Style,
		Body: []g.Node{
			p.header(),
			html.Main(markup.Lines(
				p.points(),
				markup.Each(p.Builds, failedBuild),
				markup.Each(p.Parts, teamPart.section),
				p.steps(),
				ruleSection(p.Rule),
			)),
		},
	}
	return whole.Write(w)
}

func (p *teamPage) header() g.Node {
	bonus := ""
	if p.Bonus != "" {
		bonus = ", of which up to " + p.Bonus + " bonus points come on top"
	}
	return html.Header(markup.Lines(
		html.H1(g.Text(p.Title+": "+p.Team)),
		html.P(html.Class("counts"), g.Text(p.Earned+" of "+p.Most+" points"+bonus)),
		g.If(p.Provisional, html.P(
			html.Class("counts other"), g.Text("This grade is provisional: some cases could not be judged and will run again."),
		)),
		markup.Texts(p.Notes, html.P, html.Class("counts failed")),
	))
}

// points is the table of the parts.
func (p *teamPage) points() g.Node {
	rows := markup.Each(p.Parts, func(part teamPart) g.Node {
		return markup.Lines(
			html.Tr(
				html.Th(html.Scope("row"), html.Class(part.Class), g.Text(part.Name)),
				number(part.Points), number(part.Most), number(part.Unasked), html.Td(html.Class("why"), g.Text(part.Summary)),
			),
			markup.Each(part.Groups, func(k teamGroup) g.Node {
				why := k.Reason
				if k.Each != "" {
					why += ", " + k.Each + " points each"
				}
				return html.Tr(
					html.Td(html.Class("inner"), g.Text(k.Name)), number(k.Points), number(k.Most), html.Td(), html.Td(html.Class("why"), g.Text(why)),
				)
			}),
		)
	})
	return html.Div(html.Class("wide"), html.Table(html.Class("parts"), markup.Lines(
		head(column("part"), numbers("points"), numbers("of"), numbers("not run"), html.Th(html.Scope("col"), html.Class("why"), g.Text("why"))),
		html.TBody(rows),
	)))
}

func failedBuild(b grade.Built) g.Node {
	return html.Section(markup.Lines(
		html.H2(g.Text("The build failed: "+b.Failed)),
		html.P(html.Code(g.Text(b.Command)), g.Text(" in "), html.Code(g.Text(b.Dir))),
		markup.If(b.Output, html.Pre),
	))
}

// section is what there is to say of a part, if there is anything.
func (p teamPart) section() g.Node {
	if len(p.Causes)+len(p.Veiled)+len(p.Warnings)+len(p.Cases) == 0 && p.Hidden == "" {
		return nil
	}
	warnings := make([]string, len(p.Warnings))
	for i, said := range p.Warnings {
		warnings[i] = "Warning: " + said
	}
	return html.Section(markup.Lines(
		html.H2(g.Text(p.Name)),
		markup.If(p.Hidden, html.P),
		markup.If(p.Needs, html.P),
		g.If(len(p.Causes) > 0, html.Ol(html.Class("causes"), markup.Each(p.Causes, pageCause.item))),
		g.If(len(p.Veiled) > 0, markup.Lines(
			html.P(g.Text("In hidden cases:")),
			html.Ol(html.Class("causes"), markup.Each(p.Veiled, Veiled.item)),
		)),
		g.If(p.More > 0, html.P(g.Textf("… and %d more causes", p.More))),
		markup.Texts(warnings, html.P),
		p.cases(),
	))
}

func (c pageCause) item() g.Node {
	var pictures g.Node
	if len(c.Pictures) > 0 {
		pictures = html.Div(html.Class("pair"), g.Map(c.Pictures, func(one pagePicture) g.Node {
			return html.Figure(html.FigCaption(g.Text(one.Caption)), one.Picture)
		}))
	}
	return html.Li(markup.Lines(
		html.H3(html.Class("failed"), g.Textf("%s: %d", c.Verdict, c.Count)),
		markup.If(c.Message, html.P),
		markup.If(c.ClauseText, html.BlockQuote),
		g.If(c.Cases != "", html.P(html.Code(g.Text(c.Cases)))),
		markup.If(c.Details, html.Pre),
		pictures,
	))
}

func (v Veiled) item() g.Node {
	title := g.Textf("%s: %d", v.Verdict, v.Count)
	if v.Clause != "" {
		title = g.Textf("%s: %d (%s)", v.Verdict, v.Count, v.Clause)
	}
	hints := make([]string, len(v.Hints))
	for i, said := range v.Hints {
		hints[i] = "Hint: " + said
	}
	return html.Li(markup.Lines(
		html.H3(html.Class("failed"), title),
		markup.If(v.ClauseText, html.BlockQuote),
		g.If(v.House > 0, html.P(g.Textf("%d of these rest on a house ruling, which the rule book leaves open.", v.House))),
		markup.Texts(hints, html.P),
	))
}

// cases is the table of the points of each case.
func (p *teamPart) cases() g.Node {
	if len(p.Cases) == 0 {
		return nil
	}
	return html.Details(markup.Lines(
		html.Summary(g.Text("Each case with its points")),
		html.Div(html.Class("wide"), html.Table(markup.Lines(
			head(column("case"), column("group"), numbers("points each"), numbers("earned"), column("verdict"), column("clause")),
			html.TBody(markup.Each(p.Cases, func(c CaseScore) g.Node {
				return html.Tr(rowHead(g.Text(c.Name)), cell(c.Group), number(c.Worth), number(c.Earned), cell(c.Result), cell(c.Clause))
			})),
		))),
	))
}

// steps is the table of what becomes of the points of the parts.
func (p *teamPage) steps() g.Node {
	if len(p.Steps) == 0 {
		return nil
	}
	return html.Section(markup.Lines(
		html.H2(g.Text("From the parts to the grade")),
		html.Div(html.Class("wide"), html.Table(markup.Lines(
			head(column("step"), numbers("points"), column("why")),
			html.TBody(markup.Each(p.Steps, func(s step) g.Node {
				return html.Tr(rowHead(g.Text(s.What)), number(s.Points), html.Td(html.Class("text"), g.Text(s.Why)))
			})),
		))),
	))
}

// ruleSection says how points are counted, on the pages of the teams and of the class.
func ruleSection(rule []string) g.Node {
	return html.Section(html.Class("rule"), markup.Lines(html.H2(g.Text("How points are counted")), markup.Texts(rule, html.P)))
}

// head is the head of a table.
func head(columns ...g.Node) g.Node { return html.THead(html.Tr(columns...)) }

// column is the head of a column, and numbers that of one with numbers.
func column(name string) g.Node { return html.Th(html.Scope("col"), g.Text(name)) }

func numbers(name string) g.Node { return html.Th(html.Scope("col"), html.Class("n"), g.Text(name)) }

// rowHead is the head of a row.
func rowHead(content ...g.Node) g.Node { return html.Th(html.Scope("row"), g.Group(content)) }

// cell is a cell of a table, and number one with a number.
func cell(said string) g.Node   { return html.Td(g.Text(said)) }
func number(said string) g.Node { return html.Td(html.Class("n"), g.Text(said)) }
