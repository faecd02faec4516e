package ubongo

import (
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/option"
)

// rules are the options of a run, ready for use, and for a mutant the one
// thing that is wrong. They never change after configure.
type rules struct {
	settings []game.Setting

	wrongOut    bool // wrong_claim
	waits       bool // all_done
	anyFlips    bool // second_flip
	anyLevel    bool // playoff_level
	singleSides bool // card_sides

	content   *content
	ways      *poseTable               // to turn the pieces
	checks    []check                  // of solutions, in their order (3.3)
	layersMax int8                     // UO-36
	value     [colours]int             // of gems
	prizes    [playersMax]prize        // UO-42 to UO-44
	leftovers [len(leftovers)][]colour // UO-49, UO-50
	claimMs   int                      // the last moment for a claim (UO-22)
	stopMs    int                      // the first one for a stop (UO-23)
	leftMax   int                      // how many who could claim do not keep a round going (UO-25)
	last      int                      // the round after which the game ends
	sees      viewing                  // what players see that is hidden
	mutant    string
	wrong     mutation
	right     *rules // the same without the mutation; what is valid input never changes

	explainers *sync.Pool // of *oracle, for Explain
}

// The options of 3.9.
var optionTable = option.Table[rules]{
	option.Choice("wrong_claim", "UO-29", "continue", "out", "what a wrong claim does: nothing, or it puts the player out of the round",
		func(r *rules) *bool { return &r.wrongOut }),
	option.Choice("all_done", "UO-25", "end", "wait", "whether a round ends when nobody is left who could claim, or waits for the stop",
		func(r *rules) *bool { return &r.waits }),
	option.Choice("second_flip", "UO-30", "same", "any", "who turns the hourglass for the second chance",
		func(r *rules) *bool { return &r.anyFlips }),
	option.Choice("playoff_level", "UO-59", "own", "any", "the level of the boards of a playoff",
		func(r *rules) *bool { return &r.anyLevel }),
	option.Choice("card_sides", "UO-10", "paired", "single", "whether the two sides of a card can be in use together, as cards of their own",
		func(r *rules) *bool { return &r.singleSides }),
}

// presets are the sets of options that have a name.
var presets = []game.Preset{{Name: "rules", Summary: "the rules as they are written: every default"}}

// asWritten are the rules with every option at its default.
var asWritten = sync.OnceValue(func() *rules {
	c := box()
	r := &rules{
		content: c, ways: poseTables().right, checks: checks, layersMax: layers, value: c.value,
		prizes: prizes, leftovers: leftovers, claimMs: c.hourglass, stopMs: c.hourglass, last: rounds,
	}
	optionTable.SetDefaults(r)
	return r
})

// configure fixes the options and the mutant of a run.
func configure(s game.Settings) (game.Rules, error) {
	r := new(rules)
	*r = *asWritten()
	var err error
	if r.settings, err = optionTable.Set(r, Game, s); err != nil {
		return nil, err
	}
	r.right = r
	r = r.mutate(s.Mutant)
	r.explainers = &sync.Pool{New: func() any { return newOracle(r) }}
	return r, nil
}
