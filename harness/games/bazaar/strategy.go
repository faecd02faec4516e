package bazaar

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A plan is what the strategy answers: the exchanges to make, the cards to buy
// then, the points of the purchase and the wallet left over.
type plan struct {
	exchanges []exchange
	cards     []card
	points    int
	left      bag
}

// A strategist finds plans (BG-63, BG-65). The wallet that a sequence of
// exchanges leads to depends only on the multiset of exchanges, and the best
// purchase only on the wallet; so it searches breadth first over wallets
// rather than over sequences. At each depth wallets are expanded in the order
// of their smallest exchange sequence, and exchanges are tried in their own
// order, so that the first sequence to reach a wallet is its smallest (7).
//
// Purchases need no search over orders either: any order of a set of cards is
// affordable if the set is, and what a card brings depends on its place in the
// order only through the number of pebbles left. A table (scoreTables) has the
// most points for so many cards, so many of them with faces, from a wallet of
// so many pebbles.
//
// A strategist keeps its memory and serves one goroutine at a time. Where options allow
// more equations, larger sides and deeper searches than the defaults, a search may have
// too many wallets to remember them all; then its plan is only the best one of those.
type strategist struct {
	rules  *rules
	most   int // wallets that a search may remember
	passed int // with this search depth a search that was too large may fit, 0 if none was
	scores *scoreTables
	policy policy
	cards  []card     // the display, sorted (BG-61)
	moves  []exchange // every equation in both directions, sorted (BG-62)
	total  bag        // wallet and bank together, which exchanges do not change
	nodes  []node
	index  wallets
	best   candidate

	sets     sets // of the wallet being looked at
	again    sets // of a wallet whose card sequence is wanted
	sequence []card
}

// A sets goes through the sets of cards that a wallet can buy.
type sets struct {
	affordable []card // one by one, sorted (BG-61)
	behind     []bag  // the pebbles of all affordable cards behind each one
	chosen     []card // of the set being built, sorted

	measured  bool    // the affordable ones are so many that room pays
	of        []card  // for which the rest is
	facesFrom []uint8 // how many faces there are from each position on
	least     []int16 // by position, colour and number: what so many cards from there on take of the colour at the least
}

// start notes the affordable ones of the cards and returns how many of them
// have a face.
func (s *sets) start(cards []card, wallet bag) int {
	s.affordable, s.chosen = s.affordable[:0], s.chosen[:0]
	faces := 0
	for _, k := range cards {
		if wallet.contains(k.pebbles()) {
			s.affordable = append(s.affordable, k)
			faces += k.faces()
		}
	}
	return faces
}

// skips tells whether the card at position i need not be chosen behind those
// from position from on: it makes the same set as its equal neighbour, or is
// not affordable any more.
func (s *sets) skips(i, from int, left bag) bool {
	return i > from && s.affordable[i] == s.affordable[i-1] || !left.contains(s.affordable[i].pebbles())
}

// sumUp prepares isForced.
func (s *sets) sumUp() {
	s.behind = append(s.behind[:0], make([]bag, len(s.affordable))...)
	var sum bag
	for i := len(s.affordable) - 1; i >= 0; i-- {
		s.behind[i] = sum
		sum += s.affordable[i].pebbles()
	}
}

// isForced tells whether a set without the card at position i cannot be
// complete, since the card stays affordable whatever is bought behind it.
func (s *sets) isForced(i int, left bag) bool {
	return left.contains(s.affordable[i].pebbles() + s.behind[i])
}

// measuredMin is from how many affordable cards on it pays to know how many of them there
// is room for: with fewer all sets are soon tried.
const measuredMin = 7

// measure prepares room, if it pays.
func (s *sets) measure() {
	n := len(s.affordable)
	if s.measured = n >= measuredMin; !s.measured || slices.Equal(s.of, s.affordable) {
		return
	}
	s.of = append(s.of[:0], s.affordable...)
	s.facesFrom = append(s.facesFrom[:0], make([]uint8, n+1)...)
	s.least = append(s.least[:0], make([]int16, (n+1)*int(colours)*(n+1))...)
	var taken [colours][]int
	for from := n - 1; from >= 0; from-- {
		k := s.affordable[from]
		s.facesFrom[from] = s.facesFrom[from+1] + uint8(k.faces())
		for c := range colours {
			count := k.pebbles().count(c)
			at, _ := slices.BinarySearch(taken[c], count)
			taken[c] = slices.Insert(taken[c], at, count)
			sums := s.leastFrom(from, c)
			for i, count := range taken[c] {
				sums[i+1] = sums[i] + int16(count)
			}
		}
	}
}

