package bazaar

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// rulesOf configures the rules, which the tests here look into.
func rulesOf(t testing.TB, settings game.Settings) *rules {
	t.Helper()
	r, err := Game().Configure(settings)
	if err != nil {
		t.Fatal(err)
	}
	return r.(*rules)
}

// TestGamesKeepTheirPieces watches complete games call by call: no pebble and
// no card comes from nowhere, a pebble makes the bank smaller by one, players
// decide as the strategy does, and the game is over long before the limit of
// turns (chapter 7 of the spec). Then the requests are played again.
func TestGamesKeepTheirPieces(t *testing.T) {
	for _, preset := range []string{"rules", "reference-2024"} {
		t.Run(preset, func(t *testing.T) {
			r := rulesOf(t, game.Settings{Preset: preset})
			games := gametest.Rounds(250, 2500)
			longest, replayed := 0, 0
			for i := range games {
				rng := rand.New(rand.NewPCG(uint64(i), 7))
				in := r.Generate("games", rng, i%(game.SizeMax+1))
				if i%4 == 0 {
					in = fromScratch(t, r, rng)
				}
				w := newWatch(t, r, in)
				w.run()
				longest = max(longest, w.referee.turns)
				if !w.unusual {
					replayed++
					w.replay()
				}
				if t.Failed() {
					t.Fatalf("game %d: %s", i, in)
				}
			}
			if longest > 2300 || longest < 20 || replayed < games/10 {
				t.Errorf("the longest game has %d turns, %d of %d games were replayed", longest, replayed, games)
			}
		})
	}
}

// fromScratch is the input of a game from its set-up, among players that
// behave.
func fromScratch(t *testing.T, r *rules, rng *rand.Rand) []jsontext.Value {
	t.Helper()
	d := newDecoder(r)
	in := r.Generate("setup", rng, game.SizeMax)
	var names []string
	var cards []card
	if err := d.Decode(in, 0, func() { names = d.nameList() }); err != nil {
		t.Fatal(err)
	}
	if err := d.Decode(in, 2, func() { cards = d.cards() }); err != nil {
		t.Fatal(err)
	}
	begin := r.setup(names, nil, cards)
	for i := range begin.players {
		begin.players[i].name = ""
	}
	m := newMaker(r, rng, 0)
	actors := appendList(nil, names, func(out []byte, name string) []byte {
		out = append(appendQuoted(append(out, '['), name), ',')
		return append(append(out, m.policyText()...), ']')
	})
	return game.Inputs(actors, in[1], m.gameText(begin))
}

// describeEnd is what two ways to play a game have to agree on.
func describeEnd(t *table) string {
	text := fmt.Sprint(t.bank, t.visibles, t.hidden, t.dropouts, t.phase)
	for _, p := range t.players {
		text += fmt.Sprint(" ", p.name, p.wallet, string(p.score.appendTo(nil)), p.cards)
	}
	return text
}

// A watch plays a game and looks at the table after every call.
type watch struct {
	t        *testing.T
	rules    *rules
	referee  *referee
	cast     map[string]*performer
	lists    map[string][]colour // the wallets as written, chapter 10
	requests []jsontext.Value    // the State at the beginning, then what was replied
	short    bool                // the game began with a short display
	unusual  bool                // a call failed, or there was none
	before   string              // the end of the game, before bonus and win calls
}

// newWatch reads the input of task games.
func newWatch(t *testing.T, r *rules, in []jsontext.Value) *watch {
	t.Helper()
	d := newDecoder(r)
	var cast []actor
	var given []equation
	var begin *table
	var extra *bonus
	readers := []func(){
		func() { cast = d.actors(&d.forms.actors) },
		func() { given = d.equations() },
		func() { begin = d.gameValue() },
		func() { extra = d.bonusValue() },
	}
	for i := range in {
		if err := d.Decode(in, i, readers[i]); err != nil {
			t.Fatal(err)
		}
	}
	begin.equations = given
	w := &watch{t: t, rules: r, cast: map[string]*performer{}, lists: map[string][]colour{}}
	w.short = len(begin.hidden) > 0 && len(begin.visibles) < r.visibleMax
	s := newStrategist(r)
	for i, a := range cast {
		begin.players[i].name = a.name
		begin.players[i].hasCard = true
		w.cast[a.name] = &performer{actor: a, strategist: s, equations: given}
		w.lists[a.name] = slices.Clone(begin.players[i].written)
	}
	begin.phase = pebbleOrTrades
	if r.end(begin) != "" {
		begin.phase = over
	}
	w.requests = []jsontext.Value{described().shown.Text(*begin)}
	w.referee = newReferee(r, begin, extra)
	return w
}

