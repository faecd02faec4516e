package ubongo

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/cursor"
	"github.com/touchstone-harness/touchstone/harness/game"
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

// An optionEntry is an option with two words: the default and the other one,
// which sets the field.
type optionEntry struct {
	game.Option
	usual, other string
	field        func(*rules) *bool
}

// The options of 3.9.
var optionTable = []optionEntry{
	choice("wrong_claim", "UO-29", "continue", "out", "what a wrong claim does: nothing, or it puts the player out of the round",
		func(r *rules) *bool { return &r.wrongOut }),
	choice("all_done", "UO-25", "end", "wait", "whether a round ends when nobody is left who could claim, or waits for the stop",
		func(r *rules) *bool { return &r.waits }),
	choice("second_flip", "UO-30", "same", "any", "who turns the hourglass for the second chance",
		func(r *rules) *bool { return &r.anyFlips }),
	choice("playoff_level", "UO-59", "own", "any", "the level of the boards of a playoff",
		func(r *rules) *bool { return &r.anyLevel }),
	choice("card_sides", "UO-10", "paired", "single", "whether the two sides of a card can be in use together, as cards of their own",
		func(r *rules) *bool { return &r.singleSides }),
}

func choice(name, clause, usual, other, summary string, field func(*rules) *bool) optionEntry {
	return optionEntry{game.Option{
		Name: name, Default: strconv.Quote(usual), Clause: clause, Summary: summary,
		Range: fmt.Sprintf("%q or %q", usual, other),
	}, usual, other, field}
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
		if err := new(rules).read(&optionTable[i], v.Value); err != nil {
			return nil, err
		}
	}
	r := &rules{
		settings: settings, content: box(), ways: poseTables().right, checks: checks, layersMax: layers,
		prizes: prizes, leftovers: leftovers, last: rounds,
	}
	r.value = r.content.value
	r.claimMs, r.stopMs = r.content.hourglass, r.content.hourglass
	for i := range optionTable {
		if err := r.read(&optionTable[i], settings[i].Value); err != nil {
			return nil, err
		}
	}
	r.right = r
	r = r.mutate(s.Mutant)
	r.explainers = &sync.Pool{New: func() any { return newOracle(r) }}
	return r, nil
}

func (r *rules) read(e *optionEntry, value jsontext.Value) error {
	var c cursor.Cursor
	c.Reset(value)
	switch string(c.String(e.Range)) {
	case e.usual:
		*e.field(r) = false
	case e.other:
		*e.field(r) = true
	default:
		c.Rejected(e.Range)
	}
	if err := c.Err(); err != nil {
		return &game.UsageError{
			Message: fmt.Sprintf("option %s: %s", e.Name, err.Message),
			Hint:    fmt.Sprintf("%s takes %s", e.Name, e.Range),
		}
	}
	return nil
}
