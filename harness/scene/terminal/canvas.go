package terminal

import (
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/scene"
)

// The weights of walls.
const (
	none uint8 = iota
	light
	heavy
)

// junctions are the characters in which walls meet, by the weights of their
// upper, right, lower and left arm: one plus three times the next, and so on.
const junctions = " ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋"

var junctionRunes = []rune(junctions)

// A paint is a colour of the ground: in full, or as a tint.
type paint struct {
	colour scene.Colour
	full   bool
}

// A look is how a character is drawn.
type look struct {
	fg   scene.Colour
	bg   paint // none: that of the terminal
	bold bool
}

// A glyph is what stands in one column of a line. A wall has arms in place of a
// character; behind a character of two columns stands one without any.
type glyph struct {
	r    rune
	tail bool
	look look
	arms [4]uint8
}

// A canvas is a picture made of characters.
type canvas struct {
	w, h   int
	glyphs []glyph
	marks  map[int]string // what combines with the character before it, by index
	ascii  bool
	colour bool
	cut    bool // something lies beyond the right side
	theme  *scene.Theme
}

func newCanvas(w, h int, o Options) *canvas {
	return &canvas{w: w, h: h, glyphs: make([]glyph, w*h), ascii: o.ASCII, colour: o.Colour, theme: o.Theme}
}

// text is a text as it is drawn here.
func (c *canvas) text(s string) string { return plain(s, c.ascii) }

// at is the glyph at a place, nil beyond the sides.
func (c *canvas) at(x, y int) *glyph {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return nil
	}
	return &c.glyphs[y*c.w+x]
}

func (c *canvas) set(x, y int, r rune, l look) {
	if g := c.at(x, y); g != nil {
		*g = glyph{r: r, look: l}
	}
}

// letters writes a text from a place on.
func (c *canvas) letters(x, y int, s string, l look) {
	for _, r := range s {
		n := columnsOf(r)
		if n == 0 {
			if c.at(x-1, y) != nil {
				if c.marks == nil {
					c.marks = map[int]string{}
				}
				c.marks[y*c.w+x-1] += string(r)
			}
			continue
		}
		if n == 2 && c.at(x+1, y) == nil {
			r = ' ' // half a character cannot be drawn
		}
		c.set(x, y, r, l)
		if n == 2 && c.at(x+1, y) != nil {
			*c.at(x+1, y) = glyph{tail: true, look: l}
		}
		x += n
	}
}

// wall draws a wall from one place to another, across or down. It joins those
// that are there; of two in one place the heavier stays.
func (c *canvas) wall(x0, y0, x1, y1 int, w uint8, l look) {
	if w == none {
		return
	}
	back, forth := 3, 1
	if x0 == x1 {
		back, forth = 0, 2
	}
	for x, y := x0, y0; x <= x1 && y <= y1; {
		if g := c.at(x, y); g != nil {
			if x != x0 || y != y0 {
				g.arms[back] = max(g.arms[back], w)
			}
			if x != x1 || y != y1 {
				g.arms[forth] = max(g.arms[forth], w)
			}
			g.look = l
		}
		if x0 == x1 {
			y++
		} else {
			x++
		}
	}
}

func (c *canvas) rect(x0, y0, x1, y1 int, w uint8, l look) {
	c.wall(x0, y0, x1, y0, w, l)
	c.wall(x0, y1, x1, y1, w, l)
	c.wall(x0, y0, x0, y1, w, l)
	c.wall(x1, y0, x1, y1, w, l)
}

// rune is the character of a glyph.
func (c *canvas) rune(g *glyph) rune {
	if g.r != 0 {
		return g.r
	}
	a := g.arms
	if a == ([4]uint8{}) {
		return ' '
	}
	if !c.ascii {
		return junctionRunes[a[0]+3*a[1]+9*a[2]+27*a[3]]
	}
	thick := max(a[0], a[1], a[2], a[3]) == heavy
	across, down := a[1] != none && a[3] != none, a[0] != none && a[2] != none
	switch {
	case across && a[0] == none && a[2] == none && thick:
		return '='
	case across && a[0] == none && a[2] == none:
		return '-'
	case down && a[1] == none && a[3] == none && !thick:
		return '|'
	case thick:
		return '#'
	}
	return '+'
}

// write writes the lines of the picture.
func (c *canvas) write(b *strings.Builder) {
	for y := range c.h {
		end := c.w
		for end > 0 {
			g := &c.glyphs[y*c.w+end-1]
			if g.tail || c.rune(g) != ' ' || c.colour && g.look.bg != (paint{}) {
				break
			}
			end--
		}
		now := ""
		for x := range end {
			g := &c.glyphs[y*c.w+x]
			if g.tail {
				continue
			}
			r := c.rune(g)
			if c.cut && x == c.w-1 {
				r = []rune(c.text("…"))[0]
			}
			if code := c.code(g.look, r); code != now {
				b.WriteString("\x1b[0m" + code)
				now = code
			}
			b.WriteRune(r)
			b.WriteString(c.marks[y*c.w+x])
		}
		if now != "" {
			b.WriteString("\x1b[0m")
		}
		b.WriteByte('\n')
	}
}

// code is the escape sequence of a look, "" for the usual one or without
// colours.
func (c *canvas) code(l look, r rune) string {
	if !c.colour || r == ' ' && l.bg == (paint{}) {
		return ""
	}
	s := ""
	if l.bold {
		s += ";1"
	}
	ground := l.bg != paint{}
	switch {
	case ground && l.bg.full:
		full := c.theme.Colour(l.bg.colour)
		s += ";48;5;" + index(full)
		s += ";38;5;" + index(scene.On(full))
	case ground:
		s += ";48;5;" + index(c.theme.Tint(l.bg.colour)) + ";38;5;" + index(c.theme.Colour(l.fg))
	case l.fg != scene.Ink && l.fg != scene.None:
		// Ink is what the terminal has, whatever its ground.
		s += ";38;5;" + index(c.theme.Colour(l.fg))
	}
	if s == "" {
		return ""
	}
	return "\x1b[" + s[1:] + "m"
}

// index is the nearest of the 256 colours: one of the cube of six steps each
// way, or one of 24 greys.
func index(c scene.RGB) string {
	steps := [6]int{0, 95, 135, 175, 215, 255}
	nearest := func(v uint8) int {
		best := 0
		for i, s := range steps {
			if abs(s-int(v)) < abs(steps[best]-int(v)) {
				best = i
			}
		}
		return best
	}
	r, g, b := nearest(c.R), nearest(c.G), nearest(c.B)
	far := func(r, g, b int) int { return abs(r-int(c.R)) + abs(g-int(c.G)) + abs(b-int(c.B)) }
	grey := max(0, min((int(c.R)+int(c.G)+int(c.B)-24)/30, 23))
	if level := 8 + 10*grey; far(level, level, level) < far(steps[r], steps[g], steps[b]) {
		return strconv.Itoa(232 + grey)
	}
	return strconv.Itoa(16 + 36*r + 6*g + b)
}

func abs(n int) int { return max(n, -n) }
