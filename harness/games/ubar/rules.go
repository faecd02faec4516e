package ubar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
)

// What a line does where there is no tile (UB-43).
type gaps uint8

const (
	gapsCounted gaps = iota // they do nothing
	gapsSkipped             // the line goes on to the next tile
	gapsStop                // the line ends
)

// rules are the options of a run, ready for use. They never change after
// newRules.
type rules struct {
	game.Edition

	rowsFirst     bool // UB-03
	restack       bool // UB-13
	partialSupply bool // UB-32
	gaps          gaps // UB-43
	forced        bool // UB-47
	mirrored      bool // UB-52
	lostRemoved   bool // UB-55
	refillEmpty   bool // UB-61
	seatsSell     bool // UB-64
	bankLimited   bool // UB-65
	byColumns     bool // UB-69
	fewestTiles   bool // UB-74
	coinsHidden   bool // UB-75

	right *rules // what is valid input, and what is generated, goes by these
}
