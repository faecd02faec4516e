package bazaar_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// rich is a table on which everything is possible in moderation: Ada is
// active, has some pebbles, and two cards are shown that cost the same.
var rich = table{
	equations: "r=b ww=gy", bank: "bbgyy", visibles: "rrrww rrrww bbbbb! ggggg", hidden: "yyyyy wwwww!",
	seats: []seat{{"Ada", "rrrrwww", "3", "ggggg!"}, {"bob", "bbbbb", "5", ""}},
	phase: first,
}

func (t table) with(change func(*table)) table {
	t.seats = append([]seat(nil), t.seats...)
	change(&t)
	return t
}

func (t table) in(phase string) table { return t.with(func(t *table) { t.phase = phase }) }

// TestIllegal has every code in every situation that the spec's chapter 6
// names, with what comes before what.
func TestIllegal(t *testing.T) {
	emptyBank := rich.with(func(t *table) { t.bank = "" })
	done := rich.with(func(t *table) { t.phase, t.seats[1].score = ended, "20" })
	nobody := table{visibles: "rrrww", phase: ended, dropouts: "Ada bob"}
	noCards := rich.with(func(t *table) { t.phase, t.visibles, t.hidden = ended, "", "" })
	nobodyCanBuy := rich.with(func(t *table) {
		t.phase, t.bank, t.visibles, t.hidden = ended, "", "yyyyy", ""
	})
	for _, tt := range []struct {
		name    string
		options []string
		state   table
		request string
		code    string
		says    []string // parts of the explanation
	}{
		{"over, pebble", nil, done, "false", "game_over", []string{"enough points"}},
		{"over, an empty list", nil, done, "[]", "game_over", nil},
		{"over, exchanges", nil, done, equations("r=b"), "game_over", nil},
		{"over, unknown exchanges", nil, done, equations("r=g"), "game_over", nil},
		{"over, cards", nil, done, cards("rrrww"), "game_over", nil},
		{"over, without players", nil, nobody, "false", "game_over", []string{"no player"}},
		{"over, without cards", nil, noCards, "[]", "game_over", []string{"no card"}},
		{"over, bank empty", nil, nobodyCanBuy, "false", "game_over", []string{"bank is empty"}},

		{"cards too early", nil, rich, cards("rrrww"), "wrong_phase", []string{"Ada", "asks for cards"}},
		{"cards too early that are not shown either", nil, rich, cards("yyyyy"), "wrong_phase", nil},
		{"a pebble too late", nil, rich.in(second), "false", "wrong_phase", []string{"Ada", "asks for a pebble"}},
		{"a pebble too late, bank empty", nil, emptyBank.in(second), "false", "wrong_phase", nil},
		{"exchanges too late", nil, rich.in(second), equations("r=b"), "wrong_phase", []string{"Ada", "asks for exchanges"}},
		{"unknown exchanges too late", nil, rich.in(second), equations("r=g"), "wrong_phase", nil},
		{"too many exchanges too late", []string{"max_exchanges=0"}, rich.in(second), equations("r=b"), "wrong_phase", nil},

		{"bank empty", nil, emptyBank, "false", "bank_empty", []string{"bank"}},

		{"bank empty, recorded", []string{"draws=recorded"}, emptyBank, `{"draw":"red"}`, "bank_empty", []string{"bank"}},
		{"over, recorded", []string{"draws=recorded"}, done, `{"draw":"red"}`, "game_over", nil},
		{"too late, recorded", []string{"draws=recorded"}, rich.in(second), `{"draw":"blue"}`, "wrong_phase", []string{"Ada", "asks for a pebble"}},
		{"too late, of a colour that is not there", []string{"draws=recorded"}, rich.in(second), `{"draw":"red"}`, "wrong_phase", nil},
		{"of a colour that is not there", []string{"draws=recorded"}, rich, `{"draw":"red"}`, "colour_gone", []string{"no red pebble", "2 blue, 1 green, 2 yellow"}},

		{"one exchange too many", []string{"max_exchanges=1"}, rich, equations("r=b r=b"), "too_many_exchanges", []string{"2 exchanges", "at most 1"}},
		{"none is allowed", []string{"max_exchanges=0"}, rich, equations("r=b"), "too_many_exchanges", nil},
		{"too many and unknown", []string{"max_exchanges=1"}, rich, equations("r=g r=g"), "too_many_exchanges", nil},

		{"no such equation", nil, rich, equations("r=g"), "unknown_equation", []string{"exchange 1", "1 red for 1 green"}},
		{"a part of an equation", nil, rich, equations("w=gy"), "unknown_equation", nil},
		{"unknown behind one that cannot be paid", nil, rich, equations("gy=ww r=g"), "unknown_equation", []string{"exchange 2"}},
		{"unknown behind one that cannot be served", nil, emptyBank, equations("r=b r=g"), "unknown_equation", []string{"exchange 2"}},
		{"no equations at all", nil, rich.with(func(t *table) { t.equations = "" }), equations("r=b"), "unknown_equation", nil},

		{"the wallet lacks the left side", nil, rich, equations("b=r"), "wallet_short", []string{"exchange 1", "4 red, 3 white", "lacks 1 blue"}},
		{"the wallet lacks a part of it", nil, rich.with(func(t *table) { t.seats[0].wallet = "w" }), equations("ww=gy"), "wallet_short", []string{"lacks 1 white"}},
		{"wallet before bank", nil, rich.with(func(t *table) { t.bank = "b" }), equations("gy=ww"), "wallet_short", nil},
		{"paid twice", nil, rich, equations("ww=gy ww=gy"), "wallet_short", []string{"exchange 2", "lacks 1 white"}},
		{"gained, then paid twice", nil, rich, equations("ww=gy gy=ww gy=ww"), "wallet_short", []string{"exchange 3"}},
		{"the second lacks the wallet, the third the bank", nil, rich, equations("r=b gy=ww r=b r=b"), "wallet_short", []string{"exchange 2"}},

		{"the bank lacks the right side", nil, emptyBank, equations("r=b"), "bank_short", []string{"exchange 1", "has nothing", "lacks 1 blue"}},
		{"the bank lacks a part of it", nil, rich.with(func(t *table) { t.bank = "g" }), equations("ww=gy"), "bank_short", []string{"lacks 1 yellow"}},
		{"the bank gives out", nil, rich, equations("r=b r=b r=b"), "bank_short", []string{"exchange 3", "lacks 1 blue"}},
		{"the first lacks the bank, the second the wallet", nil, emptyBank, equations("r=b gy=ww"), "bank_short", []string{"exchange 1"}},

		{"not shown", nil, rich.in(second), cards("yyyyy"), "card_not_visible", []string{"card 1", "5 yellow without a face", "not on display"}},
		{"shown with a face only", nil, rich.in(second), cards("bbbbb"), "card_not_visible", []string{"without a face"}},
		{"shown without a face only", nil, rich.in(second), cards("rrrww!"), "card_not_visible", []string{"with a face"}},
		{"hidden", nil, rich.in(second), cards("wwwww!"), "card_not_visible", nil},
		{"not shown, and the wallet lacks it", nil, rich.in(second), cards("bbbbb"), "card_not_visible", nil},
		{
			"shown twice, asked for three times", nil,
			rich.in(second).with(func(t *table) { t.seats[0].wallet = "rrrrrrrrrwwwwww" }),
			cards("rrrww rrrww rrrww"), "card_not_visible",
			[]string{"card 3", "as often as"},
		},
		{
			"what would come by the refill is not shown yet", nil,
			rich.in(second).with(func(t *table) { t.seats[0].wallet = "rrrwwyyyyy" }),
			cards("rrrww yyyyy"), "card_not_visible",
			[]string{"card 2"},
		},
		{"the second not shown, the third not affordable", nil, rich.in(second), cards("rrrww yyyyy ggggg"), "card_not_visible", []string{"card 2"}},

		{"the wallet lacks the card", nil, rich.in(second), cards("ggggg"), "wallet_cannot_buy", []string{"card 1", "lacks 5 green"}},
		{"the wallet paid for another", nil, rich.in(second), cards("rrrww rrrww"), "wallet_cannot_buy", []string{"card 2", "has 1 red, 1 white", "lacks 2 red, 1 white"}},
		{"the first not affordable, the second not shown", nil, rich.in(second), cards("ggggg yyyyy"), "wallet_cannot_buy", []string{"card 1"}},
		{"sold without being shown, not affordable", []string{"unavailable_card=sell"}, rich.in(second), cards("yyyyy"), "wallet_cannot_buy", []string{"lacks 5 yellow"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := configured(t, tt.options...)
			in := gametest.Values(t, tt.state.stateText(), tt.request)
			untouched := gametest.Values(t, tt.state.stateText(), tt.request)
			m := gametest.NewAsker(t, r, "move")
			legal := gametest.Values(t, tt.state.stateText(), "[]")
			before := m.Ask(legal)

			got := m.Ask(in)
			if want := `{"legal":false,"code":"` + tt.code + `"}`; string(got[0]) != want {
				t.Fatalf("%s, want %s", got[0], want)
			}
			if !reflect.DeepEqual(in, untouched) {
				t.Error("the input was changed")
			}
			// What is legal stays so, with the same result.
			if after := m.Ask(legal); !bytes.Equal(after[0], before[0]) {
				t.Errorf("the empty list afterwards:\n%s\nbefore:\n%s", after[0], before[0])
			}

			sentence := r.Explain(in, tt.code)
			if len(sentence) < 20 || strings.HasPrefix(sentence, tt.code) {
				t.Errorf("the explanation %q is no sentence", sentence)
			}
			for _, part := range tt.says {
				if !strings.Contains(sentence, part) {
					t.Errorf("the explanation %q does not have %q", sentence, part)
				}
			}
			if tt.code == "game_over" {
				testNothingHappens(t, gametest.NewAsker(t, r, "play"), tt.state, in[1])
			} else {
				testEliminated(t, gametest.NewAsker(t, r, "play"), tt.state, in[1], tt.code)
			}
		})
	}
}

