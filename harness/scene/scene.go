// Package scene describes pictures: what stands beside, above and in what, with
// which letters and colours, and which place of a JSON value each part shows. A
// description is plain data; packages below draw it as text, SVG and PNG, each
// in the sizes that suit it.
package scene

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a scene, and why.
const (
	// PartsMax bounds the parts, the cells and the shapes of figures together. It is
	// more than a person takes in, and drawn within a tenth of a second; a state of
	// the fullest game has a tenth.
	PartsMax = 8_000
	// textRunesMax is a line that a person still reads as one.
	textRunesMax = 160
	// markRunesMax fits on a token.
	markRunesMax = 3
	// altRunesMax is what a screen reader says in some minutes.
	altRunesMax = 4_000
	// depthMax keeps a description that contains itself from being followed.
	depthMax = 64
)

// ErrTooLarge is that there is more of something than a picture shows.
var ErrTooLarge = errors.New("it is too large")

// A Scene is one picture. New makes it.
type Scene struct {
	Title string // what is shown, in a few words: the name of the picture
	Alt   string // what is to be seen, in sentences: read aloud instead of the picture
	Body  Part
	// Legend tells what signs of the body stand for; Explain makes it.
	Legend []Meaning
}

// A Part is a piece of a scene: *Text, *Token, *Row, *Column, *Panel, *Grid or
// *Figure. Its place is the JSON pointer of what it shows, "" if it shows
// nothing of the value; the whole value is "/".
type Part interface{ Place() string }

// A Text is one line, broken between words where there is no room for it.
type Text struct {
	At     string
	S      string
	Colour Colour // Ink if none is given
	Bold   bool
	Small  bool
}

// A Token is a small round or angular thing that has a colour: a pebble, a gem,
// a marker. Its letters tell it from others without the colour.
type Token struct {
	At     string
	Mark   string // one to three letters
	Colour Colour
	Form   Form
}

// A Form is the outline of a token.
type Form uint8

// The forms.
const (
	Disc Form = iota
	Square
	Diamond
	Hexagon
)

// A Gap is the room between the parts of a row or column.
type Gap uint8

// The gaps.
const (
	Normal Gap = iota // a blank, or the next line
	Tight             // none
	Wide              // two blanks, or an empty line
)

// A Row has its parts side by side.
type Row struct {
	At    string
	Parts []Part
	Gap   Gap
	Wrap  bool // goes on below where there is no more room
	Top   bool // the upper ends are level, not the middles
}

// A Column has its parts one above the other.
type Column struct {
	At     string
	Parts  []Part
	Gap    Gap
	Middle bool // centred, not at the left
}

// A Panel is a frame around a part, with a title in it.
type Panel struct {
	At     string
	Title  string
	Body   Part
	Colour Colour // of the frame, Edge if none is given
	Strong bool   // a thick frame: whose turn it is, what was chosen
}

// A Grid is a board: cells of the same size in rows and columns. A grid that
// has no room is cut into bands of columns.
type Grid struct {
	At       string
	Cells    [][]Cell // rows of the same length
	RowNames []string // at the left; none, or one for each row
	ColNames []string // above; none, or one for each column
	// Loose cells are cards that lie apart; others share their walls.
	Loose bool
	// Close cells have no room beside what lies in them, where letters are drawn.
	// They cannot be marked there.
	Close bool
	// Room and RoomLines are how many letters and lines each cell has room for,
	// whatever lies in it, so that the board keeps its size through a game.
	Room, RoomLines int
}

// A Cell is one square of a grid.
type Cell struct {
	At   string
	Body Part   // what lies there, nil for nothing
	Fill Colour // of the ground, as a light tint
	Full bool   // the ground has the full colour
	// Area is where the cell belongs: between cells of different areas there is
	// a wall, around a cell without area ("") and its like none at all. In a
	// loose grid a cell without area is a hole.
	Area string
	// Edges are how many small marks lie at its upper, right, lower and left
	// side.
	Edges [4]int
}

// A Figure is drawn freely, of shapes. Where only text can be drawn its lines
// stand for it.
type Figure struct {
	At     string
	W, H   int // in the units of the shapes, pixels at the usual size
	Shapes []Shape
	Lines  []string
}

// A Shape is a polygon of a figure; one of two points is a line.
type Shape struct {
	Points []Point
	Fill   Colour // none: not filled
	Shade  int8   // -2 to 2: darker or lighter than the colour
	Stroke Colour // none: no outline
	Label  string // in the middle
}

