package bazaar_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
)

// brief says in one line what a task answers, "invalid" if it refuses.
func brief(t *testing.T, r game.Rules, task string, in ...string) string {
	t.Helper()
	var out game.Output
	err := r.Oracle(task)(gametest.Values(t, in...), &out)
	var invalid *game.Invalid
	if errors.As(err, &invalid) {
		return "invalid"
	}
	if err != nil {
		t.Fatal(err)
	}
	v := out.Values()
	switch task {
	case "move":
		state, code := verdict(t, v)
		if code != "" {
			return code
		}
		return briefState(state)
	case "setup":
		return briefState(tableOf(t, v[0]))
	case "strategy":
		return fmt.Sprintf("%s, %s, %s, %s", exchangesOf(t, v[0]), cardsOf(t, v[1]), v[2], pebblesOf(t, v[3]))
	case "rules":
		if string(v[0]) == "false" {
			return "false"
		}
		return pebblesOf(t, v[0]) + ", " + pebblesOf(t, v[1])
	}
	return strings.ReplaceAll(string(gametest.Lines(v)), "\n", " ")
}

// briefState leaves out what no case here is about.
func briefState(s table) string {
	last := s.seats[len(s.seats)-1]
	return fmt.Sprintf("%s: bank %s, shown %s, hidden %s, %s has %s and %s", s.phase, s.bank, s.visibles, s.hidden, last.name, last.wallet, last.score)
}

