package bazar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/option"
)

// The options of chapter 4.
var optionTable = option.TableOf(func() []option.Entry[rules] {
	return []option.Entry[rules]{
		option.Number("start_coins", "0", "BZ-06", 0, 20, "the coins with which each player begins",
			func(r *rules) *int { return &r.startCoins }),
		option.Choice("first_order", "BZ-12", "reversed", "same", "whether ties of round 1 reverse the starting order",
			func(r *rules) *bool { return &r.firstOrderSame }),
		option.Number("harem_round", "5", "BZ-13", 2, 12, "the round in which the harem enters",
			func(r *rules) *int { return &r.haremRound }),
		option.Number("bounty_coins", "25", "BZ-17", 1, 27, "the coins of the richest player that trigger the governor's bounty",
			func(r *rules) *int { return &r.bountyCoins }),
		option.Choice("dry_events", "BZ-22", "none", "end", "whether a round goes on without a card to reveal",
			func(r *rules) *bool { return &r.dryEnds }),
		option.Choice("aim", "BZ-29", "target", "free", "whether players must choose a direction with a target if one exists",
			func(r *rules) *bool { return &r.aimFree }),
		option.Choice("chain", "BZ-33", "push", "block", "whether a push also moves the tiles behind the pushed one",
			func(r *rules) *bool { return &r.chainBlocks }),
		option.Words("market_cell", "BZ-56", "which free market cell an eliminated tile takes: its owner's choice, the first or the last",
			func(r *rules, i int) { r.marketCell = marketCell(i) }, "chosen", "lowest", "highest"),
		option.Choice("end_check", "BZ-70", "at_once", "round_end", "when the game checks whether somebody has 75 coins",
			func(r *rules) *bool { return &r.endAfterRound }),
	}
})

// presets are the sets of options that have a name.
var presets = []game.Preset{{Name: "rules", Summary: "the rules as written: every default"}}

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
	return &r, nil
}
