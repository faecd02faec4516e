package answer

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// AppendCheck writes the answer of task move for people: as it is if the
// request is legal, else with the clause that forbids it and the reason. The
// clause is what the oracle says, or that of the code. The error, a *game.UsageError, is
// that the answer is no verdict: somebody brought a game whose task move asks something else.
func (d *Desk) AppendCheck(out []byte, in []jsontext.Value, result *game.Output) (said []byte, illegal bool, err error) {
	answer := result.Value(0)
	legal, code, ok := ruling(answer)
	if !ok {
		return out, false, &game.UsageError{
			Message: fmt.Sprintf(`the task %s/%s answers %s, expected {"legal":true,"state":...} or {"legal":false,"code":...}`,
				d.Game.Name, d.Task.Name, text.Excerpt(answer)),
			Hint: moveHint,
		}
	}
	if legal {
		return append(out, answer...), false, nil
	}
	out = append(out, `{"legal":false,"code":`...)
	out = appendString(out, code)
	clause := result.Clause
	if c, ok := d.Game.Code(code); ok && clause == "" {
		clause = c.Clause
	}
	if clause != "" {
		out = append(out, `,"clause":`...)
		out = appendString(out, clause)
	}
	out = append(out, `,"why":`...)
	why := result.Why
	if why == "" {
		why = d.Rules.Explain(in, code)
	}
	out = appendString(out, why)
	return append(out, '}'), true, nil
}

// moveHint is the next step if a task move is no question about a request.
const moveHint = `"touchstone solve" computes the answers of any task; check needs a task move as "touchstone help game-folder" describes it`

// Movable refuses, with a *game.UsageError, a task move that does not read a state and a request.
func Movable(g *game.Game, task *game.Task) error {
	if len(task.In) == 2 && len(task.Out) == 1 {
		return nil
	}
	return &game.UsageError{
		Message: fmt.Sprintf("the task %s/%s reads %s and writes %s, expected a state and a request, and a verdict",
			g.Name, task.Name, text.Count(len(task.In), "value"), text.Count(len(task.Out), "value")),
		Hint: moveHint,
	}
}

// ruling reads {"legal":true,"state":…} or {"legal":false,"code":…}, and tells whether it
// is one of them. What stands behind a true is not looked at.
func ruling(answer jsontext.Value) (legal bool, code string, ok bool) {
	var c cursor.Cursor
	c.Reset(answer)
	for c.Object("an answer"); c.MoreKeys(); {
		switch string(c.Key()) {
		case "legal":
			if c.Bool("true or false") {
				return true, "", true
			}
			ok = true
		case "code":
			code = string(c.String("a code"))
		default:
			c.Skip()
		}
	}
	return false, code, ok && code != "" && c.Err() == nil
}

func appendString(out []byte, s string) []byte {
	quoted, err := jsontext.AppendQuote(out, s)
	if err != nil {
		return append(out, `""`...)
	}
	return quoted
}
