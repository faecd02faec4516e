package lint

import (
	"context"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// Resting are, by case, the house rulings that its answer rests on: a mutant of the
// clause, or another value of its option, changes the answer. A program that
// decides otherwise breaks no rule text. Options that are set, by name, leave nothing
// open. The error is trouble of the run.
func Resting(ctx context.Context, p *baseline.Runner, cases []baseline.Case, set []string) ([][]string, error) {
	mutants, _ := mutation.Mutants(p.Game, p.Task.Name)
	mutants = slices.DeleteFunc(mutants, func(m game.Mutant) bool { return !ruled(p.Game, m.Clause, set) })
	matrix, err := mutation.Measure(ctx, p, cases, mutants)
	if err != nil {
		return nil, err
	}
	return resting(ctx, p, cases, mutants, matrix, set)
}

// ruled tells whether nothing but a house ruling decides a clause, and no
// option that is set.
func ruled(g *game.Game, id string, set []string) bool {
	clause, ok := g.Clause(id)
	return ok && clause.Marks[0] == game.House && !slices.Contains(set, clause.Option)
}

// resting is what Resting says, given which cases kill which mutants.
func resting(ctx context.Context, p *baseline.Runner, cases []baseline.Case, mutants []game.Mutant, matrix *mutation.Matrix, set []string) ([][]string, error) {
	rests := make([][]string, len(cases))
	for i, m := range mutants {
		if !ruled(p.Game, m.Clause, set) {
			continue
		}
		for _, n := range matrix.Kills[i] {
			rests[n] = append(rests[n], m.Clause)
		}
	}
	rulings := undecided(p.Game, p.Task.Name, set)
	j := p.Judge()
	err := pool.Run(ctx, len(cases), p.Game.Jobs(p.Jobs), func() func(int) error {
		var out game.Output
		known := make(map[string]game.Rules)
		return func(i int) error {
			for n := range rulings {
				other, err := rulings[n].changes(p, j, &cases[i], known, &out)
				if err != nil {
					return err
				}
				if other != nil {
					rests[i] = append(rests[i], rulings[n].option.Clause)
				}
			}
			slices.Sort(rests[i])
			rests[i] = slices.Compact(rests[i])
			return nil
		}
	})
	return rests, err
}

// Everywhere are the clauses in all of the lists, in the order of the first: of the
// house rulings on which cases rest those from which none is free.
func Everywhere(rests [][]string) []string {
	if len(rests) == 0 {
		return nil
	}
	var all []string
	for _, id := range rests[0] {
		if !slices.ContainsFunc(rests, func(ids []string) bool { return !slices.Contains(ids, id) }) {
			all = append(all, id)
		}
	}
	return all
}

// LiveResting are the house rulings that a failure of a live case rests on, which no
// oracle tells: the clause of the verdict, and those that the case cites, which are
// such rulings; or which are in part, if two orders of its messages are right by the
// rule text. A program that crashes or takes too much of the machine is wrong by any
// reading. The cases of a player cite whatever may happen in a game, so that only the
// clause of the verdict counts.
func LiveResting(g *game.Game, side game.Side, c *suite.Case, v *judge.Verdict) []string {
	if slices.Contains([]judge.Outcome{judge.Crashed, judge.CPULimit, judge.MemoryLimit, judge.ProcessLimit, judge.OutputLimit}, v.Outcome) {
		return nil
	}
	race := slices.Contains(c.Tags, game.TagRace)
	candidates := []string{v.Clause}
	if side != game.OnePlayer {
		candidates = append(candidates, c.Clauses...)
	}
	var ids []string
	for _, id := range candidates {
		known, ok := g.Clause(id)
		if ok && (known.Marks[0] == game.House || race && slices.Contains(known.Marks, game.House)) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
