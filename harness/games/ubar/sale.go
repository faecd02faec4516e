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
	coins, c := r.sale(r.market(s), p.hold, q.sold)
	if c != legal {
		return c
	}
	p.hold = p.hold.minus(q.sold)
	s.supply = r.lose(s.supply, q.sold)
	p.coins += r.payment(s, coins)
	s.toSell = s.toSell[1:]
	if len(s.toSell) == 0 {
		r.endRound(s)
	}
	return legal
}

// market is the current round's card.
func (r *rules) market(s *state) market {
	if r.wrong.lastMarketFirst {
		return s.markets[len(s.markets)-1]
	}
	return s.markets[0]
}

// sale is what the goods bring at the prices of a card, if they are held.
func (r *rules) sale(m market, hold, sold goods) (coins int, c code) {
	if !hold.contains(sold) || r.wrong.mustSell && sold.isEmpty() && !hold.isEmpty() {
		return 0, notHeld
	}
	prices := content.markets[m].prices
	if r.wrong.normalPrices {
		prices = content.prices
	}
	return sold.worth(prices), legal
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
	if r.wrong.lastMarketFirst {
		s.markets = s.markets[:len(s.markets)-1]
	} else {
		s.markets = s.markets[1:]
	}
	if s.round == roundsMax {
		s.phase = over
		return
	}
	s.round++
	s.phase = drafting
	if r.wrong.refillsAll {
		var old []tile
		for i, t := range s.grid.cells[:s.grid.rows*s.grid.cols] {
			if t != 0 {
				old = append(old, t)
				s.grid.cells[i] = 0
			}
		}
		s.pile = append(slices.Clip(s.pile), old...)
	}
	s.pile = r.fill(&s.grid, s.pile) // UB-68
	if r.wrong.sortsBySeat {
		slices.SortFunc(s.order, func(i, j int) int {
			return cmp.Or(cmp.Compare(s.players[i].time, s.players[j].time), cmp.Compare(i, j))
		})
	}
	r.endDraft(s) // UB-71: perhaps no draft is left to make
}
