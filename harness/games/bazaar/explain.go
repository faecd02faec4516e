package bazaar

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// Explain says why the request of a move input is illegal with this code.
func (r *rules) Explain(in []jsontext.Value, found string) string {
	o := newOracle(r)
	t, q, err := o.readMove(in)
	if err != nil {
		return err.Error()
	}
	return r.explain(t, &q, code(found))
}

// explain says why a request of the active player is illegal with this code.
func (r *rules) explain(t *table, q *request, c code) string {
	switch c {
	case gameOver:
		return "the game is over: " + reasonTexts[r.end(t)]
	case wrongPhase:
		return t.players[0].name + " " + wrongPhaseText(t, q)
	case bankEmpty:
		return "the bank has no pebble left to give"
	case colourGone:
		return fmt.Sprintf("the bank has no %s pebble, but %s", colourNames[q.drawn], describe(t.bank))
	case tooManyExchanges:
		return fmt.Sprintf("%s in the list, at most %d allowed", text.Count(len(q.exchanges), "exchange"), r.exchangesMax)
	case unknownEquation, walletShort, bankShort:
		return r.explainExchange(t, q.exchanges, c)
	case cardNotVisible, walletCannotBuy:
		return r.explainPurchase(t, q.cards, c)
	}
	return string(c)
}

// reasonTexts say why a game is over, in words.
var reasonTexts = map[string]string{
	noPlayers:    "no player is left",
	enoughPoints: "a player has enough points",
	noCards:      "no card is left",
	nobodyCanBuy: "the bank is empty and nobody can buy a visible card",
	turnLimit:    "the limit of turns is reached",
}

func wrongPhaseText(t *table, q *request) string {
	switch {
	case t.phase == pebbleOrTrades:
		return "must first ask for a pebble or for exchanges, but asks for cards"
	case q.pebble:
		return "has given its first reply and must now buy cards or none, but asks for a pebble"
	}
	return "has given its first reply and must now buy cards or none, but asks for exchanges"
}

// explainExchange goes through the list up to the exchange that is illegal.
func (r *rules) explainExchange(t *table, list []exchange, c code) string {
	wallet, bank := t.players[0].wallet, t.bank
	for i, x := range list {
		which := fmt.Sprintf("exchange %d, %s for %s,", i+1, describe(x.give), describe(x.get))
		switch {
		case c == unknownEquation && r.listed(t.equations, []exchange{x}) != legal:
			return which + " is not an equation of the game, in either direction"
		case c == walletShort && !wallet.contains(x.give):
			return fmt.Sprintf("%s cannot be paid: the wallet then has %s and lacks %s", which, describe(wallet), describe(wallet.lacks(x.give)))
		case c == bankShort && !bank.contains(x.get):
			return fmt.Sprintf("%s cannot be paid out: the bank then has %s and lacks %s", which, describe(bank), describe(bank.lacks(x.get)))
		}
		if c != unknownEquation {
			wallet, bank = wallet-x.give+x.get, bank-x.get+x.give
		}
	}
	return string(c)
}

// explainPurchase goes through the cards up to the one that is illegal.
func (r *rules) explainPurchase(t *table, cards []card, c code) string {
	wallet := t.players[0].wallet
	for i, k := range cards {
		_, found := r.buy(t.players[0].wallet, t.bank, t.visibles, cards[:i+1])
		which := fmt.Sprintf("card %d, %s,", i+1, describeCard(k))
		switch {
		case found == c && c == walletCannotBuy:
			return fmt.Sprintf("%s cannot be paid: the wallet then has %s and lacks %s", which, describe(wallet), describe(wallet.lacks(k.pebbles())))
		case found == c && indexCard(t.visibles, k) >= 0:
			return which + " is already sold as often as it is on display"
		case found == c:
			return which + " is not on display"
		}
		wallet -= k.pebbles()
	}
	return string(c)
}

// describe writes a bag for people: "2 red, 1 blue".
func describe(b bag) string {
	var parts []string
	for _, c := range writingOrder {
		if n := b.count(c); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, colourNames[c]))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func describeCard(k card) string {
	if k.face() {
		return describe(k.pebbles()) + " with a face"
	}
	return describe(k.pebbles()) + " without a face"
}
