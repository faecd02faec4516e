package bazar_test

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// TestMutantsShowWhereTheirClausesDecide: a mutant shows in tasks that its clause
// decides.
func TestMutantsShowWhereTheirClausesDecide(t *testing.T) {
	for _, m := range bazar.Game().Mutants {
		c, _ := bazar.Game().Clause(m.Clause)
		for _, task := range m.Tasks {
			if !slices.Contains(c.Tasks, task) {
				t.Errorf("%s shows in %s, which %s does not decide", m.ID, task, m.Clause)
			}
		}
	}
}

// TestMutantsShowNowhereElse: no mutant shows in a task that it does not name,
// among inputs that chance makes, and all take the inputs that the rules take.
// That each shows where it says so is what the embedded suites prove.
func TestMutantsShowNowhereElse(t *testing.T) {
	inputs := gametest.Rounds(12, 120)
	right := configured(t)
	for _, task := range bazar.Game().Tasks {
		if task.Live != "" {
			continue // whatever changes a game changes who wins
		}
		all := inputsOf(right, task.Name, inputs)
		oracle := right.Oracle(task.Name)
		wants := make([]string, inputs)
		var out game.Output
		for i, in := range all {
			out.Reset()
			if err := oracle(in, &out); err != nil {
				t.Fatal(err)
			}
			wants[i] = string(out.Buf)
		}
		for _, m := range bazar.Game().Mutants {
			named := slices.Contains(m.Tasks, task.Name)
			other := wrong(t, m.ID).Oracle(task.Name)
			for i, in := range all {
				out.Reset()
				if err := other(in, &out); err != nil {
					t.Fatalf("%s: %v\n%s", m.ID, err, in)
				}
				if string(out.Buf) == wants[i] {
					continue
				}
				if !named {
					t.Errorf("%s (%s) shows in %s: %s\n%s\nnot %s", m.ID, m.Summary, task.Name, in, out.Buf, wants[i])
				}
				break
			}
		}
	}
}

// TestMutantsWithOptions runs all mutants under options other than the defaults:
// they must find an answer. There are so many of both that one input each will do, under one
// of the sets of options in turn, and of the live tasks, all of which play a whole game by the
// same rules, one in turn; the long rounds ask more.
func TestMutantsWithOptions(t *testing.T) {
	inputs := gametest.Rounds(1, 20)
	var live []string
	for _, task := range bazar.Game().Tasks {
		if task.Live != "" {
			live = append(live, task.Name)
		}
	}
	lives := gametest.Rounds(1, len(live))
	others := optionSets[1:]
	sets := gametest.Rounds(1, len(others))
	for k, options := range others {
		for i, m := range bazar.Game().Mutants {
			if (i+k)%len(others) >= sets {
				continue
			}
			r := wrong(t, m.ID, options...)
			for _, task := range bazar.Game().Tasks {
				turn := slices.Index(live, task.Name) - (i/len(others)+k)%len(live)
				if task.Live != "" && (turn+len(live))%len(live) >= lives {
					continue
				}
				oracle := r.Oracle(task.Name)
				for _, in := range inputsOf(r, task.Name, inputs) {
					if err := oracle(in, &game.Output{}); err != nil {
						t.Fatalf("%s %v: %v\n%s", m.ID, options, err, in)
					}
				}
			}
		}
	}
}

// TestMutantsReferee lets each mutant referee games, also one in which a player
// drops out and is stood in for: they must come to an end. A player may refuse
// what a wrong referee shows it.
func TestMutantsReferee(t *testing.T) {
	const callsMax = 200
	for i, m := range bazar.Game().Mutants {
		r := wrong(t, m.ID)
		for _, drops := range []bool{false, true} {
			f, names, _ := began(t, r, i)
			players := make([]game.Player, len(names))
			for k := range players {
				players[k], _ = r.Live().Player("random", names[k], uint64(k))
			}
			for n := 0; len(f.Calls()) > 0; n++ {
				if n > callsMax {
					t.Fatalf("a game of %s does not end", m.ID)
				}
				c := f.Calls()[0]
				reply, err := players[c.Seat].Reply(c.Method, c.Args)
				switch {
				case err != nil:
					f.Fail(c.Seat, game.Raised)
				case drops && c.Method == "take-turn":
					drops = false
					f.Answer(c.Seat, []byte("7"))
				default:
					f.Answer(c.Seat, reply.Text)
				}
			}
			if len(f.Result()) != 1 {
				t.Errorf("a game of %s has no result", m.ID)
			}
		}
	}
}
