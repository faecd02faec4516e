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

// bazarDesk answers a task of Bazar.
func bazarDesk(t testing.TB, task string, settings game.Settings) *answer.Desk {
	t.Helper()
	g, err := games.Named("bazar")
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

// bazarSemantic are the rules for valid values that no schema can state: the
// values that each is about, and what the decoder says.
var bazarSemantic = []struct{ values, message string }{
	{"setup state position wealth", `^expected different guilds, found "[a-z]+" again$`},
	{"setup state wealth", `^expected an order with each guild that plays once, found "[a-z]+" in it once too often$`},
	{"setup state wealth", `^expected an order of \d guilds, found \d$`},
	{"board state position", `^expected at most one tile on a cell, found another on `},
	{"board state position", `^expected each tile once, found the [a-z_ ]+ again$`},
	{"state position", `^expected tiles of the guilds that play, found one of [a-z]+$`},
	{"state position", `^expected no tile in the harem, which is not in play, found one on `},
	{"state", `^expected the phase start in round 0 and only there, found "[a-z]+" in round \d+$`},
	{"state", `^expected a turn `},
	{"state", `^expected the turn of a game that is over to be the number of players, `},
	{"state", `^expected harem_in to be (true|false) in round \d+, `},
	{"state", `^expected market_in to be false before round 2, found true in round \d+$`},
	{"state", `^expected no discarded tile while the market is not in play and has \d$`},
	{"state", `^expected each guild to have each kind once, found no `},
	{"state", `^expected no guild_master of [a-z]+, who has not placed it yet$`},
	{"state", `^expected hand and pile of [a-z]+ to have \d+ tiles together in round \d+, found \d+$`},
	{"state", `^expected a hand of \d for [a-z]+, found \d+$`},
	{"state", `^expected each event card once, found "[a-z_]+" again$`},
	{"state", `^expected every normal card among the played ones or in the pile, "[a-z_]+" is missing$`},
	{"state", `^expected (at most )?\d+ played cards in round \d+, found \d+$`},
	{"state", `^expected the last played card to be the current one$`},
}

// TestBazarSchemasAgreeWithDecoders is TestSchemasAgreeWithDecoders for Bazar.
func TestBazarSchemasAgreeWithDecoders(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads for seconds, one thing at a time")
	}
	rules := make([]*regexp.Regexp, len(bazarSemantic))
	for i, s := range bazarSemantic {
		rules[i] = regexp.MustCompile(s.message)
	}
	count := 400
	if testing.Short() {
		count = 60
	}
	d := bazarDesk(t, "move", game.Settings{})
	all := map[string][]*node{
		"kind":      {parse(t, jsontext.Value(`"beggar"`))},
		"card":      {parse(t, jsontext.Value(`"siege"`))},
		"cell":      {parse(t, jsontext.Value(`[3,9]`))},
		"direction": {parse(t, jsontext.Value(`"left"`))},
		"tile":      {parse(t, jsontext.Value(`{"guild":"red","kind":"pedlar"}`))},
	}
	for _, task := range d.Game.Tasks {
		d := bazarDesk(t, task.Name, game.Settings{})
		oracle := d.Rules.Oracle(task.Name)
		for n := range 80 {
			in := generate(d, n)
			for i, raw := range in {
				param := task.In[min(i, len(task.In)-1)]
				all[param.Value] = append(all[param.Value], parse(t, raw))
			}
			if task.Name == "view" {
				var out game.Output
				if err := oracle(in, &out); err != nil {
					t.Fatal(err)
				}
				all["view"] = append(all["view"], parse(t, out.Value(0)))
			}
		}
	}
	for _, whole := range all["position"] {
		all["board"] = append(all["board"], whole.at("board")...)
		all["placed"] = append(all["placed"], whole.at("board", "*")...)
	}
	for _, whole := range all["request"] {
		all["choice"] = append(all["choice"], whole.at("choice")...)
	}
	m := mutator{t, rand.New(rand.NewPCG(23, 71))}
	taken, refused := 0, 0
	for _, v := range d.Game.Values {
		if len(all[v.Name]) == 0 {
			t.Errorf("there is no sample of a %s", v.Name)
			continue
		}
		times := count
		if v.Name == "state" {
			times *= 10
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
					if rule.MatchString(invalid.Message) && strings.Contains(" "+bazarSemantic[i].values+" ", " "+v.Name+" ") {
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
