package bazar_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// roundOne is a State in which red, last of round 1, is to act.
const roundOne = `{"round":1,"phase":"players","players":[` +
	`{"guild":"red","coins":0,"hand":["courier","beggar","notable"],"pile":["administrator","traitor","fishmonger","favourite","charlatan",` +
	`"architect","pedlar","ferryman","innkeeper","tax_collector"]},` +
	`{"guild":"blue","coins":0,"hand":["tax_collector","pedlar","favourite"],"pile":["beggar","traitor","fishmonger","courier","charlatan",` +
	`"architect","notable","ferryman","innkeeper"]}],"order":["blue","red"],"turn":1,"harem_in":false,"market_in":false,` +
	`"events":{"current":null,"played":[],"pile":["siege","plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]},` +
	`"discarded":[],"board":[{"cell":[2,7],"guild":"red","kind":"guild_master"},{"cell":[7,0],"guild":"blue","kind":"guild_master"},` +
	`{"cell":[7,2],"guild":"blue","kind":"administrator"}]}`

// A change is what is put in place of something in a text; the place of the
// culprit is where want begins, which is part of what is put there or of the
// rest.
type change struct {
	name     string
	old, new []string
	at       string // the culprit begins here
	clause   string
	message  string
	options  []string
}

// TestInvalidStates has one State for each check of chapter 5, and one for each
// type and range.
func TestInvalidStates(t *testing.T) {
	list := func(s ...string) []string { return s }
	for _, c := range []change{
		{"round too large", list(`"round":1,`), list(`"round":14,`), `14,`, "", "a round from 0 to 13", nil},
		{"round no integer", list(`"round":1,`), list(`"round":1.5,`), `1.5`, "", "a round from 0 to 13", nil},
		{"phase unknown", list(`"players","players"`), list(`"play","players"`), `"play"`, "", "a phase", nil},
		{"turn too large", list(`"turn":1`), list(`"turn":5`), `5,"harem`, "", "a turn from 0 to 4", nil},
		{"coins too many", list(`"coins":0,"hand":["c`), list(`"coins":1000,"hand":["c`), `1000`, "", "coins from 0 to 999", nil},
		{"coins negative", list(`"coins":0,"hand":["c`), list(`"coins":-1,"hand":["c`), `-1`, "", "coins from 0 to 999", nil},
		{"guild unknown", list(`{"guild":"red","coins"`), list(`{"guild":"pink","coins"`), `"pink"`, "BZ-01", `found "pink"`, nil},
		{"kind unknown", list(`["courier"`), list(`["runner"`), `"runner"`, "BZ-02", `found "runner"`, nil},
		{"card unknown", list(`"siege"`), list(`"rain"`), `"rain"`, "BZ-05", `found "rain"`, nil},
		{"boolean", list(`"harem_in":false`), list(`"harem_in":0`), `0,"market`, "", "true or false", nil},
		{"key missing", list(`"turn":1,`), list(``), `{"round"`, "", `missing key "turn"`, nil},
		{"key unknown", list(`"turn":1,`), list(`"turn":1,"seat":0,`), `"seat"`, "", `unknown key "seat"`, nil},
		{"key of a player missing", list(`"coins":0,"hand":["courier"`), list(`"hand":["courier"`), `{"guild":"red","hand"`, "", `missing key "coins"`, nil},
		{"cell too short", list(`[2,7]`), list(`[2]`), `[2]`, "", "found an array of 1", nil},
		{"cell too long", list(`[2,7]`), list(`[2,7,0]`), `[2,7,0]`, "", "found an array of 3", nil},
		{"cell off the board", list(`[2,7]`), list(`[9,7]`), `9,7]`, "", "a row from 0 to 8", nil},
		{"column off the board", list(`[2,7]`), list(`[2,10]`), `10]`, "", "a column from 0 to 9", nil},
		{"one player", list(`,{"guild":"blue","coins":0,"hand":["tax_collector","pedlar","favourite"],"pile":["beggar","traitor","fishmonger","courier","charlatan","architect","notable","ferryman","innkeeper"]}]`), list(`]`), `[{"guild":"red","coins"`, "BZ-01", "expected 2 to 4 players, found 1", nil},
		{"guild twice", list(`{"guild":"blue","coins"`), list(`{"guild":"red","coins"`), `"red","coins":0,"hand":["tax`, "BZ-01", `found "red" again`, nil},
		{"order of others", list(`"order":["blue","red"]`), list(`"order":["blue","green"]`), `["blue","green"]`, "BZ-10", `found "green"`, nil},
		{"order with one twice", list(`"order":["blue","red"]`), list(`"order":["blue","blue"]`), `["blue","blue"]`, "BZ-10", `found "blue"`, nil},
		{"order too short", list(`"order":["blue","red"]`), list(`"order":["blue"]`), `["blue"]`, "BZ-10", "an order of 2 guilds, found 1", nil},
		{"start in round 1", list(`"phase":"players"`), list(`"phase":"start"`), `"start"`, "BZ-07", `found "start" in round 1`, nil},
		{"players in round 0", list(`"round":1`), list(`"round":0`), `"players","players"`, "BZ-07", `found "players" in round 0`, nil},
		{"turn of nobody", list(`"turn":1`), list(`"turn":2`), `2,"harem`, "BZ-23", "below the number of players, 2, found 2", nil},
		{"over in a round", list(`"phase":"players"`), list(`"phase":"over"`), `1,"harem`, "BZ-70", "to be the number of players, 2, found 1", list("end_check=round_end")},
		{"over without a turn", list(`"phase":"players"`, `"turn":1`), list(`"phase":"over"`, `"turn":0`), `0,"harem`, "BZ-70", "expected a turn from 1", nil},
		{"over with more turns", list(`"phase":"players"`, `"turn":1`), list(`"phase":"over"`, `"turn":3`), `3,"harem`, "BZ-23", "at most the number of players, 2, found 3", nil},
		{"harem too early", list(`"harem_in":false`), list(`"harem_in":true`), `true,"market`, "BZ-13", "expected harem_in to be false in round 1", nil},
		{"market too early", list(`"market_in":false`), list(`"market_in":true`), `true,"events`, "BZ-14", "found true in round 1", nil},
		{"tile on a hole", list(`[2,7]`), list(`[2,9]`), `[2,9]`, "BZ-24", "found [2,9]", nil},
		{"tile on an illustration", list(`[2,7]`), list(`[1,1]`), `[1,1]`, "BZ-24", "found [1,1]", nil},
		{"two tiles on a cell", list(`[7,2]`), list(`[7,0]`), `{"cell":[7,0],"guild":"blue","kind":"adm`, "BZ-24", "found another on [7,0]", nil},
		{"tile twice on the board", list(`"blue","kind":"administrator"`), list(`"blue","kind":"guild_master"`), `{"cell":[7,2]`, "BZ-02", "the blue guild_master again", nil},
		{"tile of nobody", list(`"guild":"blue","kind":"administrator"`), list(`"guild":"green","kind":"administrator"`), `{"cell":[7,2]`, "BZ-01", "found one of green", nil},
		{"tile in the harem", list(`[7,2]`), list(`[2,4]`), `{"cell":[2,4]`, "BZ-08", "found one on [2,4]", nil},
		{"discarded too early", list(`"discarded":[]`, `,{"cell":[7,2],"guild":"blue","kind":"administrator"}]`), list(`"discarded":[{"guild":"blue","kind":"administrator"}]`, `]`), `[{"guild":"blue","kind":"administrator"}]`, "BZ-57", "has 0", nil},
		{"discarded of nobody", list(`"discarded":[]`, `"round":1`, `"market_in":false`), list(`"discarded":[{"guild":"green","kind":"beggar"}]`, `"round":2`, `"market_in":true`), `[{"guild":"green"`, "BZ-01", "found one of green", nil},
		{"tile in hand and on the board", list(`"hand":["tax_collector"`), list(`"hand":["administrator"`), `["administrator","pedlar"`, "BZ-02", "the blue administrator again", nil},
		{"tile in hand and pile", list(`"hand":["courier"`), list(`"hand":["pedlar"`), `["administrator","traitor"`, "BZ-02", "the red pedlar again", nil},
		{"tile missing", list(`,"tax_collector"]},`), list(`]},`), `[{"guild":"red","coins"`, "BZ-02", "found no tax_collector of red", nil},
		{"guild master in a hand", list(`"hand":["courier"`), list(`"hand":["guild_master"`), `["guild_master"`, "BZ-03", "no guild_master in a hand", nil},
		{"guild master in a pile", list(`"pile":["beggar"`), list(`"pile":["guild_master"`), `["guild_master"`, "BZ-03", "no guild_master in a pile", nil},
		{"too many tiles for the round", list(`"round":1`), list(`"round":2`), `["beggar","traitor"`, "BZ-23", "expected hand and pile of blue to have 11 tiles together in round 2, found 12", nil},
		{"hand too small", list(`"hand":["courier","beggar","notable"],"pile":[`), list(`"hand":["courier","beggar"],"pile":["notable",`), `["courier","beggar"]`, "BZ-26", "expected a hand of 3 for red, found 2", nil},
		{"hand too large", list(`"notable"],"pile":["administrator",`), list(`"notable","administrator"],"pile":[`), `["courier","beggar","notable","adm`, "BZ-26", "expected a hand of 3 for red, found 4", nil},
		{"card twice", list(`"plague"`), list(`"siege"`), `["siege","siege"`, "BZ-05", `found "siege" again`, nil},
		{"conditional card in the pile", list(`"pile":["siege",`), list(`"pile":["governor_bounty","siege",`), `["governor_bounty"`, "BZ-05", "expected normal cards in the pile", nil},
		{"card missing", list(`"siege",`), list(``), `["plague"`, "BZ-05", `"siege" is missing`, nil},
		{"card played in round 1", list(`"played":[]`, `"siege",`), list(`"played":["siege"]`, ``), `["siege"]`, "BZ-15", "expected 0 played cards in round 1, found 1", nil},
		{"current card not played", list(`"current":null`), list(`"current":"siege"`), `"siege","played"`, "BZ-21", "expected the last played card", nil},
		{"too many played", list(`"played":[]`, `"pile":["siege","plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]`), list(`"played":["siege","plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]`, `"pile":[]`), `["siege","plague"`, "BZ-22", "expected at most 0 played cards in round 1, found 8", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := roundOne
			for i, old := range c.old {
				if strings.Count(text, old) < 1 {
					t.Fatalf("%s is not in the text", old)
				}
				text = strings.Replace(text, old, c.new[i], 1)
			}
			refused(t, configured(t, c.options...), "score", 0, c.at, c.clause, c.message, text)
		})
	}
	if err := configured(t).Oracle("score")(gametest.Values(t, roundOne), new(game.Output)); err != nil {
		t.Errorf("the State without a change: %v", err)
	}
}

