package schema

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Refusal says what is wrong with a value that its decoder refuses, for every command in
// the same words. Where the schema refuses the value, too, these are the words of the
// schema, which are the more precise ones; shape tells whether it does.
func (s *Set) Refusal(value string, raw jsontext.Value, invalid *game.Invalid) (p Problem, shape bool) {
	problems, err := s.Explain(value, raw)
	if err != nil || len(problems) == 0 {
		return Problem{
			Pointer: stream.Pointer(raw, invalid.Offset), Offset: invalid.Offset, Clause: invalid.Clause, Message: invalid.Message,
		}, false
	}
	p = problems[0]
	if p.Clause == "" {
		p.Clause = invalid.Clause
	}
	if more := len(problems) - 1; more > 0 {
		p.Message += ", and " + text.Count(more, "more mistake")
	}
	return p, true
}

// Advice is the next step where the i-th input value of a case is refused, "" if none is
// known: to exchange it with another value, or the command that lists all that is wrong
// with it under the options in force. Shape tells whether its schema refuses it, too.
func (s *Set) Advice(g *game.Game, rules game.Rules, params []game.Param, in []jsontext.Value, i int, shape bool) string {
	if shape {
		if exchange := s.Exchanged(params, in, i); exchange != "" {
			return exchange
		}
	}
	value := game.ParamAt(params, i).Value
	if !shape && rules.Check(value, in[i]) == nil {
		return ""
	}
	words := append([]string{"touchstone", "validate", g.Name + "/" + value}, g.Flags(rules.Options())...)
	advice := `"` + text.Quote(words) + ` < FILE" lists everything wrong with the value`
	if len(in) > 1 { // the other values would be judged as this one is
		advice += ", if FILE has this value alone"
	}
	return advice
}
