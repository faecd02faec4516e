// Package svg draws scenes as SVG: one self-contained element without scripts
// and without references, one shape a line, so that pictures of successive
// states differ in few lines.
package svg

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/drawing"
)

// Options say how to draw.
type Options struct {
	Width int          // pixels at most, if the parts allow it; 0 is drawing.WidthUsual
	Theme *scene.Theme // nil: the shapes have classes in place of colours, for Stylesheet
	Marks scene.Marks
	// Over lays the marks over the picture, so that pictures with other marks
	// differ in them alone.
	Over bool
	// Places gives each shape the JSON pointer of what it shows, as data-at, and each cell
	// of a board its row and column, as data-spot.
	Places bool
}

// Draw draws a scene.
func Draw(s *scene.Scene, o Options) []byte {
	p := drawing.Draw(s, drawing.Options{Width: o.Width, Marks: o.Marks, Over: o.Over})
	w := &writer{theme: o.Theme, places: o.Places}
	w.b = make([]byte, 0, 120*len(p.Shapes)+len(p.Alt)+500)
	w.text(`<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0`)
	w.number(" ", p.W)
	w.number(" ", p.H)
	w.number(`" width="`, p.W)
	w.number(`" height="`, p.H)
	w.text(`" font-family="Go,Helvetica,Arial,sans-serif" text-anchor="middle">` + "\n<title>")
	w.escaped(cmp.Or(p.Title, "picture")) // every picture has a name for those who hear it
	w.text("</title>\n<desc>")
	w.escaped(p.Alt)
	w.text("</desc>\n")
	w.text(`<rect width="100%" height="100%"`)
	w.paint("fill", drawing.Paint{Colour: scene.Paper})
	w.text("/>\n")
	for i := range p.Shapes {
		w.shape(&p.Shapes[i])
	}
	w.text("</svg>\n")
	return w.b
}

type writer struct {
	b      []byte
	theme  *scene.Theme
	places bool
}

func (w *writer) text(s string) { w.b = append(w.b, s...) }

// number writes a number with one decimal at most.
func (w *writer) number(before string, n float64) {
	w.b = append(w.b, before...)
	w.b = strconv.AppendFloat(w.b, math.Round(n*10)/10, 'f', -1, 64)
}

// escaped writes text as content or in an attribute.
func (w *writer) escaped(s string) {
	if !strings.ContainsAny(s, "<>&'\"") {
		w.text(s)
		return
	}
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a bytes.Buffer takes everything
	w.b = append(w.b, b.Bytes()...)
}

func (w *writer) shape(s *drawing.Shape) {
	switch s.Kind {
	case drawing.Rect:
		w.number(`<rect x="`, s.X)
		w.number(`" y="`, s.Y)
		w.number(`" width="`, s.W)
		w.number(`" height="`, s.H)
		if s.R > 0 {
			w.number(`" rx="`, s.R)
		}
		w.text(`"`)
	case drawing.Disc:
		w.number(`<circle cx="`, s.X)
		w.number(`" cy="`, s.Y)
		w.number(`" r="`, s.R)
		w.text(`"`)
	case drawing.Polygon:
		w.text(`<path d="`)
		for i, p := range s.Points {
			w.point("ML"[min(i, 1)], p)
		}
		w.text(`Z"`)
	case drawing.Lines:
		w.text(`<path d="`)
		for i, p := range s.Points {
			w.point("ML"[i%2], p)
		}
		w.text(`" stroke-linecap="square"`)
	case drawing.Letters:
		w.letters(s)
		return
	}
	w.paint("fill", s.Fill)
	if s.Stroke.Colour != scene.None {
		w.paint("stroke", s.Stroke)
		if s.Thick != 1 {
			w.number(` stroke-width="`, s.Thick)
			w.text(`"`)
		}
	}
	w.place(s.Place)
	if w.places && s.Spot != "" {
		w.text(` data-spot="`)
		w.escaped(s.Spot)
		w.text(`"`)
	}
	w.text("/>\n")
}

func (w *writer) point(command byte, p scene.Point) {
	w.b = append(w.b, command)
	w.number("", p.X)
	w.number(" ", p.Y)
}

// letters writes a text. Its length is given, so that another typeface takes no
// more room than there is.
func (w *writer) letters(s *drawing.Shape) {
	// Capitals are 0.72 of the size high; they stand in the middle.
	w.number(`<text x="`, s.X+s.W/2)
	w.number(`" y="`, s.Y+s.H/2+0.36*s.Size)
	w.number(`" font-size="`, s.Size)
	w.text(`"`)
	if n := drawing.Width(s.Text, s.Size, s.Bold); len(s.Text) > 3 {
		w.number(` textLength="`, n)
		w.text(`" lengthAdjust="spacingAndGlyphs"`)
	}
	if s.Bold {
		w.text(` font-weight="bold"`)
	}
	w.paint("fill", s.Fill)
	w.place(s.Place)
	w.text(">")
	w.escaped(s.Text)
	w.text("</text>\n")
}

func (w *writer) place(at string) {
	if w.places && at != "" {
		w.text(` data-at="`)
		w.escaped(at)
		w.text(`"`)
	}
}

// paint writes a colour as an attribute. With classes the one of fill comes
// first, since a shape has one attribute class.
func (w *writer) paint(attribute string, p drawing.Paint) {
	if w.theme != nil {
		w.text(" " + attribute + `="` + hex(p, w.theme) + `"`)
		return
	}
	class := attribute[:1] + "-" + p.Name()
	if attribute == "stroke" && bytes.HasSuffix(w.b, []byte(`"`)) {
		w.b = w.b[:len(w.b)-1] // of the class of the fill, which stands just before
		w.text(" " + class + `"`)
		return
	}
	w.text(` class="` + class + `"`)
}

func hex(p drawing.Paint, t *scene.Theme) string {
	if p.Colour == scene.None {
		return "none"
	}
	const digits = "0123456789abcdef"
	c := p.RGB(t)
	b := []byte{'#'}
	for _, v := range []uint8{c.R, c.G, c.B} {
		b = append(b, digits[v>>4], digits[v&15])
	}
	return string(b)
}

// Stylesheet is CSS that gives pictures without a theme the colours of one. Each
// rule begins with the selector, "" for none: ".dark" gives rules for pictures
// in what has that class.
func Stylesheet(t *scene.Theme, selector string) string {
	var b strings.Builder
	for _, attribute := range []string{"fill", "stroke"} {
		for _, p := range paints() {
			if selector != "" {
				b.WriteString(selector + " ")
			}
			b.WriteString("." + attribute[:1] + "-" + p.Name() + "{" + attribute + ":" + hex(p, t) + "}\n")
		}
	}
	return b.String()
}

var paints = sync.OnceValue(func() []drawing.Paint {
	list := []drawing.Paint{{}}
	for c := scene.Ink; c < scene.Colours; c++ {
		for way := drawing.Way(-2); way <= drawing.Letter; way++ {
			if c >= scene.Red || way == drawing.Full {
				list = append(list, drawing.Paint{Colour: c, Way: way})
			}
		}
	}
	return list
})
