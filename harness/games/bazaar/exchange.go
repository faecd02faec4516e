package bazaar

import "slices"

// exchange goes through an exchange list and returns the wallet and the bank
// after it. If any exchange is illegal, the whole list is, and the bags are
// those from before (BG-21).
func (r *rules) exchange(wallet, bank bag, given []equation, list []exchange) (bag, bag, code) {
	if c := r.listed(given, list); c != legal {
		return wallet, bank, c
	}
	w, b := wallet, bank
	for _, x := range list {
		switch { // BG-19: the wallet and the bank of that moment.
		case !w.contains(x.give):
			return wallet, bank, walletShort
		case !b.contains(x.get):
			return wallet, bank, bankShort
		}
		// BG-21: the left side goes to the bank, the right side to the wallet.
		w, b = w-x.give+x.get, b+x.give-x.get
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
	for _, x := range list {
		if !slices.ContainsFunc(given, func(e equation) bool { return e.same(x) }) {
			return unknownEquation // BG-18
		}
	}
	return legal
}

// payPrice takes the price of a legal exchange list from the table, not from a
// player: the bottom card of the hidden pile leaves the game (BG-22), or all
// visible cards if the pile is empty (BG-23). However long the list was, it is one
// price. The empty list costs it, too, unless an option makes it free (BG-24).
func (r *rules) payPrice(t *table, exchanges int) {
	if !r.price || exchanges == 0 && !r.emptyPrice { // BG-24
		return
	}
	if n := len(t.hidden); n > 0 {
		t.hidden = t.hidden[:n-1] // BG-22
	} else {
		t.visibles = t.visibles[:0] // BG-23
	}
}
