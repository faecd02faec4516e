package audit

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
)

// coverage looks for clauses and codes that no case meets.
func (a *Audit) coverage(context.Context) error {
	met, codes := make(map[string]bool), make(map[string]bool)
	for _, c := range a.all {
		for _, id := range append(c.clauses, c.Clauses...) {
			met[id] = true
		}
		for _, v := range c.want {
			for _, code := range a.game.Codes {
				codes[code.Name] = codes[code.Name] || bytes.Contains(v, []byte(strconv.Quote(code.Name)))
			}
		}
		for _, code := range c.codes {
			_, ok := a.game.Code(code)
			told := codes[code]
			if codes[code] = true; !ok && !told {
				file, line := c.Place()
				a.find(Finding{
					Kind: Kind(reference.UnknownName), Message: fmt.Sprintf("the answer has the code %q, which is not in %s", code, gamefolder.RulesFile),
					File: file, Line: line, Case: c.ID,
					Hint: "list the code below the heading Codes of " + a.places.file(gamefolder.RulesFile) + ", or correct the reference",
				})
			}
		}
	}
	for _, clause := range a.game.Clauses {
		if !met[clause.ID] && !a.unanswered(clause.Tasks) {
			a.find(Finding{
				Kind: ClauseWithoutCase, Message: fmt.Sprintf("no case cites %s, and no answer has it in \"clauses\"", clause.ID),
				File: a.places.file(gamefolder.RulesFile), Line: a.places.rule(clause.ID),
				Hint: fmt.Sprintf("write a case that the clause decides, with \"clauses\":[%q]", clause.ID),
			})
		}
	}
	for _, code := range a.game.Codes {
		if clause, _ := a.game.Clause(code.Clause); !codes[code.Name] && !a.unanswered(clause.Tasks) {
			a.find(Finding{
				Kind: CodeWithoutCase, Message: fmt.Sprintf("no case has the answer %s: %s", code.Name, code.When),
				File: a.places.file(gamefolder.RulesFile), Line: a.places.rule("- " + code.Name),
				Hint: "write a case for a request that is illegal for this reason",
			})
		}
	}
	return nil
}

// first puts the cases in front that a clause bears upon: it is they that most often
// show what changes it.
func (a *Audit) first(clause string, tasks []string) []*audited {
	var front, rest []*audited
	for _, c := range a.cases {
		switch {
		case tasks != nil && !slices.Contains(tasks, c.task.Name):
		case slices.Contains(c.clauses, clause):
			front = append(front, c)
		default:
			rest = append(rest, c)
		}
	}
	return append(front, rest...)
}

// options looks for options that change the answer of no case.
func (a *Audit) options(ctx context.Context) error {
	for i, o := range a.game.Options {
		if a.Folder.Timed(o.Name) {
			continue
		}
		tasks := o.Tasks
		if tasks == nil {
			if c, ok := a.game.Clause(o.Clause); ok {
				tasks = c.Tasks
			}
		}
		changes, err := a.changes(ctx, o.Name, a.first(o.Clause, tasks))
		if err != nil {
			return err
		}
		if !changes && !a.unanswered(tasks) {
			a.find(Finding{
				Kind: OptionWithoutEffect, Message: fmt.Sprintf("no other value of the option %s changes the answer of any case", o.Name),
				File: a.places.file(gamefolder.GameFile), Line: a.places.game.Line(fmt.Sprintf("option[%d]", i)),
				Hint: "write a case whose answer depends on the option; check that the reference reads it",
			})
		}
	}
	return nil
}

// changes tells whether another value of an option changes the answer of a case. To
// refuse the input is a change, too.
func (a *Audit) changes(ctx context.Context, option string, cases []*audited) (bool, error) {
	var out game.Output
	unknown := false // a fault of the reference, which says enough, leaves it open
	for _, c := range cases {
		for _, v := range a.Folder.Others(option, inForce(c.rules, option)) {
			settings := game.Settings{Options: append(slices.DeleteFunc(slices.Clone(c.Options), func(s game.Setting) bool { return s.Name == option }),
				game.Setting{Name: option, Value: v})}
			rules, err := a.configure(settings)
			if err != nil {
				continue
			}
			out.Reset()
			ok, invalid, trouble := answered(ctx, rules.Oracle(c.task.Name)(c.In, &out))
			switch {
			case trouble != nil:
				return false, trouble
			case !ok && !invalid:
				unknown = true
			case invalid, ok && judge.New(*c.task, judge.Strict, nil).Compare(c.want, out.Values()).Outcome != judge.Pass:
				return true, nil
			}
		}
	}
	return unknown, nil
}

