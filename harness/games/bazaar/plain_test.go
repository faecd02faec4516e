package bazaar_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/bazaar"
)

// The plain strategy is BG-60 to BG-65 once more, and chapter 10 of the spec:
// every exchange sequence and every order of purchase is tried and compared
// with the best one so far, on sorted words instead of packed numbers. It is
// far too slow for anything but small inputs, and shares no idea with the
// engine.

// A plainCard has its pebbles as a sorted word.
type plainCard struct {
	word string
	face bool
}

// A plainEquation has its sides as they are written.
type plainEquation struct{ left, right string }

// An exchangeStep gives one word and gets another, which is written in some
// order.
type exchangeStep struct{ give, get, written string }

type plainRow struct{ left, plain, face int }

type plain struct {
	equations []plainEquation
	wallet    string // as written
	bank      string
	display   []plainCard
	bySize    bool

	points         []plainRow
	depth          int
	walletList     bool // Q2
	eitherCard     bool // Q3
	purchasesKnown map[string]plainPurchase
}

type plainPurchase struct {
	cards  []plainCard
	value  int
	points int
	left   string
}

func sortWord(word string) string {
	letters := []byte(word)
	slices.Sort(letters)
	return string(letters)
}

// takeOut removes the letters of part from word, the first of each.
func takeOut(word, part string) (string, bool) {
	for i := range len(part) {
		at := strings.IndexByte(word, part[i])
		if at < 0 {
			return "", false
		}
		word = word[:at] + word[at+1:]
	}
	return word, true
}

// comparePlainWords is BG-60.
func comparePlainWords(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// comparePlainCards is BG-61.
func comparePlainCards(a, b plainCard) int {
	if a.face != b.face {
		if b.face {
			return -1
		}
		return 1
	}
	return comparePlainWords(a.word, b.word)
}

func comparePlainSequences[T any](a, b []T, element func(a, b T) int) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), slices.CompareFunc(a, b, element))
}

// comparePlainSteps is BG-62.
func comparePlainSteps(a, b exchangeStep) int {
	return cmp.Or(comparePlainWords(a.give, b.give), comparePlainWords(a.get, b.get))
}

// purchases are all orders of buying from the wallet until nothing more is
// affordable, depth first, in display order.
func (p *plain) purchases(wallet string) []plainPurchase {
	var found []plainPurchase
	var walk func(left string, rest []plainCard, bought []plainCard, points int)
	walk = func(left string, rest, bought []plainCard, points int) {
		stuck := true
		for i, c := range rest {
			after, ok := takeOut(left, c.word)
			if !ok {
				continue
			}
			stuck = false
			row := p.points[slices.IndexFunc(p.points, func(r plainRow) bool { return len(after) >= r.left })]
			gain := row.plain
			if c.face {
				gain = row.face
			}
			walk(after, slices.Concat(rest[:i], rest[i+1:]), append(slices.Clip(bought), c), points+gain)
		}
		if stuck {
			found = append(found, plainPurchase{bought, p.value(points, len(bought)), points, left})
		}
	}
	walk(wallet, p.display, nil, 0)
	return found
}

func (p *plain) value(points, n int) int {
	if p.bySize {
		return n
	}
	return points
}

// comparePurchases is BG-65 (1) to (4): below 0 if a is better.
func comparePurchases(a, b plainPurchase) int {
	return cmp.Or(
		cmp.Compare(b.value, a.value),
		cmp.Compare(b.points, a.points),
		cmp.Compare(len(b.left), len(a.left)),
		strings.Compare(a.left, b.left))
}

