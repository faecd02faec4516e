package bazaar

import (
	"fmt"
	"math/rand/v2"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Deal draws a game from scratch (BG-07): equations and cards at random, each
// pebble of a card of any colour, and every other card with a face.
func (l liveRules) Deal(rng *rand.Rand, players int) ([]jsontext.Value, error) {
	r := l.rules.right
	if players < r.playersMin || players > r.playersMax {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("a game of bazaar needs %s, found %d", text.Counts(r.playersMin, r.playersMax, "player"), players),
		}
	}
	m := newMaker(r, rng, game.SizeMax)
	cards := make([]card, r.cardsMax)
	for i := range cards {
		var b bag
		for range pebblesOnCard {
			b += colour(rng.IntN(int(colours))).one()
		}
		cards[i] = newCard(b, m.Chance(2))
	}
	t := r.setup(make([]string, players), m.equations(r.equationsMax), cards)
	for i := range t.players {
		t.players[i].hasCard = false // a server's players bring none
	}
	return game.Inputs(m.equationsText(t.equations), m.gameText(t)), nil
}
