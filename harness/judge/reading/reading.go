// Package reading lists the rules that a program may have been written for in place of those
// of a run: the same with another value of an option, or those of a preset.
package reading

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// presetName stands in the ids of presets where those of options have the name of the option.
const presetName = "--preset"

// OfOptions are the readings that take an option which shows in a task for another of its
// values: the default, those of presets, and others. In a live game all may show.
func OfOptions(g *game.Game, options []game.Setting, task game.Task) (list []game.Mutant) {
	for i, s := range options {
		o := &g.Options[i]
		if task.Live == "" && !g.Shows(o, task.Name) {
			continue
		}
		values := []jsontext.Value{jsontext.Value(o.Default)}
		for _, p := range g.Presets {
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
				ID: OfOption(o.Name, string(v)), Clause: o.Clause, Tasks: []string{task.Name},
				Summary: "plays as if the option " + o.Name + " were " + string(v),
			})
		}
	}
	return list
}

// OfOption is the id of the reading that takes an option for a value: NAME=VALUE.
func OfOption(name, value string) string { return name + "=" + value }

// OfPreset is the id of the reading that keeps to a preset. It has no clause.
func OfPreset(name string) string { return OfOption(presetName, name) }

// Option is the option that a reading takes for another value, or --preset; "" if it is a mutant.
func Option(id string) string {
	name, _, isOption := strings.Cut(id, "=")
	if !isOption {
		return ""
	}
	return name
}

// Settings are those with which the rules answer as a reading, or a mutant, does in a run with
// some options.
func Settings(options []game.Setting, id string) game.Settings {
	name, value, isOption := strings.Cut(id, "=")
	switch {
	case !isOption:
		return game.Settings{Options: options, Mutant: id}
	case name == presetName:
		return game.Settings{Preset: value}
	}
	options = slices.Clone(options)
	for i := range options {
		if options[i].Name == name {
			options[i].Value = jsontext.Value(value)
		}
	}
	return game.Settings{Options: options}
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
