package games_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// each runs a test for every game.
func each(t *testing.T, test func(t *testing.T, g *game.Game)) {
	t.Helper()
	for _, g := range games.All() {
		t.Run(g.Name, func(t *testing.T) { test(t, g) })
	}
}

// TestNamed finds each game by its name, which the list of games has without making it.
func TestNamed(t *testing.T) {
	each(t, func(t *testing.T, g *game.Game) {
		if named, err := games.Named(g.Name); named != g || err != nil {
			t.Errorf("%s: %v, %v", g.Name, named, err)
		}
	})
	mine := &game.Game{Name: "bazar"}
	games.Bring([]*game.Game{{Name: "bazar"}, mine})
	defer games.Bring(nil)
	if named, err := games.Named("bazar"); named != mine || err != nil {
		t.Errorf("a game of a folder does not stand for ours: %v, %v", named, err)
	}
	if all := games.All(); all[2] != mine || len(all) != len(games.Builtin()) {
		t.Errorf("%d games", len(all))
	}
}

func TestRuleBook(t *testing.T) { each(t, gametest.RuleBook) }

// TestIgnoredOptions: what a mutant is said to ignore is an option of its game.
func TestIgnoredOptions(t *testing.T) {
	found := 0
	each(t, func(t *testing.T, g *game.Game) {
		for _, m := range g.Mutants {
			name := judge.IgnoredOption(m.Summary)
			if name == "" {
				continue
			}
			found++
			if !slices.ContainsFunc(g.Options, func(o game.Option) bool { return o.Name == name }) {
				t.Errorf("%s: %q, but there is no option %s", m.ID, m.Summary, name)
			}
		}
	})
	if found == 0 {
		t.Error("no mutant ignores an option")
	}
}

// TestTransitionsOfFailures: in every state in which a reply is due, all that can become of
// one is told: it is not JSON, too long, late, or the connection is closed.
func TestTransitionsOfFailures(t *testing.T) {
	each(t, func(t *testing.T, g *game.Game) {
		for _, due := range g.Protocol.Transitions {
			if !strings.HasPrefix(due.On, game.Calling) {
				continue
			}
			for _, on := range []string{game.OnNoJSON, game.OnTooLong, game.OnTimeout, game.OnClosed} {
				if !slices.ContainsFunc(g.Protocol.Transitions, func(t game.Transition) bool { return t.From == due.To && t.On == on }) {
					t.Errorf("in the state %s there is no transition on %q", due.To, on)
				}
			}
		}
	})
}