// count is what may not change unless the rules say so.
type count struct {
	pebbles bag // the bank's and all wallets'
	shown   int
	hidden  int
	owned   int
}

func countOf(t *table) count {
	c := count{pebbles: t.bank, shown: len(t.visibles), hidden: len(t.hidden)}
	for i := range t.players {
		c.pebbles += t.players[i].wallet
		c.owned += len(t.players[i].cards)
	}
	return c
}

func (w *watch) run() {
	f := w.referee
	for {
		called, ok := f.next()
		if !ok {
			break
		}
		p := w.cast[called.player]
		if p.failsAt(called.method) {
			w.unusual = true
			f.fail()
			continue
		}
		switch called.method {
		case callFirstReply:
			q := p.firstReply(&called.turn)
			if p.behaviour != cheats {
				w.checkDecision(&called.turn, p.policy, q)
			}
			w.answer(called, q)
		case callSecondReply:
			w.answer(called, request{cards: slices.Clone(p.secondReply(&called.turn))})
		default:
			f.answer(request{})
		}
	}
	if f.reason == turnLimit || f.reason == "" {
		w.t.Errorf("the reason is %q after %d turns", f.reason, f.turns)
	}
	if w.before == "" {
		w.unusual = true // it was over before the first turn
	}
}

// checkDecision compares a first reply with what the tasks equations and
// strategy answer to the same Turn (BG-64). The reference's tie-breaks depend
// on spelling, which the Turn's text does not keep.
func (w *watch) checkDecision(shown *turn, p policy, q request) {
	if w.rules.quirky() {
		return
	}
	given := described().equations.Text(w.referee.table.equations)
	ask := func(task string, in ...jsontext.Value) []jsontext.Value {
		var out game.Output
		if err := w.rules.Oracle(task)(in, &out); err != nil {
			w.t.Fatal(err)
		}
		return out.Values()
	}
	usable := ask("equations", given, described().pebbles.Text(shown.active.wallet), described().pebbles.Text(shown.bank))[0]
	want := string(usable) == "[]" && shown.bank != 0
	if q.pebble != want {
		w.t.Errorf("asks for a pebble: %t, want %t", q.pebble, want)
	}
	if q.pebble {
		return
	}
	plan := ask("strategy", given, described().shownTurn.Text(turn{
		bank: shown.bank, visibles: shown.visibles, active: player{wallet: shown.active.wallet},
	}), described().policy.Text(p))
	if got := described().exchanges.Text(q.exchanges); string(got) != string(plan[0]) {
		w.t.Errorf("exchanges %s, the strategy %s", got, plan[0])
	}
}

// answer gives a reply to the referee and compares the table with what it was.
func (w *watch) answer(called call, q request) {
	f := w.referee
	before, active := countOf(f.table), f.table.players[0]
	bank, visibles, players := f.table.bank, slices.Clone(f.table.visibles), len(f.table.players)
	w.requests = append(w.requests, requestText(&q))
	f.answer(q)
	after := countOf(f.table)
	switch {
	case len(f.table.players) < players:
		// BG-38: the pebbles vanish, nothing else does.
		before.pebbles -= active.wallet
		before.owned -= len(active.cards)
		delete(w.lists, active.name)
	case called.method == callSecondReply:
		for _, k := range q.cards {
			if i := indexCard(visibles, k); i >= 0 { // not so with Q1
				visibles = slices.Delete(visibles, i, i+1)
			}
			w.takeFromList(active.name, k.pebbles())
		}
		refilled := max(0, min(before.hidden, w.rules.visibleMax-len(visibles)))
		before.owned += len(q.cards)
		before.shown, before.hidden = len(visibles)+refilled, before.hidden-refilled
	case q.pebble:
		if f.table.bank.size() != bank.size()-1 {
			w.t.Errorf("a pebble leaves %d of %d pebbles in the bank", f.table.bank.size(), bank.size())
		}
		i := slices.IndexFunc(w.rules.drawOrder[:], func(c colour) bool { return bank.count(c) > 0 })
		w.lists[active.name] = append(w.lists[active.name], w.rules.drawOrder[i])
	default:
		if before.hidden > 0 {
			before.hidden-- // BG-22
		} else {
			before.shown = 0 // BG-23
		}
		for _, x := range q.exchanges {
			w.takeFromList(active.name, x.give)
			for _, e := range f.table.equations {
				if e.same(x) {
					side := 0
					if e.get == x.get {
						side = 1
					}
					w.lists[active.name] = append(w.lists[active.name], e.written[side]...)
				}
			}
		}
	}
	if after != before {
		w.t.Errorf("after %s of %s the pieces are %+v, expected %+v", methodNames[called.method], called.player, after, before)
	}
	if w.rules.walletLists {
		for _, p := range f.table.players {
			if !slices.Equal(p.written, w.lists[p.name]) {
				w.t.Errorf("the wallet of %s is written %v, expected %v", p.name, p.written, w.lists[p.name])
			}
		}
	}
	if f.table.phase == over {
		w.before = describeEnd(f.table)
	}
}

