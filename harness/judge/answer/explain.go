package answer

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// Explain lets a judge tell what is wrong with the shape of an answer by the schemas of its game.
func Explain(schemas *schema.Set) judge.Explain {
	return func(value string, raw jsontext.Value) ([]judge.Problem, error) {
		problems, err := schemas.Explain(value, raw)
		list := make([]judge.Problem, len(problems))
		for i, p := range problems {
			list[i] = judge.Problem{Pointer: p.Pointer, Message: p.Message}
		}
		return list, err
	}
}
