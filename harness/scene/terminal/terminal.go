// Package terminal draws scenes with the characters of a terminal: frames and
// walls of box drawing characters, or of plain ASCII, with colours or without.
package terminal

import (
	"strings"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/flow"
)

// The bounds of a picture in characters, and why.
const (
	// WidthMin is the least width that a picture is drawn for: a frame within a
	// frame, and some letters.
	WidthMin = 20
	// WidthMax is more than any screen has.
	WidthMax = 500
	// WidthUsual is that of a terminal which does not tell its own.
	WidthUsual = 80
	// linesMax is far more than anybody reads.
	linesMax = 5000
)

// Options say how to draw.
type Options struct {
	Width  int  // columns at most; 0 is WidthUsual, others are kept between WidthMin and WidthMax
	ASCII  bool // no character beyond ASCII
	Colour bool // with escape sequences of 256 colours
	Theme  *scene.Theme
	Marks  scene.Marks
}

// Draw draws a scene: a line with its title, then the picture. Every line ends
// with a line feed and has no blanks before it.
func Draw(s *scene.Scene, o Options) string {
	if o.Width == 0 {
		o.Width = WidthUsual
	}
	o.Width = max(WidthMin, min(o.Width, WidthMax))
	if o.Theme == nil {
		o.Theme = scene.Dark
	}
	title := &scene.Text{S: s.Title, Bold: true, Colour: scene.Ink}
	body := &scene.Column{Parts: []scene.Part{title, s.Whole()}}
	if s.Title == "" {
		body.Parts = body.Parts[1:]
	}
	boxes, w, h := flow.Lay(body, measure{ascii: o.ASCII}, o.Marks, o.Width)
	c := newCanvas(min(w, o.Width), min(h, linesMax), o)
	c.cut = w > o.Width
	for i := range boxes {
		c.draw(&boxes[i])
	}
	var b strings.Builder
	c.write(&b)
	if h > linesMax {
		b.WriteString(c.text("…\n"))
	}
	return b.String()
}

func (c *canvas) draw(b *flow.Box) {
	ground := c.ground(b.Ground, b.GroundFull)
	switch p := b.Part.(type) {
	case *scene.Panel:
		c.panel(b, p)
	case *scene.Grid:
		switch {
		case b.Around:
			c.around(b, ground)
		case b.Name:
			s := c.text(b.S)
			x := b.X
			if b.Col >= 0 {
				x += (b.W - columns(s)) / 2
			}
			c.letters(x, b.Y+(b.H-1)/2, s, look{fg: scene.Faint})
		default:
			c.cell(b, p)
		}
	case *scene.Text:
		if b.Around {
			c.around(b, ground)
			return
		}
		l := ground
		l.bold = p.Bold
		if l.bg == (paint{}) || p.Colour != scene.Ink {
			l.fg = p.Colour
		}
		c.letters(b.X, b.Y, c.text(b.S), l)
	case *scene.Token:
		if b.Around {
			c.around(b, ground)
			return
		}
		c.letters(b.X, b.Y, c.text(p.Mark), look{fg: scene.Ink, bg: paint{p.Colour, true}, bold: true})
	case *scene.Figure:
		if b.Around {
			c.around(b, ground)
			return
		}
		for i, s := range p.Lines {
			c.letters(b.X, b.Y+i, c.text(s), ground)
		}
	default:
		if b.Around {
			c.around(b, ground)
		}
	}
}

// ground is the look of letters on a ground: none of its own on that of panels.
func (c *canvas) ground(g scene.Colour, full bool) look {
	l := look{fg: scene.Ink}
	if g >= scene.Red {
		l.bg = paint{g, full}
	}
	return l
}

