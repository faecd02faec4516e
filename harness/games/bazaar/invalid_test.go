package bazaar_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// A flaw is an invalid value and the JSON pointer to what is wrong in it.
type flaw struct{ text, at string }

// A kind is one value of the spec's chapter 4, or a part of one: texts that
// are valid, texts that are not, and where in the first valid text parts of
// which other kinds are.
type kind struct {
	good  []string
	bad   []flaw
	parts map[string]string
}

// whole makes flaws of texts that are wrong as a whole.
func whole(texts ...string) []flaw {
	list := make([]flaw, len(texts))
	for i, text := range texts {
		list[i] = flaw{text: text}
	}
	return list
}

// quotedAll writes words as JSON strings.
func quotedAll(words ...string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = strconv.Quote(w)
	}
	return list
}

// times repeats a word of a list.
func times(n int, word string) string { return strings.TrimSpace(strings.Repeat(word+" ", n)) }

// digits58 is as long as the longest score that is known from real inputs.
var digits58 = "1" + strings.Repeat("0123456789", 5) + "0123456"

// elevenEquations are all different, and one too many.
const elevenEquations = "r=b r=g r=y r=w w=b w=g w=y b=g b=y g=y rr=b"

var (
	tenEquations = strings.TrimSuffix(elevenEquations, " rr=b")
	notNatural   = whole("-1", "1.5", "1e15", "1e-1", "-1.0", "1000000000000000.0", "1e99999999999999999999")
)

var valid = table{
	equations: "r=b ww=gy", bank: "bbgyy", visibles: "rrrww bbbbb! ggggg rwbgy!", hidden: "yyyyy wwwww!",
	seats:    []seat{{"Ada", "rrrrwww", "3", "ggggg!"}, {"bob", "bbbbb", "5", ""}},
	dropouts: "Cyd dan", phase: first,
}

