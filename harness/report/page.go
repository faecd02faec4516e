package report

import (
	"io"
	"strconv"

	"github.com/touchstone-harness/touchstone/harness/report/html"
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
	whole := html.Page{
		Title: p.Task + ": " + p.Counts, Style: p.Style, Script: pageScript,
		Body: []html.Node{
			p.header(),
			html.Main(html.Lines(p.causes(), causeList("known", "Known failures", p.Known), causeList("warnings", "Warnings", p.Warnings), p.cases())),
		},
	}
	return whole.Write(w)
}

func (p *page) header() html.Node {
	return html.Header(html.Lines(
		html.H1(html.Text(p.Task)),
		html.P(html.Class("counts "+p.Mood), html.Text(p.Counts)),
		html.Texts(p.Faults, html.P, html.Class("counts other")),
		html.Maybe(p.Unfinished, html.P, html.Class("counts failed")),
		html.If(p.Options != "", html.P(html.Text("Options: "), html.Code(html.Text(p.Options)))),
		html.Details(html.Lines(
			html.Summary(html.Text("About this run")),
			html.Dl(html.Each(p.Facts, func(f pageFact) html.Node {
				return html.Group{html.Dt(html.Text(f.Name)), html.Dd(html.Code(html.Text(f.Text)))}
			})),
		)),
	))
}

// titled is a part of the page with a title, which names it.
func titled(id, title string, content ...html.Node) html.Node {
	nodes := append([]html.Node{html.H2(html.ID(id), html.Text(title))}, content...)
	return html.Section(html.Aria("labelledby", id), html.Lines(nodes...))
}

// toCase is a link to a case of the list.
func toCase(c pageCase) html.Node {
	return html.A(html.ToID(caseID(c)), html.Text(c.ID))
}

func caseID(c pageCase) string { return "case-" + strconv.Itoa(c.Number) }

// toCases are links to cases, each with a space behind it.
func toCases(list []pageCase) html.Node {
	return html.Map(list, func(c pageCase) html.Node { return html.Group{toCase(c), html.Text(" ")} })
}

func (p *page) causes() html.Node {
	if len(p.Causes) == 0 {
		return nil
	}
	return titled("causes", "Causes",
		html.Maybe(p.Perhaps, html.P),
		html.Ol(html.Class("causes"), html.Each(p.Causes, func(c pageCause) html.Node {
			return html.Li(html.Lines(
				html.H3(html.Class(c.Class), html.Text(c.Title)),
				html.P(toCase(c.Cases[0])),
				html.Maybe(c.Message, html.P),
				html.Texts(c.Teaches, html.P),
				html.If(len(c.Lesson) > 0, html.Dl(html.Each(c.Lesson, func(f pageFact) html.Node {
					said := html.Text(f.Text)
					if f.Link {
						// The site may be a folder of this machine.
						said = html.A(html.Href(f.Text, "file"), said)
					}
					return html.Group{html.Dt(html.Text(f.Name)), html.Dd(said)}
				}))),
				html.If(len(c.Cases) > 1, html.P(html.Text("and "), toCases(c.Cases[1:]), html.Text(c.More))),
			))
		})),
		html.Maybe(p.MoreCauses, html.P),
	)
}

// causeList is a part with causes that need no repair.
func causeList(id, title string, list []pageCause) html.Node {
	if len(list) == 0 {
		return nil
	}
	return titled(id, title, html.Ul(html.Each(list, func(c pageCause) html.Node {
		return html.Li(html.Lines(
			html.P(html.Text(c.Message+": "+c.Title)),
			html.P(toCases(c.Cases), html.Text(c.More)),
		))
	})))
}

func (p *page) cases() html.Node {
	return titled("cases", "Cases", p.filter(), html.Ul(html.ID("list"), html.Each(p.Cases, pageCase.item)))
}

// filter is for the script, which shows it.
func (p *page) filter() html.Node {
	key := func(name string) html.Node { return html.Kbd(html.Text(name)) }
	return html.Form(
		html.ID("filter"), html.Role("search"), html.Attr("hidden"),
		html.Lines(
			html.Label(
				html.Text("Search "),
				html.Input(html.Type("search"), html.Name("words"), html.AutoComplete("off"), html.Attr("spellcheck", "false")),
			),
			html.Label(html.Text("Verdict "), html.Select(html.Name("verdict"), html.Lines(
				html.Option(html.Value(""), html.Text("all")),
				html.Option(html.Value("!"), html.Text("all that have to be repaired")),
				html.Each(p.Outcomes, func(o pageOutcome) html.Node {
					return html.Option(html.Value(o.Name), html.Textf("%s (%d)", o.Name, o.Count))
				}),
			))),
			html.El("output", html.Name("shown"), html.Aria("live", "polite")),
			html.P(
				html.Class("keys"), key("/"), html.Text(" search, "), key("j"), html.Text(" "), key("k"), html.Text(" next and previous case, "),
				key("Enter"), html.Text(" open or close, "), key("Esc"), html.Text(" show all"),
			),
		),
	)
}

// item is a case in the list of all.
func (c pageCase) item() html.Node {
	head := html.Group{
		html.B(html.Class(c.Class), html.Text(c.Outcome)), html.Text(" "), html.Code(html.Text(c.ID)), html.Text(" " + c.Message),
	}
	var said html.Node = html.P(html.TabIndex("-1"), head)
	if c.Details != "" {
		said = html.Details(html.Summary(head), html.Pre(html.Text(c.Details)), c.Pictures.figures())
	}
	return html.Li(html.ID(caseID(c)), html.Data("verdict", c.Outcome), said)
}

// figures are the pictures side by side.
func (p *Pair) figures() html.Node {
	if p == nil {
		return nil
	}
	figure := func(caption string, picture html.Trusted, attributes ...html.Node) html.Node {
		if picture == "" {
			return nil
		}
		return html.Figure(html.Group(attributes), html.FigCaption(html.Text(caption)), picture)
	}
	return html.Div(html.Class("pair"),
		figure("input", p.Input, html.Class("input")), figure(p.right, p.Expected), figure("received", p.Received))
}
