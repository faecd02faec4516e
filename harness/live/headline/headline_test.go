package headline

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
)

func rulesOf(t *testing.T, name string) (*game.Game, game.Rules) {
	t.Helper()
	g, err := games.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return g, rules
}

const turn = `{"bank":["blue"],"cards":[{"pebbles":["red","red","blue","green","white"],"face?":false},{"pebbles":["red","red","red","red","red"],"face?":true}],` +
	`"active":{"wallet":["red","red","red","red","red","blue"],"score":3},"scores":[1]}`

// What players send to each call is told in words.
func TestReplies(t *testing.T) {
	for _, c := range []struct{ game, method, args, reply, call, want, clause string }{
		{"bazaar", "request-pebble-or-trades", turn, `false`, "is asked for a pebble or for exchanges", "asks for a pebble", "BG-15"},
		{
			"bazaar", "request-pebble-or-trades", turn, `[[["red","red"],["blue"]],[["blue"],["white","white"]]]`, "is asked for a pebble or for exchanges",
			"trades 2 red for 1 blue, then 1 blue for 2 white", "BG-21",
		},
		{"bazaar", "request-pebble-or-trades", turn, `[]`, "is asked for a pebble or for exchanges", "trades nothing", "BG-24"},
		{
			"bazaar", "request-cards", turn, `[{"pebbles":["red","red","red","red","red"],"face?":true}]`, "is asked for the cards to buy",
			"buys card 2 (5 red with a face) for 5 points", "BG-27",
		},
		// What cannot be paid, or is not on display, brings nothing.
		{
			"bazaar", "request-cards", turn, `[{"pebbles":["red","red","blue","green","white"],"face?":false}]`, "is asked for the cards to buy",
			"buys card 1 (2 red, 1 white, 1 blue, 1 green)", "BG-27",
		},
		{"bazaar", "request-cards", turn, `[{"pebbles":["blue"],"face?":false}]`, "is asked for the cards to buy", "buys the card 1 blue", "BG-27"},
		{"bazaar", "request-cards", turn, `[]`, "is asked for the cards to buy", "buys nothing", "BG-26"},
		{"bazaar", "request-cards", turn, `"blue"`, "is asked for the cards to buy", "", ""},
		{"bazaar", "request-cards", turn, `[[["red"]]]`, "is asked for the cards to buy", "", ""},
		{"bazaar", "win", `true`, `"void"`, "is told whether the player has won: yes", "has taken note", ""},
		{
			"ubar", "take-turn", `{"grid":[["t42",null],["t21","t15"]]}`, `{"type":"draft","player":1,"take":[0,0],"place":[0,-1],"target":[0,0],"skip":[1,2],"dumps":[{},{"lamp":2}]}`,
			"is asked for a draft or a sale",
			"drafts t42 from [0,0] for 4 time and puts it on [0,-1], re-triggers the tile on [0,0], skips step 1, 2, throws 2 lamps overboard after step 1", "UB-20",
		},
		{"ubar", "take-turn", `{}`, `{"type":"draft","player":1,"take":[9,0],"place":[0,1]}`, "is asked for a draft or a sale", "drafts the tile from [9,0] and puts it on [0,1]", "UB-20"},
		{"ubar", "take-turn", `{}`, `{"type":"sell","player":1,"goods":{"carpet":1,"scarab":2}}`, "is asked for a draft or a sale", "sells 1 carpet, 2 scarabs", "UB-62"},
		{"ubar", "take-turn", `{}`, `{"type":"sell","player":1,"goods":{}}`, "is asked for a draft or a sale", "sells nothing", "UB-62"},
		{
			"bazar", "take-turn", `{}`, `{"type":"place","guild":"red","kind":"architect","cell":[3,8],"choice":null}`, "is asked for a placement",
			"places an architect on [3,8] in the great bazaar", "BZ-23",
		},
		{
			"bazar", "take-turn", `{}`, `{"type":"place","guild":"red","kind":"courier","cell":[40,8],"choice":"up"}`, "is asked for a placement",
			"places a courier on [40,8], choosing up", "BZ-23",
		},
		{
			"bazar", "take-turn", `{}`, `{"type":"place","guild":"red","kind":"pedlar","cell":[0,0],"choice":{"direction":"left","steps":2}}`, "is asked for a placement",
			"places a pedlar on [0,0] in the palace, walking 2 left", "BZ-23",
		},
		{
			"bazar", "take-turn", `{}`, `{"type":"place","guild":"red","kind":"notable","cell":[0,0],"choice":{"from":[1,2],"to":[0,1]}}`, "is asked for a placement",
			"places a notable on [0,0] in the palace, moving the tile on [1,2] to [0,1]", "BZ-23",
		},
		{"bazar", "market", `{}`, `[5,6]`, "is asked for the market cell of an eliminated tile of the player", "chooses the cell [5,6] in the black market", "BZ-56"},
		{"ubongo", "take-turn", `{}`, `false`, "is asked for a solution while the hourglass runs or in the playoff", "shows no solution", "UO-20"},
		{
			"ubongo", "take-turn", `{}`, `{"time":34896,"placements":[{"piece":"r2","cells":[[1,2,0],[1,1,0]]},{"piece":"g5","cells":[]}]}`,
			"is asked for a solution while the hourglass runs or in the playoff", "shows a solution after 34.896 s with r2, g5", "UO-20",
		},
	} {
		t.Run(c.game+" "+c.reply, func(t *testing.T) {
			w := NewWriter(rulesOf(t, c.game))
			if said := w.Call(1, c.method, []jsontext.Value{jsontext.Value(c.args)}); said != c.call {
				t.Errorf("the call is %q, expected %q", said, c.call)
			}
			if d := w.Reply(1, jsontext.Value(c.reply)); d.What != c.want || d.Clause != c.clause {
				t.Errorf("the reply is %q (%s), expected %q (%s)", d.What, d.Clause, c.want, c.clause)
			}
		})
	}
}

