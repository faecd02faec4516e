package lint

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// Touched leaves of the house rulings on which the answers to cases rest those that wrong answers
// touch: wherever another reading of the ruling changes the answer, the wrong one differs as well.
// A program that has right what each other reading changes follows the ruling, and is wrong for
// another reason. The error is trouble of the run.
func Touched(ctx context.Context, p *baseline.Runner, cases []baseline.Case, wrong [][]jsontext.Value, rests [][]string) error {
	mutants, _ := mutation.Mutants(p.Game, p.Task.Name)
	rulings := undecided(p.Game, p.Task.Name, nil)
	j := p.Judge()
	return pool.Run(ctx, len(cases), p.Game.Jobs(p.Jobs), func() func(int) error {
		known := make(map[string]game.Rules)
		return func(i int) error {
			c := &cases[i]
			if len(rests[i]) == 0 {
				return nil
			}
			t := &touch{runner: p, judge: j, c: c, known: known}
			t.wrong, t.all = t.places(wrong[i])
			var left []string
			for _, id := range rests[i] {
				touched, err := t.touches(id, mutants, rulings)
				if err != nil {
					return err
				}
				if touched {
					left = append(left, id)
				}
			}
			rests[i] = left
			return nil
		}
	})
}

// A touch holds a wrong answer against other readings of rulings.
type touch struct {
	runner *baseline.Runner
	judge  *judge.Judge
	c      *baseline.Case
	known  map[string]game.Rules // by settings; nil if they do not go together
	wrong  []differing           // the places where the answer differs
	all    bool                  // and these are all of them
}

// A differing is the pointer of a place where an answer differs from the right one, and the kind of the
// value that it has there.
type differing struct {
	pointer string
	kind    jsontext.Kind
}

// places are where an answer differs from the right one, and whether they are all.
func (t *touch) places(answer []jsontext.Value) (list []differing, all bool) {
	c := t.judge.Compare(t.c.Want, answer)
	for _, d := range c.Differences {
		list = append(list, differing{d.Pointer, d.Received.Kind()})
	}
	return list, c.More == 0
}

// touches tells whether another reading of a ruling changes nothing that the wrong answer has right.
func (t *touch) touches(id string, mutants []game.Mutant, rulings []ruling) (bool, error) {
	var others []game.Settings
	for i := range mutants {
		if mutants[i].Clause == id {
			s := t.c.Settings
			s.Mutant = mutants[i].ID
			others = append(others, s)
		}
	}
	for _, r := range rulings {
		if r.option.Clause != id {
			continue
		}
		for _, value := range r.others {
			s := t.c.Settings
			s.Options = append(slices.Clone(s.Options), game.Setting{Name: r.option.Name, Value: value})
			others = append(others, s)
		}
	}
	for _, s := range others {
		changed, err := t.changed(s)
		if err != nil {
			return false, err
		}
		if len(changed) > 0 && (!t.all || !slices.ContainsFunc(changed, func(d differing) bool { return !t.isWrong(d) })) {
			return true, nil
		}
	}
	return false, nil
}

// changed are the places that settings change in the answer, none if they do not go with the case.
func (t *touch) changed(s game.Settings) ([]differing, error) {
	key := baseline.Key(s) + s.Mutant
	rules, ok := t.known[key]
	if !ok {
		rules, _ = t.runner.Game.Configure(s)
		t.known[key] = rules
	}
	if rules == nil {
		return nil, nil
	}
	var out game.Output
	answered, err := answers(rules.Oracle(t.runner.Task.Name), t.c.In, &out)
	if !answered || err != nil {
		return nil, err
	}
	list, _ := t.places(out.Values())
	return list, nil
}

// answers tells whether an oracle answers. What is wrong on purpose may crash.
func answers(oracle game.Oracle, in []jsontext.Value, out *game.Output) (answered bool, err error) {
	defer func() {
		if recover() != nil {
			answered, err = false, nil
		}
	}()
	err = oracle(in, out)
	if _, invalid := errors.AsType[*game.Invalid](err); invalid {
		return false, nil
	}
	return err == nil, err
}

// isWrong tells whether the wrong answer differs at such places with values of the kind, around them or
// in them.
func (t *touch) isWrong(d differing) bool {
	return slices.ContainsFunc(t.wrong, func(wrong differing) bool {
		return wrong == d || strings.HasPrefix(d.pointer, wrong.pointer+"/") || strings.HasPrefix(wrong.pointer, d.pointer+"/")
	})
}
