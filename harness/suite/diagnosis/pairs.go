package diagnosis

import (
	"context"
	"slices"
	"sort"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// pairFitsMax is how many of the readings that fit are tried together with each
// other one: those of most answers. A pair of which neither reading is among them
// shows in few answers alone.
const pairFitsMax = 16

// togetherWorkMax bounds how long pairs of readings are tried, and after them the
// mutants of the operators, in steps that oracles count: half a second each. Where
// oracles search, all of them take many times as long, and tell no more of programs
// that none fits.
const togetherWorkMax = 500_000

// pairs are two readings that together give all wrong answers and no other one,
// where single ones leave something over; nil if there are none. The first is that
// of most answers by itself.
func (x *examination) pairs(ctx context.Context, fits []fit) ([]judge.Diagnosis, error) {
	if x.Game.Twin == nil {
		return nil, nil
	}
	leading := slices.Clone(fits)
	sort.SliceStable(leading, func(i, j int) bool { return leading[i].count > leading[j].count })
	leading = leading[:min(len(leading), pairFitsMax)]
	work := 0
	for i := range leading {
		others, steps, err := x.partners(ctx, &leading[i])
		if err != nil {
			return nil, err
		}
		if others != nil {
			return x.both(&leading[i], others, fits), nil
		}
		if work += steps; work > togetherWorkMax {
			break
		}
	}
	return nil, nil
}

// partners are the readings that together with one that fits explain all, and how
// many steps it took to try them.
func (x *examination) partners(ctx context.Context, f *fit) (list []game.Mutant, work int, err error) {
	found, steps := make([]bool, len(x.Mutants)), make([]int, len(x.Mutants))
	first := x.Mutants[f.mutant].ID
	wrong, err := x.Game.Twin.Under(game.Settings{Options: x.Rules.Options()})
	if err != nil {
		return nil, 0, err
	}
	err = pool.Run(ctx, len(x.Mutants), x.Game.Jobs(x.Jobs), func() func(int) error {
		return func(i int) error {
			if x.Game.Twin.Overlap(first, x.Mutants[i].ID) {
				return nil
			}
			rules, err := wrong(first, x.Mutants[i].ID)
			if err != nil {
				return nil // the twin has no such mutants
			}
			r := &rival{rules: rules, task: x.Task.Name, oracle: rules.Oracle(x.Task.Name)}
			found[i], err = x.explainsAll(ctx, r, f)
			steps[i] = r.work
			return err
		}
	})
	for i, m := range x.Mutants {
		work += steps[i]
		if found[i] {
			list = append(list, m)
		}
	}
	return list, work, err
}

// explainsAll tells whether some rules give all wrong answers and all right ones.
// What a reading leaves over comes first, at which most fail.
func (x *examination) explainsAll(ctx context.Context, r *rival, f *fit) (bool, error) {
	for _, leftOver := range []bool{true, false} {
		for _, i := range x.quick {
			if left := i < x.wrong && !f.explains[i]; left != leftOver {
				continue
			}
			if i < x.wrong && x.Task.Live != "" {
				continue // who played the game has seen what the program did
			}
			if ctx.Err() != nil {
				return false, context.Cause(ctx)
			}
			h := &x.held[i]
			answered, err := r.answer(h.Case.In)
			if err != nil {
				return false, err
			}
			want := h.want
			if i < x.wrong {
				want = h.Got
			}
			pardoned := i < x.wrong && h.aside() || i >= x.wrong && !answered && r.mayForbid
			if !pardoned && (!answered || !x.judgeOf(i).Same(want, &r.out)) {
				return false, nil
			}
		}
	}
	return true, nil
}

// both has the diagnoses of a pair. Those of the second reading are the answers
// that the first one leaves over. Alone it may be wrong where both together are right.
func (x *examination) both(f *fit, others []game.Mutant, fits []fit) []judge.Diagnosis {
	one := judge.Diagnosis{Passes: x.passes, Explains: f.count}
	name(&one, []game.Mutant{x.Mutants[f.mutant]})
	two := judge.Diagnosis{Passes: x.passes}
	name(&two, others)
	for _, m := range others {
		if !slices.ContainsFunc(fits, func(o fit) bool { return x.Mutants[o.mutant].ID == m.ID }) {
			two.Passes = 0
		}
	}
	for i := range x.wrong {
		switch {
		case f.explains[i]:
			one.Cases = append(one.Cases, x.held[i].Case.ID)
		case !x.held[i].aside():
			two.Cases = append(two.Cases, x.held[i].Case.ID)
			two.Explains++
		}
	}
	one.Of, two.Of = one.Explains+two.Explains, one.Explains+two.Explains
	list := add([]judge.Diagnosis{one}, two)
	for i := range list {
		list[i].Of = one.Of
	}
	return list
}
