package lint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite/baseline"
	"github.com/touchstone-harness/touchstone/harness/suite/pool"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Undecided finds the cases whose answer another value of an option changes that
// governs a house ruling: a program that follows another ruling gives another
// answer. Options that are set, by name, are no such rulings: somebody has
// decided them. The findings are in the order of the cases; the error is trouble
// of the run.
func Undecided(ctx context.Context, p *baseline.Runner, cases []baseline.Case, set []string) ([]Finding, error) {
	rulings := undecided(p.Game, p.Task.Name, set)
	if len(rulings) == 0 {
		return nil, nil
	}
	found := make([]*Finding, len(cases))
	j := p.Judge()
	err := pool.Run(ctx, len(cases), p.Game.Jobs(p.Jobs), func() func(int) error {
		var out game.Output
		known := make(map[string]game.Rules)
		return func(i int) error {
			c := &cases[i]
			for n := range rulings {
				r := &rulings[n]
				other, err := r.changes(p, j, c, known, &out)
				if err != nil {
					return err
				}
				if other == nil {
					continue
				}
				f := of(&c.Case, HouseRuling, fmt.Sprintf("the answer rests on %s, which no rule text decides: it differs with %s = %s",
					r.option.Clause, r.option.Name, other))
				f.Clauses = []string{r.option.Clause}
				f.Hint = fmt.Sprintf("tell the teams the ruling and set %s", r.option.Name)
				found[i] = &f
				break
			}
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	var list []Finding
	for _, f := range found {
		if f != nil {
			list = append(list, *f)
		}
	}
	return list, nil
}

// A ruling is an option that governs a house ruling, with the other values that
// are tried.
type ruling struct {
	option *game.Option
	others []jsontext.Value
}

// undecided are the rulings that can show in a task and are not set.
func undecided(g *game.Game, task string, set []string) []ruling {
	var list []ruling
	for i := range g.Options {
		o := &g.Options[i]
		clause, ok := g.Clause(o.Clause)
		if !ok || !slices.Contains(clause.Marks, game.House) || !g.Shows(o, task) || slices.Contains(set, o.Name) {
			continue
		}
		r := ruling{option: o}
		for _, value := range otherValues(o) {
			settings := game.Settings{Options: []game.Setting{{Name: o.Name, Value: jsontext.Value(value)}}}
			if _, err := g.Configure(settings); err == nil {
				r.others = append(r.others, jsontext.Value(value))
			}
		}
		list = append(list, r)
	}
	return list
}

// quoted are the words that the range of an option names.
var quoted = text.Pattern(`"[a-z_]+"`)

// otherValues are values that an option may take instead of its default: both
// truths, every word that its range names, and of numbers the next ones, half and
// twice as much, which is what people decide otherwise.
func otherValues(o *game.Option) []string {
	values := append([]string{"true", "false", "null", "1"}, quoted().FindAllString(o.Range, -1)...)
	if n, err := strconv.Atoi(o.Default); err == nil {
		for _, other := range []int{n - 1, n + 1, n / 2, n * 2} {
			values = append(values, strconv.Itoa(other))
		}
	}
	if !strings.Contains(o.Range, "null") {
		values = slices.DeleteFunc(values, func(v string) bool { return v == "null" })
	}
	if o.Default != "null" {
		// One is the least of a limit that there is not.
		values = slices.DeleteFunc(values, func(v string) bool { return v == "1" })
	}
	return slices.DeleteFunc(values, func(v string) bool { return v == o.Default })
}

// changes is the value of the option that changes the answer to a case, nil if
// none does. A value under which the input is no input says nothing.
func (r *ruling) changes(p *baseline.Runner, j *judge.Judge, c *baseline.Case, known map[string]game.Rules, out *game.Output) (jsontext.Value, error) {
	for _, value := range r.others {
		settings := c.Settings
		settings.Options = append(slices.Clone(settings.Options), game.Setting{Name: r.option.Name, Value: value})
		key := baseline.Key(settings)
		rules, ok := known[key]
		if !ok {
			// A value that does not go with other options leaves nil.
			rules, _ = p.Game.Configure(settings)
			known[key] = rules
		}
		if rules == nil {
			continue
		}
		out.Reset()
		err := rules.Oracle(p.Task.Name)(c.In, out)
		if _, invalid := errors.AsType[*game.Invalid](err); invalid {
			continue
		}
		if err != nil {
			return nil, err
		}
		if j.Compare(c.Want, out.Values()).Outcome != judge.Pass {
			return value, nil
		}
	}
	return nil, nil
}
