package ubar_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// tableau is a row of tiles and others around it.
const tableau = `[{"at":[0,0],"tile":"s1"},{"at":[0,1],"tile":"t33"},{"at":[0,2],"tile":"t03"},{"at":[1,2],"tile":"t37"},{"at":[-1,2],"tile":"t05"},{"at":[2,2],"tile":"t06"}]`

// TestMutantsByHand has mutants whose difference is worth seeing, because the
// right answer hangs on one clause.
func TestMutantsByHand(t *testing.T) {
	const grid = `[["t01","t02","t03"],[null,"t05","t06"],["t10","t11",null]]`
	winds := func(at, wind string) []string { return []string{tableau, at, wind} }
	tiles := func(list string) string { return `{"choice":false,"tiles":[` + list + `]}` }
	for _, tt := range []struct {
		mutant, task string
		in           []string
		right, wrong string
	}{
		{"UB-M01", "cost", []string{grid, "[1,1]"}, "4", "2"},
		{"upper-neighbour-forgotten", "cost", []string{grid, "[1,1]"}, "4", "2"},
		{"dearest-neighbour-only", "cost", []string{`[["t04","t25"],["t28",null]]`, "[0,0]"}, "3", "2"},
		{"neighbours-count-whole", "cost", []string{`[["t04","t25"],["t28",null]]`, "[0,0]"}, "3", "4"},
		{"corners-cost", "cost", []string{`[["t04",null],[null,"t28"]]`, "[0,0]"}, "0", "1"},
		{"grid-wraps", "cost", []string{`[["t04",null],["t33",null],["t59",null]]`, "[0,0]"}, "1", "3"},
		{"holes-cost-one", "cost", []string{`[["t04",null],[null,null]]`, "[0,0]"}, "0", "2"},
		{"holes-are-free", "cost", []string{`[[null]]`, "[0,0]"}, "null", "0"},
		{"holes-are-free", "cost", []string{`[[null]]`, "[0,1]"}, "null", "0"},
		{"tile-costs-at-least-one", "cost", []string{`[["t04"]]`, "[0,0]"}, "0", "1"},
		{"UB-M20", "winds", winds("[2,1]", `{"kind":"line","length":1,"dir":"up"}`), tiles(""), tiles("[0,1]")},
		{"line-one-too-long", "winds", winds("[3,2]", `{"kind":"line","length":2,"dir":"up"}`), tiles("[2,2],[1,2]"), tiles("[2,2],[1,2],[0,2]")},
		{"line-one-too-short", "winds", winds("[3,2]", `{"kind":"line","length":2,"dir":"up"}`), tiles("[2,2],[1,2]"), tiles("[2,2]")},
		{"UB-M25", "winds", winds("[3,2]", `{"kind":"line","length":2,"dir":"up"}`), tiles("[2,2],[1,2]"), tiles("")},
		{"UB-M25", "winds", winds("[1,1]", `{"kind":"diagonal"}`), tiles("[0,2],[2,2],[0,0]"), tiles("[2,2],[0,2],[0,0]")},
		{"left-is-right", "winds", winds("[0,3]", `{"kind":"line","length":2,"dir":"left"}`), tiles("[0,2],[0,1]"), tiles("")},
		{"left-is-right", "winds", winds("[1,1]", `{"kind":"diagonal"}`), tiles("[0,2],[2,2],[0,0]"), tiles("[0,0],[2,2],[0,2]")},
		{"tiles-turned-by-a-quarter", "winds", winds("[0,3]", `{"kind":"line","length":2,"dir":"down"}`), tiles(""), tiles("[0,2],[0,1]")},
		{"line-ends-at-hole", "winds", winds("[2,1]", `{"kind":"line","length":2,"dir":"up"}`), tiles("[0,1]"), tiles("")},
		{"orthogonal-starts-right", "winds", winds("[1,1]", `{"kind":"orthogonal"}`), tiles("[0,1],[1,2]"), tiles("[1,2],[0,1]")},
		{"orthogonal-ends-at-hole", "winds", winds("[2,1]", `{"kind":"orthogonal"}`), tiles("[2,2]"), tiles("")},
		{"diagonal-starts-left", "winds", winds("[1,1]", `{"kind":"diagonal"}`), tiles("[0,2],[2,2],[0,0]"), tiles("[0,0],[0,2],[2,2]")},
		{"diagonal-counter-clockwise", "winds", winds("[1,1]", `{"kind":"diagonal"}`), tiles("[0,2],[2,2],[0,0]"), tiles("[0,2],[0,0],[2,2]")},
		{"diagonal-ends-at-hole", "winds", winds("[1,1]", `{"kind":"diagonal"}`), tiles("[0,2],[2,2],[0,0]"), tiles("[0,2],[2,2]")},
		{"any-needs-an-action", "winds", winds("[1,1]", `{"kind":"any"}`), `{"choice":true,"tiles":[[0,0],[0,1],[0,2],[1,2],[-1,2],[2,2]]}`, `{"choice":true,"tiles":[[0,0],[0,2],[-1,2],[2,2]]}`},
		{"any-lists-backwards", "winds", winds("[1,1]", `{"kind":"any"}`), `{"choice":true,"tiles":[[0,0],[0,1],[0,2],[1,2],[-1,2],[2,2]]}`, `{"choice":true,"tiles":[[2,2],[-1,2],[1,2],[0,2],[0,1],[0,0]]}`},
		{"ship-lacks-a-space", "fit", []string{`{"chest":6,"potion":2}`}, `{"fits":true}`, `{"fits":false}`},
		{"ship-lacks-a-space", "fit", []string{`{"carpet":9}`}, `{"fits":true}`, `{"fits":true}`},
		{"ship-lacks-a-column", "fit", []string{`{"carpet":9}`}, `{"fits":true}`, `{"fits":false}`},
		{"ship-lacks-a-column", "fit", []string{`{"chest":6}`}, `{"fits":true}`, `{"fits":true}`},
		{"UB-M31", "fit", []string{`{"carpet":9}`}, `{"fits":true}`, `{"fits":false}`},
		{"goods-turned-over", "fit", []string{`{"lamp":2,"scarab":3}`}, `{"fits":false}`, `{"fits":true}`},
		{"no-price-above-normal", "sell", []string{`"m01"`, sold, `{"carpet":2,"chest":1}`}, sale(12, 0, 0), sale(8, 0, 0)},
		{"no-price-below-normal", "sell", []string{`"m01"`, sold, `{"carpet":2,"chest":1}`}, sale(12, 0, 0), sale(14, 0, 0)},
		{"each-good-paid-once", "sell", []string{`"m01"`, sold, `{"carpet":2,"chest":1}`}, sale(12, 0, 0), sale(7, 0, 0)},
		{"sale-takes-everything", "sell", []string{`"m01"`, sold, `{"carpet":1}`}, sale(5, 1, 1), sale(12, 0, 0)},
		{"sale-takes-everything", "sell", []string{`"m01"`, sold, `{"carpet":3}`}, refused, refused},
		{"sells-what-there-is", "sell", []string{`"m01"`, sold, `{"carpet":3}`}, refused, sale(10, 0, 1)},
		{"unsold-goods-lost", "sell", []string{`"m01"`, sold, `{"carpet":1}`}, sale(5, 1, 1), sale(5, 0, 0)},
	} {
		t.Run(tt.mutant+" "+tt.task, func(t *testing.T) {
			if got := string(gametest.Ask(t, configured(t), tt.task, tt.in...)[0]); got != tt.right {
				t.Errorf("the rules answer %s, want %s", got, tt.right)
			}
			if got := string(gametest.Ask(t, configured(t, ":"+tt.mutant), tt.task, tt.in...)[0]); got != tt.wrong {
				t.Errorf("the mutant answers %s, want %s", got, tt.wrong)
			}
		})
	}
}

