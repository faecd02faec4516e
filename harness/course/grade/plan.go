package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// A Plan is which of the staff's cases count in a task. It is made before any
// program runs, and is the same for every team.
type Plan struct {
	Task    string // its name in the course
	Cases   []Planned
	LeftOut []LeftOut
	Counted []string // cases that rest on a house ruling and count all the same
	// Groups are the names of the groups of the task as teams are told them.
	Groups []string
}

// A Planned is one of the staff's cases that count.
type Planned struct {
	ID      string
	Clauses []string // that it tests, or the one that decides it
	Tags    []string
	Hidden  bool // students see neither its name nor what it asks
	// House says that it rests on a house ruling that the course does not set, and
	// counts all the same.
	House bool
	// Group is the index of its group in the task, or the number of groups for the
	// cases that have none.
	Group int
}

// A LeftOut is some of the staff's cases that do not count.
type LeftOut struct {
	Why   string // "skipped: the case is unreadable or contradicts the rules"
	Cases []string
}

// Plans are those of the tasks that are graded, known after Prepare.
func (e *Engine) Plans() []Plan {
	var list []Plan
	for _, t := range e.tasks {
		if t.WeightOf(course.Cases) > 0 {
			list = append(list, t.plan)
		}
	}
	return list
}

// planned makes the plan of a task. Deciding are the clauses that decide cases, as
// far as the oracle has told them. With an error it returns the group that is at fault.
func (t *task) planned(leftOut []LeftOut, deciding map[string]string) (group int, err error) {
	t.plan = Plan{Task: t.Name, LeftOut: leftOut}
	t.hidden = make(map[string]bool)
	for i := range t.cases {
		if c := &t.cases[i]; c.Source != "" && !slices.Contains(t.Public, t.suiteOf[c.ID]) {
			t.hidden[c.ID] = true
		}
	}
	groupOf := make(map[string]int)
	for i := range t.Groups {
		g := &t.Groups[i]
		cases := t.cases
		if len(g.Suites) > 0 {
			cases = slices.DeleteFunc(slices.Clone(cases), func(c suite.Case) bool { return !slices.Contains(g.Suites, t.suiteOf[c.ID]) })
		}
		picked, err := suite.Selection{Cases: g.Cases, Tags: g.Tags, Clauses: g.Clauses}.Select(suite.List(cases))
		if err != nil {
			return i, err
		}
		before := len(groupOf)
		for _, c := range suite.All(picked) {
			if _, taken := groupOf[c.ID]; !taken {
				groupOf[c.ID] = i
			}
		}
		if len(groupOf) == before {
			return i, &game.UsageError{
				Message: "every case it selects is already in an earlier group", Hint: "move the smaller group up, or remove one of them",
			}
		}
		shown, err := t.groupShown(i)
		if err != nil {
			return i, err
		}
		t.plan.Groups = append(t.plan.Groups, shown)
	}
	for i := range t.cases {
		c := &t.cases[i]
		p := Planned{ID: c.ID, Clauses: c.Clauses, Tags: c.Tags, Group: len(t.Groups)}
		if clause := deciding[c.ID]; len(p.Clauses) == 0 && clause != "" {
			p.Clauses = []string{clause}
		}
		if n, ok := groupOf[c.ID]; ok {
			p.Group = n
		}
		p.Hidden = t.hidden[c.ID]
		t.plan.Cases = append(t.plan.Cases, p)
	}
	return 0, nil
}

// groupShown is what teams are told a group is called. A name that is made of
// patterns and paths tells of the cases that these are about, whichever suite of
// the task they are in.
func (t *task) groupShown(i int) (string, error) {
	g := &t.Groups[i]
	if g.Named {
		return g.Name, nil
	}
	about, err := suite.Selection{Cases: g.Cases, Tags: g.Tags, Clauses: g.Clauses}.Select(suite.List(t.cases))
	if err != nil {
		return "", err
	}
	ofSuites := func(c suite.Case) bool { return slices.Contains(g.Suites, t.suiteOf[c.ID]) }
	narrow := len(g.Cases)+len(g.Tags)+len(g.Clauses) > 0
	for _, c := range suite.All(about) {
		if t.hidden[c.ID] && (narrow || ofSuites(c)) {
			return fmt.Sprintf("group %d", i+1), nil
		}
	}
	return g.Name, nil
}

// A Trivial is what a program passes that answers every case in one thoughtless
// way.
type Trivial struct {
	Answer string // "always returns false"
	Record Record // with a result of the part cases for each task that is no live one
}

// Trivials are the trivial programs, held against what counts.
func (e *Engine) Trivials() ([]Trivial, error) {
	list := []Trivial{{Answer: "always returns false"}, {Answer: "always returns its first input"}, {Answer: "prints nothing"}}
	answers := []func(*suite.Case) []jsontext.Value{
		func(*suite.Case) []jsontext.Value { return []jsontext.Value{jsontext.Value("false")} },
		func(c *suite.Case) []jsontext.Value { return c.In[:min(1, len(c.In))] },
		func(*suite.Case) []jsontext.Value { return nil },
	}
	for _, t := range e.tasks {
		if t.WeightOf(course.Cases) == 0 || t.Task.Task.Live != "" {
			continue
		}
		checker := suite.NewChecker(t.Game, t.rules, t.Task.Task, t.judge)
		results := make([]Result, len(list))
		for i := range t.cases {
			want, err := checker.Expected(&t.cases[i])
			if err != nil {
				return nil, fmt.Errorf("case %s: %w", t.cases[i].ID, err)
			}
			for n, answer := range answers {
				r := &results[n]
				r.All++
				if t.judge.Compare(want, answer(&t.cases[i])).Outcome == judge.Pass {
					r.Good++
					continue
				}
				r.Failures = append(r.Failures, Failure{Case: t.cases[i].ID, Verdict: judge.WrongAnswer})
			}
		}
		for n := range list {
			results[n].Task, results[n].Part = t.Name, course.Cases
			list[n].Record.Parts = append(list[n].Record.Parts, results[n])
		}
	}
	return list, nil
}

// clausesShown is how many clauses, cases or teams a sentence names.
const clausesShown = 5

// some names the first of many things.
func some(names []string) string {
	said := strings.Join(names[:min(len(names), clausesShown)], ", ")
	if n := len(names) - clausesShown; n > 0 {
		said += fmt.Sprintf(" and %d more", n)
	}
	return said
}
