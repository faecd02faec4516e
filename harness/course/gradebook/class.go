package gradebook

import (
	"fmt"
	"io"
	"net/url"
	"strconv"

	"github.com/touchstone-harness/touchstone/harness/report/html"
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
	sections := []html.Node{p.grades(), p.spreads(), p.troubles(), p.cases(), p.likenesses(), p.mutants()}
	for i := range p.Matrices {
		sections = append(sections, p.Matrices[i].section(i))
	}
	whole := html.Page{
		Title: p.Title, Style: style(), Script: classScript,
		Body: []html.Node{
			html.Header(html.Lines(
				html.H1(html.Text(p.Title)),
				html.P(html.Class("counts"), html.Text(p.Teams+". This page is for the staff: it names hidden cases, mutants and all teams.")),
			)),
			html.Main(html.Lines(append(sections, ruleSection(p.Rule))...)),
		},
	}
	return whole.Write(w)
}

// titled is a part of the page with a title.
func titled(id, title string, content ...html.Node) html.Node {
	return html.Section(html.Lines(append([]html.Node{html.H2(html.ID(id), html.Text(title))}, content...)...))
}

// table is one that scrolls where the window is too narrow. The heading with the id names it.
func table(id, class string, head, body html.Node) html.Node {
	return html.Div(html.Class("wide"), html.TabIndex("0"), html.Role("region"), html.Aria("labelledby", id),
		html.Table(html.If(class != "", html.Class(class)), html.Lines(head, html.TBody(body))))
}

// sorted is the value that the script sorts a cell by.
func sorted(value any) html.Node { return html.Data("value", fmt.Sprint(value)) }

// long is a cell with a text of some length.
func long(content ...html.Node) html.Node { return html.Td(html.Class("text"), html.Group(content)) }

// commas are nodes with commas between them.
func commas(list []string, node func(string) html.Node) html.Node {
	var nodes html.Group
	for i, one := range list {
		if i > 0 {
			nodes = append(nodes, html.Text(", "))
		}
		nodes = append(nodes, node(one))
	}
	return nodes
}

// Of teams and causes there are rows of tables, which others lead to.
func teamID(team string) string       { return "team-" + team }
func causeID(number int) string       { return "cause-" + strconv.Itoa(number) }
func toTeam(team string) html.Node    { return html.A(html.ToID(teamID(team)), html.Text(team)) }
func toTeams(list []string) html.Node { return commas(list, toTeam) }

func (p *classPage) grades() html.Node {
	columns := []html.Node{column("team")}
	if p.People {
		columns = append(columns, column("names"))
	}
	columns = append(columns, numbers("points"))
	for _, part := range p.Parts {
		columns = append(columns, numbers(part.Name+" ("+part.Most+")"))
	}
	columns = append(columns, column("notes"), column("causes"))
	return titled("grades", "Grades", table("grades", "sortable grades", head(columns...), html.Each(p.Rows, func(r classRow) html.Node {
		return html.Tr(
			html.ID(teamID(r.Team)),
			rowHead(html.A(html.Href("teams/"+url.PathEscape(r.Team)+".html"), html.Text(r.Team))),
			html.If(p.People, cell(r.People)),
			r.Grade.cell(),
			html.Map(r.Cells, share.cell),
			html.Td(html.If(r.Notes != "", html.Class("text")), html.Text(r.Notes)),
			html.Td(sorted(len(r.Causes)), html.Map(r.Causes, func(n int) html.Node {
				return html.Group{html.A(html.ToID(causeID(n)), html.Text(strconv.Itoa(n))), html.Text(" ")}
			})),
		)
	})))
}

func (s share) cell() html.Node {
	whole := html.El("rect", html.Class("all"), html.Width("100"), html.Height("6"))
	got := html.El("rect", html.Class("got"), html.Width(fmt.Sprint(s.Percent)), html.Height("6"))
	return html.Td(
		html.Class("n share"), sorted(s.Value), html.B(html.Text(s.Points)),
		html.El("svg", html.Class("bar"), html.Attr("viewBox", "0 0 100 6"), html.Attr("preserveAspectRatio", "none"), html.Aria("hidden", "true"), whole, got),
		html.Maybe(s.Why, html.Small),
	)
}

func (p *classPage) spreads() html.Node {
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
		"spread", "Distribution of points", html.Maybe(left, html.P), table("spread", "", columns, html.Each(p.Spreads, classSpread.row)),
	)
}

func (s classSpread) row() html.Node {
	words := s.Words()
	return html.Tr(
		rowHead(html.Text(s.Name)), number(s.Most.String()), number(s.Mean.String()), number(s.Lowest.String()), number(s.Lower.String()),
		number(s.Median.String()), number(s.Upper.String()), number(s.Highest.String()),
		html.Td(
			html.Class("spread"),
			html.El(
				"svg", html.Class("bins"), html.Attr("viewBox", "0 0 100 31"), html.Role("img"), html.Aria("label", words),
				html.El("path", html.Class("axis"), html.Attr("d", "M0 30.5H100")),
				html.Map(s.Bars, func(b bar) html.Node {
					return html.El(
						"rect", html.Class("got"), html.Attr("x", fmt.Sprint(b.X)), html.Attr("y", fmt.Sprint(b.Y)),
						html.Width("9"), html.Height(fmt.Sprint(b.Height)),
					)
				}),
			),
			html.Small(html.Text(words)),
		),
	)
}

