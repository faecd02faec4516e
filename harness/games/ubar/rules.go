package ubar

import (
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// What a line does where there is no tile (UB-43).
type gaps uint8

const (
	gapsCounted gaps = iota // they do nothing
	gapsSkipped             // the line goes on to the next tile
	gapsStop                // the line ends
)

// rules are the options of a run, ready for use, and for a mutant the one thing
// that is wrong. They never change after configure.
type rules struct {
	settings []game.Setting

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

	compass compass // upright (UB-27), but in some mutants

	mutant string
	wrong  mutation
	right  *rules // the same without the mutation; what is valid input never changes

	explainers *sync.Pool // of *oracle, for Explain
}

// packer decides which goods fit (UB-51, UB-52).
func (r *rules) packer() *packer {
	m := 0
	if r.mirrored {
		m = 1
	}
	return packers[r.wrong.ship.stowage][m]()
}

// fits tells whether the goods fit on a ship.
func (r *rules) fits(g goods) bool { return r.packer().fits(g) }
