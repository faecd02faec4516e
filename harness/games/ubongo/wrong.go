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

func init() { Game.Join(twin.Of(Game)) }

// Tracing is the oracle of a task that notes what it meets: that of the twin.
func (r *rules) Tracing(task string) (game.Oracle, error) {
	return twin.Tracing(r.game, game.Settings{Options: r.settings}, task)
}