// TestOptions has for every option an input that is answered differently with
// it, and both answers.
func TestOptions(t *testing.T) {
	// Ada alone, so that it is her whom the answers describe.
	alone := rich.with(func(t *table) { t.seats = t.seats[:1] })
	setup := func(n, e, c int) []string {
		return []string{
			names(strings.Join(strings.Fields("a b c d e f g")[:n], " ")),
			equations(strings.Join(strings.Fields(elevenEquations)[:e], " ")),
			cards(times(c, "rrrww")),
		}
	}
	const fives = "rrrrrrrrrrrrrrrrrrrr" + "wwwwwwwwwwwwwwwwwwww" + "bbbbbbbbbbbbbbbbbbbb" + "gggggggggggggggggggg" + "yyyyyyyyyyyyyyyyyyyy"
	two := `[["Ada","purchase-points"],["bob","purchase-points"]]`
	buyable := table{hidden: "rrrrr", visibles: "yyyyy yyyyy yyyyy yyyyy", phase: first, seats: []seat{{"Ada", "rrrrr", "0", ""}}}
	for _, tt := range []struct {
		option        string // settings with blanks between them
		task          string
		in            []string
		before, after string
	}{
		{
			`draw_order=["yellow","green","blue","white","red"]`, "move",
			[]string{alone.stateText(), "false"},
			"cards: bank bgyy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy wwwww!, Ada has rrrrwwwb and 3",
			"cards: bank bbgy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy wwwww!, Ada has rrrrwwwy and 3",
		},
		{
			"draws=recorded", "move",
			[]string{alone.stateText(), `{"draw":"yellow"}`},
			"invalid",
			"cards: bank bbgy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy wwwww!, Ada has rrrrwwwy and 3",
		},
		{
			"overview", "move",
			[]string{alone.stateText(), "[]"},
			"cards: bank bbgyy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy, Ada has rrrrwww and 3",
			"cards: bank bbgyy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy wwwww!, Ada has rrrrwww and 3",
		},
		{
			"points_table=[[3,0,0],[1,7,9],[0,1,1]]", "move",
			[]string{alone.in(second).stateText(), cards("rrrww")},
			"pebble-or-trades: bank rrrwwbbgyy, shown rrrww bbbbb! ggggg yyyyy, hidden wwwww!, Ada has rw and 5",
			"pebble-or-trades: bank rrrwwbbgyy, shown rrrww bbbbb! ggggg yyyyy, hidden wwwww!, Ada has rw and 10",
		},
		{
			"winning_score=5", "move",
			[]string{alone.in(second).stateText(), cards("rrrww")},
			"pebble-or-trades: bank rrrwwbbgyy, shown rrrww bbbbb! ggggg yyyyy, hidden wwwww!, Ada has rw and 5",
			"over: bank rrrwwbbgyy, shown rrrww bbbbb! ggggg yyyyy, hidden wwwww!, Ada has rw and 5",
		},
		{
			"price=false", "move",
			[]string{alone.stateText(), equations("r=b")},
			"cards: bank rbgyy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy, Ada has rrrwwwb and 3",
			"cards: bank rbgyy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy wwwww!, Ada has rrrwwwb and 3",
		},
		{
			"empty_exchange_price=false", "move",
			[]string{alone.stateText(), "[]"},
			"cards: bank bbgyy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy, Ada has rrrrwww and 3",
			"cards: bank bbgyy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy wwwww!, Ada has rrrrwww and 3",
		},
		{"max_exchanges=1", "rules", []string{equations("r=b"), equations("r=b r=b"), table{bank: "bb", seats: []seat{{"", "rr", "0", ""}}}.turnText()}, "bb, rr", "false"},
		{"max_exchanges=1", "strategy", []string{equations("r=b"), table{bank: "bb", visibles: "bbyyy", seats: []seat{{"", "rryyy", "0", ""}}}.turnText(), `"purchase-size"`}, "r=b r=b, bbyyy, 5, ", ", , 0, rryyy"},
		{
			"visible_cards=5", "setup", setup(2, 10, 20),
			"pebble-or-trades: bank " + fives + ", shown " + times(4, "rrrww") + ", hidden " + times(16, "rrrww") + ", b has  and 0",
			"pebble-or-trades: bank " + fives + ", shown " + times(5, "rrrww") + ", hidden " + times(15, "rrrww") + ", b has  and 0",
		},
		{"visible_cards=3", "turn", []string{table{visibles: "rrrww rrrww rrrww rrrww", seats: []seat{{"", "", "0", ""}}}.gameText()}, `{"bank":[],"cards":` + facesFirst(times(4, "rrrww")) + `,"active":{"wallet":[],"score":0,"cards":[]},"scores":[]}`, "invalid"},
		{"cards_max=5", "setup", setup(2, 10, 5), "invalid", "pebble-or-trades: bank " + fives + ", shown " + times(4, "rrrww") + ", hidden rrrww, b has  and 0"},
		{"equations_max=0", "setup", setup(2, 0, 20), "invalid", "pebble-or-trades: bank " + fives + ", shown " + times(4, "rrrww") + ", hidden " + times(16, "rrrww") + ", b has  and 0"},
		{"equations_max=11", "equations", []string{equations(elevenEquations), pebbles("r"), pebbles("b")}, "invalid", `[[["red"],["blue"]]]`},
		{"side_max=5", "equations", []string{equations("rrrrr=b"), pebbles("b"), pebbles("rrrrr")}, "invalid", `[[["blue"],["red","red","red","red","red"]]]`},
		{"side_max=3", "equations", []string{equations("rrrr=b"), pebbles("b"), pebbles("rrrrr")}, `[[["blue"],["red","red","red","red"]]]`, "invalid"},
		{"pebbles_max=10", "setup", setup(2, 10, 20), "pebble-or-trades: bank " + fives + ", shown " + times(4, "rrrww") + ", hidden " + times(16, "rrrww") + ", b has  and 0", "pebble-or-trades: bank rrwwbbggyy, shown " + times(4, "rrrww") + ", hidden " + times(16, "rrrww") + ", b has  and 0"},
		{"pebbles_max=105", "equations", []string{equations("r=b"), pebbles("r"), pebbles(strings.Repeat("b", 105))}, "invalid", `[[["red"],["blue"]]]`},
		{"players_min=1", "setup", setup(1, 10, 20), "invalid", "pebble-or-trades: bank " + fives + ", shown " + times(4, "rrrww") + ", hidden " + times(16, "rrrww") + ", a has  and 0"},
		{"players_max=7", "setup", setup(7, 10, 20), "invalid", "pebble-or-trades: bank " + fives + ", shown " + times(4, "rrrww") + ", hidden " + times(16, "rrrww") + ", g has  and 0"},
		{"players_max=7", "turn", []string{`{"bank":[],"visibles":[],"cards":[],"players":` + seatsOf(7, seat.playerText) + `}`}, "invalid", `{"bank":[],"cards":[],"active":{"wallet":[],"score":0,"cards":[]},"scores":[0,0,0,0,0,0]}`},
		{"score_limit=20", "games", []string{two, "[]", table{seats: []seat{{"", "", "20", ""}, {"", "", "3", ""}}}.gameText()}, `["Ada"] []`, "invalid"},
		{"score_limit=20", "score", []string{table{phase: ended, seats: []seat{{"Ada", "", "20", ""}}}.stateText()}, `{"over":true,"reason":"enough_points","points":[{"name":"Ada","points":20}],"winners":["Ada"],"dropouts":[]}`, "invalid"},
		{
			"search_depth=1", "strategy",
			[]string{equations("r=b"), table{bank: "bb", visibles: "bbyyy", seats: []seat{{"", "rryyy", "0", ""}}}.turnText(), `"purchase-size"`},
			"r=b r=b, bbyyy, 5, ", ", , 0, rryyy",
		},
		{
			"bonus=RWB", "score",
			[]string{table{phase: ended, seats: []seat{{"Ada", "", "9", ""}, {"bob", "", "1", "rrrww bbbbb!"}}}.stateText()},
			`{"over":true,"reason":"no_cards","points":[{"name":"Ada","points":9},{"name":"bob","points":1}],"winners":["Ada"],"dropouts":[]}`,
			`{"over":true,"reason":"no_cards","points":[{"name":"Ada","points":9},{"name":"bob","points":11}],"winners":["bob"],"dropouts":[]}`,
		},
		{
			"bonus=RWB", "play",
			[]string{table{phase: ended, seats: []seat{{"bob", "", "1", "rrrww bbbbb!"}}}.stateText()},
			`[] ` + table{phase: ended, seats: []seat{{"bob", "", "1", "rrrww bbbbb!"}}}.oracleText() + ` {"over":true,"reason":"no_cards","points":[{"name":"bob","points":1}],"winners":["bob"],"dropouts":[]}`,
			`[] ` + table{phase: ended, seats: []seat{{"bob", "", "1", "rrrww bbbbb!"}}}.oracleText() + ` {"over":true,"reason":"no_cards","points":[{"name":"bob","points":11}],"winners":["bob"],"dropouts":[]}`,
		},
		{
			`bonuses={"X":[["green","green"],123456789012345678901234567890]}`, "games",
			[]string{two, "[]", table{seats: []seat{{"", "", "9", "rrrww"}, {"", "", "1", "ggggg"}}}.gameText(), `"X"`},
			"invalid", `["bob"] []`,
		},
		{`bonuses={"X":[["red"],1]}`, "games", []string{two, "[]", table{seats: []seat{{"", "", "0", ""}, {"", "", "0", ""}}}.gameText(), `"RWB"`}, `["Ada","bob"] []`, "invalid"},
		{
			"unavailable_card=sell", "move",
			[]string{alone.in(second).with(func(t *table) { t.seats[0].wallet = "yyyyy" }).stateText(), cards("yyyyy")},
			"card_not_visible",
			"pebble-or-trades: bank bbgyyyyyyy, shown rrrww rrrww bbbbb! ggggg, hidden yyyyy wwwww!, Ada has  and 8",
		},
		{
			// The leftover "bg" or "gb" depends on the order of the exchanges.
			"wallet_tie=list", "strategy",
			[]string{equations("w=gg r=bb"), table{bank: "bbgg", visibles: "bgyyy", seats: []seat{{"", "rwyyy", "0", ""}}}.turnText(), `"purchase-points"`},
			"r=bb w=gg, bgyyy, 2, bg", "w=gg r=bb, bgyyy, 2, bg",
		},
		{
			// Each of the two cards is below the other.
			"card_order=either", "strategy",
			[]string{"[]", table{visibles: "bbbbb! yyyyy", seats: []seat{{"", "rrrbbbbbyyyyy", "0", ""}}}.turnText(), `"purchase-points"`},
			", yyyyy bbbbb!, 3, rrr", ", bbbbb! yyyyy, 3, rrr",
		},
		{"buyable_cards=all", "move", []string{buyable.stateText(), "false"}, "invalid", "bank_empty"},
		{
			// The first change of r=b that is not given as written is w=b, which
			// is legal because b=w is given.
			"invented_equation=oriented", "games",
			[]string{
				`[["Ada","purchase-points","a cheat","use-non-existent-equation"]]`, equations("r=b b=w"),
				table{bank: "b", visibles: "yyyyy", seats: []seat{{"", "w", "0", ""}}}.gameText(),
			},
			`[] ["Ada"]`, `["Ada"] []`,
		},
		{
			"turns_max=1", "games",
			[]string{two, "[]", table{bank: "rb", visibles: "rrrrr bbbbb", seats: []seat{{"", "rrrr", "0", ""}, {"", "bbbbb", "4", ""}}}.gameText()},
			`["bob"] []`, `["Ada"] []`,
		},
	} {
		t.Run(tt.option+" "+tt.task, func(t *testing.T) {
			if got := brief(t, configured(t), tt.task, tt.in...); got != tt.before {
				t.Errorf("without it:\n%s\nwant\n%s", got, tt.before)
			}
			if got := brief(t, configured(t, tt.option), tt.task, tt.in...); got != tt.after {
				t.Errorf("with it:\n%s\nwant\n%s", got, tt.after)
			}
		})
	}
}