const (
	sold    = `{"carpet":2,"chest":1,"potion":0,"lamp":0,"scarab":0}`
	refused = `{"legal":false,"code":"not_held"}`
)

// sale is the answer of task sell that leaves carpets and chests.
func sale(coins, carpets, chests int) string {
	number := strconv.Itoa
	return `{"legal":true,"coins":` + number(coins) + `,"left":{"carpet":` + number(carpets) + `,"chest":` + number(chests) + `,"potion":0,"lamp":0,"scarab":0}}`
}

// TestMutantsOfEveryClause: there are mutants of every clause, those of the spec
// among them, which show in tasks that the clause decides. What most clauses of live
// play say, from UB-80 on, only the wire shows, for which there are wrong programs.
func TestMutantsOfEveryClause(t *testing.T) {
	clauses := map[string]bool{}
	of := 0
	for _, m := range ubar.Game().Mutants {
		clauses[m.Clause] = true
		if strings.HasPrefix(m.ID, "UB-M") {
			of++
		}
		c, _ := ubar.Game().Clause(m.Clause)
		for _, task := range m.Tasks {
			if !slices.Contains(c.Tasks, task) {
				t.Errorf("%s shows in %s, which %s cannot decide", m.ID, task, m.Clause)
			}
		}
	}
	if of != 42 {
		t.Errorf("%d mutants of the spec, want 42", of)
	}
	for _, c := range ubar.Game().Clauses {
		if !clauses[c.ID] && c.ID < "UB-80" {
			t.Errorf("%s has no mutant", c.ID)
		}
	}
}

// TestMutantsWithOptions runs all mutants under options that are not the
// defaults: they must find an answer.
func TestMutantsWithOptions(t *testing.T) {
	for i, m := range ubar.Game().Mutants {
		r := configured(t, append([]string{":" + m.ID}, everyOption...)...)
		for _, task := range ubar.Game().Tasks {
			a := gametest.NewAsker(t, r, task.Name)
			for k := range gametest.Rounds(1, 6) {
				a.Ask(r.Generate(task.Name, seeded(1000*i+k), 20*(i+k)%(game.SizeMax+1)))
			}
		}
	}
}
