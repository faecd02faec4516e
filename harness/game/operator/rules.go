package operator

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Rules are rules with a state: one goroutine asks them.
type Rules struct {
	game.Rules
	State *State
}

// Oracle is that of the rules. A mutant of it that goes on without end panics.
func (r *Rules) Oracle(task string) game.Oracle {
	oracle := r.Rules.Oracle(task)
	if oracle == nil {
		return nil
	}
	return func(in []jsontext.Value, out *game.Output) error {
		r.State.Begin()
		return oracle(in, out)
	}
}

// Mutants reads the mutants of a twin, in the order of their numbers. Each line of
// text is one function with its mutants, as
//
//	exchange:listed BG-20 30 boundary >= instead of >;BG-20 30 constant 1 instead of 0
//
// The id of a mutant is the function, the operator, and which one of this operator
// in the function it is: "exchange:listed:boundary:1".
func Mutants(text string) []game.Mutant {
	var list []game.Mutant
	for line := range strings.Lines(text) {
		function, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		file, _, _ := strings.Cut(function, ":")
		count := make(map[string]int)
		for one := range strings.SplitSeq(rest, ";") {
			fields := strings.SplitN(one, " ", 4)
			clause, at, operator, what := fields[0], fields[1], fields[2], fields[3]
			count[operator]++
			list = append(list, game.Mutant{
				ID:      fmt.Sprintf("%s:%s:%d", function, operator, count[operator]),
				Clause:  clause,
				Summary: fmt.Sprintf("%s.go:%s: %s", file, at, what),
			})
		}
	}
	return list
}
