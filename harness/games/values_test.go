package games_test

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// described are the games whose values are described once, so that decoder and
// schema have to agree about everything but what only the rules can say.
var described = []string{"bazar"}

func TestDescribed(t *testing.T) {
	each(t, func(t *testing.T, g *game.Game) {
		if !slices.Contains(described, g.Name) {
			t.Skip("its values are not described yet")
		}
		gametest.Described(t, g)
	})
}
