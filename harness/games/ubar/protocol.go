package ubar

import "github.com/touchstone-harness/touchstone/harness/game"

var voidWords = []string{"void"}
var protocol game.Protocol
var players []game.PlayerKind

func (r *rules) Live() game.Live { return nil }
