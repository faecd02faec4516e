package drawing

import (
	"math"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/flow"
)

// The strokes of things, in pixels.
const (
	thin   = 1
	strong = 2.5
	marked = 3.5
	// A mark without room of its own is so much larger than what it marks: it
	// keeps off the letters, and reaches into the gap to the next part only.
	beyondX, beyondY = 4, 2
)

// A painter makes shapes of boxes.
type painter struct {
	shapes []Shape
	// Walls and marks lie above everything else.
	light, heavy []scene.Point
	marks        []Shape
	over         bool // marks have no room of their own
}

func (p *painter) add(s Shape) { p.shapes = append(p.shapes, s) }

// finish draws what lies above the rest.
func (p *painter) finish() {
	if len(p.light) > 0 {
		p.add(Shape{Kind: Lines, Points: p.light, Stroke: Paint{Colour: scene.Edge}, Thick: thin})
	}
	if len(p.heavy) > 0 {
		p.add(Shape{Kind: Lines, Points: p.heavy, Stroke: Paint{Colour: scene.Faint}, Thick: strong})
	}
	p.shapes = append(p.shapes, p.marks...)
}

func (p *painter) draw(b *flow.Box) {
	x, y, w, h := float64(b.X), float64(b.Y), float64(b.W), float64(b.H)
	if b.Marked {
		inX, inY := 1.0, 1.0
		if p.over {
			inX, inY = 1-beyondX, 1-beyondY
		}
		p.marks = append(p.marks, Shape{
			Kind: Rect, X: x + inX, Y: y + inY, W: w - 2*inX, H: h - 2*inY, R: 6, Stroke: Paint{Colour: scene.Marked}, Thick: marked,
		})
	}
	if b.Around {
		return
	}
	switch part := b.Part.(type) {
	case *scene.Panel:
		p.panel(part, x, y, w, h)
	case *scene.Grid:
		if b.Name {
			p.letters(b.S, sizeSmall, false, Paint{Colour: scene.Faint}, x, y, w, h, "")
			return
		}
		p.cell(b, part, x, y, w, h)
	case *scene.Text:
		paint := Paint{Colour: part.Colour}
		if b.GroundFull {
			paint = Paint{b.Ground, Letter}
		}
		p.letters(b.S, sizeOf(part), part.Bold, paint, x, y, w, h, part.At)
	case *scene.Token:
		p.token(part, x, y, w, h)
	case *scene.Figure:
		p.figure(part, x, y)
	}
}

// letters puts a text into a box.
func (p *painter) letters(s string, size int, bold bool, paint Paint, x, y, w, h float64, place string) {
	if s != "" {
		p.add(Shape{Kind: Letters, Text: s, Size: float64(size), Bold: bold, Fill: paint, X: x, Y: y, W: w, H: h, Place: place})
	}
}

func (p *painter) panel(part *scene.Panel, x, y, w, h float64) {
	thick := float64(thin)
	if part.Strong {
		thick = strong
	}
	p.add(Shape{
		Kind: Rect, X: x + thick/2, Y: y + thick/2, W: w - thick, H: h - thick, R: 8,
		Fill: Paint{Colour: scene.Ground}, Stroke: Paint{Colour: part.Colour}, Thick: thick, Place: part.At,
	})
	if part.Title != "" {
		p.letters(part.Title, sizeUsual, true, Paint{Colour: scene.Ink}, x+panelX, y+5, float64(widthOf(part.Title, sizeUsual, true)), lineHeight, "")
	}
}

func (p *painter) token(t *scene.Token, x, y, w, h float64) {
	s := Shape{Fill: Paint{Colour: t.Colour}, Stroke: Paint{t.Colour, -2}, Thick: thin, Place: t.At}
	cx, cy, r := x+w/2, y+h/2, h/2-1
	switch t.Form {
	case scene.Diamond:
		s.Kind = Polygon
		s.Points = []scene.Point{{X: cx, Y: y}, {X: x + w, Y: cy}, {X: cx, Y: y + h}, {X: x, Y: cy}}
	case scene.Hexagon:
		s.Kind = Polygon
		for i := range 6 {
			sin, cos := math.Sincos(math.Pi / 3 * float64(i))
			s.Points = append(s.Points, scene.Point{X: cx + w/2*cos, Y: cy + (r+1)*sin})
		}
	case scene.Square:
		s.Kind, s.X, s.Y, s.W, s.H, s.R = Rect, x+1, y+1, w-2, h-2, 4
	default:
		s.Kind, s.X, s.Y, s.R = Disc, cx, cy, r
		if w > h {
			s.Kind, s.X, s.Y, s.W, s.H = Rect, x+1, y+1, w-2, h-2
		}
	}
	p.add(s)
	p.letters(t.Mark, sizeSmall, true, Paint{t.Colour, Letter}, x, y, w, h, "")
}

