package wire

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// piecePause lets a piece of a value arrive by itself.
	piecePause = 2 * time.Millisecond
	// piecesEvery is for how many values one leaves in two pieces.
	piecesEvery = 5
)

// separators are what may stand behind a value (BG-90). A value that ends with a
// mark of its own may have nothing there.
var separators = []string{"", "\n", " ", "\r\n", "\t", "\n\n  "}

// fronts are what may stand in front of a value.
var fronts = []string{"", "", "", " ", "\n"}

// Varied is a style in which values are separated by anything that may separate
// them, also by nothing, and some are cut. The same seed gives the same. It is
// for one connection.
func Varied(seed uint64) func(jsontext.Value) [][]byte {
	rng := rand.New(rand.NewPCG(seed, 5))
	return func(value jsontext.Value) [][]byte {
		behind := separators
		switch value.Kind() {
		case '[', '{', '"':
		default:
			// That a word or number is complete shows some readers only what comes
			// behind it.
			behind = separators[1:]
		}
		text := []byte(fronts[rng.IntN(len(fronts))])
		text = append(append(text, value...), behind[rng.IntN(len(behind))]...)
		if len(text) < 2 || rng.IntN(piecesEvery) > 0 {
			return [][]byte{text}
		}
		at := 1 + rng.IntN(len(text)-1)
		return slices.DeleteFunc([][]byte{text[:at], text[at:]}, func(p []byte) bool { return len(p) == 0 })
	}
}
