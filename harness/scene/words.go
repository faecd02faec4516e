package scene

import "strings"

// Say is a text that shows what stands at a place, "" for none.
func Say(at, s string) *Text { return &Text{At: at, S: s} }

// Bold is a text that stands out.
func Bold(at, s string) *Text { return &Text{At: at, S: s, Bold: true} }

// Dim is a text that matters less.
func Dim(at, s string) *Text { return &Text{At: at, S: s, Colour: Faint} }

// Line has parts side by side on one line.
func Line(at string, parts ...Part) *Row { return &Row{At: at, Parts: parts} }

// Flow has parts side by side, and below where there is no more room.
func Flow(at string, parts ...Part) *Row {
	return &Row{At: at, Parts: parts, Gap: Wide, Wrap: true, Top: true}
}

// Stack has parts one above the other.
func Stack(at string, parts ...Part) *Column { return &Column{At: at, Parts: parts} }

// Human is a name of a JSON value in words: "great_bazaar" is "great bazaar".
func Human(name string) string { return strings.NewReplacer("_", " ", "-", " ").Replace(name) }
