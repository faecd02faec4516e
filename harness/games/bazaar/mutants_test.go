package bazaar_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
)

// TestMutantsByHand has mutants whose difference is worth seeing, because the
// right answer hangs on one clause.
func TestMutantsByHand(t *testing.T) {
	display := "rrrww yyyyy yyyyy yyyyy"
	state := table{
		equations: "r=b b=g", bank: "bg", visibles: display, hidden: "wwwww ggggg",
		seats: []seat{{"Ada", "rrrrww", "3", ""}, {"bob", "y", "19", ""}}, phase: first,
	}
	three := table{seats: []seat{{"a", "", "5", ""}, {"b", "", "9", ""}, {"c", "", "2", ""}}}
	two := `[["Ada","purchase-points"],["bob","purchase-points"]]`
	for _, tt := range []struct {
		mutant, task string
		in           []string
		right, wrong string
	}{
		{"E1", "equations", []string{equations("r=b"), pebbles("b"), pebbles("r")}, `[[["blue"],["red"]]]`, "[]"},
		{"E2", "equations", []string{equations("r=b"), pebbles("rb"), pebbles("rb")}, `[[["red"],["blue"]],[["blue"],["red"]]]`, `[[["red"],["blue"]]]`},
		{"T1", "view", []string{three.with(func(t *table) { t.phase = ended }).stateText(), "1"}, `{"bank":[],"cards":[],"active":{"wallet":[],"score":9,"cards":[]},"scores":[2,5]}`, `{"bank":[],"cards":[],"active":{"wallet":[],"score":9,"cards":[]},"scores":[9,2,5]}`},
		{"T2", "turn", []string{three.gameText()}, `{"bank":[],"cards":[],"active":{"wallet":[],"score":5,"cards":[]},"scores":[9,2]}`, `{"bank":[],"cards":[],"active":{"wallet":[],"score":5,"cards":[]},"scores":[2,9]}`},
		{"S1", "strategy", []string{equations("r=b"), table{bank: "bbbb", visibles: "bbbby", seats: []seat{{"", "rrrry", "0", ""}}}.turnText(), `"purchase-size"`}, "r=b r=b r=b r=b, bbbby, 5, ", ", , 0, rrrry"},
		{"S2", "strategy", []string{equations("r=b"), table{bank: "bbbbb", visibles: "bbbbb", seats: []seat{{"", "rrrrr", "0", ""}}}.turnText(), `"purchase-size"`}, ", , 0, rrrrr", "r=b r=b r=b r=b r=b, bbbbb, 5, "},
		// One of the two cards can be bought; the face brings more points, the other leaves the smaller wallet.
		{"S4", "strategy", []string{"[]", table{visibles: "rrrrw rrrrb!", seats: []seat{{"", "rrrrwb", "0", ""}}}.turnText(), `"purchase-size"`}, ", rrrrb!, 5, w", ", rrrrw, 3, b"},
		// Two points by two plain cards or by one with a face, which leaves more.
		{"S5", "strategy", []string{"[]", table{visibles: "rrrrr wwwww rrwww!", seats: []seat{{"", "rrrrrwwwwwbbbbbbbb", "0", ""}}}.turnText(), `"purchase-points"`}, ", rrwww!, 2, rrrwwbbbbbbbb", ", rrrrr wwwww, 2, bbbbbbbb"},
		// Two pebbles are a larger bag than one, although "bb" comes before "r".
		{"S7", "strategy", []string{equations("bb=w r=g"), table{bank: "wg", visibles: "wgyyy", seats: []seat{{"", "rbbyyy", "0", ""}}}.turnText(), `"purchase-points"`}, "r=g bb=w, wgyyy, 5, ", "bb=w r=g, wgyyy, 5, "},
		{"S8", "strategy", []string{equations("r=y w=b"), table{bank: "by", visibles: "bgggy", seats: []seat{{"", "rwggg", "0", ""}}}.turnText(), `"purchase-points"`}, "r=y w=b, bgggy, 5, ", "w=b r=y, bgggy, 5, "},
		{"P1", "strategy", []string{"[]", table{visibles: "rrrrr!", seats: []seat{{"", "rrrrr", "0", ""}}}.turnText(), `"purchase-points"`}, ", rrrrr!, 8, ", ", rrrrr!, 2, "},
		{"P2", "strategy", []string{"[]", table{visibles: "rrrrr!", seats: []seat{{"", "rrrrr", "0", ""}}}.turnText(), `"purchase-points"`}, ", rrrrr!, 8, ", ", rrrrr!, 5, "},
		{"R1", "move", []string{state.with(func(t *table) { t.seats[0].wallet, t.bank = "b", "r" }).stateText(), equations("b=r")}, "cards: bank b, shown " + display + ", hidden wwwww, bob has y and 19", "unknown_equation"},
		{"R2", "move", []string{state.stateText(), equations("r=b b=g")}, "cards: bank rb, shown " + display + ", hidden wwwww, bob has y and 19", "wallet_short"},
		{"R2", "rules", []string{equations("r=b"), equations("r=b r=b"), table{bank: "bb", seats: []seat{{"", "r", "0", ""}}}.turnText()}, "false", "bb, rr"},
		{"R4", "move", []string{state.stateText(), "[]"}, "cards: bank bg, shown " + display + ", hidden wwwww, bob has y and 19", "unknown_equation"},
		{"R5", "rules", []string{equations("r=b"), equations("r=b r=b"), table{bank: "bb", seats: []seat{{"", "rr", "0", ""}}}.turnText()}, "bb, rr", "false"},
		{"G1", "move", []string{state.stateText(), "[]"}, "cards: bank bg, shown " + display + ", hidden wwwww, bob has y and 19", "cards: bank bg, shown " + display + ", hidden wwwww ggggg, bob has y and 19"},
		{"G2", "move", []string{state.stateText(), "[]"}, "cards: bank bg, shown " + display + ", hidden wwwww, bob has y and 19", "cards: bank bg, shown " + display + ", hidden ggggg, bob has y and 19"},
		{"G4", "move", []string{state.with(func(t *table) { t.hidden = "" }).stateText(), "[]"}, "over: bank bg, shown , hidden , bob has y and 19", "cards: bank bg, shown " + display + ", hidden , bob has y and 19"},
		{"G5", "move", []string{state.in(second).stateText(), cards("rrrww")}, "pebble-or-trades: bank rrrwwbg, shown yyyyy yyyyy yyyyy wwwww, hidden ggggg, Ada has r and 6", "pebble-or-trades: bank rrrwwbg, shown yyyyy yyyyy yyyyy ggggg, hidden wwwww, Ada has r and 6"},
		{"G7", "move", []string{state.in(second).with(func(t *table) { t.seats[0].score = "18" }).stateText(), cards("rrrww")}, "over: bank rrrwwbg, shown yyyyy yyyyy yyyyy wwwww, hidden ggggg, Ada has r and 21", "pebble-or-trades: bank rrrwwbg, shown yyyyy yyyyy yyyyy wwwww, hidden ggggg, Ada has r and 21"},
		{"G8", "move", []string{state.with(func(t *table) { t.bank, t.seats[0].wallet = "b", "" }).stateText(), "false"}, "over: bank , shown " + display + ", hidden wwwww ggggg, bob has y and 19", "cards: bank , shown " + display + ", hidden wwwww ggggg, bob has y and 19"},
		{"B1", "games", []string{two, "[]", table{seats: []seat{{"", "", "9", "rrrww rrrbb"}, {"", "", "12", "rrrww rrrrr"}}}.gameText(), `"RWB"`}, `["Ada"] []`, `["bob"] []`},
		{"B2", "games", []string{two, "[]", table{seats: []seat{{"", "", "9", "rrrwb"}, {"", "", "12", ""}}}.gameText(), `"RWB"`}, `["Ada"] []`, `["bob"] []`},
		{"B2", "games", []string{two, "[]", table{bank: "r", visibles: "rwbbb", seats: []seat{{"", "wbbb", "0", ""}, {"", "", "14", ""}}}.gameText(), `"RWB"`}, `["Ada"] []`, `["Ada"] []`}, // what was bought counts to it, too
		{"G10", "move", []string{state.stateText(), `{"draw":"red"}`}, "colour_gone", "cards: bank bg, shown " + display + ", hidden wwwww ggggg, bob has y and 19"},
		{"G11", "move", []string{state.stateText(), `{"draw":"green"}`}, "cards: bank b, shown " + display + ", hidden wwwww ggggg, bob has y and 19", "cards: bank g, shown " + display + ", hidden wwwww ggggg, bob has y and 19"},
		{"M4", "move", []string{state.in(second).with(func(t *table) { t.seats[0].wallet = "rrrrrrwwww" }).stateText(), cards("rrrww rrrww")}, "card_not_visible", "pebble-or-trades: bank rrrrrrwwwwbg, shown yyyyy yyyyy yyyyy wwwww, hidden ggggg, Ada has  and 9"},
		{"M5", "score", []string{table{visibles: "rrrww", bank: "r", phase: first, seats: []seat{{"a", "", "5", ""}}}.stateText()}, `{"over":false,"reason":null,"points":[{"name":"a","points":5}],"winners":null,"dropouts":[]}`, `{"over":false,"reason":null,"points":[{"name":"a","points":5}],"winners":["a"],"dropouts":[]}`},
	} {
		t.Run(tt.mutant+" "+tt.task, func(t *testing.T) {
			options := []string{"draws=order"}
			if tt.mutant == "G10" || tt.mutant == "G11" {
				options = []string{"draws=recorded"}
			}
			if got := brief(t, configured(t, options...), tt.task, tt.in...); got != tt.right {
				t.Errorf("the rules answer\n%s\nwant\n%s", got, tt.right)
			}
			if got := brief(t, configured(t, append(options, ":"+tt.mutant)...), tt.task, tt.in...); got != tt.wrong {
				t.Errorf("the mutant answers\n%s\nwant\n%s", got, tt.wrong)
			}
		})
	}
}

