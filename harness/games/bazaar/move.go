package bazaar

import "slices"

// A code names one kind of illegal request; "" is a legal one.
type code string

// The codes, in the order in which they are checked.
const (
	legal             code = ""
	gameOver          code = "game_over"
	wrongPhase        code = "wrong_phase"
	bankEmpty         code = "bank_empty"
	tooManyExchanges  code = "too_many_exchanges"
	unknownEquation   code = "unknown_equation"
	walletShort       code = "wallet_short"
	bankShort         code = "bank_short"
	cardNotVisible    code = "card_not_visible"
	walletCannotBuy   code = "wallet_cannot_buy"
	emptyListRejected      = unknownEquation // of mutant R4, which has to have some code
	exchangeRepeated       = unknownEquation // of mutant R5
)

// A request is one decision of the active player: a pebble, please (BG-13), an
// exchange list, or cards to buy. One without exchanges and cards is both an
// empty list and an empty purchase; the phase decides.
type request struct {
	pebble    bool
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
		if c := r.drawPebble(t, active); c != legal {
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
	t.phase = buyCards
	if !r.wrong.noEndTestBetween && r.end(t) != "" {
		t.phase = over
	}
	return legal
}

// drawPebble moves one pebble, of the first colour of the drawing order that
// the bank holds, from the bank to the wallet (BG-15).
func (r *rules) drawPebble(t *table, active *player) code {
	for _, c := range r.drawOrder {
		if t.bank.count(c) > 0 {
			t.bank -= c.one()
			active.wallet += c.one()
			if r.walletLists {
				active.written = append(slices.Clip(active.written), c)
			}
			return legal
		}
	}
	return bankEmpty // BG-16
}

// exchange goes through an exchange list and returns the wallet and the bank
// after it. If any exchange is illegal, the whole list is, and the bags are
// those from before (BG-21).
func (r *rules) exchange(wallet, bank bag, given []equation, list []exchange) (bag, bag, code) {
	if c := r.listed(given, list); c != legal {
		return wallet, bank, c
	}
	w, b := wallet, bank
	for _, x := range list {
		// BG-19: the wallet and the bank of that moment.
		testedWallet, testedBank := w, b
		if r.wrong.testsAgainstStart {
			testedWallet, testedBank = wallet, bank
		}
		if !testedWallet.contains(x.give) {
			return wallet, bank, walletShort
		}
		if !testedBank.contains(x.get) {
			return wallet, bank, bankShort
		}
		if r.wrong.testsAgainstStart && !(w.contains(x.give) && b.contains(x.get)) {
			// What the mutant wrongly allows cannot be carried out with the
			// pebbles there are: it moves those that exist.
			moved := exchange{x.give - w.lacks(x.give), x.get - b.lacks(x.get)}
			w, b = w-moved.give+moved.get, b-moved.get+moved.give
			continue
		}
		// BG-21: left side to the bank, right side to the wallet.
		w, b = w-x.give+x.get, b-x.get+x.give
	}
	return w, b, legal
}

// listed checks what does not depend on the pebbles: the length of the list,
// and that every exchange is one of the given equations, in either direction,
// before any is executed (BG-18). How often one occurs does not matter (BG-20).
func (r *rules) listed(given []equation, list []exchange) code {
	if r.exchangesMax >= 0 && len(list) > r.exchangesMax {
		return tooManyExchanges // BG-20
	}
	if r.wrong.emptyListIllegal && len(list) == 0 {
		return emptyListRejected
	}
	for i, x := range list {
		known := slices.ContainsFunc(given, func(e equation) bool {
			return e.exchange == x || !r.wrong.asWrittenOnly && e.flipped() == x
		})
		if !known {
			return unknownEquation
		}
		if r.wrong.exchangesOnce && slices.Contains(list[:i], x) {
			return exchangeRepeated
		}
	}
	return legal
}

// payPrice takes the bottom card of the hidden pile out of the game (BG-22),
// or all visible cards if the pile is empty (BG-23). However long the list
// was, it is one price; the empty list pays it too (BG-24).
func (r *rules) payPrice(t *table, exchanges int) {
	free := r.wrong.emptyListFree || !r.emptyPrice
	if !r.price || exchanges == 0 && free {
		return
	}
	switch n := len(t.hidden); {
	case n > 0 && r.wrong.priceFromFront:
		t.hidden = t.hidden[1:]
	case n > 0:
		t.hidden = t.hidden[:n-1]
	case !r.wrong.noPriceWithoutHidden:
		t.visibles = t.visibles[:0]
	}
}

// A purchase is the result of going through cards to buy.
type purchase struct {
	wallet, bank bag
	points       int
	visibles     []card
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
	// BG-34: in front of the earlier ones.
	if len(cards) > 0 {
		active.cards = slices.Concat(cards, active.cards)
		active.bought += len(cards)
	}
	r.refill(t)
	r.rotate(t)
	t.phase = pebbleOrTrades
	if r.end(t) != "" {
		t.phase = over
	}
	return legal
}

// buy goes through the cards in order (BG-27) and costs nothing but the cards
// (BG-29). If any purchase is illegal the whole reply is (BG-28). A bought
// card leaves the display at once, and no new one comes before the end of the
// turn (BG-30).
func (r *rules) buy(wallet, bank bag, visibles, cards []card) (purchase, code) {
	if len(cards) == 0 {
		return purchase{wallet, bank, 0, visibles}, legal // BG-26
	}
	p := purchase{wallet, bank, 0, slices.Clone(visibles)}
	for _, k := range cards {
		// BG-31: the display is tested before the wallet.
		shown := indexCard(p.visibles, k)
		if r.wrong.cardsStayShown {
			shown = indexCard(visibles, k)
		}
		if shown < 0 && !r.sellAny {
			return p, cardNotVisible
		}
		if !p.wallet.contains(k.pebbles()) {
			return p, walletCannotBuy
		}
		p.wallet -= k.pebbles()
		p.bank += k.pebbles()
		p.points += r.pointsFor(k.face(), p.wallet.size())
		if i := indexCard(p.visibles, k); i >= 0 {
			p.visibles = slices.Delete(p.visibles, i, i+1)
		}
	}
	return p, legal
}

// refill moves cards from the front of the hidden pile to the end of the
// display until it is full or the pile is empty (BG-35).
func (r *rules) refill(t *table) {
	n := min(r.visibleMax-len(t.visibles), len(t.hidden))
	if n <= 0 {
		return
	}
	came := t.hidden[:n]
	rest := t.hidden[n:]
	if r.wrong.refillFromBottom {
		rest = t.hidden[:len(t.hidden)-n]
		came = slices.Clone(t.hidden[len(t.hidden)-n:])
		slices.Reverse(came)
	}
	t.visibles = slices.Concat(t.visibles, came)
	t.hidden = rest
}

// rotate makes the active player the last of the list; the order never changes
// otherwise (BG-11).
func (r *rules) rotate(t *table) {
	active := t.players[0]
	copy(t.players, t.players[1:])
	t.players[len(t.players)-1] = active
}

// eliminate removes the active player: it leaves the list at once, its pebbles
// vanish (BG-38), its score and cards count for nothing (BG-40), its name is a
// drop-out (BG-41). There is no refill and no rotation, and what its first
// reply did stays done (BG-39). The player behind it is next, unless the game
// is over.
func (r *rules) eliminate(t *table) {
	t.dropouts = append(t.dropouts, t.players[0].name)
	t.players = t.players[1:]
	t.phase = pebbleOrTrades
	if r.end(t) != "" {
		t.phase = over
	}
}

// rewrite carries the wallet as written over a legal exchange list (chapter
// 10): for every exchange the pebbles of its left side go, the first of each
// colour, and the right side comes as the given equation writes it.
func (r *rules) rewrite(p *player, given []equation, list []exchange) {
	if !r.walletLists {
		return
	}
	for _, x := range list {
		r.rewriteBag(p, x.give)
		for _, e := range given {
			if e.exchange == x {
				p.written = append(p.written, e.written[1]...)
				break
			}
			if e.flipped() == x {
				p.written = append(p.written, e.written[0]...)
				break
			}
		}
	}
}

// rewriteBag takes the pebbles of a bag out of the wallet as written.
func (r *rules) rewriteBag(p *player, gone bag) {
	if !r.walletLists {
		return
	}
	p.written = withoutFirst(p.written, gone)
}

// withoutFirst returns a copy of the list without, for every pebble of the
// bag, the first element of that colour.
func withoutFirst(list []colour, gone bag) []colour {
	rest := make([]colour, 0, len(list))
	for _, c := range list {
		if gone.count(c) > 0 {
			gone -= c.one()
			continue
		}
		rest = append(rest, c)
	}
	return rest
}