// oracleText writes a State as the oracles do.
func (t table) oracleText() string {
	text := t.stateText()
	for word := range strings.FieldsSeq(t.visibles + " " + t.hidden + " " + joined(t.seats, func(s seat) string { return s.cards })) {
		shown := facesFirst(word)
		text = strings.ReplaceAll(text, card(word), shown[1:len(shown)-1])
	}
	return text
}

// TestOptionRanges tries every option at and beyond the ends of its range.
func TestOptionRanges(t *testing.T) {
	integers := func(least, most int) (good, bad []string) {
		return []string{fmt.Sprint(least), fmt.Sprint(most)},
			[]string{fmt.Sprint(least - 1), fmt.Sprint(most + 1), "1.5", "1.0", "1e1", `"1"`, "true", "null", "[]", "{}", "99999999999999999999999"}
	}
	words := []string{"true", "null", "1", "[]", "{}", `""`, "Refuse", "none"}
	type ends struct{ good, bad []string }
	ranges := map[string]ends{
		"draw_order": {
			[]string{`["yellow","green","blue","white","red"]`},
			[]string{
				`["red","white","blue","green"]`, `["red","white","blue","green","yellow","red"]`, `["red","red","blue","green","yellow"]`,
				`["red","white","blue","green","pink"]`, `["red","white","blue","green",5]`, "red", "{}", "[]", "null",
			},
		},
		"points_table": {
			[]string{"[[0,0,0]]", "[[0,1000,1000]]", "[[100000,1,2],[7,9,1],[0,5,8]]", "[[3,1,2],[2,2,3],[1,3,5],[0,5,8]]"},
			[]string{
				"[]", "[[1,1,1]]", "[[3,1,2],[2,2,3]]", "[[3,1,2],[3,1,2],[0,1,1]]", "[[2,1,2],[3,1,2],[0,1,1]]", "[[0,1,1],[0,1,1]]",
				"[[0,1001,1]]", "[[0,1,1001]]", "[[0,-1,1]]", "[[0,1]]", "[[0,1,2,3]]", "[[]]", "[0,1,2]", "[[0,1.5,1]]", "[[-1,1,1]]", `[["0",1,1]]`, "7", "{}", "null",
			},
		},
		"pebbles_max":   {[]string{"5", "1000", "55"}, []string{"0", "4", "6", "101", "1005", "-5", "10.0", `"10"`, "null", "true"}},
		"max_exchanges": {[]string{"null", "0", "1000"}, []string{"-1", "1.5", "1.0", "true", `"null"`, "[]", "{}"}},
		"score_limit":   {[]string{"null", "1", "1000"}, []string{"0", "-1", "1.5", "true", `"null"`, "[]", "{}"}},
		"bonus":         {[]string{"none", "RWB", "SEY", `"SEY"`}, []string{"X", "rwb", `""`, "null", "true", "1", "[]"}},
		"bonuses": {
			[]string{`{}`, `{"X":[[],0]}`, `{"X":[["red","red"],5],"":[["blue"],123456789012345678901234567890]}`},
			[]string{
				"[]", "null", "X", `{"X":[]}`, `{"X":[["red"]]}`, `{"X":[["red"],1,2]}`, `{"X":[["red"],-1]}`, `{"X":[["red"],1.5]}`,
				`{"X":[["pink"],1]}`, `{"X":[1,["red"]]}`, `{"X":["red",1]}`, `{"X":1}`, `{"X":[["red"],"1"]}`, `{"X":[["red"],null]}`,
				`{"none":[["red"],1]}`, // the word for no bonus
			},
		},
		"price":                {[]string{"true", "false"}, []string{"yes", "1", "null", "[]", `"true"`}},
		"empty_exchange_price": {[]string{"true", "false"}, []string{"no", "0", "null", "{}", `"false"`}},
		"unavailable_card":     {[]string{"refuse", "sell", `"sell"`}, append(words, "bag")},
		"wallet_tie":           {[]string{"bag", "list"}, words},
		"card_order":           {[]string{"total", "either"}, words},
		"buyable_cards":        {[]string{"visible", "all"}, words},
		"invented_equation":    {[]string{"unoriented", "oriented"}, words},
		"first_reply":          {[]string{"strict", "lenient"}, words},
		"duplicate_names":      {[]string{"refuse", "void"}, words},
		"draws":                {[]string{"order", "recorded", `"recorded"`}, words},
		"closed_call":          {[]string{"fails", "pebble"}, words},
	}
	for name, most := range map[string]int{
		"winning_score": 1000, "visible_cards": 20, "cards_max": 100, "side_max": 20, "players_min": 10, "players_max": 10,
	} {
		good, bad := integers(1, most)
		ranges[name] = ends{good, bad}
	}
	for name, most := range map[string]int{"equations_max": 100, "search_depth": 6} {
		good, bad := integers(0, most)
		ranges[name] = ends{good, bad}
	}
	for _, name := range []string{"turns_max", "name_ms", "wait_ms", "waits", "call_ms"} {
		ranges[name] = ends{[]string{"1", "1000000"}, []string{"0", "-1", "1.5", "1.0", `"1"`, "null", "true", "[]"}}
	}

	for _, o := range bazaar.Game().Options {
		t.Run(o.Name, func(t *testing.T) {
			ends, ok := ranges[o.Name]
			if !ok {
				t.Fatal("no test knows this option")
			}
			i := slices.IndexFunc(bazaar.Game().Options, func(p game.Option) bool { return p.Name == o.Name })
			for _, value := range append(ends.good, o.Default) {
				s := []game.Setting{setting(t, o.Name+"="+value)}
				switch o.Name { // the two must not cross
				case "players_min":
					s = append(s, setting(t, "players_max=10"))
				case "players_max":
					s = append(s, setting(t, "players_min=1"))
				}
				r, err := bazaar.Game().Configure(game.Settings{Options: s})
				if err != nil {
					t.Errorf("%s: %v", value, err)
					continue
				}
				if got := r.Options()[i]; got.Name != o.Name || string(got.Value) != string(s[0].Value) {
					t.Errorf("%s: the options say %s=%s", value, got.Name, got.Value)
				}
			}
			for _, value := range ends.bad {
				_, err := bazaar.Game().Configure(game.Settings{Options: []game.Setting{setting(t, o.Name+"="+value)}})
				usage := usageError(t, err)
				if !strings.Contains(usage.Message, o.Name) {
					t.Errorf("%s: the message %q does not name the option", value, usage.Message)
				}
				if o.Name != "bonus" && !strings.Contains(usage.Hint, o.Range) {
					t.Errorf("%s: the hint %q does not name the range %q", value, usage.Hint, o.Range)
				}
			}
		})
	}
}

