package suite

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Checker finds what a case must give under the rules of a run, and what is
// wrong with the case itself. It serves one goroutine at a time.
type Checker struct {
	game    *game.Game
	task    game.Task
	rules   game.Rules
	judge   *judge.Judge
	oracle  game.Oracle
	answer  game.Output
	schemas *schema.Set // nil: not needed yet
	inForce string
	meant   map[string]bool // by the options of a case: whether they are those in force
}

// NewChecker checks cases of a task under the rules of a run. It is no matter of shape what
// a case expects wrongly, whatever judges the programs: every command names the same place.
func NewChecker(g *game.Game, rules game.Rules, task game.Task, j *judge.Judge) *Checker {
	return &Checker{
		game: g, task: task, rules: rules, judge: j.Shapeless(),
		oracle:  rules.Oracle(task.Name),
		inForce: settingsKey(rules.Options()),
		meant:   make(map[string]bool),
	}
}

// Expected returns the output that conforms. The error is a *Fault if the case
// is broken: it cannot be read, the spec refuses its input, or the output it
// asks for contradicts the rules. That output only counts if the case is meant
// for the options of the run. Any other error is trouble of the oracle.
func (k *Checker) Expected(c *Case) ([]jsontext.Value, error) {
	if c.Broken != nil {
		return nil, c.Broken.Of(k.game, k.task)
	}
	if fault := k.unknownClause(c); fault != nil {
		return nil, fault
	}
	meant, err := k.isMeant(c)
	if err != nil {
		return nil, Refusal(c, err)
	}
	k.answer.Reset()
	if t := c.told; t.holds(k, c) {
		k.answer.Clause = t.clause
		return t.values, nil
	}
	if err := k.oracle(c.In, &k.answer); err != nil {
		invalid, isInvalid := errors.AsType[*game.Invalid](err)
		usage, isUsage := errors.AsType[*game.UsageError](err)
		isUsage = isUsage && len(c.Options) > 0 // else the options are those of the run
		if !isInvalid && !isUsage {
			return nil, fmt.Errorf("the oracle of %s/%s: %w", k.game.Name, k.task.Name, err)
		}
		if arbiter, ok := k.rules.(game.Arbiter); ok {
			if err := arbiter.Confirm(k.task.Name, c.In, nil); err != nil {
				return nil, fmt.Errorf("the oracle of %s/%s: %w", k.game.Name, k.task.Name, err)
			}
		}
		if isUsage {
			return nil, &Fault{
				Kind: UnknownName, File: c.File, Message: "/options: the rules refuse these options: " + usage.Message,
				Hint: "give the case options that go together",
			}
		}
		return nil, k.refused(c, invalid)
	}
	expected := k.answer.Values()
	if c.Out == nil || !meant || k.rules.Mutant() != "" {
		// A mutant is wrong on purpose, so that it cannot refute anybody.
		return expected, nil
	}
	comparison, _, err := k.judge.Decide(k.rules, k.task.Name, k.answer.Clause, c.In, expected, c.Out)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the oracle of %s/%s: %w", k.game.Name, k.task.Name, err)
	case comparison.Outcome != judge.Pass:
		f := refuted(c, comparison)
		if k.task.Live == "" {
			solve := append([]string{"touchstone", "solve", k.game.Name + "/" + k.task.Name}, k.game.Flags(k.rules.Options())...)
			f.Hint = `"` + text.Quote(solve) + ` < FILE" prints what the rules give for an input`
		}
		return nil, f
	}
	return expected, nil
}

// confirmEach is of how many cases, in their order, the oracle of a brought game is
// asked for one again (chapter 8 of game-folder.md), whatever comes of it.
const confirmEach = 16

// ExpectedAt is Expected of the case with that number among all, from 0: of some of them
// the oracle of a brought game has to say the same when it is asked again.
func (k *Checker) ExpectedAt(number int, c *Case) ([]jsontext.Value, error) {
	expected, err := k.Expected(c)
	if arbiter, ok := k.rules.(game.Arbiter); ok && err == nil && number%confirmEach == 0 {
		err = arbiter.Confirm(k.task.Name, c.In, expected)
	}
	return expected, err
}

