package grade

import (
	"context"
	"fmt"

	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
)

// misplaced finds the suites that somebody has written for another task.
// It tells each one once, and returns by case whether its own fault need not be told.
func (e *Engine) misplaced(ctx context.Context, k *task, staff []suite.Case, broken []baseline.Fault, level Level) map[string]bool {
	all, strange := make(map[string]int), make(map[string][]suite.Case)
	for i := range staff {
		all[k.suiteOf[staff[i].ID]]++
	}
	for _, f := range broken {
		if baseline.IsStrange(f.Kind) {
			name := k.suiteOf[f.Case.ID]
			strange[name] = append(strange[name], f.Case)
		}
	}
	told := make(map[string]bool)
	for _, name := range k.Suites {
		cases := strange[name]
		other, said := e.runner(k).Misplaced(ctx, all[name], cases, e.Games)
		if other == "" {
			continue
		}
		e.tell(Finding{
			Level: level, Kind: aboutSuite, Task: k.Name, File: name, Message: said,
			Hint: fmt.Sprintf(`name a suite for %s in suites = [...], or write task = %q into the course file`, k.Full(), other),
		})
		for i := range cases {
			told[cases[i].ID] = true
		}
	}
	return told
}
