package mutation

import (
	"bytes"
	"context"
	"hash/fnv"
	"slices"
	"sort"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

const (
	// OperatorInputs is how many random inputs a mutant of the operators has to answer
	// as the rules do before it counts as one that nothing tells apart.
	OperatorInputs = 20_000
	// batchInputs is how many of them are looked at in one go: all at once would take
	// too much memory.
	batchInputs = 1000
)

// Operators is how a suite fares against the mutants of the usual operators.
type Operators struct {
	Killed     []game.Mutant // those that a case kills, one of each kind
	Survived   []Survivor    // those that an input tells from the rules, and no case, one of each kind
	Alike      []game.Mutant // those that no input tells from the rules, nor any case
	Duplicates int           // that do in all cases and inputs what one of the others does
	Inputs     int           // random ones that were valid
}

// A Survivor is a mutant that an input tells from the rules, and no case of a suite.
type Survivor struct {
	game.Mutant
	Told baseline.Case // the smallest such input
}

// A Contest holds the mutants of the operators against a suite.
type Contest struct {
	Runner *baseline.Runner
	// Settings are those of the inputs: half of them have the first, and the others
	// take turns.
	Settings []game.Settings
	Seed     uint64
	Inputs   int                // OperatorInputs, unless there is little time
	Progress func(done, of int) // may be nil; counts inputs

	mutants []game.Mutant
	judge   *judge.Judge
}

// A showing is some cases with the mutants that may show in them: a bit for each
// number that changes something on the way to the answer.
type showing struct {
	cases []baseline.Case
	met   [][]uint64
}

func (s *showing) has(i, number int) bool { return s.met[i][number/64]>>(number%64)&1 == 1 }

// Run counts. It gives the same for any number of jobs. The error is that of the
// settings, of an oracle that fails, or the cause of the context's end.
func (c *Contest) Run(ctx context.Context, cases []baseline.Case) (*Operators, error) {
	c.mutants, c.judge = c.Runner.Game.Twin.Operators(), c.Runner.Judge()
	in, err := c.show(ctx, cases)
	if err != nil {
		return nil, err
	}
	killers, err := c.kills(ctx, in, c.numbers(func(int) bool { return true }))
	if err != nil {
		return nil, err
	}
	killed := c.numbers(func(n int) bool { return killers[n] >= 0 })
	result := &Operators{}
	comeBy := c.functions(in)
	told := make(map[int]*baseline.Case)
	var random showing // those that tell a survivor from the rules
	for from := 0; from < c.Inputs; from += batchInputs {
		if c.Progress != nil {
			c.Progress(from, c.Inputs)
		}
		drawn, err := c.draw(ctx, from)
		if err != nil {
			return nil, err
		}
		result.Inputs += len(drawn.cases)
		for function := range c.functions(drawn) {
			comeBy[function] = true
		}
		open := c.numbers(func(n int) bool { return killers[n] < 0 })
		first, err := c.kills(ctx, drawn, open)
		if err != nil {
			return nil, err
		}
		var telling []int
		for _, n := range open {
			if first[n] < 0 {
				continue
			}
			if one := &drawn.cases[first[n]]; told[n] == nil || stream.Size(one.In) < stream.Size(told[n].In) {
				told[n] = one
				telling = append(telling, first[n])
			}
		}
		slices.Sort(telling)
		for _, i := range slices.Compact(telling) {
			random.cases, random.met = append(random.cases, drawn.cases[i]), append(random.met, drawn.met[i])
		}
	}
	once, err := c.different(ctx, in, killed)
	if err != nil {
		return nil, err
	}
	for _, n := range once {
		result.Killed = append(result.Killed, c.mutants[n-1])
	}
	survived := c.numbers(func(n int) bool { return told[n] != nil })
	few, err := c.different(ctx, &random, survived)
	if err != nil {
		return nil, err
	}
	for _, n := range few {
		result.Survived = append(result.Survived, Survivor{c.mutants[n-1], *told[n]})
	}
	result.Duplicates = len(killed) - len(once) + len(survived) - len(few)
	for _, n := range c.numbers(func(n int) bool { return killers[n] < 0 && told[n] == nil }) {
		if comeBy[functionOf(c.mutants[n-1].ID)] {
			result.Alike = append(result.Alike, c.mutants[n-1])
		}
	}
	return result, nil
}

// numbers are those of the mutants for which something holds.
func (c *Contest) numbers(holds func(n int) bool) []int {
	var list []int
	for n := 1; n <= len(c.mutants); n++ {
		if holds(n) {
			list = append(list, n)
		}
	}
	return list
}

// functionOf is the file and the function of a mutant: "exchange:listed".
func functionOf(id string) string {
	parts := strings.SplitN(id, ":", 3)
	return strings.Join(parts[:min(len(parts), 2)], ":")
}

// functions are those that some cases come by: what returns at once in such a
// function always changes something.
func (c *Contest) functions(in *showing) map[string]bool {
	found := make(map[string]bool)
	all := make([]uint64, c.words())
	for _, met := range in.met {
		for i, word := range met {
			all[i] |= word
		}
	}
	for i, m := range c.mutants {
		if n := i + 1; all[n/64]>>(n%64)&1 == 1 {
			found[functionOf(m.ID)] = true
		}
	}
	return found
}

// words is the length of a set of mutants.
func (c *Contest) words() int { return len(c.mutants)/64 + 1 }

// draw makes the inputs of a batch.
func (c *Contest) draw(ctx context.Context, from int) (*showing, error) {
	p := c.Runner
	rules := make([]game.Rules, len(c.Settings))
	for i, s := range c.Settings {
		var err error
		if rules[i], err = p.Game.Configure(s); err != nil {
			return nil, err
		}
	}
	drawn := make([]suite.Case, min(batchInputs, c.Inputs-from))
	for i := range drawn {
		n, at := from+i, 0
		if n%2 == 1 && len(rules) > 1 {
			at = 1 + n/2%(len(rules)-1)
		}
		drawn[i] = suite.GenerateCase(rules[at], p.Task.Name, c.Seed, n+1)
		if at > 0 {
			drawn[i].Options = c.Settings[at].Options
		}
	}
	// Under some options hardly any input is valid; what is not counts for nothing.
	base, err := p.Run(ctx, drawn)
	if err != nil {
		return nil, err
	}
	// What is small comes first, and so is what tells a mutant.
	sort.SliceStable(base.Cases, func(i, j int) bool { return stream.Size(base.Cases[i].In) < stream.Size(base.Cases[j].In) })
	return c.show(ctx, base.Cases)
}

// show finds which mutants may show in which cases.
func (c *Contest) show(ctx context.Context, cases []baseline.Case) (*showing, error) {
	s := &showing{cases: cases, met: make([][]uint64, len(cases))}
	first := make([][]uint64, len(cases))
	err := pool.Run(ctx, len(cases), c.Runner.Game.Jobs(c.Runner.Jobs), func() func(int) error {
		rivals := make(map[string]*witness)
		return func(i int) error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			w := rivals[cases[i].Key]
			if w == nil {
				w = &witness{met: make([]uint64, c.words())}
				rules, err := c.Runner.Game.Twin.Operating(cases[i].Settings, 0, w.met)
				if err != nil {
					return err
				}
				w.oracle = rules.Oracle(c.Runner.Task.Name)
				rivals[cases[i].Key] = w
			}
			for _, met := range [][][]uint64{first, s.met} {
				clear(w.met)
				w.out.Reset()
				if err := w.oracle(cases[i].In, &w.out); err != nil {
					return err
				}
				met[i] = slices.Clone(w.met)
			}
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	// What is met only the first time is in what rules keep from one answer for the
	// others, so that each of them has it.
	kept := make([]uint64, c.words())
	for i := range cases {
		for k := range kept {
			kept[k] |= first[i][k] &^ s.met[i][k]
		}
	}
	for i := range cases {
		for k := range kept {
			s.met[i][k] |= kept[k]
		}
	}
	return s, nil
}

// A witness is the rules, telling which mutants would change something.
type witness struct {
	met    []uint64
	oracle game.Oracle
	out    game.Output
}

// kills has for each number of some mutants the first case that kills it, or -1.
func (c *Contest) kills(ctx context.Context, in *showing, numbers []int) ([]int, error) {
	first := slices.Repeat([]int{-1}, len(c.mutants)+1)
	err := pool.Run(ctx, len(numbers), c.Runner.Game.Jobs(c.Runner.Jobs), func() func(int) error {
		var out game.Output
		return func(k int) error {
			a := c.wrong(numbers[k], &out)
			for i := range in.cases {
				if !in.has(i, numbers[k]) {
					continue
				}
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				falls, err := a.falls(&in.cases[i])
				if err != nil {
					return err
				}
				if falls {
					first[numbers[k]] = i
					return nil
				}
			}
			return nil
		}
	})
	return first, err
}

// different are the first of some mutants that answer all cases alike, in rounds of
// more and more cases, so that few mutants answer many of them.
func (c *Contest) different(ctx context.Context, in *showing, numbers []int) ([]int, error) {
	alike := make([]string, len(c.mutants)+1) // the answers of each so far
	open := numbers
	for from, to := 0, 4; from < len(in.cases) && len(open) > 0; from, to = to, to*4 {
		to = min(to, len(in.cases))
		err := pool.Run(ctx, len(open), c.Runner.Game.Jobs(c.Runner.Jobs), func() func(int) error {
			var out game.Output
			return func(k int) error {
				n := open[k]
				a, sum := c.wrong(n, &out), fnv.New128a()
				for i := from; i < to; i++ {
					if !in.has(i, n) {
						continue
					}
					if ctx.Err() != nil {
						return context.Cause(ctx)
					}
					falls, err := a.falls(&in.cases[i])
					if err != nil {
						return err
					}
					if falls {
						sum.Write([]byte{byte(i), byte(i >> 8), byte(i >> 16), byte(i >> 24)})
						sum.Write(a.answer)
					}
				}
				alike[n] += string(sum.Sum(nil))
				return nil
			}
		})
		if err != nil {
			return nil, err
		}
		count := make(map[string]int)
		for _, n := range open {
			count[alike[n]]++
		}
		open = slices.DeleteFunc(slices.Clone(open), func(n int) bool { return count[alike[n]] == 1 })
		if to == len(in.cases) {
			break
		}
	}
	seen := make(map[string]bool)
	return slices.DeleteFunc(slices.Clone(numbers), func(n int) bool {
		twice := seen[alike[n]]
		seen[alike[n]] = true
		return twice
	}), nil
}

// An assailant is one mutant that answers cases of any settings.
type assailant struct {
	*Contest
	number int
	out    *game.Output
	rivals map[string]*Rival
	answer []byte // the wrong one of the last case, empty if it had none
}

func (c *Contest) wrong(number int, out *game.Output) *assailant {
	return &assailant{Contest: c, number: number, out: out, rivals: make(map[string]*Rival)}
}

// falls tells whether a case kills the mutant.
func (a *assailant) falls(one *baseline.Case) (bool, error) {
	r := a.rivals[one.Key]
	if r == nil {
		rules, err := a.Runner.Game.Twin.Operating(one.Settings, a.number, nil)
		if err != nil {
			return false, err
		}
		r = &Rival{judge: a.judge, rules: rules, oracle: rules.Oracle(a.Runner.Task.Name), out: a.out, task: a.Runner.Task.Name}
		a.rivals[one.Key] = r
	}
	a.answer = a.answer[:0]
	falls, err := r.Falls(one.In, one.Want)
	if falls && !r.silent {
		a.answer = append(a.answer, bytes.Join(values(r.out), []byte{'\n'})...)
	}
	return falls, err
}

// values are those of an answer.
func values(out *game.Output) [][]byte {
	var list [][]byte
	for _, v := range out.Values() {
		list = append(list, v)
	}
	return list
}