// refused asks a task for what is invalid, and looks at the error: which value,
// where its culprit begins, and what it says.
func refused(t *testing.T, r game.Rules, task string, value int, at, clause, message string, texts ...string) {
	t.Helper()
	in := make([]jsontext.Value, len(texts))
	for i, text := range texts {
		in[i] = jsontext.Value(text)
		if !json.Valid(in[i]) {
			t.Fatalf("no JSON: %s", text)
		}
	}
	var out game.Output
	err := r.Oracle(task)(in, &out)
	var invalid *game.Invalid
	if !errors.As(err, &invalid) {
		t.Fatalf("%v is no refusal of %s", err, texts)
	}
	if invalid.Value != value || !strings.HasPrefix(texts[value][invalid.Offset:], at) || invalid.Clause != clause || !strings.Contains(invalid.Message, message) {
		t.Errorf("%+v at %.40s, want value %d at %s, %s, %s", invalid, texts[invalid.Value][invalid.Offset:], value, at, clause, message)
	}
}

// TestEntriesUnknown: where nobody chooses, a request has no market cells.
func TestEntriesUnknown(t *testing.T) {
	const request = `{"type":"place","guild":"red","kind":"courier","cell":[7,3],"choice":"left","market":[]}`
	for _, value := range []string{"lowest", "highest"} {
		for _, task := range []string{"move", "play"} {
			refused(t, configured(t, "market_cell="+value), task, 1, `"market"`, "", `unknown key "market" in a request`, roundOne, request)
		}
	}
	ask(t, configured(t), "move", gametest.Values(t, roundOne+request))
}