// Refusal is the fault of a case whose options the game refuses.
func Refusal(c *Case, err error) *Fault {
	f := &Fault{Kind: UnknownName, File: c.File, Message: err.Error()}
	if usage, ok := errors.AsType[*game.UsageError](err); ok {
		f.Hint = usage.Hint
	}
	return f
}

// unknownClause is the fault of a case that names a clause which the rule book
// has not: whoever selects cases by clause would miss it.
func (k *Checker) unknownClause(c *Case) *Fault {
	for _, id := range c.Clauses {
		if _, ok := k.game.Clause(id); ok {
			continue
		}
		known := make([]string, len(k.game.Clauses))
		for i, clause := range k.game.Clauses {
			known[i] = clause.ID
		}
		e := game.Unknown("clause", id, "of "+k.game.Name, known, "touchstone rules "+k.game.Name)
		return &Fault{Kind: UnknownName, File: c.File, Message: "/clauses: " + e.Message, Hint: e.Hint}
	}
	return nil
}

// Clause is the clause that decides the output that Expected returned last, or
// "".
func (k *Checker) Clause() string { return k.answer.Clause }

// Applies tells whether a case says anything under the options of the run: one
// that names options of its own is for runs with just these, and one that
// names none is left out where the options in force refuse its input, or make good
// what one of its clients does wrong. A broken
// case applies, so that it is reported. The error is trouble of the oracle.
func (k *Checker) Applies(c *Case) (bool, error) {
	return k.applies(c, func() *Case { return c })
}

// applies is Applies of a case of which whole has the values.
func (k *Checker) applies(c *Case, whole func() *Case) (bool, error) {
	if c.Broken != nil {
		return true, nil
	}
	meant, err := k.isMeant(c)
	if meant || err != nil {
		// Options that the game has not are a fault, which Expected reports.
		return true, nil
	}
	if len(c.Options) > 0 {
		return false, nil
	}
	k.answer.Reset()
	in := whole().In
	err = k.oracle(in, &k.answer)
	if _, invalid := errors.AsType[*game.Invalid](err); invalid {
		return false, nil
	}
	if k.task.Live == game.Server && client.Lenient(k.game, k.rules, in) {
		return false, err
	}
	return true, err
}

// Applicable is the cases that apply, and those that do not. Where none does the
// error, a *game.UsageError, says which options the first is meant for.
func (k *Checker) Applicable(cases Cases) (applicable, left Cases, err error) {
	var others []int
	applicable, err = kept(cases, func(at int, c *Case) (bool, error) {
		applies, err := k.applies(c, func() *Case { return cases.Read(at) })
		switch {
		case err != nil:
			return false, fmt.Errorf("case %s: %w", c.ID, err)
		case !applies:
			others = append(others, at)
		}
		return applies, nil
	})
	if err != nil {
		return nil, nil, err
	}
	left = cases.Some(others)
	if applicable.Len() > 0 || left.Len() == 0 {
		return applicable, left, nil
	}
	message := fmt.Sprintf("none of the %d cases is for the options of this run", left.Len())
	if left.Len() == 1 {
		message = "the only case is for other options than those of this run"
	}
	first := cases.Head(0)
	return nil, left, &game.UsageError{Message: message, Hint: fmt.Sprintf("%s is for %s", first.ID, first.OptionFlags())}
}

// OptionFlags are the flags of a run for which a case is meant, in words.
func (c *Case) OptionFlags() string {
	if len(c.Options) == 0 {
		return "the default options"
	}
	flags := make([]string, len(c.Options))
	for i, s := range c.Options {
		flags[i] = fmt.Sprintf("--option '%s=%s'", s.Name, s.Value)
	}
	return strings.Join(flags, " ")
}

