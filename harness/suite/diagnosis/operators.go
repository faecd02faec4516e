package diagnosis

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// operatorsMax is how many mutants of the operators may change something in each wrong
// answer. Where whole games are played nearly all of them do: that tells little, and
// to try them takes seconds.
const operatorsMax = 256

// operatorsAtOnce is how many of them are tried between two looks at how long it
// takes: enough to keep all workers busy.
const operatorsAtOnce = 32

// operatorWords say what the mutants of an operator do to a rule.
var operatorWords = map[string]string{
	"arithmetic": "calculates wrongly in this rule",
	"boundary":   "misses a boundary of this rule",
	"comparison": "compares the wrong way round in this rule",
	"condition":  "leaves out a condition of this rule",
	"constant":   "has a wrong number or constant in this rule",
	"loop":       "stops before the end of a list in this rule",
	"negation":   "reverses a condition of this rule",
	"return":     "leaves out a part of this rule",
	"statement":  "leaves out a step of this rule",
}

// operators are those mutants of the usual operators of mutation testing that give
// all wrong answers that are left, and no other one. They are no known misreadings,
// but tell near which clause a program goes wrong.
func (x *examination) operators(ctx context.Context, left []int) ([]game.Mutant, error) {
	if x.Game.Twin == nil {
		return nil, nil
	}
	mutants := x.Game.Twin.Operators()
	settings := game.Settings{Options: x.Rules.Options()}
	met, err := x.meet(settings, left, len(mutants))
	if err != nil {
		return nil, err
	}
	candidates := 0
	for _, word := range met {
		candidates += bits.OnesCount64(word)
	}
	if candidates > operatorsMax {
		return nil, nil
	}
	none := &fit{explains: make([]bool, x.wrong)}
	var numbers []int
	for number := 1; number <= len(mutants); number++ {
		if met[number/64]>>(number%64)&1 == 1 { // no answer to a wrong case is as the rules have it
			numbers = append(numbers, number)
		}
	}
	var list []game.Mutant
	work := 0
	for some := range slices.Chunk(numbers, operatorsAtOnce) {
		found, steps, err := x.operating(ctx, settings, some, none)
		if err != nil {
			return nil, err
		}
		for i, number := range some {
			work += steps[i]
			if found[i] {
				list = append(list, mutants[number-1])
			}
		}
		if work > togetherWorkMax {
			return nil, nil // what the others do is unknown: none is the only one
		}
	}
	return list, nil
}

// operating tells which mutants of the operators give all wrong answers and no other
// one, and how many steps each takes to tell.
func (x *examination) operating(ctx context.Context, settings game.Settings, numbers []int, none *fit) (found []bool, steps []int, err error) {
	found, steps = make([]bool, len(numbers)), make([]int, len(numbers))
	err = pool.Run(ctx, len(numbers), x.Jobs, func() func(int) error {
		return func(i int) (failed error) {
			r := &rival{task: x.Task.Name}
			defer func() {
				if recover() != nil {
					found[i], failed = false, nil // what it wrote is no JSON
				}
				steps[i] = r.work
			}()
			var err error
			if r.rules, err = x.Game.Twin.Operating(settings, numbers[i], nil); err != nil {
				return err
			}
			r.oracle = r.rules.Oracle(x.Task.Name)
			found[i], err = x.explainsAll(ctx, r, none)
			return err
		}
	})
	return found, steps, err
}

// meet are the numbers of those mutants that change something on the way to each of
// some wrong answers, a bit for each.
func (x *examination) meet(settings game.Settings, left []int, mutants int) ([]uint64, error) {
	now := make([]uint64, mutants/64+1)
	rules, err := x.Game.Twin.Operating(settings, 0, now)
	if err != nil {
		return nil, err
	}
	oracle := rules.Oracle(x.Task.Name)
	var out game.Output
	first, met := make([]uint64, len(now)), make([]uint64, len(now))
	kept := make([]uint64, len(now)) // met the first time only: in what rules keep for all answers
	for n, i := range left {
		for again := range 2 {
			clear(now)
			out.Reset()
			if err := oracle(x.held[i].Case.In, &out); err != nil {
				if _, refused := errors.AsType[*game.Invalid](err); !refused {
					return nil, err
				}
			}
			if again == 0 {
				copy(first, now)
			}
		}
		for k := range now {
			kept[k] |= first[k] &^ now[k]
			if n == 0 {
				met[k] = now[k]
			} else {
				met[k] &= now[k]
			}
		}
	}
	for k := range met {
		met[k] |= kept[k]
	}
	return met, nil
}

// does says in words what a mutant of the operators does.
func does(m *game.Mutant) string {
	parts := strings.Split(m.ID, ":") // file, function, operator, number
	return operatorWords[parts[2]]
}
