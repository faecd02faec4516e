package ubar

// sell is one player's sale of a round: any, all or none of the goods held
// (UB-62), paid by the current market card (UB-63). What is not sold stays on the
// ship (UB-66).
func (r *rules) sell(s *state, q *request) code {
	p := &s.players[q.player]
	coins, left, c := r.sale(r.market(s), p.hold, q.sold)
	if c != legal {
		return c
	}
	s.supply = r.lose(s.supply, p.hold.minus(left))
	p.hold = left // UB-66
	p.coins += r.payment(s, coins)
	s.toSell = s.toSell[1:]
	if len(s.toSell) == 0 {
		s.toSell = nil
		r.endRound(s)
	}
	return legal
}

// market is the current round's card.
func (r *rules) market(s *state) market { return s.markets[0] }

// sale is what the goods bring at the prices of a card, and what is left, if
// they are held.
func (r *rules) sale(m market, hold, sold goods) (coins int, left goods, c code) {
	if !hold.contains(sold) {
		return 0, hold, notHeld // UB-62
	}
	return sold.worth(r.prices(m)), hold.minus(sold), legal
}

// prices are those of a card (UB-63).
func (r *rules) prices(m market) [kinds]int {
	return content.markets[m].prices // UB-63
}

// payment is what of a sum the bank pays (UB-65).
func (r *rules) payment(s *state, coins int) int {
	if !r.bankLimited {
		return coins
	}
	left := coinsMax
	for i := range s.players {
		left -= s.players[i].coins
	}
	return min(coins, max(left, 0)) // UB-65
}
