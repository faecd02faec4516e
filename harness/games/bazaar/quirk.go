package bazaar

import "slices"

// The reference's tie-breaks (Q2 and Q3, chapter 10 of the spec) make its
// answers depend on the order in which things are written. They are not part
// of the rules' own search: the best value, the fewest exchanges, the most
// points and the wallet left are found as usual, and this file chooses among
// what is left the way the reference does.

// A route is one exchange sequence that leads to a best wallet.
type route struct {
	exchanges []exchange
	wallet    bag      // after the exchanges
	cards     []card   // its purchase
	list      []colour // the wallet as written, after exchanges and purchase
}

// quirky tells whether any of the reference's tie-breaks is on.
func (r *rules) quirky() bool { return r.walletLists || r.cardsEither }

// quirkyPlan is the best exchange list with Q2 or Q3.
func (s *strategist) quirkyPlan(equations []equation, written []colour, wallet, bank bag, display []card, policy policy) plan {
	best := s.bestPlan(equations, wallet, bank, display, policy)
	// Without exchanges there is one sequence, the empty one, which is the
	// answer with its own purchase.
	routes := s.routes(equations, written, wallet, display, len(best.exchanges))
	if len(routes) == 0 {
		return best // by a wrong reading, whose exchanges are not possible
	}
	slices.Reverse(routes) // latest first
	if s.rules.walletLists {
		// Q2: only those before the first whose wallet list differs.
		for i := range routes {
			if !slices.Equal(routes[i].list, routes[0].list) {
				routes = routes[:i]
				break
			}
		}
	}
	if len(routes) > 1 {
		if s.rules.cardsEither {
			sortBelow(routes, func(a, b route) bool { return s.rules.belowSequence(a.cards, b.cards) })
		} else {
			slices.SortStableFunc(routes, func(a, b route) int { return s.rules.compareSequences(a.cards, b.cards) })
		}
		for i := range routes {
			if !slices.Equal(routes[i].cards, routes[0].cards) {
				routes = routes[:i]
				break
			}
		}
	}
	chosen := slices.MinFunc(routes, func(a, b route) int {
		return s.rules.compareExchangeLists(a.exchanges, b.exchanges)
	})
	return s.planFor(chosen)
}

// quirkyPurchase is the best purchase with Q2 or Q3.
func (s *strategist) quirkyPurchase(wallet bag, display []card, policy policy) plan {
	best := s.bestPurchase(wallet, display, policy)
	if s.rules.cardsEither {
		best.cards = s.purchaseEither(wallet, display, s.best)
		best = s.planFor(route{wallet: wallet, cards: best.cards})
	}
	return best
}

// planFor follows a route to its points and wallet.
func (s *strategist) planFor(way route) plan {
	p := plan{exchanges: way.exchanges, cards: way.cards, left: way.wallet}
	for _, k := range way.cards {
		p.left -= k.pebbles()
		p.points += s.rules.pointsFor(k.face(), p.left.size())
	}
	return p
}

// routes are all exchange sequences of the best one's length that lead to a
// wallet whose best purchase is as good, in discovery order: depth first, at
// each wallet first the flipped equations from the last to the first, then the
// unflipped ones likewise.
func (s *strategist) routes(equations []equation, written []colour, wallet bag, display []card, depth int) []route {
	goal := s.best
	total := s.total
	type move struct {
		exchange
		gets []colour // the right side as written
	}
	var moves []move
	for i := len(equations) - 1; i >= 0; i-- {
		moves = append(moves, move{equations[i].flipped(), equations[i].written[0]})
	}
	for i := len(equations) - 1; i >= 0; i-- {
		moves = append(moves, move{equations[i].exchange, equations[i].written[1]})
	}

	purchases := map[bag][]card{} // of wallets at full depth; nil if not as good
	purchase := func(w bag) []card {
		cards, ok := purchases[w]
		if !ok {
			cards = s.purchaseAsGood(w, display, goal)
			purchases[w] = cards
		}
		return cards
	}
	// A wallet is tried only if some best wallet can be reached from it with
	// just the exchanges that remain.
	type place struct {
		wallet bag
		left   int
	}
	reaches := map[place]bool{}
	var found []route
	// With that many the answer is refused, whatever else there is.
	full := func() bool {
		if len(purchases)+len(reaches)+len(found) >= s.most {
			s.passed = max(depth-1, 1)
		}
		return s.passed > 0
	}
	var reach func(w bag, left int) bool
	reach = func(w bag, left int) bool {
		if left == 0 {
			return purchase(w) != nil
		}
		at := place{w, left}
		ok, known := reaches[at]
		if known {
			return ok
		}
		for _, m := range moves {
			if full() {
				return false
			}
			if m.usable(w, total-w) && reach(w-m.give+m.get, left-1) {
				ok = true
				break
			}
		}
		reaches[at] = ok
		return ok
	}

	var path []exchange
	var walk func(w bag, list []colour, left int)
	walk = func(w bag, list []colour, left int) {
		if !reach(w, left) || full() {
			return
		}
		if left == 0 {
			cards := purchase(w)
			for _, k := range cards {
				list = withoutFirst(list, k.pebbles())
			}
			found = append(found, route{slices.Clone(path), w, cards, list})
			return
		}
		for _, m := range moves {
			if !m.usable(w, total-w) {
				continue
			}
			path = append(path, m.exchange)
			walk(w-m.give+m.get, append(withoutFirst(list, m.give), m.gets...), left-1)
			path = path[:len(path)-1]
		}
	}
	walk(wallet, written, depth)
	return found
}

