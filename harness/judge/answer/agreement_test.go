package answer_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
)

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// An unstated is a rule for valid values that no schema can state.
type unstated struct {
	values  string // that it is about, separated by blanks
	message string // of the decoder, a regular expression
	example string // of the first of the values, which breaks no other rule; "" for none
}

// semantic are the unstated rules of The Bazaar Game.
var semantic = []unstated{
	{
		"equation equations exchanges request state", `^expected an equation with no colour on both sides, found `,
		`[["red"],["blue","red"]]`,
	},
	{
		"equations state", `^expected different equations, found one that is equal to equation \d+, perhaps flipped$`,
		`[[["red"],["white","blue"]],[["blue","white"],["red"]]]`,
	},
	{
		"actors client-actors state", `^expected different names, found ".*" again$`,
		`[["Ada","purchase-size"],["Ada","purchase-points"]]`,
	},
	{
		"request", `^expected false, an array of exchanges or an array of cards, found an object, which records a draw only `,
		`{"draw":"red"}`,
	},
	{
		"state", `^expected names that no player has, found ".*"$`,
		stateOf(1, 4, 16, seats("Ada"), `["Ada"]`, "cards"),
	},
	{
		"state", `^expected at most \d+ players, found \d+$`,
		stateOf(1, 4, 16, seats("a", "b", "c"), `["d","e","f","g"]`, "cards"),
	},
	{
		"state", `^expected \d+ visible cards where there are hidden ones, found \d+ visible and \d+ hidden$`,
		stateOf(1, 3, 1, seats("Ada"), `[]`, "cards"),
	},
	{
		"guests", `^expected characters that are not a name, found a name of 1 to 20 letters and digits$`,
		`[{"send":"\"Ada\"","then":"waits"}]`,
	},
	{
		"guests", `^expected one fault of an actor, found another of ".*"$`,
		`[{"as":"Ada","how":"close"},{"as":"Ada","how":"reset"}]`,
	},
	{
		"first-reply", `^expected an equation with no colour on both sides, found `,
		`[[["red"],["blue","red"]]]`,
	},
	{
		"server-game", `^expected at most \d+ cards, visible and hidden together, found \d+$`,
		gameOf(1, 4, 17),
	},
	{
		"server-game", `^expected at most \d+ pebbles in the bank and all wallets, found \d+$`,
		gameOf(100, 4, 16),
	},
	{
		"state", `^expected at most \d+ cards, visible and hidden together, found \d+$`,
		stateOf(1, 4, 17, seats("Ada"), `[]`, "cards"),
	},
	{
		"state", `^expected at most \d+ pebbles in the bank and all wallets, found \d+$`,
		stateOf(100, 4, 16, `{"name":"Ada","wallet":["blue"],"score":0,"cards":[]}`, `[]`, "cards"),
	},
	{
		"state", `^expected at most \d+ cards of seat \d+, visible and hidden together, found \d+$`,
		stateOf(1, 4, 16, `{"name":"Ada","wallet":[],"score":0,"cards":[`+repeated(plainCard, 21)+`]}`, `[]`, "cards"),
	},
	{
		"state", `^expected a phase of a game that goes on, found "over"$`,
		stateOf(1, 4, 16, seats("Ada"), `[]`, "over"),
	},
	{
		"state", `^expected "over", since `,
		stateOf(1, 0, 0, seats("Ada"), `[]`, "cards"),
	},
}

const plainCard = `{"pebbles":["red","red","red","red","red"],"face?":false}`

// stateOf writes a State with so many red pebbles in the bank and red cards.
func stateOf(bank, visible, hidden int, seats, dropouts, phase string) string {
	return fmt.Sprintf(`{"equations":[],"bank":[%s],"visibles":[%s],"cards":[%s],"players":[%s],"dropouts":%s,"phase":%q}`,
		repeated(`"red"`, bank), repeated(plainCard, visible), repeated(plainCard, hidden), seats, dropouts, phase)
}

// gameOf writes a Game with so many red pebbles in the bank and red cards, and
// a player who has a pebble.
func gameOf(bank, visible, hidden int) string {
	return fmt.Sprintf(`{"bank":[%s],"visibles":[%s],"cards":[%s],"players":[{"wallet":["blue"],"score":0}]}`,
		repeated(`"red"`, bank), repeated(plainCard, visible), repeated(plainCard, hidden))
}

func seats(names ...string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = fmt.Sprintf(`{"name":%q,"wallet":[],"score":0,"cards":[]}`, name)
	}
	return strings.Join(list, ",")
}

func repeated(text string, n int) string {
	return strings.TrimSuffix(strings.Repeat(text+",", n), ",")
}

// TestSchemasLeaveOut has one value for each rule that no schema states.
func TestSchemasLeaveOut(t *testing.T) {
	d := newDesk(t, "move", game.Settings{})
	for _, s := range semantic {
		name, _, _ := strings.Cut(s.values, " ")
		raw := jsontext.Value(s.example)
		if problems, err := d.Schemas.Explain(name, raw); err != nil || len(problems) > 0 {
			t.Errorf("%s: the schema finds %v (%v)\n%s", s.message, problems, err, raw)
		}
		var invalid *game.Invalid
		if err := d.Rules.Check(name, raw); !errors.As(err, &invalid) || !regexp.MustCompile(s.message).MatchString(invalid.Message) {
			t.Errorf("%s: the decoder says %v\n%s", s.message, err, raw)
		}
	}
}

