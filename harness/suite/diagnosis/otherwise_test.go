package diagnosis_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/diagnosis"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// playing has the answers of a program that plays by some settings, to the suite in a run under
// others. What it refuses it does not answer.
func playing(t *testing.T, g *game.Game, task game.Task, run, program game.Settings) (*diagnosis.Doctor, []diagnosis.Answer) {
	t.Helper()
	right, err := g.Configure(run)
	if err != nil {
		t.Fatal(err)
	}
	other, err := g.Configure(program)
	if err != nil {
		t.Fatal(err)
	}
	all, err := suite.Of(suites.FS, g, task.Name)
	if err != nil {
		t.Fatal(err)
	}
	j := judge.New(task, judge.Lax, nil)
	applicable, _, err := suite.NewChecker(g, right, task, j).Applicable(suite.List(all.Cases))
	if err != nil {
		t.Fatal(err)
	}
	expected, answered := right.Oracle(task.Name), other.Oracle(task.Name)
	var answers []diagnosis.Answer
	for _, c := range suite.All(applicable) {
		var want, got game.Output
		if err := expected(c.In, &want); err != nil {
			t.Fatal(err)
		}
		if err := answered(c.In, &got); err != nil {
			if _, refused := errors.AsType[*game.Invalid](err); !refused {
				t.Fatal(err)
			}
			continue
		}
		a := diagnosis.Answer{Case: &c}
		if d := j.Compare(want.Values(), got.Values()); d.Outcome != judge.Pass {
			a.Got, a.Pointer = got.Values(), d.Differences[0].Pointer
		}
		answers = append(answers, a)
	}
	return diagnosis.New(g, right, task, 2), answers
}

// set is one option with a value.
func set(name, value string) game.Settings {
	return game.Settings{Options: []game.Setting{{Name: name, Value: jsontext.Value(value)}}}
}

// TestOtherwise has programs that play by other options than the run has.
func TestOtherwise(t *testing.T) {
	reference := game.Settings{Preset: "reference-2024"}
	for _, c := range []struct {
		game, task   string
		run, program game.Settings
		clause, text string // no clause for a preset
	}{
		{"bazaar", "strategy", game.Settings{}, set("card_order", `"either"`), "BG-61", `plays as if the option card_order were "either"`},
		// No clause says how.
		{"bazaar", "strategy", game.Settings{}, set("wallet_tie", `"list"`), "", `plays as if the option wallet_tie were "list"`},
		{"bazaar", "play", game.Settings{}, reference, "", "plays by the rules of --preset reference-2024 or reference-late-2024"},
		{"bazaar", "play", reference, game.Settings{}, "", "plays by the rules of --preset rules"},
		{"ubar", "move", game.Settings{}, set("lost_goods", `"removed"`), "UB-55", `plays as if the option lost_goods were "removed"`},
		{"bazaar", "play", game.Settings{}, set("max_exchanges", "3"), "BG-20", "plays as if the option max_exchanges were 3"},
		// A known misreading does the same, and says more.
		{"bazar", "push", game.Settings{}, set("chain", `"block"`), "BZ-33", ""},
	} {
		g, err := games.Named(c.game)
		if err != nil {
			t.Fatal(err)
		}
		task, _ := g.Task(c.task)
		doctor, answers := playing(t, g, task, c.run, c.program)
		f, err := doctor.Diagnose(t.Context(), answers)
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for _, a := range answers {
			if a.Got != nil {
				wrong++
			}
		}
		if len(f.List) != 1 {
			t.Errorf("%s/%s: %d diagnoses of %d wrong answers: %s", c.game, c.task, len(f.List), wrong, told(f))
			continue
		}
		d := &f.List[0]
		if (d.Habit == judge.OtherRules) != (c.clause == "") || d.Clause != c.clause || c.text != "" && d.Text != c.text ||
			d.Likely || d.Explains != wrong || d.Of != wrong || len(d.Cases) != wrong {
			t.Errorf("%s/%s: %+v", c.game, c.task, d)
		}
	}
}

// TestOtherwiseAlways: whatever value of an option a program takes, something explains all its
// wrong answers.
func TestOtherwiseAlways(t *testing.T) {
	if !*soak {
		t.Skip("it is for make soak")
	}
	for _, g := range games.All() {
		for _, task := range g.Tasks {
			for i := range g.Options {
				o := &g.Options[i]
				values := o.Takes.OneOf
				if o.Default == "true" || o.Default == "false" {
					values = []jsontext.Value{jsontext.Value("true"), jsontext.Value("false")}
				}
				if task.Live != "" || !g.Shows(o, task.Name) {
					continue
				}
				for _, v := range values {
					if string(v) == o.Default {
						continue
					}
					doctor, answers := playing(t, g, task, game.Settings{}, set(o.Name, string(v)))
					f, err := doctor.Diagnose(t.Context(), answers)
					if err != nil {
						t.Fatal(err)
					}
					right := !slices.ContainsFunc(answers, func(a diagnosis.Answer) bool { return a.Got != nil })
					if !right && (len(f.List) != 1 || f.List[0].Likely) {
						t.Errorf("%s/%s with %s=%s: %s", g.Name, task.Name, o.Name, v, told(f))
					}
				}
			}
		}
	}
}
