package games_test

import (
	"math/rand/v2"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// unruled begins the messages about guests that are by no clause of most games.
var unruled = []string{"expected one fault of an actor", "expected characters that are not a name"}

// special is what is special about the values of the games.
var special = map[string]gametest.Special{
	"bazaar": {
		Unruled: []string{"expected one fault of an actor", "expected different names"},
		Settings: [][]string{
			{"reference-2024"},
			{"overview"},
			{
				"visible_cards=2", "cards_max=3", "equations_max=2", "side_max=2", "pebbles_max=20", "players_max=3", "score_limit=20",
				`bonuses={"ABC":[["red"],3],"SEY":[["blue"],5]}`,
			},
		},
	},
	"bazar": {Unruled: unruled},
	"ubar": {
		Parts:   map[string]func(game.Rules, *rand.Rand) jsontext.Value{"player-state": playerOfUbar},
		Unruled: append([]string{"expected rows of equal length"}, unruled...),
	},
	"ubongo": {Unruled: append([]string{"expected different names"}, unruled...)},
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
		gametest.Described(t, g, special[g.Name])
	})
}
