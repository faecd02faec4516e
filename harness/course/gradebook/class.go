package gradebook

import (
	"fmt"
	"io"
	"net/url"
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"github.com/touchstone-harness/touchstone/harness/report/markup"
)

// What the page of the class shows.
type (
	classPage struct {
		Title      string
		Teams      string // how many, in words
		Rule       []string
		People     bool // the roster names them
		Parts      []classColumn
		Rows       []classRow
		Spreads    []classSpread
		LeftOut    string // of the spreads
		Troubles   []classTrouble
		Items      Items
		Likenesses []Likeness
		Mutants    []classSurvivor
		Matrices   []matrix
	}
	classColumn struct{ Name, Most string }
	classRow    struct {
		Team, People string
		Grade        share
		Cells        []share
		Notes        string
		Causes       []int
	}
	// A share is points as a number, and as a length.
	share struct {
		Points  string
		Value   int64   // in hundredths, to sort by
		Percent float64 // of what can be earned
		Why     string  // in words: "7 of 8 cases pass"
	}
	classSpread struct {
		Spread
		Bars []bar
	}
	// A bar is one of a distribution, in a picture of 100 times 30.
	bar          struct{ X, Y, Height float64 }
	classTrouble struct {
		Trouble
		Number int
	}
	classSurvivor struct {
		Survivor
		Hit []string
	}
	matrix struct {
		Task    string
		Authors []string
		Rows    []matrixRow
	}
	matrixRow struct {
		Team  string
		Cells []matrixCell
	}
	matrixCell struct{ Text, Class string }
)

func (p *classPage) write(w io.Writer) error {
	sections := []g.Node{p.grades(), p.spreads(), p.troubles(), p.cases(), p.likenesses(), p.mutants()}
	for i := range p.Matrices {
		sections = append(sections, p.Matrices[i].section(i))
	}
	whole := markup.Page{
		Title: p.Title, Style: style(), Script: classScript,
		Body: []g.Node{
			html.Header(markup.Lines(
				html.H1(g.Text(p.Title)),
				html.P(html.Class("counts"), g.Text(p.Teams+". This page is for the staff: it names hidden cases, mutants and all teams.")),
			)),
			html.Main(markup.Lines(append(sections, ruleSection(p.Rule))...)),
		},
	}
	return whole.Write(w)
}

// titled is a part of the page with a title.
func titled(id, title string, content ...g.Node) g.Node {
	return html.Section(markup.Lines(append([]g.Node{html.H2(html.ID(id), g.Text(title))}, content...)...))
}

// table is one that scrolls where the window is too narrow. The heading with the id names it.
func table(id, class string, head, body g.Node) g.Node {
	return html.Div(html.Class("wide"), html.TabIndex("0"), html.Role("region"), html.Aria("labelledby", id),
		html.Table(g.If(class != "", html.Class(class)), markup.Lines(head, html.TBody(body))))
}

// sorted is the value that the script sorts a cell by.
func sorted(value any) g.Node { return html.Data("value", fmt.Sprint(value)) }

// long is a cell with a text of some length.
func long(content ...g.Node) g.Node { return html.Td(html.Class("text"), g.Group(content)) }

// commas are nodes with commas between them.
func commas(list []string, node func(string) g.Node) g.Node {
	var nodes g.Group
	for i, one := range list {
		if i > 0 {
			nodes = append(nodes, g.Text(", "))
		}
		nodes = append(nodes, node(one))
	}
	return nodes
}

// Of teams and causes there are rows of tables, which others lead to.
func teamID(team string) string    { return "team-" + team }
func causeID(number int) string    { return "cause-" + strconv.Itoa(number) }
func toTeam(team string) g.Node    { return html.A(markup.ToID(teamID(team)), g.Text(team)) }
func toTeams(list []string) g.Node { return commas(list, toTeam) }