// Every method of every game has a headline.
func TestCalls(t *testing.T) {
	for _, g := range games.All() {
		for i := range g.Protocol.Methods {
			if m := &g.Protocol.Methods[i]; m.Heard() == "" {
				t.Errorf("%s: the summary of %s begins with none of the words of a headline: %s", g.Name, m.Name, m.Summary)
			}
		}
	}
}

// Before a call a player gives its name; what a reply is to, its connection tells.
func TestConnections(t *testing.T) {
	w := NewWriter(rulesOf(t, "bazaar"))
	if d := w.Reply(1, jsontext.Value(`"Ada"`)); d.What != "gives the name Ada" {
		t.Errorf("%+v", d)
	}
	if said := w.Call(1, "dance", nil); said != "" {
		t.Errorf("an unknown call is %q", said)
	}
	if d := w.Reply(1, jsontext.Value(`"cha-cha"`)); d != (game.Deed{}) {
		t.Errorf("the reply to it is %+v", d)
	}
	w.Call(1, "request-cards", []jsontext.Value{jsontext.Value(turn)})
	w.Call(2, "request-pebble-or-trades", []jsontext.Value{jsontext.Value(turn)})
	if d := w.Reply(1, jsontext.Value(`[]`)); d.What != "buys nothing" {
		t.Errorf("%+v", d)
	}
	if d := w.Reply(2, jsontext.Value(`[]`)); d.What != "trades nothing" {
		t.Errorf("%+v", d)
	}
	if d := w.Reply(2, jsontext.Value(`[]`)); d != (game.Deed{}) {
		t.Errorf("what nobody asked for is %+v", d)
	}
	for conn := range 10 * pendingMax {
		w.Call(conn, "request-cards", nil)
	}
	if len(w.pending) > pendingMax {
		t.Errorf("%d calls are kept", len(w.pending))
	}
}

func TestEvents(t *testing.T) {
	for event, want := range map[string]string{
		`{"event":"turn","player":"Ada","round":2}`:                    "turn: player Ada, round 2",
		`{"event":"refill","cards":[{"n":{}}]}`:                        "refill",
		`{"event":"start","state":{"bank":[]}}`:                        "start",
		`{"event":"end","winners":["Ada","bob"],"dropouts":[]}`:        "end: winners Ada and bob, dropouts none",
		"{\"event\":\"drop\",\"player\":\"\\u001b[31m\",\"why\":null}": "drop: player \\u001b[31m, why null",
	} {
		said, whole := Event(jsontext.Value(event))
		if said != want || whole == strings.Contains(event, ":{") {
			t.Errorf("%s is %q (all of it: %v), expected %q", event, said, whole, want)
		}
	}
}

func TestResults(t *testing.T) {
	for result, want := range map[string]string{
		`[["Ada"],[]]`:                  "Ada wins",
		`[["Ada","bob","Eve"],["Gus"]]`: "Ada, bob and Eve win together; out: Gus",
		`[[],["Ada","bob"]]`:            "nobody wins; out: Ada and bob",
		`{"winners":[]}`:                "",
		"[[\"\\u001b\"],[]]":            "\\u001b wins",
	} {
		if said := Result([]jsontext.Value{jsontext.Value(result)}); said != want {
			t.Errorf("%s is %q, expected %q", result, said, want)
		}
	}
}