// takeFromList removes the first pebble of its colour for each of the bag.
func (w *watch) takeFromList(name string, gone bag) {
	for _, c := range writingOrder {
		for range gone.count(c) {
			if i := slices.Index(w.lists[name], c); i >= 0 {
				w.lists[name] = slices.Delete(w.lists[name], i, i+1)
			}
		}
	}
}

// replay compares the game with what task play makes of its requests. Play
// knows no win calls and no bonus, so that the tables compare before those.
func (w *watch) replay() {
	if w.short {
		return // no State, and so no task play, begins with a short display
	}
	var out game.Output
	if err := w.rules.Oracle("play")(w.requests, &out); err != nil {
		w.t.Fatal(err)
	}
	d := newDecoder(w.rules)
	var end *table
	if err := d.Decode([]jsontext.Value{out.Value(1)}, 0, func() { end = d.stateValue() }); err != nil {
		w.t.Fatal(err)
	}
	if got := describeEnd(end); got != w.before {
		w.t.Errorf("play leads to\n%s\nthe referee to\n%s", got, w.before)
	}
}

// TestTurnLimit has games that would go on without the price.
func TestTurnLimit(t *testing.T) {
	r := rulesOf(t, game.Settings{Options: []game.Setting{
		{Name: "price", Value: jsontext.Value("false")}, {Name: "turns_max", Value: jsontext.Value("25")},
	}})
	// Two pebbles, red for Ada and blue for bob, are worth nothing; the only
	// equation is usable for ever, so that nobody draws.
	in := []jsontext.Value{
		jsontext.Value(`[["Ada","purchase-points"],["bob","purchase-points"]]`),
		jsontext.Value(`[[["red"],["blue"]]]`),
		jsontext.Value(`{"bank":["red","blue"],"visibles":[{"pebbles":["white","white","white","white","white"],"face?":false}],` +
			`"cards":[],"players":[{"wallet":["red"],"score":3},{"wallet":["blue"],"score":5}]}`),
	}
	w := newWatch(t, r, in)
	f := w.referee
	f.play([]actor{w.cast["Ada"].actor, w.cast["bob"].actor}, newStrategist(r))
	if f.reason != turnLimit || f.turns != 25 || !slices.Equal(f.winners, []string{"bob"}) {
		t.Errorf("%q after %d turns, winners %s", f.reason, f.turns, f.winners)
	}
}

// TestEmptyDisplay: while cards are hidden there are cards left (BG-47). Only
// the server takes Games in which the display is empty then.
func TestEmptyDisplay(t *testing.T) {
	r := rulesOf(t, game.Settings{})
	begin := &table{bank: red.one(), hidden: []card{newCard(5*red.one(), true)}, players: []player{{name: "Ada"}}}
	if reason := r.end(begin); reason != "" {
		t.Errorf("the game is over: %s", reason)
	}
	begin.hidden = nil
	if reason := r.end(begin); reason != noCards {
		t.Errorf("without cards the reason is %q", reason)
	}
}

