package judge

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Settle is what to compare an answer with: the expected one, or the answer itself
// if the rules say that it is as right. Only games of folders have such rules. The
// error is a *game.Fault: then nobody can tell what is right.
func (j *Judge) Settle(rules game.Rules, task string, in, expected, received []jsontext.Value) ([]jsontext.Value, error) {
	arbiter, ok := rules.(game.Arbiter)
	if !ok || j.equal(expected, received) {
		return expected, nil
	}
	right, err := arbiter.Right(task, in, expected, received, j.equal)
	if err != nil || !right {
		return expected, err
	}
	return received, nil
}

func (j *Judge) equal(expected, received []jsontext.Value) bool {
	return j.Compare(expected, received).Outcome == Pass
}
