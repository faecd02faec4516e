// Package coverage tells what of a rule book the cases of a suite meet: clauses,
// options, codes of illegal requests, boundaries, transitions of the protocol.
package coverage

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/simulation"
	"github.com/touchstone-harness/touchstone/harness/live/transcript"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
)

// A Kind is the word for a kind of things to meet.
type Kind string

// The kinds, in the order in which they are listed.
const (
	Clause     Kind = "clause"     // it has a say in an answer
	Option     Kind = "option"     // it is not at its default
	Code       Kind = "code"       // an answer refuses a request with it
	Feature    Kind = "feature"    // a boundary, an outcome, one side of a condition
	Transition Kind = "transition" // a connection takes it
)

// kinds lists the kinds in their order.
func kinds() []Kind { return []Kind{Clause, Option, Code, Feature, Transition} }

// codePrefix begins the names of features that stand for a code.
const codePrefix = "code:"

// transitionName names a transition: "FROM ON TO".
func transitionName(t game.Transition) string { return t.From + " " + t.On + " " + t.To }

// An Item is one thing to meet.
type Item struct {
	Kind   Kind
	Name   string
	Means  string // what a case for it must contain
	Clause string // that it belongs to, if it is none itself
	Cases  []int  // indices of the cases that meet it, in order
}

// Coverage is what the cases of a suite meet.
type Coverage struct {
	Items []Item
	// Traced tells whether the oracle notes which clauses have a say. If it does
	// not, a clause counts as met where a case cites it.
	Traced bool
}

// A Meter tells what cases of a task meet.
type Meter struct {
	Items  []Item // without cases
	game   *game.Game
	task   game.Task
	judge  *judge.Judge
	places map[string]int
}

// NewMeter lists all that cases of a task could meet.
func NewMeter(p *baseline.Runner) *Meter {
	m := &Meter{Items: universe(p.Game, &p.Task), game: p.Game, task: p.Task, judge: p.Judge(), places: make(map[string]int)}
	for i, item := range m.Items {
		m.places[key(item.Kind, item.Name)] = i
	}
	return m
}

// Meets lists the items that a case meets, by their indices, sorted. The clauses
// are those that have a say in its answer.
func (m *Meter) Meets(c *baseline.Case, clauses []string) ([]int, error) {
	var met []int
	meet := func(kind Kind, name string) {
		if i, ok := m.places[key(kind, name)]; ok {
			met = append(met, i)
		}
	}
	for _, id := range clauses {
		meet(Clause, id)
	}
	options, err := baseline.Options(m.game, c.Settings)
	if err != nil {
		return nil, err
	}
	for _, o := range options {
		meet(Option, o.Name)
	}
	for _, code := range m.judge.Codes(c.Want) {
		meet(Code, code)
	}
	for _, name := range c.Features {
		if code, ok := strings.CutPrefix(name, codePrefix); ok {
			meet(Code, code)
		} else {
			meet(Feature, name)
		}
	}
	if m.task.Live == game.Server {
		taken, err := m.transitions(c)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", c.ID, err)
		}
		for _, t := range taken {
			if t.Times > 0 {
				meet(Transition, transitionName(t.Transition))
			}
		}
	}
	slices.Sort(met)
	return slices.Compact(met), nil
}

// transitions plays the game of a case for a server and counts the transitions
// that its connections take.
func (m *Meter) transitions(c *baseline.Case) ([]transcript.Taken, error) {
	rules, err := m.game.Configure(c.Settings)
	if err != nil {
		return nil, err
	}
	played, err := simulation.Transcript(m.game, rules, c.In)
	if err != nil {
		return nil, err
	}
	r, err := transcript.NewReader(bytes.NewReader(played), "of a simulation")
	if err != nil {
		return nil, err
	}
	all := transcript.NewCoverage(m.game)
	if err := all.Add(r); err != nil {
		return nil, err
	}
	return all.Taken(), nil
}