// kinds are by name; the names of values are those of the game.
var kinds = map[string]kind{
	"colour": {
		good: append(quotedAll("red", "white", "blue", "green", "yellow"), `"\u0072ed"`),
		bad:  whole(quotedAll("pink", "Red", "RED", "red ", "r", "")...),
	},
	"pebbles": {
		good:  []string{pebbles("rgb"), "[]", pebbles("yyr"), pebbles(strings.Repeat("r", 100)), " [ \"red\"\n,\t\"red\" ] "},
		bad:   whole(pebbles(strings.Repeat("r", 101)), pebbles(strings.Repeat("rwbgy", 20)+"w")),
		parts: map[string]string{"/0": "colour", "/2": "colour"},
	},
	"five pebbles": {
		good:  []string{pebbles("rgbbb")},
		bad:   whole("[]", pebbles("rrrr"), pebbles("rrrrrr"), pebbles(strings.Repeat("r", 101))),
		parts: map[string]string{"/4": "colour"},
	},
	"card": {
		good: []string{
			card("rrrww"), card("rwbgy!"), `{"face?":true,"pebbles":["red","red","red","red","red"]}`,
			`{"f\u0061ce?":true,"pebbles":["red","red","red","red","red"]}`,
		},
		parts: map[string]string{"/pebbles": "five pebbles"},
	},
	"cards": {
		good:  []string{cards("rrrww bbbbb!"), "[]", cards(times(20, "rrrww"))},
		bad:   whole(cards(times(21, "rrrww"))),
		parts: map[string]string{"/0": "card", "/1": "card"},
	},
	"visibles": {
		good:  []string{cards("rrrww bbbbb!"), "[]", cards(times(4, "rrrww"))},
		bad:   whole(cards(times(5, "rrrww"))),
		parts: map[string]string{"/0": "card", "/1": "card"},
	},
	"side": {
		good:  []string{pebbles("rrr"), pebbles("r"), pebbles("rrrr")},
		bad:   whole("[]", pebbles("rrrrr"), pebbles(strings.Repeat("r", 101))),
		parts: map[string]string{"/1": "colour"},
	},
	"equation": {
		good:  []string{equation("rr=bw"), equation("rrrr=bbbb"), equation("rwbg=y")},
		bad:   whole("[]", `[["red"]]`, `[["red"],["blue"],["green"]]`, equation("r=r"), equation("rw=bw")),
		parts: map[string]string{"/0": "side", "/1": "side"},
	},
	"equations": {
		good: []string{equations("r=b ww=gy"), "[]", equations(tenEquations), equations("rw=b rw=g rr=b r=b rrr=b")},
		bad: []flaw{
			{equations(elevenEquations), ""},
			{equations("r=b ww=gy r=b"), "/2"},
			{equations("r=b ww=gy b=r"), "/2"},
			{equations("wr=b ww=gy rw=b"), "/2"},
			{equations("wr=b b=rw g=y y=g"), "/1"},
		},
		parts: map[string]string{"/0": "equation", "/1": "equation"},
	},
	"exchanges": {
		good:  []string{equations("r=b ww=gy"), "[]", equations("r=b r=b b=r"), equations(times(300, "r=b"))},
		parts: map[string]string{"/0": "equation", "/1": "equation"},
	},
	"natural": {
		good: []string{"7", "0", "-0", "1.0", "10e-1", "1e14", "999999999999999.0", "1234567890123456789", digits58},
		bad:  notNatural,
	},
	"player": {
		good: []string{
			`{"wallet":["red"],"score":3,"cards":[{"pebbles":["red","red","red","red","red"],"face?":true}]}`,
			`{"wallet":["red"],"score":3}`,
			`{"score":` + digits58 + `,"wallet":[]}`,
			`{"wallet":[],"score":0,"cards":` + cards(times(20, "rrrww")) + `}`,
		},
		parts: map[string]string{"/wallet": "pebbles", "/score": "natural", "/cards": "cards"},
	},
	"game": {
		good: []string{
			valid.gameText(),
			// What contradicts integrity is a matter of the task.
			`{"bank":` + pebbles(strings.Repeat("r", 100)) + `,"visibles":[],"cards":` + cards(times(20, "rrrww")) + `,"players":[{"wallet":["red"],"score":0}]}`,
			`{"bank":[],"visibles":[],"cards":[],"players":[]}`,
			`{"bank":[],"visibles":[],"cards":[],"players":` + seatsOf(6, seat.playerText) + `}`,
		},
		bad: []flaw{{`{"bank":[],"visibles":[],"cards":[],"players":` + seatsOf(7, seat.playerText) + `}`, "/players"}},
		parts: map[string]string{
			"/bank": "pebbles", "/visibles": "visibles", "/cards": "cards", "/players/0": "player", "/players/1": "player",
		},
	},
	"turn": {
		good: []string{
			valid.turnText(),
			`{"bank":[],"cards":[],"active":{"wallet":[],"score":0},"scores":[` + strings.Repeat(digits58+",", 20) + `0]}`,
		},
		parts: map[string]string{"/bank": "pebbles", "/cards": "visibles", "/active": "player", "/scores/0": "natural"},
	},
	"policy": {good: quotedAll("purchase-points", "purchase-size"), bad: whole(quotedAll("purchase", "purchase_points", "Purchase-size", "")...)},
	"method": {good: quotedAll("setup", "request-pebble-or-trades", "request-cards", "win"), bad: whole(quotedAll("Win", "request", "a cheat", "")...)},
	"cheat": {
		good: quotedAll("use-non-existent-equation", "bank-cannot-trade", "wallet-cannot-trade", "buy-unavailable-card", "wallet-cannot-buy-card"),
		bad:  whole(quotedAll("cheat", "bank", "use-nonexistent-equation", "")...),
	},
	"loops": {good: []string{"7", "1", "1.0", "70e-1"}, bad: whole("0", "8", "1.5", "-1", "1e15", digits58)},
	"actor": {
		good: []string{
			`["Ada","purchase-size","win",7]`, `["Ada","purchase-points"]`, `["Ada","purchase-size","setup"]`,
			`["Ada","purchase-points","a cheat","wallet-cannot-buy-card"]`, `["\u0041da","purchase-points","request-cards",1.0]`,
		},
		bad: []flaw{
			{`[]`, ""},
			{`["Ada"]`, ""},
			{`["Ada","purchase-size","a cheat"]`, ""},
			{`["Ada","purchase-size","win",7,7]`, ""},
			{`["Ada","purchase-size","a cheat","wallet-cannot-buy-card",1]`, ""},
			{`["Ada","purchase-size","a cheat","win"]`, "/3"},
			{`["Ada","purchase-size","a cheat",1]`, "/3"},
			{`["Ada","purchase-size","win","wallet-cannot-buy-card"]`, "/3"},
			{`["Ada","purchase-size","wallet-cannot-buy-card"]`, "/2"},
			{`["Ada","purchase-size","WIN"]`, "/2"},
		},
		parts: map[string]string{"/0": "name", "/1": "policy", "/3": "loops"},
	},
	"actors": {
		good: []string{
			`[["Eve","purchase-size"],["fay","purchase-points","win",2]]`, `[]`,
			jsonList(strings.Fields("a b c d e f"), func(n string) string { return `["` + n + `","purchase-size"]` }),
		},
		bad: []flaw{
			{jsonList(strings.Fields("a b c d e f g"), func(n string) string { return `["` + n + `","purchase-size"]` }), ""},
			{`[["Ada","purchase-size"],["bob","purchase-size"],["Ada","purchase-size"]]`, "/2/0"},
		},
		parts: map[string]string{"/0": "actor", "/1": "actor"},
	},
	"client-actor": {
		good: []string{`["Ada","purchase-size","win",7]`, `["ouch ouch","purchase-points"]`, `["","purchase-size","setup"]`},
		bad: []flaw{
			{`[["Ada"],"purchase-size"]`, "/0"},
			{`["` + strings.Repeat("é", 101) + `","purchase-size"]`, "/0"},
			{`["Ada"]`, ""},
		},
		parts: map[string]string{"/1": "policy"},
	},
	"client-actors": {
		good: []string{
			`[["Eve","purchase-size"],["ouch ouch","purchase-points","win",2],["` + strings.Repeat("é", 100) + `","purchase-size"]]`, `[]`,
			jsonList(strings.Fields("a é - ? e f"), func(n string) string { return `["` + n + `","purchase-size"]` }),
		},
		bad: []flaw{
			{jsonList(strings.Fields("a b c d e f g"), func(n string) string { return `["` + n + `","purchase-size"]` }), ""},
			{`[["a b","purchase-size"],["bob","purchase-size"],["a\u0020b","purchase-size"]]`, "/2/0"},
			{`[["","purchase-size"],["","purchase-size"]]`, "/1/0"},
		},
		parts: map[string]string{"/0": "client-actor", "/1": "client-actor"},
	},
	"bonus": {good: quotedAll("RWB", "SEY"), bad: whole(quotedAll("none", "rwb", "SEYX", "")...)},
	"name": {
		good: append(quotedAll("Ada", "a", "0", strings.Repeat("zZ", 10)), `"\u0041da"`),
		bad:  whole(append(quotedAll("", strings.Repeat("a", 21), "a b", " a", "a-b", "a_b", "é", "a\n"), `"\u0000"`)...),
	},
	"names": {
		good:  []string{names("Ada bob"), "[]", names("Ada ada ADA"), names("a b c d e f")},
		bad:   []flaw{{names("a b c d e f g"), ""}, {names("Ada bob Ada"), "/2"}, {names("a a"), "/1"}, {`["a","\u0061"]`, "/1"}},
		parts: map[string]string{"/0": "name", "/1": "name"},
	},
	"seat score": {
		good: []string{"3", "1000000", "1000000.0", "1e6", "0"},
		bad:  append(whole("1000001", digits58, "1e14"), notNatural...),
	},
	"seat": {
		good: []string{
			seat{"Ada", "rw", "3", "rrrww!"}.seatText(),
			seat{"a", "", "1000000", times(40, "rrrww")}.seatText(),
		},
		bad:   []flaw{{seat{"Ada", "rw", "3", times(41, "rrrww")}.seatText(), "/cards"}},
		parts: map[string]string{"/name": "name", "/wallet": "pebbles", "/score": "seat score", "/cards/0": "card"},
	},
	"phase": {good: quotedAll(first, second, ended), bad: whole(quotedAll("Over", "end", "pebble", "")...)},
	"state": {
		good: []string{
			valid.stateText(),
			valid.in(second).stateText(),
			table{phase: ended}.stateText(),
			table{phase: ended, dropouts: "a b c d e f"}.stateText(),
			valid.with(func(t *table) { t.dropouts = "c d e f" }).stateText(),
			valid.with(func(t *table) { t.bank = strings.Repeat("r", 100-7-5) }).stateText(),
			valid.with(func(t *table) { t.hidden = times(16, "rrrww") }).stateText(),
			valid.with(func(t *table) { t.visibles, t.hidden = "rrrww", "" }).stateText(),
			valid.with(func(t *table) { t.seats[0].cards = times(40-4-2, "rrrww") }).stateText(),
			valid.with(func(t *table) { t.seats[0].score = "19" }).stateText(),
			valid.with(func(t *table) { t.bank, t.seats[1].wallet = "", "" }).stateText(), // Ada can buy
			valid.with(func(t *table) { t.phase, t.seats[1].score = ended, "20" }).stateText(),
			valid.with(func(t *table) { t.phase, t.visibles, t.hidden = ended, "", "" }).stateText(),
			valid.with(func(t *table) { t.phase, t.bank, t.visibles, t.hidden = ended, "", "yyyyy", "" }).stateText(),
		},
		bad: []flaw{
			// Integrity (a), (b) and (c).
			{valid.with(func(t *table) { t.visibles = "rrrww bbbbb! ggggg" }).stateText(), ""},
			{valid.with(func(t *table) { t.visibles = "" }).stateText(), ""},
			{valid.with(func(t *table) { t.visibles, t.hidden = "rrrww bbbbb! ggggg", "yyyyy" }).stateText(), ""},
			{valid.with(func(t *table) { t.hidden = times(17, "rrrww") }).stateText(), ""},
			{valid.with(func(t *table) { t.bank = strings.Repeat("r", 101-7-5) }).stateText(), ""},
			// Seats.
			{valid.with(func(t *table) { t.seats[0].cards = times(41-4-2, "rrrww") }).stateText(), "/players"},
			{valid.with(func(t *table) { t.seats[1].cards = times(41-4-2, "rrrww") }).stateText(), "/players"},
			{valid.with(func(t *table) { t.seats[1].name = "Ada" }).stateText(), "/players"},
			{valid.with(func(t *table) { t.dropouts = "bob" }).stateText(), "/dropouts"},
			{valid.with(func(t *table) { t.dropouts = "Cyd Cyd" }).stateText(), "/dropouts/1"},
			{valid.with(func(t *table) { t.dropouts = "c d e f g" }).stateText(), "/players"},
			{table{phase: ended, dropouts: "a b c d e f g"}.stateText(), "/dropouts"},
			// The phase against the end test, for each reason to be over.
			{valid.in(ended).stateText(), "/phase"},
			{table{phase: first}.stateText(), "/phase"},
			{table{phase: second, dropouts: "a"}.stateText(), "/phase"},
			{valid.with(func(t *table) { t.seats[0].score = "20" }).stateText(), "/phase"},
			{valid.with(func(t *table) { t.phase, t.seats[1].score = second, "20" }).stateText(), "/phase"},
			{valid.with(func(t *table) { t.seats[1].score = "1000000" }).stateText(), "/phase"},
			{valid.with(func(t *table) { t.visibles, t.hidden = "", "" }).stateText(), "/phase"},
			{valid.with(func(t *table) { t.bank, t.visibles, t.hidden = "", "yyyyy", "" }).stateText(), "/phase"},
			{valid.with(func(t *table) { t.phase, t.bank, t.seats[1].wallet = ended, "", "" }).stateText(), "/phase"},
		},
		parts: map[string]string{
			"/equations": "equations", "/bank": "pebbles", "/visibles": "visibles", "/cards": "cards",
			"/players/0": "seat", "/players/1": "seat", "/dropouts": "names", "/phase": "phase",
		},
	},
	"request of cards": {
		good:  []string{cards("rrrww"), "[]", cards(times(20, "rrrww"))},
		bad:   append(whole(cards(times(21, "rrrww"))), flaw{`[` + card("rrrww") + `,` + equation("r=b") + `]`, ""}, flaw{`[3]`, "/0"}),
		parts: map[string]string{"/0": "card"},
	},
	"request": {
		good:  []string{equations("r=b"), "false", "[]", cards("rrrww"), equations(times(300, "r=b"))},
		bad:   []flaw{{`[` + equation("r=b") + `,` + card("rrrww") + `]`, ""}, {`[` + equation("r=b") + `,false]`, "/1"}, {"true", ""}, {`{"draw":"red"}`, ""}},
		parts: map[string]string{"/0": "equation"},
	},
	"server-game": {
		good: []string{
			valid.gameText(),
			valid.with(func(t *table) { t.visibles = "" }).gameText(), // (a) is not asked for
			valid.with(func(t *table) { t.visibles, t.hidden = "rrrww", times(19, "rrrww") }).gameText(),
			valid.with(func(t *table) { t.bank = strings.Repeat("r", 100-7-5) }).gameText(),
			`{"bank":[],"visibles":[],"cards":[],"players":[]}`,
		},
		bad: []flaw{
			{`{"bank":[],"visibles":[],"cards":[],"players":` + seatsOf(7, seat.playerText) + `}`, "/players"},
			{valid.with(func(t *table) { t.hidden = times(17, "rrrww") }).gameText(), ""},
			{valid.with(func(t *table) { t.bank = strings.Repeat("r", 101-7-5) }).gameText(), ""},
		},
		parts: map[string]string{
			"/bank": "pebbles", "/visibles": "visibles", "/cards": "cards", "/players/0": "player", "/players/1": "player",
		},
	},
	"special": {
		good: append(quotedAll("AAsendnameloop", "AAdivergeBeforeSending"), `"\u0041Asendnameloop"`),
		bad:  whole(quotedAll("AAsendNameLoop", "Ada", "nonSetup", "")...),
	},
	"specials": {
		good:  []string{`["AAsendnameloop","AAdivergeBeforeSending","AAsendnameloop"]`, "[]"},
		parts: map[string]string{"/0": "special", "/2": "special"},
	},
	"fault": {
		good: quotedAll("close", "late=5s@request-cards,cut@win", "a"+strings.Repeat("~", 199)),
		bad:  whole(append(quotedAll("", "Close", " close", "=", "é", "a"+strings.Repeat("~", 200)), `"a\n"`, `"a\u007f"`)...),
	},
	"no name": {
		good: append(quotedAll("Ada", "", "[", "5 "), `"\"Ada"`, `"\"a b\""`, `"\"\""`, `"[] \"Ada\""`, `"\u0000"`),
		bad:  whole(`"\"Ada\""`, `" \"Ada\""`, `"\"\\u0041da\""`, `"\"Ada\"]"`, `"\"Ada\" \"bob\""`),
	},
	"fault of an actor": {
		good:  []string{`{"as":"Ada","how":"close"}`, `{"how":"close","as":"Ada"}`},
		parts: map[string]string{"/as": "name", "/how": "fault"},
	},
	"nobody": {
		good:  []string{`{"send":"[","then":"resets"}`, `{"then":"waits","send":""}`, `{"then":"leaves","send":"Ada"}`},
		bad:   []flaw{{`{"send":"","then":"stays"}`, "/then"}},
		parts: map[string]string{"/send": "no name"},
	},
	"guests": {
		good: []string{
			`["AAsendnameloop",{"as":"Eve","how":"close"},"AAdivergeBeforeSending",{"send":"","then":"waits"}]`, "[]",
			`[{"as":"Eve","how":"close"},{"as":"fay","how":"close"},{"send":"","then":"waits"},{"send":"","then":"waits"}]`,
		},
		bad: []flaw{
			{`[{"as":"Eve","how":"close"},{"as":"Eve","how":"reset"}]`, "/1/as"},
			{`[{"as":"Eve"}]`, "/0"},
			{`[{"how":"close"}]`, "/0"},
			{`[{"send":""}]`, "/0"},
			{`[{}]`, "/0"},
			{`[{"as":"Eve","then":"waits"}]`, "/0"},
			{`[{"as":"Eve","how":"close","then":"waits"}]`, "/0"},
		},
		parts: map[string]string{"/0": "special", "/1": "fault of an actor", "/3": "nobody"},
	},
	"live cards": {
		good:  []string{cards("rrrww"), cards(times(40, "rrrww"))},
		bad:   whole(cards(times(41, "rrrww"))),
		parts: map[string]string{"/0": "card"},
	},
	"live player": {
		good:  []string{`{"wallet":["red"],"score":25,"cards":[]}`},
		bad:   whole(`{"wallet":["red"],"score":3}`),
		parts: map[string]string{"/wallet": "pebbles", "/score": "natural", "/cards": "live cards"},
	},
	"live-turn": {
		good: []string{
			`{"bank":["red"],"cards":` + cards("rrrww") + `,"active":{"wallet":["red"],"score":25,"cards":[]},"scores":[` + digits58 + `]}`,
		},
		parts: map[string]string{"/bank": "pebbles", "/cards": "visibles", "/active": "live player", "/scores/0": "natural"},
	},
	"first-reply": {
		good:  []string{equations("r=b"), "false", "[]", equations(times(300, "r=b"))},
		bad:   []flaw{{"true", ""}, {"null", ""}, {cards("rrrww"), "/0"}},
		parts: map[string]string{"/0": "equation"},
	},
	"second-reply": {
		good:  []string{cards("rrrww"), "[]", cards(times(300, "rrrww"))},
		bad:   []flaw{{"false", ""}, {equations("r=b"), "/0"}},
		parts: map[string]string{"/0": "card"},
	},
	"index": {good: []string{"1", "0", "5", "1.0", "10e-1", "-0"}, bad: whole("-1", "6", "1.5", "1e15", digits58)},
}

