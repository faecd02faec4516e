// Package mutation measures suites by the wrong implementations they tell from
// the right one: which mutants of a task answer at least one case so that a judge
// finds it wrong.
package mutation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// Mutants are those that show in a task; those that no input tells from the rules
// are listed apart. None shows in the answer of clients, which is always the same.
func Mutants(g *game.Game, task string) (counted, equivalent []game.Mutant) {
	if t, _ := g.Task(task); t.Live == game.Clients {
		return nil, nil
	}
	for _, m := range g.Mutants {
		switch {
		case !slices.Contains(m.Tasks, task):
		case m.Equivalent != "":
			equivalent = append(equivalent, m)
		default:
			counted = append(counted, m)
		}
	}
	return counted, equivalent
}

// A Matrix says which cases kill which mutants.
type Matrix struct {
	Mutants []game.Mutant
	// Kills has for each mutant the indices of the cases that kill it, in their
	// order: all of them, or the first one alone.
	Kills [][]int
}

// Survivors are the mutants that no case kills.
func (m *Matrix) Survivors() []game.Mutant {
	var list []game.Mutant
	for i, mutant := range m.Mutants {
		if len(m.Kills[i]) == 0 {
			list = append(list, mutant)
		}
	}
	return list
}

// A Tally says how many of the mutants of a clause are killed.
type Tally struct {
	Clause  string `json:"clause"`
	Mutants int    `json:"mutants"`
	Killed  int    `json:"killed"`
}

// Clauses counts by clause, in the order of the rule book.
func (m *Matrix) Clauses(g *game.Game) []Tally {
	var list []Tally
	for _, clause := range g.Clauses {
		t := Tally{Clause: clause.ID}
		for i, mutant := range m.Mutants {
			if mutant.Clause == clause.ID {
				t.Mutants++
				t.Killed += min(len(m.Kills[i]), 1)
			}
		}
		if t.Mutants > 0 {
			list = append(list, t)
		}
	}
	return list
}

// Measure finds all kills of each mutant.
func Measure(ctx context.Context, p *baseline.Runner, cases []baseline.Case, mutants []game.Mutant) (*Matrix, error) {
	return measure(ctx, p, cases, mutants, len(cases))
}

// MeasureFirst finds the first kill of each mutant, which takes less time.
func MeasureFirst(ctx context.Context, p *baseline.Runner, cases []baseline.Case, mutants []game.Mutant) (*Matrix, error) {
	return measure(ctx, p, cases, mutants, 1)
}

// measure finds the first kills of each mutant, at most so many.
func measure(ctx context.Context, p *baseline.Runner, cases []baseline.Case, mutants []game.Mutant, kills int) (*Matrix, error) {
	m := &Matrix{Mutants: mutants, Kills: make([][]int, len(mutants))}
	j := p.Judge()
	under := make(map[string]func(string) (game.Rules, error)) // by the Key of the settings
	for i := range cases {
		if c := &cases[i]; under[c.Key] == nil {
			var err error
			if under[c.Key], err = p.Game.Under(c.Settings); err != nil {
				return nil, err
			}
		}
	}
	err := pool.Run(ctx, len(mutants), p.Game.Jobs(p.Jobs), func() func(int) error {
		var out game.Output
		return func(i int) error {
			rivals := make(map[string]*Rival)
			for n := range cases {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				rival := rivals[cases[n].Key]
				if rival == nil {
					rules, err := under[cases[n].Key](mutants[i].ID)
					if err != nil {
						return err
					}
					rival = newRival(p, j, rules, &out)
					rivals[cases[n].Key] = rival
				}
				if killed, err := rival.Falls(cases[n].In, cases[n].Want); err != nil {
					return fmt.Errorf("%s, as the mutant %s answers: %w", cases[n].Named(), mutants[i].ID, err)
				} else if killed {
					if m.Kills[i] = append(m.Kills[i], n); len(m.Kills[i]) == kills {
						return nil
					}
				}
			}
			return nil
		}
	})
	return m, err
}

// DifficultyCases is by how many random cases a difficulty is measured: enough
// to tell the mutants apart that show once in a few hundred.
const DifficultyCases = 1000

// Difficulty counts for each mutant how many of so many random cases of a seed
// kill it: the fewer, the harder it is to find. The error is that of
// suite.Generate, or trouble of the run.
func Difficulty(ctx context.Context, p *baseline.Runner, mutants []game.Mutant, cases int, seed uint64) ([]int, error) {
	rules, err := p.Game.Configure(p.Settings)
	if err != nil {
		return nil, err
	}
	drawn, err := suite.Generate(rules, p.Task.Name, cases, seed)
	if err != nil {
		return nil, err
	}
	base, err := p.Run(ctx, drawn.Cases)
	if err != nil {
		return nil, err
	}
	m, err := Measure(ctx, p, base.Cases, mutants)
	if err != nil {
		return nil, err
	}
	kills := make([]int, len(mutants))
	for i := range mutants {
		kills[i] = len(m.Kills[i])
	}
	return kills, nil
}

// A Caller is the rules of a mutant that a server shows in its calls, too, not in its result
// alone.
type Caller interface {
	// CallsAlike tells whether the server makes the calls of one that keeps to the rules.
	CallsAlike(in []jsontext.Value) (bool, error)
}

// A Rival is a mutant that answers cases. It serves one goroutine at a time.
type Rival struct {
	judge  *judge.Judge
	rules  game.Rules
	oracle game.Oracle
	out    *game.Output
	task   string
	caller Caller // of a server that shows its mistake in calls, too; else nil
	silent bool   // The last answer was none: a crash, or a refusal.
}

// NewRival makes a mutant answer under settings.
func NewRival(p *baseline.Runner, settings game.Settings, mutant string) (*Rival, error) {
	settings.Mutant = mutant
	rules, err := p.Game.Configure(settings)
	if err != nil {
		return nil, err
	}
	return newRival(p, p.Judge(), rules, new(game.Output)), nil
}

func newRival(p *baseline.Runner, j *judge.Judge, rules game.Rules, out *game.Output) *Rival {
	r := &Rival{judge: j, rules: rules, oracle: rules.Oracle(p.Task.Name), out: out, task: p.Task.Name}
	if p.Task.Live == game.Server {
		r.caller, _ = rules.(Caller)
	}
	return r
}

// Falls tells whether the mutant answers a valid input otherwise than the rules,
// so that a judge sees it. One that refuses the input gives itself away, too. The
// error is an oracle's that fails.
func (r *Rival) Falls(in, want []jsontext.Value) (falls bool, err error) {
	defer func() {
		if recover() != nil {
			// What is wrong on purpose may crash, as any wrong program. Its scratch
			// memory is in no state to go on with.
			r.oracle = r.rules.Oracle(r.task)
			falls, r.silent = true, true
		}
	}()
	r.out.Reset()
	r.silent = false
	if err := r.oracle(in, r.out); err != nil {
		r.silent = true
		if _, refused := errors.AsType[*game.Invalid](err); refused {
			return true, nil
		}
		return false, err
	}
	if r.judge.Same(want, r.out) {
		if r.caller == nil {
			return false, nil
		}
		alike, err := r.caller.CallsAlike(in)
		return err == nil && !alike, err
	}
	got := r.out.Values()
	right, _, err := r.judge.Settle(r.rules, r.task, in, want, got)
	return err == nil && !r.judge.Same(right, r.out), err
}