// purchase is the best purchase, BG-65.
func (p *plain) purchase(wallet string) plainPurchase {
	if best, ok := p.purchasesKnown[wallet]; ok {
		return best
	}
	all := p.purchases(wallet)
	best := all[0]
	for _, c := range all {
		d := comparePurchases(c, best)
		if d < 0 || d == 0 && comparePlainSequences(c.cards, best.cards, comparePlainCards) < 0 {
			best = c
		}
	}
	if p.eitherCard {
		var orders [][]plainCard
		for _, c := range all {
			known := slices.ContainsFunc(orders, func(o []plainCard) bool { return slices.Equal(o, c.cards) })
			if comparePurchases(c, best) == 0 && !known {
				orders = append(orders, c.cards)
			}
		}
		slices.Reverse(orders) // latest first
		best.cards = plainSort(orders, belowEither)[0]
	}
	p.purchasesKnown[wallet] = best
	return best
}

// A plainRoute is an exchange sequence with its purchase.
type plainRoute struct {
	steps    []exchangeStep
	purchase plainPurchase
	list     string // the wallet as written, after all
}

// routes are all sequences of exactly n legal exchanges, depth first, in the
// reference's order of discovery.
func (p *plain) routes(n int) []plainRoute {
	var moves []exchangeStep
	for _, flipped := range []bool{true, false} {
		for _, e := range slices.Backward(p.equations) {
			left, right := e.left, e.right
			if flipped {
				left, right = right, left
			}
			moves = append(moves, exchangeStep{sortWord(left), sortWord(right), right})
		}
	}
	var found []plainRoute
	var walk func(list, bank string, steps []exchangeStep)
	walk = func(list, bank string, steps []exchangeStep) {
		if len(steps) == n {
			found = append(found, plainRoute{steps, p.purchase(sortWord(list)), list})
			return
		}
		for _, m := range moves {
			wallet, canPay := takeOut(list, m.give)
			rest, canServe := takeOut(bank, m.get)
			if canPay && canServe {
				walk(wallet+m.written, rest+m.give, append(slices.Clip(steps), m))
			}
		}
	}
	walk(p.wallet, p.bank, nil)
	for i, r := range found {
		for _, c := range r.purchase.cards {
			found[i].list, _ = takeOut(found[i].list, c.word)
		}
	}
	return found
}

// plan is the best exchange list with its purchase, BG-63, or what chapter 10
// makes of it.
func (p *plain) plan() plainRoute {
	p.purchasesKnown = map[string]plainPurchase{}
	var remaining []plainRoute // after (1) to (5), in the order of discovery
	for n := range p.depth + 1 {
		for _, r := range p.routes(n) {
			d := -1
			if len(remaining) > 0 {
				b := remaining[0]
				d = cmp.Or(
					cmp.Compare(b.purchase.value, r.purchase.value),
					cmp.Compare(len(r.steps), len(b.steps)),
					comparePurchases(r.purchase, b.purchase))
			}
			switch {
			case d < 0:
				remaining = []plainRoute{r}
			case d == 0:
				remaining = append(remaining, r)
			}
		}
	}
	if p.walletList || p.eitherCard {
		slices.Reverse(remaining)
	}
	if p.walletList {
		first := remaining[0].list
		if i := slices.IndexFunc(remaining, func(r plainRoute) bool { return r.list != first }); i >= 0 {
			remaining = remaining[:i]
		}
	}
	if p.eitherCard {
		remaining = plainSort(remaining, func(a, b plainRoute) bool { return belowEither(a.purchase.cards, b.purchase.cards) })
		first := remaining[0].purchase.cards
		if i := slices.IndexFunc(remaining, func(r plainRoute) bool { return !slices.Equal(r.purchase.cards, first) }); i >= 0 {
			remaining = remaining[:i]
		}
	}
	best := remaining[0]
	for _, r := range remaining[1:] {
		d := comparePlainSequences(r.steps, best.steps, comparePlainSteps) // (7)
		if !p.eitherCard {
			d = cmp.Or(comparePlainSequences(r.purchase.cards, best.purchase.cards, comparePlainCards), d) // (6)
		}
		if d < 0 {
			best = r
		}
	}
	return best
}

