package noughts

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/option"
)

// rules are the options of a run, ready for use.
type rules struct {
	game.Edition

	noughtFirst bool // NC-02
	line        int  // NC-06
	misere      bool // NC-08

	forms *forms
	right *rules // what is valid input, and what is generated, goes by these
}

var optionTable = option.TableOf(func() []option.Entry[rules] {
	return []option.Entry[rules]{
		option.Choice("first", "NC-02", "x", "o", "who begins", func(r *rules) *bool { return &r.noughtFirst }),
		option.Number("line", "3", "NC-06", 3, 6, "how many marks are a line", func(r *rules) *int { return &r.line }),
		option.Boolean("misere", "false", "NC-08", "whether a line loses", func(r *rules) *bool { return &r.misere }),
	}
})

// asWritten are the rules with every option at its default.
var asWritten = optionTable.Defaults(func() *rules { return new(rules) })

// newRules are the rules of a game with these settings.
func newRules(g *game.Game, s game.Settings) (*rules, error) {
	r := *asWritten()
	var err error
	if r.Edition, err = optionTable.Set(&r, g, s); err != nil {
		return nil, err
	}
	r.right = &r
	r.forms = describe(&r)
	return &r, nil
}