// TestMutantsOfPlay has those that only task play tells.
func TestMutantsOfPlay(t *testing.T) {
	state := table{
		bank: "rb", visibles: "rrrrr", phase: first,
		seats: []seat{{"Ada", "w", "3", ""}, {"bob", "rrrr", "0", ""}},
	}
	for _, tt := range []struct {
		mutant  string
		answers string
		want    table
	}{
		{"", `[true,"wallet_cannot_buy",true]`, table{bank: "", visibles: "rrrrr", phase: ended, dropouts: "Ada", seats: []seat{{"bob", "rrrrb", "0", ""}}}},
		{"M1", `[true,"wallet_cannot_buy","wrong_phase"]`, table{bank: "b", visibles: "rrrrr", phase: second, seats: []seat{{"Ada", "rw", "3", ""}, {"bob", "rrrr", "0", ""}}}},
		{"M2", `[true,"wallet_cannot_buy",true]`, table{bank: "b", visibles: "rrrrr", phase: second, dropouts: "Ada", seats: []seat{{"bob", "rrrrr", "0", ""}}}},
	} {
		out := gametest.Ask(t, configured(t, ":"+tt.mutant), "play", state.stateText(), "false", cards("rrrrr"), "false")
		if string(out[0]) != tt.answers {
			t.Errorf("%q answers %s, want %s", tt.mutant, out[0], tt.answers)
		}
		if got := tableOf(t, out[1]); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q leads to\n%+v\nwant\n%+v", tt.mutant, got, tt.want)
		}
	}
}

