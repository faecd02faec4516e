package client_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// serverRules are those of the Bazaar game, by default but for these options.
func serverRules(t *testing.T, options ...game.Setting) (*game.Game, game.Rules) {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := g.Configure(game.Settings{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return g, rules
}

func TestForeseen(t *testing.T) {
	g, rules := serverRules(t)
	const honest, failing = `["Ada","purchase-size"]`, `["Ada","purchase-size","request-cards"]`
	for _, tt := range []struct {
		actor, how string
		foreseen   bool
	}{
		{honest, "pad", true},
		{honest, "pad=9000", false},
		{honest, "split,dribble=1s", true},
		{honest, "dribble=3s", false}, // a name has 2 s
		{honest, "cut", false},
		{honest, "escaped,cut", false},
		{honest, "close@request-cards", false},
		{failing, "cut", true},
		{failing, "escaped@setup,cut", true},
		{failing, "pad=40,stall", true},
		{failing, "escaped", false},
		{failing, "close", false}, // it has replied
		{failing, "text=true", false},
		{failing, "late=3s", false},
		{failing, "late=5s", true},
		{failing, "cut@name", false},
		{failing, "cut@setup", false},
		{honest, "dan", false}, // there is no such fault
		{`"xyz"`, "pad", false},
	} {
		in := []jsontext.Value{
			jsontext.Value(`[` + tt.actor + `,["bob","purchase-points"]]`),
			jsontext.Value(`["AAsendnameloop",{"as":"Ada","how":"` + tt.how + `"},{"send":"[]","then":"stay"}]`),
		}
		err := client.Foreseen(g, rules, game.Server, in)
		if _, invalid := errors.AsType[*game.Invalid](err); invalid == tt.foreseen || err != nil && !invalid {
			t.Errorf("%s is %s: %v", tt.actor, tt.how, err)
		}
	}
}

// TestForeseenLenient: where JSON of another shape may count as a reply to a call
// (BG-92) the rules do not know what becomes of it, as they do of other calls and
// of what is no JSON.
func TestForeseenLenient(t *testing.T) {
	for _, tt := range []struct {
		value, method, how string
		foreseen, lenient  bool
	}{
		{"strict", "request-pebble-or-trades", "shape", true, false},
		{"lenient", "request-pebble-or-trades", "shape", false, true},
		{"lenient", "request-pebble-or-trades", "cut", true, false},
		{"lenient", "request-cards", "shape", true, false},
		{"strict", "request-pebble-or-trades", "text=0", false, false},
		{"lenient", "request-pebble-or-trades", "text=0", false, true},
		{"lenient", "request-pebble-or-trades", "text=[0]", false, false},
		{"lenient", "request-pebble-or-trades", "text=void", false, false},
	} {
		g, rules := serverRules(t, game.Setting{Name: "first_reply", Value: jsontext.Value(`"` + tt.value + `"`)})
		in := []jsontext.Value{
			jsontext.Value(`[["Ada","purchase-size","` + tt.method + `"],["bob","purchase-points"]]`),
			jsontext.Value(`[{"as":"Ada","how":"` + tt.how + `"}]`),
		}
		if err := client.Foreseen(g, rules, game.Server, in); (err == nil) != tt.foreseen {
			t.Errorf("%s: %s of %s: %v", tt.value, tt.how, tt.method, err)
		}
		if got := client.Lenient(g, rules, append(in, jsontext.Value("[]"))); got != tt.lenient {
			t.Errorf("%s: %s of %s is lenient: %t", tt.value, tt.how, tt.method, got)
		}
	}
}

// TestForeseenGenerated: of all that is generated the rules know what becomes.
func TestForeseenGenerated(t *testing.T) {
	g, rules := serverRules(t)
	const cases = 2000
	s, err := suite.Generate(rules, "server", cases, 1)
	if err != nil {
		t.Fatal(err)
	}
	spoilt := 0
	for _, c := range s.Cases {
		if err := client.Foreseen(g, rules, game.Server, c.In); err != nil {
			t.Errorf("%s: %v", c.ID, err)
		}
		if slices.ContainsFunc(c.In, func(v jsontext.Value) bool { return strings.Contains(string(v), `"how":"cut"`) }) {
			spoilt++
		}
	}
	if spoilt == 0 {
		t.Error("no reply is ever cut")
	}
}

// TestNoTrick: a client that fails only by its fault plays no trick, whatever its
// name is.
func TestNoTrick(t *testing.T) {
	g, rules := serverRules(t)
	reply := func(actor, guests string) string {
		in := []jsontext.Value{jsontext.Value(`[` + actor + `]`), jsontext.Value(guests)}
		pair, err := client.FromPair(g, rules, game.Server, in, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		if name := pair.Clients[0].Name; name != "nonWin" {
			t.Errorf("the client signs up as %s", name)
		}
		r, err := pair.Clients[0].Player.Reply("win", []jsontext.Value{jsontext.Value("true")})
		if err != nil {
			t.Fatal(err)
		}
		return string(r.Text)
	}
	well := reply(`["nonWin","purchase-size","win",3]`, `[{"as":"nonWin","how":"reset"}]`)
	if trick := reply(`["nonWin","purchase-size"]`, `[]`); well != `"void"` || trick == well {
		t.Errorf("replies %s, and %s with its trick", well, trick)
	}
}