// seatsOf are n players.
func seatsOf(n int, text func(seat) string) string {
	list := make([]seat, n)
	for i := range list {
		list[i] = seat{name: strconv.Itoa(i), score: "0"}
	}
	return jsonList(list, text)
}

// A node is one value inside another one.
type node struct {
	pointer    string
	start, end int
	kind       jsontext.Kind
	keys       []string // of an object
}

// nodesOf are all values inside a value, itself included.
func nodesOf(t *testing.T, text string) []node {
	t.Helper()
	dec := jsontext.NewDecoder(strings.NewReader(text))
	var list []node
	token := func() jsontext.Token {
		tok, err := dec.ReadToken()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return tok
	}
	var walk func(pointer string) int
	walk = func(pointer string) int {
		i := len(list)
		list = append(list, node{pointer: pointer, kind: dec.PeekKind()})
		from := int(dec.InputOffset())
		list[i].start = from + len(text[from:]) - len(strings.TrimLeft(text[from:], " \t\r\n,:"))
		switch list[i].kind {
		case '{':
			for token(); dec.PeekKind() != '}'; {
				key := token().String()
				list[i].keys = append(list[i].keys, key)
				walk(pointer + "/" + key)
			}
			token()
		case '[':
			token()
			for n := 0; dec.PeekKind() != ']'; n++ {
				walk(fmt.Sprint(pointer, "/", n))
			}
			token()
		default:
			token()
		}
		list[i].end = int(dec.InputOffset())
		return i
	}
	walk("")
	return list
}

