// Package generator writes new suites: of many random inputs it takes those that
// bring a suite nearer to a goal, makes them smaller, and says what each is for.
package generator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/coverage"
	"github.com/touchstone-harness/touchstone/harness/suite/mutation"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Goal is what a suite is written for.
type Goal string

// The goals.
const (
	Mutants    Goal = "mutants"    // to kill each of them
	Clauses    Goal = "clauses"    // that each has a say in some answer
	Boundaries Goal = "boundaries" // to meet each feature and code
)

// Goals lists all goals.
func Goals() []Goal { return []Goal{Mutants, Clauses, Boundaries} }

// The bounds of a search, and why.
const (
	// Inputs is how many random inputs are looked at by default under the first
	// settings: what shows once in a few hundred is then found.
	Inputs = 1000
	// InputsMax bounds them: all are kept until the suite is written.
	InputsMax = 50_000
	// variantShare is what part of them is looked at under each of the other
	// settings.
	variantShare = 5
	// firstShare is what part of the inputs is measured by everything that there is
	// to reach. What most inputs reach is then settled, so that the others are only
	// measured by the rest, which is what takes the time.
	firstShare = 2
	// namedMax is how many of the things that a case is for are written out.
	namedMax = 3
)

// A Generator says what suite to write.
type Generator struct {
	Runner   *baseline.Runner
	Settings []game.Settings // the first first; others for what it does not reach
	Known    []suite.Case    // whose inputs are looked at for what random ones do not reach
	Goal     Goal
	Cases    int // at most
	Inputs   int // to look at
	Seed     uint64
}

// A Suite is what was written.
type Suite struct {
	Cases   []suite.Case
	Reached []string // of the goal
	Missing []string
}

// Write writes the suite. The same generator gives the same suite on any number of
// workers. The error is a *game.UsageError if the oracle notes nothing that the
// goal could be measured by.
func (g *Generator) Write(ctx context.Context) (*Suite, error) {
	w := &writer{Generator: g, aim: newAim(g)}
	if len(w.aim.things) == 0 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("the task %s/%s has no %s", g.Runner.Game.Name, g.Runner.Task.Name, g.Goal),
			Hint:    fmt.Sprintf("try another --goal: %v", Goals()),
		}
	}
	w.reached = make([]bool, len(w.aim.things))
	for n, settings := range g.Settings {
		inputs := g.Inputs
		if n > 0 {
			inputs = max(g.Inputs/variantShare, 1)
		}
		rules, err := g.Runner.Game.Configure(settings)
		if err != nil {
			return nil, err
		}
		for from, to := 0, max(inputs/firstShare, 1); from < inputs && err == nil; from, to = to, inputs {
			err = w.choose(ctx, settings, to-from, func(i int) []jsontext.Value {
				return suite.GenerateCase(rules, g.Runner.Task.Name, g.Seed, from+i+1).In
			})
		}
		if n == 0 && err == nil {
			err = w.chooseKnown(ctx)
		}
		if err != nil {
			return nil, err
		}
	}
	for i, thing := range w.aim.things {
		if w.reached[i] {
			w.suite.Reached = append(w.suite.Reached, thing.name)
		} else {
			w.suite.Missing = append(w.suite.Missing, thing.name)
		}
	}
	if len(w.suite.Cases) == 0 && g.Goal != Mutants {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("the oracle of %s/%s reports no %s for any of the inputs", g.Runner.Game.Name, g.Runner.Task.Name, g.Goal),
			Hint:    "use --goal mutants, which works without",
		}
	}
	return &w.suite, nil
}

// A writer writes one suite: it knows what the cases so far reach.
type writer struct {
	*Generator
	aim     *aim
	reached []bool // by thing of the aim
	suite   Suite
}

// A candidate is an input with what it reaches, as indices of things.
type candidate struct {
	in      []jsontext.Value
	reaches []int
	bytes   int
}

// chooseKnown looks at the known inputs, those that come with options under
// these.
func (w *writer) chooseKnown(ctx context.Context) error {
	var order []string
	groups := make(map[string][]suite.Case)
	for _, c := range w.Known {
		key := baseline.Key(w.Runner.SettingsOf(&c))
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], c)
	}
	for _, key := range order {
		cases := groups[key]
		err := w.choose(ctx, w.Runner.SettingsOf(&cases[0]), len(cases), func(i int) []jsontext.Value { return cases[i].In })
		if err != nil {
			return err
		}
	}
	return nil
}

// clausesBatch is how many inputs are asked at a time which clauses decide them.
const clausesBatch = 50

// choose looks at so many inputs under some settings and takes the best of them,
// one after the other, as long as there is something to reach.
func (w *writer) choose(ctx context.Context, settings game.Settings, inputs int, input func(i int) []jsontext.Value) error {
	batch := inputs
	if w.Goal == Clauses {
		batch = min(inputs, clausesBatch) // what few inputs have reached need not be asked of all others
	}
	for from := 0; from < inputs; from += batch {
		if len(w.suite.Cases) >= w.Cases || !slices.Contains(w.reached, false) {
			return nil
		}
		later := func(i int) []jsontext.Value { return input(from + i) }
		candidates, err := w.measure(ctx, settings, min(batch, inputs-from), later)
		if err != nil {
			return err
		}
		if err := w.take(ctx, settings, candidates); err != nil {
			return err
		}
	}
	return nil
}

