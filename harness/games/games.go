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

// builtin are our own games, by name, in the order in which people see them.
var builtin = []struct {
	name string
	game func() *game.Game
}{
	{"bazaar", bazaar.Game},
	{"ubar", ubar.Game},
	{"bazar", bazar.Game},
	{"ubongo", ubongo.Game},
}

// Builtin returns our own games in the order in which people see them.
func Builtin() []*game.Game {
	list := make([]*game.Game, len(builtin))
	for i, b := range builtin {
		list[i] = b.game()
	}
	return list
}

// Brought returns the games of folders.
func Brought() []*game.Game { return brought }

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
	// As in All, the last one of a name counts.
	for _, g := range slices.Backward(brought) {
		if g.Name == name {
			return g, nil
		}
	}
	for _, b := range builtin {
		if b.name == name {
			return b.game(), nil
		}
	}
	var names []string
	for _, g := range All() {
		names = append(names, g.Name)
	}
	return nil, game.Unknown("game", name, "", names, "touchstone games")
}
