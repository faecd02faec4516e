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

// Listed lists those of some requests that are legal. Read gives the state anew each time:
// a request is tried on a state of its own. Write writes a request as JSON.
func Listed[S, Q any](read func() (S, error), requests func(S) iter.Seq[Q], legal func(S, Q) bool, write func(Q) []byte) iter.Seq2[jsontext.Value, error] {
	return func(yield func(jsontext.Value, error) bool) {
		state, err := read()
		if err != nil {
			yield(nil, err)
			return
		}
		for q := range requests(state) {
			// It has been read once, so that there is no error.
			if own, _ := read(); legal(own, q) && !yield(write(q), nil) {
				return
			}
		}
	}
}
