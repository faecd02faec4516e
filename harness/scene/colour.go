package scene

// A Colour is a name in the palette; what it looks like depends on the theme.
type Colour uint8

// The colours.
const (
	None   Colour = iota
	Ink           // text
	Faint         // text that matters less
	Paper         // the ground of everything
	Ground        // of panels
	Edge          // lines and frames
	Accent        // whose turn it is
	Marked        // what is pointed out
	Red
	White
	Blue
	Green
	Yellow
	Orange
	Purple
	Brown
	Teal
	Pink
	Grey
	Sand
	Colours // how many there are
)

var colourNames = [Colours]string{
	"none", "ink", "faint", "paper", "ground", "edge", "accent", "marked",
	"red", "white", "blue", "green", "yellow", "orange", "purple", "brown", "teal", "pink", "grey", "sand",
}

func (c Colour) String() string { return colourNames[min(c, Colours-1)] }

// ColourNamed is the colour of things that a game calls red, white and so on;
// Grey for a name that is none.
func ColourNamed(name string) Colour {
	for c := Red; c < Colours; c++ {
		if colourNames[c] == name {
			return c
		}
	}
	return Grey
}

// An RGB is a colour as screens have it.
type RGB struct{ R, G, B uint8 }

// A Theme is a palette for a light or a dark ground.
type Theme struct {
	Name    string
	colours [Colours]RGB
	tint    float64 // how much of a colour is in its tint
}

// The themes. The colours of things keep their names, hues and lightness on
// either ground; letters on them are black or white, whichever stands out more.
var (
	Light = &Theme{Name: "light", tint: 0.22, colours: withThings([Colours]RGB{
		Ink: {0x1b, 0x1f, 0x24}, Faint: {0x56, 0x5f, 0x6b}, Paper: {0xff, 0xff, 0xff}, Ground: {0xf6, 0xf7, 0xf9},
		Edge: {0xb4, 0xbc, 0xc6}, Accent: {0x0b, 0x5c, 0xad}, Marked: {0xc4, 0x14, 0x6b},
	})}
	Dark = &Theme{Name: "dark", tint: 0.19, colours: withThings([Colours]RGB{
		Ink: {0xec, 0xef, 0xf3}, Faint: {0xa6, 0xb0, 0xbd}, Paper: {0x12, 0x16, 0x1b}, Ground: {0x1c, 0x22, 0x29},
		Edge: {0x53, 0x5f, 0x6d}, Accent: {0x6c, 0xb6, 0xff}, Marked: {0xff, 0x7a, 0xb8},
	})}
)

// things are the colours of things, chosen to differ in lightness, too, so that
// who does not see hues tells most of them apart.
var things = map[Colour]RGB{
	Red: {0xd1, 0x34, 0x2f}, White: {0xfa, 0xfa, 0xf5}, Blue: {0x2f, 0x6f, 0xd0}, Green: {0x3f, 0xa3, 0x4d},
	Yellow: {0xf6, 0xcf, 0x3b}, Orange: {0xef, 0x8a, 0x2b}, Purple: {0x7c, 0x4d, 0xb8}, Brown: {0x8a, 0x5a, 0x34},
	Teal: {0x1b, 0x8f, 0x93}, Pink: {0xea, 0x8f, 0xb4}, Grey: {0x9a, 0xa3, 0xad}, Sand: {0xdd, 0xc7, 0x9a},
}

func withThings(colours [Colours]RGB) [Colours]RGB {
	for c, rgb := range things {
		colours[c] = rgb
	}
	return colours
}

// Colour is what a colour looks like.
func (t *Theme) Colour(c Colour) RGB { return t.colours[min(c, Colours-1)] }

// Tint is a colour as the ground of something: mostly that of panels.
func (t *Theme) Tint(c Colour) RGB {
	if c < Red {
		return t.Colour(c)
	}
	return mix(t.colours[Paper], t.Colour(c), t.tint)
}

// Shade is a colour made darker (to -2) or lighter (to 2).
func (t *Theme) Shade(c Colour, by int8) RGB {
	const step = 0.22 // sides of a cube differ visibly, and keep their hue
	switch by = max(-2, min(by, 2)); {
	case by < 0:
		return mix(t.Colour(c), RGB{}, step*float64(-by))
	case by > 0:
		return mix(t.Colour(c), RGB{255, 255, 255}, step*float64(by))
	}
	return t.Colour(c)
}

// On is the colour of letters on a ground: black or white.
func On(ground RGB) RGB {
	black, white := RGB{0x11, 0x11, 0x11}, RGB{255, 255, 255}
	if Contrast(black, ground) >= Contrast(white, ground) {
		return black
	}
	return white
}

func mix(a, b RGB, part float64) RGB {
	m := func(a, b uint8) uint8 { return uint8(float64(a)*(1-part) + float64(b)*part + 0.5) }
	return RGB{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B)}
}
