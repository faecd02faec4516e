package bazaar

import "slices"

// drawPebble moves one pebble from the bank to the wallet: that which the
// request records, else one of the first colour of the drawing order that the
// bank holds (BG-15).
func (r *rules) drawPebble(t *table, active *player, q *request) code {
	if t.bank == 0 {
		return bankEmpty // BG-16, also of a recorded pebble
	}
	drawn := q.drawn
	if !q.recorded {
		drawn = r.firstOf(t.bank)
	}
	if t.bank.count(drawn) == 0 {
		return colourGone // BG-15
	}
	active.wallet += drawn.one()
	t.bank -= drawn.one()
	if r.walletLists {
		active.written = append(slices.Clip(active.written), drawn)
	}
	return legal
}

// firstOf is the first colour of the drawing order that a bank holds, which is
// not empty (BG-15).
func (r *rules) firstOf(bank bag) colour {
	order := r.drawOrder
	return order[slices.IndexFunc(order[:], func(c colour) bool { return bank.count(c) > 0 })]
}
