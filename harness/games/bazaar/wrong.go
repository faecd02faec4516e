//go:build !js

// In a browser there are the rules alone: the twin is as large again.

package bazaar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar/twin"
)

// The lists of the mutants are these. The ids of chapter 12 are a letter and a number.
// Those that name the task server are wrong servers, whose clients are right.
//
//go:generate go run ../../../scripts/twin read uses view draw exchange turn purchase elimination end scores bonus setup strategy player calls live

func init() { joinTwin = func(g *game.Game) { g.Join(twin.Of(g)) } }
