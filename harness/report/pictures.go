package report

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/report/html"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
)

// How much of a report are pictures, and why.
const (
	// pairsMax is of how many failures pictures are made, whether there is room
	// for them or not: more than anybody looks at.
	pairsMax = 100
	// pictureBytesMax is some times a picture of the fullest board.
	pictureBytesMax = 200_000
	// picturesBytesMax bounds all pictures. They take of detailsBytesMax, of which
	// this leaves enough for some hundred failures in words.
	picturesBytesMax = 1_500_000
	// inputsBytesMax is how much of that are inputs: the answers show more.
	inputsBytesMax = picturesBytesMax / 3
	// picturePixels lets two pictures stand side by side.
	picturePixels = 540
)

// A Gallery draws the input of a task and the answers, for reports that show pictures.
type Gallery struct {
	Rules game.Rules
	Task  game.Task

	tries, pairs, bytes, inputs int
}

// empty is the gallery before anything hangs there.
func (g *Gallery) empty() *Gallery {
	if g == nil {
		return nil
	}
	return &Gallery{Rules: g.Rules, Task: g.Task}
}

// A Pair is the pictures of an answer as it should be and as it is, with that of
// what was asked; those that cannot be drawn are "".
type Pair struct {
	Input, Expected, Received html.Trusted
	right                     string // what the expected one is called
}

// Pair draws what was asked and an answer to it, with marks at some places of the
// answer. What is too large to draw is "", too.
func (g *Gallery) Pair(input, expected, received []jsontext.Value, pointers []string) Pair {
	small := func(picture html.Trusted) html.Trusted {
		if picture == tooLarge {
			return ""
		}
		return picture
	}
	return Pair{
		Input:    small(g.draw(g.Task.In, input, nil)),
		Expected: small(g.draw(g.Task.Out, expected, pointers)),
		Received: small(g.draw(g.Task.Out, received, pointers)),
	}
}

// tooLarge stands in place of a picture that would be.
const tooLarge = html.Trusted("<p>too large to draw</p>")

// seen is how many of the pictures are some.
func (p *Pair) seen() int {
	n := 0
	for _, picture := range []html.Trusted{p.Input, p.Expected, p.Received} {
		if picture != "" && picture != tooLarge {
			n++
		}
	}
	return n
}

// hang draws the values of a failure, with a mark where they differ, as long as
// there is room in the ration. It returns nil if there is nothing to see.
func (g *Gallery) hang(r *run.Result, room *ration) *Pair {
	if g == nil || g.tries == pairsMax || r.Input == nil && r.Expected == nil && r.Received == nil {
		return nil
	}
	g.tries++
	pointers := pointersOf(&r.Verdict)
	var p Pair
	// The ledger keeps no more, and a report of it has to be the same.
	if stream.Size(r.Expected)+stream.Size(r.Received) <= ledger.ValuesBytesMax {
		p.Expected, p.Received = g.draw(g.Task.Out, r.Expected, pointers), g.draw(g.Task.Out, r.Received, pointers)
	}
	p.Input, p.right = g.draw(g.Task.In, r.Input, nil), rightName(&r.Verdict)
	fits := func(n int) bool { return g.bytes+n <= picturesBytesMax && room.spent+n <= detailsBytesMax }
	if p.seen() == 0 {
		return nil
	}
	n := len(p.Expected) + len(p.Received)
	if !fits(n) {
		p.Expected, p.Received, n = "", "", 0
	}
	if more := len(p.Input); fits(n+more) && g.inputs+more <= inputsBytesMax {
		n += more
		g.inputs += more
	} else {
		p.Input = ""
	}
	if p.seen() == 0 {
		return nil
	}
	g.pairs, g.bytes = g.pairs+1, g.bytes+n
	room.spent += n
	return &p
}

// draw draws values of these parameters, "" if they cannot be drawn, or that they
// are too large: whatever a program answered may come here.
func (g *Gallery) draw(params []game.Param, values []jsontext.Value, pointers []string) html.Trusted {
	s, err := picture.Values(g.Rules, params, values)
	switch {
	case errors.Is(err, scene.ErrTooLarge):
		return tooLarge
	case err != nil:
		return ""
	}
	drawn := svg.Draw(s, svg.Options{Width: picturePixels, Marks: s.Mark(pointers...)})
	if len(drawn) > pictureBytesMax {
		return tooLarge
	}
	return html.Trusted(drawn)
}

// GalleryStyle is what a page with pictures needs besides.
func GalleryStyle() string {
	return svg.Stylesheet(scene.Light, "") + "@media screen and (prefers-color-scheme: dark) {\n" + svg.Stylesheet(scene.Dark, "") + "}\n"
}