// Measure finds what cases meet of what their task could. The runner of the cases
// must have asked what decides them.
func Measure(p *baseline.Runner, cases []baseline.Case) (*Coverage, error) {
	m := NewMeter(p)
	all := &Coverage{Items: m.Items}
	for i := range cases {
		all.Traced = all.Traced || len(cases[i].Met) > 0
	}
	for i := range cases {
		clauses := cases[i].Met
		if !all.Traced {
			clauses = cases[i].Clauses
		}
		met, err := m.Meets(&cases[i], clauses)
		if err != nil {
			return nil, err
		}
		for _, n := range met {
			all.Items[n].Cases = append(all.Items[n].Cases, i)
		}
	}
	return all, nil
}

func key(kind Kind, name string) string { return string(kind) + " " + name }

// universe is all that cases of a task could meet.
func universe(g *game.Game, task *game.Task) []Item {
	var items []Item
	for _, c := range g.Clauses {
		if slices.Contains(c.Tasks, task.Name) {
			items = append(items, Item{Kind: Clause, Name: c.ID, Means: c.Text})
		}
	}
	for _, o := range g.Options {
		if !g.Shows(&o, task.Name) {
			continue
		}
		items = append(items, Item{
			Kind: Option, Name: o.Name, Clause: o.Clause,
			Means: fmt.Sprintf("the option %s, %s, other than %s: %s", o.Name, o.Summary, o.Default, o.Range),
		})
	}
	noted := make(map[string]bool) // names of features of the task
	known := make(map[string]bool) // and of any
	for _, f := range g.Noted() {
		known[f.Name] = true
		if slices.Contains(f.Tasks, task.Name) {
			noted[f.Name] = true
		}
	}
	shown := slices.ContainsFunc(task.Fields, func(f game.Field) bool { return f.Code })
	for _, c := range g.Codes {
		// A program may answer with any code; that the rules give one in some tasks
		// only, such as one that an earlier check of the others makes impossible, is
		// what the features tell.
		inOutput := shown && slices.ContainsFunc(task.Codes, func(t game.Code) bool { return t.Name == c.Name })
		if noted[codePrefix+c.Name] || inOutput && !known[codePrefix+c.Name] {
			items = append(items, Item{Kind: Code, Name: c.Name, Clause: c.Clause, Means: "a request refused because " + c.When})
		}
	}
	for _, f := range g.Noted() {
		if noted[f.Name] && !strings.HasPrefix(f.Name, codePrefix) {
			items = append(items, Item{Kind: Feature, Name: f.Name, Means: f.Means})
		}
	}
	if task.Live == game.Server {
		for _, t := range g.Protocol.Transitions {
			if t.Uncased {
				continue
			}
			if t.From == g.Protocol.States[0].Name && t.On != game.OnAccepted {
				// There is nothing to see of a connection that was not accepted.
				continue
			}
			items = append(items, Item{
				Kind: Transition, Name: transitionName(t), Clause: t.Clause,
				Means: fmt.Sprintf("a connection that goes from %q to %q by %q", t.From, t.To, t.On),
			})
		}
	}
	return items
}

// Has tells whether there are items of a kind.
func (c *Coverage) Has(kind Kind) bool {
	return slices.ContainsFunc(c.Items, func(item Item) bool { return item.Kind == kind })
}

// Of lists what a case meets, as indices of items.
func (c *Coverage) Of(index int) []int {
	var list []int
	for i, item := range c.Items {
		if slices.Contains(item.Cases, index) {
			list = append(list, i)
		}
	}
	return list
}

// A Tally counts the items of a kind.
type Tally struct {
	Kind Kind
	All  int
	Met  int
}

// Tallies counts by kind; a kind without items is left out.
func (c *Coverage) Tallies() []Tally {
	var list []Tally
	for _, kind := range kinds() {
		t := Tally{Kind: kind}
		for _, item := range c.Items {
			if item.Kind == kind {
				t.All++
				t.Met += min(len(item.Cases), 1)
			}
		}
		if t.All > 0 {
			list = append(list, t)
		}
	}
	return list
}

// Missing lists the items that no case meets.
func (c *Coverage) Missing() []Item {
	var list []Item
	for _, item := range c.Items {
		if len(item.Cases) == 0 {
			list = append(list, item)
		}
	}
	return list
}
