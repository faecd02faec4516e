package bazaar

import "slices"

// The reasons for the end of a game, in the order of BG-49.
const (
	noPlayers    = "no_players"
	enoughPoints = "enough_points"
	noCards      = "no_cards"
	nobodyCanBuy = "nobody_can_buy"
	turnLimit    = "turn_limit"
)

// end is the end test (BG-44): the first reason for which the game is over, or
// "" if it goes on (BG-49). It is made before the first turn, after each legal
// reply and after each elimination (see enter). The limit of turns is the
// referee's.
func (r *rules) end(t *table) string {
	switch {
	case len(t.players) == 0:
		return noPlayers // BG-45
	case r.enoughPoints(t):
		return enoughPoints // BG-46
	case r.noCards(t):
		return noCards // BG-47
	case r.nobodyCanBuy(t):
		return nobodyCanBuy // BG-48
	}
	return ""
}

// enoughPoints tells whether any player still in the game has the points that
// end it; those brought along count (BG-46).
func (r *rules) enoughPoints(t *table) bool {
	for i := range t.players {
		if t.players[i].score.atLeast(r.winningScore) {
			return true
		}
	}
	return false
}

// noCards tells whether no card is left, neither visible nor hidden (BG-47).
func (r *rules) noCards(t *table) bool {
	return len(t.visibles) == 0 && len(t.hidden) == 0
}

// nobodyCanBuy tells whether the bank is empty and no player can buy a card
// (BG-48).
func (r *rules) nobodyCanBuy(t *table) bool {
	return t.bank == 0 && !r.anybodyCanBuy(t)
}

// anybodyCanBuy tells whether some player's wallet contains the pebbles of a
// visible card, or with buyable_cards = "all" of any card (BG-48, Q4).
func (r *rules) anybodyCanBuy(t *table) bool {
	for i := range t.players {
		wallet := t.players[i].wallet
		affordable := func(c card) bool { return wallet.contains(c.pebbles()) }
		if slices.ContainsFunc(t.visibles, affordable) || r.hiddenBuyable && slices.ContainsFunc(t.hidden, affordable) {
			return true
		}
	}
	return false
}