// TestPurchases: the best purchase is the best plan without equations, also
// when the strategist has planned something else before.
func TestPurchases(t *testing.T) {
	for _, preset := range []string{"rules", "reference-2024"} {
		r := rulesOf(t, game.Settings{Preset: preset})
		used := newStrategist(r)
		for i := range gametest.Rounds(200, 2000) {
			in := r.Generate("strategy", rand.New(rand.NewPCG(uint64(i), 9)), i%(game.SizeMax+1))
			d := newDecoder(r)
			var given []equation
			var shown turn
			for k, reader := range []func(){func() { given = d.equations() }, func() { shown = d.turnValue() }} {
				if err := d.Decode(in, k, reader); err != nil {
					t.Fatal(err)
				}
			}
			p := policy(i % 2)
			used.planForTurn(given, &shown, p)
			got := used.bestPurchase(shown.active.wallet, shown.visibles, p)
			if r.quirky() {
				got = used.quirkyPurchase(shown.active.wallet, shown.visibles, p)
			}
			want := newStrategist(r).planForTurn(nil, &shown, p)
			if !slices.Equal(got.cards, want.cards) || got.points != want.points || got.left != want.left || len(got.exchanges) != 0 {
				t.Fatalf("case %d of %s: %+v, want %+v", i, preset, got, want)
			}
		}
	}
}

// TestWallets adds many wallets, so that the set has to grow, and tells the new
// ones from those that are in.
func TestWallets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var w wallets
	for range 3 {
		w.reset()
		known := map[bag]bool{}
		for range 20_000 {
			var b bag
			for c := range colours {
				b += c.one() * bag(rng.IntN(8))
			}
			if w.add(b) == known[b] {
				t.Fatalf("%s: new is %t", describe(b), known[b])
			}
			known[b] = true
		}
	}
}

// TestNaturals compares scores of any length with those of a library.
func TestNaturals(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	draw := func() string {
		digits := make([]byte, 1+rng.IntN([]int{3, 20, 70}[rng.IntN(3)]))
		for i := range digits {
			digits[i] = byte('0' + rng.IntN(10))
			if rng.IntN(2) == 0 {
				digits[i] = "09"[rng.IntN(2)] // carries, and powers of ten
			}
		}
		digits[0] = byte('1' + rng.IntN(9))
		return string(digits)
	}
	for range 20_000 {
		x, y := draw(), draw()
		switch rng.IntN(5) {
		case 0:
			y = x
		case 1:
			y = "0"
		}
		a, b := naturalFrom([]byte(x)), naturalFrom([]byte(y))
		m, _ := new(big.Int).SetString(x, 10)
		n, _ := new(big.Int).SetString(y, 10)
		if got := string(a.appendTo(nil)); got != x {
			t.Fatalf("%s is written %s", x, got)
		}
		if got, want := a.compare(b), m.Cmp(n); got != want {
			t.Fatalf("%s and %s compare as %d, want %d", x, y, got, want)
		}
		if got, want := string(a.plus(b).appendTo(nil)), m.Add(m, n).String(); got != want {
			t.Fatalf("%s and %s make %s, want %s", x, y, got, want)
		}
		// A sum compares like any other number.
		if a.plus(b).compare(a) < 0 || a.plus(b).compare(b.plus(a)) != 0 {
			t.Fatalf("%s and %s make less than they are", x, y)
		}
	}
}

// TestBags compares the packed bags with counts, up to the largest there are.
func TestBags(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	draw := func() (bag, [colours]int) {
		var b bag
		var n [colours]int
		most := []int{2, 5, 400}[rng.IntN(3)] // 5 times 400 is all that two bags of 1000 have
		for c := range colours {
			n[c] = rng.IntN(most + 1)
			b += c.one() * bag(n[c])
		}
		return b, n
	}
	for range 20_000 {
		a, x := draw()
		b, y := draw()
		size, covers, apart := 0, true, true
		var missing bag
		for c := range colours {
			if a.count(c) != x[c] {
				t.Fatalf("count %d of %v is %d", c, x, a.count(c))
			}
			size += x[c]
			covers = covers && x[c] >= y[c]
			apart = apart && (x[c] == 0 || y[c] == 0)
			missing += c.one() * bag(max(0, y[c]-x[c]))
		}
		if a.size() != size || a.contains(b) != covers || a.disjoint(b) != apart || a.lacks(b) != missing {
			t.Fatalf("%v and %v: size %d, contains %t, disjoint %t, lacks %s", x, y, a.size(), a.contains(b), a.disjoint(b), describe(a.lacks(b)))
		}
	}
	most := red.one() * 2000
	if most.size() != 2000 || !most.contains(most) || most.contains(most+red.one()) {
		t.Error("2000 pebbles of one colour are too many")
	}
}
