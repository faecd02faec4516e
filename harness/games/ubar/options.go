package ubar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/option"
)

// The options of chapter 3, one for each clause that nothing but a house ruling
// decides.
var optionTable = option.TableOf(func() []option.Entry[rules] {
	return []option.Entry[rules]{
		option.Choice("grid_axis", "UB-03", "columns_first", "rows_first", "whether \"4 x 3\" names the columns of the grid first or its rows",
			func(r *rules) *bool { return &r.rowsFirst }),
		option.Choice("zero_time", "UB-13", "stay", "restack",
			"where a marker goes after a draft that takes no time: it stays, or moves to the top of its stack",
			func(r *rules) *bool { return &r.restack }),
		option.Choice("short_supply", "UB-32", "skip", "partial", "what an action does if the supply lacks goods: nothing, or as much as possible",
			func(r *rules) *bool { return &r.partialSupply }),
		option.Words("wind_gaps", "UB-43", "what a line does at an empty cell: counts it, goes on to the next tile, or ends",
			func(r *rules, i int) { r.gaps = gaps(i) }, "cells", "tiles", "stop"),
		option.Choice("retrigger", "UB-47", "optional", "forced", "whether players may skip re-triggered actions, or must execute them if possible",
			func(r *rules) *bool { return &r.forced }),
		option.Choice("mirror_goods", "UB-52", "no", "yes", "whether players may turn goods over",
			func(r *rules) *bool { return &r.mirrored }),
		option.Choice("lost_goods", "UB-55", "supply", "removed", "where dumped and sold goods go",
			func(r *rules) *bool { return &r.lostRemoved }),
		option.Choice("empty_grid", "UB-61", "advance", "refill", "what happens when the grid is empty before the round is over",
			func(r *rules) *bool { return &r.refillEmpty }),
		option.Choice("sell_order", "UB-64", "turn", "seat", "in which order players sell: in turn order, or by index",
			func(r *rules) *bool { return &r.seatsSell }),
		option.Choice("bank", "UB-65", "unlimited", "limited", "whether payments end with the 130 coins of the game",
			func(r *rules) *bool { return &r.bankLimited }),
		option.Choice("refill_order", "UB-69", "rows", "columns", "how the grid is filled",
			func(r *rules) *bool { return &r.byColumns }),
		option.Choice("tie", "UB-74", "shared", "fewest_tiles", "who wins with equal coins: all of them, or those with the fewest tiles",
			func(r *rules) *bool { return &r.fewestTiles }),
		option.Choice("coins_open", "UB-75", "yes", "no", "whether a view shows the coins of the others",
			func(r *rules) *bool { return &r.coinsHidden }),
	}
})

// presets are the sets of options that have a name.
var presets = []game.Preset{{Name: "rules", Summary: "the rules as written: every default"}}

// asWritten are the rules with every option at its default.
var asWritten = optionTable.Defaults(func() *rules {
	readOnce()
	return new(rules)
})

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