// replaced puts another text in the place of a node.
func replaced(text string, n node, with string) string { return text[:n.start] + with + text[n.end:] }

func nodeAt(t *testing.T, text, pointer string) node {
	t.Helper()
	all := nodesOf(t, text)
	i := slices.IndexFunc(all, func(n node) bool { return n.pointer == pointer })
	if i < 0 {
		t.Fatalf("%s has no %s", text, pointer)
	}
	return all[i]
}

// flawsOf are the flaws of a kind: its own, those of its parts, and what can be
// wrong with the form of any value. Made are already those of kinds before.
func flawsOf(t *testing.T, name string) []flaw {
	t.Helper()
	k, ok := kinds[name]
	if !ok {
		t.Fatalf("no kind %q", name)
	}
	text := k.good[0]
	list := slices.Clone(k.bad)
	for _, pointer := range slices.Sorted(maps.Keys(k.parts)) {
		at := nodeAt(t, text, pointer)
		for _, f := range flawsOf(t, k.parts[pointer]) {
			list = append(list, flaw{replaced(text, at, f.text), pointer + f.at})
		}
	}
	return append(list, malformed(t, text, name)...)
}

// malformed spoils the form of a value: every part is replaced by one of every
// other JSON type, every key is left out, misspelt, and joined by another one.
func malformed(t *testing.T, text, name string) []flaw {
	t.Helper()
	var list []flaw
	for _, n := range nodesOf(t, text) {
		for _, other := range []string{"null", "true", "false", "7", `"x"`, "[]", "{}"} {
			same := jsontext.Value(other).Kind() == n.kind ||
				strings.Contains("tf", string(n.kind)) && strings.Contains("tf", string(other[0]))
			if same || (strings.HasPrefix(name, "request") || name == "first-reply") && n.pointer == "" && other == "false" {
				continue
			}
			list = append(list, flaw{replaced(text, n, other), n.pointer})
		}
		if n.kind != '{' {
			continue
		}
		for _, key := range n.keys {
			member := nodeAt(t, text, n.pointer+"/"+key)
			keyStart := strings.LastIndex(text[:member.start], strconv.Quote(key))
			misspelt := text[:keyStart] + `"X` + text[keyStart+1:]
			list = append(list, flaw{misspelt, n.pointer + "/X" + key})
			list = append(list, flaw{strings.Replace(misspelt, `"X`+key, `"`+strings.ToUpper(key), 1), n.pointer + "/" + strings.ToUpper(key)})
			optional := key == "cards" && slices.Contains(n.keys, "wallet") && !slices.Contains(n.keys, "name")
			if !optional {
				list = append(list, flaw{without(text, n, keyStart, member.end), n.pointer})
			}
		}
		list = append(list,
			flaw{text[:n.start+1] + `"extra":0,` + text[n.start+1:], n.pointer + "/extra"},
			flaw{text[:n.end-1] + `,"":{}` + text[n.end-1:], n.pointer + "/"})
	}
	return list
}

