package schema_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/schemas"
)

// Values that match, to be varied.
const (
	goodCard   = `{"pebbles":["red","red","blue","blue","blue"],"face?":true}`
	goodPlayer = `{"wallet":["red"],"score":3,"cards":[` + goodCard + `]}`
	goodTurn   = `{"bank":["red"],"cards":[` + goodCard + `],"active":` + goodPlayer + `,"scores":[1,22222222222222222222222]}`
	goodGame   = `{"bank":["red"],"visibles":[` + goodCard + `],"cards":[],"players":[` + goodPlayer + `,{"wallet":[],"score":0}]}`
	goodSeat   = `{"name":"Ada","wallet":["red"],"score":3,"cards":[` + goodCard + `]}`
	goodState  = `{"equations":[[["red"],["blue"]]],"bank":["white"],"visibles":[` + goodCard + `],"cards":[],"players":[` +
		goodSeat + `],"dropouts":["bob"],"phase":"pebble-or-trades"}`
	goodResult = `{"over":true,"reason":"no_cards","points":[{"name":"a","points":3}],"winners":["a"],"dropouts":[]}`
)

// good lists values that match their schemas, as pairs of name and text.
var good = [][2]string{
	{"colour", `"red"`},
	{"pebbles", `[]`},
	{"pebbles", `["red","red","green"]`},
	{"card", goodCard},
	{"card", `{"face\u003f":false,"pebbles":["r\u0065d","red","red","red","red"]}`},
	{"cards", `[` + goodCard + `]`},
	{"equation", `[["red"],["blue","blue","blue","blue"]]`},
	{"equations", `[[["red"],["blue"]]]`},
	{"exchanges", `[` + strings.Repeat(`[["red"],["blue"]],`, 50) + `[["red"],["blue"]]]`},
	{"score", `0`},
	{"score", strings.Repeat("9", 58)},
	{"score", `1.0`},
	{"score", `10e-1`},
	{"score", `-0`},
	{"score", `0e10000000`},
	{"player", goodPlayer},
	{"player", `{"score":10e-1,"wallet":[]}`},
	{"game", goodGame},
	{"server-game", goodGame},
	{"turn", goodTurn},
	{"turn-shown", goodTurn},
	{"policy", `"purchase-size"`},
	{"method", `"win"`},
	{"cheat", `"bank-cannot-trade"`},
	{"actor", `["Ada","purchase-points"]`},
	{"actor", `["Ada","purchase-points","setup"]`},
	{"actor", `["Ada","purchase-points","setup",7]`},
	{"actor", `["Ada","purchase-points","a cheat","buy-unavailable-card"]`},
	{"actors", `[]`},
	{"client-name", `"` + strings.Repeat("\u00e9", 100) + `"`},
	{"client-actor", `["ouch ouch","purchase-points","win",3]`},
	{"client-actors", `[["","purchase-size"]]`},
	{"bonus", `"SEY"`},
	{"seat", goodSeat},
	{"state", goodState},
	{"state-shown", goodState},
	{"state-shown", strings.Replace(goodState, `"score":3`, `"score":33333333333333333333`, 1)},
	{"phase", `"over"`},
	{"request", `false`},
	{"request", `[]`},
	{"request", `{"draw":"green"}`},
	{"request", `[` + goodCard + `]`},
	{"request", `[[["red"],["blue"]]]`},
	{"result", goodResult},
	{"result", `{"over":false,"reason":null,"points":[],"winners":null,"dropouts":["a"]}`},
	{"name", `"abcdefghij0123456789"`},
	{"names", `["a","b"]`},
	{"dropouts", `["b","a"]`},
	{"index", `5`},
	{"rules-answer", `false`},
	{"rules-answer", `["red"]`},
	{"move-answer", `{"legal":true,"state":` + goodState + `}`},
	{"move-answer", `{"legal":false,"code":"game_over"}`},
	{"play-answer", `[true,"bank_empty",true]`},
	{"code", `"wrong_phase"`},
	{"event", `{"event":"start","state":` + goodState + `}`},
	{"event", `{"event":"setup","player":"a","ok":false}`},
	{"event", `{"event":"turn","player":"a"}`},
	{"event", `{"event":"pebble","player":"a","color":"red"}`},
	{"event", `{"event":"exchange","player":"a","exchanges":[],"price":[` + goodCard + `]}`},
	{"event", `{"event":"buy","player":"a","cards":[],"points":0}`},
	{"event", `{"event":"refill","cards":[` + goodCard + `]}`},
	{"event", `{"event":"drop","player":"a","why":"wrong_shape"}`},
	{"event", `{"event":"over","reason":"turn_limit"}`},
	{"event", `{"event":"bonus","player":"a","bonus":"RWB","points":10}`},
	{"event", `{"event":"win","player":"a","won":true,"ok":true}`},
	{"event", `{"event":"end","winners":["a"],"dropouts":["b"]}`},
	{"call", `["setup",[[[["red"],["blue"]]]]]`},
	{"call", `["request-pebble-or-trades",[` + goodTurn + `]]`},
	{"call", `["request-cards",[` + goodTurn + `]]`},
	{"call", `["win",[false]]`},
	{"void", `"void"`},
	{"reply-setup", `"\u0076oid"`},
	{"reply-win", `"void"`},
	{"first-reply", `false`},
	{"first-reply", `[]`},
	{"second-reply", `[` + strings.Repeat(goodCard+",", 30) + goodCard + `]`},
	{"server-answer", `[["a"],[]]`},
	{"special", `"AAsendnameloop"`},
	{"specials", `["AAsendnameloop","AAsendnameloop"]`},
	{"guests", `["AAsendnameloop",{"as":"Ada","how":"late=5s@setup"},{"send":"\u0000","then":"leaves"}]`},
	{"guests", `[]`},
	{"won", `false`},
	{"live-turn", `{"bank":[],"cards":[],"active":{"wallet":[],"score":31,"cards":[` + strings.Repeat(goodCard+",", 39) + goodCard + `]},"scores":[31]}`},
}

