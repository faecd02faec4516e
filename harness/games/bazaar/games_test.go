package bazaar_test

import (
	"strings"
	"testing"
)

// TestActors plays games of Ada, who misbehaves, and bob, who does not. Without
// misbehaviour Ada stays in and bob wins each of them.
func TestActors(t *testing.T) {
	// Without equations a turn is a pebble, then perhaps cards. The bank runs
	// empty, and nobody can buy.
	quiet := table{bank: "rrrrrr", visibles: "yyyyy", seats: []seat{{"", "", "0", ""}, {"", "", "9", ""}}}
	// Ada exchanges, then buys, which takes the hidden card as the price.
	trading := table{
		equations: "r=b", bank: "b", visibles: "byyyy ggggg ggggg wwwww", hidden: "wwwww",
		seats: []seat{{"", "ryyyy", "0", ""}, {"", "", "19", ""}},
	}
	with := func(t table, change func(*table)) table { return t.with(change) }
	for _, tt := range []struct {
		name    string
		options []string
		actor   string // behind name and policy
		game    table
		want    string
	}{
		{"behaves", nil, ``, quiet, `["bob"] []`},
		{"behaves and trades", nil, ``, trading, `["bob"] []`},

		{"raises in setup", nil, `,"setup"`, quiet, `["bob"] ["Ada"]`},
		{"raises in the first reply", nil, `,"request-pebble-or-trades"`, quiet, `["bob"] ["Ada"]`},
		{"raises in the second reply", nil, `,"request-cards"`, quiet, `["bob"] ["Ada"]`},
		{"raises when told that it lost", nil, `,"win"`, quiet, `["bob"] ["Ada"]`},
		{"raises when told that it won (BG-52)", nil, `,"win"`, with(quiet, func(t *table) { t.seats[0].score = "10" }), `[] ["Ada"]`},
		{"raises before it draws (BG-78)", nil, `,"request-pebble-or-trades"`, with(quiet, func(t *table) { t.bank = "r" }), `["bob"] ["Ada"]`},

		{"hangs at its first call", nil, `,"setup",1`, quiet, `["bob"] ["Ada"]`},
		{"hangs at a second setup, which does not come", nil, `,"setup",2`, quiet, `["bob"] []`},
		{"hangs at a second win, which does not come", nil, `,"win",2`, quiet, `["bob"] []`},
		{"hangs in its third turn", nil, `,"request-pebble-or-trades",3`, quiet, `["bob"] ["Ada"]`},
		{"hangs in a fourth turn, which does not come", nil, `,"request-pebble-or-trades",4`, quiet, `["bob"] []`},
		{"hangs at its second purchase", nil, `,"request-cards",2`, quiet, `["bob"] ["Ada"]`},
		{"hangs at its third purchase", nil, `,"request-cards",3`, quiet, `["bob"] ["Ada"]`},
		{"hangs at a fourth purchase", nil, `,"request-cards",4`, quiet, `["bob"] []`},

		{"cannot invent without equations, pays, and the game is over", nil, `,"a cheat","use-non-existent-equation"`, quiet, `["bob"] []`},
		{"invents an equation", nil, `,"a cheat","use-non-existent-equation"`, trading, `["bob"] ["Ada"]`},
		{
			// Every change of the first pebble is given: the empty list is sent,
			// and then the cards that the planned exchange would have paid for.
			"cannot invent, and buys as planned (BG-73)", nil, `,"a cheat","use-non-existent-equation"`,
			with(trading, func(t *table) { t.equations = "r=b w=b g=b y=b" }), `["bob"] ["Ada"]`,
		},
		{
			"finds a flipped equation, which is legal with Q5",
			[]string{"invented_equation=oriented"},
			`,"a cheat","use-non-existent-equation"`,
			with(quiet, func(t *table) { t.equations, t.bank, t.seats[0].wallet = "r=b b=w", "b", "w" }), `["bob"] []`,
		},

		{"asks the bank for what it lacks", nil, `,"a cheat","bank-cannot-trade"`, with(trading, func(t *table) { t.bank = "r" }), `["bob"] ["Ada"]`},
		{"asks the bank for the left side it lacks", nil, `,"a cheat","bank-cannot-trade"`, trading, `["bob"] ["Ada"]`},
		{
			"cannot find what the bank lacks", nil, `,"a cheat","bank-cannot-trade"`,
			with(trading, func(t *table) { t.bank, t.hidden, t.visibles, t.seats[0].wallet = "rb", "", "ggggg", "" }), `["bob"] []`,
		},
		{"cannot cheat without equations", nil, `,"a cheat","bank-cannot-trade"`, quiet, `["bob"] []`},

		{"pays what it lacks", nil, `,"a cheat","wallet-cannot-trade"`, with(trading, func(t *table) { t.seats[0].wallet = "b" }), `["bob"] ["Ada"]`},
		{"pays the right side it lacks", nil, `,"a cheat","wallet-cannot-trade"`, trading, `["bob"] ["Ada"]`},
		{
			"cannot find what it lacks", nil, `,"a cheat","wallet-cannot-trade"`,
			with(trading, func(t *table) { t.hidden, t.visibles, t.seats[0].wallet = "", "ggggg", "rb" }), `["bob"] []`,
		},

		{"buys a card that is not shown", nil, `,"a cheat","buy-unavailable-card"`, quiet, `["bob"] ["Ada"]`},
		{"is sold a card that is not shown", []string{"unavailable_card=sell"}, `,"a cheat","buy-unavailable-card"`, with(quiet, func(t *table) {
			t.bank, t.seats[0].wallet = "r", "rgggg"
		}), `["bob"] []`},
		{
			"finds its catalogue on display",
			[]string{"visible_cards=20"},
			`,"a cheat","buy-unavailable-card"`,
			with(quiet, func(t *table) {
				t.visibles = "rgggg rgggg! wwyyy! wwyyy wwwgg wwwgg! rbbbb rbbbb! rwbyy rwbyy! rrrrb rrrrb! ggggg ggggg! bbbbb bbbbb! rrbgg rrbgg! rwbby rwbby!"
			}), `["bob"] []`,
		},
		{
			"finds all but the last of its catalogue on display",
			[]string{"visible_cards=20"},
			`,"a cheat","buy-unavailable-card"`,
			with(quiet, func(t *table) {
				t.visibles = "rgggg rgggg! wwyyy! wwyyy wwwgg wwwgg! rbbbb rbbbb! rwbyy rwbyy! rrrrb rrrrb! ggggg ggggg! bbbbb bbbbb! rrbgg rrbgg! rwbby"
			}), `["bob"] ["Ada"]`,
		},

		{"buys what it cannot pay for", nil, `,"a cheat","wallet-cannot-buy-card"`, quiet, `["bob"] ["Ada"]`},
		{"can pay for all", nil, `,"a cheat","wallet-cannot-buy-card"`, with(quiet, func(t *table) { t.bank, t.seats[0].wallet = "rr", "yyyyy" }), `["bob"] []`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			actors := `[["Ada","purchase-points"` + tt.actor + `],["bob","purchase-points"]]`
			got := brief(t, configured(t, tt.options...), "games", actors, equations(tt.game.equations), tt.game.gameText())
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestGames plays games whose outcome hangs on one clause.
func TestGames(t *testing.T) {
	actors := func(words string) string {
		return jsonList(strings.Fields(words), func(name string) string {
			name, method, _ := strings.Cut(name, ":")
			if method != "" {
				method = `,"` + method + `"`
			}
			return `["` + name + `","purchase-points"` + method + `]`
		})
	}
	players := func(scores ...string) []seat {
		list := make([]seat, len(scores))
		for i, s := range scores {
			list[i].score = s
		}
		return list
	}
	for _, tt := range []struct {
		name   string
		actors string
		game   table
		bonus  string
		want   string
	}{
		{"several winners, sorted (BG-50, BG-53)", "b A 0 a", table{seats: players("7", "7", "7", "6")}, "", `["0","A","b"] []`},
		{"drop-outs sorted (BG-53)", "b:win A:win 0:win a", table{seats: players("1", "1", "1", "6")}, "", `["a"] ["0","A","b"]`},
		{"all fail in setup (BG-10)", "b:setup A:setup", table{seats: players("1", "2"), visibles: "rrrww", bank: "r"}, "", `[] ["A","b"]`},
		{"nobody moves up for a winner that fails (BG-52)", "a:win b", table{seats: players("9", "8")}, "", `[] ["a"]`},
		{"one player is left, and plays on (BG-10)", "a:setup b", table{
			bank: "r", visibles: "rrrrr", seats: []seat{{"", "", "19", ""}, {"", "rrrr", "0", ""}},
		}, "", `["b"] ["a"]`},
		{"the score of an eliminated player ends nothing (BG-40)", "a:setup b", table{seats: players("25", "1")}, "", `["b"] ["a"]`},
		{"over before the first turn (BG-44)", "a:request-pebble-or-trades b", table{bank: "r", visibles: "rrrww", seats: players("25", "1")}, "", `["a"] []`},
		{
			// Ada could buy the card at once, but nothing can be drawn or
			// exchanged: the empty list costs the display (BG-23, BG-64).
			"the empty list costs the only card", "Ada bob", table{visibles: "rrrrr", seats: []seat{{"", "rrrrr", "0", ""}, {"", "", "3", ""}}}, "", `["bob"] []`,
		},
		{
			// With a hidden card it costs that one, and Ada buys for 5.
			"the empty list costs a hidden card", "Ada bob",
			table{visibles: "rrrrr ggggg ggggg ggggg", hidden: "ggggg", seats: []seat{{"", "rrrrr", "0", ""}, {"", "", "3", ""}}},
			"", `["Ada"] []`,
		},
		{"a bonus does not end the game (BG-55)", "Ada bob", table{
			bank: "rr", visibles: "rrrrr", seats: []seat{{"", "", "10", "rwbgy"}, {"", "rrrr", "17", ""}},
		}, `"RWB"`, `["bob"] []`},
		{"several cards share a bonus (BG-56)", "Ada bob", table{seats: []seat{{"", "", "10", "rrrrr! wwwww bbbbb gggyy!"}, {"", "", "19", ""}}}, `"SEY"`, `["Ada"] []`},
		{"a colour is missing (BG-56)", "Ada bob", table{seats: []seat{{"", "", "10", "rrrrr! wwwww bbbbb ggggg!"}, {"", "", "19", ""}}}, `"SEY"`, `["bob"] []`},
		{"a card bought during the game counts (BG-57)", "Ada bob", table{
			bank: "r", visibles: "rwbbb", seats: []seat{{"", "wbbb", "0", ""}, {"", "", "14", ""}},
		}, `"RWB"`, `["Ada"] []`},
		{"a bonus is no comfort for failing in win (BG-52)", "Ada:win bob", table{seats: []seat{{"", "", "10", "rwbgy"}, {"", "", "19", ""}}}, `"SEY"`, `[] ["Ada"]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := []string{actors(tt.actors), equations(tt.game.equations), tt.game.gameText()}
			if tt.bonus != "" {
				in = append(in, tt.bonus)
			}
			if got := brief(t, configured(t), "games", in...); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
	// The option bonus is for score and play alone.
	in := []string{actors("a b"), "[]", table{seats: []seat{{"", "", "10", "rwbgy"}, {"", "", "19", ""}}}.gameText()}
	if got, want := brief(t, configured(t, "bonus=SEY"), "games", in...), `["b"] []`; got != want {
		t.Errorf("with the option bonus: %s, want %s", got, want)
	}
}

// TestGamesWithQuirks has a game that goes on only with Q4.
func TestGamesWithQuirks(t *testing.T) {
	// Ada draws the last pebble. Her hidden card keeps the game going (Q4):
	// she pays the price for an empty list until it is gone.
	waiting := table{
		bank: "b", visibles: "yyyyy yyyyy yyyyy yyyyy", hidden: "rrrrr ggggg",
		seats: []seat{{"", "rrrrr", "0", ""}, {"", "", "3", ""}},
	}
	two := `[["Ada","purchase-points"],["bob","purchase-points","request-pebble-or-trades"]]`
	if got, want := brief(t, configured(t), "games", two, "[]", waiting.gameText()), `["bob"] []`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := brief(t, configured(t, "buyable_cards=all"), "games", two, "[]", waiting.gameText()), `["Ada"] ["bob"]`; got != want {
		t.Errorf("with buyable_cards=all: %s, want %s", got, want)
	}
}
