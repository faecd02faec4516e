package answer_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/answer"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/schema"
	"github.com/touchstone-harness/touchstone/schemas"
)

// ubarDesk answers a task of The Bazaars of Ubar.
func ubarDesk(t testing.TB, task string, settings game.Settings) *answer.Desk {
	t.Helper()
	g, err := games.Named("ubar")
	if err != nil {
		t.Fatal(err)
	}
	known, ok := g.Task(task)
	if !ok {
		t.Fatalf("there is no task %q", task)
	}
	rules, err := g.Configure(settings)
	if err != nil {
		t.Fatal(err)
	}
	return &answer.Desk{Game: g, Task: known, Rules: rules, Schemas: schema.New(schemas.FS, g.Name, rules.Options())}
}

// ubarSemantic are the rules for valid values that no schema can state: the
// values that each is about, and what the decoder says.
var ubarSemantic = []struct{ values, message string }{
	{"tableau player-state state setup grid view", `^expected each tile once, found ".*" again$`},
	{"tableau player-state state view", `^expected one tile at a place, found another at `},
	{"tableau player-state state view", `^expected a place adjacent to an earlier tile, found `},
	{"grid state view", `^expected rows of equal length, found one of \d after one of \d$`},
	{"request", `^expected step numbers that increase, found \d+ after \d+$`},
	{"state", `^expected \d rows of \d for \d players, found `},
	{"state", `^expected every tile in the grid, the pile or a tableau, found "t\d\d" nowhere$`},
	{"state", `^expected each player from 0 to \d once, found `},
	{"state", `^expected goods that fit on the ship, found `},
	{"state", `^expected 20 of the good [a-z]+ in supply and holds, found \d+$`},
	{"state", `^expected \d market cards in round \d, phase "[a-z]+", found \d$`},
	{"state", `^expected players from furthest back to furthest ahead, found `},
	{"state", `^expected a time from \d+ in round \d, found \d+$`},
	{"state", `^expected nobody to sell in the phase `},
	{"state", `^expected a player short of space \d+ in the phase "draft", found none$`},
	{"state", `^expected a tile in the grid in the phase "draft", found none$`},
	{"state", `^expected all players on space \d+ or past it in the phase "sell", found one on \d+$`},
	{"state", `^expected round 3 and all players on space 36 in the phase "over", found `},
	{"state", `^expected the last of the players .* at least one, found `},
	{"view", `^expected one of the \d players, found player \d$`},
}

// TestUbarSchemasAgreeWithDecoders is TestSchemasAgreeWithDecoders for The
// Bazaars of Ubar.
func TestUbarSchemasAgreeWithDecoders(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads for seconds, one thing at a time")
	}
	rules := make([]*regexp.Regexp, len(ubarSemantic))
	for i, s := range ubarSemantic {
		rules[i] = regexp.MustCompile(s.message)
	}
	count := 400
	if testing.Short() {
		count = 60
	}
	d := ubarDesk(t, "move", game.Settings{})
	all := map[string][]*node{
		"void":    {parse(t, jsontext.Value(`"void"`))},
		"tile":    {parse(t, jsontext.Value(`"t07"`))},
		"starter": {parse(t, jsontext.Value(`"s1"`))},
	}
	for _, task := range d.Game.Tasks {
		d := ubarDesk(t, task.Name, game.Settings{})
		oracle := d.Rules.Oracle(task.Name)
		for n := range 60 {
			in := generate(d, n)
			for i, raw := range in {
				param := task.In[min(i, len(task.In)-1)]
				all[param.Value] = append(all[param.Value], parse(t, raw))
			}
			if task.Name == "view" || task.Name == "score" {
				var out game.Output
				if err := oracle(in, &out); err != nil {
					t.Fatal(err)
				}
				all[task.Out[0].Value] = append(all[task.Out[0].Value], parse(t, out.Value(0)))
			}
		}
	}
	for _, whole := range all["state"] {
		all["player-state"] = append(all["player-state"], whole.at("players", "*")...)
	}
	m := mutator{t, rand.New(rand.NewPCG(19, 71))}
	taken, refused := 0, 0
	for _, v := range d.Game.Values {
		if len(all[v.Name]) == 0 {
			t.Errorf("there is no sample of a %s", v.Name)
			continue
		}
		times := count
		if v.Name == "state" || v.Name == "view" {
			times *= 5
		}
		for n := range times {
			value := all[v.Name][m.rng.IntN(len(all[v.Name]))].clone()
			for range n % 4 {
				m.mutate(value)
			}
			raw := jsontext.Value(value.append(nil))
			problems, err := d.Schemas.Explain(v.Name, raw)
			if err != nil {
				t.Fatal(err)
			}
			err = d.Rules.Check(v.Name, raw)
			if err == nil && len(problems) == 0 {
				taken++
				continue
			}
			refused++
			var invalid *game.Invalid
			switch {
			case err == nil:
				t.Errorf("%s: the decoder takes it, the schema says at %q: %s\n%s", v.Name, problems[0].Pointer, problems[0].Message, raw)
			case !errors.As(err, &invalid) || invalid.Value != 0 || invalid.Count || invalid.Offset < 0 || invalid.Offset >= len(raw):
				t.Errorf("%s: %#v\n%s", v.Name, err, raw)
			case len(problems) == 0:
				known := false
				for i, rule := range rules {
					if rule.MatchString(invalid.Message) && strings.Contains(" "+ubarSemantic[i].values+" ", " "+v.Name+" ") {
						known = true
					}
				}
				if !known {
					t.Errorf("%s: the schema takes it, the decoder says: %v\n%s", v.Name, err, raw)
				}
			}
		}
	}
	if taken < refused/10 || refused < taken/10 {
		t.Errorf("%d values are taken and %d refused: that shows little", taken, refused)
	}
}

// BenchmarkCheckLinesUbar judges moves of The Bazaars of Ubar, legal and illegal
// ones, in states of all stages of a game.
func BenchmarkCheckLinesUbar(b *testing.B) {
	d := ubarDesk(b, "move", game.Settings{})
	var text []byte
	for n := range benchmarkLines {
		text = append(text, line(generate(d, n))...)
	}
	measure(b, text, d.Checker, "moves/s")
}
