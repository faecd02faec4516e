package ubar_test

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// everyOption sets each option to a value that is not the default.
var everyOption = []string{
	"grid_axis=rows_first", "zero_time=restack", "short_supply=partial", "wind_gaps=tiles", "retrigger=forced", "mirror_goods=yes",
	"lost_goods=removed", "empty_grid=refill", "sell_order=seat", "bank=limited", "refill_order=columns", "tie=fewest_tiles", "coins_open=no",
}

// TestGenerate: what is generated is valid, the same for the same seed, and
// differs for others.
func TestGenerate(t *testing.T) {
	n := gametest.Rounds(60, 600)
	for _, settings := range [][]string{nil, everyOption, {"wind_gaps=stop"}} {
		r := configured(t, settings...)
		for _, task := range ubar.Game().Tasks {
			a := gametest.NewAsker(t, r, task.Name)
			different := map[string]bool{}
			for i := range n {
				in := r.Generate(task.Name, seeded(i), i%(game.SizeMax+1))
				again := r.Generate(task.Name, seeded(i), i%(game.SizeMax+1))
				if !slices.EqualFunc(in, again, slices.Equal[jsontext.Value]) {
					t.Fatalf("%s: %s\nthen\n%s", task.Name, gametest.Lines(in), gametest.Lines(again))
				}
				a.Ask(in)
				different[string(gametest.Lines(in))] = true
			}
			if len(different) < n/3 {
				t.Errorf("%s: only %d different inputs", task.Name, len(different))
			}
		}
	}
}
