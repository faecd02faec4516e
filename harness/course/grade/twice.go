package grade

import (
	"fmt"

	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// twiceMax is of how many cases that are asked twice the lint tells one by one: a suite
// that was copied into another has them all twice.
const twiceMax = 5

// twice tells of cases of the staff that ask what another case of the task asks: each counts, so
// that whoever gets the one wrong loses twice.
func (e *Engine) twice(k *task) {
	first := make(map[string]*suite.Case)
	told, beyond := 0, 0
	for i := range k.cases {
		c := &k.cases[i]
		if c.In == nil {
			continue
		}
		key := c.InputKey()
		other := first[key]
		switch {
		case other == nil:
			first[key] = c
			continue
		case c.Source == "" && other.Source == "":
			continue // both are ours
		case c.Source == "":
			c, other = other, c // the staff can remove its own one
		}
		if told++; told > twiceMax {
			beyond++
			continue
		}
		named := other.ID
		if other.Source != "" {
			named = other.Named()
		}
		f := Finding{
			Level: Warning, Kind: string(lint.Duplicate), Task: k.Name, Case: c.ID,
			Message: fmt.Sprintf("it has the same input as %s, and both count", named),
			Hint:    "remove one of two cases with the same input, or write its name into skip",
		}
		f.File, f.Line = c.Place()
		e.tell(f)
	}
	if beyond > 0 {
		e.tellAt("suites", Finding{
			Level: Warning, Kind: string(lint.Duplicate), Task: k.Name,
			Message: fmt.Sprintf("the input of %s more is that of another case, and both count", text.Count(beyond, "case")),
			Hint:    "name each suite once; a suite that is a copy of another one, or of the embedded one, counts twice",
		})
	}
}
