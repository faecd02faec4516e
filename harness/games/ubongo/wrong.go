//go:build !js

// In a browser there are the rules alone: the twin is as large again.

package ubongo

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo/twin"
)

// The lists of the mutants are in the order of the rule book. The ids of its chapter 9
// begin with the prefix. Under the options of a run one may be no different from the
// rules: UO-M16 with wrong_claim=out, for example.
//
//go:generate go run ../../../scripts/twin state placement problem solutions turn claim stop rewards round end playoff scores view setup solo live

func init() { joinTwin = func(g *game.Game) { g.Join(twin.Of(g)) } }