func (s *sets) leastFrom(from int, c colour) []int16 {
	row := len(s.of) + 1
	start := (from*int(colours) + int(c)) * row
	return s.least[start : start+row]
}

// room is a number of cards from a position on of which more cannot be bought.
func (s *sets) room(left bag, from int) int {
	more := min(len(s.of)-from, left.size()/pebblesOnCard)
	for c := range colours {
		count := int16(left.count(c))
		for sums := s.leastFrom(from, c); more > 0 && sums[more] > count; {
			more--
		}
	}
	return more
}

func (s *sets) push(k card) { s.chosen = append(s.chosen, k) }
func (s *sets) pop()        { s.chosen = s.chosen[:len(s.chosen)-1] }

// complete tells whether none of the cards not chosen is affordable any more.
func (s *sets) complete(left bag) bool {
	j := 0
	for _, k := range s.affordable {
		if j < len(s.chosen) && s.chosen[j] == k {
			j++
			continue
		}
		if left.contains(k.pebbles()) {
			return false
		}
	}
	return true
}

// A node is a wallet that exchanges lead to.
type node struct {
	wallet bag
	parent int32 // index of the node before the last exchange, -1 at the root
	move   int32 // the last exchange
}

// A candidate is a wallet with the best purchase from it, as far as it is
// compared before the card sequences.
type candidate struct {
	node   node
	depth  int
	value  int
	points int
	size   int // of left
	left   bag
}

// walletsMost bounds the wallets that a search remembers. By the defaults it is at most
// 1,771, those of three of twenty exchanges. A million take up to 150 MB and a few seconds,
// as long as a player may think (BG-91).
const walletsMost = 1 << 20

func newStrategist(r *rules) *strategist { return &strategist{rules: r, most: walletsMost} }

// begin forgets that a search was too large.
func (s *strategist) begin() { s.passed = 0 }

// refusal is what is wrong with the equations, the value of that index, if a search since
// begin was too large: a *game.Invalid, else nil.
func (s *strategist) refusal(value int) error {
	if s.passed == 0 {
		return nil
	}
	return &game.Invalid{
		Value:   value,
		Message: fmt.Sprintf("expected equations that lead to at most %d wallets in %d exchanges, found more", s.most, s.rules.exchangeDepth()),
		Hint:    fmt.Sprintf("the strategy looks ahead less far with -o search_depth=%d", s.passed),
	}
}

// bestPlan is the best exchange list with its purchase (BG-63).
func (s *strategist) bestPlan(equations []equation, wallet, bank bag, display []card, policy policy) plan {
	s.prepare(equations, wallet, bank, display, policy)
	s.explore(s.rules.exchangeDepth())
	return s.plan()
}

// bestPurchase is the best purchase without exchanges (BG-65).
func (s *strategist) bestPurchase(wallet bag, display []card, policy policy) plan {
	s.prepare(nil, wallet, 0, display, policy)
	s.explore(0)
	return s.plan()
}

func (s *strategist) prepare(equations []equation, wallet, bank bag, display []card, policy policy) {
	if s.scores == nil {
		s.scores = s.rules.scores()
	}
	s.policy = policy
	s.cards = append(s.cards[:0], display...)
	slices.SortFunc(s.cards, s.rules.compareCards)
	s.moves = s.moves[:0]
	for _, e := range equations {
		s.moves = append(s.moves, e.exchange, e.flipped())
	}
	slices.SortStableFunc(s.moves, s.rules.compareExchanges)
	s.total = wallet + bank
	s.nodes = append(s.nodes[:0], node{wallet: wallet, parent: -1})
	s.best = candidate{value: -1}
}

