package drawing

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/flow"
)

// The sizes of things in pixels.
const (
	sizeUsual  = 14 // of letters
	sizeSmall  = 12
	lineHeight = 20
	lineSmall  = 16
	tokenSize  = 20
	panelX     = 12
	panelY     = 10
)

// measure knows how many pixels things take.
type measure struct{ tight bool } // marks take no room

func sizeOf(t *scene.Text) int {
	if t.Small {
		return sizeSmall
	}
	return sizeUsual
}

func (measure) Text(t *scene.Text, s string) (w, h int) {
	if t.Small {
		return widthOf(s, sizeSmall, t.Bold), lineSmall
	}
	return widthOf(s, sizeUsual, t.Bold), lineHeight
}

func (measure) Token(t *scene.Token) (w, h int) {
	return max(tokenSize, widthOf(t.Mark, sizeSmall, true)+8), tokenSize
}

func (measure) Figure(f *scene.Figure) (w, h int) { return f.W, f.H }

func (measure) Name(s string) (w, h int) { return widthOf(s, sizeSmall, false) + 8, lineSmall }

func (measure) Gap(g scene.Gap, _ bool) int {
	switch g {
	case scene.Tight:
		return 2
	case scene.Wide:
		return 16
	}
	return 7
}

func (measure) Panel(p *scene.Panel) (flow.Sides, int) {
	s := flow.Sides{Up: panelY, Right: panelX, Down: panelY, Left: panelX}
	if p.Title == "" {
		return s, 2 * panelX
	}
	s.Up += lineHeight
	return s, widthOf(p.Title, sizeUsual, true) + 2*panelX
}

func (measure) Grid(g *scene.Grid) flow.Cells {
	c := flow.Cells{PadX: 6, PadY: 4, LeastW: 28, LeastH: 28, Beyond: WidthUsual}
	switch {
	case g.Loose:
		c.PadX, c.PadY, c.ApartX, c.ApartY = 11, 12, 6, 6
	case g.Close:
		c.PadX, c.PadY, c.LeastW, c.LeastH = 3, 3, 26, 26
	}
	const letter = 10 // the breadth of one, with something to spare
	c.LeastW, c.LeastH = max(c.LeastW, g.Room*letter+2*c.PadX), max(c.LeastH, g.RoomLines*lineHeight+2*c.PadY)
	return c
}

func (m measure) Mark() (x, y int) {
	if m.tight {
		return 0, 0
	}
	return 4, 4
}

// fonts are the typeface that widths are taken from and pictures are drawn with.
var fonts = sync.OnceValue(func() (f struct{ regular, bold *opentype.Font }) {
	f.regular, f.bold = parsed(goregular.TTF), parsed(gobold.TTF)
	return f
})

func parsed(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is part of the program, and every picture reads it
	}
	return f
}

// Font is the typeface of the letters.
func Font(bold bool) *opentype.Font {
	if bold {
		return fonts().bold
	}
	return fonts().regular
}

// Widths are kept for the characters that the typeface has, in parts of a
// thousandth of the size.
const (
	runesKept = 0x2700
	unit      = 1000
	// widthOther is that of a character that another typeface must lend.
	widthOther = unit
)

type widths [runesKept]uint16

func widthsOf(f *opentype.Font) *widths {
	var w widths
	var buf sfnt.Buffer
	for r := range rune(runesKept) {
		w[r] = widthOther
		// The errors are for glyphs that the font has not.
		if g, err := f.GlyphIndex(&buf, r); err == nil && g != 0 {
			if a, err := f.GlyphAdvance(&buf, g, fixed.I(unit), font.HintingNone); err == nil {
				w[r] = uint16(a.Round())
			}
		}
	}
	return &w
}

var (
	widthsRegular = sync.OnceValue(func() *widths { return widthsOf(Font(false)) })
	widthsBold    = sync.OnceValue(func() *widths { return widthsOf(Font(true)) })
)

// widthOf is the width of a text in pixels, rounded up.
func widthOf(s string, size int, bold bool) int {
	w := widthsRegular()
	if bold {
		w = widthsBold()
	}
	n := 0
	for _, r := range s {
		if r < runesKept {
			n += int(w[r])
		} else {
			n += widthOther
		}
	}
	return (n*size + unit - 1) / unit
}

// Width is the width of letters in pixels.
func Width(s string, size float64, bold bool) float64 {
	return float64(widthOf(s, int(size), bold))
}