// TestMutantsTakeTheSameInput: what is valid does not depend on what is wrong.
func TestMutantsTakeTheSameInput(t *testing.T) {
	const every = 20
	inputs := gametest.Rounds(2, 15)
	right := configured(t)
	type reading struct {
		value string
		raw   jsontext.Value
	}
	var all []reading
	for _, v := range bazaar.Game().Values {
		k, ok := kinds[v.Name]
		if !ok {
			continue
		}
		for _, text := range k.good {
			all = append(all, reading{v.Name, gametest.Values(t, text)[0]})
		}
		for i, f := range flawsOf(t, v.Name) {
			if i%every == 0 {
				all = append(all, reading{v.Name, gametest.Values(t, f.text)[0]})
			}
		}
	}
	var broken [][]jsontext.Value // inputs of move, which reads the largest values
	for _, f := range flawsOf(t, "state") {
		broken = append(broken, gametest.Values(t, f.text, "false"))
	}
	expected := make([]error, len(all))
	for i, x := range all {
		expected[i] = right.Check(x.value, x.raw)
	}
	// Each mutant reads its share of the values, others than the mutant before.
	step, brokenStep := len(all)/gametest.Rounds(60, len(all)), len(broken)/gametest.Rounds(8, len(broken)/every)
	for k, m := range bazaar.Game().Mutants {
		wrong := configured(t, ":"+m.ID)
		for i := k % step; i < len(all); i += step {
			x := all[i]
			if got := wrong.Check(x.value, x.raw); fmt.Sprint(got) != fmt.Sprint(expected[i]) {
				t.Fatalf("%s checks %s %.300s: %v, want %v", m.ID, x.value, x.raw, got, expected[i])
			}
		}
		a := gametest.NewAsker(t, wrong, "move")
		for i := k % brokenStep; i < len(broken); i += brokenStep {
			a.Refused(broken[i])
		}
		for _, task := range batch {
			a := gametest.NewAsker(t, wrong, task)
			for i := range inputs {
				in := right.Generate(task, seeded(i), gametest.SizeOf(i))
				if again := wrong.Generate(task, seeded(i), gametest.SizeOf(i)); !slices.EqualFunc(in, again, slices.Equal[jsontext.Value]) {
					t.Fatalf("%s generates\n%s\nwant\n%s", m.ID, gametest.Lines(again), gametest.Lines(in))
				}
				a.Ask(in)
			}
		}
	}
}

// TestMutantsWithQuirks runs all mutants under the reference's tie-breaks,
// which read the same switches: they must find an answer.
func TestMutantsWithQuirks(t *testing.T) {
	inputs := gametest.Rounds(4, 30)
	for i, m := range bazaar.Game().Mutants {
		r := configured(t, "reference-2024", "bonus=RWB", ":"+m.ID)
		for _, task := range batch {
			a := gametest.NewAsker(t, r, task)
			for k := range inputs {
				a.Ask(r.Generate(task, seeded(1000*i+k), gametest.SizeOf(k)))
			}
		}
	}
}
