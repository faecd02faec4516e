package answer_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// bazarSemantic are the unstated rules of Bazar.
var bazarSemantic = []unstated{
	{"content", `^expected the [a-z -]+ in their order, found another one in place \d+$`, ""},
	{"setup state position wealth", `^expected different guilds, found "[a-z]+" again$`, ""},
	{"setup state wealth", `^expected each guild of the game once in the order, found "[a-z]+" again$`, ""},
	{"setup state wealth", `^expected an order of \d guilds, found \d$`, ""},
	{"board state position", `^expected at most one tile on a cell, found another on `, ""},
	{"board state position", `^expected each tile once, found the [a-z_ ]+ again$`, ""},
	{"state position", `^expected tiles of the guilds that play, found one of [a-z]+$`, ""},
	{"state position", `^expected no tile in the harem, which is not in play, found one on `, ""},
	{"state", `^expected the phase start exactly in round 0, found "[a-z]+" in round \d+$`, ""},
	{"state", `^expected a turn `, ""},
	{"state", `^expected the turn of a game that is over to be the number of players, `, ""},
	{"state", `^expected harem_in to be (true|false) in round \d+, `, ""},
	{"state", `^expected market_in to be false before round 2, found true in round \d+$`, ""},
	{"state", `^expected no discarded tile while the market is not in play and has \d$`, ""},
	{"state", `^expected each guild to have each kind once, found no `, ""},
	{"state", `^expected no guild_master of [a-z]+, who has not placed it yet$`, ""},
	{"state", `^expected hand and pile of [a-z]+ to have \d+ tiles together in round \d+, found \d+$`, ""},
	{"state", `^expected a hand of \d for [a-z]+, found \d+$`, ""},
	{"state", `^expected each event card once, found "[a-z_]+" again$`, ""},
	{"state", `^expected every normal card among the played ones or in the pile, "[a-z_]+" is missing$`, ""},
	{"state", `^expected (at most )?\d+ played cards in round \d+, found \d+$`, ""},
	{"state", `^expected the last played card to be the current one$`, ""},
	{"guests", `^expected characters that are not a name, found a name of 1 to 20 letters and digits$`, ""},
	{"guests", `^expected one fault of an actor, found another of ".*"$`, ""},
}

// TestBazarSchemasAgreeWithDecoders is TestSchemasAgreeWithDecoders for Bazar.
func TestBazarSchemasAgreeWithDecoders(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads for seconds, one thing at a time")
	}
	d := deskOf(t, "bazar", "move", game.Settings{})
	all := map[string][]*node{
		"kind":      {parse(t, jsontext.Value(`"beggar"`))},
		"card":      {parse(t, jsontext.Value(`"siege"`))},
		"cell":      {parse(t, jsontext.Value(`[3,9]`))},
		"direction": {parse(t, jsontext.Value(`"left"`))},
		"tile":      {parse(t, jsontext.Value(`{"guild":"red","kind":"pedlar"}`))},
	}
	for _, task := range d.Game.Tasks {
		d := deskOf(t, "bazar", task.Name, game.Settings{})
		oracle := d.Rules.Oracle(task.Name)
		for n := range sampled(80) {
			in := generate(d, n)
			for i, raw := range in {
				param := task.In[min(i, len(task.In)-1)]
				all[param.Value] = append(all[param.Value], parse(t, raw))
			}
			if task.Name == "view" {
				var out game.Output
				if err := oracle(in, &out); err != nil {
					t.Fatal(err)
				}
				all["view"] = append(all["view"], parse(t, out.Value(0)))
			}
		}
	}
	for _, whole := range all["position"] {
		all["board"] = append(all["board"], whole.at("board")...)
		all["placed"] = append(all["placed"], whole.at("board", "*")...)
	}
	for _, whole := range all["request"] {
		all["choice"] = append(all["choice"], whole.at("choice")...)
	}
	for _, whole := range all["actors"] {
		all["actor"] = append(all["actor"], whole.at("*")...)
	}
	agree(t, d, all, bazarSemantic, 23, func(name string) int {
		if name == "state" {
			return 4000
		}
		return 400
	})
}
