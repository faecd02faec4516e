package answer

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// AppendCheck writes the answer of task move for people: as it is if the
// request is legal, else with the clause that forbids it and the reason. The
// clause is what the oracle says, or that of the code.
func (d *Desk) AppendCheck(out []byte, in []jsontext.Value, result *game.Output) (text []byte, illegal bool) {
	answer := result.Value(0)
	legal, code := ruling(answer)
	if legal {
		return append(out, answer...), false
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
	return append(out, '}'), true
}

// ruling reads {"legal":true,"state":…} or {"legal":false,"code":…}. What
// stands behind a true is not looked at.
func ruling(answer jsontext.Value) (legal bool, code string) {
	var c cursor.Cursor
	c.Reset(answer)
	for c.Object("an answer"); c.MoreKeys(); {
		switch string(c.Key()) {
		case "legal":
			if c.Bool("true or false") {
				return true, ""
			}
		case "code":
			code = string(c.String("a code"))
		default:
			c.Skip()
		}
	}
	return false, code
}

func appendString(out []byte, s string) []byte {
	quoted, err := jsontext.AppendQuote(out, s)
	if err != nil {
		return append(out, `""`...)
	}
	return quoted
}
