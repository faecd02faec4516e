package bazar_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// seeded is a source of numbers of its own for each test.
func seeded(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 2)) }

// optionSets are options that change what is valid, or what happens.
var optionSets = [][]string{
	nil,
	{"end_check=round_end", "market_cell=lowest", "harem_round=2", "bounty_coins=3"},
	{"aim=free", "chain=block", "market_cell=highest", "dry_events=end", "first_order=same", "start_coins=20", "harem_round=12"},
}

// inputsOf are inputs of a task, of all sizes.
func inputsOf(r game.Rules, task string, n int) [][]jsontext.Value {
	list := make([][]jsontext.Value, n)
	for i := range list {
		list[i] = r.Generate(task, seeded(i), i*game.SizeMax/max(1, n-1))
	}
	return list
}

// TestGenerate: what is generated is valid, the same for the same seed, and
// answered the same at every time of asking.
func TestGenerate(t *testing.T) {
	n := gametest.Rounds(20, 300)
	for _, options := range optionSets {
		r := configured(t, options...)
		for _, task := range bazar.Game().Tasks {
			t.Run(fmt.Sprint(task.Name, options), func(t *testing.T) {
				all, again := inputsOf(r, task.Name, n), inputsOf(r, task.Name, n)
				different := map[string]bool{}
				oracle := r.Oracle(task.Name)
				for i, in := range all {
					if fmt.Sprintf("%s", in) != fmt.Sprintf("%s", again[i]) {
						t.Fatalf("seed %d gives two inputs", i)
					}
					var out game.Output
					if err := oracle(in, &out); err != nil {
						t.Fatalf("%v\n%s", err, in)
					}
					first := out.Values()
					out.Reset()
					if err := oracle(in, &out); err != nil {
						t.Fatal(err)
					}
					for k, v := range first {
						if !bytes.Equal(v, out.Value(k)) {
							t.Fatalf("two answers to %s:\n%s\n%s", in, v, out.Value(k))
						}
					}
					different[fmt.Sprintf("%s", in)] = true
				}
				if len(different) < n*2/3 {
					t.Errorf("only %d of %d inputs are different", len(different), n)
				}
			})
		}
	}
}
