package bazaar

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestDeal deals games that a server takes, of all numbers of players and under
// other options, with all pebbles in the bank (BG-07), and no others.
func TestDeal(t *testing.T) {
	for _, options := range [][]string{
		nil, {"pebbles_max=200", "cards_max=7", "equations_max=3", "visible_cards=2"}, {"players_min=1", "players_max=10"}, {"side_max=1", "equations_max=0"},
	} {
		var settings game.Settings
		for _, text := range options {
			s, err := game.ParseSetting(text)
			if err != nil {
				t.Fatal(err)
			}
			settings.Options = append(settings.Options, s)
		}
		rules := rulesOf(t, settings)
		live := rules.Live()
		for n := range 12 {
			in, err := live.Deal(rand.New(rand.NewPCG(3, uint64(n))), n)
			if good := n >= rules.playersMin && n <= rules.playersMax; good != (err == nil) {
				t.Errorf("%v: %d players: %v", options, n, err)
			}
			if err != nil {
				continue
			}
			if seats, err := live.Seats(in); err != nil || seats != game.Just(n) {
				t.Errorf("%v: %d players: the game is one of %d, %v", options, n, seats, err)
			}
			table, _, err := newDecoder(rules).serverInput(in)
			if err != nil {
				t.Fatal(err)
			}
			if table.bank.size() != rules.pebblesMax || len(table.visibles)+len(table.hidden) != rules.cardsMax || len(table.equations) != rules.equationsMax {
				t.Errorf("%v: %d pebbles, %d cards, %d equations", options, table.bank.size(), len(table.visibles)+len(table.hidden), len(table.equations))
			}
		}
	}
}

// TestOutcome reads what Result writes, and nothing else.
func TestOutcome(t *testing.T) {
	winners, dropouts, err := game.ReadOutcome([]jsontext.Value{described().outcome.Text(rulesOf(t, game.Settings{}).outcome([]string{"b", "a"}, []string{"c"}))})
	if err != nil || !slices.Equal(winners, []string{"a", "b"}) || !slices.Equal(dropouts, []string{"c"}) {
		t.Errorf("%v %v %v", winners, dropouts, err)
	}
	for _, text := range []string{`[]`, `[[]]`, `[[],[],[]]`, `{}`, `[["a"],[1]]`} {
		if _, _, err := game.ReadOutcome([]jsontext.Value{jsontext.Value(text)}); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}
