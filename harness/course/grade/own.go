package grade

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// An own is the suite of a team, held against the rules.
type own struct {
	name   string
	cases  []suite.Case // that count, the first ones
	beyond int          // how many more there are
	note   string       // why there is none
	base   *baseline.Baseline
	runner *baseline.Runner
	sum    string
}

// NoSuite is the note of a team without a suite of its own at a path.
func NoSuite(path string) string {
	return fmt.Sprintf("there is no suite at %s in the submission", path)
}

// own reads the suite of the team for the task, and holds it against the rules.
func (w *work) own(ctx context.Context) (*own, error) {
	t := w.task.Task
	o := &own{name: t.Own.Suite}
	o.runner = &baseline.Runner{Game: t.Game, Task: t.Task, Settings: t.Settings, Codes: t.Codes, Jobs: 1}
	o.base = &baseline.Baseline{}
	if why := cmp.Or(w.state.trouble, w.state.Refused); why != "" {
		o.note = why
		return o, nil
	}
	if why := w.state.ownFault(t.Own.Suite); why != "" {
		o.note = fmt.Sprintf("the suite at %s is not read: %s", t.Own.Suite, why)
		return o, nil
	}
	path := filepath.Join(w.state.folder, ownName, filepath.FromSlash(t.Own.Suite))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		o.note = NoSuite(t.Own.Suite)
		return o, nil
	}
	paths, err := suite.Tree(path)
	var list []*suite.Suite
	for _, one := range paths {
		if err != nil {
			break
		}
		var s *suite.Suite
		if s, err = suite.Load(one); err == nil {
			list = append(list, s)
		}
	}
	if err == nil {
		o.cases, err = suite.Join(list...)
	}
	if why := usage(err); why != "" {
		o.note = text.Visible(w.aside(why))
		return o, nil
	}
	if err != nil {
		return nil, err
	}
	if o.beyond = max(0, len(o.cases)-t.Own.CasesMax); o.beyond > 0 {
		o.cases = o.cases[:t.Own.CasesMax]
	}
	if len(o.cases) == 0 {
		o.note = fmt.Sprintf("there is no case at %s in the submission", t.Own.Suite)
		return o, nil
	}
	o.sum = casesSum(o.cases)
	o.base, err = o.runner.Run(ctx, o.cases)
	return o, err
}

// aside leaves out of a text where suites of teams are set aside: it says nothing
// to the team.
func (w *work) aside(said string) string {
	return strings.ReplaceAll(said, filepath.Join(w.state.folder, ownName)+string(filepath.Separator), "")
}

// ruleSum is what verdicts on a suite depend on, apart from the suite.
func (w *work) ruleSum() string {
	t := w.task.Task
	return sumOf(w.basis(), t.Full(), w.options(), t.Codes)
}

// valid tells which cases of the team's suite are right.
func (w *work) valid(ctx context.Context) (*Result, error) {
	o, err := w.own(ctx)
	if err != nil {
		return nil, err
	}
	t := w.task.Task
	least := t.Own.CasesMin
	if o.note != "" {
		return w.none(least, o.note), nil
	}
	broken := make(map[string]*suite.Fault)
	for _, f := range o.base.Broken {
		broken[f.Case.ID] = f.Fault
	}
	var verdicts []judge.Verdict
	for i := range o.cases {
		c := &o.cases[i]
		v := judge.Verdict{Case: c.ID, Subject: o.name, Outcome: judge.Pass}
		if fault := broken[c.ID]; fault != nil {
			v.Outcome, v.Blame, v.Clause = faultOutcome(fault), judge.BlameSubject, fault.Clause
			v.Message = text.Valid(w.aside(fault.Error()))
			v.Hint = text.Valid(w.aside(fault.Of(t.Game, t.Task).Hint))
			v.Fingerprint = judge.Fingerprint(v.Outcome, "", fault.Clause, fault.Message)
		}
		verdicts = append(verdicts, v)
	}
	r, err := w.tell(ctx, verdicts, sumOf(w.ruleSum(), o.sum), nil)
	if err != nil {
		return nil, err
	}
	var notes []string
	if r.All < least {
		notes = append(notes, fmt.Sprintf("%s of at least %d", text.Count(r.All, "case"), least))
		r.All = least
	}
	if n := len(o.base.Left); n > 0 {
		notes = append(notes, text.Count(n, "case")+" for other options")
	}
	if o.beyond > 0 {
		notes = append(notes, fmt.Sprintf("the first %s of %d count", text.Count(len(o.cases), "case"), len(o.cases)+o.beyond))
	}
	r.Note = strings.Join(notes, "; ")
	for i := range r.Causes {
		c := &r.Causes[i]
		c.Details = strings.TrimPrefix(c.Details+"\nagain: "+w.lintLine(), "\n")
	}
	return r, nil
}

// lintLine is the command line that holds the team's own suite against the rules,
// in the folder of the submission.
func (w *work) lintLine() string {
	t := w.task.Task
	words := []string{"touchstone", "suite", "lint", filepath.FromSlash(t.Own.Suite), "--task", t.Full()}
	if t.Settings.Preset != "" {
		words = append(words, "--preset", t.Settings.Preset)
	}
	for _, o := range t.Settings.Options {
		words = append(words, "--option", o.Name+"="+string(o.Value))
	}
	if t.Game.Folder != "" {
		words = append(words, "--game", GameFolder)
	}
	return text.Quote(words)
}

// faultOutcome is the word of verdicts for what is wrong with a case.
func faultOutcome(f *suite.Fault) judge.Outcome {
	switch f.Kind {
	case suite.NotJSON:
		return judge.NotJSON
	case suite.WrongExpectation:
		return judge.WrongAnswer
	}
	return judge.WrongShape
}

// tell puts verdicts that were found all at once into a ledger. Each, if there is
// one, gets all of them.
func (w *work) tell(ctx context.Context, verdicts []judge.Verdict, sum string, each func(*judge.Verdict)) (*Result, error) {
	c := w.cell("", sum, len(verdicts), nil)
	c.header.Again = nil
	w.engine.advance(func(p *Progress) { p.All += len(verdicts) })
	err := c.fill(ctx, func(resumed map[string]run.Result, record func(run.Result)) (run.Summary, error) {
		all := make(map[string]run.Result, len(verdicts))
		for i := range verdicts {
			r := run.Result{Verdict: verdicts[i], Number: i + 1}
			record(r)
			all[verdicts[i].Case] = r
		}
		w.engine.advance(func(p *Progress) { p.Verdicts += len(verdicts) - len(resumed) })
		return c.summary(all), nil
	})
	if err != nil {
		return nil, err
	}
	return c.read(w, each)
}

// known is the result of a ledger that has all verdicts, nil if there is none.
// Each gets all of them.
func (w *work) known(sum string, cases int, each func(*judge.Verdict)) *Result {
	c := w.cell("", sum, cases, nil)
	f, err := os.Open(c.path)
	if err != nil {
		return nil
	}
	f.Close()
	r, err := c.read(w, each)
	if err != nil || r.All != cases {
		return nil
	}
	w.engine.advance(func(p *Progress) { p.All += cases; p.Known += cases })
	return r
}