// belowEither is the reference's relation of card sequences, Q3.
func belowEither(a, b []plainCard) bool {
	below := func(x, y plainCard) bool {
		return !x.face && y.face || comparePlainWords(x.word, y.word) < 0
	}
	if len(a) < len(b) {
		return true
	}
	for i := 0; i < len(a) && i < len(b); i++ {
		switch {
		case below(a[i], b[i]):
			return true
		case a[i] != b[i]:
			return false
		}
	}
	return false
}

// plainSort is the reference's sort, as the spec words it.
func plainSort[T any](list []T, below func(a, b T) bool) []T {
	inOrder := true
	for i := range list[1:] {
		inOrder = inOrder && !below(list[i+1], list[i])
	}
	if inOrder {
		return list
	}
	if len(list) == 2 {
		return []T{list[1], list[0]}
	}
	if len(list) == 3 {
		a, b, c := list[0], list[1], list[2]
		if below(b, a) {
			if below(c, b) {
				return []T{c, b, a}
			}
			if below(c, a) {
				return []T{b, c, a}
			}
			return []T{b, a, c}
		}
		if below(c, a) {
			return []T{c, a, b}
		}
		return []T{a, c, b}
	}
	return mergeHalves(list, below)
}

func mergeHalves[T any](list []T, below func(a, b T) bool) []T {
	var halves [2][]T
	for i, half := range [2][]T{list[:len(list)/2], list[len(list)/2:]} {
		if len(half) >= 16 {
			halves[i] = mergeHalves(half, below)
			continue
		}
		for _, e := range half {
			at := len(halves[i])
			for at > 0 && below(e, halves[i][at-1]) {
				at--
			}
			halves[i] = slices.Insert(halves[i], at, e)
		}
	}
	left, right := halves[0], halves[1]
	merged := make([]T, 0, len(list))
	for len(left) > 0 && len(right) > 0 {
		if below(right[0], left[0]) {
			merged, right = append(merged, right[0]), right[1:]
		} else {
			merged, left = append(merged, left[0]), left[1:]
		}
	}
	return slices.Concat(merged, left, right)
}

// input is the input of task strategy.
func (p *plain) input(t testing.TB) []jsontext.Value {
	t.Helper()
	text := func(c plainCard) string {
		if c.face {
			return card(c.word + "!")
		}
		return card(c.word)
	}
	policy := `"purchase-points"`
	if p.bySize {
		policy = `"purchase-size"`
	}
	return gametest.Values(t,
		jsonList(p.equations, func(e plainEquation) string { return equation(e.left + "=" + e.right) }),
		`{"bank":`+pebbles(p.bank)+`,"cards":`+jsonList(p.display, text)+
			`,"active":{"wallet":`+pebbles(p.wallet)+`,"score":0},"scores":[]}`,
		policy)
}

// answer says in one line what the plan is; bags as the engine writes them.
func (r plainRoute) answer() string {
	written := func(word string) string {
		letters := []byte(word)
		slices.SortFunc(letters, func(a, b byte) int {
			return strings.IndexByte(initials, a) - strings.IndexByte(initials, b)
		})
		return string(letters)
	}
	steps := joined(r.steps, func(s exchangeStep) string { return written(s.give) + "=" + written(s.get) })
	bought := joined(r.purchase.cards, func(c plainCard) string {
		if c.face {
			return written(c.word) + "!"
		}
		return written(c.word)
	})
	return fmt.Sprintf("%s, %s, %d, %s", steps, bought, r.purchase.points, written(r.purchase.left))
}

