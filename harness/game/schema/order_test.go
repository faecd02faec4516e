package schema_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/schemas"
)

// ordered are the parameters of a task, and of one with a last value that may be missing.
var (
	ordered = []game.Param{{Name: "equations", Value: "equations"}, {Name: "wallet", Value: "pebbles"}, {Name: "turn", Value: "turn"}}
	twice   = []game.Param{{Name: "equations", Value: "equations"}, {Name: "wallet", Value: "pebbles"}, {Name: "bank", Value: "pebbles"}}
	played  = []game.Param{{Name: "state", Value: "state"}, {Name: "request", Value: "request", Repeated: true}}
	counted = []game.Param{{Name: "score", Value: "score"}, {Name: "wallet", Value: "pebbles"}}
	shown   = []game.Param{{Name: "state", Value: "state"}, {Name: "name", Value: "name"}, {Name: "bonus", Value: "bonus", Optional: true}}
)

func raws(texts ...string) []jsontext.Value {
	list := make([]jsontext.Value, len(texts))
	for i, text := range texts {
		list[i] = jsontext.Value(text)
	}
	return list
}

const (
	someEquations = `[[["red"],["blue"]]]`
	plainTurn     = `{"bank":["red"],"cards":[],"active":` + goodPlayer + `,"scores":[1]}`
)

// TestMissing names what is missing only where the values tell.
func TestMissing(t *testing.T) {
	set := schema.New(schemas.FS, "bazaar", nil)
	for _, c := range []struct {
		params []game.Param
		in     []jsontext.Value
		want   string
	}{
		{ordered, nil, ""},
		{ordered, raws(someEquations), ": the values wallet and turn are missing"},
		{ordered, raws(someEquations, `["red"]`), ": the value turn is missing"},
		{ordered, raws(`[]`, `[]`), ": the value turn is missing"},
		{ordered, raws(`["red"]`, plainTurn), ": the value equations is missing"},
		{ordered, raws(someEquations, plainTurn), ": the value wallet is missing"},
		{ordered, raws(`[]`, plainTurn), ""}, // either may be the empty one
		{ordered, raws(`["pink"]`, plainTurn), ""},
		{ordered, raws(plainTurn), ": the values equations and wallet are missing"},
		{twice, raws(`[]`, `["red"]`), ""}, // any of them may be the missing one
		{ordered, raws(someEquations, `[]`, plainTurn), ""},
		{played, nil, ""},
		{shown, raws(goodState), ": the value name is missing"},
		{shown, raws(`"Ada"`), ": the value state is missing"},
		{shown, raws(`"SEY"`), ": the value state is missing"}, // a name, too
		{shown, raws(`{}`), ""},
	} {
		if got := set.Missing(c.params, c.in); got != c.want {
			t.Errorf("%s: %q, expected %q", c.in, got, c.want)
		}
	}
}

// TestExchanged finds two values in each other's places.
func TestExchanged(t *testing.T) {
	set := schema.New(schemas.FS, "bazaar", nil)
	for _, c := range []struct {
		params []game.Param
		in     []jsontext.Value
		i      int
		want   string
	}{
		{ordered, raws(`["red"]`, someEquations, plainTurn), 0, "values 1 and 2 fit the other way round: put equations before wallet"},
		{ordered, raws(plainTurn, `["red"]`, someEquations), 0, "values 1 and 3 fit the other way round: put equations before turn"},
		{ordered, raws(someEquations, plainTurn, `["red"]`), 1, "values 2 and 3 fit the other way round: put wallet before turn"},
		{ordered, raws(`["red"]`, plainTurn, someEquations), 0, ""},
		{ordered, raws(`["red"]`, someEquations, `{}`), 0, ""},
		{ordered, raws(`["red"]`, someEquations), 0, "values 1 and 2 fit the other way round: put equations before wallet"},
		{played, raws(`[]`, goodState, `{"draw":"red"}`), 0, "values 1 and 2 fit the other way round: put state before request"},
		{played, raws(`[]`, `[]`, goodState), 0, ""},
		{counted, raws(`[]`, `3`), 0, "values 1 and 2 fit the other way round: put score before wallet"},
		{counted, raws(`3`, `-1`), 1, ""},
		{[]game.Param{{Name: "score", Value: "score"}, {Name: "player index", Value: "index"}}, raws(`30`, `30`), 1, ""}, // fits its place
		{played, raws(goodState, `[]`, goodState), 2, ""},
		{played, raws(), 0, ""},
	} {
		if got := set.Exchanged(c.params, c.in, c.i); got != c.want {
			t.Errorf("%s: %q, expected %q", c.in, got, c.want)
		}
	}
}
