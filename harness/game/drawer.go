package game

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/scene"
)

// A Drawer is Rules of a game that can draw values.
type Drawer interface {
	Rules

	// Drawable lists the values that can be drawn, names of Game.Values; the
	// one that people mean when they name none comes first.
	Drawable() []string

	// Draw describes the picture of a value. The places of the scene are JSON
	// pointers into the value. It takes what programs answer, too, values that
	// contradict themselves: the error is for what has not the shape of the
	// value, or is too large.
	Draw(value string, raw jsontext.Value) (*scene.Scene, error)
}