// measure finds out what inputs reach of what is not reached yet.
func (w *writer) measure(ctx context.Context, settings game.Settings, inputs int, input func(i int) []jsontext.Value) ([]candidate, error) {
	candidates := make([]candidate, inputs)
	wanting := missing(w.reached)
	err := pool.Run(ctx, inputs, w.Runner.Game.Jobs(w.Runner.Jobs), func() func(int) error {
		meter, err := w.aim.gauge(settings)
		return func(i int) error {
			if err != nil {
				return err
			}
			c := &candidates[i]
			c.in = input(i)
			c.bytes = stream.Size(c.in)
			var err error
			_, c.reaches, err = meter.measure(c.in, wanting)
			return err
		}
	})
	return candidates, err
}

// take makes cases of the best candidates, as long as one reaches something.
func (w *writer) take(ctx context.Context, settings game.Settings, candidates []candidate) error {
	options, err := baseline.Options(w.Runner.Game, settings)
	if err != nil {
		return err
	}
	meter, err := w.aim.gauge(settings)
	if err != nil {
		return err
	}
	for len(w.suite.Cases) < w.Cases {
		best := slices.MaxFunc(candidates, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(fresh(a.reaches, w.reached), fresh(b.reaches, w.reached)), cmp.Compare(b.bytes, a.bytes))
		})
		var wanted []int
		for _, i := range best.reaches {
			if !w.reached[i] {
				wanted = append(wanted, i)
			}
		}
		if len(wanted) == 0 {
			return nil
		}
		var trouble error
		asked := slices.Clone(wanted) // reachesAll changes the order
		in := small(ctx, best.in, func(in []jsontext.Value) bool {
			all, err := meter.reachesAll(in, asked)
			trouble = errors.Join(trouble, err)
			return all
		})
		if trouble = errors.Join(trouble, ctx.Err()); trouble != nil {
			return trouble
		}
		base, reaches, err := meter.measure(in, nil)
		if err != nil {
			return err
		}
		for _, i := range reaches {
			w.reached[i] = true
		}
		w.suite.Cases = append(w.suite.Cases, w.aim.words(in, base, options, wanted))
	}
	return nil
}

// missing lists what is not reached yet.
func missing(reached []bool) []int {
	var list []int
	for i, there := range reached {
		if !there {
			list = append(list, i)
		}
	}
	return list
}

// fresh counts what is not reached yet.
func fresh(reaches []int, reached []bool) int {
	n := 0
	for _, i := range reaches {
		if !reached[i] {
			n++
		}
	}
	return n
}

// An aim is a goal, thing by thing.
type aim struct {
	runner *baseline.Runner
	goal   Goal
	things []thing
	meter  *coverage.Meter
	places map[int]int // of things, by the index of the meter's item
}

// A thing is a mutant to kill, or something to meet.
type thing struct {
	name   string
	says   string // about a case that reaches it
	clause string
	mutant string
}

func newAim(g *Generator) *aim {
	a := &aim{runner: g.Runner, goal: g.Goal, meter: coverage.NewMeter(g.Runner), places: make(map[int]int)}
	if g.Goal == Mutants {
		mutants, _ := mutation.Mutants(g.Runner.Game, g.Runner.Task.Name)
		for _, m := range mutants {
			a.things = append(a.things, thing{m.ID, m.Summary, m.Clause, m.ID})
		}
		return a
	}
	for i, item := range a.meter.Items {
		boundary := item.Kind == coverage.Feature || item.Kind == coverage.Code || item.Kind == coverage.Transition
		switch {
		case g.Goal == Clauses && item.Kind == coverage.Clause:
			a.places[i] = len(a.things)
			a.things = append(a.things, thing{name: item.Name, says: item.Name, clause: item.Name})
		case g.Goal == Boundaries && boundary:
			a.places[i] = len(a.things)
			a.things = append(a.things, thing{name: item.Name, says: item.Means, clause: item.Clause})
		}
	}
	return a
}

// A gauge measures what inputs reach. It serves one goroutine at a time.
type gauge struct {
	aim      *aim
	settings game.Settings
	key      string // of the settings
	oracle   game.Oracle
	rivals   []*mutation.Rival // by thing; nil for one that these settings exclude
	out      game.Output
	trace    game.Trace
}

func (a *aim) gauge(settings game.Settings) (*gauge, error) {
	rules, err := a.runner.Game.Configure(settings)
	if err != nil {
		return nil, err
	}
	oracle, err := game.Tracing(rules, a.runner.Task.Name)
	if err != nil {
		return nil, err
	}
	g := &gauge{aim: a, settings: settings, key: baseline.Key(settings), oracle: oracle}
	g.out.Trace = &g.trace
	if a.goal == Mutants {
		g.rivals = make([]*mutation.Rival, len(a.things))
		for i, thing := range a.things {
			// A mutant need not go together with every option.
			g.rivals[i], _ = mutation.NewRival(a.runner, settings, thing.mutant)
		}
	}
	return g, nil
}