func (p *classPage) troubles() html.Node {
	if len(p.Troubles) == 0 {
		return nil
	}
	columns := head(
		numbers("cause"), column("teams affected"), numbers("cases"), column("task"), column("verdict"), column("clause"), column("for example"),
	)
	return titled("causes", "Most frequent causes", table("causes", "", columns, html.Each(p.Troubles, func(t classTrouble) html.Node {
		return html.Tr(
			html.ID(causeID(t.Number)),
			html.Th(html.Scope("row"), html.Class("n"), html.Text(strconv.Itoa(t.Number))),
			long(html.Textf("%d: ", t.Teams), toTeams(t.Hit)), number(strconv.Itoa(t.Cases)),
			cell(t.Task), cell(t.Verdict), cell(t.Clause), long(html.Text(t.Message)),
		)
	})))
}

// cases says what the staff's cases tell.
func (p *classPage) cases() html.Node {
	items := &p.Items
	if len(items.Telling)+len(items.Nobody)+len(items.Everybody) == 0 {
		return nil
	}
	return titled(
		"cases", "What the cases show",
		items.telling(),
		html.If(len(items.Nobody) > 0, html.Details(html.Attr("open"), html.Lines(
			html.Summary(html.Textf("No team passes these: %d", len(items.Nobody))),
			html.P(html.Text("Look at these first: either all teams misread a clause, or the case is not what you intended.")),
			itemList(items.Nobody),
		))),
		html.If(len(items.Everybody) > 0, html.Details(html.Lines(
			html.Summary(html.Textf("Every team that ran these passes them: %d", len(items.Everybody))),
			itemList(items.Everybody),
		))),
	)
}

// telling is the table of the cases that tell teams apart.
func (i *Items) telling() html.Node {
	if len(i.Telling) == 0 {
		return nil
	}
	columns := head(column("case"), column("task"), column("clause"), numbers("teams that pass"), numbers("agreement with other cases"))
	return html.Lines(
		html.H3(html.Text("These tell teams apart best")),
		html.P(html.Textf(
			"Teams that pass such a case also pass more of the others: 1 means always, 0 means no more than by chance. "+
				"With few teams this says little; here %d ran the cases.", i.Asked,
		)),
		table("cases", "sortable", columns, html.Each(i.Telling, func(one Item) html.Node {
			return html.Tr(
				rowHead(html.Code(html.Text(one.Case))), cell(one.Task), cell(one.Clause),
				html.Td(html.Class("n"), sorted(one.Good), html.B(html.Textf("%d of %d", one.Good, one.All))),
				html.Td(html.Class("n"), sorted(one.Telling), html.Textf("%.2f", one.Telling)),
			)
		})),
	)
}

func itemList(list []Item) html.Node {
	return html.Ul(html.Class("ids"), html.Map(list, func(i Item) html.Node {
		return html.Li(html.Code(html.Text(i.Case)), html.If(i.Clause != "", html.Text(" ("+i.Clause+")")))
	}))
}

func (p *classPage) likenesses() html.Node {
	if len(p.Likenesses) == 0 {
		return nil
	}
	columns := head(column("teams"), column("task"), numbers("cases in common"), numbers("wrong answers of each"), column("cases"))
	return titled(
		"alike", "Rare wrong answers in common",
		html.P(html.Text("These teams give the same wrong answers, which few others give. This tells you where to look; it proves nothing: "+
			"teams can share a misreading, a lecture or an example. The pages of teams do not show it.")),
		table("alike", "", columns, html.Each(p.Likenesses, func(l Likeness) html.Node {
			return html.Tr(
				rowHead(toTeams(l.Teams[:])), cell(l.Task), number(strconv.Itoa(len(l.Cases))), number(fmt.Sprintf("%d, %d", l.Wrong[0], l.Wrong[1])),
				long(commas(l.Cases, func(id string) html.Node { return html.Code(html.Text(id)) })),
			)
		})),
	)
}

func (p *classPage) mutants() html.Node {
	if len(p.Mutants) == 0 {
		return nil
	}
	columns := head(column("teams"), column("task"), column("mutant"), column("clause"), column("what it does wrong"))
	return titled(
		"mutants", "Mutants that the teams' suites do not detect",
		html.P(html.Text("For the staff only: the teams' pages say where to look, but do not name the mutants.")),
		table("mutants", "", columns, html.Each(p.Mutants, func(s classSurvivor) html.Node {
			return html.Tr(long(html.Textf("%d: ", s.Teams), toTeams(s.Hit)), cell(s.Task), cell(s.Mutant), cell(s.Clause), long(html.Text(s.Summary)))
		})),
	)
}

func (m *matrix) section(number int) html.Node {
	id := "matrix-" + strconv.Itoa(number)
	columns := []html.Node{column("program")}
	for _, author := range m.Authors {
		columns = append(columns, column(author))
	}
	rows := html.Each(m.Rows, func(r matrixRow) html.Node {
		cells := html.Map(r.Cells, func(c matrixCell) html.Node { return html.Td(html.Class(c.Class), html.Text(c.Text)) })
		return html.Tr(rowHead(html.Text(r.Team)), cells)
	})
	return titled(id, m.Task+": programs (rows) on the suites of other teams (columns)", table(id, "", head(columns...), rows))
}
