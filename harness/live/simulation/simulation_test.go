package simulation_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/live/simulation"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

func bazaar(t *testing.T) *game.Game {
	t.Helper()
	g, err := games.Named("bazaar")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// played plays a case and checks the transcript as that of any server.
func played(t *testing.T, g *game.Game, settings game.Settings, in []jsontext.Value) []byte {
	t.Helper()
	rules, err := g.Configure(settings)
	if err != nil {
		t.Fatal(err)
	}
	text, err := simulation.Transcript(g, rules, in)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// result is the last value that a transcript has as its result.
func result(t *testing.T, text []byte) string {
	t.Helper()
	r, err := transcript.NewReader(bytes.NewReader(text), "t")
	if err != nil {
		t.Fatal(err)
	}
	for l, err := range r.Lines() {
		if err != nil {
			t.Fatal(err)
		}
		if l.Kind == transcript.Result {
			return string(l.Values[0])
		}
	}
	t.Fatalf("no result in %s", text)
	return ""
}

// TestSuite plays all cases of the embedded suite: each must end as the oracle of
// the task says, which comes to it without any connection.
func TestSuite(t *testing.T) {
	g := bazaar(t)
	s, err := suite.Embedded(suites.FS, g.Name, "server")
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Cases {
		c := &s.Cases[i]
		settings := game.Settings{Options: c.Options}
		rules, err := g.Configure(settings)
		if err != nil {
			t.Fatal(err)
		}
		var want game.Output
		if err := rules.Oracle("server")(c.In, &want); err != nil {
			t.Fatal(err)
		}
		text := played(t, g, settings, c.In)
		if got := result(t, text); got != string(want.Values()[0]) {
			t.Errorf("%s: %s, the oracle says %s\n%s", c.ID, got, want.Values()[0], text)
		}
		if again := played(t, g, settings, c.In); !bytes.Equal(text, again) {
			t.Errorf("%s: played twice it is another game", c.ID)
		}
	}
}

// taken lists the transitions, "FROM ON", that a case of two players takes beyond
// those of a game in which nobody misbehaves.
func taken(t *testing.T, second string) []string {
	t.Helper()
	g := bazaar(t)
	in := func(second string) []jsontext.Value {
		return []jsontext.Value{
			jsontext.Value(`[["Ada","purchase-points"],["bob","purchase-size"]]`), jsontext.Value(second), jsontext.Value(`[]`),
			jsontext.Value(`{"bank":["red","red","red"],"visibles":[{"pebbles":["red","red","red","red","red"],"face?":false}],"cards":[],` +
				`"players":[{"wallet":[],"score":0},{"wallet":[],"score":0}]}`),
		}
	}
	names := func(text []byte) map[string]bool {
		r, err := transcript.NewReader(bytes.NewReader(text), "t")
		if err != nil {
			t.Fatal(err)
		}
		all := transcript.NewCoverage(g)
		if err := all.Add(r); err != nil {
			t.Fatal(err)
		}
		set := make(map[string]bool)
		for _, k := range all.Taken() {
			if k.Times > 0 {
				set[k.From+" "+k.On] = true
			}
		}
		return set
	}
	usual := names(played(t, g, game.Settings{}, in(`[]`)))
	var list []string
	for name := range names(played(t, g, game.Settings{}, in(second))) {
		if !usual[name] {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

func TestTranscript(t *testing.T) {
	for _, c := range []struct {
		second string
		want   string
	}{
		{`[]`, ""},
		{`[{"send":"","then":"waits"}]`, "naming timeout"},
		{`[{"send":"","then":"leaves"}]`, "naming connection closed"},
		{`[{"send":"42","then":"waits"}]`, "naming <- anything else"},
		{`["AAdivergeBeforeSending"]`, "naming timeout"},
		{`[{"as":"Ada","how":"flood=2M@setup"}]`, "setting up <- too long"},
		{`[{"as":"Ada","how":"pad=2M@setup"}]`, "setting up <- too long"},
		{`[{"as":"Ada","how":"garbage@setup"}]`, "setting up <- not JSON"},
		{`[{"as":"Ada","how":"text=1@setup"}]`, "setting up <- another shape"},
		{`[{"as":"Ada","how":"late=5s@setup"}]`, "setting up timeout"},
		{`[{"as":"Ada","how":"stall@request-pebble-or-trades"}]`, "deciding timeout"},
		{`[{"as":"Ada","how":"late=1s@setup"}]`, ""},
		{`[{"as":"Ada","how":"cut@request-cards"}]`, "buying timeout"},
		{`[{"as":"Ada","how":"half@request-cards"}]`, "buying connection closed"},
		{`[{"as":"Ada","how":"close@name"}]`, "seated connection closed|setting up connection closed"},
		{`[{"as":"Ada","how":"close@setup"}]`, "deciding connection closed|waiting connection closed"},
		{`[{"as":"Ada","how":"unsolicited@name"}]`, "seated <- value not asked for|setting up <- another shape"},
		{`[{"as":"Ada","how":"duplicate@setup"}]`, "deciding <- another shape|waiting <- value not asked for"},
		{`[{"as":"Ada","how":"garbage@win"}]`, "hearing <- not JSON"},
	} {
		got := taken(t, c.second)
		// How the game goes on without the one who is out is not the matter here.
		got = slices.DeleteFunc(got, func(name string) bool {
			return strings.HasPrefix(name, "out ") || name == "told all are told"
		})
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s takes %q, expected %q", c.second, got, c.want)
		}
	}
}