// testNothingHappens plays requests after the end of the game.
func testNothingHappens(t *testing.T, play *gametest.Asker, state table, request jsontext.Value) {
	t.Helper()
	text := jsontext.Value(state.stateText())
	out := play.Ask([]jsontext.Value{text, request, request})
	if got, want := string(out[0]), `["game_over","game_over"]`; got != want {
		t.Errorf("play: %s, want %s", got, want)
	}
	if after, before := out[1], play.Ask([]jsontext.Value{text})[1]; !bytes.Equal(after, before) {
		t.Errorf("play: the state became\n%s\nfrom\n%s", after, before)
	}
}

// testEliminated plays a request that eliminates: the player and its pebbles
// are gone, nothing else changes (BG-38, BG-39).
func testEliminated(t *testing.T, play *gametest.Asker, state table, request jsontext.Value, code string) {
	t.Helper()
	out := play.Ask([]jsontext.Value{jsontext.Value(state.stateText()), request})
	if got, want := string(out[0]), `["`+code+`"]`; got != want {
		t.Errorf("play: %s, want %s", got, want)
	}
	want := state.in(first)
	want.dropouts = strings.TrimSpace(state.dropouts + " " + state.seats[0].name)
	want.seats = want.seats[1:]
	if got := tableOf(t, out[1]); !reflect.DeepEqual(got, want) {
		t.Errorf("play: the state is\n%+v\nwant\n%+v", got, want)
	}
}

