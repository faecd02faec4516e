package diagnosis

import (
	"context"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/judge/reading"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// ignoring are the readings that take an option which is set for its default: one for
// each that shows in a task. Their ids say which: NAME=DEFAULT.
func ignoring(g *game.Game, rules game.Rules, task string) (list []game.Mutant) {
	for i, s := range rules.Options() {
		o := &g.Options[i]
		if string(s.Value) == o.Default || o.Clause == "" || !g.Shows(o, task) {
			continue
		}
		list = append(list, game.Mutant{
			ID: reading.OfOption(o.Name, o.Default), Clause: o.Clause, Tasks: []string{task},
			Summary: "ignores the option " + o.Name + ", as if it were " + o.Default,
		})
	}
	return list
}

// settings are those with which the rules answer as a reading does.
func (d *Doctor) settings(id string) game.Settings {
	return reading.Settings(d.Rules.Options(), id)
}

// known tells whether a reading that ignores an option is one of some mutants, too: one of
// the option's clause that changes nothing as long as the option has its default.
func (d *Doctor) known(ctx context.Context, mutants []game.Mutant, m *game.Mutant) (bool, error) {
	if reading.Option(m.ID) == "" {
		return false, nil
	}
	byDefault, err := d.rivalOf(d.settings(m.ID))
	if err != nil {
		return false, err
	}
	for i := range mutants {
		if mutants[i].Clause != m.Clause {
			continue
		}
		s := d.settings(m.ID)
		s.Mutant = mutants[i].ID
		mutant, err := d.rivalOf(s)
		if err != nil {
			continue // by default there is none
		}
		differ, err := d.differ(ctx, byDefault, mutant)
		if !differ || err != nil {
			return err == nil, err
		}
	}
	return false, nil
}

// differ tells whether a random case tells two readings apart, of as many as are tried to
// find one that is shown.
func (d *Doctor) differ(ctx context.Context, a, b *rival) (bool, error) {
	j := judge.New(d.Task, judge.Lax, nil)
	for n := 1; n <= tellingTries; n++ {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		c := suite.GenerateCase(a.rules, d.Task.Name, tellingSeed, n)
		if alike, err := largest(j, []*rival{a, b}, c.In); alike < 2 || err != nil {
			return err == nil, err
		}
	}
	return false, nil
}
