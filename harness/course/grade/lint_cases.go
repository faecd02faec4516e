package grade

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/lint"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// check finds the staff's cases of a task that would spoil the grades, and makes
// the plan of those that are left. The embedded suites are not looked at: they are
// no business of the staff.
func (e *Engine) check(ctx context.Context, k *task) error {
	house, everywhere, err := e.markedHouse(ctx, k)
	if err != nil {
		return err
	}
	var staff []suite.Case
	for i := range k.cases {
		if k.cases[i].Source != "" {
			staff = append(staff, k.cases[i])
		}
	}
	p := e.runner(k)
	base, err := p.Run(ctx, staff)
	if err != nil {
		return err
	}
	broken := e.tellBroken(k, base.Broken, e.misplaced(ctx, k, staff, base.Broken, e.brokenLevel()))
	undecided, err := lint.Undecided(ctx, p, base.Cases, e.decided(k))
	if err != nil {
		return err
	}
	resting, counted := e.tellUndecided(k, undecided)
	house = append(house, resting...)
	var leftOut []LeftOut
	add := func(cases []string, why string) {
		if len(cases) > 0 {
			leftOut = append(leftOut, LeftOut{why, cases})
		}
	}
	add(broken, "skipped: the case is unreadable or contradicts the rules")
	add(house, "skipped: the answer rests on a house ruling that the course does not set")
	add(k.others, "skipped: the case is for other options")
	out := make(map[string]bool)
	for _, id := range slices.Concat(broken, resting) {
		out[id] = true
	}
	k.cases = slices.DeleteFunc(k.cases, func(c suite.Case) bool { return out[c.ID] })
	e.skipped(k, everywhere)
	e.twice(k)
	deciding := make(map[string]string)
	for i := range base.Cases {
		deciding[base.Cases[i].ID] = base.Cases[i].Clause
	}
	if i, err := k.planned(leftOut, deciding); err != nil {
		f := Finding{Level: Wrong, Kind: aboutPoints, Task: k.Name, Message: fmt.Sprintf("group %q: %v", k.Groups[i].Name, err)}
		if said, ok := errors.AsType[*game.UsageError](err); ok {
			f.Hint = said.Hint
		}
		e.tellAt(fmt.Sprintf("group[%d]", i), f)
		return nil
	}
	k.plan.Counted = counted
	for i := range k.plan.Cases {
		k.plan.Cases[i].House = slices.Contains(counted, k.plan.Cases[i].ID)
	}
	e.weigh(k)
	return nil
}

// skipped tells of a task without cases, and of those for other options. Everywhere are the house
// rulings on which all of its cases rest.
func (e *Engine) skipped(k *task, everywhere []string) {
	if len(k.cases) == 0 {
		f := Finding{Level: Wrong, Kind: aboutSuite, Task: k.Name, Message: "all cases of its suites are skipped", Hint: "fix the suites of the task"}
		if len(everywhere) > 0 {
			f.Message += fmt.Sprintf(": all rest on %s, which no rule text decides", strings.Join(everywhere, " and "))
			f.Hint = "remove marks from the course file, or set the option of the ruling in it"
		}
		e.tell(f)
	}
	if n := len(k.others); n > 0 {
		e.tell(Finding{
			Level: Warning, Kind: aboutOptions, Task: k.Name,
			Message: fmt.Sprintf("skipping %s for options that the course does not set: %s", text.Count(n, "case"), some(k.others)),
		})
	}
}

// brokenLevel is how bad it is that a case is broken.
func (e *Engine) brokenLevel() Level {
	if e.Course.Broken == course.LeaveOut {
		return Warning
	}
	return Wrong
}

// tellBroken tells of broken cases, but for those that are misplaced, of which was told.
// It returns the names of those that are left out of the grades.
func (e *Engine) tellBroken(k *task, list []baseline.Fault, misplaced map[string]bool) (out []string) {
	for _, f := range list {
		if e.Course.Broken == course.LeaveOut {
			out = append(out, f.Case.ID)
		}
		if misplaced[f.Case.ID] {
			continue
		}
		kind := string(f.Kind)
		if f.Kind == suite.Unreadable {
			kind = string(lint.Unreadable)
		}
		found := Finding{
			Level: e.brokenLevel(), Kind: kind, Task: k.Name, Case: f.Case.ID,
			File: f.File, Line: f.Line, Message: text.Visible(f.Message), Hint: f.Hint,
		}
		if found.Line == 0 {
			found.File, found.Line = f.Case.Place()
		}
		e.tell(found)
	}
	return out
}

// tellUndecided tells of cases that rest on a house ruling. It returns the names of those
// that are left out of the grades, and of those that the course counts anyhow.
func (e *Engine) tellUndecided(k *task, list []lint.Finding) (out, counted []string) {
	for _, f := range list {
		level := Warning
		switch e.Course.House {
		case course.Stop:
			level = Wrong
		case course.LeaveOut:
			out = append(out, f.Case)
		case course.CountIn:
			counted = append(counted, f.Case)
		}
		e.tell(Finding{Level: level, Kind: string(f.Kind), Task: k.Name, Case: f.Case, File: f.File, Line: f.Line, Message: f.Message, Hint: f.Hint})
	}
	return out, counted
}