// unanswered tells whether the reference has failed on a case of some tasks, of all
// with nil: then nobody knows what that case shows.
func (a *Audit) unanswered(tasks []string) bool {
	return slices.ContainsFunc(a.all, func(c *audited) bool {
		return (tasks == nil || slices.Contains(tasks, c.task.Name)) && !slices.Contains(a.cases, c)
	})
}

func inForce(rules game.Rules, option string) jsontext.Value {
	for _, s := range rules.Options() {
		if s.Name == option {
			return s.Value
		}
	}
	return nil
}

// mutants looks for wrong readings that no case tells from the rules, and for those that
// something does although the folder says that nothing can.
func (a *Audit) mutants(ctx context.Context) error {
	a.equivalent = make(map[int]map[string]*mutation.Rival)
	for i, m := range a.game.Mutants {
		killer, falls, err := a.killer(ctx, &m)
		if err != nil {
			return err
		}
		switch {
		case m.Equivalent != "" && falls:
			a.notEquivalent(i, killer)
		case m.Equivalent != "" && killer == nil:
			a.equivalent[i] = make(map[string]*mutation.Rival)
		case killer == nil && !a.unanswered(m.Tasks):
			a.find(Finding{
				Kind: MutantSurvives, Message: fmt.Sprintf("no case kills %s: a program that %s passes", m.ID, m.Summary),
				File: a.places.file(gamefolder.MutantsFile), Line: a.places.mutants.Line(fmt.Sprintf("mutant[%d]", i)),
				Hint: "see that the reference imitates it, then write a case that it answers wrong; if there is none, say why with equivalent = \"...\"",
			})
		}
	}
	return nil
}

// notEquivalent finds that a case, or a random input without an id, tells a mutant from the
// rules.
func (a *Audit) notEquivalent(i int, by *audited) {
	m, what := &a.game.Mutants[i], "a random input"
	if by.ID != "" {
		what = "case " + by.ID
	}
	f := Finding{
		Kind: MutantNotEquivalent, Message: fmt.Sprintf("%s has equivalent, but %s of %s shows a difference", m.ID, what, by.task.Name),
		File: a.places.file(gamefolder.MutantsFile), Line: a.places.mutants.Line(fmt.Sprintf("mutant[%d]", i)), Case: by.ID,
		Hint: "remove equivalent, or correct the reference",
	}
	if by.task.Live != game.Clients && len(by.Options) == 0 && fitsHint(asked(by)) {
		f.Hint += "; compare with and without --mutant: " + a.question(by.task, asked(by), []string{"--mutant", m.ID})
	}
	a.find(f)
}

// compare looks whether an input tells mutants from the rules that have equivalent.
func (a *Audit) compare(ctx context.Context, by *audited) error {
	for i := range a.game.Mutants {
		m, rivals := &a.game.Mutants[i], a.equivalent[i]
		if rivals == nil || m.Tasks != nil && !slices.Contains(m.Tasks, by.task.Name) {
			continue
		}
		falls, err := a.falls(rivals, by, m.ID)
		ok, _, trouble := answered(ctx, err)
		switch {
		case trouble != nil:
			return trouble
		case falls:
			a.notEquivalent(i, by)
		case ok:
			continue
		}
		delete(a.equivalent, i) // one finding is enough, and of a fault the faults say enough
	}
	return nil
}

// killer is the first case that a mutant is not known to pass, nil if there is none. Falls
// tells that it kills the mutant; of one that nobody could ask the faults say enough.
func (a *Audit) killer(ctx context.Context, m *game.Mutant) (killer *audited, falls bool, err error) {
	rivals := make(map[string]*mutation.Rival)
	for _, c := range a.first(m.Clause, m.Tasks) {
		falls, err := a.falls(rivals, c, m.ID)
		ok, _, trouble := answered(ctx, err)
		if trouble != nil {
			return nil, false, trouble
		}
		if falls || !ok {
			return c, falls, nil
		}
	}
	return nil, false, nil
}