// explore looks at every wallet within so many exchanges.
func (s *strategist) explore(depth int) {
	s.consider(s.nodes[0], 0)
	if len(s.cards) == 0 || len(s.moves) == 0 || s.passed > 0 {
		return
	}
	s.index.reset()
	s.index.add(s.nodes[0].wallet)
	from := 0
	for d := 1; d <= s.worthwhile(depth); d++ {
		to := len(s.nodes)
		for i := from; i < to; i++ {
			wallet := s.nodes[i].wallet
			bank := s.total - wallet
			for m, x := range s.moves {
				if !x.usable(wallet, bank) {
					continue
				}
				child := node{wallet - x.give + x.get, int32(i), int32(m)}
				// Wallets of the last depth lead nowhere, so it does not pay
				// to remember them.
				if d < depth {
					if !s.index.add(child.wallet) {
						continue
					}
					if len(s.nodes) == s.most {
						s.passed = d
						return
					}
					s.nodes = append(s.nodes, child)
				}
				s.consider(child, d)
			}
		}
		from = to
	}
}

// worthwhile is the largest number of exchanges up to depth with which a
// wallet of some size could bring a larger value than the best so far, as far
// as sizes tell. A deeper wallet of the same value is no better.
func (s *strategist) worthwhile(depth int) int {
	faces, gain := 0, 0
	for _, k := range s.cards {
		faces += k.faces()
	}
	for _, x := range s.moves {
		gain = max(gain, x.get.size()-x.give.size())
	}
	start := s.nodes[0].wallet.size()
	for ; depth > 0; depth-- {
		// Every exchange has its flipped one, so that losses are as large.
		most := min(start+depth*gain, s.total.size())
		for size := max(0, start-depth*gain); size <= most; size++ {
			if s.bound(size, faces, len(s.cards)) > s.best.value {
				return depth
			}
		}
	}
	return 0
}

// bound is the largest value that a wallet of size pebbles can bring with
// count cards, faces of them with a face.
func (s *strategist) bound(size, faces, count int) int {
	if s.policy == byPoints {
		return s.scores.most(size, faces, count)
	}
	return min(count, size/pebblesOnCard)
}

// consider takes a wallet for the best so far if it is better. A wallet that
// comes again later never is.
func (s *strategist) consider(n node, depth int) {
	faces := s.sets.start(s.cards, n.wallet)
	count := len(s.sets.affordable)
	size := n.wallet.size()
	if depth > 0 {
		// Nothing affordable is the value 0, which takes no exchange.
		if count == 0 {
			return
		}
		if s.hopeless(s.bound(size, faces, count), depth) {
			return
		}
	}
	s.sets.sumUp()
	s.sets.measure()
	s.extend(candidate{node: n, depth: depth}, n.wallet, size, 0, 0)
}

// hopeless tells whether nothing that brings at most this value after so many exchanges
// can be the best.
func (s *strategist) hopeless(bound, depth int) bool {
	return bound < s.best.value || bound == s.best.value && depth > s.best.depth
}

// reach is the largest value that the chosen cards can have when cards from position from
// on are added, as far as sizes and colours tell.
func (s *strategist) reach(left bag, size, from, faces int) int {
	more := s.sets.room(left, from)
	n := len(s.sets.chosen) + more
	if s.policy != byPoints {
		return n
	}
	most := 0
	for f := faces; f <= faces+min(more, int(s.sets.facesFrom[from])); f++ {
		most = max(most, s.scores.most(size, f, n))
	}
	return most
}

// extend completes the chosen cards to every set from which nothing more is
// affordable, adding cards from position from on, and offers each set.
func (s *strategist) extend(c candidate, left bag, size, from, faces int) {
	if s.sets.measured && s.hopeless(s.reach(left, size, from, faces), c.depth) {
		return
	}
	for i := from; i < len(s.sets.affordable); i++ {
		if s.sets.skips(i, from, left) {
			continue
		}
		k := s.sets.affordable[i]
		s.sets.push(k)
		s.extend(c, left-k.pebbles(), size, i+1, faces+k.faces())
		s.sets.pop()
		if s.sets.isForced(i, left) {
			return
		}
	}
	if !s.sets.complete(left) {
		return
	}
	n := len(s.sets.chosen)
	c.points = s.scores.most(size, faces, n)
	c.value = n
	if s.policy == byPoints {
		c.value = c.points
	}
	c.left, c.size = left, size-n*pebblesOnCard
	if s.beats(c) {
		s.best = c
	}
}