// runner holds cases of a task against the rules as the course has them.
func (e *Engine) runner(k *task) *baseline.Runner {
	return &baseline.Runner{Game: k.Game, Task: k.Task.Task, Settings: k.Settings, Codes: k.Codes, Jobs: max(1, e.Jobs)}
}

// markedHouse leaves out the cases that rest on house rulings where the marks of a
// task say so, of embedded suites, too. It returns their names, and the rulings on which
// all cases of the task rest.
func (e *Engine) markedHouse(ctx context.Context, k *task) (house, everywhere []string, err error) {
	if !k.TextOnly {
		return nil, nil, nil
	}
	p := e.runner(k)
	base, err := p.Run(ctx, k.cases)
	if err != nil {
		return nil, nil, err
	}
	rests, err := lint.Resting(ctx, p, base.Cases, e.decided(k))
	if err != nil {
		return nil, nil, err
	}
	for i, ids := range rests {
		if len(ids) > 0 {
			house = append(house, base.Cases[i].ID)
		}
	}
	k.cases = slices.DeleteFunc(k.cases, func(c suite.Case) bool { return slices.Contains(house, c.ID) })
	return house, lint.Everywhere(rests), nil
}

// decided are the options that a course sets for a task.
func (e *Engine) decided(k *task) []string {
	var names []string
	for _, p := range k.Game.Presets {
		if p.Name == k.Settings.Preset {
			for _, o := range p.Values {
				names = append(names, o.Name)
			}
		}
	}
	for _, o := range k.Settings.Options {
		names = append(names, o.Name)
	}
	return names
}

// weigh finds points that nobody can earn, and cases that earn nobody anything.
func (e *Engine) weigh(k *task) {
	if len(k.Groups) == 0 || slices.ContainsFunc(k.Groups, func(g course.Group) bool { return !g.Selects() }) {
		return // without a word on what a group selects, it has all cases
	}
	i := slices.IndexFunc(e.Course.Tasks, func(t course.Task) bool { return t.Name == k.Name })
	left := e.Course.PointsOfPart(i, course.Cases)
	for _, g := range k.Groups {
		if !g.Bonus {
			left -= g.Points
		}
	}
	rest := 0
	for i := range k.plan.Cases {
		if k.plan.Cases[i].Group == len(k.Groups) {
			rest++
		}
	}
	switch {
	case left > 0 && rest == 0:
		e.tell(Finding{
			Level: Wrong, Kind: aboutPoints, Task: k.Name,
			Message: fmt.Sprintf("its groups have all cases, but %v points fewer than the part cases: nobody can earn these points", float64(left)/100),
			Hint:    "give the groups all points of the part cases, or keep some cases out of the groups",
		})
	case left == 0 && rest > 0: // if it is below 0, another finding says that the groups have too many points
		e.tell(Finding{
			Level: Warning, Kind: aboutPoints, Task: k.Name,
			Message: fmt.Sprintf("its groups have all points of the part cases, so %s outside the groups can earn nothing", text.Count(rest, "case")),
		})
	}
}

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

// twiceMax is of how many cases that are asked twice the lint tells one by one: a suite
// that was copied into another has them all twice.
const twiceMax = 5

// twice tells of cases of the staff that ask what another case of the task asks: each counts, so
// that whoever gets the one wrong loses twice.
func (e *Engine) twice(k *task) {
	first := make(map[string]*suite.Case)
	told, beyond := 0, 0
	for i := range k.cases {
		c := &k.cases[i]
		if c.In == nil {
			continue
		}
		key := c.InputKey()
		other := first[key]
		switch {
		case other == nil:
			first[key] = c
			continue
		case c.Source == "" && other.Source == "":
			continue // both are ours
		case c.Source == "":
			c, other = other, c // the staff can remove its own one
		}
		if told++; told > twiceMax {
			beyond++
			continue
		}
		named := other.ID
		if other.Source != "" {
			named = other.Named()
		}
		f := Finding{
			Level: Warning, Kind: string(lint.Duplicate), Task: k.Name, Case: c.ID,
			Message: fmt.Sprintf("it has the same input as %s, and both count", named),
			Hint:    "remove one of two cases with the same input, or write its name into skip",
		}
		f.File, f.Line = c.Place()
		e.tell(f)
	}
	if beyond > 0 {
		e.tellAt("suites", Finding{
			Level: Warning, Kind: string(lint.Duplicate), Task: k.Name,
			Message: fmt.Sprintf("the input of %s more is that of another case, and both count", text.Count(beyond, "case")),
			Hint:    "name each suite once; a suite that is a copy of another one, or of the embedded one, counts twice",
		})
	}
}
