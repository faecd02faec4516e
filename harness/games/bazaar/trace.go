package bazaar

import (
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// What an oracle meets is found by looking at what goes in and what comes out,
// and at the table before and after each request, so that answers which nobody
// measures pay nothing for it.

// features are what the oracles note besides clauses. Names with a colon have
// the kind of thing in front.
var features = func() []game.Feature {
	list := []game.Feature{
		{Name: "equations=0", Means: "no equations", Tasks: tasksWithChosenEquations},
		{Name: "equations=equations_max", Means: "as many equations as there can be", Tasks: tasksWithEquations},
		{Name: "side=1", Means: "an equation with a side of one pebble", Tasks: tasksWithEquations},
		{Name: "side=side_max", Means: "an equation with a side of as many pebbles as there can be", Tasks: tasksWithEquations},
		{Name: "wallet=0", Means: "an empty wallet", Tasks: append(slices.Clone(tasksShowing), "equations", "strategy", "rules")},
		{Name: "bank=0", Means: "an empty bank", Tasks: append(slices.Clone(tasksShowing), "equations", "strategy", "rules")},
		{Name: "bank=1", Means: "a bank of one pebble", Tasks: append(slices.Clone(tasksShowing), "equations", "strategy", "rules")},
		{Name: "pebbles=pebbles_max", Means: "as many pebbles as there can be, in a bag or altogether", Tasks: tasksBatch},
		{Name: "visible=0", Means: "no visible card", Tasks: append(slices.Clone(tasksShowing), "strategy", "rules")},
		{Name: "visible=visible_cards", Means: "a display that is full", Tasks: tasksWithCards},
		{Name: "hidden=0", Means: "visible cards, but no hidden one", Tasks: tasksShowing},
		{Name: "hidden=1", Means: "one hidden card", Tasks: tasksShowing},
		{Name: "cards=cards_max", Means: "as many cards as there can be, visible and hidden", Tasks: append(slices.Clone(tasksShowing), "setup")},
		{Name: "equal-cards", Means: "two equal cards on the table", Tasks: append(slices.Clone(tasksShowing), "strategy", "rules", "setup")},
		{Name: "players=1", Means: "one player", Tasks: tasksShowing},
		{Name: "players=players_max", Means: "as many players as there can be", Tasks: append(slices.Clone(tasksShowing), "setup")},
		{Name: "players=players_min", Means: "as few players as a game from scratch can have", Tasks: []string{"setup"}},
		{Name: "score=winning_score", Means: "a player with just enough points to end the game", Tasks: tasksShowing},
		{Name: "score=winning_score-1", Means: "a player who lacks one point to end the game", Tasks: tasksShowing},

		{Name: "usable:none", Means: "an equation that is usable in neither direction", Tasks: []string{"equations"}},
		{Name: "usable:as-written", Means: "an equation that is usable from left to right only", Tasks: []string{"equations"}},
		{Name: "usable:flipped", Means: "an equation that is usable from right to left only", Tasks: []string{"equations"}},
		{Name: "usable:both", Means: "an equation that is usable in both directions", Tasks: []string{"equations"}},
		{Name: "usable:wallet-just", Means: "an equation whose side is the whole wallet", Tasks: []string{"equations"}},
		{Name: "usable:bank-just", Means: "an equation whose side is the whole bank", Tasks: []string{"equations"}},

		{Name: "exchanges=0", Means: "an empty exchange list", Tasks: tasksExecuting},
		{Name: "exchanges=1", Means: "a legal list of one exchange", Tasks: tasksExecuting},
		{Name: "exchanges>4", Means: "a legal list of more than four exchanges", Tasks: []string{"rules", "move", "play"}},
		{Name: "exchanges=search_depth", Means: "a plan of as many exchanges as a player thinks about", Tasks: []string{"strategy"}},
		{Name: "exchange:repeated", Means: "a legal list with an exchange that occurs twice", Tasks: tasksExecuting},
		{Name: "exchange:and-back", Means: "a legal list that uses an equation in both directions", Tasks: []string{"rules", "games", "move", "play"}},
		{Name: "exchange:paid-by-earlier", Means: "a legal list with an exchange that an earlier one makes possible", Tasks: tasksExecuting},

		{Name: "policy:purchase-points", Means: "the policy purchase-points", Tasks: []string{"strategy"}},
		{Name: "policy:purchase-size", Means: "the policy purchase-size", Tasks: []string{"strategy"}},
		{Name: "plan:nothing", Means: "nothing can be bought, with or without exchanges", Tasks: []string{"strategy"}},
		{Name: "plan:without-exchange", Means: "the best plan buys cards and exchanges nothing", Tasks: []string{"strategy"}},
		{Name: "plan:with-exchanges", Means: "the best plan exchanges and buys", Tasks: []string{"strategy"}},
		{Name: "plan:several-cards", Means: "the best plan buys several cards", Tasks: []string{"strategy"}},

		{Name: "phase:pebble-or-trades", Means: "a State that awaits a first reply", Tasks: []string{"move", "play", "view", "score"}},
		{Name: "phase:cards", Means: "a State that awaits a second reply", Tasks: []string{"move", "play", "view", "score"}},
		{Name: "phase:over", Means: "a State that is over", Tasks: []string{"move", "play", "view", "score"}},
		{Name: "view:active", Means: "the index of the active player", Tasks: []string{"view"}},
		{Name: "view:last", Means: "the index of the last of several players", Tasks: []string{"view"}},
		{Name: "view:between", Means: "the index of a player between the first and the last", Tasks: []string{"view"}},
		{Name: "score:big", Means: "a score that no machine word holds", Tasks: []string{"turn", "games"}},

		{Name: "draw:several-colours", Means: "a pebble from a bank of several colours", Tasks: tasksPlaying},
		{Name: "draw:last-pebble", Means: "the last pebble of the bank is drawn", Tasks: tasksPlaying},
		{Name: "price:hidden-card", Means: "the price is a hidden card, others remain", Tasks: tasksPlaying},
		{Name: "price:last-hidden-card", Means: "the price is the last hidden card", Tasks: tasksPlaying},
		{Name: "price:display", Means: "the price is the display", Tasks: tasksPlaying},
		{Name: "price:of-empty-list", Means: "an empty exchange list pays the price", Tasks: tasksPlaying},
		{Name: "bought=0", Means: "a purchase of nothing", Tasks: tasksPlaying},
		{Name: "bought=1", Means: "a purchase of one card", Tasks: tasksPlaying},
		{Name: "bought>1", Means: "a purchase of several cards", Tasks: tasksPlaying},
		{Name: "bought:face", Means: "a purchase of a card with a face", Tasks: tasksBuying},
		{Name: "bought:plain", Means: "a purchase of a plain card", Tasks: tasksBuying},
		{Name: "bought:equal-shown", Means: "a purchase of a card of which an equal one stays on display", Tasks: tasksPlaying},
		{Name: "left=0", Means: "a purchase that leaves no pebble", Tasks: tasksBuying},
		{Name: "left=1", Means: "a purchase that leaves one pebble", Tasks: tasksBuying},
		{Name: "left=2", Means: "a purchase that leaves two pebbles", Tasks: tasksBuying},
		{Name: "left=3", Means: "a purchase that leaves three pebbles", Tasks: tasksBuying},
		{Name: "left>3", Means: "a purchase that leaves more than three pebbles", Tasks: tasksBuying},
		{Name: "refill=1", Means: "one card comes to the display", Tasks: tasksPlaying},
		{Name: "refill>1", Means: "several cards come to the display", Tasks: tasksPlaying},
		{Name: "refill:too-few", Means: "a display stays short, since the hidden pile is used up", Tasks: tasksPlaying},
		{Name: "drop:first-reply", Means: "a first reply eliminates", Tasks: tasksEliminating},
		{Name: "drop:second-reply", Means: "a second reply eliminates", Tasks: tasksEliminating},
		{Name: "drop:last-player", Means: "the last player is eliminated", Tasks: tasksEliminating},
		{Name: "drop:leader", Means: "a player is eliminated who has more points than the others", Tasks: tasksEliminating},
		{Name: "over:at-once", Means: "a game that is over before its first turn", Tasks: tasksGames},
		{Name: "over:by-first-reply", Means: "a first reply ends the game", Tasks: tasksPlaying},
		{Name: "over:by-second-reply", Means: "a second reply ends the game", Tasks: tasksPlaying},
		{Name: "over:by-elimination", Means: "an elimination ends the game", Tasks: tasksEliminating},
		{Name: "end:several-reasons", Means: "a game that is over for several reasons", Tasks: []string{"play", "score"}},
		{Name: "end:no-card-shown-or-hidden", Means: "cards are used up, but the points are not enough", Tasks: tasksTabling},
		{Name: "bank=0:goes-on", Means: "an empty bank, but somebody can buy a visible card", Tasks: tasksTabling},
		{Name: "bank>0:nobody-can-buy", Means: "nobody can buy a visible card, but the bank has pebbles", Tasks: tasksTabling},

		{Name: "winners=0", Means: "nobody wins", Tasks: tasksRanking},
		{Name: "winners=1", Means: "one player wins, others remain who do not", Tasks: tasksRanking},
		{Name: "winners>1", Means: "several players win", Tasks: tasksRanking},
		{Name: "winners:out-of-order", Means: "winners whose names are not in the order of the list", Tasks: tasksRanking},
		{Name: "dropouts:out-of-order", Means: "drop-outs whose names are not in the order of their elimination", Tasks: tasksRanking},
		{Name: "bonus:earned", Means: "a bonus that a player gets", Tasks: tasksRanking},
		{Name: "bonus:missed", Means: "a bonus that a player does not get", Tasks: tasksRanking},
		{Name: "win:loser-fails", Means: "a player that has not won fails when told so", Tasks: tasksGames},
		{Name: "win:winner-fails", Means: "a winner fails when told so", Tasks: tasksGames},
	}
	for _, c := range codes {
		if !slices.Contains(codesOfOptions, code(c.Name)) {
			list = append(list, game.Feature{Name: "code:" + c.Name, Means: "a request that is illegal since " + c.When, Tasks: tasksJudging})
		}
	}
	for _, reason := range []string{noPlayers, enoughPoints, noCards, nobodyCanBuy} {
		tasks := tasksTabling
		if reason == noPlayers {
			tasks = []string{"games", "move", "play", "score"} // a view is that of a player
		}
		list = append(list, game.Feature{Name: "end:" + reason, Means: "a game that is over since " + reasonTexts[reason], Tasks: tasks})
	}
	for _, m := range methodNames {
		list = append(list,
			game.Feature{Name: "raises:" + m, Means: "an actor that raises in " + m, Tasks: tasksGames},
			game.Feature{Name: "hangs:" + m, Means: "an actor that never returns from " + m, Tasks: tasksGames})
	}
	for _, k := range cheatNames {
		list = append(list, game.Feature{Name: "cheat:" + k, Means: "an actor whose cheat is " + k + ", where it is possible", Tasks: tasksGames})
	}
	return append(list,
		game.Feature{Name: "client:behaves", Means: "a client that signs up and does nothing wrong on the wire", Tasks: tasksLive},
		game.Feature{Name: "client:fault", Means: "a client with a fault on the wire, or a server's fault at it", Tasks: tasksLive},
		game.Feature{Name: "client:special", Means: "a special client", Tasks: tasksLive},
		game.Feature{Name: "client:other-name", Means: "a connection that sends something else than a name", Tasks: tasksServer})
}()

// codesOfOptions are the codes that no request has by the default options.
var codesOfOptions = []code{tooManyExchanges, colourGone}

// The groups of tasks of features alone.
var (
	tasksTabling             = []string{"games", "move", "play", "view", "score"}
	tasksShowing             = []string{"turn", "games", "move", "play", "view", "score"}
	tasksWithChosenEquations = []string{"equations", "strategy", "rules", "games", "move", "play", "view", "score"}
)

// A contents is what some values have in common that a trace is told of.
type contents struct {
	given    []equation
	none     bool // equations are not among the values
	list     []exchange
	wallets  []bag
	bank     bag
	apart    bool // wallets and bank are not those of one game
	cards    bool // there are cards: visible and hidden ones, if any
	table    bool // there are a hidden pile and players
	visibles []card
	hidden   []card
	owned    []card
	players  int
	scores   []natural
}

// contentsOf are those of a Game or State.
func contentsOf(t *table) *contents {
	c := &contents{given: t.equations, bank: t.bank, cards: true, table: true, visibles: t.visibles, hidden: t.hidden, players: len(t.players)}
	for i := range t.players {
		p := &t.players[i]
		c.wallets = append(c.wallets, p.wallet)
		c.owned = append(c.owned, p.cards...)
		c.scores = append(c.scores, p.score)
	}
	return c
}

// contentsOfTurn are those of a Turn.
func contentsOfTurn(given []equation, t *turn) *contents {
	return &contents{given: given, wallets: []bag{t.active.wallet}, bank: t.bank, apart: true, cards: true, visibles: t.visibles, owned: t.active.cards}
}

// traceContents notes what the values have of the limits of chapter 4: the
// clauses without which they would not be valid (BG-01 to BG-09).
func (o *oracle) traceContents(c *contents) {
	tr, r := o.trace, o.rules
	if tr == nil {
		return
	}
	o.tracePieces(c)
	total := 0
	many := false
	for _, b := range append(slices.Clone(c.wallets), c.bank) {
		total += b.size()
		for k := range colours {
			many = many || b.count(k) > r.pebblesMax/int(colours)
		}
		if c.apart && b.size() == r.pebblesMax {
			tr.Clause("BG-02")
			tr.Feature("pebbles=pebbles_max")
		}
	}
	if many {
		tr.Clause("BG-02") // there is no limit per colour
	}
	if !c.apart && total == r.pebblesMax {
		tr.Clause("BG-02")
		tr.Feature("pebbles=pebbles_max")
	}
	if slices.Contains(c.wallets, 0) {
		tr.Feature("wallet=0")
	}
	switch c.bank.size() {
	case 0:
		tr.Feature("bank=0")
	case 1:
		tr.Feature("bank=1")
	}
	if c.cards {
		o.traceCards(c)
	}
	if c.table {
		o.tracePlayers(c)
	}
}

// tracePieces notes colours and equations.
func (o *oracle) tracePieces(c *contents) {
	tr, r := o.trace, o.rules
	all := c.bank.kinds()
	for _, b := range c.wallets {
		all |= b.kinds()
	}
	for _, k := range slices.Concat(c.visibles, c.hidden, c.owned) {
		all |= k.pebbles().kinds()
	}
	sides := append([]exchange{}, c.list...)
	for _, e := range c.given {
		sides = append(sides, e.exchange)
	}
	for _, x := range sides {
		all |= x.give.kinds() | x.get.kinds()
		if x.give.size() == 1 || x.get.size() == 1 {
			tr.Feature("side=1")
			tr.Clause("BG-05")
		}
		if x.give.size() == r.sideMax || x.get.size() == r.sideMax {
			tr.Feature("side=side_max")
			tr.Clause("BG-05")
		}
	}
	if all == ones {
		tr.Clause("BG-01")
	}
	switch len(c.given) {
	case 0:
		if !c.none && r.equationsMax > 0 {
			tr.Feature("equations=0")
		}
	case r.equationsMax:
		tr.Clause("BG-06")
		tr.Feature("equations=equations_max")
	}
}

// traceCards notes the cards.
func (o *oracle) traceCards(c *contents) {
	tr, r := o.trace, o.rules
	onTable := slices.Concat(c.visibles, c.hidden)
	if len(onTable) > 0 || len(c.owned) > 0 {
		tr.Clause("BG-03")
	}
	if len(c.visibles) == r.visibleMax {
		tr.Clause("BG-08")
		tr.Feature("visible=visible_cards")
	}
	if len(onTable) == r.cardsMax {
		tr.Clause("BG-04")
		tr.Feature("cards=cards_max")
	}
	if len(c.owned) >= r.cardsMax {
		tr.Clause("BG-04")
	}
	for i, k := range onTable {
		if indexCard(onTable[:i], k) >= 0 {
			tr.Clause("BG-04")
			tr.Feature("equal-cards")
		}
	}
	if len(c.visibles) == 0 {
		tr.Feature("visible=0")
	}
	switch {
	case c.table && len(c.hidden) == 0 && len(c.visibles) > 0:
		tr.Feature("hidden=0")
	case c.table && len(c.hidden) == 1:
		tr.Feature("hidden=1")
	}
}

// tracePlayers notes the number of players and their scores.
func (o *oracle) tracePlayers(c *contents) {
	tr, r := o.trace, o.rules
	if c.players < r.playersMin || c.players == r.playersMax {
		tr.Clause("BG-09")
	}
	switch c.players {
	case 1:
		tr.Feature("players=1")
	case r.playersMax:
		tr.Feature("players=players_max")
	}
	for _, n := range c.scores {
		switch {
		case n.compare(natural{n: r.winningScore}) == 0:
			tr.Feature("score=winning_score")
		case n.compare(natural{n: r.winningScore - 1}) == 0:
			tr.Feature("score=winning_score-1")
		case n.digits != "":
			tr.Feature("score:big")
		}
	}
}

// traceState notes what a Game or State has, and why it is over, if it is.
func (o *oracle) traceState(t *table) {
	if o.trace == nil {
		return
	}
	t.trace = o.trace
	o.traceContents(contentsOf(t))
	o.rules.traceEnd(t)
}

// traceEnd notes the reasons of the end test, and what they just miss.
func (r *rules) traceEnd(t *table) {
	tr := t.trace
	known := map[string]string{noPlayers: "BG-45", enoughPoints: "BG-46", noCards: "BG-47", nobodyCanBuy: "BG-48"}
	reason := r.end(t)
	if reason != "" {
		tr.Clause(known[reason])
		tr.Feature("end:" + reason)
	}
	points := r.enoughPoints(t)
	cards, nobody := r.noCards(t), r.nobodyCanBuy(t)
	several := 0
	for _, holds := range []bool{len(t.players) == 0, points, cards, nobody} {
		if holds {
			several++
		}
	}
	if several > 1 && t.reasoned {
		tr.Clause("BG-49")
		tr.Feature("end:several-reasons")
	}
	if cards && !points && len(t.players) > 0 {
		tr.Feature("end:no-card-shown-or-hidden")
	}
	if len(t.players) == 1 && reason == "" {
		tr.Clause("BG-45") // one player is enough
	}
	switch {
	case t.bank == 0 && reason == "":
		tr.Feature("bank=0:goes-on")
	case t.bank != 0 && reason == "" && !r.anybodyCanBuy(t):
		tr.Feature("bank>0:nobody-can-buy")
	}
}

// traceUses notes what of the equations task equations found usable.
func (o *oracle) traceUses(given []equation, wallet, bank bag) {
	tr := o.trace
	if tr == nil {
		return
	}
	o.traceContents(&contents{given: given, wallets: []bag{wallet}, bank: bank, apart: true})
	for _, e := range given {
		back := e.flipped()
		asWritten, flipped := e.usable(wallet, bank), back.usable(wallet, bank)
		switch {
		case asWritten && flipped:
			tr.Feature("usable:both")
		case asWritten:
			tr.Feature("usable:as-written")
		case flipped:
			tr.Feature("usable:flipped")
		default:
			tr.Feature("usable:none")
		}
		if flipped {
			tr.Clause("BG-18")
		}
		if !asWritten || !flipped {
			tr.Clause("BG-19")
		}
		if asWritten && wallet == e.give || flipped && wallet == e.get {
			tr.Feature("usable:wallet-just")
		}
		if asWritten && bank == e.get || flipped && bank == e.give {
			tr.Feature("usable:bank-just")
		}
	}
}

// traceTurn notes what a player is shown.
func (o *oracle) traceTurn(t *table, i int) {
	tr := o.trace
	if tr == nil {
		return
	}
	tr.Clause("BG-14")
	switch n := len(t.players); {
	case i == 0:
		tr.Feature("view:active")
	case i == n-1:
		tr.Feature("view:last")
	default:
		tr.Feature("view:between")
	}
}

// traceShown notes the Game whose active player is shown its Turn.
func (o *oracle) traceShown(t *table) {
	if o.trace == nil {
		return
	}
	o.trace.Clause("BG-14")
	if len(t.players) > 1 {
		o.trace.Clause("BG-11")
	}
	shown := contentsOf(t)
	shown.none = true
	o.traceContents(shown)
}

// traceList notes an exchange list that has been judged.
func (r *rules) traceList(tr *game.Trace, wallet, bank bag, given []equation, list []exchange, c code) {
	if len(list) == 0 {
		tr.Clause("BG-13")
		tr.Feature("exchanges=0")
	}
	switch c {
	case tooManyExchanges:
		tr.Clause("BG-20")
		return
	case unknownEquation:
		tr.Clause("BG-18")
		tr.Clause("BG-21")
		return
	case walletShort, bankShort:
		tr.Clause("BG-19")
		tr.Clause("BG-21")
		return
	}
	if len(list) > 0 {
		tr.Clause("BG-21")
	}
	if len(list) == 1 {
		tr.Feature("exchanges=1")
	}
	if len(list) > r.searchDepth {
		tr.Clause("BG-20")
		tr.Feature("exchanges>4")
	}
	for i, x := range list {
		if slices.Contains(list[:i], x) {
			tr.Clause("BG-20")
			tr.Feature("exchange:repeated")
		}
		if slices.Contains(list[:i], x.flipped()) {
			tr.Clause("BG-20")
			tr.Feature("exchange:and-back")
		}
		if !x.usable(wallet, bank) {
			tr.Clause("BG-19")
			tr.Feature("exchange:paid-by-earlier")
		}
		if !slices.ContainsFunc(given, func(e equation) bool { return e.exchange == x }) {
			tr.Clause("BG-18") // in either direction
		}
	}
}

// orderClauses are the clauses of orders, each with a mutant that turns it: the
// clause has a say in a plan if the mutant finds another one.
var orderClauses = map[string]string{"BG-60": "bags-in-reverse", "BG-61": "cards-in-reverse", "BG-62": "exchanges-in-reverse-order"}

// tracePlan notes what decided a plan.
func (r *rules) tracePlan(tr *game.Trace, given []equation, t *turn, p policy, best plan) {
	for clause, id := range orderClauses {
		other := newStrategist(r.mutate(id)).planForTurn(given, t, p)
		if !slices.Equal(best.exchanges, other.exchanges) || !slices.Equal(best.cards, other.cards) {
			tr.Clause(clause)
		}
	}
	if r.usableEquation(given, t.active.wallet, t.bank) {
		tr.Clause("BG-63")
	}
	if len(best.cards) > 0 {
		tr.Clause("BG-65")
	}
}

// traceStrategy notes a plan as an answer.
func (o *oracle) traceStrategy(given []equation, t *turn, p policy, best plan) {
	tr, r := o.trace, o.rules
	if tr == nil {
		return
	}
	o.traceContents(contentsOfTurn(given, t))
	r.tracePlan(tr, given, t, p, best)
	if len(best.exchanges) > 0 {
		r.traceList(tr, t.active.wallet, t.bank, given, best.exchanges, legal)
	} else {
		tr.Feature("exchanges=0")
	}
	tr.Feature("policy:" + policyNames[p])
	switch {
	case len(best.cards) == 0:
		tr.Feature("plan:nothing")
	case len(best.exchanges) == 0:
		tr.Feature("plan:without-exchange")
	default:
		tr.Feature("plan:with-exchanges")
	}
	if len(best.cards) > 1 {
		tr.Feature("plan:several-cards")
	}
	if n := len(best.exchanges); n > 0 && n == r.exchangeDepth() {
		tr.Feature("exchanges=search_depth")
		tr.Clause("BG-63")
	}
	if r.exchangesMax >= 0 {
		tr.Clause("BG-20")
	}
	wallet := t.active.wallet
	for _, x := range best.exchanges {
		wallet += x.get - x.give
	}
	r.traceCardsBought(tr, wallet, best.cards)
}

// traceCardsBought notes what each card of a legal purchase leaves and brings.
func (r *rules) traceCardsBought(tr *game.Trace, wallet bag, cards []card) {
	for _, k := range cards {
		tr.Clause("BG-27")
		tr.Clause("BG-32")
		if k.face() {
			tr.Feature("bought:face")
		} else {
			tr.Feature("bought:plain")
		}
		wallet -= k.pebbles()
		tr.Feature([]string{"left=0", "left=1", "left=2", "left=3", "left>3"}[min(wallet.size(), 4)])
	}
}

// traced is judge with notes.
func (r *rules) traced(t *table, q *request) code {
	before := *t
	before.players = slices.Clone(t.players)
	c := r.judge(t, q)
	tr := t.trace
	if c != legal {
		found, _ := r.game.Code(string(c))
		tr.Clause(found.Clause)
		if !slices.Contains(codesOfOptions, c) && !t.whole {
			tr.Feature("code:" + string(c))
		}
	}
	switch {
	case c == gameOver, c == wrongPhase:
	case before.phase == pebbleOrTrades:
		r.traceFirst(&before, t, q, c)
	default:
		r.traceSecond(&before, t, q.cards, c)
	}
	if c == legal && t.phase == over {
		tr.Clause("BG-44")
		r.traceEnd(t)
		if before.phase == pebbleOrTrades {
			tr.Feature("over:by-first-reply")
		} else {
			tr.Feature("over:by-second-reply")
		}
	}
	return c
}

// traceFirst notes a first reply.
func (r *rules) traceFirst(before, t *table, q *request, c code) {
	tr := t.trace
	if q.pebble {
		tr.Clause("BG-13")
		if c != legal {
			return
		}
		tr.Clause("BG-15")
		if len(before.visibles) > 0 {
			tr.Clause("BG-17")
		}
		if before.bank.kinds().size() > 1 {
			tr.Feature("draw:several-colours")
		}
		if t.bank == 0 {
			tr.Feature("draw:last-pebble")
		}
	} else {
		r.traceList(tr, before.players[0].wallet, before.bank, before.equations, q.exchanges, c)
		tr.Clause("BG-25")
		if c != legal {
			return
		}
		r.tracePrice(before, t, len(q.exchanges))
	}
	if t.phase == buyCards {
		tr.Clause("BG-12")
	}
}

// tracePrice notes what a legal list has cost.
func (r *rules) tracePrice(before, t *table, exchanges int) {
	tr := t.trace
	switch {
	case !r.price:
		tr.Clause("BG-22")
		return
	case exchanges == 0:
		tr.Clause("BG-24")
		if !r.emptyPrice {
			return
		}
		tr.Feature("price:of-empty-list")
	}
	switch len(before.hidden) {
	case 0:
		tr.Clause("BG-23")
		tr.Feature("price:display")
	case 1:
		tr.Clause("BG-22")
		tr.Feature("price:last-hidden-card")
	default:
		tr.Clause("BG-22")
		tr.Feature("price:hidden-card")
	}
}

// traceSecond notes a second reply.
func (r *rules) traceSecond(before, t *table, cards []card, c code) {
	tr := t.trace
	active := &before.players[0]
	if c != legal {
		if _, alone := r.buy(active.wallet, before.bank, before.visibles, cards[:1]); alone == legal {
			tr.Clause("BG-28")
		}
		if c == cardNotVisible && !t.whole && !active.wallet.contains(cards[0].pebbles()) {
			tr.Clause("BG-31")
		}
		return
	}
	tr.Clause("BG-36")
	if len(t.players) > 1 {
		tr.Clause("BG-11")
	}
	tr.Feature([]string{"bought=0", "bought=1", "bought>1"}[min(len(cards), 2)])
	if len(cards) != 1 {
		tr.Clause("BG-26")
	}
	if len(cards) > 0 {
		for _, id := range []string{"BG-29", "BG-30", "BG-33"} {
			tr.Clause(id)
		}
		if !t.whole {
			tr.Clause("BG-34")
		}
		r.traceCardsBought(tr, active.wallet, cards)
	}
	rest := missing(before.visibles, cards)
	for _, k := range cards {
		if indexCard(rest, k) >= 0 {
			tr.Feature("bought:equal-shown")
		}
	}
	switch came := len(before.hidden) - len(t.hidden); {
	case came > 1:
		tr.Feature("refill>1")
		tr.Clause("BG-35")
	case came == 1:
		tr.Feature("refill=1")
		tr.Clause("BG-35")
	}
	if len(t.visibles) < r.visibleMax && len(cards) > 0 {
		tr.Clause("BG-35")
		tr.Feature("refill:too-few")
	}
}

// traceElimination notes the elimination of the active player, which is about
// to take place.
func (r *rules) traceElimination(t *table) {
	tr := t.trace
	out := &t.players[0]
	tr.Clause("BG-37")
	tr.Clause("BG-41")
	if out.wallet != 0 {
		tr.Clause("BG-38")
	}
	if t.phase == buyCards {
		tr.Clause("BG-39")
		tr.Feature("drop:second-reply")
	} else {
		tr.Feature("drop:first-reply")
	}
	if len(t.players) == 1 {
		tr.Feature("drop:last-player")
	}
	if w := r.winners(t.players); len(t.players) > 1 && len(w) == 1 && w[0] == out.name {
		tr.Clause("BG-40")
		tr.Feature("drop:leader")
	}
}

// traceEliminated notes whether an elimination has ended the game.
func (r *rules) traceEliminated(t *table) {
	if t.phase == over {
		t.trace.Clause("BG-44")
		t.trace.Feature("over:by-elimination")
		r.traceEnd(t)
	}
}

// traceResult notes winners and drop-outs, and of whom the winners are.
func (r *rules) traceResult(tr *game.Trace, winners, dropouts []string, players int) {
	if tr == nil {
		return
	}
	tr.Clause("BG-50")
	switch n := len(winners); {
	case n == 0:
		tr.Feature("winners=0")
	case n == 1 && players > 1:
		tr.Feature("winners=1")
	case n > 1:
		tr.Feature("winners>1")
	}
	if !slices.IsSorted(winners) {
		tr.Clause("BG-53")
		tr.Feature("winners:out-of-order")
	}
	if !slices.IsSorted(dropouts) {
		tr.Clause("BG-53")
		tr.Feature("dropouts:out-of-order")
	}
}

// traceBonus notes whether a player has earned the bonus.
func (r *rules) traceBonus(tr *game.Trace, b *bonus, p *player, earned bool) {
	if tr == nil {
		return
	}
	tr.Clause("BG-55")
	tr.Clause("BG-56")
	if len(p.cards) > 0 {
		tr.Clause("BG-57")
	}
	if earned {
		tr.Feature("bonus:earned")
	} else {
		tr.Feature("bonus:missed")
	}
}

// tracePhase notes the phase of a State.
func (o *oracle) tracePhase(t *table) {
	if o.trace != nil {
		o.trace.Feature("phase:" + phaseNames[t.phase])
	}
}

// traceBegin notes how the game begins.
func (f *referee) traceBegin() {
	t := f.table
	if t.trace != nil && t.phase == over {
		t.trace.Clause("BG-44")
		t.trace.Feature("over:at-once")
		f.rules.traceEnd(t)
	}
}

// traceGoesOn notes the result of a game that goes on.
func (o *oracle) traceGoesOn(t *table) {
	if o.trace != nil && !slices.IsSorted(t.dropouts) {
		o.trace.Clause("BG-53")
		o.trace.Feature("dropouts:out-of-order")
	}
}

// traceSetup notes a game from scratch.
func (o *oracle) traceSetup(t *table) {
	if o.trace == nil {
		return
	}
	for _, id := range []string{"BG-02", "BG-07", "BG-08"} {
		o.trace.Clause(id)
	}
	o.traceContents(&contents{given: t.equations, bank: t.bank, cards: true, visibles: t.visibles, hidden: t.hidden})
	switch len(t.players) {
	case o.rules.playersMin:
		o.trace.Clause("BG-09")
		o.trace.Feature("players=players_min")
	case o.rules.playersMax:
		o.trace.Clause("BG-09")
		o.trace.Feature("players=players_max")
	}
}

// traceActor notes an actor's call, and whether it fails at it.
func (f *referee) traceActor(p *performer, m method, failed bool) {
	tr := f.table.trace
	if tr == nil {
		return
	}
	if m == callFirstReply || m == callSecondReply {
		tr.Clause("BG-14")
	}
	switch {
	case p.behaviour == behaves:
		tr.Clause("BG-70")
	case p.behaviour == fails && p.hangs && p.method == m:
		tr.Clause("BG-72") // whether it fails this time or the next
	case failed:
		tr.Clause("BG-71")
	case p.behaviour == cheats:
		tr.Clause("BG-73")
	}
	if !failed {
		return
	}
	way := "raises:"
	if p.hangs {
		way = "hangs:"
	}
	tr.Feature(way + methodNames[m])
	switch m {
	case callSetup:
		tr.Clause("BG-10")
	case callWin:
		tr.Clause("BG-51")
		tr.Clause("BG-52")
		if slices.Contains(f.winners, p.name) {
			tr.Feature("win:winner-fails")
		} else {
			tr.Feature("win:loser-fails")
		}
	default:
		tr.Clause("BG-78")
	}
}

// cheatClauses are the clauses of the cheats, in the order of cheatNames.
var cheatClauses = []string{"BG-75", "BG-74", "BG-74", "BG-76", "BG-77"}

// traceReply notes what decided the reply of an actor in a turn.
func (p *performer) traceReply(tr *game.Trace, m method, t *turn, q *request) {
	if tr == nil {
		return
	}
	r := p.strategist.rules
	if m == callFirstReply {
		tr.Clause("BG-64")
		if !p.wantsPebble(t) {
			r.tracePlan(tr, p.equations, t, p.policy, p.bestPlan(t))
		}
	} else if !p.planned || len(p.plan) > 0 {
		tr.Clause("BG-66")
	}
	if p.behaviour != cheats {
		return
	}
	concerned := callFirstReply
	if p.cheat == cheatCard || p.cheat == cheatPurchase {
		concerned = callSecondReply
	}
	if m == concerned {
		tr.Clause(cheatClauses[p.cheat])
		if m == callSecondReply && len(q.cards) == 1 || m == callFirstReply && len(q.exchanges) == 1 {
			tr.Feature("cheat:" + cheatNames[p.cheat])
		}
	}
}

// tracePair notes what the clients of a live case do on the wire.
func (o *oracle) tracePair(p pair, side game.Side) {
	tr := o.trace
	if tr == nil {
		return
	}
	note := func(ids ...string) {
		for _, id := range ids {
			c, _ := o.rules.game.Clause(id)
			if slices.Contains(c.Tasks, string(side)) {
				tr.Clause(id)
			}
		}
	}
	note("BG-80", "BG-90")
	if len(p.cast) > 1 {
		note("BG-83")
	}
	if len(p.cast) != len(p.table.players) {
		note("BG-87")
	}
	if len(p.cast) >= o.rules.playersMax || len(p.cast) < o.rules.playersMax {
		note("BG-85")
	}
	note("BG-97")
	for i := range p.cast {
		a := &p.cast[i]
		note("BG-81", "BG-92")
		if len(a.name) == game.NameBytesMax {
			note("BG-81")
		}
		switch trickOf(a) {
		case unfinished:
			note("BG-91", "BG-93")
		case honest:
			tr.Feature("client:behaves")
		}
	}
	for _, g := range p.guests {
		switch {
		case g.special == sendsNothing:
			note("BG-82")
			tr.Feature("client:special")
		case g.special != "":
			note("BG-84", "BG-91")
			tr.Feature("client:special")
		case g.as != "":
			tr.Feature("client:fault")
			note(faultClauses(g.how)...)
		default:
			note("BG-81", "BG-82")
			tr.Feature("client:other-name")
		}
	}
}

// faultClauses are those that decide what becomes of a fault on the wire, by its
// first word.
func faultClauses(how string) []string {
	word, _, _ := strings.Cut(how, "@")
	word, _, _ = strings.Cut(word, "=")
	switch word {
	case "dribble", "pad", "split", "escaped":
		return []string{"BG-91", "BG-93"}
	case "never", "cut", "late", "stall", "silent", "noread":
		return []string{"BG-91"}
	case "close", "half", "reset":
		return []string{"BG-86", "BG-96"}
	case "flood", "nested":
		return []string{"BG-95"}
	case "duplicate", "unsolicited", "extra":
		return []string{"BG-94"}
	case "text", "shape":
		return []string{"BG-92"}
	}
	return []string{"BG-90", "BG-96"}
}
