package playback

import (
	"io"
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"github.com/touchstone-harness/touchstone/harness/report/markup"
)

// What the page shows.
//
// For whoever drives the page: the buttons are named First, Previous, Play (Pause while it
// plays), Next, Last and First illegal, and have the ids first, previous, play, next, last
// and illegal; #slider is the step, #picture has the picture (one svg with role img),
// #changes lists what is marked in it, #status says the step in words (role status),
// #reason why it is illegal, #message what was said in full. The list of all steps is
// #steps, its items have the ids step=1, step=2 and so on, which are deep links as well;
// the present one has aria-current="step", an illegal one data-illegal.
type (
	page struct {
		Style      string
		Title      string
		Words      string
		Outcome    string
		Wrong      []remark
		More       string
		Notes      []string
		Steps      []step
		First      still
		Last       still
		HasIllegal bool
		Film       string // as pack makes it
	}
	// A step is a line of the transcript; the header is the first.
	step struct {
		Number  int
		Seconds string // since the start, "" for the header
		Who     string
		What    string
		Raw     bool // What is a message as it was sent
		Clause  string
		Tone    string // a class
		Reason  string // why it is illegal, "" if it is not
		message string // in full
		shot
	}
	// A remark is something wrong, with the step to look at.
	remark struct {
		Step int
		Text string
	}
	// A still is a picture in both widths, empty if there is none.
	still struct {
		Step         int
		Wide, Narrow markup.Trusted
	}
)

// write writes the page.
func (p *page) write(w io.Writer) error {
	whole := markup.Page{
		Title: p.Title, Style: p.Style, Script: pageScript,
		Body: []g.Node{
			p.header(),
			html.Main(markup.Lines(
				watch(len(p.Steps), p.HasIllegal),
				html.NoScript(markup.Lines(p.First.section("first"), p.Last.section("last"))),
				html.Section(html.ID("all"), html.Aria("labelledby", "steps-title"), markup.Lines(
					html.H2(html.ID("steps-title"), g.Text("All steps")),
					html.Ol(html.ID("steps"), markup.Each(p.Steps, step.item)),
				)),
			)),
			html.Script(html.Type("text/plain"), html.ID("film"), markup.Trusted(p.Film)),
		},
	}
	return whole.Write(w)
}

func (p *page) header() g.Node {
	mood := "good"
	var wrong g.Node
	if len(p.Wrong) > 0 {
		mood = "bad"
		wrong = html.Ul(markup.Lines(
			markup.Each(p.Wrong, func(r remark) g.Node {
				return html.Li(html.A(toStep(r.Step), g.Textf("step %d", r.Step)), g.Text(": "+r.Text))
			}),
			markup.If(p.More, html.Li),
		))
	}
	return html.Header(markup.Lines(
		html.H1(g.Text(p.Title)),
		html.P(html.Class("words"), g.Text(p.Words)),
		html.P(html.Class(mood), g.Text(p.Outcome)),
		wrong,
		markup.Texts(p.Notes, html.P),
	))
}

// stepID is the id of a step, which the script of the page knows.
func stepID(number int) string { return "step=" + strconv.Itoa(number) }

func toStep(number int) g.Node { return markup.ToID(stepID(number)) }

// watch is the part that the script drives, and shows.
func watch(steps int, hasIllegal bool) g.Node {
	button := func(id, title string, attributes ...g.Node) g.Node {
		return html.Button(html.Type("button"), html.ID(id), g.Group(attributes), g.Text(title))
	}
	speed := func(perSecond string, attributes ...g.Node) g.Node {
		return html.Option(g.Group(attributes), g.Text(perSecond))
	}
	key := func(name string) g.Node { return html.Kbd(g.Text(name)) }
	return html.Section(html.ID("watch"), html.Aria("label", "The game, step by step"), g.Attr("hidden"), markup.Lines(
		html.Div(html.ID("controls"), html.Role("group"), html.Aria("label", "Controls"), markup.Lines(
			button("first", "First"),
			button("previous", "Previous"),
			button("play", "Play"),
			button("next", "Next"),
			button("last", "Last"),
			button("illegal", "First illegal", g.If(!hasIllegal, html.Disabled())),
			html.Label(
				g.Text("Steps a second "),
				html.Select(html.ID("speed"), speed("1"), speed("2", html.Selected()), speed("5"), speed("20")),
			),
			html.Input(
				html.Type("range"), html.ID("slider"), html.Aria("label", "Step"), html.Min("1"), html.Max(strconv.Itoa(steps)), html.Value("1"),
			),
		)),
		html.P(html.ID("status"), html.Role("status"), html.Aria("live", "polite")),
		html.P(html.ID("reason"), html.Class("bad"), g.Attr("hidden")),
		html.Div(html.ID("picture")),
		html.Div(html.ID("changed"), g.Attr("hidden"), markup.Lines(
			html.H2(html.ID("changed-title"), g.Text("Changed since the previous step (framed in the picture)")),
			html.Ul(html.ID("changes"), html.Aria("labelledby", "changed-title")),
		)),
		html.H2(html.ID("message-title"), g.Text("In full")),
		html.Pre(html.ID("message"), html.TabIndex("0"), html.Role("region"), html.Aria("labelledby", "message-title")),
		html.P(
			html.Class("keys"), key("←"), g.Text(" "), key("→"), g.Text(" a step, "), key("Home"), g.Text(" "), key("End"),
			g.Text(" the first and the last, "), key("Space"), g.Text(" play or pause,\n"), key("i"), g.Text(" the first illegal one"),
		),
	))
}

// section shows the picture, as that of some place: "first" or "last".
func (s *still) section(place string) g.Node {
	if s.Step == 0 {
		return nil
	}
	id := place + "-picture"
	return html.Section(html.Aria("labelledby", id), markup.Lines(
		html.H2(html.ID(id), g.Textf("The %s picture, at step %d", place, s.Step)),
		g.Group{html.Div(html.Class("wide"), s.Wide), html.Div(html.Class("narrow"), s.Narrow)},
	))
}

// item is the step in the list of all.
func (s step) item() g.Node {
	what := html.Span
	if s.Raw {
		what = html.Code
	}
	return html.Li(
		html.ID(stepID(s.Number)), g.If(s.Tone != "", html.Class(s.Tone)), g.If(s.Reason != "", g.Attr("data-illegal")),
		html.A(toStep(s.Number), g.Text(strconv.Itoa(s.Number))), g.Text(" "),
		html.Span(html.Class("time"), g.Text(s.Seconds)), g.Text(" "), html.B(g.Text(s.Who)), g.Text(" "),
		what(html.Class("what"), g.Text(s.What)),
		g.If(s.Clause != "", g.Group{g.Text(" "), html.Span(html.Class("clause"), g.Text(s.Clause))}),
		g.If(s.Reason != "", html.P(html.Class("bad"), g.Text("illegal: "+s.Reason))),
	)
}
