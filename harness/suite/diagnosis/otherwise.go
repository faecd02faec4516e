package diagnosis

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/reading"
)

// presetsMax is how many presets are named behind an option: what holds under more is no sign of
// any of them.
const presetsMax = 2

// otherwise says of a program that keeps to the rules as they are under other options which these
// are: one option, else a preset; nil if none gives all its wrong answers and its right ones. Of
// wrong live games most are enough: the first mistake of a game may lead to others. Most such
// programs were written for the rules of another year.
func (x *examination) otherwise(ctx context.Context) ([]judge.Diagnosis, error) {
	left := x.shaped()
	if len(left) == 0 {
		return nil, nil
	}
	work := 0
	var alike []game.Mutant
	for _, m := range reading.OfOptions(x.Game, x.Rules.Options(), x.Task) {
		if slices.ContainsFunc(alike, func(o game.Mutant) bool { return reading.Option(o.ID) == reading.Option(m.ID) }) {
			continue // one value of an option is enough
		}
		keeps, err := x.keepsTo(ctx, m.ID, &work)
		if err != nil {
			return nil, err
		}
		// A reading without a clause stays only if it is the first, and none with a clause comes.
		if keeps && (m.Clause != "" || len(alike) == 0) {
			alike = append(slices.DeleteFunc(alike, func(o game.Mutant) bool { return o.Clause == "" }), m)
		}
	}
	var presets []string
	for _, p := range x.Game.Presets {
		keeps, err := x.keepsTo(ctx, reading.OfPreset(p.Name), &work)
		if err != nil {
			return nil, err
		}
		if keeps {
			presets = append(presets, p.Name)
		}
	}
	g := judge.Diagnosis{Passes: x.passes, Mutants: []string{}}
	under := "--preset " + strings.Join(presets, " or ")
	var id string
	switch {
	case len(alike) > 0:
		id = alike[0].ID
		if name(&g, alike); g.Clause == "" {
			g.Habit = judge.OtherRules
		}
		if len(presets) > 0 && len(presets) <= presetsMax {
			g.Text += ", as under " + under
		}
	case len(presets) > 0:
		id = reading.OfPreset(presets[0])
		g.Habit, g.Text = judge.OtherRules, "plays by the rules of "+under
	default:
		return nil, nil
	}
	g.Of = len(left)
	if x.Task.Live != "" {
		left = x.seen(id)
	}
	for _, i := range left {
		g.Cases = append(g.Cases, x.held[i].Case.ID)
	}
	g.Explains = len(g.Cases)
	return []judge.Diagnosis{g}, nil
}

// seen are the wrong games in which the program did what the rules of a reading ask for.
func (x *examination) seen(id string) (games []int) {
	for i := range x.wrong {
		if slices.Contains(x.held[i].Alike, id) {
			games = append(games, i)
		}
	}
	return games
}

// keepsTo tells whether the rules as a reading has them give all wrong answers, or most of wrong
// live games, and all right ones to inputs that they allow. Work counts the steps of all that are
// tried.
func (x *examination) keepsTo(ctx context.Context, id string, work *int) (bool, error) {
	if x.Task.Live != "" && !enough(len(x.seen(id)), x.wrong) {
		return false, nil
	}
	rival, err := x.rivalOf(x.settings(id))
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