// randomPlain is a small input in which ties abound: few colours, and cards
// that the wallet can pay for after a few exchanges, or nearly so.
func randomPlain(rng *rand.Rand, equationsMax, cardsMax, pebblesMax int) *plain {
	letters := []byte("bgrwy")
	rng.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	palette := letters[:2+rng.IntN(4)]
	word := func(n int, from []byte) string {
		w := make([]byte, n)
		for i := range w {
			w[i] = from[rng.IntN(len(from))]
		}
		return string(w)
	}
	p := &plain{
		bySize: rng.IntN(2) == 0,
		wallet: word(pebblesMax/4+rng.IntN(pebblesMax*3/4+1), palette),
		bank:   word(rng.IntN(9), palette),
	}
	for len(p.equations) < equationsMax && rng.IntN(8) > 0 {
		split := 1 + rng.IntN(len(palette)-1)
		e := plainEquation{word(1+rng.IntN(2), palette[:split]), word(1+rng.IntN(2), palette[split:])}
		if rng.IntN(2) == 0 {
			e.left, e.right = e.right, e.left
		}
		same := func(o plainEquation) bool {
			return sortWord(o.left) == sortWord(e.left) && sortWord(o.right) == sortWord(e.right) ||
				sortWord(o.left) == sortWord(e.right) && sortWord(o.right) == sortWord(e.left)
		}
		if !slices.ContainsFunc(p.equations, same) {
			p.equations = append(p.equations, e)
		}
	}
	reached := []byte(p.wallet)
	for range 5 {
		if len(p.equations) == 0 {
			break
		}
		e := p.equations[rng.IntN(len(p.equations))]
		if after, ok := takeOut(string(reached), e.left); ok {
			reached = []byte(after + e.right)
		}
	}
	rng.Shuffle(len(reached), func(i, j int) { reached[i], reached[j] = reached[j], reached[i] })
	for range min(cardsMax, 1+rng.IntN(cardsMax+2)) {
		w := word(5, palette)
		switch {
		case len(reached) >= 5 && rng.IntN(4) > 0:
			w = string(reached[:5])
			if rng.IntN(3) > 0 {
				reached = reached[5:]
			}
		case len(p.display) > 0 && rng.IntN(2) == 0:
			w = p.display[rng.IntN(len(p.display))].word
		}
		p.display = append(p.display, plainCard{sortWord(w), rng.IntN(2) == 0})
	}
	rng.Shuffle(len(p.display), func(i, j int) { p.display[i], p.display[j] = p.display[j], p.display[i] })
	return p
}

// A plainRun compares the engine with the plain strategy under some options.
type plainRun struct {
	options                            []string
	n                                  int // cases
	equationsMax, cardsMax, pebblesMax int
	points                             []plainRow
	depth                              int
	walletList, eitherCard             bool
}

var defaultPoints = []plainRow{{3, 1, 2}, {2, 2, 3}, {1, 3, 5}, {0, 5, 8}}

