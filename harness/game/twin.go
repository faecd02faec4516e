package game

// A Twin is a second copy of a game's rules, made by scripts/twin, in which every
// mutant stands beside what it breaks.
type Twin struct {
	// Mutants are all of them, Features what the oracles note besides clauses.
	Mutants  []Mutant
	Features func() []Feature

	// Has tells whether it has a mutant.
	Has func(id string) bool

	// Wrong are the rules with these settings, in which these mutants of the twin are
	// wrong at once; the mutant that the settings name is not looked at. The error is about the settings,
	// or names a mutant that the twin does not have.
	Wrong func(s Settings, ids ...string) (Rules, error)

	// Under is Wrong for many mutants under the same settings, which are read once. What it
	// returns serves any number of goroutines.
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
		if t.Has(s.Mutant) {
			return t.Wrong(s, s.Mutant)
		}
		return right(s)
	}
	g.Where = t.Place
}

// Under is Configure for many mutants under the same settings, whatever mutant they name.
// What it returns serves any number of goroutines.
func (g *Game) Under(s Settings) (func(mutant string) (Rules, error), error) {
	var wrong func(ids ...string) (Rules, error)
	if g.Twin != nil {
		var err error
		if wrong, err = g.Twin.Under(s); err != nil {
			return nil, err
		}
	}
	return func(mutant string) (Rules, error) {
		if wrong != nil && g.Twin.Has(mutant) {
			return wrong(mutant)
		}
		own := s
		own.Mutant = mutant
		return g.Configure(own)
	}, nil
}