func TestGoodValues(t *testing.T) {
	set := usual("bazaar")
	tested := map[string]bool{}
	for _, c := range good {
		tested[c[0]] = true
		for _, text := range []string{c[1], spread(c[1])} {
			problems, err := set.Explain(c[0], jsontext.Value(text))
			if problems != nil || err != nil {
				t.Errorf("%s %s: %v, %v", c[0], text, problems, err)
			}
		}
	}
	names, err := set.Names()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !tested[name] {
			t.Errorf("no good value of %s", name)
		}
	}
}

// spread puts white space between the tokens of a text.
func spread(text string) string {
	v := jsontext.Value(text)
	if err := v.Indent(); err != nil {
		return text
	}
	return string(v)
}

// TestMessages lists what is said about values that do not match: every
// problem as its pointer, a blank, and its message.
func TestMessages(t *testing.T) {
	const (
		colours = `"red", "white", "blue", "green", "yellow"`
		codes   = `"game_over", "wrong_phase", "bank_empty", "colour_gone", "too_many_exchanges", "unknown_equation", ` +
			`"wallet_short", "bank_short", "card_not_visible", "wallet_cannot_buy"`
	)
	for _, c := range []struct {
		value, text string
		want        []string
	}{
		{"pebbles", `null`, []string{` expected an array of pebbles, found null`}},
		{"pebbles", `["red","pink",5]`, []string{
			`/1 expected one of ` + colours + `, found "pink"`,
			`/2 expected one of ` + colours + `, found 5`,
		}},
		{"pebbles", `[` + strings.Repeat(`"red",`, 100) + `"red"]`, []string{` expected at most 100 pebbles, found 101`}},
		{"card", `{"pebbles":["red"],"face?":0}`, []string{
			`/face? expected true or false, found 0`,
			`/pebbles expected exactly 5 elements, found 1`,
		}},
		{"card", `{}`, []string{` missing key "face?" in a card`, ` missing key "pebbles" in a card`}},
		{"card", `{"pebbles":["red","red","red","red","red"],"face":true}`, []string{
			` unknown key "face" in a card (did you mean "face?"?)`,
		}},
		{"card", `{"pebbles":["red","red","red","red","red"],"face?":true,"face!":true,"":0,"a/b":1,"a~b":2}`, []string{
			` unknown key "" in a card`, ` unknown key "a/b" in a card`, ` unknown key "a~b" in a card`, ` unknown key "face!" in a card`,
		}},
		{"player", `{"walet":[],"score":1}`, []string{` unknown key "walet" in a player (did you mean "wallet"?)`}},
		{"player", `{"score":-1}`, []string{` missing key "wallet" in a player`, `/score expected a natural number, found -1`}},
		{"player", `{"wallet":[],"score":1,"cards":null}`, []string{`/cards expected an array of cards, found null`}},
		{"score", `1e20`, []string{` 1e20 is not an integer of at most 15 digits`}},
		{"score", `1000000000000000.0`, []string{` 1000000000000000.0 is not an integer of at most 15 digits`}},
		{"score", `1.5`, []string{` expected a natural number, found 1.5`}},
		{"score", `-1.5`, []string{` expected a natural number, found -1.5`}},
		{"score", `true`, []string{` expected a natural number, found true`}},
		{"score", `"1"`, []string{` expected a natural number, found "1"`}},
		{"score", `-` + strings.Repeat("9", 58), []string{
			` expected a natural number, found -` + strings.Repeat("9", 39) + `…`,
		}},
		{"seat", `{"name":"a b","wallet":[],"score":1000001,"cards":[]}`, []string{
			`/name expected a name of 1 to 20 letters and digits, found "a b"`,
			`/score expected an integer from 0 to 1000000, found 1000001`,
		}},
		{"name", "\"\u202e\"", []string{` expected a name of 1 to 20 letters and digits, found "\u202e"`}},
		{"name", `"abcdefghijklmnopqrstu"`, []string{
			` expected a name of 1 to 20 letters and digits, found "abcdefghijklmnopqrstu"`,
		}},
		{"names", `["a","b","a","b"]`, []string{` expected different names, found "a" twice`}},
		{"names", `[0.5,1.5]`, []string{
			`/0 expected a name of 1 to 20 letters and digits, found 0.5`,
			`/1 expected a name of 1 to 20 letters and digits, found 1.5`,
		}},
		{"equation", `[["red"]]`, []string{` expected exactly 2 elements, found 1`}},
		{"equation", `[[],["red","red","red","red","red"]]`, []string{
			`/0 expected at least 1 element, found 0`,
			`/1 expected at most 4 pebbles, found 5`,
		}},
		{"index", `6`, []string{` expected a number below 6, found 6`}},
		{"index", `-1`, []string{` expected an index of a player, found -1`}},
		{"void", ` "Void" `, []string{` expected "void", found "Void"`}},
		{"bonus", `"XYZ"`, []string{` expected "RWB" or "SEY", found "XYZ"`}},

		// The branch that the author meant.
		{"request", `true`, []string{` expected false, an array of exchanges or an array of cards, found true`}},
		{"request", `[5]`, []string{` expected false, an array of exchanges or an array of cards, found [5]`}},
		{"request", `[[["red"],["blue"]],` + goodCard + `]`, []string{
			`/1 expected an equation of two sides, found {"pebbles":["red","red","blue","blue","b…`,
		}},
		{"request", `[` + goodCard + `,[["red"],["blue"]]]`, []string{`/1 expected a card, found [["red"],["blue"]]`}},
		{"request", `[{"pebbles":[]}]`, []string{
			`/0 missing key "face?" in a card`,
			`/0/pebbles expected exactly 5 elements, found 0`,
		}},
		{"rules-answer", `{}`, []string{` expected false or an array of pebbles, found {}`}},
		{"rules-answer", `true`, []string{` expected false or an array of pebbles, found true`}},
		{"rules-answer", `["x"]`, []string{`/0 expected one of ` + colours + `, found "x"`}},
		{"first-reply", `null`, []string{` expected false or an array of exchanges, found null`}},
		{"first-reply", `[[["red"],["blue"],["red"]]]`, []string{`/0 expected exactly 2 elements, found 3`}},
		{"move-answer", `{"legal":"yes"}`, []string{`/legal expected true or false, found "yes"`}},
		{"move-answer", `{"leagl":true}`, []string{` unknown key "leagl" in a verdict on a move (did you mean "legal"?)`}},
		{"move-answer", `{"state":{}}`, []string{` missing key "legal" in a verdict on a move`}},
		{"move-answer", `{"legal":false,"code":"no","state":1}`, []string{
			` unknown key "state"`,
			`/code expected one of ` + codes + `, found "no"`,
		}},
		{"play-answer", `[true,false,"no"]`, []string{
			`/1 expected true or a code, found false`,
			`/2 expected one of ` + codes + `, found "no"`,
		}},
		{"result", `{"over":false,"reason":"no_cards","points":[],"winners":null,"dropouts":[]}`, []string{
			`/reason expected null, found "no_cards"`,
		}},
		{"actor", `"Ada"`, []string{` expected an actor, found "Ada"`}},
		{"actor", `[]`, []string{` expected exactly 2 elements, found 0`}},
		{"actor", `["Ada","points"]`, []string{`/1 expected "purchase-points" or "purchase-size", found "points"`}},
		{"actor", `["Ada","purchase-size","loose"]`, []string{
			`/2 expected one of "setup", "request-pebble-or-trades", "request-cards", "win", found "loose"`,
		}},
		{"actor", `["Ada","purchase-size","win",8]`, []string{`/3 expected an integer from 1 to 7, found 8`}},
		{"actor", `["Ada","purchase-size","win",1e99]`, []string{`/3 1e99 is not an integer of at most 15 digits`}},
		{"actor", `["Ada","purchase-size","win",1,2]`, []string{` expected exactly 4 elements, found 5`}},
		{"actor", `["Ada","purchase-size","a cheat"]`, []string{` expected exactly 4 elements, found 3`}},
		{"event", `{"event":"begin"}`, []string{
			`/event expected one of "start", "setup", "turn", "pebble", "exchange", "buy", "refill", "drop", "over", ` +
				`"bonus", "win", "end", found "begin"`,
		}},
		{"event", `{"event":"turn","plyer":"a"}`, []string{` unknown key "plyer" (did you mean "player"?)`}},
		{"event", `{"player":"a"}`, []string{` missing key "event" in an event`}},
		{"event", `[]`, []string{` expected an event, found []`}},
		{"call", `["win",[1]]`, []string{`/1/0 expected true or false, found 1`}},
		{"call", `["win",[]]`, []string{`/1 expected exactly 1 element, found 0`}},
		{"call", `["won",[true]]`, []string{
			`/0 expected one of "setup", "request-pebble-or-trades", "request-cards", "win", found "won" (did you mean "win"?)`,
		}},
		{"call", `["request-cards",[{"bank":[],"cards":[],"active":{"wallet":[],"score":0},"scores":[]}]]`, []string{
			`/1/0/active missing key "cards" in a player`,
		}},
	} {
		t.Run(c.value, func(t *testing.T) {
			set := usual("bazaar")
			problems, err := set.Explain(c.value, jsontext.Value(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, sentences(problems)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.text, diff)
			}
		})
	}
}

