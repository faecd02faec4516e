package bazar

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

// An optionEntry is an option with the function that reads its value into the
// rules; what the value should have been is the option's Range.
type optionEntry struct {
	game.Option
	set func(*rules, *cursor.Cursor)
}

// The options of chapter 4.
var optionTable = []optionEntry{
	number("start_coins", "0", "BZ-06", 0, 20, "the coins with which each player begins",
		func(r *rules) *int { return &r.startCoins }),
	choiceOf("first_order", "BZ-12", "reversed", "same", "whether ties of round 1 reverse the starting order",
		func(r *rules) *bool { return &r.firstOrderSame }),
	number("harem_round", "5", "BZ-13", 2, 12, "the round at whose beginning the harem enters",
		func(r *rules) *int { return &r.haremRound }),
	number("bounty_coins", "25", "BZ-17", 1, 27, "the coins of the richest that bring the governor's bounty",
		func(r *rules) *int { return &r.bountyCoins }),
	choiceOf("dry_events", "BZ-22", "none", "end", "whether a round without a card to reveal is played",
		func(r *rules) *bool { return &r.dryEnds }),
	choiceOf("aim", "BZ-29", "target", "free", "whether a direction with a target must be chosen if there is one",
		func(r *rules) *bool { return &r.aimFree }),
	choiceOf("chain", "BZ-33", "push", "block", "whether a push moves the tiles behind the pushed one",
		func(r *rules) *bool { return &r.chainBlocks }),
	choiceOf("market_cell", "BZ-56", "lowest", "highest", "which free market cell an eliminated tile is put on",
		func(r *rules) *bool { return &r.marketHighest }),
	choiceOf("end_check", "BZ-70", "round_end", "at_once", "when it is looked at whether somebody has 75 coins",
		func(r *rules) *bool { return &r.endAtOnce }),
}

// number is an option whose value is an integer from least to most, written
// without fraction and exponent.
func number(name, value, clause string, least, most int, summary string, field func(*rules) *int) optionEntry {
	o := game.Option{
		Name: name, Default: value, Clause: clause, Summary: summary,
		Range: fmt.Sprintf("an integer from %d to %d", least, most),
	}
	return optionEntry{o, func(r *rules, c *cursor.Cursor) {
		at := c.Offset()
		text := string(c.Skip())
		c.Seek(at)
		if c.Kind() == '0' && strings.ContainsAny(text, ".eE") {
			c.Expected(o.Range + ", written plainly")
			return
		}
		*field(r) = c.Int(least, most, o.Range)
	}}
}

// choiceOf is an option with two words: the default and the other one, which
// sets the field.
func choiceOf(name, clause, usual, other, summary string, field func(*rules) *bool) optionEntry {
	o := game.Option{
		Name: name, Default: strconv.Quote(usual), Clause: clause, Summary: summary,
		Range: fmt.Sprintf("%q or %q", usual, other),
	}
	return optionEntry{o, func(r *rules, c *cursor.Cursor) {
		word := string(c.String(o.Range))
		if word != usual && word != other {
			c.Rejected(o.Range)
		}
		*field(r) = word == other
	}}
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
	r := &rules{settings: settings}
	for i, e := range optionTable {
		if err := r.read(e, settings[i].Value); err != nil {
			return nil, err
		}
	}
	r.right = r
	r.limits = stated
	if r.chainBlocks {
		r.limits.behind = 0
	}
	r = r.mutate(s.Mutant)
	r.explainers = &sync.Pool{New: func() any { return newOracle(r) }}
	return r, nil
}

func (r *rules) read(e optionEntry, value jsontext.Value) error {
	var c cursor.Cursor
	c.Reset(value)
	e.set(r, &c)
	if err := c.Err(); err != nil {
		return &game.UsageError{
			Message: fmt.Sprintf("option %s: %s", e.Name, err.Message),
			Hint:    fmt.Sprintf("%s takes %s", e.Name, e.Range),
		}
	}
	return nil
}