// beats compares by the steps (1) to (6) of BG-63, of which (1), (3), (4), (5)
// and (6) are the steps of BG-65.
func (s *strategist) beats(c candidate) bool {
	b := &s.best
	if d := s.compareToLeft(&c, b); d != 0 {
		return d < 0
	}
	if c.node.wallet == b.node.wallet && c.left == b.left {
		return false // sets with the same sum count as one until sequenceFor
	}
	mine := slices.Clone(s.sequenceFor(c))
	return s.rules.compareSequences(mine, s.sequenceFor(*b)) < 0 // (6)
}

// compareToLeft compares by the steps (1) to (5): below 0 if a is better.
func (s *strategist) compareToLeft(a, b *candidate) int {
	if d := cmp.Compare(b.value, a.value); d != 0 {
		return d // (1) the largest value
	}
	if d := cmp.Compare(a.depth, b.depth); d != 0 {
		return d // (2) the fewest exchanges
	}
	if d := cmp.Compare(b.points, a.points); d != 0 {
		return d // (3) the most points
	}
	if d := cmp.Compare(b.size, a.size); d != 0 {
		return d // (4) the largest wallet left
	}
	return s.rules.compareBags(a.left, b.left) // (5) the smallest one
}

// plan completes the best candidate.
func (s *strategist) plan() plan {
	p := plan{left: s.best.left}
	p.exchanges = make([]exchange, s.best.depth)
	for n, i := s.best.node, s.best.depth-1; i >= 0; i-- {
		p.exchanges[i] = s.moves[n.move]
		n = s.nodes[n.parent]
	}
	p.cards = slices.Clone(s.sequenceFor(s.best))
	size := s.best.node.wallet.size()
	for i, k := range p.cards {
		p.points += s.rules.pointsFor(k.face(), size-(i+1)*pebblesOnCard)
	}
	return p
}

// sequenceFor is the smallest card sequence among the orders of all sets that
// make the candidate's purchase: that leave its wallet and bring its points.
// The result is valid until the next call.
func (s *strategist) sequenceFor(c candidate) []card {
	s.sequence = s.sequence[:0]
	s.again.start(s.cards, c.node.wallet)
	found := false
	s.sequences(c, c.node.wallet, 0, &found)
	return s.sequence
}

// sequences goes through the sets as extend does.
func (s *strategist) sequences(c candidate, left bag, from int, found *bool) {
	if left == c.left {
		if !s.again.complete(left) {
			return
		}
		if order, ok := s.order(c); ok && (!*found || s.rules.compareSequences(order, s.sequence) < 0) {
			s.sequence = append(s.sequence[:0], order...)
			*found = true
		}
		return
	}
	if !left.contains(c.left) {
		return
	}
	for i := from; i < len(s.again.affordable); i++ {
		if s.again.skips(i, from, left) {
			continue
		}
		k := s.again.affordable[i]
		s.again.push(k)
		s.sequences(c, left-k.pebbles(), i+1, found)
		s.again.pop()
	}
}

// order is the smallest order of the chosen cards that brings the candidate's
// points: at each place the smallest card after which the rest can still bring
// what is missing. False if no order does.
func (s *strategist) order(c candidate) ([]card, bool) {
	rest := slices.Clone(s.again.chosen)
	faces := 0
	for _, k := range rest {
		faces += k.faces()
	}
	size := c.node.wallet.size()
	wanted := c.points
	if s.scores.most(size, faces, len(rest)) != wanted {
		return nil, false
	}
	order := make([]card, 0, len(rest))
	for len(rest) > 0 {
		for i, k := range rest {
			f := faces - k.faces()
			points := s.rules.pointsFor(k.face(), size-pebblesOnCard)
			if points+s.scores.most(size-pebblesOnCard, f, len(rest)-1) == wanted {
				order = append(order, k)
				rest = slices.Delete(rest, i, i+1)
				size, faces, wanted = size-pebblesOnCard, f, wanted-points
				break
			}
		}
	}
	return order, true
}

// usableEquation tells whether any equation can be used in any direction.
func (r *rules) usableEquation(equations []equation, wallet, bank bag) bool {
	return slices.ContainsFunc(equations, func(e equation) bool {
		return e.usable(wallet, bank) || e.flipped().usable(wallet, bank)
	})
}

// scoreTables have, for every wallet size and every number of cards and faces, the most
// points that a purchase can bring: of all these cards if the wallet can pay for so many,
// else of any of them.
type scoreTables struct {
	sizeMax  int // beyond this size the points stay the same
	cardsMax int
	points   []int32
}

