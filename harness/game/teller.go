package game

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Deed is something that a player does, in words.
type Deed struct {
	Who    string // as the value or the state calls the player; "" if neither does
	What   string // what comes after the name: "trades 2 red for 1 blue"; "" if there are no words
	Clause string // that the deed is about
}

// A Teller is Rules of a game that can tell what players do in words.
type Teller interface {
	Rules

	// Tell tells a value that a player sends or hears: a request, a reply, an
	// argument of a call. The value is named by its schema. Shown is the State, or
	// what the player was shown, at that moment; nil if it is not known. What has
	// not the shape of the value has no words.
	Tell(value string, raw, shown jsontext.Value) Deed
}

// Tell is what a value tells by the rules, if these can tell it.
func Tell(rules Rules, value string, raw, shown jsontext.Value) Deed {
	if t, ok := rules.(Teller); ok && len(raw) <= DrawnBytesMax && len(shown) <= DrawnBytesMax {
		return t.Tell(value, raw, shown)
	}
	return Deed{}
}

// heard is what a method does, and what happens to the player by it.
var heard = [][2]string{{"asks for ", "is asked for "}, {"gives ", "is given "}, {"tells ", "is told "}, {"shows ", "is shown "}}

// Heard says what happens to the player who is called, without the circumstances:
// "is asked for the cards to buy". It is made of the summary, up to the first
// comma or semicolon; "" if that begins with none of the words asks for, gives, tells and
// shows.
func (m *Method) Heard() string {
	said := m.Summary
	if i := strings.IndexAny(said, ",;"); i >= 0 {
		said = said[:i]
	}
	for _, h := range heard {
		if rest, ok := strings.CutPrefix(said, h[0]); ok {
			return h[1] + rest
		}
	}
	return ""
}
