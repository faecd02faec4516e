// Package flow lays out a scene: it gives every part of it a place and a size,
// in the unit of who draws it, and lets rows go on below where the width ends.
package flow

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/scene"
)

// A Measure knows how large things are where they are drawn.
type Measure interface {
	// Text is the size of a line of text, or of a part of one.
	Text(t *scene.Text, s string) (w, h int)
	Token(t *scene.Token) (w, h int)
	Figure(f *scene.Figure) (w, h int)

	// Name is the size of the name of a row or column of a grid, with the room
	// between it and the cells.
	Name(s string) (w, h int)

	// Gap is the room between parts side by side, or one above the other.
	Gap(g scene.Gap, down bool) int

	// Panel is the room that frame and title take at each side of a panel, and
	// the least width of the whole.
	Panel(p *scene.Panel) (sides Sides, least int)

	Grid(g *scene.Grid) Cells

	// Mark is the room at the sides of, and above and below, what is marked.
	Mark() (x, y int)
}

// Cells are the sizes of the cells of a grid: the room beside what lies in them,
// their least size, the thickness of a wall, the room between loose ones. Beyond
// is by how much a grid may be wider than the rest before it is cut into bands.
type Cells struct{ PadX, PadY, LeastW, LeastH, Wall, ApartX, ApartY, Beyond int }

// Sides are lengths at the sides of something.
type Sides struct{ Up, Right, Down, Left int }

// A Box is something to draw. Boxes come in the order in which they are drawn,
// what contains others before these.
type Box struct {
	X, Y, W, H int
	Part       scene.Part

	S      string // of a text: the line; of a name: the name
	Name   bool   // the name of a row or column of the grid
	Marked bool
	// Around is what is drawn around a part that is marked.
	Around bool

	// Of a grid: the cell, and where it is. Left is the first column of its band.
	Cell           *scene.Cell
	Row, Col, Left int

	// Ground is what lies below, and whether in its full colour.
	Ground     scene.Colour
	GroundFull bool
}

// Hole tells whether the box is a cell of a loose grid in which nothing lies.
func (b *Box) Hole() bool {
	g, ok := b.Part.(*scene.Grid)
	return ok && g.Loose && b.Cell != nil && b.Cell.Area == "" && b.Cell.Body == nil
}

// Lay gives each part its place. Rows that wrap take at most the width, if what
// they contain allows it. Width and height of the whole follow.
func Lay(p scene.Part, m Measure, marks scene.Marks, width int) (boxes []Box, w, h int) {
	l := &layout{m: m, marks: marks}
	b := l.lay(p, width, scene.Paper, false)
	return b.boxes, b.w, b.h
}

type layout struct {
	m     Measure
	marks scene.Marks
}

// A block is a part that has been laid out, with places from its own corner.
type block struct {
	w, h  int
	boxes []Box
	panel bool // the first box is its frame, which may be made larger
}

// put adds another block at a place.
func (b *block) put(other block, x, y int) {
	for i := range other.boxes {
		other.boxes[i].X += x
		other.boxes[i].Y += y
	}
	b.boxes = append(b.boxes, other.boxes...)
}

func (l *layout) lay(p scene.Part, width int, ground scene.Colour, full bool) block {
	if p == nil {
		return block{}
	}
	marked := l.marks[p.Place()] && p.Place() != ""
	if panel, ok := p.(*scene.Panel); ok {
		return l.panel(panel, width, marked)
	}
	if !marked {
		return l.bare(p, width, ground, full)
	}
	x, y := l.m.Mark()
	inner := l.bare(p, max(1, width-2*x), ground, full)
	b := block{w: inner.w + 2*x, h: inner.h + 2*y}
	b.put(inner, x, y)
	b.boxes = append(b.boxes, Box{W: b.w, H: b.h, Part: p, Marked: true, Around: true, Ground: ground, GroundFull: full})
	return b
}

