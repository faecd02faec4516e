// Package games is the one list of the games there are.
package games

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
)

// All returns the games in the order in which people see them.
func All() []*game.Game {
	return []*game.Game{bazaar.Game, ubar.Game, bazar.Game, ubongo.Game}
}

// Named returns the game of that name; the error is a *game.UsageError.
func Named(name string) (*game.Game, error) {
	var names []string
	for _, g := range All() {
		if g.Name == name {
			return g, nil
		}
		names = append(names, g.Name)
	}
	return nil, game.Unknown("game", name, "", names, "touchstone games")
}
