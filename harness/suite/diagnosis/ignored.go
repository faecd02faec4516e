package diagnosis

import (
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
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
			ID: o.Name + "=" + o.Default, Clause: o.Clause, Tasks: []string{task},
			Summary: "ignores the option " + o.Name + ", as if it were " + o.Default,
		})
	}
	return list
}

// ignored is the option that a reading ignores, "" if it is a mutant.
func ignored(id string) string {
	name, _, isOption := strings.Cut(id, "=")
	if !isOption {
		return ""
	}
	return name
}

// settings are those with which the rules answer as a reading does.
func (d *Doctor) settings(m *game.Mutant) game.Settings {
	name := ignored(m.ID)
	if name == "" {
		return game.Settings{Options: d.Rules.Options(), Mutant: m.ID}
	}
	isIgnored := func(s game.Setting) bool { return s.Name == name }
	return game.Settings{Options: slices.DeleteFunc(d.Rules.Options(), isIgnored)}
}

// said tells whether one of some mutants says of itself that it ignores the option that a
// reading does.
func said(mutants []game.Mutant, id string) bool {
	name := ignored(id)
	return name != "" && slices.ContainsFunc(mutants, func(m game.Mutant) bool { return strings.Contains(m.Summary, name) })
}
