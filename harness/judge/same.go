package judge

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Same tells whether Compare would let an answer pass. It costs little more than
// reading the two, since it describes nothing.
func (j *Judge) Same(expected []jsontext.Value, received *game.Output) bool {
	if len(expected) != received.Len() {
		return false
	}
	for i, want := range expected {
		if !sameText(want, received.Value(i)) {
			return j.sameFrom(expected, received, i)
		}
	}
	return true
}

// sameFrom is Same for the values from one on whose texts differ.
func (j *Judge) sameFrom(expected []jsontext.Value, received *game.Output, from int) bool {
	t := j.tables.Get().(*classes)
	defer func() {
		if !t.full() {
			j.tables.Put(t)
		}
	}()
	for i := from; i < len(expected); i++ {
		if got := received.Value(i); !sameText(expected[i], got) && !t.same(expected[i], got, j.root.element(i), j.lax) {
			return false
		}
	}
	return true
}
