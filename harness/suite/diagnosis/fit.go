package diagnosis

import (
	"context"
	"errors"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// A fit is a mutant that gives some of the wrong answers and contradicts no right
// one.
type fit struct {
	mutant   int
	explains []bool // by wrong answer
	count    int
	decides  []bool // wrong answers that it does not give, but decides wrongly in the same way
	differs  int    // other wrong answers, to cases where it is wrong as well, or with the code of another clause
}

// fitting are the mutants that fit, in their order.
func (x *examination) fitting(ctx context.Context) ([]fit, error) {
	found := make([]*fit, len(x.Mutants))
	x.told = make([][]told, len(x.Mutants))
	err := pool.Run(ctx, len(x.Mutants), x.Game.Jobs(x.Jobs), func() func(int) error {
		return func(i int) error {
			f, err := x.try(ctx, i)
			found[i] = f
			return err
		}
	})
	var list []fit
	for _, f := range found {
		if f != nil {
			list = append(list, *f)
		}
	}
	return list, err
}

// try holds a mutant against the answers, and gives up as soon as it cannot fit. The
// order changes nothing but the time: most fail at a case that takes little.
func (x *examination) try(ctx context.Context, mutant int) (*fit, error) {
	rival, err := x.rival(mutant)
	if err != nil {
		return nil, nil // the options have no such mutant
	}
	f := &fit{mutant: mutant, explains: make([]bool, x.wrong), decides: make([]bool, x.wrong)}
	open := x.wrong // wrong answers that it has not been held against
	if x.Task.Live != "" {
		for i := range x.wrong {
			if f.explains[i] = slices.Contains(x.held[i].Alike, x.Mutants[mutant].ID); f.explains[i] {
				f.count++
			}
		}
		if f.count == 0 {
			return nil, nil
		}
	}
	x.told[mutant] = make([]told, len(x.held))
	for _, i := range x.quick {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if i < x.wrong && x.Task.Live != "" {
			continue
		}
		answered, err := rival.answer(x.held[i].Case.In)
		if err != nil {
			return nil, err
		}
		if forbidden := !answered && i >= x.wrong && rival.mayForbid; !forbidden && !x.hold(f, i, answered, &rival.out) {
			return nil, nil
		}
		if i < x.wrong {
			open--
		}
		if open == 0 && f.count == 0 {
			return nil, nil
		}
	}
	if f.count == 0 {
		return nil, nil
	}
	return f, nil
}

// hold holds the answer of a mutant to a case against that of the program, and tells
// whether the mutant can still fit: it may change no right answer.
func (x *examination) hold(f *fit, i int, answered bool, out *game.Output) bool {
	h := &x.held[i]
	switch {
	case i >= x.wrong:
		if !answered || !x.judgeOf(i).Same(h.want, out) {
			x.told[f.mutant][i] = changed
			return false
		}
		x.told[f.mutant][i] = right
	case !answered:
		f.differs++
	case x.judgeOf(i).Same(h.Got, out):
		f.explains[i] = true
		f.count++
		if x.otherCode(h, out) {
			f.differs++
		}
	default:
		f.decides[i] = x.decidesLike(h, out)
		if !x.judge.Same(h.want, out) {
			f.differs++
		}
	}
	return true
}

// decidesLike tells whether an answer is wrong in the way of a wrong answer that it
// is not: it decides the same, which is not what the rules decide, or goes wrong at
// the same place.
func (x *examination) decidesLike(h *held, out *game.Output) bool {
	if x.judge.Same(h.want, out) || decision(out.Values()) != h.decision {
		return false
	}
	return h.decision != decision(h.want) || firstPlace(x.judge, h, out) == h.Pointer
}

// otherCode tells whether a wrong answer that is like that of a mutant has another code of
// the game: the program says itself that it refuses for another reason. Codes of its own
// tell nothing.
func (x *examination) otherCode(h *held, out *game.Output) bool {
	if x.strict.Same(h.Got, out) {
		return false
	}
	for _, d := range x.strict.Compare(h.Got, out.Values()).Differences {
		var name string
		if json.Unmarshal(d.Expected, &name) != nil {
			continue
		}
		if _, known := x.Game.Code(name); known {
			return true
		}
	}
	return false
}

// A rival is a mutant that answers.
type rival struct {
	rules  game.Rules
	task   string
	oracle game.Oracle
	out    game.Output
	work   int // steps of all its answers
	// mayForbid tells of rules without a mistake, under other options than the run has: what
	// these forbid, a program need not refuse.
	mayForbid bool
}

func (d *Doctor) rival(mutant int) (*rival, error) {
	return d.rivalOf(d.settings(d.Mutants[mutant].ID))
}

// rivalOf is what answers by some settings.
func (d *Doctor) rivalOf(s game.Settings) (*rival, error) {
	rules, err := d.Game.Configure(s)
	if err != nil {
		return nil, err
	}
	return &rival{rules: rules, task: d.Task.Name, oracle: rules.Oracle(d.Task.Name), mayForbid: s.Mutant == ""}, nil
}

// answer puts the answer of the mutant into out; it is false for one that
// refuses the input or crashes.
func (r *rival) answer(in []jsontext.Value) (answered bool, err error) {
	defer func() {
		if recover() != nil {
			// What is wrong on purpose may crash, as any wrong program. Its scratch
			// memory is in no state to go on with.
			r.oracle = r.rules.Oracle(r.task)
			answered, err = false, nil
		}
	}()
	r.out.Reset()
	err = r.oracle(in, &r.out)
	r.work += r.out.Work
	for i := range r.out.Len() {
		_ = r.out.Value(i) // panics if the values were not written one after the other
	}
	if err != nil {
		if _, refused := errors.AsType[*game.Invalid](err); refused {
			return false, nil
		}
		return false, err
	}
	return true, nil
}

// How much a program may do wrong before more misreadings explain it than are told.
const (
	// mistakesMax is how many misreadings together are taken for what a program
	// does: more of them explain anything.
	mistakesMax = 3
	// shareMin is how many wrong answers each of several misreadings has to explain
	// alone: of many misreadings some give one or two answers of any program.
	shareMin = 3
	// mostlyMin is the part of the wrong live games that misreadings have to explain.
	mostlyMin = 0.75
)
