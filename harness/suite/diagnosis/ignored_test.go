package diagnosis_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
)

// TestIgnoredOptions has programs that ignore an option of a run: they play by its default,
// and say no word about input that the default forbids.
func TestIgnoredOptions(t *testing.T) {
	for _, tt := range []struct {
		game, task, option, value string
		clause, text              string
	}{
		{"ubar", "winds", "wind_gaps", `"tiles"`, "UB-43", `ignores the option wind_gaps, as if it were "cells"`},
		{"ubar", "fit", "mirror_goods", `"yes"`, "UB-52", `ignores the option mirror_goods, as if it were "no"`},
		{"ubar", "setup", "grid_axis", `"rows_first"`, "UB-03", `swaps the rows and columns of the grid, or ignores the option grid_axis, as if it were "columns_first"`},
		{"ubar", "view", "coins_open", `"no"`, "UB-75", `ignores the option coins_open, as if it were "yes"`},
		{"bazar", "setup", "start_coins", "3", "BZ-06", "ignores the option start_coins, as if it were 0"},
		{"bazar", "move", "aim", `"free"`, "BZ-29", `ignores the option aim, as if it were "target"`},
		// A mutant knows it already.
		{"bazar", "push", "chain", `"block"`, "BZ-33", "pushes the whole chain, whatever the option chain says"},
		{"ubongo", "move", "playoff_level", `"any"`, "UO-59", `ignores the option playoff_level, as if it were "own"`},
		// A mutant that names the option takes it for one less, which here is the default.
		{"bazar", "play", "bounty_coins", "26", "BZ-17", "plays the bounty one coin below bounty_coins, or ignores the option bounty_coins, as if it were 25"},
		// By default rounds do not have the numbers at which the harem comes.
		{"bazar", "move", "harem_round", "3", "BZ-13", "lets the harem enter one round late, or ignores the option harem_round, as if it were 5"},
		{"bazaar", "move", "price", "false", "BG-22", "charges for exchange lists although price is false"},
	} {
		t.Run(tt.game+"/"+tt.task+" "+tt.option, func(t *testing.T) {
			g, err := games.Named(tt.game)
			if err != nil {
				t.Fatal(err)
			}
			task, _ := g.Task(tt.task)
			set, err := g.Configure(game.Settings{Options: []game.Setting{{Name: tt.option, Value: jsontext.Value(tt.value)}}})
			if err != nil {
				t.Fatal(err)
			}
			byDefault, err := g.Configure(game.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			right, program := set.Oracle(tt.task), byDefault.Oracle(tt.task)
			j := judge.New(task, judge.Lax, nil)
			var answers []diagnosis.Answer
			wrong := 0
			for n := 0; n < 60 || wrong < 8 && n < 400; n++ {
				c := suite.GenerateCase(set, tt.task, 1, n+1)
				var want, got game.Output
				if err := right(c.In, &want); err != nil {
					t.Fatal(err)
				}
				a := diagnosis.Answer{Case: &c}
				if err := program(c.In, &got); err == nil {
					if d := j.Compare(want.Values(), got.Values()); d.Outcome != judge.Pass {
						a.Got, a.Pointer = got.Values(), d.Differences[0].Pointer
						wrong++
					}
				} else if _, refused := errors.AsType[*game.Invalid](err); !refused {
					t.Fatal(err)
				}
				answers = append(answers, a)
			}
			if wrong == 0 {
				t.Fatal("no case shows the option")
			}
			f, err := diagnosis.New(g, set, task, 1).Diagnose(t.Context(), answers)
			if err != nil {
				t.Fatal(err)
			}
			if len(f.List) != 1 || f.List[0].Likely || f.List[0].Clause != tt.clause || f.List[0].Text != tt.text || f.List[0].Explains != wrong {
				t.Errorf("of %d wrong answers: %+v", wrong, f.List)
			}
			// Where no option is set, nobody ignores one.
			if last := diagnosis.New(g, byDefault, task, 1).Mutants; strings.Contains(last[len(last)-1].ID, "=") {
				t.Errorf("by default: %+v", last[len(last)-1])
			}
		})
	}
}
