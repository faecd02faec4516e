package bazaar

import (
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game/value"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// What must fit together, which no description of values says.

// checkSide checks how many pebbles a side of an equation has (BG-05).
func (r *rules) checkSide(d *value.Reader, n, at int) {
	if n < 1 || n > r.sideMax {
		d.Fail(at, "BG-05", "expected 1 to %s on a side of an equation, found %d", text.Count(r.sideMax, "pebble"), n)
	}
}

// checkDisjoint: no colour is on both sides of an equation (BG-05).
func checkDisjoint(d *value.Reader, x *exchange, at int) {
	if !x.give.disjoint(x.get) {
		d.Fail(at, "BG-05", "expected an equation with no colour on both sides, found %s on both", sharedColour(*x))
	}
}

// sharedColour names a colour that both sides have.
func sharedColour(x exchange) string {
	for _, c := range writingOrder {
		if x.give.count(c) > 0 && x.get.count(c) > 0 {
			return colourNames[c]
		}
	}
	return "none"
}

// checkNew: no two equations are equal, also not when one is flipped (BG-06).
func checkNew(d *value.Reader, given []equation, at int) {
	last := len(given) - 1
	for i := range last {
		if given[i].same(given[last].exchange) {
			d.Fail(at, "BG-06", "expected different equations, found one that is equal to equation %d, perhaps flipped", i+1)
			return
		}
	}
}

// checkNames: the names of actors differ (BG-70).
func checkNames(d *value.Reader, cast []actor, at int) {
	last := len(cast) - 1
	if slices.ContainsFunc(cast[:last], func(a actor) bool { return a.name == cast[last].name }) {
		d.Seek(at)
		d.Array("")
		d.Fail(d.Offset(), "", "expected different names, found %q again", cast[last].name)
	}
}

// checkIntegrity checks what chapter 4 calls the integrity of a Game: (a) hidden
// cards only if the display is full, (b) the number of cards (BG-04), (c) the
// number of pebbles (BG-02).
func (d *decoder) checkIntegrity(t *table) {
	if visible, hidden := len(t.visibles), len(t.hidden); hidden > 0 && visible < d.rules.visibleMax {
		d.Fail(0, "BG-35", "expected %s where there are hidden ones, found %d visible and %d hidden",
			text.Count(d.rules.visibleMax, "visible card"), visible, hidden)
	}
	d.checkAmounts(t)
}

// checkAmounts checks (b) and (c) alone, which is all that is asked of a Game that
// is to be played: its display may be short, and the first refill makes up for
// it (BG-35).
func (d *decoder) checkAmounts(t *table) {
	switch n := len(t.visibles) + len(t.hidden); {
	case n > d.rules.cardsMax:
		d.Fail(0, "BG-04", "expected at most %s, visible and hidden together, found %d", text.Count(d.rules.cardsMax, "card"), n)
	case t.total() > d.rules.pebblesMax:
		d.Fail(0, "BG-02", "expected at most %s in the bank and all wallets, found %d", text.Count(d.rules.pebblesMax, "pebble"), t.total())
	}
}

// checkSeats checks the players of a State: their cards (BG-04), and that they are
// different ones, not too many, and none of them out (BG-09, BG-41).
func (d *decoder) checkSeats(t *table) {
	onTable := len(t.visibles) + len(t.hidden)
	for i := range t.players {
		p := &t.players[i]
		// Each seat by itself may have what was brought along and bought.
		if n := onTable + len(p.cards); n > 2*d.rules.cardsMax {
			d.failAt("players", "BG-04", "expected at most %s of seat %d, visible and hidden together, found %d", text.Count(2*d.rules.cardsMax, "card"), i, n)
		}
		if slices.ContainsFunc(t.players[:i], func(q player) bool { return q.name == p.name }) {
			d.failAt("players", "", "expected different names, found %q again", p.name)
		}
		if slices.Contains(t.dropouts, p.name) {
			d.failAt("dropouts", "BG-41", "expected names that no player has, found %q", p.name)
		}
	}
	if n := len(t.players) + len(t.dropouts); n > d.rules.playersMax {
		clause, message := tooMany("BG-09", d.rules.playersMax, "player", "")(n)
		d.failAt("players", clause, "%s", message)
	}
}

// checkPhase holds the phase of a State against the end test (BG-44).
func (d *decoder) checkPhase(t *table, reason string) {
	switch {
	case t.phase == over && reason == "":
		d.failAt("phase", "BG-44", "expected a phase of a game that goes on, found \"over\"")
	case t.phase != over && reason != "":
		d.failAt("phase", "BG-44", "expected \"over\", since %s", reasonTexts[reason])
	}
}

// failAt records what is wrong with the value of a key of the text.
func (d *decoder) failAt(key, clause, format string, args ...any) {
	if d.Err() == nil {
		d.Fail(d.Find(key), clause, format, args...)
	}
}