func setting(t *testing.T, text string) game.Setting {
	t.Helper()
	s, err := game.ParseSetting(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func usageError(t *testing.T, err error) *game.UsageError {
	t.Helper()
	var usage *game.UsageError
	if !errors.As(err, &usage) {
		t.Fatalf("%v is no *game.UsageError", err)
	}
	return usage
}

// TestOptionsTogether has errors that need two options, and unknown names.
func TestOptionsTogether(t *testing.T) {
	option := func(texts ...string) (s game.Settings) {
		for _, text := range texts {
			s.Options = append(s.Options, setting(t, text))
		}
		return s
	}
	for _, tt := range []struct {
		settings game.Settings
		says     []string // parts of message and hint
	}{
		{option("players_min=3", "players_max=2"), []string{"players_min", "players_max"}},
		{option("players_min=7"), []string{"players_min", "players_max"}},
		{option("players_max=1"), []string{"players_min", "players_max"}},
		{option("bonus=X"), []string{"bonus", `"X"`, "bonuses"}},
		{option("bonus=RWB", `bonuses={"X":[["red"],1]}`), []string{"bonus", `"RWB"`, "bonuses"}},
		{option("wining_score=3"), []string{`"wining_score"`, `did you mean "winning_score"`}},
		{option("Price=true"), []string{`"Price"`, `did you mean "price"`}},
		{option("zzzzzzzz=true"), []string{`"zzzzzzzz"`, "bazaar"}},
		{game.Settings{Preset: "reference-2023"}, []string{`"reference-2023"`, `did you mean "reference-2024"`}},
		{game.Settings{Preset: "rule"}, []string{`"rule"`, `did you mean "rules"`}},
		{game.Settings{Mutant: "r2"}, []string{`"r2"`, `did you mean "R2"`}},
		{game.Settings{Mutant: "none at all"}, []string{`"none at all"`}},
	} {
		_, err := bazaar.Game().Configure(tt.settings)
		usage := usageError(t, err)
		for _, part := range tt.says {
			if !strings.Contains(usage.Message+"; "+usage.Hint, part) {
				t.Errorf("%q with hint %q does not have %q", usage.Message, usage.Hint, part)
			}
		}
	}
	for _, s := range []game.Settings{
		option("players_min=7", "players_max=7"),
		option("players_max=1", "players_min=1"),
		option("bonus=X", `bonuses={"X":[["red"],1]}`),
		option(`bonuses={}`),
	} {
		if _, err := bazaar.Game().Configure(s); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
}

// TestPresets looks what is in force.
func TestPresets(t *testing.T) {
	quirks := map[string]string{
		"unavailable_card": `"sell"`, "wallet_tie": `"list"`, "card_order": `"either"`, "buyable_cards": `"all"`,
		"invented_equation": `"oriented"`, "first_reply": `"lenient"`, "closed_call": `"pebble"`, "duplicate_names": `"void"`,
	}
	overview := map[string]string{"empty_exchange_price": "false", "draws": `"recorded"`}
	for _, tt := range []struct {
		name   string
		given  []string
		differ map[string]string // from the defaults
	}{
		{"nothing", nil, nil},
		{"rules", []string{"rules"}, nil},
		{"overview", []string{"overview"}, overview},
		{"reference-2024", []string{"reference-2024"}, quirks},
		{"reference-late-2024", []string{"reference-late-2024"}, with(quirks, "score_limit", "20")},
		{"an option above the preset", []string{"card_order=total", "reference-2024"}, with(quirks, "card_order", "")},
		{"an option besides the preset", []string{"reference-2024", "winning_score=15"}, with(quirks, "winning_score", "15")},
		{"the last one counts", []string{"winning_score=5", "price=false", "winning_score=7"}, map[string]string{"winning_score": "7", "price": "false"}},
		{"a mutant is no option", []string{":R2"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := configured(t, tt.given...).Options()
			if len(got) != len(bazaar.Game().Options) {
				t.Fatalf("%d options, want %d", len(got), len(bazaar.Game().Options))
			}
			for i, o := range bazaar.Game().Options {
				want := o.Default
				if v := tt.differ[o.Name]; v != "" {
					want = v
				}
				if got[i].Name != o.Name || string(got[i].Value) != want {
					t.Errorf("%s is %s, want %s", got[i].Name, got[i].Value, want)
				}
			}
		})
	}
	// The rules are not changed by what is done with the list.
	r := configured(t)
	r.Options()[0].Value = jsontext.Value("null")
	if string(r.Options()[0].Value) == "null" {
		t.Error("the options can be changed from outside")
	}
}

func with(m map[string]string, key, value string) map[string]string {
	c := map[string]string{key: value}
	for k, v := range m {
		if k != key {
			c[k] = v
		}
	}
	return c
}

// TestReplacedValuesCount has a setting that a later one replaces: it must be
// in its range all the same.
func TestReplacedValuesCount(t *testing.T) {
	_, err := bazaar.Game().Configure(game.Settings{Options: []game.Setting{setting(t, "winning_score=0"), setting(t, "winning_score=7")}})
	usageError(t, err)
}
