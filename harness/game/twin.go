package game

// A Twin is a second copy of a game's rules, made by scripts/twin, in which every
// mutant stands beside what it breaks.
type Twin struct {
	// Wrong are the rules with these settings, which name no mutant, of which
	// several mutants of the twin are wrong at once. The error is about the settings,
	// or names a mutant that the twin does not have.
	Wrong func(s Settings, ids ...string) (Rules, error)

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
}