// without leaves out the member of an object from start to end, with one of
// the commas beside it.
func without(text string, object node, start, end int) string {
	if text[end] == ',' {
		return text[:start] + text[end+1:]
	}
	if start > object.start+1 {
		start-- // the comma before
	}
	return text[:start] + text[end:]
}

// TestCheck has the values of chapter 4, one by one.
func TestCheck(t *testing.T) {
	r := configured(t)
	for _, v := range bazaar.Game().Values {
		k, ok := kinds[v.Name]
		if !ok {
			if r.Check(v.Name, jsontext.Value("null")) != nil {
				t.Errorf("%s is checked, but no test knows it", v.Name)
			}
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			good, bad := k.good, flawsOf(t, v.Name)
			if v.Name == "request" {
				good = append(good, kinds["request of cards"].good...)
				bad = append(bad, flawsOf(t, "request of cards")...)
			}
			for _, text := range good {
				if err := r.Check(v.Name, gametest.Values(t, text)[0]); err != nil {
					t.Errorf("%.500s\nis valid, but: %v", text, err)
				}
			}
			for _, f := range bad {
				raw := gametest.Values(t, f.text)[0]
				var invalid *game.Invalid
				if err := r.Check(v.Name, raw); !errors.As(err, &invalid) {
					t.Errorf("%.500s\nis wrong at %q, but: %v", raw, f.at, err)
					continue
				}
				checkPlace(t, invalid, raw, 0, f.at)
			}
		})
	}
}

