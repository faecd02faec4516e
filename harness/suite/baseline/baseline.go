// Package baseline holds the cases of a suite against the rules as they are: what
// each must give under its own options, and what the oracle met on the way there.
// Whatever measures a suite begins with it.
package baseline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
)

// A Runner holds cases of one task against the rules.
type Runner struct {
	Game     *game.Game
	Task     game.Task
	Settings game.Settings // for cases that name no options
	Codes    judge.Codes
	Jobs     int
	// Decide asks which clauses decide each case. Where rules find that out by their
	// mutants it takes a multiple of the time.
	Decide bool
	// Patient goes on when the reference of a brought game fails on a case, which is then
	// among the Unknown ones. Otherwise that is trouble.
	Patient bool
}

// A Case is one that is what it says, with what the rules give.
type Case struct {
	suite.Case
	Settings game.Settings    // under which it is meant
	Key      string           // the Key of the settings
	Want     []jsontext.Value // what the rules give
	Clause   string           // that decides the answer as a whole, if the oracle says so
	Met      []string         // clauses that decide it, sorted, if the runner asks for them
	Features []string         // and features
}

// A Baseline is the cases of a suite, in their order.
type Baseline struct {
	Cases  []Case
	Broken []Fault      // cases that are worth nothing
	Left   []suite.Case // cases that the options of the run refuse

	Unknown []Unknown // cases on which the reference fails
}

// Unknown is a case of which nobody can say what it must give.
type Unknown struct {
	Case suite.Case
	*game.Fault
}

// A Fault is what is wrong with a case.
type Fault struct {
	Case suite.Case
	*suite.Fault
}

// Judge compares answers of the task.
func (r *Runner) Judge() *judge.Judge { return judge.New(r.Task, r.Codes, nil) }

// SettingsOf are those under which a case is meant: its own options, else those
// of the run.
func (r *Runner) SettingsOf(c *suite.Case) game.Settings {
	if len(c.Options) > 0 {
		return game.Settings{Options: c.Options}
	}
	return game.Settings{Preset: r.Settings.Preset, Options: r.Settings.Options}
}

// Key is the same for settings that are written the same way.
func Key(s game.Settings) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q", s.Preset)
	for _, o := range s.Options {
		fmt.Fprintf(&b, " %q=%q", o.Name, o.Value)
	}
	return b.String()
}

// Run holds cases against the rules. The error is trouble of the run: its settings, or an
// oracle that fails.
func (r *Runner) Run(ctx context.Context, cases []suite.Case) (*Baseline, error) {
	if _, err := r.Game.Configure(r.Settings); err != nil {
		return nil, err
	}
	type result struct {
		held   *Case
		broken *suite.Fault
		fault  *game.Fault
	}
	results := make([]result, len(cases))
	j := r.Judge()
	err := pool.Run(ctx, len(cases), r.Game.Jobs(r.Jobs), func() func(int) error {
		w := worker{runner: r, judge: j, stands: make(map[string]*stand)}
		return func(i int) error {
			held, err := w.run(i, &cases[i])
			if fault, ok := errors.AsType[*suite.Fault](err); ok {
				results[i].broken = fault
				return nil
			}
			if fault, ok := errors.AsType[*game.Fault](err); ok && r.Patient {
				results[i].fault = fault
				return nil
			}
			results[i].held = held
			if err != nil && ctx.Err() == nil {
				err = fmt.Errorf("%s: %w", cases[i].Named(), err)
			}
			return err
		}
	})
	if err != nil {
		return nil, err
	}
	all := &Baseline{}
	for i, one := range results {
		switch {
		case one.broken != nil:
			all.Broken = append(all.Broken, Fault{cases[i], one.broken})
		case one.fault != nil:
			all.Unknown = append(all.Unknown, Unknown{cases[i], one.fault})
		case one.held != nil:
			all.Cases = append(all.Cases, *one.held)
		default:
			all.Left = append(all.Left, cases[i])
		}
	}
	return all, nil
}

// A worker looks at one case at a time.
type worker struct {
	runner *Runner
	judge  *judge.Judge
	stands map[string]*stand // by the key of settings
	trace  game.Trace
	out    game.Output
}

// A stand is what answers the cases that are meant for the same settings.
type stand struct {
	rules   game.Rules
	checker *suite.Checker
	oracle  game.Oracle
}

// run returns nil for a case that says nothing under the settings of the run.
// The error is a *suite.Fault if the case is at fault.
func (w *worker) run(number int, c *suite.Case) (*Case, error) {
	r := w.runner
	if c.Broken != nil {
		return nil, c.Broken.Of(r.Game, r.Task)
	}
	settings := r.SettingsOf(c)
	key := Key(settings)
	at := w.stands[key]
	if at == nil {
		rules, err := r.Game.Configure(settings)
		if err != nil {
			return nil, &suite.Fault{Kind: suite.UnknownName, File: c.File, Message: err.Error()}
		}
		oracle, err := game.Tracing(rules, r.Task.Name)
		if err != nil {
			return nil, err
		}
		at = &stand{rules, suite.NewChecker(r.Game, rules, r.Task, w.judge), oracle}
		w.stands[key] = at
	}
	if applies, err := at.checker.Applies(c); err != nil || !applies {
		return nil, err
	}
	want, err := at.checker.ExpectedAt(number, c)
	if err != nil {
		return nil, err
	}
	if r.Task.Live != "" {
		// What happens on the connections is no matter of the rules, so that the
		// oracle takes any word for it.
		if _, err := client.FromPair(r.Game, at.rules, r.Task.Live, c.In, 0, 1); err != nil {
			file, line := c.Place()
			return nil, &suite.Fault{Kind: suite.OutOfDomain, File: file, Line: line, Message: fmt.Sprintf("the input is invalid: %v", err)}
		}
	}
	w.trace.Reset()
	w.trace.Quick = !r.Decide
	w.out.Reset()
	w.out.Trace = &w.trace
	if err := at.oracle(c.In, &w.out); err != nil {
		return nil, err
	}
	base := &Case{Case: *c, Settings: settings, Key: key, Want: want, Clause: w.out.Clause, Features: w.trace.Features()}
	if r.Decide {
		base.Met = w.trace.Clauses()
	}
	return base, nil
}

// Options are the options of settings that are not at their defaults: what a case
// has to name to be meant for them.
func Options(g *game.Game, s game.Settings) ([]game.Setting, error) {
	resolved, err := g.Resolve(s)
	if err != nil {
		return nil, err
	}
	var list []game.Setting
	for i, o := range resolved {
		if string(o.Value) != g.Options[i].Default {
			list = append(list, o)
		}
	}
	return list, nil
}
