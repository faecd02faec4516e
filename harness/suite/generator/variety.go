package generator

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// word is one of the values that the range of an option names.
var word = text.Pattern(`"[^" ]+"`)

// Variety are settings under which rules take other ways than most: the Variants,
// and each option of a task that takes words with each other one of them, or that
// takes numbers with 0 and 1.
func Variety(g *game.Game, first game.Settings, task string) []game.Settings {
	list := Variants(g, first)
	for i := range g.Options {
		o := &g.Options[i]
		if !g.Shows(o, task) {
			continue
		}
		values := word().FindAllString(o.Range, -1)
		if len(values) == 0 {
			values = []string{"0", "1"}
		}
		for _, value := range values {
			s := game.Settings{Options: []game.Setting{{Name: o.Name, Value: jsontext.Value(value)}}}
			if _, err := g.Configure(s); err == nil && value != o.Default {
				list = append(list, s)
			}
		}
	}
	return list
}