// TestRecordedDraws: only where draws are recorded a Request may say which pebble
// came (BG-15).
func TestRecordedDraws(t *testing.T) {
	r := configured(t, "draws=recorded")
	for _, text := range []string{`{"draw":"red"}`, `{"draw":"\u0079ellow"}`, "false", "[]", cards("rrrww"), equations("r=b")} {
		if err := r.Check("request", jsontext.Value(text)); err != nil {
			t.Errorf("%s is valid, but: %v", text, err)
		}
	}
	for text, at := range map[string]string{
		`{"draw":"pink"}`: "/draw", `{"draw":["red"]}`: "/draw", `{"draw":null}`: "/draw", `{}`: "", `{"draw":"red","n":1}`: "/n", `{"Draw":"red"}`: "/Draw",
		`[{"draw":"red"}]`: "/0/draw", `"red"`: "", `true`: "",
	} {
		raw := jsontext.Value(text)
		var invalid *game.Invalid
		if err := r.Check("request", raw); !errors.As(err, &invalid) {
			t.Errorf("%s is wrong at %q, but: %v", text, at, err)
			continue
		}
		checkPlace(t, invalid, raw, 0, at)
	}
	for _, value := range []string{"first-reply", "second-reply"} { // it is for tasks move and play alone
		if r.Check(value, jsontext.Value(`{"draw":"red"}`)) == nil {
			t.Errorf("a %s may record a draw", value)
		}
	}
}

// checkPlace compares where an error is with where it should be.
func checkPlace(t *testing.T, e *game.Invalid, raw jsontext.Value, value int, at string) {
	t.Helper()
	if e.Value != value || e.Count {
		t.Errorf("%.500s\n%v: value %d (count %t), want value %d", raw, e, e.Value, e.Count, value)
	}
	if got := stream.Pointer(raw, e.Offset); got != at {
		t.Errorf("%.500s\n%v: at %q, want %q", raw, e, got, at)
	}
	if e.Message == "" {
		t.Errorf("%.500s: no message", raw)
	}
	if e.Clause != "" {
		if _, ok := bazaar.Game().Clause(e.Clause); !ok {
			t.Errorf("%v: no clause %s", e, e.Clause)
		}
	}
}

// samplePair is what the clients of a live case are given.
var samplePair = []string{
	`[["Ada","purchase-size"],["Eve","purchase-points","win",2],["fay","purchase-points"]]`,
	`["AAdivergeBeforeSending",{"as":"Eve","how":"pad"},{"as":"fay","how":"close"},{"send":"Ada","then":"waits"}]`,
}

// samples is one valid input of every task, with a value for each parameter.
var samples = map[string][]string{
	"equations": {equations("r=b ww=gy"), pebbles("rgb"), pebbles("rgb")},
	"turn":      {valid.gameText()},
	"strategy":  {equations("r=b ww=gy"), valid.turnText(), `"purchase-size"`},
	"rules":     {equations("r=b ww=gy"), equations("r=b ww=gy"), valid.turnText()},
	"games":     {`[["Eve","purchase-size"],["fay","purchase-points","win",2]]`, equations("r=b ww=gy"), valid.gameText(), `"RWB"`},
	"move":      {valid.stateText(), equations("r=b")},
	"play":      {valid.stateText(), equations("r=b"), cards("rrrww"), "false"},
	"view":      {valid.stateText(), "1"},
	"score":     {valid.stateText()},
	"server":    {samplePair[0], samplePair[1], equations("r=b ww=gy"), valid.gameText(), `"RWB"`},
	"clients":   {samplePair[0], samplePair[1], equations("r=b ww=gy"), valid.gameText(), `"RWB"`},
	"player":    {samplePair[0], samplePair[1], equations("r=b ww=gy"), valid.gameText(), `"RWB"`},
	"setup":     {names("Ada bob"), equations(tenEquations), cards(times(20, "rrrww"))},
}

