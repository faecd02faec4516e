package terminal

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/flow"
)

// measure knows how many columns and lines things take.
type measure struct{ ascii bool }

func (m measure) Text(_ *scene.Text, s string) (w, h int) { return columns(plain(s, m.ascii)), 1 }

func (m measure) Token(t *scene.Token) (w, h int) { return columns(plain(t.Mark, m.ascii)), 1 }

func (m measure) Figure(f *scene.Figure) (w, h int) {
	for _, s := range f.Lines {
		w = max(w, columns(plain(s, m.ascii)))
	}
	return w, len(f.Lines)
}

func (m measure) Name(s string) (w, h int) {
	n := columns(plain(s, m.ascii))
	if n > 0 {
		n++
	}
	return n, 1
}

func (measure) Gap(g scene.Gap, down bool) int {
	switch {
	case g == scene.Wide && down:
		return 1
	case g == scene.Wide:
		return 3
	case g == scene.Tight, down:
		return 0
	}
	return 1
}

func (m measure) Panel(p *scene.Panel) (flow.Sides, int) {
	least := 4
	if p.Title != "" {
		least = columns(plain(p.Title, m.ascii)) + 6
	}
	return flow.Sides{Up: 1, Right: 2, Down: 1, Left: 2}, least
}

func (measure) Grid(g *scene.Grid) flow.Cells {
	c := flow.Cells{PadX: 1, LeastW: 3, LeastH: 1, Wall: 1}
	if g.Close {
		c.PadX, c.LeastW = 0, 2
	}
	c.LeastW, c.LeastH = max(c.LeastW, g.Room+2*c.PadX), max(c.LeastH, g.RoomLines)
	return c
}

func (measure) Mark() (x, y int) { return 1, 0 }

// columns is the width of a text on a terminal. It has no control characters.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	}
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}

// signs are the characters of scenes that ASCII lacks, each as wide as before.
var signs = strings.NewReplacer(
	"→", ">", "←", "<", "↑", "^", "↓", "v", "×", "x", "·", ".", "…", "~", "●", "o", "○", "o",
	"♦", "*", "☺", "@", "–", "-", "’", "'", "«", "<", "»", ">", "■", "#", "□", ".", "►", "*", "↔", "-", "▲", "^",
)

// plain is a text as it is drawn.
func plain(s string, ascii bool) string {
	if !ascii {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r >= 0x7f {
			return '?'
		}
		return r
	}, signs.Replace(s))
}
