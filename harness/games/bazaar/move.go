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

	// Mutants that refuse what is legal have to have some code for it.
	purchaseRefused = cardNotVisible
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
	if t.trace != nil {
		return r.traced(t, q)
	}
	return r.judge(t, q)
}

// judge is move for a table of which nothing is noted.
func (r *rules) judge(t *table, q *request) code {
	wrong := &r.wrong.turn
	switch {
	case t.phase == over && !(wrong.overGoesOn && len(t.players) > 0):
		return gameOver // BG-44
	case wrong.cardsFirst && t.phase == pebbleOrTrades && len(q.cards) > 0:
		return r.secondReply(t, q.cards)
	case wrong.pebbleSecond && t.phase == buyCards && q.pebble,
		wrong.exchangesSecond && t.phase == buyCards && len(q.exchanges) > 0,
		wrong.overGoesOn && t.phase == over && len(q.cards) == 0:
		return r.firstReply(t, q)
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
		if r.wrong.draw.costsCard {
			r.payPrice(t, 1)
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
	r.enter(t, r.afterFirstReply(t, q), r.wrong.end.notBetween)
	return legal
}

// afterFirstReply is the phase that follows a legal first reply (BG-12).
func (r *rules) afterFirstReply(t *table, q *request) phase {
	wrong := &r.wrong.turn
	switch {
	case wrong.firstReplyAgain:
		return pebbleOrTrades
	case wrong.endsAfterPebble && q.pebble, wrong.endsAfterExchanges && !q.pebble:
		r.rotate(t)
		return pebbleOrTrades
	}
	return buyCards
}

// enter makes the end test (BG-44), and goes on with a phase if the game does.
// Without players it always is over; only a mutant leaves out the test.
func (r *rules) enter(t *table, next phase, untested bool) {
	t.phase = next
	if (!untested || len(t.players) == 0) && r.end(t) != "" {
		t.phase = over
	}
}

// drawPebble moves one pebble from the bank to the wallet: that which the
// request records, else one of the first colour of the drawing order that the
// bank holds (BG-15).
func (r *rules) drawPebble(t *table, active *player, q *request) code {
	wrong := &r.wrong.draw
	all := r.drawOrder
	order := all[:]
	if wrong.mostFrequent {
		slices.SortStableFunc(order, func(a, b colour) int { return t.bank.count(b) - t.bank.count(a) })
	}
	if q.recorded && !wrong.recordIgnored {
		order = append(order[:0], q.drawn)
	}
	if wrong.lastRefused && t.bank.size() == 1 {
		return bankEmpty
	}
	if wrong.toNext {
		active = &t.players[1%len(t.players)]
	}
	for _, c := range order {
		if t.bank.count(c) > 0 {
			pebbles := c.one()
			if wrong.two && t.bank.count(c) > 1 {
				pebbles += c.one()
			}
			if !wrong.staysInBank {
				t.bank -= pebbles
			}
			if !wrong.lost {
				active.wallet = r.doubled(active.wallet, pebbles, wrong.staysInBank)
			}
			if r.walletLists {
				active.written = append(slices.Clip(active.written), c)
			}
			return legal
		}
	}
	switch {
	case t.bank == 0 && wrong.fromNothing:
		return legal
	case t.bank == 0:
		return bankEmpty // BG-16, also of a recorded pebble
	case wrong.missingDrawn:
		active.wallet = r.doubled(active.wallet, q.drawn.one(), true)
		return legal
	}
	return colourGone // BG-15
}

// doubled adds pebbles to a bag. Those that a mutant makes from nothing it makes
// only as long as the bag could be one of a game.
func (r *rules) doubled(b, pebbles bag, fromNothing bool) bag {
	if fromNothing && b.size()+pebbles.size() > r.pebblesMax {
		return b
	}
	return b + pebbles
}

// A purchase is the result of going through cards to buy.
type purchase struct {
	wallet, bank bag
	points       int
	visibles     []card
	cards        []card // the bought ones
}

// secondReply executes a purchase, refills the display, ends the turn
// (BG-26, BG-36) and makes the end test before the next one (BG-44).
func (r *rules) secondReply(t *table, cards []card) code {
	active := &t.players[0]
	if r.wrong.buy.stopsWhenEnough {
		cards = r.untilEnough(t, cards)
	}
	p, c := r.buy(active.wallet, t.bank, t.visibles, cards)
	if c != legal {
		return c
	}
	for _, k := range p.cards {
		r.rewriteBag(active, k.pebbles())
	}
	active.wallet, t.bank, t.visibles = p.wallet, p.bank, p.visibles
	r.credit(t, p.points)
	if len(p.cards) > 0 {
		r.handOver(t, p.cards)
	}
	if r.wrong.buy.costsCard && len(p.cards) > 0 {
		r.payPrice(t, 1)
	}
	if len(p.cards) > 0 || !r.wrong.refill.afterPurchase {
		r.refill(t)
	}
	if len(p.cards) > 0 && !r.wrong.turn.purchaseKeepsTurn || len(p.cards) == 0 && !r.wrong.turn.emptyKeepsTurn {
		r.rotate(t)
	}
	r.enter(t, pebbleOrTrades, r.wrong.end.notAfterPurchase)
	return legal
}

// credit adds the points of a purchase to the active player's score (BG-33).
func (r *rules) credit(t *table, points int) {
	wrong := &r.wrong.points
	p := &t.players[0]
	gain := natural{n: points}
	switch {
	case wrong.lost:
	case wrong.replace && points > 0:
		p.score = gain
	case wrong.toNext:
		p = &t.players[1%len(t.players)]
		p.score = p.score.plus(gain)
	case wrong.twice:
		p.score = p.score.plus(gain).plus(gain)
	default:
		p.score = p.score.plus(gain)
	}
}

// handOver puts the bought cards in front of the active player's earlier ones
// (BG-34).
func (r *rules) handOver(t *table, cards []card) {
	wrong := &r.wrong.buy
	p := &t.players[0]
	switch {
	case wrong.cardsLost:
		return
	case wrong.cardsToNext:
		p = &t.players[1%len(t.players)]
	case wrong.cardsTwice:
		cards = slices.Concat(cards, cards)
	case wrong.cardsBehind:
		p.cards = slices.Concat(p.cards, cards)
		return
	}
	p.cards = slices.Concat(cards, p.cards)
	p.bought += len(cards)
}

// untilEnough is how many of the cards a mutant buys that makes the end test
// between purchases.
func (r *rules) untilEnough(t *table, cards []card) []card {
	for n := range cards {
		p, c := r.buy(t.players[0].wallet, t.bank, t.visibles, cards[:n])
		if c == legal && t.players[0].score.plus(natural{n: p.points}).atLeast(r.winningScore) {
			return cards[:n]
		}
	}
	return cards
}

// buy goes through the cards in order (BG-27) and costs nothing but the cards
// (BG-29). If any purchase is illegal the whole reply is (BG-28). A bought
// card leaves the display at once, and no new one comes before the end of the
// turn (BG-30).
func (r *rules) buy(wallet, bank bag, visibles, cards []card) (purchase, code) {
	wrong := &r.wrong.buy
	switch {
	case wrong.oneCardLegal && len(cards) > 1, r.wrong.turn.emptyPurchaseIllegal && len(cards) == 0:
		return purchase{}, purchaseRefused
	case len(cards) == 0:
		return purchase{wallet, bank, 0, visibles, nil}, legal // BG-26
	case wrong.oneCard:
		cards = cards[:1]
	}
	p := purchase{wallet, bank, 0, slices.Clone(visibles), cards}
	var skipped []int
	for n, k := range cards {
		c := legal
		switch {
		// BG-31: the display is tested before the wallet.
		case r.shownAt(p.visibles, k) < 0 && !r.sellAny && !(wrong.shownTwice && r.shownAt(visibles, k) >= 0):
			c = cardNotVisible
		case wrong.againstStart && wallet.contains(k.pebbles()), wrong.walletUntested:
		case !p.wallet.contains(k.pebbles()), wrong.wholeWallet && p.wallet == k.pebbles():
			c = walletCannotBuy
		}
		switch {
		case c == legal:
			r.buyOne(&p, k)
		case wrong.upToIllegal && n > 0:
			p.cards = cards[:n]
			return p, legal
		case wrong.illegalSkipped:
			skipped = append(skipped, n)
		default:
			return p, c
		}
	}
	if len(skipped) > 0 {
		p.cards = without(cards, skipped)
	}
	r.recount(&p)
	return p, legal
}

// without is the list without the elements at these places.
func without(cards []card, skipped []int) []card {
	var rest []card
	for i, k := range cards {
		if !slices.Contains(skipped, i) {
			rest = append(rest, k)
		}
	}
	return rest
}

// shownAt is the place of a card on a display, or -1. Equal cards are equal in
// having a face, too (BG-03).
func (r *rules) shownAt(visibles []card, k card) int {
	if i := indexCard(visibles, k); i >= 0 || !r.wrong.buy.facesAlike {
		return i
	}
	return indexCard(visibles, k^faceBit)
}

// buyOne makes one purchase: the pebbles move to the bank (BG-27), the card
// leaves the display (BG-30), and the points depend on the pebbles left then
// (BG-32).
func (r *rules) buyOne(p *purchase, k card) {
	wrong := &r.wrong.buy
	pebbles := k.pebbles()
	// Only what a mutant wrongly sells is not there: it moves what is.
	pebbles -= p.wallet.lacks(pebbles)
	if !wrong.pebblesKept {
		p.wallet -= pebbles
	}
	if !wrong.pebblesLost {
		p.bank = r.doubled(p.bank, pebbles, wrong.pebblesKept)
	}
	left := p.wallet.size()
	if r.wrong.points.byColours {
		left = p.wallet.kinds().size()
	}
	p.points += r.pointsFor(k.face(), left)
	switch i := r.shownAt(p.visibles, k); {
	case i < 0 || wrong.stays:
	case wrong.equalsLeave:
		p.visibles = slices.DeleteFunc(p.visibles, func(v card) bool { return v == k })
	default:
		p.visibles = slices.Delete(p.visibles, i, i+1)
	}
}

// recount is for the mutants that do not add up the points card by card.
func (r *rules) recount(p *purchase) {
	n := len(p.cards)
	if n == 0 {
		return
	}
	left := p.wallet.size()
	switch wrong := &r.wrong.points; {
	case wrong.afterAll:
		p.points = 0
		for _, k := range p.cards {
			p.points += r.pointsFor(k.face(), left)
		}
	case wrong.lastOnly:
		p.points = r.pointsFor(p.cards[n-1].face(), left)
	case wrong.firstOnly:
		p.points = r.pointsFor(p.cards[0].face(), left+(n-1)*pebblesOnCard)
	}
}

// refill moves cards from the front of the hidden pile to the end of the
// display until it is full or the pile is empty (BG-35).
func (r *rules) refill(t *table) {
	wrong := &r.wrong.refill
	n := min(r.visibleMax-len(t.visibles), len(t.hidden))
	if wrong.one {
		n = min(n, 1)
	}
	if n <= 0 || wrong.none {
		return
	}
	came := t.hidden[:n]
	rest := t.hidden[n:]
	if wrong.fromBottom {
		rest = t.hidden[:len(t.hidden)-n]
		came = t.hidden[len(t.hidden)-n:]
	}
	if wrong.fromBottom || wrong.reversed {
		came = slices.Clone(came)
		slices.Reverse(came)
	}
	switch {
	case wrong.inFront:
		t.visibles = slices.Concat(came, t.visibles)
	case !wrong.loses:
		t.visibles = slices.Concat(t.visibles, came)
	}
	if !wrong.copies {
		t.hidden = rest
	}
}

// rotate makes the active player the last of the list; the order never changes
// otherwise (BG-11).
func (r *rules) rotate(t *table) {
	last := len(t.players) - 1
	switch active := t.players[0]; {
	case r.wrong.turn.noRotation:
	case r.wrong.turn.backwards:
		next := t.players[last]
		copy(t.players[1:], t.players[:last])
		t.players[0] = next
	default:
		copy(t.players, t.players[1:])
		t.players[last] = active
	}
}

// penalise is what becomes of the active player after an illegal request: it is
// eliminated (BG-37).
func (r *rules) penalise(t *table) {
	switch wrong := &r.wrong.penalty; {
	case wrong.purchaseEndsTurn && t.phase == buyCards:
		r.refill(t)
		r.rotate(t)
		r.enter(t, pebbleOrTrades, false)
	case wrong.listAsEmpty && t.phase == pebbleOrTrades:
		r.firstReply(t, &request{})
	default:
		r.eliminate(t)
	}
}

// eliminate removes the active player: it leaves the list at once, its pebbles
// vanish (BG-38), its score and cards count for nothing (BG-40), its name is a
// drop-out (BG-41). There is no refill and no rotation, and what its first
// reply did stays done (BG-39). The player behind it is next, unless the game
// is over.
func (r *rules) eliminate(t *table) {
	if t.trace != nil {
		r.traceElimination(t)
		defer r.traceEliminated(t)
	}
	wrong := &r.wrong.penalty
	out := t.players[0]
	t.players = t.players[1:]
	switch {
	case wrong.nameLost:
	case wrong.newestFirst:
		t.dropouts = slices.Concat([]string{out.name}, t.dropouts)
	default:
		t.dropouts = append(t.dropouts, out.name)
	}
	if wrong.walletToBank {
		t.bank += out.wallet
	}
	if wrong.walletToNext && len(t.players) > 0 {
		t.players[0].wallet += out.wallet
	}
	if wrong.cardsToPile {
		t.hidden = slices.Concat(t.hidden, out.cards)
	}
	if wrong.refills {
		r.refill(t)
	}
	if wrong.nextSkipped && len(t.players) > 0 {
		r.rotate(t)
	}
	next := pebbleOrTrades
	if wrong.secondReplyNext && t.phase == buyCards {
		next = buyCards
	}
	r.enter(t, next, wrong.noEndTest)
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
