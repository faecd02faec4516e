package bazar_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// configured fixes the rules as gametest.Configured does.
func configured(t testing.TB, options ...string) game.Rules {
	t.Helper()
	return gametest.Configured(t, bazar.Game(), options...)
}

// wrong returns the rules of a mutant.
func wrong(t testing.TB, mutant string, options ...string) game.Rules {
	t.Helper()
	return configured(t, append([]string{":" + mutant}, options...)...)
}

// ask is the answer of a task to a stream of values.
func ask(t testing.TB, r game.Rules, task string, in []jsontext.Value) []jsontext.Value {
	t.Helper()
	return gametest.NewAsker(t, r, task).Ask(in)
}

// same tells whether two JSON values are equal, whatever the order of keys.
func same(t testing.TB, a, b jsontext.Value) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}

// TestExamples has the worked examples of chapter 10.
func TestExamples(t *testing.T) {
	for _, tt := range []struct{ name, task, in, want string }{
		{
			"the rules text's own case", "order",
			`{"players":[{"guild":"red","coins":9},{"guild":"blue","coins":9},{"guild":"green","coins":14},{"guild":"yellow","coins":3}],"previous":["green","red","yellow","blue"]}`,
			`["green","blue","red","yellow"]`,
		},
		{
			"a chain pushed into a hole", "push",
			`{"guilds":["red","blue"],"board":[{"cell":[1,6],"guild":"blue","kind":"beggar"},{"cell":[1,5],"guild":"red","kind":"courier"}],"harem_in":false,"market_in":false,"event":null}
			{"cell":[1,6],"direction":"left","steps":3}`,
			`{"board":[{"cell":[5,5],"guild":"red","kind":"courier"},{"cell":[5,6],"guild":"blue","kind":"beggar"}],"eliminated":[{"guild":"red","kind":"courier"},{"guild":"blue","kind":"beggar"}],"discarded":[],"steps":2}`,
		},
		{
			"ties, beggars and a traitor", "owners",
			`{"guilds":["red","blue","green"],"board":[{"cell":[0,0],"guild":"red","kind":"administrator"},{"cell":[0,1],"guild":"blue","kind":"courier"},{"cell":[0,2],"guild":"blue","kind":"guild_master"},{"cell":[2,2],"guild":"green","kind":"beggar"},{"cell":[0,5],"guild":"red","kind":"guild_master"},{"cell":[0,6],"guild":"blue","kind":"traitor"},{"cell":[0,8],"guild":"green","kind":"guild_master"},{"cell":[0,9],"guild":"red","kind":"beggar"},{"cell":[7,0],"guild":"green","kind":"traitor"},{"cell":[6,0],"guild":"blue","kind":"beggar"},{"cell":[5,5],"guild":"red","kind":"notable"}],"harem_in":true,"market_in":false,"event":"spice_fleet"}`,
			`{"districts":[{"district":"palace","counts":{"red":2,"blue":2,"green":1},"value":3,"owner":null},{"district":"harbour","counts":{"red":1,"blue":1,"green":1},"value":3,"owner":null},{"district":"hippodrome","counts":{"red":0,"blue":1,"green":0},"value":2,"owner":"blue"},{"district":"great_bazaar","counts":{"red":0,"blue":0,"green":0},"value":6,"owner":null},{"district":"arsenal","counts":{"red":0,"blue":0,"green":1},"value":3,"owner":"green"},{"district":"harem","counts":{"red":0,"blue":0,"green":0},"value":6,"owner":null}],"income":{"red":0,"blue":2,"green":3}}`,
		},
		{
			"a move that ends a round", "move",
			`{"round":1,"phase":"players","players":[{"guild":"red","coins":0,"hand":["courier","beggar","notable"],"pile":["administrator","traitor","fishmonger","favourite","charlatan","architect","pedlar","ferryman","innkeeper","tax_collector"]},{"guild":"blue","coins":0,"hand":["tax_collector","pedlar","favourite"],"pile":["beggar","traitor","fishmonger","courier","charlatan","architect","notable","ferryman","innkeeper"]}],"order":["blue","red"],"turn":1,"harem_in":false,"market_in":false,"events":{"current":null,"played":[],"pile":["siege","plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]},"discarded":[],"board":[{"cell":[2,7],"guild":"red","kind":"guild_master"},{"cell":[7,0],"guild":"blue","kind":"guild_master"},{"cell":[7,2],"guild":"blue","kind":"administrator"}]}
			{"type":"place","guild":"red","kind":"courier","cell":[7,3],"choice":"left"}`,
			`{"legal":true,"state":{"round":2,"phase":"players","players":[{"guild":"red","coins":4,"hand":["beggar","notable","administrator"],"pile":["traitor","fishmonger","favourite","charlatan","architect","pedlar","ferryman","innkeeper","tax_collector"]},{"guild":"blue","coins":3,"hand":["tax_collector","pedlar","favourite"],"pile":["beggar","traitor","fishmonger","courier","charlatan","architect","notable","ferryman","innkeeper"]}],"order":["red","blue"],"turn":0,"board":[{"cell":[2,7],"guild":"red","kind":"guild_master"},{"cell":[5,5],"guild":"blue","kind":"guild_master"},{"cell":[7,0],"guild":"blue","kind":"administrator"},{"cell":[7,3],"guild":"red","kind":"courier"}],"harem_in":false,"market_in":false,"events":{"current":"siege","played":["siege"],"pile":["plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]},"discarded":[]}}`,
		},
		{
			"an illegal request", "move",
			`{"round":1,"phase":"players","players":[{"guild":"red","coins":0,"hand":["courier","beggar","notable"],"pile":["administrator","traitor","fishmonger","favourite","charlatan","architect","pedlar","ferryman","innkeeper","tax_collector"]},{"guild":"blue","coins":0,"hand":["tax_collector","pedlar","favourite"],"pile":["beggar","traitor","fishmonger","courier","charlatan","architect","notable","ferryman","innkeeper"]}],"order":["blue","red"],"turn":1,"harem_in":false,"market_in":false,"events":{"current":null,"played":[],"pile":["siege","plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]},"discarded":[],"board":[{"cell":[2,7],"guild":"red","kind":"guild_master"},{"cell":[7,0],"guild":"blue","kind":"guild_master"},{"cell":[7,2],"guild":"blue","kind":"administrator"}]}
			{"type":"place","guild":"red","kind":"courier","cell":[7,3],"choice":"up"}`,
			`{"legal":false,"code":"no_target"}`,
		},
		{
			"the owner chooses", "move",
			`{"round":1,"phase":"players","players":[{"guild":"red","coins":0,"hand":["courier","beggar","notable"],"pile":["administrator","traitor","fishmonger","favourite","charlatan","architect","pedlar","ferryman","innkeeper","tax_collector"]},{"guild":"blue","coins":0,"hand":["tax_collector","pedlar","favourite"],"pile":["beggar","traitor","fishmonger","courier","charlatan","architect","notable","ferryman","innkeeper"]}],"order":["blue","red"],"turn":1,"harem_in":false,"market_in":false,"events":{"current":null,"played":[],"pile":["siege","plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]},"discarded":[],"board":[{"cell":[2,7],"guild":"red","kind":"guild_master"},{"cell":[7,0],"guild":"blue","kind":"guild_master"},{"cell":[7,2],"guild":"blue","kind":"administrator"}]}
			{"type":"place","guild":"red","kind":"courier","cell":[7,3],"choice":"left","market":[[6,5]]}`,
			`{"legal":true,"state":{"round":2,"phase":"players","players":[{"guild":"red","coins":4,"hand":["beggar","notable","administrator"],"pile":["traitor","fishmonger","favourite","charlatan","architect","pedlar","ferryman","innkeeper","tax_collector"]},{"guild":"blue","coins":3,"hand":["tax_collector","pedlar","favourite"],"pile":["beggar","traitor","fishmonger","courier","charlatan","architect","notable","ferryman","innkeeper"]}],"order":["red","blue"],"turn":0,"board":[{"cell":[2,7],"guild":"red","kind":"guild_master"},{"cell":[6,5],"guild":"blue","kind":"guild_master"},{"cell":[7,0],"guild":"blue","kind":"administrator"},{"cell":[7,3],"guild":"red","kind":"courier"}],"harem_in":false,"market_in":false,"events":{"current":"siege","played":["siege"],"pile":["plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]},"discarded":[]}}`,
		},
		{
			"no tile for a second entry", "move",
			`{"round":1,"phase":"players","players":[{"guild":"red","coins":0,"hand":["courier","beggar","notable"],"pile":["administrator","traitor","fishmonger","favourite","charlatan","architect","pedlar","ferryman","innkeeper","tax_collector"]},{"guild":"blue","coins":0,"hand":["tax_collector","pedlar","favourite"],"pile":["beggar","traitor","fishmonger","courier","charlatan","architect","notable","ferryman","innkeeper"]}],"order":["blue","red"],"turn":1,"harem_in":false,"market_in":false,"events":{"current":null,"played":[],"pile":["siege","plague","amnesty","revolt","spice_fleet","great_fire","sultan_visit","chariot_races"]},"discarded":[],"board":[{"cell":[2,7],"guild":"red","kind":"guild_master"},{"cell":[7,0],"guild":"blue","kind":"guild_master"},{"cell":[7,2],"guild":"blue","kind":"administrator"}]}
			{"type":"place","guild":"red","kind":"courier","cell":[7,3],"choice":"left","market":[[6,5],[5,5]]}`,
			`{"legal":false,"code":"bad_market"}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ask(t, configured(t), tt.task, gametest.Values(t, tt.in))
			want := gametest.Values(t, tt.want)
			if len(got) != len(want) {
				t.Fatalf("%d values, want %d", len(got), len(want))
			}
			for i := range want {
				if !same(t, got[i], want[i]) {
					t.Errorf("value %d is\n%s, want\n%s", i+1, got[i], want[i])
				}
			}
		})
	}
}