// TestStrategyIsExhaustive compares the engine's search with the plain one.
func TestStrategyIsExhaustive(t *testing.T) {
	odd := []plainRow{{7, 0, 0}, {6, 4, 0}, {3, 0, 4}, {1, 9, 3}, {0, 7, 7}}
	for _, run := range []plainRun{
		{n: 4000, equationsMax: 3, cardsMax: 4, pebblesMax: 15, points: defaultPoints, depth: 4},
		{n: 300, equationsMax: 5, cardsMax: 4, pebblesMax: 15, points: defaultPoints, depth: 4},
		{n: 1200, equationsMax: 1, cardsMax: 4, pebblesMax: 25, points: defaultPoints, depth: 4},
		{n: 1200, equationsMax: 5, cardsMax: 4, pebblesMax: 10, points: defaultPoints, depth: 2, options: []string{"max_exchanges=2"}},
		{n: 1200, equationsMax: 3, cardsMax: 4, pebblesMax: 10, points: defaultPoints, depth: 0, options: []string{"max_exchanges=0"}},
		{n: 1600, equationsMax: 0, cardsMax: 7, pebblesMax: 35, points: defaultPoints, depth: 4, options: []string{"visible_cards=7"}},
		{n: 200, equationsMax: 1, cardsMax: 9, pebblesMax: 40, points: defaultPoints, depth: 2, options: []string{"visible_cards=9", "search_depth=2"}},
		{n: 200, equationsMax: 1, cardsMax: 9, pebblesMax: 40, points: odd, depth: 2, options: []string{"visible_cards=9", "search_depth=2", "points_table=[[7,0,0],[6,4,0],[3,0,4],[1,9,3],[0,7,7]]"}},
		{n: 1200, equationsMax: 2, cardsMax: 7, pebblesMax: 20, points: odd, depth: 2, options: []string{"visible_cards=7", "search_depth=2", "points_table=[[7,0,0],[6,4,0],[3,0,4],[1,9,3],[0,7,7]]"}},
		{n: 2000, equationsMax: 3, cardsMax: 4, pebblesMax: 15, points: odd, depth: 3, options: []string{"search_depth=3", "points_table=[[7,0,0],[6,4,0],[3,0,4],[1,9,3],[0,7,7]]"}},
		// A face is worth less than none.
		{n: 2000, equationsMax: 3, cardsMax: 5, pebblesMax: 20, points: []plainRow{{4, 3, 1}, {0, 6, 2}}, depth: 2, options: []string{"visible_cards=5", "search_depth=2", "points_table=[[4,3,1],[0,6,2]]"}},
		{n: 1200, equationsMax: 3, cardsMax: 4, pebblesMax: 15, points: []plainRow{{0, 0, 0}}, depth: 2, options: []string{"search_depth=2", "points_table=[[0,0,0]]"}},
		{n: 1200, equationsMax: 3, cardsMax: 5, pebblesMax: 20, points: []plainRow{{9, 1000, 1}, {0, 1, 1000}}, depth: 2, options: []string{"visible_cards=5", "max_exchanges=2", "points_table=[[9,1000,1],[0,1,1000]]"}},
		{n: 1200, equationsMax: 4, cardsMax: 4, pebblesMax: 15, points: defaultPoints, depth: 1, options: []string{"search_depth=1"}},
		{n: 400, equationsMax: 2, cardsMax: 4, pebblesMax: 10, points: defaultPoints, depth: 5, options: []string{"search_depth=5"}},
		{n: 120, equationsMax: 2, cardsMax: 4, pebblesMax: 10, points: defaultPoints, depth: 6, options: []string{"search_depth=6"}},
		{n: 240, equationsMax: 1, cardsMax: 4, pebblesMax: 10, points: defaultPoints, depth: 6, options: []string{"search_depth=6", "max_exchanges=9"}},
	} {
		t.Run(cmp.Or(strings.Join(run.options, " "), "default"), run.compare)
	}
}

// TestQuirksArePlain compares the reference's tie-breaks with the plain ones.
func TestQuirksArePlain(t *testing.T) {
	for _, q := range []struct {
		options                []string
		walletList, eitherCard bool
	}{
		{[]string{"wallet_tie=list"}, true, false},
		{[]string{"card_order=either"}, false, true},
		{[]string{"wallet_tie=list", "card_order=either"}, true, true},
	} {
		for _, run := range []plainRun{
			{n: 1500, equationsMax: 3, cardsMax: 4, pebblesMax: 15, points: defaultPoints, depth: 4},
			{n: 600, equationsMax: 5, cardsMax: 4, pebblesMax: 15, points: []plainRow{{0, 0, 0}}, depth: 2, options: []string{"search_depth=2", "points_table=[[0,0,0]]"}},
			{n: 600, equationsMax: 0, cardsMax: 4, pebblesMax: 25, points: []plainRow{{0, 1, 1}}, depth: 4, options: []string{"points_table=[[0,1,1]]"}},
			// Up to 720 orders, which the sort splits more than once.
			{n: 120, equationsMax: 1, cardsMax: 6, pebblesMax: 30, points: []plainRow{{0, 1, 1}}, depth: 1, options: []string{"visible_cards=6", "search_depth=1", "points_table=[[0,1,1]]"}},
		} {
			run.options = append(slices.Clone(q.options), run.options...)
			run.walletList, run.eitherCard = q.walletList, q.eitherCard
			t.Run(strings.Join(run.options, " "), run.compare)
		}
	}
}