func (p *classPage) grades() g.Node {
	columns := []g.Node{column("team")}
	if p.People {
		columns = append(columns, column("names"))
	}
	columns = append(columns, numbers("points"))
	for _, part := range p.Parts {
		columns = append(columns, numbers(part.Name+" ("+part.Most+")"))
	}
	columns = append(columns, column("notes"), column("causes"))
	return titled("grades", "Grades", table("grades", "sortable grades", head(columns...), markup.Each(p.Rows, func(r classRow) g.Node {
		return html.Tr(
			html.ID(teamID(r.Team)),
			rowHead(html.A(markup.Href("teams/"+url.PathEscape(r.Team)+".html"), g.Text(r.Team))),
			g.If(p.People, cell(r.People)),
			r.Grade.cell(),
			g.Map(r.Cells, share.cell),
			html.Td(g.If(r.Notes != "", html.Class("text")), g.Text(r.Notes)),
			html.Td(sorted(len(r.Causes)), g.Map(r.Causes, func(n int) g.Node {
				return g.Group{html.A(markup.ToID(causeID(n)), g.Text(strconv.Itoa(n))), g.Text(" ")}
			})),
		)
	})))
}

func (s share) cell() g.Node {
	whole := g.El("rect", html.Class("all"), html.Width("100"), html.Height("6"))
	got := g.El("rect", html.Class("got"), html.Width(fmt.Sprint(s.Percent)), html.Height("6"))
	return html.Td(
		html.Class("n share"), sorted(s.Value), html.B(g.Text(s.Points)),
		g.El("svg", html.Class("bar"), g.Attr("viewBox", "0 0 100 6"), g.Attr("preserveAspectRatio", "none"), html.Aria("hidden", "true"), whole, got),
		markup.If(s.Why, html.Small),
	)
}

func (p *classPage) spreads() g.Node {
	if len(p.Spreads) == 0 {
		return nil
	}
	left := ""
	if p.LeftOut != "" {
		left = "Without teams that submitted nothing: " + p.LeftOut + "."
	}
	columns := head(
		column("part"), numbers("of"), numbers("mean"), numbers("lowest"), numbers("lower quartile"), numbers("median"),
		numbers("upper quartile"), numbers("highest"), column("teams by share of the points, from 0 to 100 %"),
	)
	return titled(
		"spread", "Distribution of points", markup.If(left, html.P), table("spread", "", columns, markup.Each(p.Spreads, classSpread.row)),
	)
}

func (s classSpread) row() g.Node {
	words := s.Words()
	return html.Tr(
		rowHead(g.Text(s.Name)), number(s.Most.String()), number(s.Mean.String()), number(s.Lowest.String()), number(s.Lower.String()),
		number(s.Median.String()), number(s.Upper.String()), number(s.Highest.String()),
		html.Td(
			html.Class("spread"),
			g.El(
				"svg", html.Class("bins"), g.Attr("viewBox", "0 0 100 31"), html.Role("img"), html.Aria("label", words),
				g.El("path", html.Class("axis"), g.Attr("d", "M0 30.5H100")),
				g.Map(s.Bars, func(b bar) g.Node {
					return g.El(
						"rect", html.Class("got"), g.Attr("x", fmt.Sprint(b.X)), g.Attr("y", fmt.Sprint(b.Y)),
						html.Width("9"), html.Height(fmt.Sprint(b.Height)),
					)
				}),
			),
			html.Small(g.Text(words)),
		),
	)
}

func (p *classPage) troubles() g.Node {
	if len(p.Troubles) == 0 {
		return nil
	}
	columns := head(
		numbers("cause"), column("teams affected"), numbers("cases"), column("task"), column("verdict"), column("clause"), column("for example"),
	)
	return titled("causes", "Most frequent causes", table("causes", "", columns, markup.Each(p.Troubles, func(t classTrouble) g.Node {
		return html.Tr(
			html.ID(causeID(t.Number)),
			html.Th(html.Scope("row"), html.Class("n"), g.Text(strconv.Itoa(t.Number))),
			long(g.Textf("%d: ", t.Teams), toTeams(t.Hit)), number(strconv.Itoa(t.Cases)),
			cell(t.Task), cell(t.Verdict), cell(t.Clause), long(g.Text(t.Message)),
		)
	})))
}