// TestLegalAtTheEdge has requests that are just legal, each a neighbour of an
// illegal one above.
func TestLegalAtTheEdge(t *testing.T) {
	for _, tt := range []struct {
		name    string
		options []string
		state   table
		request string
		want    func(*table)
	}{
		{"as many exchanges as allowed", []string{"max_exchanges=2"}, rich, equations("r=b r=b"), func(t *table) {
			t.bank, t.seats[0].wallet, t.hidden, t.phase = "rrgyy", "rrwwwbb", "yyyyy", second
		}},
		{"no exchange where none is allowed", []string{"max_exchanges=0"}, rich, "[]", func(t *table) {
			t.hidden, t.phase = "yyyyy", second
		}},
		{"the same exchange and its reverse", nil, rich, equations("r=b b=r r=b"), func(t *table) {
			t.bank, t.seats[0].wallet, t.hidden, t.phase = "rbgyy", "rrrwwwb", "yyyyy", second
		}},
		{"what an exchange brings pays for the next", nil, rich, equations("ww=gy gy=ww"), func(t *table) {
			t.hidden, t.phase = "yyyyy", second
		}},
		{
			"what an exchange pays serves the next", nil,
			rich.with(func(t *table) { t.bank, t.seats[0].wallet = "gy", "wwgy" }),
			equations("ww=gy gy=ww"), func(t *table) { t.hidden, t.phase = "yyyyy", second },
		},
		{"the pebbles of a side in another order", nil, rich, equations("ww=yg"), func(t *table) {
			t.bank, t.seats[0].wallet, t.hidden, t.phase = "wwbby", "rrrrwgy", "yyyyy", second
		}},
		{"an equation from right to left", nil, rich.with(func(t *table) { t.bank, t.seats[0].wallet = "ww", "ggy" }), equations("yg=ww"), func(t *table) {
			t.bank, t.seats[0].wallet, t.hidden, t.phase = "gy", "wwg", "yyyyy", second
		}},
		{"a pebble", nil, rich, "false", func(t *table) {
			t.bank, t.seats[0].wallet, t.phase = "bgyy", "rrrrwwwb", second
		}},
		{"no cards", nil, rich.in(second), "[]", func(t *table) {
			t.seats, t.phase = []seat{t.seats[1], t.seats[0]}, first
		}},
		{
			"both of two equal cards", nil,
			rich.in(second).with(func(t *table) { t.seats[0].wallet = "rrrrrrwwww" }),
			cards("rrrww rrrww"), func(t *table) {
				t.bank, t.visibles, t.hidden = "rrrrrrwwwwbbgyy", "bbbbb! ggggg yyyyy wwwww!", ""
				t.seats = []seat{t.seats[1], {"Ada", "", "9", "ggggg! rrrww rrrww"}}
				t.phase = first
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.state.with(tt.want)
			got, code := moved(t, configured(t, tt.options...), tt.state, tt.request)
			if code != "" || !reflect.DeepEqual(got, want) {
				t.Errorf("%q\n%+v\nwant\n%+v", code, got, want)
			}
		})
	}
}

