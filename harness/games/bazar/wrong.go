package bazar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazar/twin"
)

//go:generate go run ../../../scripts/twin state setup order entry event placement hand choice push effects market owners income end shown

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

// configure are the rules with these settings, or a mutant of them.
func configure(s game.Settings) (game.Rules, error) {
	if twin.Has(s.Mutant) {
		return twin.New(Game, s, s.Mutant)
	}
	return newRules(Game, s)
}

// Tracing is the oracle of a task that notes what it meets: that of the twin.
func (r *rules) Tracing(task string) (game.Oracle, error) {
	return twin.Tracing(r.game, game.Settings{Options: r.settings}, task)
}

// features are what the oracles can note besides clauses.
func features() []game.Feature { return twin.Features() }

// mutants are those of all lists, in the order of the rule book. The ids of its
// chapter 9 are numbers behind an M.
func mutants() []game.Mutant {
	var list []game.Mutant
	for _, name := range []string{
		"setup", "order", "entry", "event", "placement", "hand", "choice", "push", "effects", "market", "owners", "income", "end", "shown",
	} {
		list = append(list, twin.Mutants(name)...)
	}
	return list
}
