package playback

import (
	"io"
	"strconv"

	"github.com/touchstone-harness/touchstone/harness/report/html"
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
		Wide, Narrow html.Trusted
	}
)

// write writes the page.
func (p *page) write(w io.Writer) error {
	whole := html.Page{
		Title: p.Title, Style: p.Style, Script: pageScript,
		Body: []html.Node{
			p.header(),
			html.Main(html.Lines(
				watch(len(p.Steps), p.HasIllegal),
				html.NoScript(html.Lines(p.First.section("first"), p.Last.section("last"))),
				html.Section(html.ID("all"), html.Aria("labelledby", "steps-title"), html.Lines(
					html.H2(html.ID("steps-title"), html.Text("All steps")),
					html.Ol(html.ID("steps"), html.Each(p.Steps, step.item)),
				)),
			)),
			html.Script(html.Type("text/plain"), html.ID("film"), html.Trusted(p.Film)),
		},
	}
	return whole.Write(w)
}

func (p *page) header() html.Node {
	mood := "good"
	var wrong html.Node
	if len(p.Wrong) > 0 {
		mood = "bad"
		wrong = html.Ul(html.Lines(
			html.Each(p.Wrong, func(r remark) html.Node {
				return html.Li(html.A(toStep(r.Step), html.Textf("step %d", r.Step)), html.Text(": "+r.Text))
			}),
			html.Maybe(p.More, html.Li),
		))
	}
	return html.Header(html.Lines(
		html.H1(html.Text(p.Title)),
		html.P(html.Class("words"), html.Text(p.Words)),
		html.P(html.Class(mood), html.Text(p.Outcome)),
		wrong,
		html.Texts(p.Notes, html.P),
	))
}

// stepID is the id of a step, which the script of the page knows.
func stepID(number int) string { return "step=" + strconv.Itoa(number) }

func toStep(number int) html.Node { return html.ToID(stepID(number)) }

// watch is the part that the script drives, and shows.
func watch(steps int, hasIllegal bool) html.Node {
	button := func(id, title string, attributes ...html.Node) html.Node {
		return html.Button(html.Type("button"), html.ID(id), html.Group(attributes), html.Text(title))
	}
	speed := func(perSecond string, attributes ...html.Node) html.Node {
		return html.Option(html.Group(attributes), html.Text(perSecond))
	}
	key := func(name string) html.Node { return html.Kbd(html.Text(name)) }
	return html.Section(html.ID("watch"), html.Aria("label", "The game, step by step"), html.Attr("hidden"), html.Lines(
		html.Div(html.ID("controls"), html.Role("group"), html.Aria("label", "Controls"), html.Lines(
			button("first", "First"),
			button("previous", "Previous"),
			button("play", "Play"),
			button("next", "Next"),
			button("last", "Last"),
			button("illegal", "First illegal", html.If(!hasIllegal, html.Disabled())),
			html.Label(
				html.Text("Steps a second "),
				html.Select(html.ID("speed"), speed("1"), speed("2", html.Selected()), speed("5"), speed("20")),
			),
			html.Input(
				html.Type("range"), html.ID("slider"), html.Aria("label", "Step"), html.Min("1"), html.Max(strconv.Itoa(steps)), html.Value("1"),
			),
		)),
		html.P(html.ID("status"), html.Role("status"), html.Aria("live", "polite")),
		html.P(html.ID("reason"), html.Class("bad"), html.Attr("hidden")),
		html.Div(html.ID("picture")),
		html.Div(html.ID("changed"), html.Attr("hidden"), html.Lines(
			html.H2(html.ID("changed-title"), html.Text("Changed since the previous step (framed in the picture)")),
			html.Ul(html.ID("changes"), html.Aria("labelledby", "changed-title")),
		)),
		html.H2(html.ID("message-title"), html.Text("In full")),
		html.Pre(html.ID("message"), html.TabIndex("0"), html.Role("region"), html.Aria("labelledby", "message-title")),
		html.P(
			html.Class("keys"), key("←"), html.Text(" "), key("→"), html.Text(" a step, "), key("Home"), html.Text(" "), key("End"),
			html.Text(" the first and the last, "), key("Space"), html.Text(" play or pause,\n"), key("i"), html.Text(" the first illegal one"),
		),
	))
}

// section shows the picture, as that of some place: "first" or "last".
func (s *still) section(place string) html.Node {
	if s.Step == 0 {
		return nil
	}
	id := place + "-picture"
	return html.Section(html.Aria("labelledby", id), html.Lines(
		html.H2(html.ID(id), html.Textf("The %s picture, at step %d", place, s.Step)),
		html.Group{html.Div(html.Class("wide"), s.Wide), html.Div(html.Class("narrow"), s.Narrow)},
	))
}

// item is the step in the list of all.
func (s step) item() html.Node {
	what := html.Span
	if s.Raw {
		what = html.Code
	}
	return html.Li(
		html.ID(stepID(s.Number)), html.If(s.Tone != "", html.Class(s.Tone)), html.If(s.Reason != "", html.Attr("data-illegal")),
		html.A(toStep(s.Number), html.Text(strconv.Itoa(s.Number))), html.Text(" "),
		html.Span(html.Class("time"), html.Text(s.Seconds)), html.Text(" "), html.B(html.Text(s.Who)), html.Text(" "),
		what(html.Class("what"), html.Text(s.What)),
		html.If(s.Clause != "", html.Group{html.Text(" "), html.Span(html.Class("clause"), html.Text(s.Clause))}),
		html.If(s.Reason != "", html.P(html.Class("bad"), html.Text("illegal: "+s.Reason))),
	)
}
