package bazar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
)

// A marketCell says on which free market cell an eliminated tile comes (BZ-56).
type marketCell uint8

const (
	chosenCell  marketCell = iota // its owner chooses, and the request tells
	lowestCell                    // the first in reading order
	highestCell                   // the last
)

// rules are the options of a run, ready for use. They never change after
// newRules.
type rules struct {
	game.Edition

	startCoins     int        // BZ-06
	firstOrderSame bool       // BZ-12
	haremRound     int        // BZ-13
	bountyCoins    int        // BZ-17
	dryEnds        bool       // BZ-22
	aimFree        bool       // BZ-29
	chainBlocks    bool       // BZ-33
	marketCell     marketCell // BZ-56
	endAfterRound  bool       // BZ-70

	right *rules // what is valid input, and what is generated, goes by these
}
