package ubar_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// configured fixes the rules as gametest.Configured does.
func configured(t testing.TB, settings ...string) game.Rules {
	t.Helper()
	return gametest.Configured(t, ubar.Game(), settings...)
}

// values are JSON texts as input values.
func values(texts ...string) []jsontext.Value {
	list := make([]jsontext.Value, len(texts))
	for i, text := range texts {
		list[i] = jsontext.Value(text)
	}
	return list
}

func seeded(i int) *rand.Rand { return rand.New(rand.NewPCG(5, uint64(i))) }