func (p *painter) cell(b *flow.Box, g *scene.Grid, x, y, w, h float64) {
	c := b.Cell
	spot := ""
	if b.Row < len(g.RowNames) && b.Col < len(g.ColNames) {
		spot = g.RowNames[b.Row] + "," + g.ColNames[b.Col]
	}
	fill := Paint{c.Fill, Tint}
	if c.Full {
		fill.Way = Full
	}
	if b.Hole() {
		return // of which there is a mark alone
	}
	if g.Loose {
		if c.Fill == scene.None {
			fill = Paint{Colour: scene.Paper}
		}
		p.add(Shape{Kind: Rect, X: x, Y: y, W: w, H: h, R: 6, Fill: fill, Stroke: Paint{Colour: scene.Edge}, Thick: thin, Place: c.At, Spot: spot})
		p.edges(c, x, y, w, h)
		return
	}
	if c.Fill != scene.None {
		p.add(Shape{Kind: Rect, X: x, Y: y, W: w, H: h, Fill: fill, Place: c.At, Spot: spot})
	}
	p.wall(g, b, -1, 0, scene.Point{X: x, Y: y}, scene.Point{X: x + w, Y: y})
	p.wall(g, b, 0, -1, scene.Point{X: x, Y: y}, scene.Point{X: x, Y: y + h})
	p.wall(g, b, 1, 0, scene.Point{X: x, Y: y + h}, scene.Point{X: x + w, Y: y + h})
	p.wall(g, b, 0, 1, scene.Point{X: x + w, Y: y}, scene.Point{X: x + w, Y: y + h})
}

// wall draws the wall between a cell and a neighbour. One that two cells share is
// drawn by the right or lower one, unless only the other has an area.
func (p *painter) wall(g *scene.Grid, b *flow.Box, down, right int, from, to scene.Point) {
	area, other, there := b.Cell.Area, "", false
	if r, k := b.Row+down, b.Col+right; r >= 0 && r < len(g.Cells) && k >= 0 && k < len(g.Cells[r]) {
		other, there = g.Cells[r][k].Area, true
	}
	switch {
	case area == "":
	case area == other:
		if down < 0 || right < 0 {
			p.light = append(p.light, from, to)
		}
	case other == "" || down < 0 || right < 0 || !there:
		p.heavy = append(p.heavy, from, to)
	}
}

// edges draws the marks at the sides of a loose cell, just inside.
func (p *painter) edges(c *scene.Cell, x, y, w, h float64) {
	const apart, in, r = 11, 6, 3.5
	for side, n := range c.Edges {
		n = min(n, 9) // more than rules have; further ones would lie outside
		for i := range n {
			at := (float64(i) - float64(n-1)/2) * apart
			cx, cy := x+w/2+at, y+in
			switch side {
			case 1:
				cx, cy = x+w-in, y+h/2+at
			case 2:
				cy = y + h - in
			case 3:
				cx, cy = x+in, y+h/2+at
			}
			p.add(Shape{Kind: Disc, X: cx, Y: cy, R: r, Fill: Paint{Colour: scene.Purple}})
		}
	}
}

func (p *painter) figure(f *scene.Figure, x, y float64) {
	for i := range f.Shapes {
		from := &f.Shapes[i]
		if len(from.Points) == 0 {
			continue
		}
		s := Shape{Kind: Polygon, Fill: Paint{from.Fill, Way(from.Shade)}, Stroke: Paint{from.Stroke, -2}, Thick: thin}
		if from.Stroke < scene.Red {
			s.Stroke.Way = Full
		}
		if len(from.Points) == 2 {
			s.Kind = Lines
		}
		low, high := from.Points[0], from.Points[0]
		for _, point := range from.Points {
			s.Points = append(s.Points, scene.Point{X: x + point.X, Y: y + point.Y})
			low = scene.Point{X: min(low.X, point.X), Y: min(low.Y, point.Y)}
			high = scene.Point{X: max(high.X, point.X), Y: max(high.Y, point.Y)}
		}
		if i == 0 {
			s.Place = f.At
		}
		p.add(s)
		if from.Label != "" {
			p.letters(from.Label, sizeSmall, true, Paint{from.Fill, Letter}, x+low.X, y+low.Y, high.X-low.X, high.Y-low.Y, "")
		}
	}
}
