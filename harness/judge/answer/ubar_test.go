package answer_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// ubarSemantic are the unstated rules of The Bazaars of Ubar.
var ubarSemantic = []unstated{
	{"content", `^expected the [a-z -]+ in their order, found another one in place \d+$`, ""},
	{"tableau player-state state setup grid view content", `^expected each tile once, found ".*" again$`, ""},
	{"tableau player-state state view", `^expected one tile at a place, found another at `, ""},
	{"tableau player-state state view", `^expected a place adjacent to an earlier tile, found `, ""},
	{"grid state view", `^expected rows of equal length, found one of \d after one of \d$`, ""},
	{"request", `^expected step numbers that increase, found \d+ after \d+$`, ""},
	{"state", `^expected \d rows of \d for \d players, found `, ""},
	{"state", `^expected every tile in the grid, the pile or a tableau, found "t\d\d" nowhere$`, ""},
	{"state", `^expected each player from 0 to \d once, found `, ""},
	{"state", `^expected goods that fit on the ship, found `, ""},
	{"state", `^expected 20 of the good [a-z]+ in supply and holds, found \d+$`, ""},
	{"state", `^expected \d market cards in round \d, phase "[a-z]+", found \d$`, ""},
	{"state", `^expected players from furthest back to furthest ahead, found `, ""},
	{"state", `^expected a time from \d+ in round \d, found \d+$`, ""},
	{"state", `^expected nobody to sell in the phase `, ""},
	{"state", `^expected a player before space \d+ in the phase "draft", found none$`, ""},
	{"state", `^expected a tile in the grid in the phase "draft", found none$`, ""},
	{"state", `^expected all players on space \d+ or beyond in the phase "sell", found one on \d+$`, ""},
	{"state", `^expected round 3 and all players on space 36 in the phase "over", found `, ""},
	{"state", `^expected the last of the players .* at least one, found `, ""},
	{"view", `^expected one of the \d players, found player \d$`, ""},
	{"guests", `^expected characters that are not a name, found a name of 1 to 20 letters and digits$`, ""},
	{"guests", `^expected one fault of an actor, found another of ".*"$`, ""},
}

// TestUbarSchemasAgreeWithDecoders is TestSchemasAgreeWithDecoders for The
// Bazaars of Ubar.
func TestUbarSchemasAgreeWithDecoders(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads for seconds, one thing at a time")
	}
	d := deskOf(t, "ubar", "move", game.Settings{})
	all := map[string][]*node{
		"void":    {parse(t, jsontext.Value(`"void"`))},
		"tile":    {parse(t, jsontext.Value(`"t07"`))},
		"starter": {parse(t, jsontext.Value(`"s1"`))},
	}
	for _, task := range d.Game.Tasks {
		d := deskOf(t, "ubar", task.Name, game.Settings{})
		oracle := d.Rules.Oracle(task.Name)
		for n := range sampled(60) {
			in := generate(d, n)
			for i, raw := range in {
				param := task.In[min(i, len(task.In)-1)]
				all[param.Value] = append(all[param.Value], parse(t, raw))
			}
			if task.Name == "view" || task.Name == "score" {
				var out game.Output
				if err := oracle(in, &out); err != nil {
					t.Fatal(err)
				}
				all[task.Out[0].Value] = append(all[task.Out[0].Value], parse(t, out.Value(0)))
			}
		}
	}
	for _, whole := range all["state"] {
		all["player-state"] = append(all["player-state"], whole.at("players", "*")...)
	}
	for _, whole := range all["actors"] {
		all["actor"] = append(all["actor"], whole.at("*")...)
	}
	agree(t, d, all, ubarSemantic, 19, func(name string) int {
		if name == "state" || name == "view" {
			return 2000
		}
		return 400
	})
}

// BenchmarkCheckLinesUbar judges moves of The Bazaars of Ubar, legal and illegal
// ones, in states of all stages of a game.
func BenchmarkCheckLinesUbar(b *testing.B) {
	d := deskOf(b, "ubar", "move", game.Settings{})
	measure(b, linesOf(d), d.Checker, "moves/s")
}
