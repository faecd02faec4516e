package games_test

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// TestLegal lists the legal requests of random states under all presets.
func TestLegal(t *testing.T) {
	each(t, func(t *testing.T, g *game.Game) {
		gametest.Legal(t, g, "", g.Name != "ubongo") // whose claims may be at any time
		for _, p := range g.Presets {
			gametest.Legal(t, g, p.Name, g.Name == "bazaar" || g.Name == "ubar")
		}
	})
}