// TestInvalidInput puts every invalid value in every place where a task reads
// one, and looks whether the oracle is as good as new afterwards.
func TestInvalidInput(t *testing.T) {
	r := configured(t)
	for _, task := range bazaar.Game().Tasks {
		t.Run(task.Name, func(t *testing.T) {
			a := gametest.NewAsker(t, r, task.Name)
			sample := gametest.Values(t, samples[task.Name]...)
			answer := a.Ask(sample)
			for i := range sample {
				name := task.In[min(i, len(task.In)-1)].Value
				bad := flawsOf(t, name)
				if name == "request" {
					bad = append(bad, flawsOf(t, "request of cards")...)
				}
				for n, f := range bad {
					in := slices.Clone(sample)
					in[i] = gametest.Values(t, f.text)[0]
					checkPlace(t, a.Refused(in), in[i], i, f.at)
					if n%15 == 0 {
						if again := a.Ask(sample); !bytes.Equal(gametest.Lines(again), gametest.Lines(answer)) {
							t.Fatalf("after\n%s\nthe answer is\n%s\nwant\n%s", gametest.Lines(in), gametest.Lines(again), gametest.Lines(answer))
						}
					}
				}
			}
		})
	}
}

// TestInvalidForTask has what only some tasks refuse.
func TestInvalidForTask(t *testing.T) {
	actors := samples["games"][0]
	games := func(game string) []string { return []string{actors, "[]", game} }
	setup := func(i int, text string) []string {
		in := slices.Clone(samples["setup"])
		in[i] = text
		return in
	}
	integrity := func(change func(*table)) []string { return games(valid.with(change).gameText()) }
	for _, tt := range []struct {
		name, task string
		in         []string
		value      int
		at         string
	}{
		{"a turn needs a player", "turn", []string{table{visibles: "rrrww"}.gameText()}, 0, ""},
		{"21 cards (b)", "games", integrity(func(t *table) { t.hidden = times(17, "rrrww") }), 2, ""},
		{"101 pebbles (c)", "games", integrity(func(t *table) { t.bank = strings.Repeat("r", 101-7-5) }), 2, ""},
		{"more actors than players", "games", integrity(func(t *table) { t.seats = t.seats[:1] }), 2, ""},
		{"fewer actors than players", "games", integrity(func(t *table) { t.seats = append(t.seats, seat{"", "", "0", ""}) }), 2, ""},
		{"actors without players", "games", integrity(func(t *table) { t.seats = nil }), 2, ""},
		{"no bonus", "games", append(games(valid.gameText()), `"none"`), 3, ""},
		{"index beyond the players", "view", []string{valid.stateText(), "2"}, 1, ""},
		{"index of nobody", "view", []string{table{phase: ended, dropouts: "a b"}.stateText(), "0"}, 1, ""},
		{"negative index", "view", []string{valid.stateText(), "-1"}, 1, ""},
		{"one player", "setup", setup(0, names("Ada")), 0, ""},
		{"no player", "setup", setup(0, "[]"), 0, ""},
		{"seven players", "setup", setup(0, names("a b c d e f g")), 0, ""},
		{"nine equations", "setup", setup(1, equations(strings.TrimSuffix(tenEquations, " g=y"))), 1, ""},
		{"eleven equations", "setup", setup(1, equations(elevenEquations)), 1, ""},
		{"19 cards", "setup", setup(2, cards(times(19, "rrrww"))), 2, ""},
		{"21 cards", "setup", setup(2, cards(times(21, "rrrww"))), 2, ""},
		{"an exchange that is no equation", "rules", []string{"[]", `[[["red"],["red"]]]`, valid.turnText()}, 1, "/0"},
		{"a fault of nobody", "server", []string{"[]", `[{"as":"Ada","how":"close"}]`, "[]", valid.gameText()}, 1, "/0/as"},
		{"21 cards (b) of a server", "server", []string{"[]", "[]", "[]", valid.with(func(t *table) { t.hidden = times(17, "rrrww") }).gameText()}, 3, ""},
		{"no bonus of a server", "clients", []string{"[]", "[]", "[]", valid.gameText(), `"none"`}, 4, ""},
		{"the last of many requests", "play", []string{valid.stateText(), "false", "[]", "false", "true"}, 4, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := gametest.Values(t, tt.in...)
			checkPlace(t, gametest.NewAsker(t, configured(t), tt.task).Refused(in), in[tt.value], tt.value, tt.at)
		})
	}
}

