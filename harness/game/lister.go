package game

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// A Lister is Rules of a game that can list the legal requests of a state. They
// are finitely many, but may be very many; nothing is computed before it is
// asked for.
type Lister interface {
	Rules

	// Legal lists the legal requests of a valid state by whoever may act: of those
	// that do the same one, and one of those that differ in what people seldom ask
	// about, which the rules of each game say. There are none when the game is over. The error is an *Invalid, in place of the first
	// request.
	Legal(state jsontext.Value) iter.Seq2[jsontext.Value, error]
}
