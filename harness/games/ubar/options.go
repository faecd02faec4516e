package ubar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/cursor"
	"github.com/touchstone-harness/touchstone/harness/game"
)

// An optionEntry is an option with the words that it takes, the default first,
// and the function that sets the rules to the word of that index.
type optionEntry struct {
	game.Option
	words []string
	set   func(*rules, int)
}

// The options of chapter 3, one for each clause that nothing but a house ruling
// decides.
var optionTable = []optionEntry{
	choice("grid_axis", "UB-03", "whether \"4 x 3\" names the columns of the grid first or its rows",
		func(r *rules) *bool { return &r.rowsFirst }, "columns_first", "rows_first"),
	choice("zero_time", "UB-13", "where a marker lies after a draft that takes no time: in its place, or on top of its stack",
		func(r *rules) *bool { return &r.restack }, "stay", "restack"),
	choice("short_supply", "UB-32", "what an action does for which the supply lacks goods: nothing, or as much as there is",
		func(r *rules) *bool { return &r.partialSupply }, "skip", "partial"),
	several("wind_gaps", "UB-43", "what a line does at an empty cell: counts it, goes on to the next tile, or ends",
		func(r *rules, i int) { r.gaps = gaps(i) }, "cells", "tiles", "stop"),
	choice("retrigger", "UB-47", "whether re-triggered actions must be executed if possible",
		func(r *rules) *bool { return &r.optional }, "forced", "optional"),
	choice("mirror_goods", "UB-52", "whether goods may be turned over",
		func(r *rules) *bool { return &r.mirrored }, "no", "yes"),
	choice("lost_goods", "UB-55", "where goods go that are dumped or sold",
		func(r *rules) *bool { return &r.lostRemoved }, "supply", "removed"),
	choice("empty_grid", "UB-61", "what happens when the grid is empty before the round is over",
		func(r *rules) *bool { return &r.refillEmpty }, "advance", "refill"),
	choice("sell_order", "UB-64", "in which order players sell: that of turns, or by index",
		func(r *rules) *bool { return &r.seatsSell }, "turn", "seat"),
	choice("bank", "UB-65", "whether payments end with the 130 coins of the game",
		func(r *rules) *bool { return &r.bankLimited }, "unlimited", "limited"),
	choice("refill_order", "UB-69", "how the grid is filled",
		func(r *rules) *bool { return &r.byColumns }, "rows", "columns"),
	choice("tie", "UB-74", "who wins with equal coins: all of them, or those with the fewest tiles",
		func(r *rules) *bool { return &r.fewestTiles }, "shared", "fewest_tiles"),
	choice("coins_open", "UB-75", "whether a view shows the coins of the others",
		func(r *rules) *bool { return &r.coinsHidden }, "yes", "no"),
}

// several is an option with several words.
func several(name, clause, summary string, set func(*rules, int), words ...string) optionEntry {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	last := len(quoted) - 1
	return optionEntry{game.Option{
		Name: name, Default: quoted[0], Clause: clause, Summary: summary,
		Range: strings.Join(quoted[:last], ", ") + " or " + quoted[last],
	}, words, set}
}

// choice is an option with two words: the default, and another that sets the
// field.
func choice(name, clause, summary string, field func(*rules) *bool, usual, other string) optionEntry {
	return several(name, clause, summary, func(r *rules, i int) { *field(r) = i == 1 }, usual, other)
}

// presets are the sets of options that have a name.
var presets = []game.Preset{{Name: "rules", Summary: "the rules as they are written: every default"}}

func options() []game.Option {
	list := make([]game.Option, len(optionTable))
	for i, e := range optionTable {
		list[i] = e.Option
	}
	return list
}

// configure fixes the options and the mutant of a run.
func configure(s game.Settings) (game.Rules, error) {
	settings, err := Game.Resolve(s)
	if err != nil {
		return nil, err
	}
	// A value that a later one replaces has to be right all the same.
	for _, v := range s.Options {
		i := slices.IndexFunc(optionTable, func(e optionEntry) bool { return e.Name == v.Name })
		if err := new(rules).read(optionTable[i], v.Value); err != nil {
			return nil, err
		}
	}
	r := &rules{settings: settings, compass: upright}
	for i, e := range optionTable {
		if err := r.read(e, settings[i].Value); err != nil {
			return nil, err
		}
	}
	r.right = r
	r = r.mutate(s.Mutant)
	r.explainers = &sync.Pool{New: func() any { return newOracle(r) }}
	return r, nil
}

func (r *rules) read(e optionEntry, value jsontext.Value) error {
	var c cursor.Cursor
	c.Reset(value)
	word := string(c.String(e.Range))
	i := slices.Index(e.words, word)
	if c.Err() == nil && i < 0 {
		c.Rejected(e.Range)
	}
	if err := c.Err(); err != nil {
		return &game.UsageError{
			Message: fmt.Sprintf("option %s: %s", e.Name, err.Message),
			Hint:    fmt.Sprintf("%s takes %s", e.Name, e.Range),
		}
	}
	e.set(r, i)
	return nil
}

// Mutant is the id of the mutant that the rules are, or "".
func (r *rules) Mutant() string { return r.mutant }

// Options lists the options in force.
func (r *rules) Options() []game.Setting { return slices.Clone(r.settings) }