// TestElementsTwice lists what is said about elements that are equal, although
// they are no strings or are not written alike.
func TestElementsTwice(t *testing.T) {
	const (
		gems = `{"red":0,"blue":0,"green":0,"brown":0}`
		head = `{"players":2,"display":{"blue":1,"brown":1},"bag":` + gems + `,"draws":[null,null],"order":`
	)
	for _, c := range []struct {
		value, text string
		want        []string
	}{
		{"problem", `{"footprint":[[0,1],[0,0],[0.0,1]],"pieces":["r2"]}`, []string{
			`/footprint expected different squares, found [0.0,1] twice`,
		}},
		{"problem", `{"footprint":[[0.5,1],[0.5,1]],"pieces":["r2"]}`, []string{
			`/footprint expected different squares, found [0.5,1] twice`,
			`/footprint/0/0 expected an integer from 0 to 15, found 0.5`,
			`/footprint/1/0 expected an integer from 0 to 15, found 0.5`,
		}},
		{"rewards", head + `[1,10e-1]}`, []string{`/order expected different players, found 10e-1 twice`}},
	} {
		problems, err := usual("ubongo").Explain(c.value, jsontext.Value(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, sentences(problems)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, diff)
		}
	}
}

func sentences(problems []schema.Problem) []string {
	var list []string
	for _, p := range problems {
		list = append(list, p.Pointer+" "+p.Message)
	}
	return list
}

