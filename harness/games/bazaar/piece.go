package bazaar

import "cmp"

// pebblesOnCard is fixed (BG-03).
const pebblesOnCard = 5

// A card is its bag of pebbles, and a bit for the face: equal cards are equal
// numbers, since the arrangement of the pebbles means nothing (BG-03).
type card uint64

const faceBit card = 1 << 60

func newCard(pebbles bag, face bool) card {
	if face {
		return card(pebbles) | faceBit
	}
	return card(pebbles)
}

func (c card) pebbles() bag { return bag(c &^ faceBit) }
func (c card) face() bool   { return c&faceBit != 0 }

func (c *card) setPebbles(pebbles bag) { *c = *c&faceBit | card(pebbles) }

func (c *card) setFace(face bool) { *c = newCard(c.pebbles(), face) }

// faces is the number of faces on the card, for sums.
func (c card) faces() int { return int(c >> 60) }

// compareCards is the order of cards: plain before face, then by bag (BG-61).
func (r *rules) compareCards(a, b card) int {
	return cmp.Or(cmp.Compare(a&faceBit, b&faceBit), r.compareBags(a.pebbles(), b.pebbles()))
}

// compareSequences is the order of card sequences: the shorter first, then
// card by card (BG-61).
func (r *rules) compareSequences(a, b []card) int {
	if d := cmp.Compare(len(a), len(b)); d != 0 {
		return d
	}
	for i := range a {
		if d := r.compareCards(a[i], b[i]); d != 0 {
			return d
		}
	}
	return 0
}

// indexCard is the place of the first card equal to c, or -1.
func indexCard(cards []card, c card) int {
	for i := range cards {
		if cards[i] == c {
			return i
		}
	}
	return -1
}

// An exchange gives one bag and gets another: an equation with a direction.
type exchange struct{ give, get bag }

func (x exchange) flipped() exchange { return exchange{x.get, x.give} }

// compareExchanges is the order of exchanges: by left bag, then by right bag
// (BG-62).
func (r *rules) compareExchanges(a, b exchange) int {
	return cmp.Or(r.compareBags(a.give, b.give), r.compareBags(a.get, b.get))
}

// compareExchangeLists is the order of exchange sequences: the shorter first,
// then exchange by exchange (BG-62).
func (r *rules) compareExchangeLists(a, b []exchange) int {
	if d := cmp.Compare(len(a), len(b)); d != 0 {
		return d
	}
	for i := range a {
		if d := r.compareExchanges(a[i], b[i]); d != 0 {
			return d
		}
	}
	return 0
}

// An equation is a pair of bags, usable in both directions (BG-05, BG-18). It
// remembers as much of its spelling as some rule depends on.
type equation struct {
	exchange
	first   colour      // the first pebble of the left side as written (BG-75)
	written [2][]colour // both sides as written; only with wallet_tie = "list"
}

// same tells whether two equations are equal, also when one is flipped (BG-06).
func (e equation) same(x exchange) bool { return e.exchange == x || e.flipped() == x }

// usable tells whether wallet and bank have what the exchange moves.
func (x exchange) usable(wallet, bank bag) bool {
	return wallet.contains(x.give) && bank.contains(x.get)
}
