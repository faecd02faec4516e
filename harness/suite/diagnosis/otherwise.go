package diagnosis

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// otherwise says of a program that keeps to the rules as they are under other options which these
// are: one option, else a preset; nil if none gives all its wrong answers and its right ones. Most
// such programs were written for the rules of another year.
func (x *examination) otherwise(ctx context.Context) ([]judge.Diagnosis, error) {
	left := x.shaped()
	if len(left) == 0 {
		return nil, nil
	}
	work := 0
	var alike []game.Mutant
	for _, m := range x.choices() {
		if slices.ContainsFunc(alike, func(o game.Mutant) bool { return ignored(o.ID) == ignored(m.ID) }) {
			continue // one value of an option is enough
		}
		keeps, err := x.keepsTo(ctx, x.settings(&m), &work)
		if err != nil {
			return nil, err
		}
		// An option without a clause is told only if no option with one gives the answers, too.
		if keeps && (m.Clause != "" || len(alike) == 0) {
			alike = append(slices.DeleteFunc(alike, func(o game.Mutant) bool { return o.Clause == "" }), m)
		}
	}
	var presets []string
	for _, p := range x.Game.Presets {
		keeps, err := x.keepsTo(ctx, game.Settings{Preset: p.Name}, &work)
		if err != nil {
			return nil, err
		}
		if keeps {
			presets = append(presets, p.Name)
		}
	}
	g := judge.Diagnosis{Passes: x.passes, Mutants: []string{}}
	under := "--preset " + strings.Join(presets, " or ")
	switch {
	case len(alike) > 0:
		if name(&g, alike); g.Clause == "" {
			g.Habit = judge.OtherRules
		}
		if len(presets) > 0 {
			g.Text += ", as under " + under
		}
	case len(presets) > 0:
		g.Habit, g.Text = judge.OtherRules, "plays by the rules of "+under
	default:
		return nil, nil
	}
	for _, i := range left {
		g.Cases = append(g.Cases, x.held[i].Case.ID)
	}
	g.Explains, g.Of = len(g.Cases), len(g.Cases)
	return []judge.Diagnosis{g}, nil
}

// choices are the readings that take an option that shows in the task for another of its
// values, those of presets first. Their ids say which: NAME=VALUE.
func (x *examination) choices() (list []game.Mutant) {
	for i, s := range x.Rules.Options() {
		o := &x.Game.Options[i]
		if !x.Game.Shows(o, x.Task.Name) {
			continue
		}
		var values []jsontext.Value
		for _, p := range x.Game.Presets {
			for _, set := range p.Values {
				if set.Name == o.Name {
					values = append(values, set.Value)
				}
			}
		}
		values = append(values, valuesOf(o, s.Value)...)
		for n, v := range values {
			same := func(other jsontext.Value) bool { return judge.SameValue(other, v) }
			if same(s.Value) || slices.ContainsFunc(values[:n], same) {
				continue
			}
			list = append(list, game.Mutant{
				ID: o.Name + "=" + string(v), Clause: o.Clause, Tasks: []string{x.Task.Name},
				Summary: "plays as if the option " + o.Name + " were " + string(v),
			})
		}
	}
	return list
}

// limitsMax is up to where a limit is looked for that the run does not have.
const limitsMax = 6

// valuesOf are values of an option that a program may take it for: all if they are few; of
// numbers the next ones, or small ones where there is no number.
func valuesOf(o *game.Option, now jsontext.Value) (values []jsontext.Value) {
	takes := &o.Takes
	if takes.Null {
		values = append(values, jsontext.Value("null"))
	}
	switch {
	case takes.OneOf != nil:
		return append(values, takes.OneOf...)
	case takes.Schema != "":
		return values
	case takes.Min == nil && takes.Max == nil:
		return append(values, jsontext.Value("true"), jsontext.Value("false"))
	}
	var numbers []int64
	if n, err := strconv.ParseInt(string(now), 10, 64); err == nil {
		numbers = []int64{n - 1, n + 1}
	} else {
		for n := range int64(limitsMax + 1) {
			numbers = append(numbers, n)
		}
	}
	for _, n := range numbers {
		if (takes.Min == nil || n >= *takes.Min) && (takes.Max == nil || n <= *takes.Max) {
			values = append(values, jsontext.Value(strconv.FormatInt(n, 10)))
		}
	}
	return values
}

// keepsTo tells whether the rules under some settings give all wrong answers, and all right ones
// to inputs that they allow. Work counts the steps of all that are tried.
func (x *examination) keepsTo(ctx context.Context, s game.Settings, work *int) (bool, error) {
	rival, err := x.rivalOf(s)
	if err != nil || *work > togetherWorkMax {
		return false, nil // nobody can play by these settings, or enough was tried
	}
	keeps, err := x.explainsAll(ctx, rival, &fit{explains: make([]bool, x.wrong)})
	*work += rival.work
	if _, faulty := errors.AsType[*game.Fault](err); faulty {
		return false, nil // nobody knows what these settings ask for
	}
	return keeps, err
}
