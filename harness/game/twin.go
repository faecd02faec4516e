package game

import "strings"

// A Twin is a second copy of a game's rules, made by scripts/twin, in which every
// mutant stands beside what it breaks.
type Twin struct {
	// Mutants are all of them, Features what the oracles note besides clauses.
	Mutants  []Mutant
	Features func() []Feature

	// Has tells whether it has a mutant.
	Has func(id string) bool

	// Under reads settings, and gives the rules with them in which these mutants of the twin
	// are wrong at once, as often as it is asked and in any number of goroutines; the mutant
	// that the settings name is not looked at. The first error is about the settings, the
	// second one names a mutant that the twin does not have.
	Under func(s Settings) (func(ids ...string) (Rules, error), error)

	// Overlap tells whether two mutants change the same piece of the rules, so that
	// they cannot be wrong at once.
	Overlap func(a, b string) bool

	// Operators are the mutants of the usual operators of mutation testing. Number n
	// of Operating is Operators()[n-1]. They have no tasks and no hints.
	Operators func() []Mutant

	// Operating are the rules with one of them wrong; with 0 none is, and the rules
	// note in met which of them would change something: bit n is number n. One
	// goroutine at a time asks them. An answer that goes on without end panics.
	Operating func(s Settings, n int, met []uint64) (Rules, error)

	// Tracing is an oracle of a task with these settings that notes in Output.Trace what
	// it meets; the mutant that the settings name is not looked at.
	Tracing func(s Settings, task string) (Oracle, error)

	// Place is the line of the rules that decides a clause, as
	// harness/games/bazaar/exchange.go:23; "" if no line names it.
	Place func(clause string) string
}

// Join gives a game its twin: a run with a mutant has the twin's rules, every other
// one those that Configure has made so far.
func (g *Game) Join(t *Twin) {
	right := g.Configure
	g.Twin, g.Mutants, g.Features = t, t.Mutants, t.Features
	g.Configure = func(s Settings) (Rules, error) {
		if !t.Has(s.Mutant) {
			return right(s)
		}
		wrong, err := t.Under(s)
		if err != nil {
			return nil, err
		}
		return wrong(s.Mutant)
	}
	g.Where = t.Place
}

// Under is Configure for many mutants under the same settings, whatever mutant they name.
// What it returns serves any number of goroutines.
func (g *Game) Under(s Settings) (func(mutant string) (Rules, error), error) {
	if g.Twin != nil { // which has them all
		wrong, err := g.Twin.Under(s)
		return func(mutant string) (Rules, error) { return wrong(mutant) }, err
	}
	return func(mutant string) (Rules, error) {
		own := s
		own.Mutant = mutant
		return g.Configure(own)
	}, nil
}

// MutantsOf reads the list of mutants that scripts/twin writes. Each has a line: id, clause,
// tasks, summary, and perhaps why no input shows it, with tabs between. A line without tabs is
// the hint of those below it. As a text the list takes less room in the program than as values.
func MutantsOf(list string) []Mutant {
	var all []Mutant
	hint := ""
	for line := range strings.Lines(list) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) == 1 {
			hint = fields[0]
			continue
		}
		m := Mutant{ID: fields[0], Clause: fields[1], Summary: fields[3], Hint: hint, Tasks: strings.Fields(fields[2])}
		if len(fields) > 4 {
			m.Equivalent = fields[4]
		}
		all = append(all, m)
	}
	return all
}