func (l *layout) bare(p scene.Part, width int, ground scene.Colour, full bool) block {
	switch p := p.(type) {
	case *scene.Text:
		return l.text(p, width, ground, full)
	case *scene.Token:
		w, h := l.m.Token(p)
		return block{w: w, h: h, boxes: []Box{{W: w, H: h, Part: p, Ground: ground, GroundFull: full}}}
	case *scene.Figure:
		w, h := l.m.Figure(p)
		return block{w: w, h: h, boxes: []Box{{W: w, H: h, Part: p, Ground: ground, GroundFull: full}}}
	case *scene.Row:
		return l.row(p, width, ground, full)
	case *scene.Column:
		return l.column(p, width, ground, full)
	case *scene.Grid:
		return l.grid(p, width)
	}
	return block{}
}

// text breaks a line between words, and words that are too long anywhere.
func (l *layout) text(t *scene.Text, width int, ground scene.Colour, full bool) block {
	var b block
	add := func(s string) {
		w, h := l.m.Text(t, s)
		b.boxes = append(b.boxes, Box{Y: b.h, W: w, H: h, Part: t, S: s, Ground: ground, GroundFull: full})
		b.w, b.h = max(b.w, w), b.h+h
	}
	rest := t.S
	for {
		if w, _ := l.m.Text(t, rest); w <= width || utf8.RuneCountInString(rest) < 2 {
			add(rest)
			return b
		}
		n := l.fitting(t, rest, width)
		if at := strings.LastIndexByte(rest[:min(n+1, len(rest))], ' '); at > 0 {
			n = at
		}
		add(strings.TrimRight(rest[:n], " "))
		if rest = strings.TrimLeft(rest[n:], " "); rest == "" {
			return b
		}
	}
}

// fitting is how many bytes of a text have room, one character at least.
func (l *layout) fitting(t *scene.Text, s string, width int) int {
	var ends []int
	for i := range s {
		ends = append(ends, i)
	}
	ends = append(ends[1:], len(s))
	n, _ := slices.BinarySearchFunc(ends, width, func(end, width int) int {
		if w, _ := l.m.Text(t, s[:end]); w <= width {
			return -1
		}
		return 1
	})
	return ends[max(n-1, 0)]
}

func (l *layout) row(r *scene.Row, width int, ground scene.Colour, full bool) block {
	var b block
	var line []block
	x := 0
	gap := l.m.Gap(r.Gap, false)
	flush := func() {
		if len(line) == 0 {
			return
		}
		if b.h > 0 {
			b.h += l.m.Gap(scene.Normal, true)
		}
		high, left := 0, 0
		for _, part := range line {
			high = max(high, part.h)
		}
		for _, part := range line {
			y := b.h
			switch {
			case !r.Top:
				y += (high - part.h) / 2
			case part.panel:
				part.boxes[0].H = high
			}
			b.put(part, left, y)
			b.w = max(b.w, left+part.w)
			left += part.w + gap
		}
		b.h += high
		line, x = line[:0], 0
	}
	for _, p := range r.Parts {
		room := width
		if !r.Wrap {
			room = max(1, width-x)
		}
		part := l.lay(p, room, ground, full)
		if part.w == 0 && part.h == 0 {
			continue
		}
		if r.Wrap && x > 0 && x+part.w > width {
			flush()
		}
		line = append(line, part)
		x += part.w + gap
	}
	flush()
	return b
}

func (l *layout) column(c *scene.Column, width int, ground scene.Colour, full bool) block {
	var b block
	var parts []block
	for _, p := range c.Parts {
		part := l.lay(p, width, ground, full)
		if part.w == 0 && part.h == 0 {
			continue
		}
		parts = append(parts, part)
		b.w = max(b.w, part.w)
	}
	for _, part := range parts {
		if b.h > 0 {
			b.h += l.m.Gap(c.Gap, true)
		}
		x := 0
		switch {
		case c.Middle:
			x = (b.w - part.w) / 2
		case part.panel:
			part.boxes[0].W = b.w
		}
		b.put(part, x, b.h)
		b.h += part.h
	}
	return b
}

