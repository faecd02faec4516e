// Package diagnosis tells from the answers of a program which rule it misreads:
// it holds them, right ones and wrong ones, against those of all known
// misreadings, the mutants of the task.
package diagnosis

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

const (
	// CasesMax is how many answers are held against the mutants: with more a
	// diagnosis takes longer than anybody waits, and says no more.
	CasesMax = 2000
	// Timeout bounds a diagnosis. It takes a second, unless the cases are such that the
	// rules themselves take long; then there is none.
	Timeout = 20 * time.Second
	// passesSeed picks right answers where there are too many.
	passesSeed = 1
	// workMax bounds what a mutant that does not fit searches further, in steps that
	// oracles count: a tenth of a second. Clauses are ranked by what it is known to
	// change until then.
	workMax = 100_000
)

// An Answer is what a program answered to a case.
type Answer struct {
	Case *suite.Case
	Got  []jsontext.Value // nil: it conforms
	// Misshapen tells that the answer has not the shape of one. No reading of the
	// rules need explain it, though one may.
	Misshapen   bool
	Expectation string // what was expected of its shape
	Pointer     string // of the first difference, into the array of output values
	// OtherCode tells of an answer that conforms that its code is not that of the rules.
	OtherCode bool
	// Alike are the ids of mutants that did the same in a live game, which the answer
	// alone does not tell.
	Alike []string
}

// A Doctor makes diagnoses of programs for one task.
type Doctor struct {
	Game    *game.Game
	Rules   game.Rules
	Task    game.Task
	Mutants []game.Mutant // the readings that are known, those that ignore an option last
	Jobs    int
}

// New knows all mutants of a task, and how a program answers that ignores an option.
func New(g *game.Game, rules game.Rules, task game.Task, jobs int) *Doctor {
	mutants, _ := mutation.Mutants(g, task.Name)
	return &Doctor{Game: g, Rules: rules, Task: task, Mutants: slices.Concat(mutants, ignoring(g, rules, task.Name)), Jobs: jobs}
}

// A Finding is what answers tell about a program.
type Finding struct {
	// List has habits first, then the codes that stand for others, then readings that explain all other wrong answers together
	// and contradict no right one, that of most answers first; where there are none, the
	// clauses that are likely to be misread, the likeliest first. What explains all wrong
	// answers stands before a reading that explains a part of them.
	List []judge.Diagnosis
	Held int // how many answers were looked at
}

// Diagnose looks at the answers of a program: one for each case at most. It is
// the same for any number of jobs. The error is an oracle's that fails, or the
// cause of the context's end.
func (d *Doctor) Diagnose(ctx context.Context, answers []Answer) (Finding, error) {
	failures, passes := chosen(answers)
	f := Finding{Held: len(failures) + len(passes)}
	if len(failures) == 0 || d.Task.Live == game.Clients || d.Task.Live == game.OnePlayer || d.Rules.Mutant() != "" {
		return f, nil
	}
	x := &examination{
		Doctor: d, judge: judge.New(d.Task, judge.Lax, nil), strict: judge.New(d.Task, judge.Strict, nil), passes: len(passes),
	}
	if err := x.ask(slices.Concat(failures, passes), len(failures)); err != nil {
		return f, err
	}
	fits, err := x.fitting(ctx)
	if err != nil {
		return f, err
	}
	list, err := x.misreadings(ctx, fits)
	if err != nil {
		return f, err
	}
	for i := range list {
		if g := &list[i]; len(g.Clauses) > 1 {
			c, err := d.Telling(ctx, g.Mutants)
			if err != nil {
				return f, err
			}
			if c != nil {
				g.Telling = c.ID
			}
		}
	}
	f.List = slices.Concat(x.shapes(list), x.otherCodes(list), list)
	return f, nil
}

// misreadings say which reading gives the answers, if one does; else that all answers are
// the same; else which readings give them together, or which clauses are likely.
func (x *examination) misreadings(ctx context.Context, fits []fit) ([]judge.Diagnosis, error) {
	list, taken, all, err := x.explain(ctx, fits)
	switch {
	case err != nil:
		return nil, err
	case taken == 1 && (all || x.Task.Live != "" && mostly(list)):
		return list, nil
	}
	if other, err := x.otherwise(ctx); other != nil || err != nil {
		return other, err
	}
	if x.Task.Live != "" {
		if !all && !mostly(list) {
			return nil, nil // what is wrong shows on the wire, game by game
		}
		return list, nil
	}
	if constant := x.constant(); constant != nil {
		return constant, nil
	}
	if stops, err := x.stops(ctx); stops != nil || err != nil {
		return stops, err
	}
	if refuses, err := x.refuses(ctx); refuses != nil || err != nil {
		return refuses, err
	}
	if all {
		return list, nil
	}
	pair, err := x.pairs(ctx, fits)
	if pair != nil || err != nil {
		return pair, err
	}
	left := x.shaped()
	e, err := x.compare(ctx, left)
	if err != nil {
		return nil, err
	}
	parts, rest := x.parts(fits, e.rank())
	if len(parts) == 0 {
		return x.perhaps(e, fits, left), nil
	}
	if list := x.arranged(e, left); list != nil {
		return behind(list, parts), nil
	}
	if e.nearest() != "" {
		if list := x.likely(e, fits, left); list[0].Settled() {
			return behind(list, parts), nil
		}
	}
	if e, err = x.compare(ctx, rest); err != nil {
		return nil, err
	}
	return append(parts, x.perhaps(e, fits, rest)...), nil
}

// behind puts readings that explain a part behind what explains all, and before the others.
func behind(list, parts []judge.Diagnosis) []judge.Diagnosis {
	others := slices.DeleteFunc(list[1:], func(g judge.Diagnosis) bool {
		return slices.ContainsFunc(parts, func(p judge.Diagnosis) bool { return slices.Equal(p.Mutants, g.Mutants) })
	})
	if all := &list[0]; all.Clause == parts[0].Clause {
		all.Hint = cmp.Or(all.Hint, parts[0].Hint) // where to look for one mistake of the rule is where the other shows
	}
	return slices.Concat(list[:1], parts, others)
}

// shaped are the wrong answers that have the shape of one, and are wrong not only in a code.
func (x *examination) shaped() (left []int) {
	for i := range x.wrong {
		if !x.held[i].aside() {
			left = append(left, i)
		}
	}
	return left
}

// perhaps says of wrong answers that no known reading gives in which way all of them are wrong, if
// it is one; else which clauses are likely.
func (x *examination) perhaps(e *evidence, fits []fit, left []int) []judge.Diagnosis {
	if list := x.arranged(e, left); list != nil {
		return list
	}
	placed, sure := x.placed(e, left)
	if sure {
		return placed
	}
	likely := x.likely(e, fits, left)
	switch said := x.afterRefusal(left); {
	case len(likely) == 0 || likely[0].Settled():
		return likely
	case said != "":
		return slices.Concat([]judge.Diagnosis{x.shared(likely[0].Clause, said, left)}, likely[1:])
	case placed != nil:
		return placed
	}
	return likely
}