// purchaseAsGood is the best purchase from a wallet if it is as good as the
// goal's in the steps (1) to (5) of BG-63, else nil. The empty purchase is not
// nil.
func (s *strategist) purchaseAsGood(w bag, display []card, goal candidate) []card {
	p := s.bestPurchase(w, display, s.policy)
	c := s.best
	c.depth = goal.depth
	if s.compareToLeft(&c, &goal) != 0 {
		return nil
	}
	if s.rules.cardsEither {
		p.cards = s.purchaseEither(w, display, s.best)
	}
	if p.cards == nil {
		return []card{}
	}
	return p.cards
}

// purchaseEither is the best purchase with Q3: of the card sequences that are
// as good as the goal's in the steps (1) to (4) of BG-65, found depth first in
// display order and taken latest first, the first one after the reference's
// sort.
func (s *strategist) purchaseEither(wallet bag, display []card, goal candidate) []card {
	var found [][]card
	var sequence []card
	var walk func(left bag, rest []card)
	walk = func(left bag, rest []card) {
		complete := true
		for i, k := range rest {
			if !left.contains(k.pebbles()) {
				continue
			}
			complete = false
			sequence = append(sequence, k)
			walk(left-k.pebbles(), slices.Delete(slices.Clone(rest), i, i+1))
			sequence = sequence[:len(sequence)-1]
		}
		if !complete || left != goal.left {
			return
		}
		p := s.planFor(route{wallet: wallet, cards: sequence})
		asGood := p.points == goal.points
		known := slices.ContainsFunc(found, func(f []card) bool { return slices.Equal(f, sequence) })
		if asGood && !known {
			found = append(found, slices.Clone(sequence))
		}
	}
	walk(wallet, display)
	if len(found) == 0 {
		return s.sequenceFor(goal) // by a wrong reading, whose purchase is not complete
	}
	slices.Reverse(found) // latest first
	sortBelow(found, s.rules.belowSequence)
	return found[0]
}

// below is the reference's relation of cards (Q3). It is no order: each of two
// cards can be below the other.
func (r *rules) below(a, b card) bool {
	return !a.face() && b.face() || r.compareBags(a.pebbles(), b.pebbles()) < 0
}

// belowSequence is the reference's relation of card sequences (Q3).
func (r *rules) belowSequence(a, b []card) bool {
	if len(a) < len(b) {
		return true
	}
	for i := range min(len(a), len(b)) {
		if r.below(a[i], b[i]) {
			return true
		}
		if a[i] != b[i] {
			return false
		}
	}
	return false
}

// insertionMax is the length from which on the reference's sort splits its
// halves again.
const insertionMax = 16

// sortBelow is the reference's sort. It matters which sort it is, because
// "below" is no order.
func sortBelow[T any](list []T, below func(a, b T) bool) {
	sorted := true
	for i := 1; i < len(list); i++ {
		if below(list[i], list[i-1]) {
			sorted = false
			break
		}
	}
	switch {
	case sorted:
	case len(list) == 2:
		list[0], list[1] = list[1], list[0]
	case len(list) == 3:
		a, b, c := list[0], list[1], list[2]
		switch {
		case below(b, a) && below(c, b):
			list[0], list[1], list[2] = c, b, a
		case below(b, a) && below(c, a):
			list[0], list[1], list[2] = b, c, a
		case below(b, a):
			list[0], list[1], list[2] = b, a, c
		case below(c, a):
			list[0], list[1], list[2] = c, a, b
		default:
			list[0], list[1], list[2] = a, c, b
		}
	default:
		splitSort(list, below)
	}
}

// splitSort sorts two halves and merges them, taking from the right one only
// when its head is below the left's.
func splitSort[T any](list []T, below func(a, b T) bool) {
	middle := len(list) / 2
	left, right := slices.Clone(list[:middle]), slices.Clone(list[middle:])
	for _, half := range [][]T{left, right} {
		if len(half) < insertionMax {
			insertionSort(half, below)
		} else {
			splitSort(half, below)
		}
	}
	for i := range list {
		if len(left) == 0 || len(right) > 0 && below(right[0], left[0]) {
			list[i], right = right[0], right[1:]
		} else {
			list[i], left = left[0], left[1:]
		}
	}
}

// insertionSort moves each element left while it is below its left neighbour.
func insertionSort[T any](list []T, below func(a, b T) bool) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && below(list[j], list[j-1]); j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}
