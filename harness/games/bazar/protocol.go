package bazar

import "github.com/touchstone-harness/touchstone/harness/game"

var protocol = game.Protocol{}

var players []game.PlayerKind

func (r *rules) Live() game.Live { return nil }
