package grade

import (
	"context"
	"fmt"

	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// When a suite is said to be for another task.
const (
	// misplacedMin is how many of ten cases must be no input of the task: some cases
	// fit many tasks.
	misplacedMin = 9
	// misplacedTried is how many of them are held against each other task: it need not
	// cost much to be told of a wrong name.
	misplacedTried = 5
)

// misplaced finds the suites that somebody has written for another task of the game.
// It tells each one once, and returns by case whether its own fault need not be told.
func (e *Engine) misplaced(ctx context.Context, k *task, staff []suite.Case, broken []baseline.Fault, level Level) map[string]bool {
	all, strange := make(map[string]int), make(map[string][]suite.Case)
	for i := range staff {
		all[k.suiteOf[staff[i].ID]]++
	}
	for _, f := range broken {
		if f.Kind == suite.OutOfDomain {
			name := k.suiteOf[f.Case.ID]
			strange[name] = append(strange[name], f.Case)
		}
	}
	told := make(map[string]bool)
	for _, name := range k.Suites {
		cases := strange[name]
		if len(cases) == 0 || len(cases)*10 < all[name]*misplacedMin {
			continue
		}
		other := e.fitting(ctx, k, cases)
		if other == "" {
			continue
		}
		e.tell(Finding{
			Level: level, Kind: aboutSuite, Task: k.Name, File: name,
			Message: fmt.Sprintf("%s refuses the input of %d of its %s: this looks like a suite for %s",
				k.Full(), len(cases), text.Count(all[name], "case"), other),
			Hint: fmt.Sprintf(`name a suite for %s in suites = [...], or write task = %q into the course file`, k.Full(), other),
		})
		for i := range cases {
			told[cases[i].ID] = true
		}
	}
	return told
}

// fitting is the other task of the game for which the first of the cases are right,
// "" if there is none.
func (e *Engine) fitting(ctx context.Context, k *task, cases []suite.Case) string {
	cases = cases[:min(len(cases), misplacedTried)]
	for _, t := range k.Game.Tasks {
		if t.Name == k.Task.Task.Name || t.Live != "" {
			continue
		}
		p := e.runner(k)
		p.Task, p.Patient = t, true
		// The guess is no help if it fails itself.
		if base, err := p.Run(ctx, cases); err == nil && len(base.Cases) == len(cases) {
			return k.Game.Name + "/" + t.Name
		}
	}
	return ""
}
