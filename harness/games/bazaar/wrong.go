package bazaar

import (
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar/twin"
)

//go:generate go run ../../../scripts/twin uses view draw exchange turn purchase elimination end scores bonus setup strategy player calls live

func init() { Game.Configure, Game.Where, Game.Twin = configure, where, twins } // they read Game itself

// twins are the rules with any mutants.
var twins = &game.Twin{
	Wrong:   func(s game.Settings, ids ...string) (game.Rules, error) { return twin.New(Game, s, ids...) },
	Overlap: twin.Overlap, Operators: twin.Operators,
	Operating: func(s game.Settings, n int, met []uint64) (game.Rules, error) { return twin.Operating(Game, s, n, met) },
}

// where is the line of the rules that decides a clause.
func where(clause string) string {
	if place := twin.Place(clause); place != "" {
		return "harness/games/" + Game.Name + "/" + place
	}
	return ""
}

// mutants are the entries without the changes.
func mutants() []game.Mutant {
	var list []game.Mutant
	for _, g := range mutantGroups {
		list = append(list, twin.Mutants(g.file)...)
		for _, e := range g.mutants {
			list = append(list, game.Mutant{
				ID: e.id, Clause: e.clause, Summary: e.summary, Hint: g.hint,
				Tasks: strings.Fields(e.tasks), Equivalent: equivalents[e.id],
			})
		}
	}
	return list
}

// configure are the rules with these settings, or a mutant of them.
func configure(s game.Settings) (game.Rules, error) {
	if twin.Has(s.Mutant) {
		return twin.New(Game, s, s.Mutant)
	}
	r, err := newRules(Game, s)
	if err != nil {
		return nil, err
	}
	return r.mutate(s.Mutant), nil
}
