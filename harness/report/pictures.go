package report

import (
	"html/template"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/picture"
	"github.com/touchstone-harness/touchstone/harness/run"
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
	// picturePixels lets two pictures stand side by side.
	picturePixels = 540
)

// A Gallery draws the answers to a task, for reports that show pictures.
type Gallery struct {
	Rules game.Rules
	Task  game.Task

	tries, pairs, bytes int
}

// empty is the gallery before anything hangs there.
func (g *Gallery) empty() *Gallery {
	if g == nil {
		return nil
	}
	return &Gallery{Rules: g.Rules, Task: g.Task}
}

// A Pair is the pictures of an answer as it should be and as it is; both or one
// are "" if they cannot be drawn.
type Pair struct{ Expected, Received template.HTML }

// Pair draws an answer, with marks at some places of it.
func (g *Gallery) Pair(expected, received []jsontext.Value, pointers []string) Pair {
	return Pair{g.draw(g.Task.Out, expected, pointers), g.draw(g.Task.Out, received, pointers)}
}

// Input draws the input of a case, "" if it cannot be drawn.
func (g *Gallery) Input(values []jsontext.Value) template.HTML { return g.draw(g.Task.In, values, nil) }

// hang draws the values of a failure, with a mark where they differ, as long as
// there is room in the ration. It returns nil if there is nothing to see.
func (g *Gallery) hang(r *run.Result, room *ration) *Pair {
	if g == nil || g.tries == pairsMax || r.Expected == nil && r.Received == nil {
		return nil
	}
	g.tries++
	p := g.Pair(r.Expected, r.Received, pointersOf(&r.Verdict))
	n := len(p.Expected) + len(p.Received)
	if n == 0 || g.bytes+n > picturesBytesMax || room.spent+n > detailsBytesMax {
		return nil
	}
	g.pairs, g.bytes = g.pairs+1, g.bytes+n
	room.spent += n
	return &p
}

// draw draws values, "" if they cannot be drawn: whatever a program answered may
// come here.
func (g *Gallery) draw(params []game.Param, values []jsontext.Value, pointers []string) template.HTML {
	s, err := picture.Values(g.Rules, params, values)
	if err != nil {
		return ""
	}
	drawn := svg.Draw(s, svg.Options{Width: picturePixels, Marks: s.Mark(pointers...)})
	if len(drawn) > pictureBytesMax {
		return ""
	}
	return template.HTML(drawn)
}

// GalleryStyle is what a page with pictures needs besides.
func GalleryStyle() string {
	return svg.Stylesheet(scene.Light, "") + "@media screen and (prefers-color-scheme: dark) {\n" + svg.Stylesheet(scene.Dark, "") + "}\n"
}
