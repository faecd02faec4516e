package report

import (
	"io"
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"github.com/touchstone-harness/touchstone/harness/report/markup"
)

// What the page shows.
type (
	page struct {
		Style      string
		Task       string
		Counts     string
		Perhaps    string
		Mood       string
		Unfinished string
		Faults     []string // of the game's reference
		Options    string   // that differ from their defaults
		Facts      []pageFact
		Causes     []pageCause
		MoreCauses string
		Known      []pageCause
		Warnings   []pageCause
		Outcomes   []pageOutcome
		Cases      []pageCase
	}
	pageFact struct {
		Name, Text string
		Link       bool // the text is an address
	}
	pageCause struct {
		Class, Title, Message, More string
		Teaches                     []string
		Lesson                      []pageFact // of the first case
		Cases                       []pageCase
	}
	pageOutcome struct {
		Name  string
		Count int
	}
	pageCase struct {
		Number                               int
		Class, Outcome, ID, Message, Details string
		Pictures                             *Pair
	}
)

func (p *page) write(w io.Writer) error {
	whole := markup.Page{
		Title: p.Task + ": " + p.Counts, Style: p.Style, Script: pageScript,
		Body: []g.Node{
			p.header(),
			html.Main(markup.Lines(p.causes(), causeList("known", "Known failures", p.Known), causeList("warnings", "Warnings", p.Warnings), p.cases())),
		},
	}
	return whole.Write(w)
}

func (p *page) header() g.Node {
	return html.Header(markup.Lines(
		html.H1(g.Text(p.Task)),
		html.P(html.Class("counts "+p.Mood), g.Text(p.Counts)),
		markup.Texts(p.Faults, html.P, html.Class("counts other")),
		markup.If(p.Unfinished, html.P, html.Class("counts failed")),
		g.If(p.Options != "", html.P(g.Text("Options: "), html.Code(g.Text(p.Options)))),
		html.Details(markup.Lines(
			html.Summary(g.Text("About this run")),
			html.Dl(markup.Each(p.Facts, func(f pageFact) g.Node {
				return g.Group{html.Dt(g.Text(f.Name)), html.Dd(html.Code(g.Text(f.Text)))}
			})),
		)),
	))
}

// titled is a part of the page with a title, which names it.
func titled(id, title string, content ...g.Node) g.Node {
	nodes := append([]g.Node{html.H2(html.ID(id), g.Text(title))}, content...)
	return html.Section(html.Aria("labelledby", id), markup.Lines(nodes...))
}

// toCase is a link to a case of the list.
func toCase(c pageCase) g.Node {
	return html.A(markup.ToID(caseID(c)), g.Text(c.ID))
}

func caseID(c pageCase) string { return "case-" + strconv.Itoa(c.Number) }

// toCases are links to cases, each with a space behind it.
func toCases(list []pageCase) g.Node {
	return g.Map(list, func(c pageCase) g.Node { return g.Group{toCase(c), g.Text(" ")} })
}

func (p *page) causes() g.Node {
	if len(p.Causes) == 0 {
		return nil
	}
	return titled("causes", "Causes",
		markup.If(p.Perhaps, html.P),
		html.Ol(html.Class("causes"), markup.Each(p.Causes, func(c pageCause) g.Node {
			return html.Li(markup.Lines(
				html.H3(html.Class(c.Class), g.Text(c.Title)),
				html.P(toCase(c.Cases[0])),
				markup.If(c.Message, html.P),
				markup.Texts(c.Teaches, html.P),
				g.If(len(c.Lesson) > 0, html.Dl(markup.Each(c.Lesson, func(f pageFact) g.Node {
					said := g.Text(f.Text)
					if f.Link {
						// The site may be a folder of this machine.
						said = html.A(markup.Href(f.Text, "file"), said)
					}
					return g.Group{html.Dt(g.Text(f.Name)), html.Dd(said)}
				}))),
				g.If(len(c.Cases) > 1, html.P(g.Text("and "), toCases(c.Cases[1:]), g.Text(c.More))),
			))
		})),
		markup.If(p.MoreCauses, html.P),
	)
}

// causeList is a part with causes that need no repair.
func causeList(id, title string, list []pageCause) g.Node {
	if len(list) == 0 {
		return nil
	}
	return titled(id, title, html.Ul(markup.Each(list, func(c pageCause) g.Node {
		return html.Li(markup.Lines(
			html.P(g.Text(c.Message+": "+c.Title)),
			html.P(toCases(c.Cases), g.Text(c.More)),
		))
	})))
}

func (p *page) cases() g.Node {
	return titled("cases", "Cases", p.filter(), html.Ul(html.ID("list"), markup.Each(p.Cases, pageCase.item)))
}

// filter is for the script, which shows it.
func (p *page) filter() g.Node {
	key := func(name string) g.Node { return html.Kbd(g.Text(name)) }
	return html.Form(
		html.ID("filter"), html.Role("search"), g.Attr("hidden"),
		markup.Lines(
			html.Label(
				g.Text("Search "),
				html.Input(html.Type("search"), html.Name("words"), html.AutoComplete("off"), g.Attr("spellcheck", "false")),
			),
			html.Label(g.Text("Verdict "), html.Select(html.Name("verdict"), markup.Lines(
				html.Option(html.Value(""), g.Text("all")),
				html.Option(html.Value("!"), g.Text("all that have to be repaired")),
				markup.Each(p.Outcomes, func(o pageOutcome) g.Node {
					return html.Option(html.Value(o.Name), g.Textf("%s (%d)", o.Name, o.Count))
				}),
			))),
			g.El("output", html.Name("shown"), html.Aria("live", "polite")),
			html.P(
				html.Class("keys"), key("/"), g.Text(" search, "), key("j"), g.Text(" "), key("k"), g.Text(" next and previous case, "),
				key("Enter"), g.Text(" open or close, "), key("Esc"), g.Text(" show all"),
			),
		),
	)
}

// item is a case in the list of all.
func (c pageCase) item() g.Node {
	head := g.Group{
		html.B(html.Class(c.Class), g.Text(c.Outcome)), g.Text(" "), html.Code(g.Text(c.ID)), g.Text(" " + c.Message),
	}
	var said g.Node = html.P(html.TabIndex("-1"), head)
	if c.Details != "" {
		said = html.Details(html.Summary(head), html.Pre(g.Text(c.Details)), c.Pictures.figures())
	}
	return html.Li(html.ID(caseID(c)), html.Data("verdict", c.Outcome), said)
}

// figures are the pictures side by side.
func (p *Pair) figures() g.Node {
	if p == nil {
		return nil
	}
	figure := func(caption string, picture markup.Trusted, attributes ...g.Node) g.Node {
		if picture == "" {
			return nil
		}
		return html.Figure(g.Group(attributes), html.FigCaption(g.Text(caption)), picture)
	}
	return html.Div(html.Class("pair"),
		figure("input", p.Input, html.Class("input")), figure("expected", p.Expected), figure("received", p.Received))
}
