package bazaar

import "slices"

// A purchase is the result of going through cards to buy.
type purchase struct {
	wallet, bank bag
	points       int
	visibles     []card
}

// buy goes through the cards in order (BG-27) and costs nothing but the cards
// (BG-29). If any purchase is illegal the whole reply is (BG-28). A bought
// card leaves the display at once, and no new one comes before the end of the
// turn (BG-30).
func (r *rules) buy(wallet, bank bag, visibles, cards []card) (purchase, code) {
	p := purchase{wallet, bank, 0, visibles}
	if len(cards) == 0 {
		return p, legal // BG-26
	}
	p.visibles = slices.Clone(visibles)
	for _, k := range cards {
		shown := indexCard(p.visibles, k)
		switch { // BG-31: the display is tested before the wallet.
		case shown < 0 && !r.sellAny:
			return p, cardNotVisible // BG-30
		case !p.wallet.contains(k.pebbles()):
			return p, walletCannotBuy // BG-27
		}
		p.wallet, p.bank = p.wallet-k.pebbles(), p.bank+k.pebbles() // BG-27
		if shown >= 0 {
			p.visibles = slices.Delete(p.visibles, shown, shown+1) // BG-30
		}
		p.points += r.pointsFor(k.face(), p.wallet.size()) // BG-32: by the pebbles left then
	}
	return p, legal
}

// pointsFor is what a card brings to a player who has left pebbles after paying
// for it: that of the first row of the points table which asks for no more (BG-32).
// By default a plain card brings 5, 3, 2 or 1 points with none, one, two or at
// least three pebbles left, and one with a face 8, 5, 3 or 2.
func (r *rules) pointsFor(face bool, left int) int {
	for _, row := range r.points {
		if left >= row.left {
			if face {
				return row.face
			}
			return row.plain
		}
	}
	return 0
}

// refill moves cards from the front of the hidden pile to the end of the
// display until it is full or the pile is empty (BG-35).
func (r *rules) refill(t *table) {
	n := min(r.visibleMax-len(t.visibles), len(t.hidden))
	if n <= 0 {
		return
	}
	t.visibles, t.hidden = slices.Concat(t.visibles, t.hidden[:n]), t.hidden[n:]
}
