package ubongo_test

import (
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// The states of TestExplain: two players in round 9, of whom Bo has solved, and
// a playoff between them.
const (
	solving = `{"phase":"solve","round":9,"roller":0,"flipper":1,"die":5,"glass":2,"players":[` +
		`{"name":"Ida","level":"green","stack":[],"board":"g02","gems":{"red":2,"blue":7,"green":1,"brown":4}},` +
		`{"name":"Bo","level":"green","stack":[],"board":"g27","gems":{"red":3,"blue":5,"green":2,"brown":4}}],` +
		`"solved":[{"player":1,"time":26199,"gem":"green"}],"out":[],"display":{"blue":0,"brown":1},` +
		`"bag":{"red":5,"blue":7,"green":7,"brown":10},"winner":null}`
	tiedForFirst = `{"phase":"playoff_roll","round":9,"roller":0,"flipper":1,"die":null,"glass":0,"players":[` +
		`{"name":"Ida","level":"green","stack":[],"board":null,"gems":{"red":0,"blue":1,"green":0,"brown":0}},` +
		`{"name":"Bo","level":"green","stack":[],"board":null,"gems":{"red":0,"blue":1,"green":0,"brown":0}}],` +
		`"solved":[],"out":[],"display":{"blue":0,"brown":0},` +
		`"bag":{"red":10,"blue":17,"green":10,"brown":19},"winner":null}`
	overAlready = `{"phase":"over","round":9,"roller":0,"flipper":1,"die":null,"glass":0,"players":[` +
		`{"name":"Ida","level":"green","stack":[],"board":null,"gems":{"red":0,"blue":1,"green":0,"brown":0}},` +
		`{"name":"Bo","level":"green","stack":[],"board":null,"gems":{"red":0,"blue":1,"green":0,"brown":0}}],` +
		`"solved":[],"out":[],"display":{"blue":0,"brown":0},` +
		`"bag":{"red":10,"blue":17,"green":10,"brown":19},"winner":1}`
	turning = `{"phase":"flip","round":9,"roller":0,"flipper":1,"die":5,"glass":0,"players":[` +
		`{"name":"Ida","level":"green","stack":[],"board":"g02","gems":{"red":0,"blue":0,"green":0,"brown":0}},` +
		`{"name":"Bo","level":"green","stack":[],"board":"g27","gems":{"red":0,"blue":0,"green":0,"brown":0}}],` +
		`"solved":[],"out":[],"display":{"blue":1,"brown":1},` +
		`"bag":{"red":10,"blue":18,"green":10,"brown":18},"winner":null}`
)

// A solution of board g02 with die 5, one string a piece.
const (
	smallRight = `{"piece":"r2","cells":[[1,2,0],[1,1,0]]}`
	largeRight = `{"piece":"g5","cells":[[1,0,1],[2,2,0],[1,2,1],[1,1,1],[2,2,1]]}`
	threeRight = `{"piece":"g3","cells":[[0,0,1],[1,0,0],[0,0,0]]}`
)

// TestExplain holds against each other the code of an illegal request, the clause
// that it breaks, and what is said to the player.
func TestExplain(t *testing.T) {
	claim := func(timeMs, gem string, placements ...string) string {
		return `{"type":"claim","player":0,"time":` + timeMs + `,"placements":[` + strings.Join(placements, ",") + `],"gem":` + gem + `}`
	}
	for _, c := range []struct{ state, request, code, clause, why string }{
		{overAlready, `{"type":"flip","player":0}`, "game_over", "UO-56", "the game is over: Bo has won"},
		{turning, `{"type":"flip","player":2}`, "no_such_player", "UO-01", "there is no player 2: the players are 0 to 1"},
		{
			turning, `{"type":"stop","player":1,"time":60000}`, "wrong_phase", "UO-24",
			"Bo wants to shout stop, but the hourglass must be turned first",
		},
		{
			turning, `{"type":"flip","player":0}`, "not_your_turn", "UO-18",
			"Ida wants to turn the hourglass, but in this round it is up to Bo",
		},
		{
			solving, `{"type":"claim","player":1,"time":60000,"placements":[],"gem":null}`, "already_solved", "UO-21",
			"Bo has already solved the task of this round",
		},
		{
			solving, claim("60001", "null"), "too_late", "UO-22",
			"Ida claims at 60001 ms, but the hourglass had run out at 60000 ms",
		},
		{
			solving, claim("26198", "null"), "time_reversed", "UO-20",
			"Ida claims at 26198 ms, before the last accepted claim, that of Bo at 26199 ms",
		},
		{
			solving, claim("30000", "null", `{"piece":"b4","cells":[[0,0,0]]}`), "piece_not_in_task", "UO-32",
			"piece b4 does not belong to the task, which has g3, g5, r2",
		},
		{solving, claim("30000", "null", smallRight, smallRight), "piece_twice", "UO-33", "piece r2 is placed twice"},
		{
			solving, claim("30000", "null", smallRight, largeRight), "piece_missing", "UO-34",
			"piece g3 is not placed: the task has g3, g5, r2",
		},
		{
			solving, claim("30000", "null", `{"piece":"r2","cells":[[1,2,0]]}`, largeRight, threeRight), "wrong_shape", "UO-35",
			"piece r2 has 2 cubes, but the placement has 1 cell",
		},
		{
			solving, claim("30000", "null", smallRight, largeRight, `{"piece":"g3","cells":[[0,0,0],[0,0,1],[0,0,2]]}`),
			"wrong_shape", "UO-35", "the cells of piece g3 do not have its shape in any rotation",
		},
		{
			solving, claim("30000", "null", `{"piece":"r2","cells":[[1,2,1],[1,2,2]]}`, largeRight, threeRight), "too_high", "UO-36",
			"piece r2 fills layer 2 at row 1, column 2, but only layers 0 and 1 exist",
		},
		{
			solving, claim("30000", "null", `{"piece":"r2","cells":[[1,2,0],[1,3,0]]}`, largeRight, threeRight),
			"outside_outline", "UO-37", "piece r2 lies outside the outline, at row 1, column 3",
		},
		{
			solving, claim("30000", "null", `{"piece":"r2","cells":[[1,2,1],[1,3,1]]}`, largeRight, threeRight), "overhang", "UO-38",
			"piece r2 hangs over the outline on layer 1, at row 1, column 3",
		},
		{
			solving, claim("30000", "null", `{"piece":"r2","cells":[[1,2,0],[1,2,1]]}`, largeRight, threeRight), "overlap", "UO-39",
			"pieces r2 and g5 both fill layer 1 at row 1, column 2",
		},
		{
			solving, claim("30000", "null", smallRight, largeRight, threeRight), "gem_missing", "UO-46",
			"the solution is correct, but the claim does not say which gem was drawn from the bag",
		},
		{
			solving, `{"type":"stop","player":1,"time":59999}`, "too_early", "UO-23",
			"Bo shouts stop at 59999 ms, but the hourglass runs until 60000 ms",
		},
		{
			tiedForFirst, `{"type":"playoff","player":0,"die":1,"boards":["g01"]}`, "board_count", "UO-58",
			"2 players are tied, but the request has 1 board",
		},
		{
			tiedForFirst, `{"type":"playoff","player":0,"die":1,"boards":["g01","o01"]}`, "wrong_level", "UO-59",
			"board o01 is orange, but Bo plays green boards",
		},
		{
			tiedForFirst, `{"type":"playoff","player":0,"die":1,"boards":["g01","g01"]}`, "card_taken", "UO-10",
			"board g01 is used twice",
		},
	} {
		in := gametest.Values(t, c.state, c.request)
		r := configured(t)
		var out game.Output
		if err := r.Oracle("move")(in, &out); err != nil {
			t.Fatalf("%s: %v", c.request, err)
		}
		if got, want := string(out.Value(0)), `{"legal":false,"code":"`+c.code+`"}`; got != want {
			t.Errorf("%s: %s, want %s", c.request, got, want)
			continue
		}
		if out.Clause != c.clause {
			t.Errorf("%s: clause %s, want %s", c.request, out.Clause, c.clause)
		}
		if why := r.Explain(in, c.code); why != c.why {
			t.Errorf("%s:\n got %q\nwant %q", c.request, why, c.why)
		}
	}
}
