package answer_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// semantic are the rules of The Bazaar Game for valid values that no schema can state.
var semantic = []struct {
	value   string
	message string // of the decoder, a regular expression
	example string // which breaks no other rule
}{
	{
		"equation", `^expected an equation with no colour on both sides, found `,
		`[["red"],["blue","red"]]`,
	},
	{
		"equations", `^expected different equations, found one that is equal to equation \d+, perhaps flipped$`,
		`[[["red"],["white","blue"]],[["blue","white"],["red"]]]`,
	},
	{
		"actors", `^expected different names, found ".*" again$`,
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
		raw := jsontext.Value(s.example)
		if problems, err := d.Schemas.Explain(s.value, raw); err != nil || len(problems) > 0 {
			t.Errorf("%s: the schema finds %v (%v)\n%s", s.message, problems, err, raw)
		}
		var invalid *game.Invalid
		if err := d.Rules.Check(s.value, raw); !errors.As(err, &invalid) || !regexp.MustCompile(s.message).MatchString(invalid.Message) {
			t.Errorf("%s: the decoder says %v\n%s", s.message, err, raw)
		}
	}
}