// TestValidForTask has inputs at the edge that a task must take.
func TestValidForTask(t *testing.T) {
	for _, tt := range []struct {
		name, task string
		in         []string
		want       string
	}{
		{"no actors", "games", []string{"[]", "[]", table{}.gameText()}, "[] []"},
		{"no actors, cards and a bonus", "games", []string{"[]", equations("r=b"), table{visibles: "rrrww"}.gameText(), `"SEY"`}, "[] []"},
		{"one player", "games", []string{`[["Ada","purchase-size"]]`, "[]", table{seats: []seat{{"", "", "0", ""}}}.gameText()}, `["Ada"] []`},
		{
			"a score of 58 digits wins", "games",
			[]string{
				`[["Ada","purchase-size"],["bob","purchase-size"]]`, "[]",
				table{seats: []seat{{"", "", digits58, ""}, {"", "", digits58[:57], ""}}}.gameText(),
			},
			`["Ada"] []`,
		},
		{
			"a score of 58 digits stays exact", "turn",
			[]string{table{seats: []seat{{"", "", digits58, ""}, {"", "", digits58, ""}, {"", "", "1e14", ""}}}.gameText()},
			`{"bank":[],"cards":[],"active":{"wallet":[],"score":` + digits58 + `,"cards":[]},"scores":[` + digits58 + `,100000000000000]}`,
		},
		{
			"scores around what a machine counts with", "turn",
			[]string{table{seats: []seat{
				{"", "", "9223372036854775807", ""},
				{"", "", "9223372036854775808", ""},
				{"", "", "18446744073709551616", ""},
				{"", "", "99999999999999999", ""},
				{"", "", "100000000000000000", ""},
			}}.gameText()},
			`{"bank":[],"cards":[],"active":{"wallet":[],"score":9223372036854775807,"cards":[]},` +
				`"scores":[9223372036854775808,18446744073709551616,99999999999999999,100000000000000000]}`,
		},
		{
			"large scores compare exactly, with a bonus besides", "games",
			[]string{
				`[["a","purchase-size"],["b","purchase-size"],["c","purchase-size"]]`, "[]",
				table{seats: []seat{{"", "", "99999999999999999", "rwbgy"}, {"", "", "100000000000000049", ""}, {"", "", "100000000000000048", ""}}}.gameText(), `"SEY"`,
			},
			`["a","b"] []`,
		},
		{
			"a Turn without integrity", "rules",
			[]string{"[]", "[]", table{bank: strings.Repeat("r", 100), seats: []seat{{"", strings.Repeat("w", 100), "0", ""}}}.turnText()},
			pebbles(strings.Repeat("w", 100)) + " " + pebbles(strings.Repeat("r", 100)),
		},
		{
			"a Game without integrity", "turn",
			[]string{table{hidden: times(20, "rrrww"), seats: []seat{{"", "", "0", ""}}}.gameText()},
			`{"bank":[],"cards":[],"active":{"wallet":[],"score":0,"cards":[]},"scores":[]}`,
		},
		{
			"a view with more cards than a Player has", "view",
			[]string{valid.with(func(t *table) { t.seats[1].cards = times(34, "bbbbb") }).stateText(), "1"},
			`{"bank":["blue","blue","green","yellow","yellow"],"cards":` + facesFirst("rrrww bbbbb! ggggg rwbgy!") +
				`,"active":{"wallet":["blue","blue","blue","blue","blue"],"score":5,"cards":` + facesFirst(times(34, "bbbbb")) + `},"scores":[3]}`,
		},
		{"no requests", "play", []string{table{phase: ended, dropouts: "b a"}.stateText()}, `[] ` +
			`{"equations":[],"bank":[],"visibles":[],"cards":[],"players":[],"dropouts":["b","a"],"phase":"over"} ` +
			`{"over":true,"reason":"no_players","points":[],"winners":[],"dropouts":["a","b"]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := gametest.Ask(t, configured(t), tt.task, tt.in...)
			if got := string(bytes.ReplaceAll(gametest.Lines(out), []byte("\n"), []byte(" "))); got != tt.want {
				t.Errorf("\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// facesFirst writes cards as the oracles do.
func facesFirst(words string) string {
	return jsonList(strings.Fields(words), func(word string) string {
		plain, face := strings.CutSuffix(word, "!")
		return `{"face?":` + strconv.FormatBool(face) + `,"pebbles":` + pebbles(plain) + `}`
	})
}

// TestCount has too few and too many values.
func TestCount(t *testing.T) {
	for _, task := range bazaar.Game().Tasks {
		a := gametest.NewAsker(t, configured(t), task.Name)
		sample := gametest.Values(t, samples[task.Name]...)
		last := task.In[len(task.In)-1]
		least, most := len(task.In), len(task.In)
		if last.Optional || last.Repeated {
			least--
		}
		for n := range most + 3 {
			if n >= least && (n <= most || last.Repeated) {
				continue
			}
			in := slices.Repeat(sample, most+3)[:n]
			want := game.Invalid{Value: max(0, min(n-1, most)), Count: true}
			if e := a.Refused(in); !e.Count || e.Value != want.Value || e.Message == "" {
				t.Errorf("%s with %d values: %+v", task.Name, n, e)
			}
		}
	}
}

// TestUnknownTask has the tasks that no oracle answers.
func TestUnknownTask(t *testing.T) {
	r := configured(t)
	for _, task := range []string{"", "serve", "client", "xmove"} {
		if r.Oracle(task) != nil || r.Generate(task, seeded(0), 50) != nil {
			t.Errorf("%q has an oracle or a generator", task)
		}
	}
}
