//go:build !js

// In a browser there are the rules alone: the twin is as large again.

package bazar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazar/twin"
)

// The lists of the mutants are in the order of the rule book. The ids of its chapter 9
// are numbers behind an M.
//
//go:generate go run ../../../scripts/twin state setup order entry event placement hand choice push effects market owners income end shown live

func init() { joinTwin = func(g *game.Game) { g.Join(twin.Of(g)) } }
