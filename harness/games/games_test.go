package games_test

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// each runs a test for every game.
func each(t *testing.T, test func(t *testing.T, g *game.Game)) {
	t.Helper()
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) { test(t, g) })
	}
}

func TestRuleBook(t *testing.T) { each(t, gametest.RuleBook) }
