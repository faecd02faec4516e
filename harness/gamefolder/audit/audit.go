// Package audit looks at a game that somebody brings as a folder before anybody is
// tested by it: whether its reference answers, whether suites, schemas, options and
// mutants are worth their place, and whether they agree (chapter 11 of
// game-folder.md).
package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Kind is the word for what is wrong with a game. Besides those here it is the kind
// of a fault of the reference.
type Kind string

// The kinds of findings (chapter 11).
const (
	TaskWithoutCase     Kind = "task-without-case"
	ClauseWithoutCase   Kind = "clause-without-case"
	CodeWithoutCase     Kind = "code-without-case"
	OptionWithoutEffect Kind = "option-without-effect"
	MutantSurvives      Kind = "mutant-survives"
	MutantNotEquivalent Kind = "mutant-not-equivalent"
	ValueUnused         Kind = "value-unused"
	CompareNowhere      Kind = "compare-nowhere"
	CaseBroken          Kind = "case-broken"
	CaseContradicts     Kind = "case-contradicts"
	SchemaTooStrict     Kind = "schema-too-strict"
	SchemaTooLax        Kind = "schema-too-lax"
)

// A Finding is one thing to mend in a game's folder.
type Finding struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitzero"`  // from 1
	Case    string `json:"case,omitempty"` // its id
	Hint    string `json:"hint,omitempty"` // the next step
}

// RunsDefault is how many random inputs of each task the reference is asked.
const RunsDefault = 200

// An Audit looks at one game.
type Audit struct {
	Folder *gamefolder.Folder
	Shown  string // the folder as somebody has named it
	Runs   int    // random inputs for each task
	Seed   uint64
	// Asking, if not nil, is called with what the reference is asked next.
	Asking func(what string)
	// Cases and Inputs are how many cases and random inputs Run has looked at.
	Cases, Inputs int

	refuses bool // it has refused the default options once; that is one finding, not one for each case

	game   *game.Game
	probe  *game.Game // the same, asked by other processes, whose faults do not count
	rules  map[string]game.Rules
	places *places
	all    []*audited // that can be read
	cases  []*audited // that the reference has answered
	// equivalent has rivals for each mutant that nothing tells from the rules so far, and
	// should not, by its index.
	equivalent map[int]map[string]*mutation.Rival
	findings   []Finding
}

// audited is a case of the game.
type audited struct {
	suite.Case
	task     *game.Task
	settings game.Settings
	rules    game.Rules
	want     []jsontext.Value
	clauses  []string // that decide the answer, and those that the case cites
	codes    []string // of the answer, and of breaches in a live game
}

// A look is one part of an audit.
type look struct {
	what string // that the reference is asked, "" if it is asked nothing
	run  func(context.Context) error
}

// Run finds what is wrong. The same game gives the same findings. The error says why
// the reference cannot be started, or that the context has ended.
func (a *Audit) Run(ctx context.Context) ([]Finding, error) {
	a.game = reference.Game(ctx, a.Folder)
	a.probe = a.twin(ctx)
	a.rules = make(map[string]game.Rules)
	a.places = readPlaces(a.Folder, a.Shown)
	a.findings = []Finding{}
	rules, err := a.configure(game.Settings{})
	if err != nil {
		return nil, err
	}
	if err := reference.Ready(rules); err != nil {
		return nil, err
	}
	reference.Hurry(rules)
	a.values()
	if err := a.suites(ctx); err != nil {
		return nil, err
	}
	looks := []look{
		{"every case again", a.again},
		{"", a.coverage},
		{"cases under other options", a.options},
		{"cases as mutants", a.mutants},
		{"bounds of the schemas", a.bounds},
		{"random inputs", a.random},
		{"random inputs under other options", a.varied},
	}
	if len(a.cases) == 0 && len(a.all) > 0 {
		// The reference answers nothing: its faults are what there is to mend first.
		looks = nil
	}
	for _, one := range looks {
		a.asking(one.what)
		if err := one.run(ctx); err != nil {
			return nil, err
		}
	}
	found := a.findings
	a.findings = []Finding{}
	a.faults(rules) // first, since much else follows from them
	return append(a.findings, found...), nil
}

// twin is the game once more, with a reference of its own.
func (a *Audit) twin(ctx context.Context) *game.Game {
	folder, g := *a.Folder, *a.Folder.Game
	folder.Game = &g
	return reference.Game(ctx, &folder)
}