func newScoreTables(r *rules) *scoreTables {
	t := &scoreTables{cardsMax: max(r.visibleMax, r.right.visibleMax)}
	t.sizeMax = min(r.points[0].left, 2*r.pebblesMax) + pebblesOnCard*t.cardsMax
	t.points = make([]int32, (t.sizeMax+1)*(t.cardsMax+1)*(t.cardsMax+1))
	gains := make([]int, 0, t.cardsMax)
	for size := range t.sizeMax + 1 {
		gains = gains[:0]
		plain := 0
		bought := min(t.cardsMax, size/pebblesOnCard)
		for n := 0; n <= bought; n++ {
			if n > 0 {
				left := size - n*pebblesOnCard
				plain += r.pointsFor(false, left)
				gains = append(gains, r.pointsFor(true, left)-r.pointsFor(false, left))
				slices.SortFunc(gains, func(a, b int) int { return cmp.Compare(b, a) })
			}
			points := plain
			for faces := 0; faces <= n; faces++ {
				if faces > 0 {
					points += gains[faces-1]
				}
				t.points[t.cell(size, faces, n)] = int32(points)
			}
		}
		for n := bought + 1; n <= t.cardsMax; n++ {
			for faces := 0; faces <= n; faces++ {
				most := int32(0)
				for f := max(0, bought-(n-faces)); f <= min(faces, bought); f++ {
					most = max(most, t.points[t.cell(size, f, bought)])
				}
				t.points[t.cell(size, faces, n)] = most
			}
		}
	}
	return t
}

func (t *scoreTables) cell(size, faces, n int) int {
	// Whole purchases above the last row are worth the same at any size.
	size = min(size, t.sizeMax)
	return (size*(t.cardsMax+1)+faces)*(t.cardsMax+1) + n
}

// most is the points that n cards, faces of them with a face, bring in their best order to
// a wallet of size pebbles.
func (t *scoreTables) most(size, faces, n int) int { return int(t.points[t.cell(size, faces, n)]) }

// wallets is a set of wallets: open addressing, sized to what a search needs.
type wallets struct {
	slots []bag // wallet + 1, 0 is free
	used  []int32
}

// walletsMin is the size of a small search's table, a power of two.
const walletsMin = 256

func (w *wallets) reset() {
	if w.slots == nil {
		w.slots = make([]bag, walletsMin)
	}
	for _, i := range w.used {
		w.slots[i] = 0
	}
	w.used = w.used[:0]
}

// add puts a wallet in and tells whether it is new.
func (w *wallets) add(b bag) bool {
	if 2*len(w.used) >= len(w.slots) {
		w.grow()
	}
	mask := uint64(len(w.slots) - 1)
	// The multiplier is the golden ratio's: it spreads the low bits of all
	// five counts over the high ones.
	i := uint64(b) * 0x9E3779B97F4A7C15 >> 32 & mask
	for ; w.slots[i] != 0; i = (i + 1) & mask {
		if w.slots[i] == b+1 {
			return false
		}
	}
	w.slots[i] = b + 1
	w.used = append(w.used, int32(i))
	return true
}

func (w *wallets) grow() {
	old := make([]bag, len(w.used))
	for k, i := range w.used {
		old[k] = w.slots[i] - 1
	}
	w.slots = make([]bag, 2*len(w.slots))
	w.used = w.used[:0]
	for _, b := range old {
		w.add(b)
	}
}

// planForTurn is the best exchange list of a turn, by the rules or the
// reference's tie-breaks.
func (s *strategist) planForTurn(equations []equation, t *turn, policy policy) plan {
	if s.rules.quirky() {
		return s.quirkyPlan(equations, t.active.written, t.active.wallet, t.bank, t.visibles, policy)
	}
	return s.bestPlan(equations, t.active.wallet, t.bank, t.visibles, policy)
}

// exchangeDepth is the length of the longest exchange list that a player
// thinks about: the search depth, or max_exchanges if that is less (BG-63).
func (r *rules) exchangeDepth() int {
	depth := r.searchDepth
	if r.exchangesMax >= 0 {
		depth = min(depth, r.exchangesMax)
	}
	return max(depth, 0)
}
