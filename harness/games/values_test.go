package games_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// described are the games whose values are described once, so that decoder and
// schema have to agree about everything but what only the rules can say.
var described = []string{"bazaar", "bazar", "ubar", "ubongo"}

// unruled begins the messages about guests that are by no clause of most games.
var unruled = []string{"expected one fault of an actor", "expected characters that are not a name"}

// special is what is special about the values of the games.
var special = map[string]gametest.Special{
	"bazaar": {Unruled: []string{"expected one fault of an actor", "expected different names"}},
	"bazar":  {Unruled: unruled},
	"ubar": {
		Parts:   map[string]func(game.Rules, *rand.Rand) jsontext.Value{"player-state": playerOfUbar},
		Unruled: append([]string{"expected rows of equal length"}, unruled...),
	},
	"ubongo": {Unruled: unruled},
}

// playerOfUbar is a player of a State.
func playerOfUbar(r game.Rules, rng *rand.Rand) jsontext.Value {
	var state struct {
		Players []jsontext.Value `json:"players"`
	}
	if err := json.Unmarshal(r.Generate("score", rng, rng.IntN(game.SizeMax+1))[0], &state); err != nil {
		panic(err) // the rules do not generate such a state
	}
	return state.Players[0]
}

func TestDescribed(t *testing.T) {
	each(t, func(t *testing.T, g *game.Game) {
		if !slices.Contains(described, g.Name) {
			t.Skip("its values are not described yet")
		}
		gametest.Described(t, g, special[g.Name])
	})
}
