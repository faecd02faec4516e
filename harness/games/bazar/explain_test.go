package bazar_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// TestOrderSaysItsClause: who has equal coins is ordered by another clause than the others.
func TestOrderSaysItsClause(t *testing.T) {
	r := configured(t)
	for coins, clause := range map[string]string{"3 4": "BZ-10", "4 4": "BZ-11"} {
		a, b, _ := strings.Cut(coins, " ")
		in := gametest.Values(t, `{"players":[{"guild":"red","coins":`+a+`},{"guild":"blue","coins":`+b+`}],"previous":["red","blue"]}`)
		var out game.Output
		if err := r.Oracle("order")(in, &out); err != nil || out.Clause != clause {
			t.Errorf("%s: %q, %v, expected %s", coins, out.Clause, err, clause)
		}
	}
}

// TestExplain has a request for each code, and for each way to come to it: its
// clause, and why it is illegal in words.
func TestExplain(t *testing.T) {
	r := configured(t)
	setup := r.Generate("setup", seeded(1), game.SizeMax)
	start := string(ask(t, r, "setup", setup)[0])
	order := decoded[plainState](t, jsontext.Value(start)).Order
	changed := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(roundOne) }
	over := changed(`"phase":"players"`, `"phase":"over"`, `"turn":1`, `"turn":2`, `"board":[`, `"board":[{"cell":[0,0],"guild":"red","kind":"courier"},`,
		`["courier","beggar","notable"],"pile":["administrator",`, `["beggar","notable","administrator"],"pile":[`)
	favoured := changed(`["courier","beggar",`, `["favourite","beggar",`, `"favourite","charlatan",`, `"courier","charlatan",`)
	// Its neighbours above and below fall into two market cells of which one is free.
	crowded := changed(`"beggar","notable"],"pile":["administrator","traitor","fishmonger",`, `"beggar","fishmonger"],"pile":["administrator","traitor","notable",`,
		`[2,7]`, `[0,0]`, `[7,0]`, `[2,0]`, `[7,2]`, `[5,5]`)
	alone := changed(`[2,7]`, `[5,5]`, `[7,0]`, `[5,6]`, `[7,2]`, `[6,5]`)
	for _, c := range []struct{ state, guild, kind, cell, choice, code, clause, why string }{
		{over, "red", "beggar", "[0,1]", "null", "game_over", "BZ-75", "the game is over"},
		{favoured, "red", "favourite", "[0,0]", "null", "cell_empty", "BZ-25", "[0,0] is empty"},
		{start, order[1], "guild_master", "[0,0]", "null", "not_your_turn", "BZ-07", order[1] + " wants to place a tile, but it is the turn of " + order[0]},
		{start, order[0], "beggar", "[0,0]", "null", "start_tile_first", "BZ-07", "must place its guild_master, not its beggar"},
		{roundOne, "blue", "pedlar", "[0,0]", "null", "not_your_turn", "BZ-23", "it is the turn of red"},
		{roundOne, "red", "pedlar", "[0,0]", "null", "not_in_hand", "BZ-23", "red has no pedlar in its hand, but courier, beggar, notable"},
		{roundOne, "red", "beggar", "[0,4]", "null", "not_a_cell", "BZ-24", "[0,4] is a hole"},
		{roundOne, "red", "beggar", "[3,5]", "null", "not_a_cell", "BZ-24", "[3,5] is an illustration of harem"},
		{roundOne, "red", "beggar", "[3,4]", "null", "not_in_play", "BZ-24", "[3,4] belongs to harem, which is not yet in play"},
		{roundOne, "red", "beggar", "[7,2]", "null", "cell_occupied", "BZ-24", "[7,2] already has the blue administrator"},
		{roundOne, "red", "beggar", "[0,0]", `"up"`, "bad_choice", "BZ-63", `must be null, since there is nothing to choose, found "up"`},
		{roundOne, "red", "notable", "[0,0]", `"up"`, "bad_choice", "BZ-46", `must be a move {"from":CELL,"to":CELL}, or null`},
		{roundOne, "red", "courier", "[7,3]", `"up"`, "no_target", "BZ-29", "has no target up, but there is one in the direction left"},
		{roundOne, "red", "notable", "[0,0]", "null", "no_target", "BZ-46", "for example the red guild_master from [2,7] to [0,1]"},
		{roundOne, "red", "notable", "[0,0]", `{"from":[0,1],"to":[0,2]}`, "bad_from", "BZ-46", "there is no tile on [0,1] to take"},
		{roundOne, "red", "notable", "[7,1]", `{"from":[7,2],"to":[7,3]}`, "bad_from", "BZ-46", "the notable's own district"},
		{roundOne, "red", "notable", "[0,0]", `{"from":[7,2],"to":[0,0]}`, "bad_to", "BZ-46", "[0,0] has the notable itself"},
		{roundOne, "red", "notable", "[0,0]", `{"from":[7,2],"to":[1,1]}`, "bad_to", "BZ-46", "[1,1] is not a cell of palace"},
		{roundOne, "red", "notable", "[7,1]", `{"from":[2,7],"to":[7,2]}`, "bad_to", "BZ-46", "[7,2] already has the blue administrator"},
		{crowded, "red", "fishmonger", "[1,0] [[0,1],[5,6]]", "null", "bad_market", "BZ-56", "the red guild_master goes to the market, but not to [0,1], which is not a cell of black_market"},
		{crowded, "red", "fishmonger", "[1,0] [[6,6]]", "null", "bad_market", "BZ-56", "but not to [6,6], which is not a cell of black_market"},
		{crowded, "red", "fishmonger", "[1,0] [[6,5],[5,5]]", "null", "bad_market", "BZ-56", "the blue guild_master goes to the market, but not to [5,5], which already has the blue administrator"},
		{crowded, "red", "fishmonger", "[1,0] [[6,5],[6,5]]", "null", "bad_market", "BZ-56", "but not to [6,5], which the red guild_master takes first"},
		{crowded, "red", "fishmonger", "[1,0] [[6,5],[5,6],[7,5]]", "null", "bad_market", "BZ-56", "market has 3 cells, but the request puts 2 tiles into the market"},
		{
			alone, "red", "notable", "[0,0]", `{"from":[5,5],"to":[0,1]}`, "bad_from", "BZ-46",
			"the tile on [5,5] is in black_market, which is not in play; it can take nothing, so the choice must be null",
		},
	} {
		cell, entries, _ := strings.Cut(c.cell, " ")
		if entries != "" {
			c.choice += `,"market":` + entries
		}
		c.cell = cell
		in := gametest.Values(t, c.state+`{"type":"place","guild":"`+c.guild+`","kind":"`+c.kind+`","cell":`+c.cell+`,"choice":`+c.choice+`}`)
		var out game.Output
		if err := r.Oracle("move")(in, &out); err != nil {
			t.Fatalf("%v\n%s", err, in)
		}
		if want := `{"legal":false,"code":"` + c.code + `"}`; string(out.Value(0)) != want || out.Clause != c.clause {
			t.Errorf("%s is %s by %s, expected %s by %s", in[1], out.Value(0), out.Clause, want, c.clause)
		}
		if why := r.Explain(in, c.code); !strings.Contains(why, c.why) {
			t.Errorf("%s: %q does not say %q", in[1], why, c.why)
		}
	}
}
