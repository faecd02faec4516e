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

func playerOf(t testing.TB, r game.Rules, kind, name string) game.Player {
	t.Helper()
	p, err := r.Live().Player(kind, name, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// reply is what a player does with a call, in one line.
func reply(t testing.TB, p game.Player, method, arg string) string {
	t.Helper()
	got, err := p.Reply(method, gametest.Values(t, arg))
	if err != nil {
		t.Fatalf("%s(%s): %v", method, arg, err)
	}
	return string(got.Text) + map[game.Then]string{game.Waits: "", game.Leaves: " leaves", game.Hangs: " hangs"}[got.Then]
}

// liveTurn writes the Turn of a call.
func liveTurn(bank, visibles, wallet string) string {
	return fmt.Sprintf(`{"bank":%s,"cards":%s,"active":{"wallet":%s,"score":0,"cards":[]},"scores":[]}`, pebbles(bank), cards(visibles), pebbles(wallet))
}

// TestTricks has the rows of 11.6, byte by byte, and that only a plain actor of
// such a name plays a trick.
func TestTricks(t *testing.T) {
	const blanks = 4095
	pause := strings.Repeat(" ", blanks)
	draw, trade, skip := liveTurn("r", "bwwww", "g"), liveTurn("b", "bwwww", "rwwww"), liveTurn("b", "bwwww", "rg")
	one := `[{"face?":false,"pebbles":["white","white","white","white","blue"]}`
	buy, none := liveTurn("r", "bwwww", "bwwww"), liveTurn("r", "bwwww", "")
	const first, second = "request-pebble-or-trades", "request-cards"
	for _, tt := range []struct{ name, method, arg, want string }{
		{"nonSetup", "setup", "[]", `void`},
		{"nonSetup", "win", "true", `"void"`},
		{"nonSetup", first, draw, `false`},
		{"nonSetup", second, buy, one + `]`},
		{"nonWin", "setup", "[]", `"void"`},
		{"nonWin", "win", "false", `void`},
		{"nonWin", first, trade, `[[["red"],["blue"]]]`},
		{"illTT", "setup", "[]", `"void"`},
		{"illTT", "win", "true", `"void"`},
		{"illTT", first, draw, pause + `fals hangs`},
		{"illTT", first, trade, pause + `[[["red"],["blue"]] hangs`},
		{"illTT", first, skip, pause + `[ hangs`},
		{"illTT", second, buy, pause + one + ` hangs`},
		{"illTT", second, none, pause + `[ hangs`},
		{"invTTBadString", "setup", "[]", `"void"`},
		{"invTTBadString", "win", "true", `"void"`},
		{"invTTBadString", first, draw, `true`},
		{"invTTBadString", first, trade, `[[["red"],["blue"],["red"]]]`},
		{"invTTBadString", first, skip, `[[["re"],["red"]]]`},
		{"invTTBadString", second, none, `[[["re"],["red"]]]`},
		{"invTTBadString", second, buy, strings.Replace(one, "pebbles", "e", 1) + `]`},
		{"AAsendnameloop", "setup", "[]", ` hangs`},
	} {
		t.Run(tt.name+" "+tt.method, func(t *testing.T) {
			kinds := []string{tt.name}
			if tt.name != "AAsendnameloop" {
				kinds = append(kinds, `["`+tt.name+`","purchase-points"]`, "points+"+tt.name)
			}
			for _, kind := range kinds {
				p := playerOf(t, configured(t), kind, "Ada")
				if tt.method != "setup" && kind != "AAsendnameloop" {
					reply(t, p, "setup", equations("r=b"))
				}
				if got := reply(t, p, tt.method, tt.arg); got != tt.want {
					t.Errorf("%s: %.200q, want %.200q", kind, got, tt.want)
				}
			}
			// As a name alone, or of an actor that misbehaves anyway, it means nothing.
			p := playerOf(t, configured(t), `["`+tt.name+`","purchase-points","win",7]`, tt.name)
			if got := reply(t, p, "setup", equations("r=b")); got != `"void"` {
				t.Errorf("an actor of four parts replies %s to setup", got)
			}
			if got := reply(t, p, first, draw); got != "false" {
				t.Errorf("an actor of four parts replies %s to the first call", got)
			}
			if got := reply(t, playerOf(t, configured(t), "points", tt.name), first, draw); got != "false" {
				t.Errorf("a builtin player of that name replies %s", got)
			}
		})
	}
}

// TestMisshape has lists whose first element is not the only one.
func TestMisshape(t *testing.T) {
	p := playerOf(t, configured(t), "invTTBadString", "Ada")
	reply(t, p, "setup", equations("r=bg b=y"))
	if got, want := reply(t, p, "request-pebble-or-trades", liveTurn("bgy", "ygwww", "rwww")), `[[["red"],["blue","green"],["red"]],[["blue"],["yellow"]]]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p = playerOf(t, configured(t), "invTTBadString", "Ada")
	got := reply(t, p, "request-cards", liveTurn("", "bwwww bwwww!", "bbwwwwwwww"))
	if strings.Count(got, `"e":`) != 1 || strings.Count(got, `"pebbles":`) != 1 || strings.Index(got, `"e":`) > strings.Index(got, `"pebbles":`) {
		t.Errorf("of two cards not the first one is changed: %s", got)
	}
}

// TestKinds plays the kinds of builtin players that fail.
func TestKinds(t *testing.T) {
	const first = "request-pebble-or-trades"
	draw := liveTurn("r", "bwwww", "g")
	for _, tt := range []struct {
		kind string
		want string // of three first calls
	}{
		{"points", "false,false,false"},
		{"size", "false,false,false"},
		{"raise:" + first, " leaves, leaves, leaves"},
		{"raise:" + first + ":2", "false, leaves, leaves"},
		{"size+raise:" + first + ":3", "false,false, leaves"},
		{"loop:" + first + ":1", " hangs, hangs, hangs"},
		{"points+loop:" + first + ":3", "false,false, hangs"},
		{"loop:setup:2", "false,false,false"},
		{"loop:" + first + ":99", "false,false,false"},
		{`["Ada","purchase-size","` + first + `"]`, " leaves, leaves, leaves"},
		{`["Ada","purchase-size","` + first + `",2]`, "false, hangs, hangs"},
		{` ["Ada","purchase-size","a cheat","use-non-existent-equation"] `, "[],[],[]"},
		{"cheat:use-non-existent-equation", "[],[],[]"},
		{"size+cheat:use-non-existent-equation", "[],[],[]"},
		{"random+cheat:use-non-existent-equation", "[],[],[]"},
		{"cheat:bank-cannot-trade", "false,false,false"},
		{"AAsendnameloop", " hangs, hangs, hangs"},
		{"AAdivergeBeforeSending", " hangs, hangs, hangs"},
	} {
		p := playerOf(t, configured(t), tt.kind, "Ada")
		var got []string
		for range 3 {
			got = append(got, reply(t, p, first, draw))
		}
		if strings.Join(got, ",") != tt.want {
			t.Errorf("%s: %q, want %s", tt.kind, got, tt.want)
		}
		silent := p.(interface{ Silent() bool }).Silent()
		if silent != (tt.kind == "AAdivergeBeforeSending") {
			t.Errorf("%s: silent is %t", tt.kind, silent)
		}
	}
	p := playerOf(t, configured(t), "random+cheat:buy-unavailable-card", "Ada")
	if got := reply(t, p, "request-cards", draw); got != facesFirst("rgggg") {
		t.Errorf("a random cheat asks for %s", got)
	}
}

func TestUnknownKinds(t *testing.T) {
	for _, kind := range []string{
		"", "point", "points+", "points+points", "random+size", "+raise:win", "raise", "raise:", "raise:cards", "raise:win:", "raise:win:0", "raise:win:x",
		"raise:win:1:1", "loop:win", "loop:win:-1", "cheat", "cheat:", "cheat:win", "cheat:bank-cannot-trade:1", "raise:win+size", "[", `[]`, `["Ada"]`, `["Ada","x"]`,
		`["Ada","purchase-size"] 1`, "aasendnameloop", "\x00",
	} {
		_, err := configured(t).Live().Player(kind, "Ada", 1)
		var usage *game.UsageError
		if !errors.As(err, &usage) || usage.Hint == "" {
			t.Errorf("%q: %v", kind, err)
		}
	}
	for _, k := range bazaar.Game().Players {
		kind := strings.NewReplacer("METHOD[:K]", "win", "METHOD:K", "win:1", "KIND", "buy-unavailable-card").Replace(k.Name)
		if playerOf(t, configured(t), kind, "Ada") == nil || k.Summary == "" {
			t.Errorf("%+v", k)
		}
	}
}

// TestReplyRefuses has the arguments that no call has (CF5, CF6).
func TestReplyRefuses(t *testing.T) {
	good := map[string]string{
		"setup": equations("r=b"), "win": "true",
		"request-pebble-or-trades": liveTurn("r", "bwwww", "g"), "request-cards": liveTurn("r", "bwwww", "g"),
	}
	values := map[string]string{"setup": "equations", "request-pebble-or-trades": "live-turn", "request-cards": "live-turn"}
	for method, arg := range good {
		p := playerOf(t, configured(t), "points", "Ada")
		refused := func(args ...string) {
			t.Helper()
			list := make([]jsontext.Value, len(args))
			for i, a := range args {
				list[i] = jsontext.Value(a)
			}
			got, err := p.Reply(method, list)
			var invalid *game.Invalid
			if !errors.As(err, &invalid) || invalid.Message == "" || got.Text != nil {
				t.Errorf("%s(%.300s): %+v, %v", method, args, got, err)
			}
		}
		refused()
		refused(arg, arg)
		refused("")
		refused(arg + arg)
		refused(arg[:len(arg)-1])
		for _, wrong := range []string{`null`, `7`, `"true"`, `{}`, `[[]]`, `[true]`} {
			refused(wrong)
		}
		if values[method] != "" {
			for _, f := range flawsOf(t, values[method]) {
				refused(f.text)
			}
		}
		if got := reply(t, p, method, arg); got == "" {
			t.Errorf("%s: after invalid arguments %s", method, got)
		}
	}
	p := playerOf(t, configured(t), "points", "Ada")
	for _, method := range []string{"", "Setup", "request", "void"} {
		_, err := p.Reply(method, []jsontext.Value{jsontext.Value("true")})
		if usage := (*game.UsageError)(nil); !errors.As(err, &usage) {
			t.Errorf("%q: %v", method, err)
		}
	}
}

// TestAnyOrder: calls out of order are answered by their arguments alone (CF9),
// and a score limit for incoming players touches no call.
func TestAnyOrder(t *testing.T) {
	p := playerOf(t, configured(t, "score_limit=1"), "points", "Ada")
	buy := liveTurn("", "bwwww ggggg", "bwwww")
	buy = strings.Replace(buy, `"score":0`, `"score":`+digits58, 1)
	for _, step := range [][3]string{
		{"request-cards", buy, facesFirst("bwwww")},
		{"win", "true", `"void"`},
		{"request-pebble-or-trades", liveTurn("b", "bwwww", "rwwww"), `false`}, // it knows no equation yet
		{"setup", equations("r=b"), `"void"`},
		{"setup", equations("r=b"), `"void"`},
		{"request-pebble-or-trades", liveTurn("b", "bwwww", "rwwww"), `[[["red"],["blue"]]]`},
		{"request-cards", liveTurn("r", "ggggg", "ggggg"), facesFirst("bwwww")}, // as planned
		{"request-cards", liveTurn("r", "ggggg", "ggggg"), facesFirst("ggggg")}, // of itself
		{"win", "false", `"void"`},
		{"setup", "[]", `"void"`},
		{"request-pebble-or-trades", liveTurn("b", "bwwww", "rwwww"), `false`},
	} {
		want := strings.ReplaceAll(step[2], `["blue","white","white","white","white"]`, `["white","white","white","white","blue"]`)
		if got := reply(t, p, step[0], step[1]); got != want {
			t.Errorf("%s: %s, want %s", step[0], got, want)
		}
	}
}

// FuzzReply sends any argument to any method of any player.
func FuzzReply(f *testing.F) {
	kinds := []string{"points", "random", "illTT", "invTTBadString", "cheat:bank-cannot-trade", "raise:win", "AAsendnameloop", `["nonWin","purchase-size"]`}
	for i, arg := range []string{equations("r=b"), liveTurn("r", "bwwww", "g"), "true", "[", `{"a":1,"a":1}`, "\xff"} {
		f.Add(uint8(i), uint8(i), []byte(arg))
	}
	r, quirky := configured(f), configured(f, "reference-2024")
	f.Fuzz(func(t *testing.T, kind, method uint8, arg []byte) {
		for _, r := range []game.Rules{r, quirky} {
			p := playerOf(t, r, kinds[int(kind)%len(kinds)], "Ada")
			name := allMethods[int(method)%len(allMethods)]
			for _, args := range [][]jsontext.Value{{arg}, gametest.Values(t, equations("r=b wg=yy")), {arg}} {
				got, err := p.Reply(name, args)
				invalid := (*game.Invalid)(nil)
				if err != nil && (!errors.As(err, &invalid) || got.Text != nil) {
					t.Fatalf("%s(%q): %+v, %v", name, args, got, err)
				}
				if err == nil && name != "setup" {
					if _, err := p.Reply(name, slices.Clone(args)); err != nil {
						t.Fatalf("%s(%q) a second time: %v", name, args, err)
					}
				}
				name = "setup"
				if len(args[0]) == len(arg) {
					continue
				}
				name = allMethods[int(method)%len(allMethods)]
			}
		}
	})
}

// TestCheatsAsGood takes any illegal request of the right shape in place of the
// one that a cheat sends, and no other reply (11.1).
func TestCheatsAsGood(t *testing.T) {
	rules, err := bazaar.Game().Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	const turn = `{"bank":["blue"],"cards":[{"pebbles":["green","green","green","green","green"],"face?":false}],` +
		`"active":{"wallet":["red","white"],"score":0,"cards":[]},"scores":[]}`
	const shown = `[{"pebbles":["green","green","green","green","green"],"face?":false}]`
	const other = `[{"pebbles":["red","green","green","green","green"],"face?":false}]`
	for _, c := range []struct {
		cheat, method string
		good, bad     []string
	}{
		{
			"bank-cannot-trade", "request-pebble-or-trades",
			[]string{`[[["red"],["green"]]]`, `[[["white"],["red"]]]`, `[[["red"],["blue"]],[["red"],["blue"]]]`},
			[]string{`false`, `[]`, `[[["red"],["blue"]]]`, `true`, `[[["red"]]]`, shown},
		},
		{
			"wallet-cannot-buy-card", "request-cards",
			[]string{shown, other},
			[]string{`[]`, `false`, `[[["red"],["green"]]]`, `[{"pebbles":[],"face?":false}]`},
		},
	} {
		p, err := rules.Live().Player(`["Ada","purchase-points","a cheat","`+c.cheat+`"]`, "Ada", 0)
		if err != nil {
			t.Fatal(err)
		}
		reply := func(method, argument string) game.Reply {
			r, err := p.Reply(method, []jsontext.Value{jsontext.Value(argument)})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		reply("setup", `[[["red"],["blue"]],[["red"],["green"]]]`)
		r := reply(c.method, turn)
		if r.AsGood == nil || !r.AsGood(r.Text) {
			t.Fatalf("%s: %s is no cheat", c.cheat, r.Text)
		}
		for _, text := range c.good {
			if !r.AsGood(jsontext.Value(text)) {
				t.Errorf("%s: %s is as good as %s", c.cheat, text, r.Text)
			}
		}
		for _, text := range c.bad {
			if r.AsGood(jsontext.Value(text)) {
				t.Errorf("%s: %s is not as good as %s", c.cheat, text, r.Text)
			}
		}
		if other := reply("win", "true"); other.AsGood != nil {
			t.Errorf("%s: no other reply to win is good", c.cheat)
		}
	}
}