// reachesAll tells whether an input reaches all of the wanted things. One at a
// time is asked for, since most inputs that were made smaller lack the first; one
// that is lacking is moved to the front, for the next input is likely to lack it, too.
func (g *gauge) reachesAll(in []jsontext.Value, wanted []int) (bool, error) {
	if g.rivals == nil {
		g.trace.AllAsked = true
		_, reaches, err := g.measure(in, wanted)
		g.trace.AllAsked = false
		for at, i := range wanted {
			if !slices.Contains(reaches, i) {
				copy(wanted[1:at+1], wanted[:at])
				wanted[0] = i
				return false, err
			}
		}
		return true, err
	}
	g.out.Reset()
	g.trace.Reset()
	g.trace.Quick = true
	if err := g.oracle(in, &g.out); err != nil {
		if _, invalid := errors.AsType[*game.Invalid](err); invalid {
			err = nil
		}
		return false, err
	}
	want := g.out.Values()
	for at, i := range wanted {
		if falls, err := g.rivals[i].Falls(in, want); err != nil || !falls {
			copy(wanted[1:at+1], wanted[:at])
			wanted[0] = i
			return false, err
		}
	}
	return true, nil
}

// measure lists which of the wanted things an input reaches; nil are all of them.
// An invalid one reaches nothing.
func (g *gauge) measure(in []jsontext.Value, wanted []int) (*baseline.Case, []int, error) {
	g.out.Reset()
	g.trace.Reset()
	g.trace.Quick, g.trace.Asked = wanted != nil && g.aim.goal != Clauses, nil
	if wanted != nil && g.aim.goal == Clauses {
		g.trace.Asked = make([]string, 0, len(wanted)) // to find out what decides takes its time
		for _, i := range wanted {
			g.trace.Asked = append(g.trace.Asked, g.aim.things[i].clause)
		}
	}
	if err := g.oracle(in, &g.out); err != nil {
		if _, invalid := errors.AsType[*game.Invalid](err); invalid {
			return nil, nil, nil
		}
		return nil, nil, err
	}
	c := &baseline.Case{
		Case: suite.Case{In: in}, Settings: g.settings, Key: g.key, Want: g.out.Values(),
		Met: g.trace.Clauses(), Features: g.trace.Features(),
	}
	var reaches []int
	if g.rivals == nil {
		met, err := g.aim.meter.Meets(c, c.Met)
		if err != nil {
			return nil, nil, err
		}
		for _, item := range met {
			if i, ok := g.aim.places[item]; ok && (wanted == nil || slices.Contains(wanted, i)) {
				reaches = append(reaches, i)
			}
		}
		return c, reaches, nil
	}
	for i, rival := range g.rivals {
		if rival == nil || wanted != nil && !slices.Contains(wanted, i) {
			continue
		}
		if falls, err := rival.Falls(in, c.Want); err != nil {
			return nil, nil, err
		} else if falls {
			reaches = append(reaches, i)
		}
	}
	return c, reaches, nil
}

// words makes a case of an input, with what it is for.
func (a *aim) words(in []jsontext.Value, base *baseline.Case, options []game.Setting, wanted []int) suite.Case {
	c := suite.Case{In: in, Out: base.Want, Options: options, Tags: []string{"generated"}}
	if len(options) > 0 {
		c.Tags = append(c.Tags, "option")
	}
	var says []string
	for n, i := range wanted {
		if n < namedMax {
			says = append(says, a.things[i].says)
		}
		if clause := a.things[i].clause; clause != "" && !slices.Contains(c.Clauses, clause) {
			c.Clauses = append(c.Clauses, clause)
		}
	}
	if len(c.Clauses) == 0 {
		c.Clauses = base.Met
	}
	slices.Sort(c.Clauses)
	first := nameable().ReplaceAllString(strings.ToLower(a.things[wanted[0]].name), "-")
	first = strings.Trim(first, "-")
	switch a.goal {
	case Mutants:
		c.Name = "kills-" + first
		c.Why = "Finds a program that " + listed(says, "or that ", len(wanted))
	case Clauses:
		c.Name = "meets-" + first
		c.Why = "The answer rests on " + listed(says, "and ", len(wanted))
	case Boundaries:
		c.Name = "meets-" + first
		c.Why = "It has " + listed(says, "and ", len(wanted))
	}
	return c
}

// nameable is all that stands in no name of a case.
var nameable = text.Pattern(`[^a-z0-9]+`)

// listed joins the first few of so many words.
func listed(words []string, joint string, all int) string {
	text := words[0]
	for i, word := range words[1:] {
		if i == len(words)-2 && all == len(words) {
			text += ", " + joint + word
		} else {
			text += ", " + strings.TrimPrefix(strings.TrimPrefix(joint, "or "), "and ") + word
		}
	}
	if more := all - len(words); more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return text
}
