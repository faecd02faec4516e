package game

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Invalid is input that the spec refuses: a value of the wrong shape, or one
// that contradicts itself. It is never an illegal move.
type Invalid struct {
	Value   int    // index of the input value, from 0
	Offset  int    // byte offset of the culprit inside that value
	Message string // what was expected and what was found: "expected a colour, found \"pink\""
	Clause  string // the clause it contradicts, if one does
	Hint    string // the next step, "" where what is wrong says it
	Count   bool   // there are too few or too many values; Value is the last one or the first too many
}

func (e *Invalid) Error() string {
	s := fmt.Sprintf("value %d, byte %d: %s", e.Value+1, e.Offset, e.Message)
	if e.Clause != "" {
		s += " (" + e.Clause + ")"
	}
	return s
}

// A Fault is something that the reference of a game does wrong: a finding about the
// game, and never about whoever is tested. Only games of folders have such a
// reference.
type Fault struct {
	Game      string
	Kind      string // "timed-out"
	Reference string // "first" or "second"
	Task      string
	In        []jsontext.Value // that it was asked
	Message   string           // what was expected and what was found
	Stderr    string           // the last of what the reference printed there
}

func (e *Fault) Error() string {
	return fmt.Sprintf("the reference of %s is at fault (%s): %s", e.Game, e.Kind, e.Message)
}

// A Finding is a fault as reports tell it: equal ones once.
type Finding struct {
	Game      string           `json:"game"`
	Kind      string           `json:"kind"`
	Reference string           `json:"reference"`
	Task      string           `json:"task,omitempty"`
	Case      string           `json:"case,omitempty"` // the first with this input, if it is of a suite
	In        []jsontext.Value `json:"in,omitempty"`
	Flags     []string         `json:"-"` // of solve, under which the first question was asked
	Message   string           `json:"message"`
	Stderr    string           `json:"stderr,omitempty"`
	Count     int              `json:"count"`
}

// Faulty are rules whose oracle is somebody else's program.
type Faulty interface {
	// Findings are the faults that it has shown so far in a task, in their order.
	Findings(task string) []Finding
	// Isolate says how far that program is kept apart, in the word of a program under
	// test: strict, best or none. Of several words the strictest counts. It is for
	// before the first question.
	Isolate(isolation string)
}

// UsageError is a request that cannot be carried out as worded: an unknown
// option, a value outside its range. Hint, if not empty, is the next step.
type UsageError struct {
	Message string
	Hint    string
	Cause   error // what the system said, where somebody may ask; nil
}

func (e *UsageError) Error() string { return e.Message }

// Unwrap returns what the system said.
func (e *UsageError) Unwrap() error { return e.Cause }
