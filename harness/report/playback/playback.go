// Package playback makes the page on which a game can be watched again: one file
// that needs no other, with every line of a transcript, or every request of a case
// of play, and a picture of the game at each.
package playback

import (
	"cmp"
	_ "embed" // for the parts of the page
	"fmt"
	"io"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/headline"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a page, and why.
const (
	// stepsMax is more than anybody looks through; a browser lays out as many
	// within a second.
	stepsMax = 5_000
	// nameBytesMax is twice a long name.
	nameBytesMax = 40
	// whatBytesMax is some lines of a telephone.
	whatBytesMax = 200
	// reasonBytesMax is what is said about something wrong.
	reasonBytesMax = 1000
	// messageBytesMax is up to how many bytes a message is shown in full.
	messageBytesMax = 16 << 10
	// messagesBytesMax is that of all messages together. They are compressed with
	// the pictures, to less than a tenth mostly.
	messagesBytesMax = 8 << 20
	// linksMax bounds what the head of the page says is wrong.
	linksMax = 10
)

// The parts of the page.
var (
	//go:embed page/page.css
	pageStyle string
	//go:embed page/page.js
	pageScript string
)

// reel is what the script of the page unpacks.
type reel struct {
	Wide     *film    `json:"wide"`
	Narrow   *film    `json:"narrow"`
	Pictures []int    `json:"pictures"` // the picture of each step, or -1
	Why      []string `json:"why"`      // why there is none, "" if there is nothing to draw
	Messages []string `json:"messages"` // of each step, in full
	Changes  []string `json:"changes"`  // since the step before: lines
}

// Write writes the page of a transcript. Named finds a game by its name. The
// error is one of the reader's, a *game.UsageError, or one of writing; before the
// first nothing is written.
func Write(w io.Writer, r *transcript.Reader, named func(name string) (*game.Game, error)) error {
	c, err := screened(r, named)
	if err != nil {
		return err
	}
	p, err := c.page(r)
	if err != nil {
		return err
	}
	return p.write(w)
}

// screened makes the steps of a transcript.
func screened(r *transcript.Reader, named func(name string) (*game.Game, error)) (*cutter, error) {
	screening, err := transcript.Screen(r, named)
	if err != nil {
		return nil, err
	}
	c := newCutter(screening, r.Header())
	for m, err := range screening.Moments() {
		if err != nil {
			return nil, err
		}
		c.moment(&m)
	}
	return c, nil
}

// A cutter makes steps of the moments of a screening.
type cutter struct {
	album
	header         transcript.Header
	title          string // of the game
	brief, verbose *transcript.Narrator
	players        []string
	breaches       int
	finding        *remark
	result         bool
}

func newCutter(s *transcript.Screening, h transcript.Header) *cutter {
	c := &cutter{
		album: newAlbum(s.Rules()), header: h, title: s.Game().Title,
		brief: transcript.NewNarrator(false, headline.NewWriter(s.Game(), s.Rules())), verbose: transcript.NewNarrator(true, nil),
	}
	begin := step{Number: 1, What: "the recording begins"}
	begin.shot = c.camera.shot
	if h.Side == game.Server {
		begin.shot = c.camera.take(s.Game().Protocol.In, h.In)
	}
	var in []string
	for _, v := range h.In {
		in = append(in, string(v))
	}
	begin.message = c.full("the server was given " + cmp.Or(strings.Join(in, " "), "unknown values"))
	c.steps = append(c.steps, begin)
	return c
}

var toneClasses = map[transcript.Tone]string{transcript.Quiet: "quiet", transcript.Odd: "odd", transcript.Bad: "bad"}

// moment makes a step of a line.
func (c *cutter) moment(m *transcript.Moment) {
	l := &m.Line
	brief, verbose := c.brief.Tell(l), c.verbose.Tell(l)
	if len(c.steps) == stepsMax {
		c.left++
	} else {
		s := step{
			Number: l.Number, Seconds: fmt.Sprintf("%.3f s", l.Ms/1000), What: oneLine(brief.What, whatBytesMax), Raw: brief.Sent,
			Clause: oneLine(cmp.Or(m.Clause, brief.Clause), nameBytesMax), Tone: toneClasses[brief.Tone], message: c.full(verbose.What),
		}
		if s.Who = oneLine(brief.Who, nameBytesMax); brief.Way != "" && (brief.Sent || l.Kind == transcript.Bytes) {
			s.Who = map[string]string{"<": "to ", ">": "from "}[brief.Way] + s.Who
		}
		s.shot = c.camera.take(m.Params, m.Values)
		c.steps = append(c.steps, s)
	}
	switch l.Kind {
	case transcript.SignUp:
		name := oneLine(*l.Name, nameBytesMax)
		c.players = append(c.players, name)
		c.camera.seat(*l.Seat, name)
	case transcript.Breach:
		c.breaches++
		if len(c.wrong) < linksMax {
			c.wrong = append(c.wrong, remark{Step: m.Cause, Text: reason(*l.Message, *l.Clause)})
		}
		c.mark(m.Cause, *l.Message, *l.Clause)
	case transcript.Result:
		c.result = true
	}
	if f := m.Finding; f != nil {
		c.mark(f.Line, "at fault: "+string(f.Side)+": "+f.Message, f.Clause)
		c.finding = &remark{Step: f.Line, Text: reason("at fault: "+string(f.Side)+": "+f.Message, f.Clause)}
	}
}

// mark says that a line is illegal, and why.
func (c *cutter) mark(line int, why, clause string) {
	if line > 0 && line <= len(c.steps) {
		c.steps[line-1].Reason = reason(why, clause)
	}
}

// page is what the page shows.
func (c *cutter) page(r *transcript.Reader) (*page, error) {
	p, err := c.bind()
	if err != nil {
		return nil, err
	}
	p.Title, p.Words = oneLine(c.title, nameBytesMax), oneLine(c.header.Words(), reasonBytesMax)
	if len(c.players) > 0 {
		p.Title += ": " + oneLine(strings.Join(c.players, ", "), reasonBytesMax)
	}
	p.Outcome = text.Count(len(c.steps)+c.left, "step") + ", nothing against the rules"
	if c.breaches > 0 {
		p.Outcome = text.Count(len(c.steps)+c.left, "step") + ", " + text.Count(c.breaches, "breach")
	}
	if n := c.breaches - len(c.wrong); n > 0 {
		p.More = fmt.Sprintf("… and %d more", n)
	}
	if c.finding != nil {
		p.Wrong = append(p.Wrong, *c.finding)
		if c.breaches == 0 {
			p.Outcome = text.Count(len(c.steps)+c.left, "step")
		}
		p.Notes = append(p.Notes, "After the error in the record the state of the game is unknown, so the picture stays.")
	}
	if line := r.Torn(); line > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("Line %d is cut off: the recording stopped there.", line))
	} else if !c.result && c.header.Side == game.Server {
		p.Notes = append(p.Notes, "There is no result: the game was stopped early.")
	}
	return p, nil
}

// oneLine makes text of somebody else fit to be shown: at most so many bytes on
// one line, all of which show as themselves.
func oneLine(said string, most int) string {
	said, cut := text.Cut(said, most)
	said, again := text.Cut(text.Visible(said), most)
	if cut || again {
		said += "…"
	}
	return said
}
