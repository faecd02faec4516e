package game

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// ReadOutcome reads from what a server writes who has won and who has dropped
// out, by name: [["Ada"],["bob"]]. Both are empty if no game was played.
func ReadOutcome(result []jsontext.Value) (winners, dropouts []string, err error) {
	var lists [2][]string
	if len(result) != 1 {
		return nil, nil, fmt.Errorf("expected one value, found %d", len(result))
	}
	if err := json.Unmarshal(result[0], &lists); err != nil {
		return nil, nil, fmt.Errorf("a result that is not two lists of names: %w", err)
	}
	return lists[0], lists[1], nil
}

// StateIn is the state that an answer of task move leads to, a part of the answer, or
// false if the request is illegal.
func StateIn(answer jsontext.Value) (jsontext.Value, bool) {
	var c cursor.Cursor
	c.Reset(answer)
	for c.Object("an answer"); c.MoreKeys(); {
		if string(c.Key()) == "state" {
			return c.Skip(), true
		}
		c.Skip()
	}
	return nil, false
}
