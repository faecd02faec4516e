package game

import (
	"math/rand/v2"

	"github.com/go-json-experiment/json/jsontext"
)

// A Draw makes the choices of a generator by chance.
type Draw struct {
	*rand.Rand
	Size  int // of what is made, from 0, tiny, to SizeMax
	Least int // up to which numbers go with any size
}

// NewDraw returns a Draw for a size, which is brought into its bounds.
func NewDraw(rng *rand.Rand, size int) Draw {
	return Draw{Rand: rng, Size: max(0, min(size, SizeMax)), Least: 1}
}

// Chance is true once in n times.
func (d Draw) Chance(n int) bool { return d.IntN(n) == 0 }

// UpTo is a number from 0 to most, the larger ones only with a larger size.
func (d Draw) UpTo(most int) int { return d.IntN(min(most, d.Least+most*d.Size/SizeMax) + 1) }

// Inputs are the inputs of a case, from their texts.
func Inputs(texts ...[]byte) []jsontext.Value {
	list := make([]jsontext.Value, len(texts))
	for i, t := range texts {
		list[i] = t
	}
	return list
}
