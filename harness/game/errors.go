package game

import "fmt"

// Invalid is input that the spec refuses: a value of the wrong shape, or one
// that contradicts itself. It is never an illegal move.
type Invalid struct {
	Value   int    // index of the input value, from 0
	Offset  int    // byte offset of the culprit inside that value
	Message string // what was expected and what was found: "expected a colour, found \"pink\""
	Clause  string // the clause it contradicts, if one does
	Count   bool   // there are too few or too many values; Value is the last one or the first too many
}

func (e *Invalid) Error() string {
	s := fmt.Sprintf("value %d, byte %d: %s", e.Value+1, e.Offset, e.Message)
	if e.Clause != "" {
		s += " (" + e.Clause + ")"
	}
	return s
}

// UsageError is a request that cannot be carried out as worded: an unknown
// option, a value outside its range. Hint, if not empty, is the next step.
type UsageError struct {
	Message string
	Hint    string
}

func (e *UsageError) Error() string { return e.Message }