func TestPlaces(t *testing.T) {
	set := usual("bazaar")
	const text = `{ "wallet" : [ "red", "pink" ],
		"sc\u006fre" : 1.5, "cards" : [ { "face?" : 1, "pebbles" : [] } ], "n\u0061me" : 1 }`
	problems, err := set.Explain("player", jsontext.Value(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%s %s %s %.6s", p.Pointer, p.Keyword, p.Clause, text[p.Offset:]))
	}
	want := []string{
		` additionalProperties  "n\u00`,
		`/cards/0/face? type BG-03 1, "pe`,
		`/cards/0/pebbles minItems BG-03 [] } ]`,
		`/score type  1.5, "`,
		`/wallet/1 enum BG-01 "pink"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSameProblemsEachTime(t *testing.T) {
	const text = `{"equations":[[[],["x"]],1],"bnak":["pink"],"visibles":[{}],"cards":{},"players":[{"name":"","z":1,"y":2,` +
		`"wallet":["a"],"score":-1,"crads":[]},{"a":1}],"phase":7,"q":1,"p":2,"o":3}`
	var want []schema.Problem
	times := 15
	if *soak {
		times = 100
	}
	for i := range times {
		set := schema.New(schemas.FS, "bazaar", nil) // another one, compiled again
		got, err := set.Explain("state", jsontext.Value(text))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("run %d (-first +this):\n%s", i, diff)
		}
	}
	if len(want) != schema.ProblemsMax {
		t.Errorf("%d problems, want %d", len(want), schema.ProblemsMax)
	}
}

func TestOrderOfProblems(t *testing.T) {
	set := usual("bazaar")
	problems, err := set.Explain("pebbles", jsontext.Value(`[`+strings.Repeat(`"red",`, 9)+`1,2,3]`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		got = append(got, p.Pointer)
	}
	if diff := cmp.Diff([]string{"/9", "/10", "/11"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		option, value string
		text          string
		want          []string
	}{
		{`pebbles_max=5`, "pebbles", `["red","red","red","red","red","red"]`, []string{` expected at most 5 pebbles, found 6`}},
		{`cards_max=1`, "cards", `[` + goodCard + `,` + goodCard + `]`, []string{` expected at most 1 element, found 2`}},
		{
			`cards_max=1`, "seat", strings.Replace(goodSeat, goodCard, goodCard+","+goodCard+","+goodCard, 1),
			[]string{`/cards expected at most 2 cards, found 3`},
		},
		{`visible_cards=2`, "turn", strings.Replace(goodTurn, goodCard, goodCard+","+goodCard+","+goodCard, 1), []string{
			`/cards expected at most 2 cards, found 3`,
		}},
		{`side_max=1`, "exchanges", `[[["red","red"],["blue"]]]`, []string{`/0/0 expected exactly 1 element, found 2`}},
		{`side_max=6`, "exchanges", `[[["red","red","red","red","red","red"],["blue"]]]`, nil},
		{`equations_max=0`, "equations", `[[["red"],["blue"]]]`, []string{` expected exactly 0 equations, found 1`}},
		{`equations_max=11`, "equations", `[` + strings.Repeat(`[["red"],["blue"]],`, 10) + `[["red"],["blue"]]]`, nil},
		{`players_max=2`, "index", `2`, []string{` expected a number below 2, found 2`}},
		{`score_limit=null`, "player", `{"wallet":[],"score":99}`, nil},
		{`score_limit=20`, "player", `{"wallet":[],"score":20}`, []string{`/score expected a number below 20, found 20`}},
		{`score_limit=20.0`, "player", `{"wallet":[],"score":2e1}`, []string{`/score expected a number below 20, found 2e1`}},
		{`score_limit=20`, "player", `{"wallet":[],"score":19}`, nil},
		{`score_limit=20`, "turn", strings.Replace(goodTurn, `"scores":[1`, `"scores":[20`, 1), nil},
		{`score_limit=2`, "turn-shown", goodTurn, nil},
		{`score_limit=2`, "state-shown", goodState, nil},
		{
			`score_limit=` + strings.Repeat("9", 80), "player", `{"wallet":[],"score":` + strings.Repeat("9", 2000) + `}`,
			[]string{`/score expected a number below ` + strings.Repeat("9", 40) + `…, found ` + strings.Repeat("9", 40) + `…`},
		},
		{`bonuses={"B\"":[[],1],"A":[[],2]}`, "bonus", `"RWB"`, []string{` expected "A" or "B\"", found "RWB"`}},
		{`bonuses={"B\"":[[],1],"A":[[],2]}`, "bonus", `"B\u0022"`, nil},
		{`bonuses={}`, "bonus", `"RWB"`, []string{` expected the name of a bonus, found "RWB"`}},
	} {
		setting, err := game.ParseSetting(c.option)
		if err != nil {
			t.Fatal(err)
		}
		set := schema.New(schemas.FS, "bazaar", []game.Setting{setting})
		problems, err := set.Explain(c.value, jsontext.Value(c.text))
		if err != nil {
			t.Errorf("%s %s: %v", c.option, c.value, err)
			continue
		}
		if diff := cmp.Diff(c.want, sentences(problems)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", c.option, c.value, diff)
		}
	}
}

func TestOptionsInSource(t *testing.T) {
	set := schema.New(schemas.FS, "bazaar", []game.Setting{
		{Name: "score_limit", Value: jsontext.Value("20")},
		{Name: "cards_max", Value: jsontext.Value("7")},
	})
	text, err := set.Source("seat")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"exclusiveMaximum": 20, "x-option": {"exclusiveMaximum": "score_limit"}`,
		`"maxItems": 14`,
		`"maximum": 1000000`,
		`"items": {`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}

// TestOptionalKeys: a key that follows an option is known under one value of it,
// and unknown under the others, wherever its property stands.
func TestOptionalKeys(t *testing.T) {
	const rest = `"x-keys":{"tip":"tips=asked"},"type":"object","required":["name"],"additionalProperties":false}`
	for _, properties := range []string{
		`{"name":{"type":"string"},"tip":{"type":"integer"}}`,
		`{"tip" : {"type":"integer"} , "name":{"type":"string"}}`,
		"{\n\"name\":{\"type\":\"string\"},\n\"tip\":{\"type\":\"integer\"},\n\"age\":{\"type\":\"integer\"}\n}",
	} {
		files := fstest.MapFS{"any/thing.schema.json": {Data: []byte(`{"properties":` + properties + `,` + rest)}}
		for _, c := range []struct {
			option, text string
			want         []string
		}{
			{``, `{"name":"a","tip":1}`, nil},
			{`tips=asked`, `{"name":"a","tip":1}`, nil},
			{`tips=asked`, `{"name":"a"}`, nil},
			{`tips=asked`, `{"name":"a","tip":"b"}`, []string{`/tip expected an integer, found "b"`}},
			{`tips=never`, `{"name":"a"}`, nil},
			{`tips=never`, `{"name":"a","tip":1}`, []string{` unknown key "tip" (option tips=asked allows it)`}},
		} {
			var options []game.Setting
			if c.option != "" {
				setting, err := game.ParseSetting(c.option)
				if err != nil {
					t.Fatal(err)
				}
				options = append(options, setting)
			}
			problems, err := schema.New(files, "any", options).Explain("thing", jsontext.Value(c.text))
			if err != nil {
				t.Fatalf("%s, %s: %v", properties, c.option, err)
			}
			if diff := cmp.Diff(c.want, sentences(problems)); diff != "" {
				t.Errorf("%s, %s, %s (-want +got):\n%s", properties, c.option, c.text, diff)
			}
		}
	}
}

func TestBadOptions(t *testing.T) {
	for _, c := range []struct{ name, value, schema string }{
		{"pebbles_max", `"many"`, "pebbles"},
		{"pebbles_max", `-1`, "pebbles"},
		{"pebbles_max", `1.5`, "pebbles"},
		{"pebbles_max", `{`, "pebbles"},
		{"cards_max", strings.Repeat("9", 30), "seat"},
		{"score_limit", strings.Repeat("9", 1000), "player"},
		{"bonuses", `[]`, "bonus"},
	} {
		set := schema.New(schemas.FS, "bazaar", []game.Setting{{Name: c.name, Value: jsontext.Value(c.value)}})
		if problems, err := set.Explain(c.schema, jsontext.Value(`null`)); err == nil {
			t.Errorf("%s=%.20s: %v", c.name, c.value, problems)
		}
	}
}

func TestUnknownSchema(t *testing.T) {
	set := usual("bazaar")
	for _, name := range []string{"stat", "", "../bazaar/state", "state.schema.json"} {
		_, err := set.Explain(name, jsontext.Value(`1`))
		var usage *game.UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := schema.New(schemas.FS, "nowhere", nil).Source("state"); err == nil {
		t.Error("the folder nowhere has a schema")
	}
}

// TestHostileValues gives what a hostile program may send; that the test ends
// soon is part of it.
func TestHostileValues(t *testing.T) {
	many := func(element string, n int) string { return "[" + strings.Repeat(element+",", n-1) + element + "]" }
	for _, c := range []struct {
		value, text string
		first       string // "": it matches
	}{
		{"score", `1e10000000`, ` 1e10000000 is not an integer of at most 15 digits`},
		{"score", `-1e-10000000`, ` -1e-10000000 is not an integer of at most 15 digits`},
		{"score", `1e99999999999999999999`, ` 1e99999999999999999999 is not an integer of at most 15 digits`},
		{"score", strings.Repeat("9", 1_000_000), ""},
		{"score", "-" + strings.Repeat("9", 1_000_000), ` expected a natural number, found -` + strings.Repeat("9", 39) + `…`},
		{"score", "0." + strings.Repeat("0", 1_000_000), ""},
		{"score", "1" + strings.Repeat("0", 1_000_000) + "e-1000000", ""},
		{"phase", `1e10000000`, ` expected one of "pebble-or-trades", "cards", "over", found 1e10000000`},
		{"void", `1e10000000`, ` expected "void", found 1e10000000`},
		{"names", `[1e10000000,1e10000000]`, `/0 expected a name of 1 to 20 letters and digits, found 1e10000000`},
		{"index", strings.Repeat("9", 1_000_000), ` expected a number below 6, found ` + strings.Repeat("9", 40) + `…`},
		{"request", strings.Repeat("[", 64) + strings.Repeat("]", 64), `/0 expected exactly 2 elements, found 1`},
		{"request", strings.Repeat(`{"":`, 63) + `1` + strings.Repeat("}", 63), ` unknown key "" in a recorded draw`},
		{"name", `"` + strings.Repeat(`\u0000`, 100_000) + `"`, ` expected a name of 1 to 20 letters and digits, found ` +
			`"\u0000\u0000\u0000\u0000\u0000\u0000\u0…`},
		{"card", `{"` + strings.Repeat("k", 100_000) + `":1}`, ` unknown key "` + strings.Repeat("k", 39) + `… in a card`},
		{"pebbles", many(`"pink"`, 100_000), ` expected at most 100 pebbles, found 100000`},
		{"exchanges", many(`[["red"],["blue"]]`, 50_000), ""},
		{"exchanges", many(`1`, 500_000), `/0 expected an equation of two sides, found 1`},
		{"second-reply", many(`{"":0}`, 100_000), `/0 missing key "face?" in a card`},
	} {
		set := usual("bazaar")
		problems, err := set.Explain(c.value, jsontext.Value(c.text))
		if err != nil {
			t.Errorf("%s %.40s: %v", c.value, c.text, err)
			continue
		}
		first := ""
		if len(problems) > 0 {
			first = problems[0].Pointer + " " + problems[0].Message
		}
		if first == c.first || strings.Contains(first, "unknown key \"\"") && c.value == "second-reply" {
			continue
		}
		t.Errorf("%s %.40s:\n got %s\nwant %s", c.value, c.text, first, c.first)
	}
}

func TestTextsThatCannotBeChecked(t *testing.T) {
	set := usual("bazaar")
	for _, text := range []string{
		``, ` `, `[`, `1 2`, `{"a":1,"a":2}`, "\"\xff\"", `nul`, `]`, `{"a"}`,
		strings.Repeat("[", 65) + strings.Repeat("]", 65),
		strings.Repeat("[", 100_000),
	} {
		if problems, err := set.Explain("request", jsontext.Value(text)); err == nil {
			t.Errorf("%.20q: %v", text, problems)
		}
	}
	_, err := set.Explain("exchanges", jsontext.Value("["+strings.Repeat("1,", 700_000)+"1]"))
	if !errors.Is(err, schema.ErrTooLarge) {
		t.Errorf("700001 elements: %v", err)
	}
}

// TestOtherSchemas tests sentences that the schemas of today have no use for.
func TestOtherSchemas(t *testing.T) {
	for _, c := range []struct{ schema, text, want string }{
		{`{"minimum":3}`, `2`, ` expected at least 3, found 2`},
		{`{"maximum":3}`, `4`, ` expected at most 3, found 4`},
		{`{"type":["string","null"]}`, `4`, ` expected a string or null, found 4`},
		{`{"type":"number"}`, `"4"`, ` expected a number, found "4"`},
		{`{"type":"integer"}`, `4.5`, ` expected an integer, found 4.5`},
		{`{"enum":[1,2,3]}`, `1e10000000`, ` expected one of 1, 2, 3, found 1e10000000`},
		{`{"enum":[1,2,3]}`, `2.0`, ``},
		{`{"const":7}`, `[]`, ` expected 7, found []`},
		{`{"const":7}`, `70e-1`, ``},
		{`{"const":null}`, `0`, ` expected null, found 0`},
		{`{"const":[1]}`, `0`, ` expected another value, found 0`},
		{`{"enum":[[1],[2],[3]]}`, `0`, ` expected one of 3 values, found 0`},
		{`{"anyOf":[{"type":"array","x-expected":"a list"},{"type":"null"}]}`, `1`, ` expected a list or null, found 1`},
		{`{"anyOf":[{"type":"array"},{}],"not":{"const":1}}`, `1`, ` expected something else, found 1`},
		{`false`, `0`, ` expected something else, found 0`},
		{`{"properties":{"items":{"items":{"enum":[]}}}}`, `{"items":[1]}`, `/items/0 expected something else, found 1`},
		{`{"properties":{"a~/%":false}}`, `{"a~/%":1}`, `/a~0~1% expected something else, found 1`},
		{`{"patternProperties":{"a":{"type":"null"}}}`, `{"a":1}`, `/a expected null, found 1`},
		{`{"prefixItems":[{"const":1}],"items":{"type":"null"}}`, `[1,2]`, `/1 expected null, found 2`},
		{`{"oneOf":[{"type":"null"},{"const":null}],"x-expected":"one null"}`, `null`, ` expected one null, found null`},
		{`{"oneOf":[{"enum":[1,2]},{"type":"string","maxLength":1}]}`, `"ab"`, ` expected at most 1 character, found 2`},
		{`{"type":"string","minLength":2}`, `"é"`, ` expected at least 2 characters, found 1`},
		{`{"type":"string","minLength":2,"maxLength":2}`, `"abc"`, ` expected exactly 2 characters, found 3`},
		{`{"type":"string","minLength":2,"maxLength":2,"x-expected":"a word"}`, `"abc"`, ` expected a word, found "abc" (3 characters, expected exactly 2)`},
		{`{"type":"string","pattern":"^[ab]$"}`, `"c"`, ` expected a string that matches "^[ab]$", found "c"`},
		{`{"type":"string","pattern":"^[ab]$","x-expected":"a or b"}`, `"c"`, ` expected a or b, found "c"`},
		{`{"type":"string","pattern":"^[ab]$"}`, `3`, ` expected a string, found 3`},
		{`{"type":"integer","multipleOf":5}`, `7`, ` expected a multiple of 5, found 7`},
		{`{"type":"integer","exclusiveMinimum":5}`, `5`, ` expected a number above 5, found 5`},
		{`{"type":"object","minProperties":2}`, `{"a":1}`, ` expected at least 2 keys, found 1`},
		{`{"type":"object","maxProperties":1}`, `{"a":1,"b":2}`, ` expected at most 1 key, found 2`},
		{`{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"type":"null"}}}`, `1`, ` expected null, found 1`},
		{`{"enum":["` + strings.Repeat(`a","`, 20) + `b"]}`, `1`, ` expected one of ` + strings.Repeat(`"a", `, 20) + `…, found 1`},
		{`{"type":"null"}`, strings.Repeat(" ", 10_000) + `[` + strings.Repeat("\n", 10_000) + `]`, ` expected null, found […`},
	} {
		files := fstest.MapFS{"any/thing.schema.json": {Data: []byte(c.schema)}}
		problems, err := schema.New(files, "any", nil).Explain("thing", jsontext.Value(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		if got := strings.Join(sentences(problems), "; "); got != c.want {
			t.Errorf("%s %.40s:\n got %s\nwant %s", c.schema, c.text, got, c.want)
		}
	}
}

func TestBrokenSchemas(t *testing.T) {
	for _, text := range []string{
		``, `{`, `1`, `{"type":"strange"}`, `{"$ref":"missing.schema.json"}`, `{"$ref":"https://example.com/"}`,
		`{"maxItems":1,"x-option":{"maxItems":"many*pebbles_max"}}`, `{"x-option":1}`,
		`{"x-keys":{"a":"b=c"}}`, `{"properties":{},"x-keys":1}`, `{"properties":{"a":true},"x-keys":{"a":"b"}}`,
	} {
		files := fstest.MapFS{"any/thing.schema.json": {Data: []byte(text)}}
		if problems, err := schema.New(files, "any", nil).Explain("thing", jsontext.Value(`1`)); err == nil {
			t.Errorf("%s: %v", text, problems)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	set := schema.New(schemas.FS, "bazaar", nil) // another one, which is compiled meanwhile
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, c := range good {
				if problems, err := set.Explain(c[0], jsontext.Value(c[1])); problems != nil || err != nil {
					t.Errorf("%s: %v, %v", c[0], problems, err)
				}
			}
		})
	}
	group.Wait()
}

func TestReports(t *testing.T) {
	const (
		verdict = `{"case":"turn/7","subject":"./xturn","verdict":"wrong-answer","blame":"subject","pointer":"/0/wallet",` +
			`"clause":"BG-17","expected":[1e400],"received":null,"differences":[{"pointer":"","message":"m"}],` +
			`"warnings":["lingered"],"ms":1.25}`
		plan = `{"task":"t","cases":[],"command":["x"],"protocol":"spawn","deliveries":["plain"],"jobs":1,"repeat":1,"retries":0,` +
			`"timeout_ms":1,"output_bytes":1,"memory_bytes":1,"processes":1,"isolation":"best","codes":"lax"`
		clause = `{"id":"BG-17","marks":["T","C"],"text":"t","tasks":["move"]}`
		gameIn = `{"name":"bazaar","title":"T","prefix":"BG","summary":"s","clauses":[` + clause + `],` +
			`"codes":[{"name":"bank_empty","clause":"BG-16","when":"w"}],` +
			`"options":[{"name":"price","default":true,"range":"true or false","clause":"BG-22","summary":"s"}],` +
			`"presets":[{"name":"reference-2024","summary":"s","values":{"price":false}}],` +
			`"profiles":[{"name":"course-2024/7","summary":"s","milestone":7,"without":["race"]}],` +
			`"mutants":[{"id":"E1","clause":"BG-18","summary":"s","tasks":["equations"]}],` +
			`"tasks":[{"name":"rules","aliases":["xrules"],"summary":"s","in":[{"name":"equations","value":"equations"}],` +
			`"out":[{"name":"answer","value":"rules-answer","optional":true}],"fields":[{"pointer":"/0/*","bag":true}]}],` +
			`"values":[{"name":"state","summary":"s"}]}`
	)
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"verdict", verdict, nil},
		{"verdict", `{"case":"a","subject":"b","verdict":"passed","ms":-1,"pointer":"x"}`, []string{
			`/ms expected a number of milliseconds, found -1`,
			`/pointer expected a JSON pointer, found "x"`,
			`/verdict expected one of "pass", "wrong-answer", "wrong-shape", "not-json", "missing-output", "extra-output", ` +
				`"crashed", "silent", "timeout", "output-limit", "memory-limit", "process-limit", "cpu-limit", "hung-up", ` +
				`"protocol-error", "flaky", "blocked", "harness-error", found "passed" (did you mean "pass"?)`,
		}},
		{"test", `{"summary":{"task":"bazaar/turn","subject":"./xturn","suites":["turn"],"options":{"price":true},"seed":7,` +
			`"cases":1,"pass":0,"fail":1,"blocked":0,"broken":0,"errors":0,"verdicts":{"wrong-answer":1},"ms":2},` +
			`"verdicts":[` + verdict + `,` + strings.Replace(verdict, `{`, `{"later":[],"left_out":["stderr"],`, 1) + `],"left_out":1}`, nil},
		{"test", `{"summary":{"task":"bazaar/turn","subject":"./xturn","suites":[],"options":{},"shard":"2/8","known":1,"unexpected":2,` +
			`"cases":9,"pass":2,"fail":1,"blocked":0,"broken":0,"errors":0,"verdicts":{},"stopped":true,"ms":2,"later":1},"verdicts":[],"more":1}`, []string{
			` unknown key "more" in a test report`, `/summary unknown key "later" in a summary`,
		}},
		{"check", `{"legal":true,"state":{"any":1}}`, nil},
		{"check", `{"legal":false,"code":"bank_empty","clause":"BG-16","why":"w"}`, nil},
		{"check", `{"legal":false,"code":"bank_empty","clause":"16"}`, []string{
			` missing key "why"`, `/clause expected the id of a clause, found "16"`,
		}},
		{"validate", `{"value":1,"valid":true}`, nil},
		{"validate", `{"value":2,"valid":false,"errors":[{"pointer":"/a~1b","line":1,"column":2,"message":"m"}]}`, nil},
		{"validate", `{"value":2,"valid":false,"errors":[]}`, []string{`/errors expected at least 1 element, found 0`}},
		{"validate", `{"value":2}`, []string{` missing key "valid" in the result of a validation`}},
		{"error", `{"error":"e"}`, nil},
		{"error", `{"error":"e","line":1,"value":1,"pointer":"","column":1,"hint":"h","clause":"BG-01"}`, nil},
		{"case", `{"name":"0","why":"w","clauses":["BG-01"],"tags":["real"],"options":{"price":false},"in":[1],"out":[]}`, nil},
		{"plan", plan + `}`, nil},
		{"plan", plan + `,"colour":"red"}`, []string{` unknown key "colour" in a plan`}},
		{"games", gameIn, nil},
		{"games", `[` + gameIn + `]`, nil},
		{"games", `1`, []string{` expected an array of games or one game, found 1`}},
		{"rules", `[` + clause + `]`, nil},
		{"rules", `[{"id":"BG-1","marks":[],"text":"t","tasks":[]}]`, []string{
			`/0/id expected the id of a clause, found "BG-1"`, `/0/marks expected at least 1 element, found 0`,
		}},
	} {
		problems, err := schema.Report(c.name, jsontext.Value(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.want, sentences(problems)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestLocate(t *testing.T) {
	raw := jsontext.Value(` { "a" : [ 1 , "x\"" , {"b":true}, [] ] , "c":-1.5e3 }`)
	for pointer, want := range map[string]string{
		"": "{", "/a": "[ 1", "/a/0": "1 ,", "/a/1": `"x`, "/a/2": `{"b"`, "/a/2/b": "true", "/a/3": "[]", "/c": "-1.5",
	} {
		if offset, ok := schema.Locate(raw, pointer); !ok || !strings.HasPrefix(string(raw[offset:]), want) {
			t.Errorf("%s is at %d (%t)", pointer, offset, ok)
		}
	}
	for _, pointer := range []string{"/z", "/a/4", "/a/0/0", "a"} {
		if offset, ok := schema.Locate(raw, pointer); ok || offset != 0 {
			t.Errorf("%s, which is not there, is at %d (%t)", pointer, offset, ok)
		}
	}
}

// TestFractions: a number with a fraction is held against the limits of its schema as it is,
// however long it is written, and is no integer.
func TestFractions(t *testing.T) {
	for _, c := range []struct{ schema, allowed, refused string }{
		{`"type":"number","minimum":0,"maximum":10000000`, `[0,0.4,1.5,9.9e6,10000000,1e-400,10.0]`, `[10000000.5,1e400,1E99999999999,-0.5,-1e-400]`},
		{`"type":"number","minimum":0.25,"maximum":2.5`, `[0.25,1,2.5,2.50,25e-1]`, `[0.2,0.2499999999999999999999,2.5000000000000000001,3,10.0]`},
		{`"type":"number","exclusiveMinimum":-1.5,"exclusiveMaximum":10`, `[9.99999999999999999999999999,-1.4]`, `[10.0,10.5,-1.5,-15e-1]`},
		{`"maximum":2.5`, `[2.5]`, "[2.5" + strings.Repeat("0", 200) + "1]"},
		{`"minimum":-0.25`, `[-0.25]`, "[-0.25" + strings.Repeat("0", 200) + "1]"},
		{`"type":"number","multipleOf":0.5`, `[1,1.5,-0.5]`, `[0.4,1.25]`},
		{`"minimum":1,"maximum":3`, `[1.0,1.5,"a"]`, `[0.5,3.5]`},
		{`"type":"integer"`, `[1.0,1e2]`, `[1.5,-0.5,1e400,12345678901234567.0]`},
		{`"enum":[1.5,2]`, `[1.5,1.50,2,2.0]`, `[0.5,2.5]`},
		{`"const":-1.5`, `[-1.5,-15e-1]`, `[1.5,-0.5]`},
		{`"type":"array","uniqueItems":true`, `[[0.5,1.5],[1e40,1e41]]`, `[[1.5,1.50],[1,1.0]]`},
	} {
		s := schema.New(fstest.MapFS{"g/v.schema.json": {Data: []byte("{" + c.schema + "}")}}, "g", nil)
		for list, valid := range map[string]bool{c.allowed: true, c.refused: false} {
			var values []jsontext.Value
			if err := json.Unmarshal([]byte(list), &values); err != nil {
				t.Fatal(err)
			}
			for _, v := range values {
				problems, err := s.Explain("v", v)
				if err != nil || (len(problems) == 0) != valid {
					t.Errorf("{%s}: %s has the problems %v, %v", c.schema, v, problems, err)
				}
			}
		}
	}
	for _, c := range []struct{ schema, value, says string }{
		{`"type":"number","minimum":0,"maximum":2.5`, `2.75`, "expected a number from 0 to 2.5, found 2.75"},
		{`"type":"integer","minimum":0,"maximum":2`, `3`, "expected an integer from 0 to 2, found 3"},
		{`"enum":[1.5,2]`, `3.25`, "expected 1.5 or 2, found 3.25"},
	} {
		s := schema.New(fstest.MapFS{"g/v.schema.json": {Data: []byte("{" + c.schema + "}")}}, "g", nil)
		problems, err := s.Explain("v", jsontext.Value(c.value))
		if err != nil || len(problems) != 1 || problems[0].Message != c.says {
			t.Errorf("{%s}: %s has the problems %v, %v, expected %q", c.schema, c.value, problems, err, c.says)
		}
	}
}