// find adds a finding. Cases know their files by the absolute path of the folder; it is
// told as somebody has named it.
func (a *Audit) find(f Finding) {
	inside, shown := a.Folder.Path+string(filepath.Separator), filepath.Clean(a.Shown)+string(filepath.Separator)
	if rest, ok := strings.CutPrefix(f.File, inside); ok {
		f.File = filepath.Join(a.Shown, rest)
	}
	f.Message = strings.ReplaceAll(f.Message, inside, shown)
	f.Hint = a.game.WithFolder(strings.ReplaceAll(f.Hint, inside, shown), a.Shown)
	a.findings = append(a.findings, f)
}

// configure keeps rules by their settings.
func (a *Audit) configure(s game.Settings) (game.Rules, error) {
	key := s.Mutant + " " + baseline.Key(s)
	if r, ok := a.rules[key]; ok {
		return r, nil
	}
	r, err := a.game.Configure(s)
	if err == nil {
		a.rules[key] = r
	}
	return r, err
}

// answered tells how the reference took a question: with an answer, as invalid, or
// neither, which is its fault or an error of usage. The error is that it cannot be
// started at all, or that the context has ended.
func answered(ctx context.Context, err error) (out, invalid bool, trouble error) {
	_, refused := errors.AsType[*game.Invalid](err)
	_, fault := errors.AsType[*game.Fault](err)
	_, usage := errors.AsType[*game.UsageError](err)
	if unstarted, ok := errors.AsType[*reference.Unstarted](err); ok && ctx.Err() == nil {
		return false, false, unstarted
	}
	switch {
	case ctx.Err() != nil:
		return false, false, context.Cause(ctx)
	case err == nil:
		return true, false, nil
	case refused:
		return false, true, nil
	case fault, usage:
		return false, false, nil
	}
	return false, false, err
}