// panel draws a frame with the title in its upper side.
func (c *canvas) panel(b *flow.Box, p *scene.Panel) {
	l := look{fg: p.Colour, bold: p.Strong}
	x0, y0, x1, y1 := b.X, b.Y, b.X+b.W-1, b.Y+b.H-1
	if b.Marked {
		// A double frame shows without colours, too.
		l = look{fg: scene.Marked, bold: true}
		horizontal, vertical, corners := '═', '║', [4]rune{'╔', '╗', '╝', '╚'}
		if c.ascii {
			horizontal, vertical, corners = '*', '*', [4]rune{'*', '*', '*', '*'}
		}
		for x := x0 + 1; x < x1; x++ {
			c.set(x, y0, horizontal, l)
			c.set(x, y1, horizontal, l)
		}
		for y := y0 + 1; y < y1; y++ {
			c.set(x0, y, vertical, l)
			c.set(x1, y, vertical, l)
		}
		c.set(x0, y0, corners[0], l)
		c.set(x1, y0, corners[1], l)
		c.set(x1, y1, corners[2], l)
		c.set(x0, y1, corners[3], l)
	} else {
		c.rect(x0, y0, x1, y1, weight(p.Strong), l)
	}
	if p.Title != "" {
		c.letters(x0+2, y0, " "+c.text(p.Title)+" ", look{fg: scene.Ink, bold: true})
	}
}

func weight(strong bool) uint8 {
	if strong {
		return heavy
	}
	return light
}

// cell draws the ground and the walls of a cell.
func (c *canvas) cell(b *flow.Box, g *scene.Grid) {
	cell := b.Cell
	l := look{fg: scene.Edge}
	if cell.Fill != scene.None {
		fill := look{fg: scene.Ink, bg: paint{cell.Fill, cell.Full}}
		for y := b.Y; y < b.Y+b.H; y++ {
			for x := b.X; x < b.X+b.W; x++ {
				c.set(x, y, ' ', fill)
			}
		}
	}
	x0, y0, x1, y1 := b.X-1, b.Y-1, b.X+b.W, b.Y+b.H
	switch {
	case b.Hole(): // of which there is a mark alone
	case g.Loose:
		c.rect(x0, y0, x1, y1, light, l)
		c.edges(b, x0, y0, x1, y1)
	default:
		c.wall(x0, y0, x1, y0, wallOf(g, b.Row, b.Col, -1, 0), l)
		c.wall(x0, y1, x1, y1, wallOf(g, b.Row, b.Col, 1, 0), l)
		c.wall(x0, y0, x0, y1, wallOf(g, b.Row, b.Col, 0, -1), l)
		c.wall(x1, y0, x1, y1, wallOf(g, b.Row, b.Col, 0, 1), l)
	}
	if b.Marked && !g.Close {
		ground := c.ground(cell.Fill, cell.Full)
		c.sides(b, ground)
	}
}

// wallOf is the weight of the wall between a cell and a neighbour: heavy between
// areas, none where neither has one.
func wallOf(g *scene.Grid, row, col, down, right int) uint8 {
	area, other := g.Cells[row][col].Area, ""
	if r, k := row+down, col+right; r >= 0 && r < len(g.Cells) && k >= 0 && k < len(g.Cells[r]) {
		other = g.Cells[r][k].Area
	}
	switch {
	case area == "" && other == "":
		return none
	case area == other:
		return light
	}
	return heavy
}

// edges draws the marks at the sides of a loose cell.
func (c *canvas) edges(b *flow.Box, x0, y0, x1, y1 int) {
	l := look{fg: scene.Purple, bold: true}
	dot := '●'
	if c.ascii {
		dot = 'o'
	}
	for side, n := range b.Cell.Edges {
		if n <= 0 {
			continue
		}
		room := b.W
		if side%2 == 1 {
			room = b.H
		}
		mark := dot
		if n > room {
			// More than there is room for is told as a number, 9 and more as 9.
			mark, n = '0'+rune(min(n, 9)), 1
		}
		for i := range n {
			at := (room-n)/2 + i
			switch side {
			case 0:
				c.set(b.X+at, y0, mark, l)
			case 1:
				c.set(x1, b.Y+at, mark, l)
			case 2:
				c.set(b.X+at, y1, mark, l)
			case 3:
				c.set(x0, b.Y+at, mark, l)
			}
		}
	}
}

// around draws what marks a part that has no frame.
func (c *canvas) around(b *flow.Box, ground look) { c.sides(b, ground) }

// sides puts guillemets at both ends of each line of a box.
func (c *canvas) sides(b *flow.Box, ground look) {
	from, to := '»', '«'
	if c.ascii {
		from, to = '>', '<'
	}
	l := look{fg: scene.Marked, bg: ground.bg, bold: true}
	for y := b.Y; y < b.Y+b.H; y++ {
		c.set(b.X, y, from, l)
		c.set(b.X+b.W-1, y, to, l)
	}
}
