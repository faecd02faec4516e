package ubar

import (
	"cmp"
	"slices"
)

// sell is one player's sale of a round: any, all or none of the goods held
// (UB-62), paid by the current market card (UB-63). What is not sold stays on the
// ship (UB-66).
func (r *rules) sell(s *state, q *request) code {
	p := &s.players[q.player]
	coins, left, c := r.sale(r.market(s), p.hold, q.sold)
	if c != legal {
		return c
	}
	if !r.wrong.ship.soldGone {
		s.supply = r.lose(s.supply, p.hold.minus(left))
	}
	p.hold = left
	if r.wrong.sale.replaces {
		p.coins = 0
	}
	p.coins += r.payment(s, coins)
	s.toSell = s.toSell[1:]
	if len(s.toSell) == 0 || r.wrong.sale.oneSeller {
		s.toSell = nil
		r.endRound(s)
	}
	return legal
}

// market is the current round's card.
func (r *rules) market(s *state) market {
	switch last := len(s.markets) - 1; {
	case r.wrong.sale.lastMarket:
		return s.markets[last]
	case r.wrong.sale.nextMarket:
		return s.markets[min(1, last)]
	}
	return s.markets[0]
}

// sale is what the goods bring at the prices of a card, and what is left, if
// they are held.
func (r *rules) sale(m market, hold, sold goods) (coins int, left goods, c code) {
	w := &r.wrong.sale
	switch {
	case w.everything:
		sold = hold.plus(sold.minus(sold.atMost(hold)))
	case w.whatThereIs:
		sold = sold.atMost(hold)
	}
	if !hold.contains(sold) || w.mustSell && sold.isEmpty() && !hold.isEmpty() {
		return 0, hold, notHeld
	}
	left = hold.minus(sold)
	switch {
	case w.kindsOnly:
		sold = sold.atMost(oneOfEach)
	case w.unsoldLost:
		left = goods{}
	}
	return sold.worth(r.prices(m)), left, legal
}

// prices are those of a card (UB-63).
func (r *rules) prices(m market) [kinds]int {
	prices := content.markets[m].prices
	switch w := &r.wrong.sale; {
	case w.normalPrices:
		return content.prices
	case w.noBonus:
		for k := range prices {
			prices[k] = min(prices[k], content.prices[k])
		}
	case w.noDiscount:
		for k := range prices {
			prices[k] = max(prices[k], content.prices[k])
		}
	}
	return prices
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
	return min(coins, max(left, 0))
}

// endRound follows the last sale of a round: the card is discarded (UB-67), and
// either the game is over (UB-72) or the next round begins with times and order
// as they are (UB-70).
func (r *rules) endRound(s *state) {
	w := &r.wrong
	switch {
	case w.sale.lastMarket:
		s.markets = s.markets[:len(s.markets)-1]
	case w.sale.cardStays:
	case w.sale.cardBehind:
		s.markets = append(slices.Clone(s.markets[1:]), s.markets[0])
	default:
		s.markets = s.markets[1:]
	}
	if s.round == roundsMax || w.round.onlyTwo && s.round > 1 {
		s.phase = over
		if w.round.refillsAtEnd {
			r.refill(s) // UB-72
		}
		return
	}
	s.round++
	s.phase = drafting
	r.refill(s)
	r.reorder(s)
	if !w.round.draftsAnyway {
		r.endDraft(s) // UB-71: perhaps no draft is left to make
	}
}

// refill fills the empty cells of the grid from the pile, as far as it goes
// (UB-68).
func (r *rules) refill(s *state) {
	cells := s.grid.cells[:s.grid.rows*s.grid.cols]
	switch w := &r.wrong.round; {
	case w.noRefill:
		return
	case w.refillsAll:
		s.pile = append(slices.Clip(s.pile), takeAll(cells)...)
	case w.movesUp:
		copy(cells, takeAll(cells))
	case w.fullOrNothing:
		if len(cells)-s.grid.tiles() > len(s.pile) {
			return
		}
	}
	s.pile = r.fill(&s.grid, s.pile)
}

// takeAll takes the tiles from all cells.
func takeAll(cells []tile) []tile {
	tiles := slices.DeleteFunc(slices.Clone(cells), func(t tile) bool { return t == 0 })
	clear(cells)
	return tiles
}

// reorder leaves the markers as they are when a round begins (UB-70), but for
// mutants.
func (r *rules) reorder(s *state) {
	switch w := &r.wrong.round; {
	case w.sortsBySeat:
		slices.SortFunc(s.order, func(i, j int) int {
			return cmp.Or(cmp.Compare(s.players[i].time, s.players[j].time), cmp.Compare(i, j))
		})
	case w.stacksTurned:
		slices.Reverse(s.order)
		slices.SortStableFunc(s.order, func(i, j int) int { return cmp.Compare(s.players[i].time, s.players[j].time) })
	case w.level:
		for i := range s.players {
			s.players[i].time = content.ends[s.round-2]
		}
	}
}
