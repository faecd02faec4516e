//go:build !js

// In a browser there are the rules alone: the twin is as large again.

package ubar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubar/twin"
)

// The lists of the mutants are in the order of the rule book. The ids of its chapter 9
// are a letter and a number behind the prefix.
//
//go:generate go run ../../../scripts/twin state track cost draft action wind ship overboard round sale newround standing shown setup live

func init() { joinTwin = func(g *game.Game) { g.Join(twin.Of(g)) } }
