package game

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
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