// cases says what the staff's cases tell.
func (p *classPage) cases() g.Node {
	items := &p.Items
	if len(items.Telling)+len(items.Nobody)+len(items.Everybody) == 0 {
		return nil
	}
	return titled(
		"cases", "What the cases show",
		items.telling(),
		g.If(len(items.Nobody) > 0, html.Details(g.Attr("open"), markup.Lines(
			html.Summary(g.Textf("No team passes these: %d", len(items.Nobody))),
			html.P(g.Text("Look at these first: either all teams misread a clause, or the case is not what you intended.")),
			itemList(items.Nobody),
		))),
		g.If(len(items.Everybody) > 0, html.Details(markup.Lines(
			html.Summary(g.Textf("Every team that ran these passes them: %d", len(items.Everybody))),
			itemList(items.Everybody),
		))),
	)
}

// telling is the table of the cases that tell teams apart.
func (i *Items) telling() g.Node {
	if len(i.Telling) == 0 {
		return nil
	}
	columns := head(column("case"), column("task"), column("clause"), numbers("teams that pass"), numbers("agreement with other cases"))
	return markup.Lines(
		html.H3(g.Text("These tell teams apart best")),
		html.P(g.Textf(
			"Teams that pass such a case also pass more of the others: 1 means always, 0 means no more than by chance. "+
				"With few teams this says little; here %d ran the cases.", i.Asked,
		)),
		table("cases", "sortable", columns, markup.Each(i.Telling, func(one Item) g.Node {
			return html.Tr(
				rowHead(html.Code(g.Text(one.Case))), cell(one.Task), cell(one.Clause),
				html.Td(html.Class("n"), sorted(one.Good), html.B(g.Textf("%d of %d", one.Good, one.All))),
				html.Td(html.Class("n"), sorted(one.Telling), g.Textf("%.2f", one.Telling)),
			)
		})),
	)
}

func itemList(list []Item) g.Node {
	return html.Ul(html.Class("ids"), g.Map(list, func(i Item) g.Node {
		return html.Li(html.Code(g.Text(i.Case)), g.If(i.Clause != "", g.Text(" ("+i.Clause+")")))
	}))
}

func (p *classPage) likenesses() g.Node {
	if len(p.Likenesses) == 0 {
		return nil
	}
	columns := head(column("teams"), column("task"), numbers("cases in common"), numbers("wrong answers of each"), column("cases"))
	return titled(
		"alike", "Rare wrong answers in common",
		html.P(g.Text("These teams give the same wrong answers, which few others give. This tells you where to look; it proves nothing: "+
			"teams can share a misreading, a lecture or an example. The pages of teams do not show it.")),
		table("alike", "", columns, markup.Each(p.Likenesses, func(l Likeness) g.Node {
			return html.Tr(
				rowHead(toTeams(l.Teams[:])), cell(l.Task), number(strconv.Itoa(len(l.Cases))), number(fmt.Sprintf("%d, %d", l.Wrong[0], l.Wrong[1])),
				long(commas(l.Cases, func(id string) g.Node { return html.Code(g.Text(id)) })),
			)
		})),
	)
}

func (p *classPage) mutants() g.Node {
	if len(p.Mutants) == 0 {
		return nil
	}
	columns := head(column("teams"), column("task"), column("mutant"), column("clause"), column("what it does wrong"))
	return titled(
		"mutants", "Mutants that the teams' suites do not detect",
		html.P(g.Text("For the staff only: the teams' pages say where to look, but do not name the mutants.")),
		table("mutants", "", columns, markup.Each(p.Mutants, func(s classSurvivor) g.Node {
			return html.Tr(long(g.Textf("%d: ", s.Teams), toTeams(s.Hit)), cell(s.Task), cell(s.Mutant), cell(s.Clause), long(g.Text(s.Summary)))
		})),
	)
}

func (m *matrix) section(number int) g.Node {
	id := "matrix-" + strconv.Itoa(number)
	columns := []g.Node{column("program")}
	for _, author := range m.Authors {
		columns = append(columns, column(author))
	}
	rows := markup.Each(m.Rows, func(r matrixRow) g.Node {
		cells := g.Map(r.Cells, func(c matrixCell) g.Node { return html.Td(html.Class(c.Class), g.Text(c.Text)) })
		return html.Tr(rowHead(g.Text(r.Team)), cells)
	})
	return titled(id, m.Task+": programs (rows) on the suites of other teams (columns)", table(id, "", head(columns...), rows))
}
