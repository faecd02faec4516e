package baseline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// When a suite is said to be for another task.
const (
	// misplacedMin is how many of ten cases the task must refuse or contradict: some cases
	// fit many tasks.
	misplacedMin = 9
	// misplacedTried is how many of them are held against each other task: it need not
	// cost much to be told of a wrong name.
	misplacedTried = 5
	// contradictedMin is how many are needed if some are inputs of the task, with another
	// answer: one or two wrong answers can be right elsewhere by chance.
	contradictedMin = 3
)

// IsStrange tells whether a fault of a case may come from its being of another task, or of another
// game, whose clauses and options the case names.
func IsStrange(kind suite.FaultKind) bool {
	return kind == suite.OutOfDomain || kind == suite.UnknownName || kind == suite.WrongExpectation
}

// Misplaced is the task, GAME/TASK, for which a suite seems to be written, and says so; "" if there is
// none. The suite has so many cases, the strange ones among them. An input alone may fit another task
// by a slip: only cases that say what they expect are looked at. Tasks of the runner's game come first,
// then those of other games; a reference that somebody brought is not asked for a guess.
func (r *Runner) Misplaced(ctx context.Context, all int, strange []suite.Case, others []*game.Game) (other, said string) {
	if len(strange)*10 < all*misplacedMin {
		return "", ""
	}
	var cases []suite.Case
	for _, c := range strange {
		if c.Out == nil {
			continue
		}
		if c.Broken != nil && IsStrange(c.Broken.Kind) {
			c.Broken = nil
		}
		if cases = append(cases, c); len(cases) == misplacedTried {
			break
		}
	}
	if len(cases) == 0 {
		return "", ""
	}
	for i, g := range slices.Concat([]*game.Game{r.Game}, others) {
		if i > 0 && (g == r.Game || g.Folder != "") {
			continue
		}
		for _, t := range namedFirst(g.Tasks, cases[0].ID) {
			if g == r.Game && t.Name == r.Task.Name {
				continue
			}
			p := *r
			if p.Game, p.Task, p.Patient, p.Decide = g, t, true, false; i > 0 {
				p.Settings = game.Settings{}
			}
			// The guess is no help if it fails itself.
			base, err := p.Run(ctx, cases)
			if err != nil || len(base.Cases) != len(cases) {
				continue
			}
			does := "refuses"
			if r.contradicts(ctx, cases) {
				if len(cases) < contradictedMin {
					return "", ""
				}
				does = "contradicts"
			}
			other = g.Name + "/" + t.Name
			return other, fmt.Sprintf("%s/%s %s %d of its %s: this looks like a suite for %s",
				r.Game.Name, r.Task.Name, does, len(strange), text.Count(all, "case"), other)
		}
	}
	return "", ""
}

// namedFirst puts tasks first whose names are part of the id of a case, which often begins with that of a
// folder: some suites fit two tasks.
func namedFirst(tasks []game.Task, id string) []game.Task {
	parts := strings.Split(id, "/")
	rank := func(t game.Task) int {
		if slices.Contains(parts, t.Name) {
			return 0
		}
		return 1
	}
	return slices.SortedStableFunc(slices.Values(tasks), func(a, b game.Task) int { return rank(a) - rank(b) })
}

// contradicts tells whether the task gives some of the cases another answer, rather than
// refuse them.
func (r *Runner) contradicts(ctx context.Context, cases []suite.Case) bool {
	p := *r
	p.Patient = true
	base, err := p.Run(ctx, cases)
	return err == nil && slices.ContainsFunc(base.Broken, func(f Fault) bool { return f.Kind == suite.WrongExpectation })
}

// Strange are the strange cases of a suite, if a few from all over it are; else nil: a suite for
// another task is found without a look at each case of one that is right.
func (r *Runner) Strange(ctx context.Context, cases suite.Cases) ([]suite.Case, error) {
	places := make([]int, min(cases.Len(), misplacedTried))
	for i := range places {
		places[i] = i * (cases.Len() - 1) / max(1, len(places)-1)
	}
	few, err := r.strange(ctx, cases.Some(places))
	if err != nil || len(few) < len(places) {
		return nil, err
	}
	return r.strange(ctx, cases)
}

// strange are the strange ones of some cases.
func (r *Runner) strange(ctx context.Context, cases suite.Cases) ([]suite.Case, error) {
	base, err := r.Run(ctx, suite.All(cases))
	if err != nil {
		return nil, err
	}
	var strange []suite.Case
	for _, f := range base.Broken {
		if IsStrange(f.Kind) {
			strange = append(strange, f.Case)
		}
	}
	return strange, nil
}
