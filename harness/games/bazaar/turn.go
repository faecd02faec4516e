package bazaar

import "slices"

// A code names one kind of illegal request; "" is a legal one.
type code string

// The codes, in the order in which they are checked.
const (
	legal            code = ""
	gameOver         code = "game_over"
	wrongPhase       code = "wrong_phase"
	bankEmpty        code = "bank_empty"
	colourGone       code = "colour_gone"
	tooManyExchanges code = "too_many_exchanges"
	unknownEquation  code = "unknown_equation"
	walletShort      code = "wallet_short"
	bankShort        code = "bank_short"
	cardNotVisible   code = "card_not_visible"
	walletCannotBuy  code = "wallet_cannot_buy"
)

// A request is one decision of the active player: a pebble, please (BG-13), an
// exchange list, or cards to buy. One without exchanges and cards is both an
// empty list and an empty purchase; the phase decides.
type request struct {
	pebble    bool
	recorded  bool   // which pebble came is recorded (BG-15)
	drawn     colour // that pebble
	exchanges []exchange
	cards     []card
}

// move judges the active player's request and, if it is legal, executes it.
// An illegal one changes nothing.
func (r *rules) move(t *table, q *request) code {
	switch {
	case t.phase == over:
		return gameOver // BG-44
	case t.phase == pebbleOrTrades && len(q.cards) > 0,
		t.phase == buyCards && (q.pebble || len(q.exchanges) > 0):
		return wrongPhase // BG-12
	case t.phase == pebbleOrTrades:
		return r.firstReply(t, q)
	}
	return r.secondReply(t, q.cards)
}

// firstReply draws a pebble or executes an exchange list with its price, then
// makes the end test (BG-12, BG-44).
func (r *rules) firstReply(t *table, q *request) code {
	active := &t.players[0]
	if q.pebble {
		// BG-17: a drawn pebble costs no card.
		if c := r.drawPebble(t, active, q); c != legal {
			return c
		}
	} else {
		wallet, bank, c := r.exchange(active.wallet, t.bank, t.equations, q.exchanges)
		if c != legal {
			return c // BG-25: an illegal list costs no card.
		}
		r.rewrite(active, t.equations, q.exchanges)
		active.wallet, t.bank = wallet, bank
		r.payPrice(t, len(q.exchanges)) // BG-25: at once.
	}
	r.enter(t, buyCards) // BG-12
	return legal
}

// secondReply executes a purchase, refills the display, ends the turn
// (BG-26, BG-36) and makes the end test before the next one (BG-44).
func (r *rules) secondReply(t *table, cards []card) code {
	active := &t.players[0]
	p, c := r.buy(active.wallet, t.bank, t.visibles, cards)
	if c != legal {
		return c
	}
	for _, k := range cards {
		r.rewriteBag(active, k.pebbles())
	}
	active.wallet, t.bank, t.visibles = p.wallet, p.bank, p.visibles
	active.score = active.score.plus(natural{n: p.points}) // BG-33
	if len(cards) > 0 {
		active.cards = slices.Concat(cards, active.cards) // BG-34
		active.bought += len(cards)
	}
	r.refill(t) // BG-35
	r.rotate(t) // BG-36
	r.enter(t, pebbleOrTrades)
	return legal
}

// enter makes the end test, and goes on with a phase if the game does (BG-44).
func (r *rules) enter(t *table, next phase) {
	t.phase = next
	if r.end(t) != "" {
		t.phase = over
	}
}

// rotate makes the active player the last of the list; the order never changes
// otherwise (BG-11).
func (r *rules) rotate(t *table) {
	last := len(t.players) - 1
	active := t.players[0]
	copy(t.players, t.players[1:])
	t.players[last] = active
}

// penalise is what becomes of the active player after an illegal request: it is
// eliminated (BG-37).
func (r *rules) penalise(t *table) {
	r.eliminate(t) // BG-37
}

// eliminate removes the active player: it leaves the list at once, its pebbles
// vanish (BG-38), its score and cards count for nothing (BG-40), its name is a
// drop-out (BG-41). There is no refill and no rotation, and what its first
// reply did stays done (BG-39). The player behind it is next, unless the game
// is over.
func (r *rules) eliminate(t *table) {
	out := t.players[0]
	t.players = t.players[1:]
	t.dropouts = append(t.dropouts, out.name) // BG-41
	r.enter(t, pebbleOrTrades)
}