// isMeant tells whether the options in force are those of the case.
func (k *Checker) isMeant(c *Case) (bool, error) {
	if c.AnyRun {
		return true, nil
	}
	key := settingsKey(c.Options)
	if meant, ok := k.meant[key]; ok {
		return meant, nil
	}
	// Configuring fills in the defaults, and refuses what the game has not.
	rules, err := k.game.Configure(game.Settings{Options: c.Options})
	if err != nil {
		return false, err
	}
	k.meant[key] = settingsKey(rules.Options()) == k.inForce
	return k.meant[key], nil
}

// settingsKey writes settings so that equal ones are equal texts.
func settingsKey(settings []game.Setting) string {
	var b strings.Builder
	for _, s := range settings {
		value := s.Value.Clone()
		// What has no canonical form stands as it is.
		_ = value.Canonicalize()
		fmt.Fprintf(&b, "%q=%s\n", s.Name, value)
	}
	return b.String()
}

// refused is the fault of a case whose input the spec refuses.
func (k *Checker) refused(c *Case, e *game.Invalid) *Fault {
	f := &Fault{Kind: OutOfDomain, Clause: e.Clause, File: c.File, Message: "the input is invalid: "}
	if k.schemas == nil {
		k.schemas = schema.Of(k.game, k.rules.Options())
	}
	if e.Count {
		f.Message += e.Message + k.schemas.Missing(k.task.In, c.In)
		f.Hint = fmt.Sprintf("%q shows the parts of a case", "touchstone games "+k.game.Name+"/"+k.task.Name)
		f.place(c.in, c.in.at(e.Value, 0, c.In))
		return f
	}
	f.Message += fmt.Sprintf("value %d", e.Value+1)
	param := game.ParamAt(k.task.In, e.Value)
	if param.Name != "" {
		f.Message += fmt.Sprintf(" (%s)", param.Name)
	}
	message := e.Message
	if e.Value >= 0 && e.Value < len(c.In) {
		p, shape := k.schemas.Refusal(param.Value, c.In[e.Value], e)
		if p.Pointer != "" {
			f.Message += " at " + p.Pointer
		}
		message, f.Clause = p.Message, p.Clause
		f.place(c.in, c.in.at(e.Value, p.Offset, c.In))
		f.Hint = k.schemas.Advice(k.game, k.rules, k.task.In, c.In, e.Value, shape)
	}
	f.Message += ": " + text.Citing(message, f.Clause)
	return f
}

// shownMax is up to how many bytes two values stand in a message.
const shownMax = 200

// refuted is the fault of a case whose expected output the oracle refutes.
func refuted(c *Case, comparison judge.Comparison) *Fault {
	f := &Fault{
		Kind:    WrongExpectation,
		File:    c.File,
		Message: fmt.Sprintf("the expected output contradicts the rules (%s)", comparison.Outcome),
	}
	if c.out.file != "" && (c.out.file != c.in.file || len(c.Out) > 0) {
		f.File = c.out.file
	}
	if len(comparison.Differences) == 0 {
		return f
	}
	first := comparison.Differences[0]
	f.Clause = first.Clause
	f.Message = "the expected output contradicts the rules: "
	if e, r := first.Expected, first.Received; e != nil && r != nil && len(e)+len(r) <= shownMax {
		f.Message += fmt.Sprintf("at %s the rules give %s, not %s", first.Pointer, e, r)
		f.Message = text.Citing(f.Message, first.Clause)
	} else {
		f.Message += first.Message
	}
	number, rest, _ := strings.Cut(strings.TrimPrefix(first.Pointer, "/"), "/")
	if i, err := strconv.Atoi(number); err == nil && i < len(c.Out) {
		if rest != "" {
			rest = "/" + rest
		}
		offset, ok := schema.Locate(c.Out[i], rest)
		for !ok && rest != "" { // what lacks the place has one
			rest = rest[:strings.LastIndexByte(rest, '/')]
			offset, ok = schema.Locate(c.Out[i], rest)
		}
		f.place(c.out, c.out.at(i, offset, c.Out))
	}
	return f
}

// place puts a position into a fault, if there is one.
func (f *Fault) place(p place, at stream.Position) {
	if p.file != "" && at.Line > 0 {
		f.File, f.Line, f.Column = p.file, at.Line, at.Column
	}
}
