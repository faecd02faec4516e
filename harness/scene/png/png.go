// Package png draws scenes as PNG pictures.
package png

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/drawing"
)

// The bounds of a picture, and why.
const (
	// scaleUsual is what fine screens have.
	scaleUsual = 2
	// pixelsMax bounds the memory, four bytes a pixel. A larger picture is drawn
	// smaller.
	pixelsMax = 16 << 20
)

// Options say how to draw.
type Options struct {
	Width int          // at scale 1, if the parts allow it; 0 is drawing.WidthUsual
	Scale float64      // pixels of the picture for one of the width; 0 is 2
	Theme *scene.Theme // nil is scene.Light
	Marks scene.Marks
}

// Draw draws a scene.
func Draw(s *scene.Scene, o Options) ([]byte, error) {
	if o.Scale == 0 {
		o.Scale = scaleUsual
	}
	if o.Theme == nil {
		o.Theme = scene.Light
	}
	p := drawing.Draw(s, drawing.Options{Width: o.Width, Marks: o.Marks})
	o.Scale = min(o.Scale, math.Sqrt(pixelsMax/(p.W*p.H)))
	w, h := int(math.Ceil(p.W*o.Scale)), int(math.Ceil(p.H*o.Scale))
	c := &canvas{
		image: image.NewRGBA(image.Rect(0, 0, w, h)), scale: o.Scale, theme: o.Theme,
		faces: map[typeface]font.Face{}, raster: vector.NewRasterizer(0, 0),
	}
	draw.Draw(c.image, c.image.Bounds(), c.uniform(drawing.Paint{Colour: scene.Paper}), image.Point{}, draw.Src)
	for i := range p.Shapes {
		if err := c.shape(&p.Shapes[i]); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, c.image); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

type typeface struct {
	size float64
	bold bool
}

type canvas struct {
	image  *image.RGBA
	scale  float64
	theme  *scene.Theme
	faces  map[typeface]font.Face
	raster *vector.Rasterizer
}

func (c *canvas) uniform(p drawing.Paint) *image.Uniform {
	rgb := p.RGB(c.theme)
	return image.NewUniform(color.RGBA{rgb.R, rgb.G, rgb.B, 255})
}

func (c *canvas) shape(s *drawing.Shape) error {
	switch s.Kind {
	case drawing.Letters:
		return c.letters(s)
	case drawing.Lines:
		for i := 0; i+1 < len(s.Points); i += 2 {
			c.fill(s.Stroke, bar(s.Points[i], s.Points[i+1], s.Thick))
		}
		return nil
	}
	var outline, inner []scene.Point
	half := s.Thick / 2
	switch s.Kind {
	case drawing.Rect:
		outline = rounded(s.X-half, s.Y-half, s.W+s.Thick, s.H+s.Thick, corner(s.R, half))
		inner = rounded(s.X+half, s.Y+half, s.W-s.Thick, s.H-s.Thick, max(0, s.R-half))
	case drawing.Disc:
		outline, inner = circle(s.X, s.Y, s.R+half), circle(s.X, s.Y, s.R-half)
	case drawing.Polygon:
		if s.Fill.Colour != scene.None {
			c.fill(s.Fill, s.Points)
		}
		if s.Stroke.Colour != scene.None {
			for i, p := range s.Points {
				c.fill(s.Stroke, bar(p, s.Points[(i+1)%len(s.Points)], s.Thick))
			}
		}
		return nil
	}
	switch {
	case s.Stroke.Colour == scene.None:
		if s.Kind == drawing.Rect {
			outline = rounded(s.X, s.Y, s.W, s.H, s.R)
		} else {
			outline = circle(s.X, s.Y, s.R)
		}
		c.fill(s.Fill, outline)
	case s.Fill.Colour == scene.None:
		// The inner outline goes round the other way: it is a hole.
		for i, k := 0, len(inner)-1; i < k; i, k = i+1, k-1 {
			inner[i], inner[k] = inner[k], inner[i]
		}
		c.fill(s.Stroke, outline, inner)
	default:
		c.fill(s.Stroke, outline)
		c.fill(s.Fill, inner)
	}
	return nil
}

func corner(r, half float64) float64 {
	if r == 0 {
		return 0
	}
	return r + half
}

// fill fills closed outlines. The rasterizer gets their bounds, not those of the
// picture: it looks at all of what it is given.
func (c *canvas) fill(p drawing.Paint, outlines ...[]scene.Point) {
	low, high := scene.Point{X: math.Inf(1), Y: math.Inf(1)}, scene.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, q := range outlines[0] {
		low = scene.Point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}
		high = scene.Point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
	}
	x0, y0 := int(math.Floor(low.X*c.scale)), int(math.Floor(low.Y*c.scale))
	x1, y1 := int(math.Ceil(high.X*c.scale)), int(math.Ceil(high.Y*c.scale))
	bounds := image.Rect(x0, y0, x1, y1)
	if len(outlines[0]) == 0 || bounds.Intersect(c.image.Bounds()).Empty() {
		return
	}
	c.raster.Reset(x1-x0, y1-y0)
	for _, outline := range outlines {
		for i, q := range outline {
			x, y := float32(q.X*c.scale-float64(x0)), float32(q.Y*c.scale-float64(y0))
			if i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.image, bounds, c.uniform(p), image.Point{})
}

// bar is a line of some thickness, with square ends.
func bar(a, b scene.Point, thick float64) []scene.Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	n := math.Hypot(dx, dy)
	if n == 0 {
		return nil
	}
	dx, dy = dx/n*thick/2, dy/n*thick/2
	return []scene.Point{
		{X: a.X - dx - dy, Y: a.Y - dy + dx},
		{X: b.X + dx - dy, Y: b.Y + dy + dx},
		{X: b.X + dx + dy, Y: b.Y + dy - dx},
		{X: a.X - dx + dy, Y: a.Y - dy - dx},
	}
}