func (l *layout) panel(p *scene.Panel, width int, marked bool) block {
	sides, least := l.m.Panel(p)
	inner := l.lay(p.Body, max(1, width-sides.Left-sides.Right), scene.Ground, false)
	b := block{w: max(least, inner.w+sides.Left+sides.Right), h: inner.h + sides.Up + sides.Down, panel: true}
	b.boxes = []Box{{W: b.w, H: b.h, Part: p, Marked: marked, Ground: scene.Paper}}
	b.put(inner, sides.Left, sides.Up)
	return b
}

// grid lays out a board, in bands of columns where it has no room.
func (l *layout) grid(g *scene.Grid, width int) block {
	if len(g.Cells) == 0 || len(g.Cells[0]) == 0 {
		return block{}
	}
	c := l.m.Grid(g)
	bodies, cellW, cellH := l.bodies(g, width)
	nameW, nameH := 0, 0
	for _, s := range g.RowNames {
		w, _ := l.m.Name(s)
		nameW = max(nameW, w)
	}
	for _, s := range g.ColNames {
		w, h := l.m.Name(s)
		cellW, nameH = max(cellW, w-2*c.PadX), max(nameH, h)
	}
	cellW, cellH = max(cellW+2*c.PadX, c.LeastW), max(cellH+2*c.PadY, c.LeastH)
	stepX, stepY := cellW+c.Wall, cellH+c.Wall
	if g.Loose {
		stepX, stepY = cellW+2*c.Wall+c.ApartX, cellH+2*c.Wall+c.ApartY
	}
	cols := len(g.Cells[0])
	inBand := min(cols, max(1, (width+c.Beyond-nameW-c.Wall)/stepX))
	var b block
	for left := 0; left < cols; left += inBand {
		if left > 0 {
			b.h += l.m.Gap(scene.Wide, true)
		}
		for col := left; col < min(cols, left+inBand); col++ {
			x := nameW + c.Wall + (col-left)*stepX
			if col < len(g.ColNames) {
				b.boxes = append(b.boxes, Box{X: x, Y: b.h, W: cellW, H: nameH, Part: g, Name: true, S: g.ColNames[col]})
			}
		}
		b.h += nameH
		for row := range g.Cells {
			y := b.h + c.Wall + row*stepY
			if row < len(g.RowNames) {
				b.boxes = append(b.boxes, Box{Y: y, W: nameW, H: cellH, Part: g, Name: true, S: g.RowNames[row], Col: -1})
			}
			for col := left; col < min(cols, left+inBand); col++ {
				l.cell(&b, bodies[row][col], Box{
					X: nameW + c.Wall + (col-left)*stepX, Y: y, W: cellW, H: cellH, Part: g,
					Cell: &g.Cells[row][col], Row: row, Col: col, Left: left,
				})
			}
		}
		b.h += len(g.Cells)*stepY + c.Wall
		if g.Loose {
			b.h -= c.ApartY + c.Wall
		}
		n := min(cols, left+inBand) - left
		b.w = max(b.w, nameW+c.Wall+n*stepX)
	}
	if g.Loose {
		b.w -= c.ApartX + c.Wall
	}
	return b
}

// bodies lays out what is in the cells of a board, and finds the largest width and height.
func (l *layout) bodies(g *scene.Grid, width int) (bodies [][]block, w, h int) {
	bodies = make([][]block, len(g.Cells))
	for i, row := range g.Cells {
		bodies[i] = make([]block, len(row))
		for k := range row {
			ground, full := row[k].Fill, row[k].Full
			if ground == scene.None {
				ground, full = scene.Ground, false
			}
			bodies[i][k] = l.lay(row[k].Body, width, ground, full)
			w, h = max(w, bodies[i][k].w), max(h, bodies[i][k].h)
		}
	}
	return bodies, w, h
}

// cell puts a cell and what lies in the middle of it.
func (l *layout) cell(b *block, body block, box Box) {
	box.Marked = box.Cell.At != "" && l.marks[box.Cell.At]
	// A hole is drawn only where it is marked: a card is gone.
	if box.Hole() && !box.Marked {
		return
	}
	b.boxes = append(b.boxes, box)
	b.put(body, box.X+(box.W-body.w)/2, box.Y+(box.H-body.h)/2)
}
