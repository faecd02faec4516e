package answer

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/cursor"
)

// AppendCheck writes the answer of task move for people: as it is if the
// request is legal, else with the clause that forbids it and the reason.
func (d *Desk) AppendCheck(out []byte, in []jsontext.Value, answer jsontext.Value) (text []byte, illegal bool) {
	// Oracles write whether the request is legal first, so that a state need
	// not be walked over.
	if bytes.HasPrefix(answer, []byte(`{"legal":true`)) {
		return append(out, answer...), false
	}
	_, code, _ := readAnswer(answer)
	out = append(out, `{"legal":false,"code":`...)
	out = appendString(out, code)
	if c, ok := d.Game.Code(code); ok {
		out = append(out, `,"clause":`...)
		out = appendString(out, c.Clause)
	}
	out = append(out, `,"why":`...)
	out = appendString(out, d.Rules.Explain(in, code))
	return append(out, '}'), true
}

// State is the state that an answer of task move leads to, or false if the
// request is illegal.
func State(answer jsontext.Value) (jsontext.Value, bool) {
	legal, _, state := readAnswer(answer)
	return state, legal
}

// readAnswer takes {"legal":true,"state":…} or {"legal":false,"code":…} apart.
func readAnswer(answer jsontext.Value) (legal bool, code string, state jsontext.Value) {
	var c cursor.Cursor
	c.Reset(answer)
	for c.Object("an answer"); c.More(); {
		switch string(c.Key()) {
		case "legal":
			legal = c.Bool("true or false")
		case "code":
			code = string(c.String("a code"))
		case "state":
			state = c.Skip()
		default:
			c.Skip()
		}
	}
	return legal, code, state
}

func appendString(out []byte, s string) []byte {
	quoted, err := jsontext.AppendQuote(out, s)
	if err != nil {
		return append(out, `""`...)
	}
	return quoted
}
