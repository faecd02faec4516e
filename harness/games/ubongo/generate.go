package ubongo

import (
	"math/rand/v2"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Generate makes one valid input of a task.
func (r *rules) Generate(task string, rng *rand.Rand, size int) []jsontext.Value { return nil }

// Live is how the game is played live.
func (r *rules) Live() game.Live { return nil }
