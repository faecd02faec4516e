package game

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// An Edition is a rule book under the settings of one run. Rules embed theirs, and need
// not say themselves which settings these are.
type Edition struct {
	Game     *Game
	settings []Setting
	mutant   string
}

// NewEdition is the edition with these values of all options, wrong in a mutant if the
// id of one is given.
func NewEdition(g *Game, options []Setting, mutant string) Edition {
	return Edition{Game: g, settings: options, mutant: mutant}
}

// Options lists every option with the value in force.
func (e *Edition) Options() []Setting { return slices.Clone(e.settings) }

// Mutant is the id of the mutant that the rules are, or "".
func (e *Edition) Mutant() string { return e.mutant }

// Live is nil: games that are played live have rules with a Live of their own.
func (e *Edition) Live() Live { return nil }

// Explain says what the code means. Games that can tell more of the request have rules
// with an Explain of their own.
func (e *Edition) Explain(_ []jsontext.Value, code string) string {
	c, _ := e.Game.Code(code)
	return c.When
}

// Tracing implements Tracer with the twin, if the game has one.
func (e *Edition) Tracing(task string) (Oracle, error) {
	if e.Game.Twin == nil {
		return nil, nil
	}
	return e.Game.Twin.Tracing(Settings{Options: e.settings}, task)
}

// ClauseOf is the clause that a request with a code violates, "" if there is no such
// code.
func (e *Edition) ClauseOf(code string) string {
	c, _ := e.Game.Code(code)
	return c.Clause
}