func (run plainRun) compare(t *testing.T) {
	a := gametest.NewAsker(t, configured(t, run.options...), "strategy")
	for i := range gametest.Rounds(run.n/10, run.n) {
		p := randomPlain(seeded(i), run.equationsMax, run.cardsMax, run.pebblesMax)
		p.points, p.depth, p.walletList, p.eitherCard = run.points, run.depth, run.walletList, run.eitherCard
		in := p.input(t)
		out := a.Ask(in)
		got := fmt.Sprintf("%s, %s, %s, %s", exchangesOf(t, out[0]), cardsOf(t, out[1]), out[2], pebblesOf(t, out[3]))
		if want := p.plan().answer(); got != want {
			t.Fatalf("case %d:\n%s\n%s\nwant\n%s", i, gametest.Lines(in), got, want)
		}
	}
}

// TestPurchasesOfDifferentLength has two best wallets, from one of which one
// card is bought and from the other two: each of the card sequences is below
// the other, so that the order of the equations decides.
func TestPurchasesOfDifferentLength(t *testing.T) {
	r := configured(t, "card_order=either")
	a, rules := gametest.NewAsker(t, r, "strategy"), gametest.NewAsker(t, configured(t), "strategy")
	given := []plainEquation{{"r", "g"}, {"w", "g"}, {"r", "bbbb"}, {"w", "bbb"}}
	bought := map[string]bool{}
	for i := range 24 {
		p := &plain{
			equations: slices.Clone(given), wallet: "yyyrwggg", bank: "ggbbbbbbb",
			display: []plainCard{{"ggggg", true}, {"bbbbg", false}, {"bbbgg", false}},
			points:  defaultPoints, depth: 4, eitherCard: true,
		}
		seeded(i).Shuffle(len(p.equations), func(i, j int) { p.equations[i], p.equations[j] = p.equations[j], p.equations[i] })
		in := p.input(t)
		if got := cardsOf(t, rules.Ask(in)[1]); got != "ggggg!" {
			t.Errorf("by the rules %s is bought", got)
		}
		out := a.Ask(in)
		got := fmt.Sprintf("%s, %s, %s, %s", exchangesOf(t, out[0]), cardsOf(t, out[1]), out[2], pebblesOf(t, out[3]))
		if want := p.plan().answer(); got != want {
			t.Errorf("%s\n%s\nwant\n%s", gametest.Lines(in), got, want)
		}
		bought[cardsOf(t, out[1])] = true
	}
	if len(bought) != 2 {
		t.Errorf("always the same is bought: %v", bought)
	}
}

// TestSortBelow compares the reference's sort with the plain one on random
// relations, whose results depend on every single comparison.
func TestSortBelow(t *testing.T) {
	for i := range gametest.Rounds(400, 4000) {
		rng := seeded(i)
		n := rng.IntN(5)
		if i%2 == 0 {
			n = rng.IntN(70)
		}
		relation := make([]bool, n*n)
		for k := range relation {
			// Some relations are nearly orders, some are not at all.
			relation[k] = k/max(n, 1) < k%max(n, 1) != (rng.IntN(1+i%9) == 0)
		}
		below := func(a, b int) bool { return relation[a*n+b] }
		list := rng.Perm(n)
		want := list
		if n > 0 {
			want = plainSort(slices.Clone(list), below)
		}
		got := slices.Clone(list)
		bazaar.SortBelow(got, below)
		if !slices.Equal(got, want) {
			t.Fatalf("case %d: %v\nbecomes %v\nwant    %v", i, list, got, want)
		}
	}
}