// A Point is to the right of and below the upper left corner.
type Point struct{ X, Y float64 }

// Place is the JSON pointer of the part.
func (t *Text) Place() string { return t.At }

// Place is the JSON pointer of the part.
func (t *Token) Place() string { return t.At }

// Place is the JSON pointer of the part.
func (r *Row) Place() string { return r.At }

// Place is the JSON pointer of the part.
func (c *Column) Place() string { return c.At }

// Place is the JSON pointer of the part.
func (p *Panel) Place() string { return p.At }

// Place is the JSON pointer of the part.
func (g *Grid) Place() string { return g.At }

// Place is the JSON pointer of the part.
func (f *Figure) Place() string { return f.At }

// New makes a scene that any package can draw: texts are one visible line of
// bounded length each, rows of a grid are of one length. The description must
// not be used elsewhere. The error is for what is too large to draw.
func New(title, alt string, body Part) (*Scene, error) {
	s := &Scene{Title: line(title, textRunesMax), Alt: line(alt, altRunesMax), Body: body}
	n := 0
	if err := settle(body, &n, 0); err != nil {
		return nil, err
	}
	return s, nil
}

// Compare puts two scenes beside each other as one. The places of both stay as
// they are, so that what is marked is marked in both.
func Compare(title string, a, b *Scene, nameA, nameB string) (*Scene, error) {
	return Gather(title, nameA+": "+a.Alt+" "+nameB+": "+b.Alt, &Row{Gap: Wide, Wrap: true, Top: true, Parts: []Part{
		&Panel{Title: nameA, Body: a.Body}, &Panel{Title: nameB, Body: b.Body},
	}}, a, b)
}

// line is text on one line without anything that does not show as itself.
func line(s string, runesMax int) string {
	// A rune has at most four bytes: what is cut off first is never shown.
	s, _ = text.Cut(s, runesMax*utf8.UTFMax)
	s = text.Visible(s)
	if utf8.RuneCountInString(s) <= runesMax {
		return s
	}
	n := 0
	for i := range s {
		if n == runesMax-1 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// settle makes a part and those in it fit to be drawn.
func settle(p Part, n *int, depth int) error {
	*n++
	if *n > PartsMax || depth > depthMax {
		return fmt.Errorf("%w: more than %d parts, or nested more than %d deep", ErrTooLarge, PartsMax, depthMax)
	}
	switch p := p.(type) {
	case nil:
	case *Text:
		p.S = line(p.S, textRunesMax)
		if p.Colour == None {
			p.Colour = Ink
		}
	case *Token:
		p.Mark = line(p.Mark, markRunesMax)
	case *Row:
		return settleAll(p.Parts, n, depth)
	case *Column:
		return settleAll(p.Parts, n, depth)
	case *Panel:
		p.Title = line(p.Title, textRunesMax)
		if p.Colour == None {
			p.Colour = Edge
		}
		return settle(p.Body, n, depth+1)
	case *Grid:
		return p.settle(n, depth)
	case *Figure:
		if *n += len(p.Shapes); *n > PartsMax {
			return fmt.Errorf("%w: more than %d shapes", ErrTooLarge, PartsMax)
		}
		for i := range p.Shapes {
			p.Shapes[i].Label = line(p.Shapes[i].Label, textRunesMax)
		}
		for i := range p.Lines {
			p.Lines[i] = line(p.Lines[i], textRunesMax)
		}
	}
	return nil
}

func settleAll(parts []Part, n *int, depth int) error {
	for _, p := range parts {
		if err := settle(p, n, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (g *Grid) settle(n *int, depth int) error {
	cols := 0
	for _, row := range g.Cells {
		cols = max(cols, len(row))
	}
	if len(g.Cells)*cols > PartsMax {
		return fmt.Errorf("%w: a board of more than %d cells", ErrTooLarge, PartsMax)
	}
	for i, row := range g.Cells {
		if short := cols - len(row); short > 0 {
			g.Cells[i] = append(row, make([]Cell, short)...)
		}
		*n += cols
		for k := range g.Cells[i] {
			if body := g.Cells[i][k].Body; body != nil {
				if err := settle(body, n, depth+1); err != nil {
					return err
				}
			}
		}
	}
	for _, names := range [][]string{g.RowNames, g.ColNames} {
		for i := range names {
			names[i] = line(names[i], textRunesMax)
		}
	}
	return nil
}