// parts says where values stand in others.
var parts = []struct {
	whole, part string
	path        []string
}{
	{"cards", "card", []string{"*"}},
	{"equations", "equation", []string{"*"}},
	{"turn", "player", []string{"active"}},
	{"game", "player", []string{"players", "*"}},
	{"state", "seat", []string{"players", "*"}},
	{"state", "phase", []string{"phase"}},
	{"names", "name", []string{"*"}},
	{"actors", "actor", []string{"*"}},
	{"server-game", "game", nil},
	{"turn", "live-turn", nil},
	{"specials", "special", []string{"*"}},
	{"client-actors", "client-actor", []string{"*"}},
}

// samples are valid values by their names, from generated cases of all tasks.
func samples(t *testing.T, settings game.Settings, count int) map[string][]*node {
	t.Helper()
	// These stand in longer arrays, as one word among others.
	all := map[string][]*node{
		"method": {parse(t, jsontext.Value(`"setup"`)), parse(t, jsontext.Value(`"win"`))},
		"cheat":  {parse(t, jsontext.Value(`"bank-cannot-trade"`))},
		"bonus":  {parse(t, jsontext.Value(`"SEY"`))},
		// Nothing but a referee and its players reads and writes these.
		"specials":     {parse(t, jsontext.Value(`["AAsendnameloop","AAdivergeBeforeSending"]`))},
		"first-reply":  {parse(t, jsontext.Value(`false`))},
		"second-reply": {parse(t, jsontext.Value(`[`+plainCard+`]`))},
	}
	for _, task := range newDesk(t, "move", settings).Game.Tasks {
		d := newDesk(t, task.Name, settings)
		for n := range count {
			for i, raw := range generate(d, n) {
				param := task.In[min(i, len(task.In)-1)]
				all[param.Value] = append(all[param.Value], parse(t, raw))
			}
		}
	}
	for _, p := range parts {
		for _, whole := range all[p.whole] {
			all[p.part] = append(all[p.part], whole.at(p.path...)...)
		}
	}
	return all
}

// TestSchemasAgreeWithDecoders changes valid values at random. What a decoder
// takes its schema must take; what only the decoder refuses must break a rule
// that a schema cannot state.
func TestSchemasAgreeWithDecoders(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads for seconds, one thing at a time")
	}
	for _, c := range []struct {
		name     string
		settings game.Settings
	}{
		{"defaults", game.Settings{}},
		{"reference", game.Settings{Preset: "reference-2024"}},
		{"overview", game.Settings{Preset: "overview"}},
		{"small", game.Settings{Options: []game.Setting{
			{Name: "visible_cards", Value: jsontext.Value("2")},
			{Name: "cards_max", Value: jsontext.Value("3")},
			{Name: "equations_max", Value: jsontext.Value("2")},
			{Name: "side_max", Value: jsontext.Value("2")},
			{Name: "pebbles_max", Value: jsontext.Value("20")},
			{Name: "players_max", Value: jsontext.Value("3")},
			{Name: "score_limit", Value: jsontext.Value("20")},
			{Name: "bonuses", Value: jsontext.Value(`{"ABC":[["red"],3],"SEY":[["blue"],5]}`)},
		}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, "move", c.settings)
			all := samples(t, c.settings, sampled(30))
			agree(t, d, all, semantic, 17, func(name string) int { return 250 * weight(name) })
		})
	}
}

// sampled is of how many cases of a task the samples are: without -soak a third.
func sampled(n int) int {
	if *soak {
		return n
	}
	return n / 3
}

// agree changes the samples of each value at random, the value of a name so many
// times with -soak and an eighth of that without, and holds the decoder's word against the schema's. What only the decoder
// refuses must break one of the rules.
func agree(t *testing.T, d *answer.Desk, all map[string][]*node, rules []unstated, seed uint64, times func(name string) int) {
	t.Helper()
	messages := make([]*regexp.Regexp, len(rules))
	for i, r := range rules {
		messages[i] = regexp.MustCompile(r.message)
	}
	m := mutator{t, rand.New(rand.NewPCG(seed, 71))}
	taken, refused := 0, 0
	if len(d.Game.Content) > 0 {
		all["content"] = append(all["content"], parse(t, d.Game.Content))
	}
	for _, v := range d.Game.Values {
		if len(all[v.Name]) == 0 {
			t.Errorf("there is no sample of a %s", v.Name)
			continue
		}
		count := times(v.Name)
		if !*soak {
			count = (count + 7) / 8
		}
		for n := range count {
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
				for i, message := range messages {
					if message.MatchString(invalid.Message) && strings.Contains(" "+rules[i].values+" ", " "+v.Name+" ") {
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

// weight is how often a value is tried for once that a simple one is: there is
// more to a state than to a name.
func weight(name string) int {
	switch name {
	case "state":
		return 12
	case "game", "turn", "equations", "request", "actors":
		return 3
	}
	return 1
}
