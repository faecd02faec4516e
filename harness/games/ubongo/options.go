package ubongo

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/option"
)

// rules are the options of a run, ready for use. They never change after
// newRules.
type rules struct {
	game.Edition

	wrongOut    bool // wrong_claim
	waits       bool // all_done
	anyFlips    bool // second_flip
	anyLevel    bool // playoff_level
	singleSides bool // card_sides

	content *content
	ways    *poseTable // to turn the pieces

	right *rules // what is valid input, and what is generated, goes by these
}

// The options of 3.9.
var optionTable = option.TableOf(func() []option.Entry[rules] {
	return []option.Entry[rules]{
		option.Choice("wrong_claim", "UO-29", "continue", "out", "what a wrong claim does: nothing, or it puts the player out of the round",
			func(r *rules) *bool { return &r.wrongOut }),
		option.Choice("all_done", "UO-25", "end", "wait", "whether a round ends when nobody can claim any more, or waits for the stop",
			func(r *rules) *bool { return &r.waits }),
		option.Choice("second_flip", "UO-30", "same", "any", "who turns the hourglass for the second chance",
			func(r *rules) *bool { return &r.anyFlips }),
		option.Choice("playoff_level", "UO-59", "own", "any", "the level of the boards of a playoff",
			func(r *rules) *bool { return &r.anyLevel }),
		option.Choice("card_sides", "UO-10", "paired", "single", "whether both sides of a card can be used together, as if they were two cards",
			func(r *rules) *bool { return &r.singleSides }),
	}
})

// presets are the sets of options that have a name.
var presets = []game.Preset{{Name: "rules", Summary: "the rules as written: every default"}}

// newRules are the rules of a game with these settings.
func newRules(g *game.Game, s game.Settings) (*rules, error) {
	r := *asWritten()
	var err error
	if r.Edition, err = optionTable.Set(&r, g, s); err != nil {
		return nil, err
	}
	r.right = &r
	return &r, nil
}

// asWritten are the rules with every option at its default.
var asWritten = optionTable.Defaults(func() *rules { return &rules{content: box(), ways: turned()} })