// TestElimination follows what an illegal request leaves behind.
func TestElimination(t *testing.T) {
	three := rich.with(func(t *table) { t.seats = append(t.seats, seat{"Cyd", "gg", "7", ""}) })
	for _, tt := range []struct {
		name     string
		state    table
		requests []string
		answers  string
		want     func(*table)
	}{
		{"a pebble stays drawn (BG-39)", three, []string{"false", cards("yyyyy")}, `[true,"card_not_visible"]`, func(t *table) {
			t.bank, t.seats, t.dropouts = "bgyy", t.seats[1:], "Ada"
		}},
		{"exchanges and their price stay (BG-39)", three, []string{equations("r=b"), cards("yyyyy")}, `[true,"card_not_visible"]`, func(t *table) {
			t.bank, t.hidden, t.seats, t.dropouts = "rbgyy", "yyyyy", t.seats[1:], "Ada"
		}},
		{"an illegal list costs no card (BG-25)", three, []string{equations("r=g"), "false"}, `["unknown_equation",true]`, func(t *table) {
			t.bank, t.seats, t.dropouts, t.phase = "bgyy", []seat{{"bob", "bbbbbb", "5", ""}, t.seats[2]}, "Ada", second
		}},
		{"drop-outs in their order (BG-41)", three, []string{equations("r=g"), equations("r=g")}, `["unknown_equation","unknown_equation"]`, func(t *table) {
			t.seats, t.dropouts = t.seats[2:], "Ada bob"
		}},
		{
			"the last one (BG-45)", three,
			[]string{equations("r=g"), equations("r=g"), equations("r=g"), "false"},
			`["unknown_equation","unknown_equation","unknown_equation","game_over"]`,
			func(t *table) { t.seats, t.dropouts, t.phase = nil, "Ada bob Cyd", ended },
		},
		{
			"the only one who could buy (BG-48)", three.with(func(t *table) { t.bank, t.seats[1].wallet = "", "" }),
			[]string{"false"},
			`["bank_empty"]`,
			func(t *table) { t.seats, t.dropouts, t.phase = t.seats[1:], "Ada", ended },
		},
		{"a rotation, then an elimination", three, []string{"false", "[]", cards("rrrww"), "false"}, `[true,true,"wrong_phase",true]`, func(t *table) {
			t.bank, t.dropouts, t.phase = "gyy", "bob", second
			t.seats = []seat{{"Cyd", "bgg", "7", ""}, {"Ada", "rrrrwwwb", "3", "ggggg!"}}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.state.with(tt.want)
			out := gametest.Ask(t, configured(t), "play", append([]string{tt.state.stateText()}, tt.requests...)...)
			if string(out[0]) != tt.answers {
				t.Errorf("%s, want %s", out[0], tt.answers)
			}
			if got := tableOf(t, out[1]); !reflect.DeepEqual(got, want) {
				t.Errorf("\n%+v\nwant\n%+v", got, want)
			}
		})
	}
}
