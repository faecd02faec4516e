package bazar

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// rules are the options of a run, ready for use, and for a mutant the one
// thing that is wrong. They never change after configure.
type rules struct {
	settings []game.Setting

	startCoins     int  // BZ-06
	firstOrderSame bool // BZ-12
	haremRound     int  // BZ-13
	bountyCoins    int  // BZ-17
	dryEnds        bool // BZ-22
	aimFree        bool // BZ-29
	chainBlocks    bool // BZ-33
	marketHighest  bool // BZ-56
	endAtOnce      bool // BZ-70

	mutant string
	wrong  mutation
	right  *rules // the same without the mutation; what is valid input never changes

	explainers *sync.Pool // of *oracle, for Explain
}

// Mutant is the id of the mutant that the rules are, or "".
func (r *rules) Mutant() string { return r.mutant }

// Options lists the options in force.
func (r *rules) Options() []game.Setting { return slices.Clone(r.settings) }
