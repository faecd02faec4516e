package grade

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A task is what is known of one before any team is looked at.
type task struct {
	*course.Task
	rules    game.Rules
	judge    *judge.Judge
	explain  judge.Explain
	cases    []suite.Case // of the staff's suites
	names    []string     // of these
	suiteSum string
	gameSum  string            // of the folder of its game; "" for ours
	suiteOf  map[string]string // by case: its suite, as the course has it
	again    map[string]string // by the name of a suite: the argument that loads it
	hidden   map[string]bool   // cases that students do not see
	others   []string          // cases of the staff that are for other options
	plan     Plan
	unasked  string // how many cases its profile leaves out, "" if none
}

// load reads the suites of a task, and fixes which cases count. The task is nil if
// it cannot be judged at all.
func (e *Engine) load(ctx context.Context, t *course.Task) (*task, error) {
	k, err := configured(t)
	if err != nil || t.WeightOf(course.Cases) == 0 {
		return k, err
	}
	names := e.suiteNames(t)
	if len(names) == 0 {
		return nil, nil // that there are none was told
	}
	list, told, err := e.staffSuites(k, names)
	if err != nil {
		return nil, err
	}
	if k.cases, err = suite.Join(list...); err != nil {
		return nil, e.fault(aboutSuite, t.Name, "suites", err)
	}
	if len(k.cases) == 0 && told {
		return nil, nil
	}
	if key, err := k.choose(); err != nil && key == "profile" && e.Wrong != nil {
		return nil, nil // which the problems of the file say
	} else if err != nil {
		return nil, e.fault(aboutSuite, t.Name, key, err)
	}
	checker := suite.NewChecker(t.Game, k.rules, t.Task, judge.New(t.Task, judge.Strict, k.explain))
	applicable, left, err := checker.Applicable(suite.List(k.cases))
	if err != nil {
		return nil, err
	}
	k.cases = suite.All(applicable)
	for _, c := range suite.All(left) {
		// Embedded cases for other options are no surprise to anybody.
		if c.Source != "" {
			k.others = append(k.others, c.ID)
		}
	}
	if len(k.cases) == 0 {
		if told {
			return nil, nil
		}
		return nil, &game.UsageError{Message: fmt.Sprintf("there is no case in %s", strings.Join(names, ", "))}
	}
	for _, s := range list {
		if !slices.Contains(k.names, s.Name) {
			k.names = append(k.names, s.Name)
		}
	}
	if err := e.check(ctx, k); err != nil {
		return nil, err
	}
	k.suiteSum = casesSum(k.cases)
	if k.Task.Game.Checksum != nil {
		if k.gameSum, err = k.Task.Game.Checksum(); err != nil {
			return nil, err
		}
		k.suiteSum = sumOf(k.suiteSum, k.gameSum)
	}
	return k, nil
}

// configured is a task with its rules and its judge, without cases.
func configured(t *course.Task) (*task, error) {
	rules, err := t.Game.Configure(t.Settings)
	if err != nil {
		return nil, err
	}
	if asked, ok := rules.(game.Faulty); ok {
		asked.Isolate(string(t.Isolation))
	}
	explain := answer.Explain(schema.Of(t.Game, rules.Options()))
	return &task{Task: t, rules: rules, judge: judge.New(t.Task, t.Codes, explain), explain: explain}, nil
}

// suiteNames are the suites of a task that there are: without any in the course file the
// embedded one.
func (e *Engine) suiteNames(t *course.Task) []string {
	if len(t.Suites) == 0 {
		return []string{t.Full()}
	}
	if e.Wrong == nil {
		return t.Suites
	}
	return slices.DeleteFunc(slices.Clone(t.Suites), func(name string) bool {
		_, err := os.Stat(name)
		return err != nil && !course.EmbeddedSuite(name, e.Lookup) // what is Wrong says so, too
	})
}

// staffSuites reads suites, and notes in the task which one each case is of. Told is that
// one could not be read, which has been said.
func (e *Engine) staffSuites(k *task, names []string) (list []*suite.Suite, told bool, err error) {
	k.suiteOf, k.again = make(map[string]string), make(map[string]string)
	for _, name := range names {
		found, err := e.suites(name)
		if err != nil {
			if err = e.fault(aboutSuite, k.Name, "suites", err); err != nil {
				return nil, false, err
			}
			told = true
			continue
		}
		list = append(list, found...)
		for _, s := range found {
			for i := range s.Cases {
				if c := &s.Cases[i]; k.suiteOf[c.ID] == "" {
					k.suiteOf[c.ID] = name
					k.again[s.Name] = argument(c.Source)
				}
			}
		}
	}
	return list, told, nil
}

// argument is how a team names a suite that it has beside its submission: by the
// last part of the path; "" for an embedded one.
func argument(source string) string {
	if source == "" {
		return ""
	}
	return filepath.Base(source)
}

// choose leaves out the cases that the task does not ask for. With an error it returns
// the key that is at fault, "" if it is none alone.
func (k *task) choose() (key string, err error) {
	s := k.Selection
	selection := suite.Selection{Cases: s.Cases, Skip: s.Skip, Tags: s.Tags, Clauses: s.Clauses}
	screen, err := suite.NewScreen(k.Game, k.Task.Task.Name, k.Profile)
	if err != nil {
		return "profile", err
	}
	all := suite.List(k.cases)
	picked, err := selection.Select(all)
	if err != nil {
		return faultyKey(selection, all, err)
	}
	asked, left, err := screen.Asked(selection, picked)
	if err != nil {
		return "profile", err
	}
	k.cases = suite.All(asked)
	if len(left) > 0 {
		k.unasked = fmt.Sprintf("the profile %s skips %d of %s: %s", screen.Profile.Name, len(left), text.Count(picked.Len(), "case"), suite.Reasons(left))
	}
	return "", nil
}

// faultyKey finds the key of a task that selects none of the cases by itself, and its
// error; without one it is "", and the error that of all together.
func faultyKey(s suite.Selection, all suite.Cases, together error) (key string, err error) {
	for _, one := range []struct {
		key       string
		selection suite.Selection
	}{
		{"case", suite.Selection{Cases: s.Cases}},
		{"tag", suite.Selection{Tags: s.Tags}},
		{"clause", suite.Selection{Clauses: s.Clauses}},
		{"skip", suite.Selection{Skip: s.Skip}},
	} {
		if _, err := one.selection.Select(all); err != nil {
			return one.key, err
		}
	}
	return "", together
}

// suites reads the suites that a name stands for.
func (e *Engine) suites(name string) ([]*suite.Suite, error) {
	if course.EmbeddedSuite(name, e.Lookup) {
		g, task, err := e.Lookup(name)
		if err != nil {
			return nil, err
		}
		s, err := suite.Of(e.Embedded, g, task.Name)
		return []*suite.Suite{s}, err
	}
	paths, err := suite.Tree(name)
	if err != nil {
		return nil, err
	}
	var list []*suite.Suite
	for _, path := range paths {
		s, err := suite.Load(path)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}
