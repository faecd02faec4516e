// Package drawing makes shapes of scenes: rectangles, discs, polygons, lines
// and letters with their places in pixels, for whoever draws such shapes.
package drawing

import (
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/flow"
)

// The widths of pictures in pixels, and why.
const (
	// WidthUsual fits beside another picture on a screen, and on paper.
	WidthUsual = 760
	// WidthMin is the smallest telephone.
	WidthMin = 240
	// WidthMax is more than any screen has.
	WidthMax = 8000
	// margin is the room around the picture.
	margin = 10
)

// Options say how to draw.
type Options struct {
	Width int // pixels at most, if the parts allow it; 0 is WidthUsual
	Marks scene.Marks
	// Over lays the marks over the picture: everything stays where it is without
	// them, which it does not where each mark has room of its own.
	Over bool
}

// A Picture is a list of shapes in the order in which they are drawn, on a
// ground of the colour scene.Paper.
type Picture struct {
	Title, Alt string
	W, H       float64
	Shapes     []Shape
}

// A Kind says which fields of a shape count.
type Kind uint8

// The kinds of shapes.
const (
	Rect    Kind = iota // X, Y, W, H, R of the corners
	Disc                // X, Y of the middle, R
	Polygon             // Points
	Lines               // Points: each two are one line
	Letters             // Text in the middle of X, Y, W, H
)

// A Shape is one thing to draw.
type Shape struct {
	Kind       Kind
	X, Y, W, H float64
	R          float64
	Points     []scene.Point

	Fill, Stroke Paint
	Thick        float64 // of the stroke

	Text string
	Size float64 // of letters, in pixels
	Bold bool

	Place string // the JSON pointer of what is shown, "" for a part of something
	Spot  string // of a cell: the names of its row and column, "3,4"; "" for anything else
}

// A Paint is a colour, or what is derived from it.
type Paint struct {
	Colour scene.Colour
	Way    Way
}

// A Way derives one colour from another.
type Way int8

// The ways. Those from -2 to 2 are shades.
const (
	Full    Way = 0
	Tint    Way = 3 // for the ground of something
	Letter  Way = 4 // black or white, for letters on the colour in full
	wayLast     = Letter
)

// RGB is the paint in a theme; it is not for scene.None.
func (p Paint) RGB(t *scene.Theme) scene.RGB {
	switch p.Way {
	case Tint:
		return t.Tint(p.Colour)
	case Letter:
		return scene.On(t.Colour(p.Colour))
	}
	return t.Shade(p.Colour, int8(p.Way))
}

// Name is a word for the paint, the same in all themes: "red", "red-tint".
func (p Paint) Name() string {
	return p.Colour.String() + [...]string{"-dark2", "-dark1", "", "-light1", "-light2", "-tint", "-letter"}[min(max(p.Way, -2), wayLast)+2]
}

// Draw makes a picture of a scene.
func Draw(s *scene.Scene, o Options) *Picture {
	if o.Width == 0 {
		o.Width = WidthUsual
	}
	o.Width = max(WidthMin, min(o.Width, WidthMax))
	boxes, w, h := flow.Lay(s.Whole(), measure{tight: o.Over}, o.Marks, o.Width-2*margin)
	p := &painter{over: o.Over}
	p.shapes = make([]Shape, 0, 2*len(boxes))
	for i := range boxes {
		p.draw(&boxes[i])
	}
	p.finish()
	for i := range p.shapes {
		p.shapes[i].move(margin, margin)
	}
	return &Picture{Title: s.Title, Alt: s.Alt, W: float64(w + 2*margin), H: float64(h + 2*margin), Shapes: p.shapes}
}

func (s *Shape) move(x, y float64) {
	s.X, s.Y = s.X+x, s.Y+y
	for i := range s.Points {
		s.Points[i].X += x
		s.Points[i].Y += y
	}
}