// suites asks for every case what it must give, and whether it is one at all.
func (a *Audit) suites(ctx context.Context) error {
	for i := range a.game.Tasks {
		t := &a.game.Tasks[i]
		s, err := suite.Of(nil, a.game, t.Name)
		if s == nil {
			a.find(Finding{
				Kind: TaskWithoutCase, Message: fmt.Sprintf("the task %s has no case: %v", t.Name, err),
				File: a.places.file(gamefolder.GameFile), Line: a.places.game.Line(fmt.Sprintf("task[%d]", i)),
				Hint: fmt.Sprintf("put a line such as {\"name\":\"first\",\"in\":[...]} into %s", a.places.file("suites/"+t.Name+"/cases.jsonl")),
			})
			continue
		}
		if err != nil {
			return err
		}
		for n := range s.Cases {
			a.asking("case " + s.Cases[n].ID)
			a.Cases++
			if err := a.suiteCase(ctx, t, &s.Cases[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// asking tells what the reference is asked next.
func (a *Audit) asking(what string) {
	if a.Asking != nil {
		a.Asking(what)
	}
}

// suiteCase asks for one case.
func (a *Audit) suiteCase(ctx context.Context, t *game.Task, c *suite.Case) error {
	broken := func(f *suite.Fault) {
		kind, hint := CaseBroken, "correct the case, or remove it"
		f = f.Of(a.game, *t)
		if f.Kind == suite.WrongExpectation {
			kind, hint = CaseContradicts, "correct the output, or the reference; without \"out\" the reference answers"
		}
		file, line := c.Place()
		if f.File != "" && f.Line > 0 {
			file, line = f.File, f.Line
		}
		a.find(Finding{Kind: kind, Message: f.Message, File: file, Line: line, Case: c.ID, Hint: cmp.Or(f.Hint, hint)})
	}
	if c.Broken != nil {
		broken(c.Broken)
		return nil
	}
	rules, err := a.configure(game.Settings{Options: c.Options})
	if err != nil {
		broken(suite.Refusal(c, err))
		return nil
	}
	strict, err := a.tooStrict(ctx, rules, t, c)
	if strict || err != nil {
		return err
	}
	k := suite.NewChecker(a.game, rules, *t, judge.New(*t, judge.Lax, nil))
	want, err := k.Expected(c)
	fault, isFault := errors.AsType[*suite.Fault](err)
	if isFault {
		broken(fault)
		if fault.Kind != suite.WrongExpectation {
			return nil
		}
		err = nil
	}
	out, _, trouble := answered(ctx, err)
	if trouble != nil {
		return trouble
	}
	if usage, ok := errors.AsType[*game.UsageError](err); ok && !a.refuses {
		a.refuses = true // it does so for the other cases, too
		broken(&suite.Fault{
			Message: "the reference refuses the default options: " + usage.Message,
			Hint:    "let the reference answer under the defaults of the options, or change the defaults",
		})
	}
	one := &audited{Case: *c, task: t, settings: game.Settings{Options: c.Options}, rules: rules, want: want}
	a.all = append(a.all, one)
	if out {
		a.cases = append(a.cases, one)
	}
	return nil
}

// again asks every case once more, in new processes and in reverse order.
func (a *Audit) again(ctx context.Context) error {
	if len(a.cases) == 0 {
		return nil
	}
	reference.End(a.cases[0].rules)
	var out game.Output
	failed := make(map[*audited]bool)
	for _, c := range slices.Backward(a.cases) {
		out.Reset()
		out.Trace = new(game.Trace)
		ok, invalid, trouble := answered(ctx, c.rules.Oracle(c.task.Name)(c.In, &out))
		if trouble != nil {
			return trouble
		}
		if !ok && !invalid {
			failed[c] = true // there is no second answer, of which the faults say enough
			continue
		}
		got := out.Values()
		if c.want == nil {
			c.want = got // its output contradicts the rules
		}
		if judge.New(*c.task, judge.Strict, nil).Compare(c.want, got).Outcome != judge.Pass {
			file, line := c.Place()
			a.find(Finding{
				Kind: Kind(reference.Inconsistent), Message: "asked again in a new process and in another order, the reference gives two answers",
				File: file, Line: line, Case: c.ID, Hint: "an answer depends on its question alone: not on earlier ones, chance, time or the order of a set",
			})
			continue
		}
		c.clauses = append(out.Trace.Clauses(), c.Clauses...)
		c.codes = judge.New(*c.task, judge.Lax, nil).Codes(got)
		if c.task.Live != game.Server {
			continue
		}
		breaches, err := reference.Breaches(c.rules, c.In)
		if _, _, trouble := answered(ctx, err); trouble != nil {
			return trouble
		}
		c.codes = append(c.codes, breaches...)
	}
	a.cases = slices.DeleteFunc(a.cases, func(c *audited) bool { return failed[c] })
	return nil
}

// faults tells what the reference did wrong on the way.
func (a *Audit) faults(rules game.Rules) {
	for _, t := range a.game.Tasks {
		if t.Live == game.Clients {
			continue // the same as of the server
		}
		for _, f := range rules.(game.Faulty).Findings(t.Name) {
			in := f.In
			of := slices.IndexFunc(a.all, func(c *audited) bool { return c.task.Name == t.Name && sameInput(asked(c), f.In) })
			if of >= 0 {
				in = a.all[of].In
			}
			found := Finding{Kind: Kind(f.Kind), Message: "task " + t.Name + ": " + f.Message, Hint: a.question(&t, in, f.Flags)}
			if f.Reference != "first" {
				found.Message = "the second reference: " + found.Message
			}
			if f.Count > 1 {
				found.Message += fmt.Sprintf(" (%d times)", f.Count)
			}
			if found.Kind == Kind(reference.TimedOut) && reference.GivenUp(rules) {
				found.Message += "; the reference is asked no more"
			}
			if of >= 0 {
				found.Case = a.all[of].ID
				found.File, found.Line = a.all[of].Place()
			}
			a.find(found)
		}
	}
}

// questionMax is up to how many bytes an input stands in a hint, which is one line.
const questionMax = 2000

// question is the command that asks an input once more.
func (a *Audit) question(t *game.Task, in []jsontext.Value, flags []string) string {
	command := "touchstone solve " + text.Quote(append([]string{a.game.Name + "/" + t.Name, "--game", a.Shown}, flags...))
	if !fitsHint(in) || t.CheckCount(len(in)) != nil {
		// It is long, or about a live game of clients that no case has.
		return command + " asks it by hand"
	}
	var values []string
	for _, v := range in {
		values = append(values, string(v))
	}
	return "echo " + text.Quote([]string{strings.Join(values, " ")}) + " | " + command
}

// fitsHint tells whether an input is short enough for that.
func fitsHint(in []jsontext.Value) bool {
	size := 0
	for _, v := range in {
		size += len(v)
	}
	return size <= questionMax
}

// asked is what the reference is asked about a case: about a live one not with its clients.
func asked(c *audited) []jsontext.Value {
	if c.task.Live != "" && len(c.In) > 0 {
		return c.In[1:]
	}
	return c.In
}

func sameInput(a, b []jsontext.Value) bool {
	return slices.EqualFunc(a, b, func(x, y jsontext.Value) bool { return string(x) == string(y) })
}
