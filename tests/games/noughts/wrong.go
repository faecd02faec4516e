package noughts

import "github.com/touchstone-harness/touchstone/tests/games/noughts/twin"

//go:generate go run ../../../scripts/twin move line

func init() { Game.Join(twin.Of(Game)) }
