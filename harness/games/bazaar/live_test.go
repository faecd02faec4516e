package bazaar_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
)

// began is a referee of a live game.
func began(t testing.TB, r game.Rules, names string, in ...string) game.Referee {
	t.Helper()
	f, err := r.Live().Referee(gametest.Values(t, in...), strings.Fields(names))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// due is the call that is due, as it goes over the wire, with the name of the
// player in front; "" if none is.
func due(t testing.TB, f game.Referee) string {
	t.Helper()
	calls := f.Calls()
	if len(calls) == 0 {
		return ""
	}
	c := calls[0]
	if len(calls) > 1 || len(c.Args) != 1 {
		t.Fatalf("%d calls are due at once, the first with %d arguments (BG-90)", len(calls), len(c.Args))
	}
	return fmt.Sprintf("%s < [%q,[%s]]", c.Player, c.Method, c.Args[0])
}

// answered lets players reply as told until the game ends or replies run out.
func answered(t testing.TB, f game.Referee, replies ...string) (last *game.Breach) {
	t.Helper()
	for _, reply := range replies {
		calls := f.Calls()
		if len(calls) == 0 {
			t.Fatalf("no call is due for the reply %s", reply)
		}
		last = f.Answer(calls[0].Seat, jsontext.Value(reply))
	}
	return last
}

// happened has the events since the last time, one a line.
func happened(f game.Referee) string { return string(gametest.Lines(f.Events())) }

// TestCompleteExchange is 11.7, with the replies that are written there and
// with those that builtin players find.
func TestCompleteExchange(t *testing.T) {
	r := configured(t)
	in := gametest.Values(t, `[[["green"],["yellow"]]]`, `{"bank":["blue","blue"],"visibles":[{"pebbles":["red","blue","blue","blue","blue"],"face?":true}],`+
		`"cards":[],"players":[{"wallet":["red","blue","blue","blue"],"score":14,"cards":[]},{"wallet":["red"],"score":5,"cards":[]}]}`)
	f, err := r.Live().Referee(in, []string{"Ada", "bob"})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := r.Live().Seats(in); n != game.Just(2) || err != nil {
		t.Errorf("%d seats, %v", n, err)
	}
	players := map[string]game.Player{}
	for _, name := range []string{"Ada", "bob"} {
		if players[name], err = r.Live().Player("points", name, 1); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range [][2]string{
		{`Ada < ["setup",[[[["green"],["yellow"]]]]]`, `"void"`},
		{`bob < ["setup",[[[["green"],["yellow"]]]]]`, `"void"`},
		{`Ada < ["request-pebble-or-trades",[{"bank":["blue","blue"],"cards":[{"face?":true,"pebbles":["red","blue","blue","blue","blue"]}],"active":{"wallet":["red","blue","blue","blue"],"score":14,"cards":[]},"scores":[5]}]]`, `false`},
		{`Ada < ["request-cards",[{"bank":["blue"],"cards":[{"face?":true,"pebbles":["red","blue","blue","blue","blue"]}],"active":{"wallet":["red","blue","blue","blue","blue"],"score":14,"cards":[]},"scores":[5]}]]`, `[{"face?":true,"pebbles":["red","blue","blue","blue","blue"]}]`},
		{`Ada < ["win",[true]]`, `"void"`},
		{`bob < ["win",[false]]`, `"void"`},
	} {
		if got := due(t, f); got != x[0] {
			t.Fatalf("due is %s\nwant   %s", got, x[0])
		}
		c := f.Calls()[0]
		if reply, err := players[c.Player].Reply(c.Method, c.Args); err != nil || string(reply.Text) != x[1] || reply.Then != game.Waits {
			t.Errorf("%s replies %+v, %v, want %s", c.Player, reply, err, x[1])
		}
		if b := f.Answer(c.Seat, jsontext.Value(x[1])); b != nil {
			t.Errorf("%s: %+v", x[1], b)
		}
	}
	if got := due(t, f); got != "" {
		t.Errorf("behind the end %s", got)
	}
	if got := string(gametest.Lines(f.Result())); got != `[["Ada"],[]]` {
		t.Errorf("the result is %s", got)
	}
	want := strings.Join([]string{
		`{"event":"start","state":{"equations":[[["green"],["yellow"]]],"bank":["blue","blue"],"visibles":[{"face?":true,"pebbles":["red","blue","blue","blue","blue"]}],"cards":[],"players":[{"name":"Ada","wallet":["red","blue","blue","blue"],"score":14,"cards":[]},{"name":"bob","wallet":["red"],"score":5,"cards":[]}],"dropouts":[],"phase":"pebble-or-trades"}}`,
		`{"event":"setup","player":"Ada","ok":true}`,
		`{"event":"setup","player":"bob","ok":true}`,
		`{"event":"turn","player":"Ada"}`,
		`{"event":"pebble","player":"Ada","color":"blue"}`,
		`{"event":"buy","player":"Ada","cards":[{"face?":true,"pebbles":["red","blue","blue","blue","blue"]}],"points":8}`,
		`{"event":"over","reason":"enough_points"}`,
		`{"event":"win","player":"Ada","won":true,"ok":true}`,
		`{"event":"win","player":"bob","won":false,"ok":true}`,
		`{"event":"end","winners":["Ada"],"dropouts":[]}`,
	}, "\n")
	if got := happened(f); got != want {
		t.Errorf("the events are\n%s\nwant\n%s", got, want)
	}
}

// long is a game that goes on for some turns: Ada can exchange r for b, and buy
// the first card then.
var long = table{
	equations: "r=b", bank: "bbrg", visibles: "bwwww ggggg! yyyyy yyyyy", hidden: "rrrrr rrrww",
	seats: []seat{{"", "rwwww", "1", "ggggg"}, {"", "r", "2", ""}, {"", "y", "3", ""}},
}

// atCall brings a live game of long to the call of that method to Ada.
func atCall(t *testing.T, r game.Rules, method string) game.Referee {
	t.Helper()
	game := long
	if method == "win" {
		game.seats = []seat{{"", "", "25", ""}, {"", "r", "2", ""}, {"", "y", "3", ""}}
	}
	f := began(t, r, "Ada bob Cyd", equations(game.equations), game.gameText())
	if method != "setup" {
		answered(t, f, `"void"`, `"void"`, `"void"`)
	}
	if method == "request-cards" {
		answered(t, f, equations("r=b"))
	}
	if c := f.Calls(); len(c) != 1 || c[0].Method != method || c[0].Player != "Ada" {
		t.Fatalf("due is %+v", c)
	}
	f.Events()
	return f
}

var allMethods = []string{"setup", "request-pebble-or-trades", "request-cards", "win"}

// TestReplies has the rows of 11.3, BG-92 and chapter 6: what Ada replies, and
// why she is out; "" if she is not.
func TestReplies(t *testing.T) {
	const first, second = "request-pebble-or-trades", "request-cards"
	for _, tt := range []struct {
		method, reply string
		why, clause   string
		lenient       string // why with Q6, where it differs
	}{
		{"setup", `"void"`, "", "", ""},
		{"setup", ` "\u0076oid" `, "", "", ""},
		{"setup", `"Void"`, "wrong_shape", "BG-92", ""},
		{"setup", `null`, "wrong_shape", "BG-92", ""},
		{"setup", `true`, "wrong_shape", "BG-92", ""},
		{"setup", `[]`, "wrong_shape", "BG-92", ""},
		{"setup", `["void"]`, "wrong_shape", "BG-92", ""},
		{"setup", `void`, "not_json", "BG-90", ""},
		{"setup", ``, "not_json", "BG-90", ""},
		{"setup", `"void" 1`, "not_json", "BG-90", ""},
		{"win", `"void"`, "", "", ""},
		{"win", `"VOID"`, "wrong_shape", "BG-92", ""},
		{"win", `false`, "wrong_shape", "BG-92", ""},
		{"win", `"void`, "not_json", "BG-90", ""},

		{first, `false`, "", "", ""},
		{first, `[]`, "", "", ""},
		{first, equations("r=b"), "", "", ""},
		{first, equations("r=b b=r r=b"), "", "", ""},
		{first, ` [ [ [ "\u0072ed" ] , [ "blue" ] ] ] `, "", "", ""},
		{first, `true`, "wrong_shape", "BG-92", "legal"},
		{first, `null`, "wrong_shape", "BG-92", "legal"},
		{first, `0`, "wrong_shape", "BG-92", "legal"},
		{first, `"false"`, "wrong_shape", "BG-92", "legal"},
		{first, `{}`, "wrong_shape", "BG-92", "legal"},
		{first, card("rrrww"), "wrong_shape", "BG-92", "legal"},
		{first, `{"a":1,"a":1}`, "wrong_shape", "BG-92", ""},
		{first, `[false]`, "wrong_shape", "BG-92", ""},
		{first, cards("bwwww"), "wrong_shape", "BG-92", ""},
		{first, `[[["red"],["blue"],["red"]]]`, "wrong_shape", "BG-92", ""},
		{first, `[[["re"],["red"]]]`, "wrong_shape", "BG-92", ""},
		{first, `[[[],["red"]]]`, "wrong_shape", "BG-92", ""},
		{first, equations("rrrrr=b"), "wrong_shape", "BG-92", ""},
		{first, equations("rb=b"), "wrong_shape", "BG-92", ""},
		{first, `fals`, "not_json", "BG-90", ""},
		{first, "[\"\xff\"]", "not_json", "BG-90", ""},
		{first, equations("r=w"), "unknown_equation", "BG-18", ""},
		{first, equations("r=b r=b"), "wallet_short", "BG-19", ""},
		{first, equations("b=r"), "wallet_short", "BG-19", ""},

		{second, `[]`, "", "", ""},
		{second, cards("bwwww"), "", "", ""},
		{second, `[{"face?":false,"pebbles":["white","white","blue","white","white"]}]`, "", "", ""},
		{second, `false`, "wrong_shape", "BG-92", ""},
		{second, `null`, "wrong_shape", "BG-92", ""},
		{second, equations("r=b"), "wrong_shape", "BG-92", ""},
		{second, `[{"face?":false,"e":["white","white","blue","white","white"]}]`, "wrong_shape", "BG-92", ""},
		{second, `[{"pebbles":["white","white","blue","white","white"]}]`, "wrong_shape", "BG-92", ""},
		{second, `[{"face?":false,"pebbles":["white","white","blue","white","white"],"n":1}]`, "wrong_shape", "BG-92", ""},
		{second, `[{"face?":0,"pebbles":["white","white","blue","white","white"]}]`, "wrong_shape", "BG-92", ""},
		{second, cards("bwww"), "wrong_shape", "BG-92", ""},
		{second, cards("bwwwww"), "wrong_shape", "BG-92", ""},
		{second, cards("bwwww!"), "card_not_visible", "BG-30", ""},
		{second, cards("rrrrr"), "card_not_visible", "BG-30", ""},
		{second, cards("bwwww bwwww"), "card_not_visible", "BG-30", ""},
		{second, cards("ggggg!"), "wallet_cannot_buy", "BG-27", ""},
		{second, cards(times(30, "yyyyy")), "wallet_cannot_buy", "BG-27", ""},
	} {
		for _, q6 := range []string{"strict", "lenient"} {
			why := tt.why
			if q6 == "lenient" && tt.lenient != "" {
				why = strings.TrimPrefix(tt.lenient, "legal")
			}
			t.Run(tt.method+" "+tt.reply+" "+q6, func(t *testing.T) {
				f := atCall(t, configured(t, "first_reply="+q6), tt.method)
				b := answered(t, f, tt.reply)
				if why == "" {
					if b != nil {
						t.Errorf("out: %+v", b)
					}
					return
				}
				if b == nil || b.Why != why || b.Clause != tt.clause || b.Seat != 0 || b.Player != "Ada" || b.Method != tt.method {
					t.Fatalf("%+v, want %s by %s", b, why, tt.clause)
				}
				if !strings.HasPrefix(b.Message, "Ada ") || len(b.Message) < 20 || strings.HasSuffix(b.Message, ".") {
					t.Errorf("the message is %q", b.Message)
				}
				checkOut(t, f, tt.method, why)
			})
		}
	}
}

// checkOut looks at the events of Ada's elimination, and whether the game goes
// on without her.
func checkOut(t *testing.T, f game.Referee, method, why string) {
	t.Helper()
	drop := `{"event":"drop","player":"Ada","why":"` + why + `"}`
	events := happened(f)
	want, next := drop+"\n"+`{"event":"turn","player":"bob"}`, `bob < ["request-pebble-or-trades"`
	switch method {
	case "setup":
		want, next = `{"event":"setup","player":"Ada","ok":false}`+"\n"+drop, `bob < ["setup"`
	case "win":
		want, next = `{"event":"win","player":"Ada","won":true,"ok":false}`+"\n"+drop, `bob < ["win",[false]]`
	}
	if events != want {
		t.Errorf("the events are\n%s\nwant\n%s", events, want)
	}
	if got := due(t, f); !strings.HasPrefix(got, next) {
		t.Errorf("due is %s, want %s…", got, next)
	}
	for calls := f.Calls(); len(calls) > 0; calls = f.Calls() {
		if calls[0].Player == "Ada" {
			t.Fatal("an eliminated player is called (BG-38)")
		}
		f.Fail(calls[0].Seat, game.Closed)
	}
	if got := string(f.Result()[0]); got != `[[],["Ada","Cyd","bob"]]` {
		t.Errorf("the result is %s", got)
	}
}

// TestIllegalFirstReplies has the codes that need another table.
func TestIllegalFirstReplies(t *testing.T) {
	for _, tt := range []struct {
		options, bank, reply string
		why, clause          string
	}{
		{"visible_cards=4", "", `false`, "bank_empty", "BG-16"},
		{"visible_cards=4", "r", equations("r=b"), "bank_short", "BG-19"},
		{"max_exchanges=1", "bb", equations("r=b b=r"), "too_many_exchanges", "BG-20"},
	} {
		g := long.with(func(t *table) { t.bank, t.visibles = tt.bank, "rwwww ggggg! yyyyy yyyyy" })
		f := began(t, configured(t, tt.options), "Ada bob Cyd", equations(g.equations), g.gameText())
		b := answered(t, f, `"void"`, `"void"`, `"void"`, tt.reply)
		if b == nil || b.Why != tt.why || b.Clause != tt.clause {
			t.Errorf("%s: %+v, want %s by %s", tt.reply, b, tt.why, tt.clause)
		}
	}
}

// TestFailures lets each call fail in each way.
func TestFailures(t *testing.T) {
	clauses := map[game.Failure]string{
		game.Raised: "BG-37", game.TimedOut: "BG-91", game.Closed: "BG-37", game.NotJSON: "BG-90", game.WrongShape: "BG-92", game.TooLong: "BG-95", "odd": "BG-37",
	}
	for _, method := range allMethods {
		for why, clause := range clauses {
			f := atCall(t, configured(t), method)
			b := f.Fail(0, why)
			if b == nil || b.Why != string(why) || b.Clause != clause || b.Method != method || !strings.Contains(b.Message, method) {
				t.Errorf("%s in %s: %+v", why, method, b)
			}
			checkOut(t, f, method, string(why))
		}
	}
}

// TestClosedCall: with Q7 who leaves at the first call of its turn has asked for
// a pebble, and is out by its next call (chapter 10). Where the bank is empty
// the request is illegal.
func TestClosedCall(t *testing.T) {
	for _, why := range []game.Failure{game.Closed, game.Raised} {
		f := atCall(t, configured(t, "closed_call=pebble"), "request-pebble-or-trades")
		if b := f.Fail(0, why); b != nil {
			t.Fatalf("%s: out: %+v", why, b)
		}
		if got := due(t, f); !strings.HasPrefix(got, `Ada < ["request-cards"`) {
			t.Errorf("%s: due is %s", why, got)
		}
		if events := happened(f); !strings.Contains(events, `{"event":"pebble","player":"Ada"`) {
			t.Errorf("%s: the events are\n%s", why, events)
		}
		if b := f.Fail(0, game.Closed); b == nil || b.Why != "closed" || b.Method != "request-cards" {
			t.Errorf("%s: the breach is %+v", why, b)
		}
		checkOut(t, f, "request-cards", "closed")
	}
	for _, why := range []game.Failure{game.TimedOut, game.NotJSON, game.TooLong} {
		f := atCall(t, configured(t, "closed_call=pebble"), "request-pebble-or-trades")
		if b := f.Fail(0, why); b == nil || b.Why != string(why) {
			t.Errorf("%s: the breach is %+v", why, b)
		}
	}
	g := long.with(func(t *table) { t.bank, t.visibles = "", "rwwww ggggg! yyyyy yyyyy" })
	f := began(t, configured(t, "closed_call=pebble"), "Ada bob Cyd", equations(g.equations), g.gameText())
	answered(t, f, `"void"`, `"void"`, `"void"`)
	if b := f.Fail(0, game.Closed); b == nil || b.Why != "bank_empty" || b.Clause != "BG-16" {
		t.Errorf("with an empty bank the breach is %+v", b)
	}
}

// TestAnswersOutOfTurn: only the due call takes an answer.
func TestAnswersOutOfTurn(t *testing.T) {
	f := atCall(t, configured(t), "request-cards")
	before := due(t, f)
	for _, seat := range []int{-1, 1, 2, 3} {
		if b := f.Answer(seat, jsontext.Value("[]")); b != nil {
			t.Errorf("seat %d: %+v", seat, b)
		}
		if b := f.Fail(seat, game.Closed); b != nil {
			t.Errorf("seat %d: %+v", seat, b)
		}
	}
	if got := due(t, f); got != before || happened(f) != "" {
		t.Errorf("due is %s, was %s", got, before)
	}
	for calls := f.Calls(); len(calls) > 0; calls = f.Calls() {
		f.Fail(calls[0].Seat, game.Closed)
	}
	if b := f.Answer(0, jsontext.Value(`"void"`)); b != nil {
		t.Errorf("behind the end: %+v", b)
	}
}

// TestWinCalls: winners are called first, each group in list order; who fails
// is a drop-out, and nobody moves up (BG-51, BG-52).
func TestWinCalls(t *testing.T) {
	over := table{seats: []seat{{"", "", "3", ""}, {"", "", "9", ""}, {"", "", "3", ""}, {"", "", "9", ""}, {"", "", "1", ""}}}
	begin := func() game.Referee {
		f := began(t, configured(t), "e d c b a", "[]", over.gameText())
		answered(t, f, `"void"`, `"void"`, `"void"`, `"void"`, `"void"`)
		return f
	}
	f := begin()
	var order []string
	for calls := f.Calls(); len(calls) > 0; calls = f.Calls() {
		order = append(order, due(t, f))
		f.Answer(calls[0].Seat, jsontext.Value(`"void"`))
	}
	want := []string{`d < ["win",[true]]`, `b < ["win",[true]]`, `e < ["win",[false]]`, `c < ["win",[false]]`, `a < ["win",[false]]`}
	if !slices.Equal(order, want) {
		t.Errorf("the calls are %q, want %q", order, want)
	}
	if got := string(f.Result()[0]); got != `[["b","d"],[]]` {
		t.Errorf("the result is %s", got)
	}
	f = begin()
	answered(t, f, `null`, `"void"`, `"void"`)
	f.Fail(2, game.TimedOut)
	answered(t, f, `"void"`)
	if got := string(f.Result()[0]); got != `[["b"],["c","d"]]` {
		t.Errorf("with failures the result is %s", got)
	}
	f = begin()
	for calls := f.Calls(); len(calls) > 0; calls = f.Calls() {
		f.Fail(calls[0].Seat, game.Closed)
	}
	if got := string(f.Result()[0]); got != `[[],["a","b","c","d","e"]]` {
		t.Errorf("when all fail the result is %s", got)
	}
}

// TestSpelling: equations go out as given, wallets with Q2 (11.3).
func TestSpelling(t *testing.T) {
	const given = `[ [["blue","red","blue"],["yellow","green"]], [["w\u0068ite"],["green"]] ]`
	const game = `{"players":[{"score":0,"wallet":["green","yellow","blue","white","red","blue","green","blue","red"]}],` +
		`"bank":["green","yellow","green"],"visibles":[{"face?":false,"pebbles":["white","green","yellow","green","yellow"]}],` +
		`"cards":[{"face?":true,"pebbles":["white","red","white","red","white"]},{"face?":true,"pebbles":["white","red","white","red","white"]}]}`
	for option, wallets := range map[string][3]string{
		"wallet_tie=bag": {
			`["red","red","white","blue","blue","blue","green","green","yellow"]`,
			`["red","white","blue","green","green","green","yellow","yellow"]`,
			`["red","blue","green"]`,
		},
		"wallet_tie=list": {
			`["green","yellow","blue","white","red","blue","green","blue","red"]`,
			`["green","yellow","white","green","blue","red","yellow","green"]`,
			`["blue","red","green"]`,
		},
	} {
		f := began(t, configured(t, option), "Ada", given, game)
		if got, want := due(t, f), `Ada < ["setup",[[[["blue","red","blue"],["yellow","green"]],[["white"],["green"]]]]]`; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
		if got := happened(f); !strings.Contains(got, `"equations":[[["blue","red","blue"],["yellow","green"]],`) || !strings.Contains(got, wallets[0]) {
			t.Errorf("it starts with %s", got)
		}
		answered(t, f, `"void"`)
		if got := due(t, f); !strings.Contains(got, `"active":{"wallet":`+wallets[0]+`,"score":0,"cards":[]}`) {
			t.Errorf("%s: the first turn is %s", option, got)
		}
		answered(t, f, `[[["blue","blue","red"],["green","yellow"]]]`)
		if got := due(t, f); !strings.Contains(got, `"active":{"wallet":`+wallets[1]+`,"score":0,"cards":[]}`) {
			t.Errorf("%s: the turn after the exchange is %s", option, got)
		}
		answered(t, f, `[{"face?":false,"pebbles":["white","green","yellow","green","yellow"]}]`)
		if got := due(t, f); !strings.Contains(got, `"active":{"wallet":`+wallets[2]+`,"score":1,"cards":[`) {
			t.Errorf("%s: the turn after the purchase is %s", option, got)
		}
	}
}

// TestShortDisplay: a server's Game may show fewer than four cards, and the
// first refill makes up for it (11.1).
func TestShortDisplay(t *testing.T) {
	f := began(t, configured(t), "Ada bob", "[]", table{bank: "rrr", hidden: "rrrrr wwwww bbbbb ggggg yyyyy", seats: []seat{{"", "", "0", ""}, {"", "", "0", ""}}}.gameText())
	answered(t, f, `"void"`, `"void"`, "false", "[]")
	if got := happened(f); !strings.Contains(got, `{"event":"refill","cards":`+facesFirst("rrrrr wwwww bbbbb ggggg")+`}`) {
		t.Errorf("the events are %s", got)
	}
}

// TestLiveInput: what a referee refuses is what the oracles refuse.
func TestLiveInput(t *testing.T) {
	l := configured(t).Live()
	good := []string{"[]", valid.gameText(), `"RWB"`}
	for i, bad := range []string{equations("r=b b=r"), valid.with(func(t *table) { t.hidden = times(17, "rrrww") }).gameText(), `"none"`} {
		in := slices.Clone(good)
		in[i] = bad
		_, seatsErr := l.Seats(gametest.Values(t, in...))
		_, err := l.Referee(gametest.Values(t, in...), []string{"Ada", "bob"})
		for _, err := range []error{seatsErr, err} {
			var invalid *game.Invalid
			if !errors.As(err, &invalid) || invalid.Value != i || invalid.Message == "" {
				t.Errorf("value %d: %v", i, err)
			}
		}
	}
	for n := range 5 {
		_, err := l.Seats(gametest.Values(t, append(slices.Clone(good), "1")[:min(n, 4)]...))
		var invalid *game.Invalid
		if enough := n == 2 || n == 3; enough != (err == nil) || err != nil && (!errors.As(err, &invalid) || !invalid.Count) {
			t.Errorf("%d values: %v", n, err)
		}
	}
	_, err := l.Referee(gametest.Values(t, good...), []string{"Ada"})
	if invalid := (*game.Invalid)(nil); err == nil || errors.As(err, &invalid) {
		t.Errorf("one name for two seats: %v", err)
	}
}

func TestSignUp(t *testing.T) {
	s := configured(t).Live().SignUp()
	if s.NameMs != 2000 || s.WaitMs != 20000 || s.Waits != 2 || s.CallMs != 4000 || s.PlayersMin != 2 || s.PlayersMax != 6 || s.ReplyBytesMax != 1<<20 {
		t.Errorf("by default %+v", s)
	}
	if s.DuplicateVoids || s.DuplicatesSeated || s.BytesRestartClock || len(s.Void) != 1 || string(s.Void[0]) != "[[],[]]" {
		t.Errorf("by default %+v", s)
	}
	for _, text := range kinds["name"].good {
		if name := read[string](t, jsontext.Value(text)); !s.NameOK(name) {
			t.Errorf("%q is a name", name)
		}
	}
	for _, f := range kinds["name"].bad {
		if name := read[string](t, jsontext.Value(f.text)); s.NameOK(name) {
			t.Errorf("%q is not a name", name)
		}
	}
	s = configured(t, "reference-2024", "name_ms=1", "wait_ms=2", "waits=3", "call_ms=4", "players_max=7", "players_min=5").Live().SignUp()
	if s.NameMs != 1 || s.WaitMs != 2 || s.Waits != 3 || s.CallMs != 4 || s.PlayersMax != 7 || s.PlayersMin != 5 || !s.DuplicateVoids {
		t.Errorf("with options %+v", s)
	}
	if !configured(t, ":W1").Live().SignUp().BytesRestartClock || !configured(t, ":W2").Live().SignUp().DuplicatesSeated {
		t.Error("W1 and W2 are not told")
	}
}

// driven plays a live game with builtin players, who follow the same rules, and
// returns the referee at its end.
func driven(t testing.TB, l game.Live, in []jsontext.Value, names, kinds []string) game.Referee {
	t.Helper()
	return drive(t, l, l, in, names, kinds)
}

// drive plays a live game whose players follow rules of their own.
func drive(t testing.TB, l, theirs game.Live, in []jsontext.Value, names, kinds []string) game.Referee {
	t.Helper()
	f, err := l.Referee(in, names)
	if err != nil {
		t.Fatal(err)
	}
	players, left := make([]game.Player, len(names)), make([]bool, len(names))
	for i := range players {
		if players[i], err = theirs.Player(kinds[i], names[i], uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	for calls := f.Calls(); len(calls) > 0; calls = f.Calls() {
		if len(calls) != 1 {
			t.Fatalf("%d calls are due at once (BG-90)", len(calls))
		}
		c := calls[0]
		if c.Player != names[c.Seat] {
			t.Fatalf("the call is for %s at seat %d of %v", c.Player, c.Seat, names)
		}
		reply, err := players[c.Seat].Reply(c.Method, c.Args)
		if err != nil {
			t.Fatalf("%s(%s): %v", c.Method, c.Args, err)
		}
		var b *game.Breach
		switch {
		case left[c.Seat]:
			b = f.Fail(c.Seat, game.Closed)
		case reply.Then == game.Leaves:
			b = f.Fail(c.Seat, game.Raised)
			left[c.Seat] = b == nil && c.Method == "request-pebble-or-trades" // Q7
		case reply.Then == game.Hangs:
			b = f.Fail(c.Seat, game.TimedOut)
		default:
			b = f.Answer(c.Seat, reply.Text)
		}
		if b != nil && (b.Seat != c.Seat || b.Player != c.Player || b.Method != c.Method || b.Why == "" || b.Message == "") {
			t.Fatalf("the breach of %+v is %+v", c, b)
		}
	}
	return f
}

// castOf are the names and the kinds of the actors of an input.
func castOf(t testing.TB, actors jsontext.Value) (names, kinds []string) {
	t.Helper()
	for _, raw := range read[[]jsontext.Value](t, actors) {
		kinds = append(kinds, string(raw))
		names = append(names, read[[]any](t, raw)[0].(string))
	}
	return names, kinds
}

// TestLiveGamesAreGames plays random games live, under options of all kinds and
// as every mutant: the outcome is that of task games.
func TestLiveGamesAreGames(t *testing.T) {
	settings := [][]string{{}, {"reference-2024", "closed_call=fails"}, {"price=false"}, {"max_exchanges=1"}, {"turns_max=3"}, {"visible_cards=2", "unavailable_card=sell"}}
	games := []int{1200, 300, 60, 150, 150, 150}
	for _, m := range bazaar.Game().Mutants {
		// Asked for cards before it has replied at all, a player live has no plan, and
		// one of the task makes it then.
		if m.ID != "elimination-asks-next-for-cards" {
			settings, games = append(settings, []string{":" + m.ID}), append(games, 15)
		}
	}
	for k, s := range settings {
		// The games of a mutant stay the same when another one is added.
		own := fnv.New32a()
		fmt.Fprint(own, s)
		r := configured(t, s...)
		oracle := gametest.NewAsker(t, r, "games")
		for i := range gametest.Rounds(max(games[k]/10, 2), games[k]) {
			in := r.Generate("games", seeded(int(own.Sum32())+i), gametest.SizeOf(i))
			names, kinds := castOf(t, in[0])
			f := driven(t, r.Live(), in[1:], names, kinds)
			out := oracle.Ask(in)
			if got, want := string(f.Result()[0]), fmt.Sprintf("[%s,%s]", out[0], out[1]); got != want {
				t.Fatalf("%v, game %d: live %s, by task games %s\n%s", s, i, got, want, gametest.Lines(in))
			}
		}
	}
}

// TestRandomPlayers: what a random player asks for is legal, and depends on the
// seed alone.
func TestRandomPlayers(t *testing.T) {
	games := gametest.Rounds(20, 200)
	for _, option := range []string{"max_exchanges=null", "max_exchanges=1", "wallet_tie=list"} {
		r := configured(t, option)
		for i := range games {
			in := r.Generate("games", seeded(i), gametest.SizeOf(i))[1:3]
			seats, err := r.Live().Seats(in)
			if err != nil {
				t.Fatal(err)
			}
			names := strings.Fields("a b c d e f")[:seats.Least]
			kinds := slices.Repeat([]string{"random"}, seats.Least)
			f := driven(t, r.Live(), in, names, kinds)
			if got := string(f.Result()[0]); !strings.HasSuffix(got, ",[]]") {
				t.Fatalf("game %d ends with %s\n%s", i, got, happened(f))
			}
			if again := driven(t, r.Live(), in, names, kinds); happened(f) != happened(again) {
				t.Fatalf("game %d goes otherwise the second time", i)
			}
		}
	}
}

// FuzzAnswer sends any reply to any call of a game.
func FuzzAnswer(f *testing.F) {
	r := configured(f)
	for _, reply := range []string{`"void"`, `false`, `[]`, equations("r=b"), cards("bwwww"), `[[[`, "\x00", `{"a":1,"a":2}`, `[{"pebbles":[]}]`} {
		f.Add(uint64(0), []byte(reply))
		f.Add(uint64(5), []byte(reply))
	}
	f.Fuzz(func(t *testing.T, seed uint64, reply []byte) {
		rng := rand.New(rand.NewPCG(seed, 1))
		referee := began(t, r, "Ada bob Cyd", equations(long.equations), long.gameText())
		at := rng.IntN(12)
		for n := 0; ; n++ {
			calls := referee.Calls()
			if len(calls) == 0 {
				break
			}
			c := calls[0]
			if n == at {
				b := referee.Answer(c.Seat, reply)
				if b != nil && (b.Seat != c.Seat || b.Why == "" || b.Clause == "" || b.Message == "") {
					t.Fatalf("%q: %+v", reply, b)
				}
				continue
			}
			p, err := r.Live().Player("random", c.Player, seed)
			if err != nil {
				t.Fatal(err)
			}
			right, err := p.Reply(c.Method, c.Args)
			if err != nil {
				t.Fatal(err)
			}
			referee.Answer(c.Seat, right.Text)
		}
		for _, v := range append(referee.Events(), referee.Result()...) {
			if !v.IsValid() {
				t.Fatalf("%q: %s is no JSON", reply, v)
			}
		}
	})
}
