package bazaar

import (
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Legal implements game.Lister. Of exchange lists that leave the wallet with the same
// pebbles the shortest is listed: more they do not do (BG-25). Purchases come in every
// order, since it decides the points (BG-32).
func (r *rules) Legal(state jsontext.Value) iter.Seq2[jsontext.Value, error] {
	read := func() (t *table, err error) {
		d := newDecoder(r)
		err = d.Decode([]jsontext.Value{state}, 0, func() { t = d.stateValue() })
		return t, err
	}
	return game.Listed(read, r.requests, func(t *table, q *request) bool { return r.move(t, q) == legal }, requestText)
}

// requests are those that may be legal in the phase of a state.
func (r *rules) requests(t *table) iter.Seq[*request] {
	return func(yield func(*request) bool) {
		switch t.phase {
		case pebbleOrTrades:
			if r.pebbles(t, yield) {
				r.trades(t, yield)
			}
		case buyCards:
			r.purchases(t, nil, yield)
		}
	}
}

// pebbles yields the ways to ask for a pebble: where requests record the drawn one, each
// colour of the bank (BG-15).
func (r *rules) pebbles(t *table, yield func(*request) bool) bool {
	if !yield(&request{pebble: true}) {
		return false
	}
	for c := colour(0); r.recordedDraws && c < colours; c++ {
		if t.bank.count(c) > 0 && !yield(&request{pebble: true, recorded: true, drawn: c}) {
			return false
		}
	}
	return true
}

// trades yields exchange lists, the shorter first, one for each wallet that they can
// lead to.
func (r *rules) trades(t *table, yield func(*request) bool) {
	type way struct {
		wallet, bank bag
		list         []exchange
	}
	// BG-24: where the empty list is free, another one that leaves the wallet as it is does
	// something else.
	seen := map[bag]bool{t.players[0].wallet: !r.price || r.emptyPrice}
	for ways := []way{{t.players[0].wallet, t.bank, nil}}; len(ways) > 0; {
		var longer []way
		for _, w := range ways {
			if !yield(&request{exchanges: w.list}) {
				return
			}
			if r.exchangesMax >= 0 && len(w.list) == r.exchangesMax {
				continue // BG-20
			}
			for _, e := range t.equations {
				for _, x := range []exchange{e.exchange, e.flipped()} {
					if after := w.wallet - x.give + x.get; x.usable(w.wallet, w.bank) && !seen[after] {
						seen[after] = true
						longer = append(longer, way{after, w.bank + x.give - x.get, append(slices.Clip(w.list), x)})
					}
				}
			}
		}
		ways = longer
	}
}

// purchases yields the cards bought so far, and all that can be bought behind them.
func (r *rules) purchases(t *table, bought []card, yield func(*request) bool) bool {
	if !yield(&request{cards: bought}) {
		return false
	}
	for i, k := range t.visibles {
		more := append(slices.Clip(bought), k)
		if slices.Contains(t.visibles[:i], k) {
			continue // an equal card does the same
		}
		if _, c := r.buy(t.players[0].wallet, t.bank, slices.Clone(t.visibles), more); c == legal && !r.purchases(t, more, yield) {
			return false
		}
	}
	return true
}

// requestText writes a request.
func requestText(q *request) []byte { return described().request.Append(nil, q) }
