package bazar

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A marketCell says on which free market cell an eliminated tile comes (BZ-56).
type marketCell uint8

const (
	chosenCell  marketCell = iota // its owner chooses, and the request tells
	lowestCell                    // the first in reading order
	highestCell                   // the last
)

// rules are the options of a run, ready for use, and for a mutant the one
// thing that is wrong. They never change after configure.
type rules struct {
	settings []game.Setting

	startCoins     int        // BZ-06
	firstOrderSame bool       // BZ-12
	haremRound     int        // BZ-13
	bountyCoins    int        // BZ-17
	dryEnds        bool       // BZ-22
	aimFree        bool       // BZ-29
	chainBlocks    bool       // BZ-33
	marketCell     marketCell // BZ-56
	endAfterRound  bool       // BZ-70

	limits limits
	mutant string
	wrong  mutation
	right  *rules // the same without the mutation; what is valid input never changes

	explainers *sync.Pool // of *oracle, for Explain
}

// limits are the numbers of the rules that no option governs, so that a mutant
// can have another one. What is valid input never depends on them.
type limits struct {
	hand           int       // tiles of a first hand (BZ-04)
	drawn          int       // tiles drawn after a placement (BZ-26)
	firstEvent     int       // the first round with an event (BZ-15)
	feast          int       // cards played for the feast (BZ-18)
	reorganisation int       // cards played for the reorganisation (BZ-18)
	behind         int       // tiles that a push takes along at most (BZ-33)
	ring           direction // neighbours that a fishmonger pushes (BZ-41)
	fishmonger     int       // steps of its pushes (BZ-41)
	courier        int       // steps of its push (BZ-42)
	further        int       // squares that a pedlar walks besides its steps (BZ-47)
	tax            int       // coins that a tax collector takes at most (BZ-50)
	marketFull     int       // tiles with which the market enters (BZ-14)
	marketRoom     int       // tiles that it takes (BZ-57)
	administrator  int       // its weight (BZ-60)
	plus, minus    int       // coins of plus2 and minus2 (BZ-63)
	goal           int       // coins that end the game (BZ-70)
	cards          int       // played cards that end it (BZ-71)
	lastTiles      int       // tiles in each hand with which it ends (BZ-72)
}

// stated are the limits as the rule book has them.
var stated = limits{
	hand: handSize, drawn: 1,
	firstEvent: 2, feast: 5, reorganisation: 6,
	behind: squares, ring: directions, fishmonger: 1, courier: 2, tax: 2,
	marketFull: marketLimit, marketRoom: marketLimit,
	administrator: 2, plus: 2, minus: 2,
	goal: goal, cards: events,
}

// Mutant is the id of the mutant that the rules are, or "".
func (r *rules) Mutant() string { return r.mutant }

// Options lists the options in force.
func (r *rules) Options() []game.Setting { return slices.Clone(r.settings) }
