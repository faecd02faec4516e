// Package games is the one list of the games there are.
package games

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
)

// brought are the games of folders.
var brought []*game.Game

// Builtin returns our own games in the order in which people see them.
func Builtin() []*game.Game {
	return []*game.Game{bazaar.Game, ubar.Game, bazar.Game, ubongo.Game}
}

// All returns the games in the order in which people see them: ours, then those
// that were brought. One that has the name of a game of ours stands in its place.
func All() []*game.Game {
	all := Builtin()
	for _, g := range brought {
		if i := slices.IndexFunc(all, func(other *game.Game) bool { return other.Name == g.Name }); i >= 0 {
			all[i] = g
			continue
		}
		all = append(all, g)
	}
	return all
}

// Bring says which games of folders there are, in place of those it named before. It
// is called before anybody asks for one of them.
func Bring(list []*game.Game) { brought = list }

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