// falls tells whether a case kills a mutant. Rivals are those of the cases before.
func (a *Audit) falls(rivals map[string]*mutation.Rival, c *audited, mutant string) (bool, error) {
	if c.task.Live == game.Clients {
		// Their answer is always the same: it is their replies that are judged.
		right, err := reference.Replies(c.rules, c.In, "")
		if err != nil {
			return false, err
		}
		wrong, err := reference.Replies(c.rules, c.In, mutant)
		return !slices.Equal(right, wrong), err
	}
	key := c.task.Name + " " + baseline.Key(c.settings)
	rival := rivals[key]
	if rival == nil {
		var err error
		if rival, err = mutation.NewRival(&baseline.Runner{Game: a.game, Task: *c.task, Codes: judge.Lax}, c.settings, mutant); err != nil {
			return false, err
		}
		rivals[key] = rival
	}
	return rival.Falls(c.In, c.want)
}

// random asks random inputs. What the schemas allow the reference has to answer.
func (a *Audit) random(ctx context.Context) error {
	rules, err := a.configure(game.Settings{})
	if err != nil {
		return err
	}
	var out game.Output
	for n := range a.game.Tasks {
		t := &a.game.Tasks[n]
		oracle := rules.Oracle(t.Name)
		own := 0 // the first value whose schema is in the folder
		if t.Live != "" {
			own = 1
		}
		for i := range a.Runs {
			if reference.GivenUp(rules) {
				return nil
			}
			in := rules.Generate(t.Name, rand.New(rand.NewPCG(a.Seed, uint64(n)<<32|uint64(i))), i*game.SizeMax/a.Runs)
			if in == nil && t.Live == "" {
				// The next one would take as long, and find no more.
				a.find(Finding{
					Kind: SchemaTooStrict, Message: fmt.Sprintf("no input of %s was found that its schemas allow", t.Name),
					File: a.places.schema(t.In[0].Value), Hint: "look for keywords that contradict each other in the schemas of its input, or write a case",
				})
				break
			}
			a.Inputs++
			out.Reset()
			err := oracle(in, &out)
			ok, invalid, trouble := answered(ctx, err)
			if trouble != nil {
				return trouble
			}
			if !ok && !invalid {
				if a.unanswered([]string{t.Name}) {
					break // it fails on cases as well, whatever the schemas allow
				}
				a.find(Finding{
					Kind: SchemaTooLax, Message: fmt.Sprintf("the schemas of %s allow an input on which the reference fails: %v", t.Name, err),
					File: a.places.schema(t.In[own].Value), Hint: a.question(t, in, nil),
				})
				break // more of the same would have it given up
			}
			if ok {
				by := &audited{Case: suite.Case{In: in}, task: t, rules: rules, want: out.Values()}
				if err := a.compare(ctx, by); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// varied asks some more random inputs under other values of each option: a schema that does
// not follow an option refuses right answers there. The reference keeps the faults that it
// has shown, and all of them are findings in the end.
func (a *Audit) varied(ctx context.Context) error {
	const valuesMax = 6
	defaults, err := a.configure(game.Settings{})
	if err != nil {
		return err
	}
	for _, o := range a.game.Options {
		if a.Folder.Timed(o.Name) {
			continue
		}
		others := a.Folder.Others(o.Name, inForce(defaults, o.Name))
		for _, v := range others[:min(len(others), valuesMax)] {
			rules, err := a.configure(game.Settings{Options: []game.Setting{{Name: o.Name, Value: v}}})
			if err != nil {
				continue
			}
			for n := range a.game.Tasks {
				t := &a.game.Tasks[n]
				if t.Live != "" || o.Tasks != nil && !slices.Contains(o.Tasks, t.Name) {
					continue
				}
				if err := a.sample(ctx, rules, n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// sample asks a task a share of the random inputs that it is asked under the defaults, until the
// reference fails on one.
func (a *Audit) sample(ctx context.Context, rules game.Rules, task int) error {
	const share = 50
	name := a.game.Tasks[task].Name
	oracle := rules.Oracle(name)
	var out game.Output
	for i := range max(1, a.Runs/share) {
		if reference.GivenUp(rules) {
			return nil
		}
		in := rules.Generate(name, rand.New(rand.NewPCG(a.Seed, uint64(task)<<32|uint64(i))), i*share*game.SizeMax/max(a.Runs, share))
		if in == nil {
			return nil
		}
		out.Reset()
		ok, invalid, trouble := answered(ctx, oracle(in, &out))
		if trouble != nil {
			return trouble
		}
		if !ok && !invalid {
			return nil // more of the same would have it given up
		}
	}
	return nil
}
