package ubongo

import "github.com/touchstone-harness/touchstone/harness/game"

// Live is how the game is played live.
func (r *rules) Live() game.Live { return nil }
