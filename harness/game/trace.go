package game

import (
	"maps"
	"slices"
)

// A Trace notes what an oracle met on the way to its answer, so that suites can
// be measured by it. A nil Trace notes nothing and costs nothing but the test.
type Trace struct {
	// Quick asks only which clauses an answer came by, not which of them decided:
	// for searches that look at many inputs. It takes less time.
	Quick bool
	// Asked are the clauses that are asked for, in this order; nil are all. With
	// AllAsked nothing is asked behind the first that does not decide.
	Asked    []string
	AllAsked bool

	clauses  map[string]int
	features map[string]int
}

// Clause notes that a clause had a say in the answer: without it, or with
// another one, the answer to this very case might have been another. That a rule
// is merely in force is no reason to note it.
func (t *Trace) Clause(id string) {
	if t != nil {
		if t.clauses == nil {
			t.clauses = make(map[string]int)
		}
		t.clauses[id]++
	}
}

// Feature notes something else worth meeting: a boundary ("score=winning_score"),
// an outcome ("code:bank_empty"), one side of a condition. The names are the
// game's own, listed in Game.Features.
func (t *Trace) Feature(name string) {
	if t != nil {
		if t.features == nil {
			t.features = make(map[string]int)
		}
		t.features[name]++
	}
}

// has tells whether a clause has been noted.
func (t *Trace) has(id string) bool { return t.clauses[id] > 0 }

// Clauses are the ids that were noted, sorted.
func (t *Trace) Clauses() []string { return slices.Sorted(maps.Keys(t.clauses)) }

// Features are the names that were noted, sorted.
func (t *Trace) Features() []string { return slices.Sorted(maps.Keys(t.features)) }

// Reset forgets everything.
func (t *Trace) Reset() {
	clear(t.clauses)
	clear(t.features)
}