// arcSteps is how many lines a quarter of a circle is made of: at twice the size
// of a token nobody sees them.
const arcSteps = 8

func circle(x, y, r float64) []scene.Point {
	return arc(nil, x, y, r, 0, 4*arcSteps)
}

func arc(points []scene.Point, x, y, r float64, from, to int) []scene.Point {
	for i := from; i <= to; i++ {
		sin, cos := math.Sincos(math.Pi / 2 * float64(i) / arcSteps)
		points = append(points, scene.Point{X: x + r*cos, Y: y + r*sin})
	}
	return points
}

func rounded(x, y, w, h, r float64) []scene.Point {
	if r = min(r, w/2, h/2); r <= 0 {
		return []scene.Point{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}}
	}
	points := arc(nil, x+w-r, y+h-r, r, 0, arcSteps)
	points = arc(points, x+r, y+h-r, r, arcSteps, 2*arcSteps)
	points = arc(points, x+r, y+r, r, 2*arcSteps, 3*arcSteps)
	return arc(points, x+w-r, y+r, r, 3*arcSteps, 4*arcSteps)
}

func (c *canvas) letters(s *drawing.Shape) error {
	key := typeface{s.Size, s.Bold}
	face := c.faces[key]
	if face == nil {
		var err error
		face, err = opentype.NewFace(drawing.Font(s.Bold), &opentype.FaceOptions{Size: s.Size * c.scale, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return err
		}
		c.faces[key] = face
	}
	w := drawing.Width(s.Text, s.Size, s.Bold)
	d := font.Drawer{Dst: c.image, Src: c.uniform(s.Fill), Face: face, Dot: fixed.Point26_6{
		X: fixed.Int26_6((s.X + (s.W-w)/2) * c.scale * 64),
		Y: fixed.Int26_6((s.Y + s.H/2 + 0.36*s.Size) * c.scale * 64),
	}}
	d.DrawString(s.Text)
	return nil
}