// TestInvalidValues has what makes all other values invalid.
func TestInvalidValues(t *testing.T) {
	const (
		place    = `{"type":"place","guild":"red","kind":"courier","cell":[7,3],"choice":"left"}`
		position = `{"guilds":["red","blue"],"board":[{"cell":[7,0],"guild":"blue","kind":"beggar"}],"harem_in":false,"market_in":false,"event":null}`
		how      = `{"cell":[7,0],"direction":"left","steps":1}`
		pile     = `["beggar","administrator","traitor","fishmonger","courier","favourite","charlatan","architect","notable","pedlar","ferryman","innkeeper","tax_collector"]`
		deck     = `["spice_fleet","plague","great_fire","revolt","chariot_races","sultan_visit","siege","amnesty"]`
		setup    = `{"players":[{"guild":"red","pile":` + pile + `},{"guild":"blue","pile":` + pile + `}],"order":["red","blue"],"events":` + deck + `}`
		wealth   = `{"players":[{"guild":"red","coins":3},{"guild":"blue","coins":4}],"previous":["red","blue"]}`
	)
	for _, c := range []struct {
		task, before, text, old, new, at, clause, message string
	}{
		{"move", roundOne, place, `"red"`, `"green"`, `"green"`, "BZ-01", "expected a guild that plays"},
		{"play", roundOne, place, `"red"`, `"green"`, `"green"`, "BZ-01", "expected a guild that plays"},
		{"move", roundOne, place, `"place"`, `"pass"`, `"pass"`, "", `expected "place"`},
		{"move", roundOne, place, `"left"`, `"north"`, `"north"`, "", "expected a direction"},
		{"move", roundOne, place, `"left"`, `3`, `3}`, "", "expected a choice"},
		{"move", roundOne, place, `"left"`, `false`, `false}`, "", "expected a choice"},
		{"move", roundOne, place, `"left"`, `{"direction":"up","steps":4}`, `4}`, "", "steps from 1 to 3"},
		{"move", roundOne, place, `"left"`, `{"direction":"up","steps":0}`, `0}`, "", "steps from 1 to 3"},
		{"move", roundOne, place, `"left"`, `{"direction":"up"}`, `{"direction"`, "", `missing key "steps"`},
		{"move", roundOne, place, `"left"`, `{"from":[0,0]}`, `{"from"`, "", `missing key "to"`},
		{"move", roundOne, place, `"left"`, `{"from":[0,0],"to":[0,10]}`, `10]`, "", "a column from 0 to 9"},
		{"move", roundOne, place, `"left"`, `{"from":[0,0],"steps":1}`, `"steps"`, "", `unknown key "steps"`},
		{"move", roundOne, place, `"left"`, `{}`, `{}`, "", `missing key "from"`},
		{"move", roundOne, place, `,"choice":"left"`, ``, `{"type"`, "", `missing key "choice"`},
		{"move", roundOne, place, `"left"}`, `"left","market":null}`, `null}`, "", "expected an array of cells"},
		{"move", roundOne, place, `"left"}`, `"left","market":[5,5]}`, `5,5]`, "", "expected a cell"},
		{"move", roundOne, place, `"left"}`, `"left","market":[[9,0]]}`, `9,0`, "", "a row from 0 to 8"},
		{
			"play", roundOne, place, `"left"}`, `"left","market":[[5,5],[5,5],[5,5],[5,5],[5,5],[5,5]]}`, `[[5,5]`, "BZ-56",
			"expected at most 5 cells, found 6",
		},
		{"move", roundOne, place, `"left"}`, `"left","markets":[]}`, `"markets"`, "", `unknown key "markets" in a request`},
		{"view", roundOne, `"red"`, `red`, `green`, `"green"`, "BZ-01", "expected a guild that plays"},
		{"view", roundOne, `"red"`, `"red"`, `0`, `0`, "", "expected a guild"},
		{"push", position, how, `"steps":1`, `"steps":10`, `10}`, "", "steps from 1 to 9"},
		{"push", position, how, `"left"`, `null`, `null`, "", "a direction"},
		{"owners", "", position, `["red","blue"]`, `["blue"]`, `["blue"]`, "BZ-01", "expected 2 to 4 players, found 1"},
		{"owners", "", position, `["red","blue"]`, `["blue","blue"]`, `["blue","blue"]`, "BZ-01", `found "blue" again`},
		{"owners", "", position, `["red","blue"]`, `["red","green"]`, `{"cell"`, "BZ-01", "found one of blue"},
		{"owners", "", position, `[7,0]`, `[2,4]`, `{"cell":[2,4]`, "BZ-08", "found one on [2,4]"},
		{"owners", "", position, `[7,0]`, `[1,1]`, `[1,1]`, "BZ-24", "expected a cell of a district"},
		{"owners", "", position, `"event":null`, `"event":false`, `false`, "", "an event card or null"},
		{"setup", "", setup, `["red","blue"]`, `["red","green"]`, `["red","green"]`, "BZ-10", `found "green"`},
		{"setup", "", setup, `{"guild":"blue"`, `{"guild":"red"`, `"red","pile":`, "BZ-01", `found "red" again`},
		{"setup", "", setup, `["beggar",`, `["guild_master",`, `["guild_master"`, "BZ-03", "no guild_master in a pile"},
		{"setup", "", setup, `["beggar",`, `["traitor",`, `["traitor"`, "BZ-02", "found traitor again"},
		{"setup", "", setup, `["beggar",`, `[`, `["administrator"`, "BZ-03", "a pile of 13 tiles, found 12"},
		{"setup", "", setup, `"plague",`, ``, `["spice_fleet","great`, "BZ-05", "an event pile of 8 cards, found 7"},
		{"setup", "", setup, `"plague"`, `"siege"`, `["spice_fleet","siege"`, "BZ-05", `found "siege" again`},
		{"setup", "", setup, `"plague"`, `"governor_bounty"`, `["spice_fleet","gov`, "BZ-05", "expected normal cards"},
		{"order", "", wealth, `["red","blue"]`, `["red"]`, `["red"]`, "BZ-10", "an order of 2 guilds, found 1"},
		{"order", "", wealth, `["red","blue"]`, `["red","red"]`, `["red","red"]`, "BZ-10", `found "red"`},
		{"order", "", wealth, `"coins":3`, `"coins":1000`, `1000`, "", "coins from 0 to 999"},
		{"order", "", wealth, `{"guild":"blue"`, `{"guild":"red"`, `"red","coins":4`, "BZ-01", `found "red" again`},
	} {
		t.Run(c.task+" "+c.new, func(t *testing.T) {
			if !strings.Contains(c.text, c.old) {
				t.Fatalf("%s is not in %s", c.old, c.text)
			}
			text := strings.Replace(c.text, c.old, c.new, 1)
			switch {
			case c.before == "":
				refused(t, configured(t), c.task, 0, c.at, c.clause, c.message, text)
			default:
				refused(t, configured(t), c.task, 1, c.at, c.clause, c.message, c.before, text)
			}
		})
	}
}

// TestPlayReadsAllFirst: a request that is no value is refused, whatever the
// requests before it are.
func TestPlayReadsAllFirst(t *testing.T) {
	const good = `{"type":"place","guild":"red","kind":"courier","cell":[7,3],"choice":"left"}`
	refused(t, configured(t), "play", 2, `5`, "", "expected a request", roundOne, good, `5`)
}
