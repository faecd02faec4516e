package bazar

import (
	"fmt"
	"slices"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// What an oracle meets is found by looking at the board or the state before and
// after something happens, so that answers which nobody measures pay no more
// than a test whether there is a trace.

// The groups of tasks of features alone.
var (
	tasksWithStates = []string{"move", "play", "view", "score"}
	tasksWithBoards = []string{"move", "play", "view"}
)

// features are what the oracles note besides clauses. Names with a colon have
// the kind of thing in front.
var features = func() []game.Feature {
	list := []game.Feature{
		{Name: "players=2", Means: "two guilds, the fewest there can be", Tasks: tasksAll},
		{Name: "players=3", Means: "three guilds", Tasks: tasksAll},
		{Name: "players=4", Means: "four guilds, the most there can be", Tasks: tasksAll},
		{Name: "setup:seats-in-order", Means: "a starting order that is that of the seats", Tasks: []string{"setup"}},
		{Name: "setup:seats-out-of-order", Means: "a starting order that is not that of the seats", Tasks: []string{"setup"}},
		{Name: "phase:start", Means: "a State of the start phase", Tasks: tasksWithStates},
		{Name: "phase:players", Means: "a State of the players phase", Tasks: tasksWithStates},
		{Name: "phase:over", Means: "a State that is over", Tasks: tasksWithStates},
		{Name: "coins=goal", Means: "a player with just enough coins to end the game", Tasks: tasksWithStates},
		{Name: "coins=goal-1", Means: "a player who lacks one coin to end the game", Tasks: tasksWithStates},
		{Name: "round=13", Means: "a State of the last round that there can be", Tasks: tasksWithStates},
		{Name: "hand<3", Means: "a hand of less than three tiles, since the pile is used up", Tasks: tasksWithStates},
		{Name: "market:waits", Means: "tiles in a market that is not in play", Tasks: tasksWithBoards},
		{Name: "market:waits-full", Means: "five tiles in a market that is not in play", Tasks: tasksWithBoards},
		{Name: "market:in", Means: "a market in play", Tasks: tasksWithBoards},
		{Name: "discarded>0", Means: "tiles that are discarded", Tasks: tasksWithBoards},

		{Name: "view:active", Means: "the guild that is to act", Tasks: []string{"view"}},
		{Name: "view:other", Means: "a guild that is not to act", Tasks: []string{"view"}},
		{Name: "view:own-direct", Means: "a face-down tile of the guild itself", Tasks: []string{"view"}},
		{Name: "view:pile-unsorted", Means: "a pile of the guild that is not in alphabetical order", Tasks: []string{"view"}},
		{Name: "view:hand-unsorted", Means: "a hand of the guild that is not in alphabetical order", Tasks: []string{"view"}},

		{Name: "order:no-tie", Means: "players who all have different coins", Tasks: tasksOrdering},
		{Name: "order:tie-of-2", Means: "two players with equal coins", Tasks: tasksOrdering},
		{Name: "order:tie-of-3", Means: "three players with equal coins", Tasks: tasksOrdering},
		{Name: "order:tie-of-4", Means: "four players with equal coins", Tasks: tasksOrdering},
		{Name: "order:two-ties", Means: "two pairs of players with equal coins", Tasks: tasksOrdering},
		{Name: "order:stays", Means: "a new order that is that of the round before", Tasks: tasksOrdering},

		{Name: "score:tie", Means: "players with equal coins", Tasks: tasksRanking},
		{Name: "winner:alone", Means: "a winner with more coins than all others", Tasks: tasksRanking},
		{Name: "winner:by-token", Means: "a winner by the token alone", Tasks: tasksRanking},
		{Name: "winner:seated-later", Means: "a winner by the token alone who sits behind a rival with as many coins", Tasks: tasksRanking},

		{Name: "push:no-tile", Means: "a push on a square without a tile", Tasks: []string{"push"}},
		{Name: "push:waiting-tile", Means: "a push on a tile of a market that is not in play", Tasks: []string{"push"}},
		{Name: "steps=1", Means: "a push of one step", Tasks: []string{"push"}},
		{Name: "steps=9", Means: "a push of as many steps as there can be", Tasks: []string{"push"}},
		{Name: "push:all-steps", Means: "a push that makes all its steps", Tasks: tasksPushing},
		{Name: "push:blocked-at-once", Means: "a push whose first step is blocked", Tasks: tasksPushing},
		{Name: "push:blocked-later", Means: "a push that is blocked after some steps", Tasks: tasksPushing},
		{Name: "push:ends-by-fall", Means: "a push that ends early since the pushed tile is eliminated", Tasks: tasksPushing},
		{Name: "push:gathers", Means: "a push that takes along more tiles in a later step", Tasks: tasksPushing},
		{Name: "chain=1", Means: "a step of one tile alone", Tasks: tasksPushing},
		{Name: "chain=2", Means: "a step of a chain of two", Tasks: tasksPushing},
		{Name: "chain>2", Means: "a step of a chain of more than two", Tasks: tasksPushing},
		{Name: "step:wall", Means: "a step that an illustration blocks", Tasks: tasksPushing},
		{Name: "step:edge", Means: "a step over the edge of the board", Tasks: tasksPushing},
		{Name: "step:hole", Means: "a step into a hole", Tasks: tasksPushing},
		{Name: "step:late-cell", Means: "a step on a cell of a district that is not in play", Tasks: tasksPushing},
		{Name: "step:late-illustration", Means: "a step on the illustration of a district that is not in play", Tasks: tasksPushing},
		{Name: "step:chain-end-falls", Means: "a step of a chain whose last tile is eliminated", Tasks: tasksPushing},

		{Name: "market=0", Means: "a tile that is eliminated while the market is empty", Tasks: tasksPushing},
		{Name: "market=4", Means: "a tile that is eliminated and fills the market", Tasks: tasksPushing},
		{Name: "market:full", Means: "a tile that is eliminated while the market is full and not in play", Tasks: tasksPushing},
		{Name: "market:open", Means: "a tile that is eliminated while the market is in play and has a free cell", Tasks: tasksPushing},

		{Name: "entries=0", Means: "a tile that goes to the market, and no entry for it", Tasks: tasksJudging},
		{Name: "entries=1", Means: "a legal entry for a tile that goes to the market", Tasks: tasksJudging},
		{Name: "entries>1", Means: "legal entries for several tiles that go to the market", Tasks: tasksJudging},
		{Name: "entries:too-few", Means: "legal entries for some of the tiles that go to the market, and none for the others", Tasks: tasksJudging},
		{Name: "entry:not-first", Means: "a legal entry that is not the first free cell of the market", Tasks: tasksJudging},
		{Name: "entries:discarded", Means: "legal entries, and a further tile that is discarded", Tasks: tasksJudging},
		{Name: "bad_market:too-many", Means: "more entries than tiles that go to the market", Tasks: tasksJudging},
		{Name: "bad_market:discarded", Means: "an entry for a tile that is discarded", Tasks: tasksJudging},
		{Name: "bad_market:elsewhere", Means: "an entry that is not a cell of the market", Tasks: tasksJudging},
		{Name: "bad_market:taken", Means: "an entry on which a tile lies before the request", Tasks: tasksJudging},
		{Name: "bad_market:twice", Means: "an entry that an earlier one has taken", Tasks: tasksJudging},

		{Name: "start:not-last", Means: "a start tile that is not the last one", Tasks: tasksJudging},
		{Name: "start:last", Means: "the last start tile", Tasks: tasksJudging},
		{Name: "fishmonger:alone", Means: "a fishmonger without neighbours", Tasks: tasksJudging},
		{Name: "fishmonger:surrounded", Means: "a fishmonger with three or four neighbours", Tasks: tasksJudging},
		{Name: "aim:target", Means: "a direction with a target", Tasks: tasksJudging},
		{Name: "aim:no-target", Means: "a direction without target, since there is none around", Tasks: tasksJudging},
		{Name: "favourite:own", Means: "a favourite that eliminates a tile of its own guild", Tasks: tasksJudging},
		{Name: "favourite:rival", Means: "a favourite that eliminates a tile of a rival", Tasks: tasksJudging},
		{Name: "charlatan:own", Means: "a charlatan that swaps with a tile of its own guild", Tasks: tasksJudging},
		{Name: "charlatan:rival", Means: "a charlatan that swaps with a tile of a rival", Tasks: tasksJudging},
		{Name: "turn:alone", Means: "an architect without neighbours", Tasks: tasksJudging},
		{Name: "turn:blocked", Means: "an architect whose turn an illustration blocks", Tasks: tasksJudging},
		{Name: "turn:moves", Means: "an architect that moves tiles and eliminates none", Tasks: tasksJudging},
		{Name: "turn:eliminates-1", Means: "an architect that eliminates one tile", Tasks: tasksJudging},
		{Name: "turn:eliminates>1", Means: "an architect that eliminates several tiles", Tasks: tasksJudging},
		{Name: "notable:own", Means: "a notable that takes a tile of its own guild", Tasks: tasksJudging},
		{Name: "notable:rival", Means: "a notable that takes a tile of a rival", Tasks: tasksJudging},
		{Name: "notable:no-tile", Means: "a notable that finds no tile in another district", Tasks: tasksJudging},
		{Name: "notable:no-cell", Means: "a notable in a district that is full", Tasks: tasksJudging},
		{Name: "pedlar:free", Means: "a pedlar that walks all its steps and pushes nothing", Tasks: tasksJudging},
		{Name: "pedlar:pushes", Means: "a pedlar that pushes a tile", Tasks: tasksJudging},
		{Name: "pedlar:wall", Means: "a pedlar that stops at an illustration", Tasks: tasksJudging},
		{Name: "pedlar:out", Means: "a pedlar that stops at what is out", Tasks: tasksJudging},
		{Name: "pedlar:blocked", Means: "a pedlar that stops at a tile which it cannot push", Tasks: tasksJudging},
		{Name: "ferryman:carries", Means: "a ferryman that carries a tile across", Tasks: tasksJudging},
		{Name: "ferryman:eliminates", Means: "a ferryman that carries a tile out", Tasks: tasksJudging},
		{Name: "ferryman:wall", Means: "a ferryman with an illustration on the other side", Tasks: tasksJudging},
		{Name: "ferryman:tile", Means: "a ferryman with a tile on the other side", Tasks: tasksJudging},
		{Name: "innkeeper:beside", Means: "an innkeeper whose target is beside it", Tasks: tasksJudging},
		{Name: "innkeeper:two-squares", Means: "an innkeeper whose target is two squares away", Tasks: tasksJudging},
		{Name: "innkeeper:further", Means: "an innkeeper whose target is further away", Tasks: tasksJudging},
		{Name: "tax:nobody", Means: "a tax collector in a district without owner", Tasks: tasksJudging},
		{Name: "tax:own", Means: "a tax collector in a district of its own guild", Tasks: tasksJudging},
		{Name: "tax=0", Means: "a tax collector in the district of a rival without coins", Tasks: tasksJudging},
		{Name: "tax=1", Means: "a tax collector in the district of a rival with one coin", Tasks: tasksJudging},
		{Name: "tax=2", Means: "a tax collector in the district of a rival with two coins or more", Tasks: tasksJudging},
		{Name: "draw:one", Means: "a draw from a pile", Tasks: tasksJudging},
		{Name: "draw:last", Means: "a draw of the last tile of a pile", Tasks: tasksJudging},
		{Name: "draw:nothing", Means: "an empty pile after a placement", Tasks: tasksJudging},
		{Name: "hand:middle-played", Means: "a placed tile that was not the last of the hand", Tasks: tasksJudging},

		{Name: "round:goes-on", Means: "a placement after which others are to act in the round", Tasks: tasksJudging},
		{Name: "round:begins", Means: "a round that begins, besides the first", Tasks: tasksJudging},
		{Name: "harem:enters", Means: "the harem enters", Tasks: tasksJudging},
		{Name: "harem:next", Means: "the round before the harem enters begins", Tasks: tasksJudging},
		{Name: "market:enters", Means: "the market enters", Tasks: tasksJudging},
		{Name: "market:four", Means: "a round that begins with four tiles in a market that is not in play", Tasks: tasksJudging},
		{Name: "bounty=bounty_coins", Means: "a card is due and the richest has just enough coins for the bounty", Tasks: tasksJudging},
		{Name: "bounty=bounty_coins-1", Means: "a card is due and the richest lacks one coin for the bounty", Tasks: tasksJudging},
		{Name: "bounty:by-payout", Means: "the payout before brings the bounty", Tasks: tasksJudging},
		{Name: "feast=4", Means: "a card is due when four are played, so that the feast has to wait", Tasks: tasksJudging},
		{Name: "feast=5", Means: "the feast is due with five cards", Tasks: tasksJudging},
		{Name: "feast>5", Means: "the feast is due with more than five cards", Tasks: tasksJudging},
		{Name: "reorganisation=5", Means: "a card is due when five are played, so that the reorganisation has to wait", Tasks: tasksJudging},
		{Name: "reorganisation=6", Means: "the reorganisation is due with six cards", Tasks: tasksJudging},
		{Name: "conditions>1", Means: "several conditional cards are due", Tasks: tasksJudging},
		{Name: "condition:played", Means: "the condition of a card is met that was played before", Tasks: tasksJudging},
		{Name: "revealed:none", Means: "a round without a card, since the pile has run out", Tasks: tasksJudging},
		{Name: "payout:somebody", Means: "a payout that pays somebody", Tasks: tasksJudging},
		{Name: "payout:nobody", Means: "a payout that pays nobody", Tasks: tasksJudging},
		{Name: "end:goal", Means: "the goal ends the game", Tasks: tasksJudging},
		{Name: "end:goal-of-later-player", Means: "a player reaches the goal who was not first in the order", Tasks: tasksJudging},
		{Name: "end:goal-missed", Means: "the richest lacks one coin after a payout", Tasks: tasksJudging},
		{Name: "end:goal-in-round", Means: "somebody has the goal while a round goes on", Tasks: tasksJudging},
		{Name: "end:cards", Means: "the eleventh card ends the game", Tasks: tasksJudging},
		{Name: "end:ten-cards", Means: "ten cards are played after a payout, and the game goes on", Tasks: tasksJudging},
		{Name: "end:no-tiles", Means: "the last tiles end the game", Tasks: tasksJudging},

		{Name: "owner:nobody", Means: "a district without tiles", Tasks: tasksOwning},
		{Name: "owner:tie", Means: "a district with a tie", Tasks: tasksOwning},
		{Name: "owner:alone", Means: "a district with tiles of one guild only", Tasks: tasksOwning},
		{Name: "owner:half-or-less", Means: "an owner that has no more than half of the counts", Tasks: tasksOwning},
		{Name: "owner:all-silenced", Means: "a district with tiles of which none counts", Tasks: tasksOwning},
		{Name: "administrator:decides", Means: "a district that another would own but for an administrator", Tasks: tasksOwning},
		{Name: "administrator:silenced", Means: "an administrator beside a rival traitor", Tasks: tasksOwning},
		{Name: "traitor:own", Means: "a tile beside a traitor of its own guild", Tasks: tasksOwning},
		{Name: "traitor:rival", Means: "a tile beside a rival traitor", Tasks: tasksOwning},
		{Name: "traitor:diagonal", Means: "a tile that a rival traitor touches by a corner only", Tasks: tasksOwning},
		{Name: "traitor:border", Means: "a rival traitor beside a tile of another district", Tasks: tasksOwning},
		{Name: "traitor:silenced", Means: "a traitor beside a rival one", Tasks: tasksOwning},
		{Name: "beggars=1", Means: "a district with one beggar", Tasks: tasksOwning},
		{Name: "beggars=2", Means: "a district with two beggars", Tasks: tasksOwning},
		{Name: "beggars>2", Means: "a district with more than two beggars", Tasks: tasksOwning},
		{Name: "beggar:silenced", Means: "a silenced beggar", Tasks: tasksOwning},
		{Name: "beggar:rounded", Means: "a halved value that is rounded up", Tasks: tasksOwning},
		{Name: "beggar:plus2", Means: "a beggar in a district with plus2", Tasks: tasksOwning},
		{Name: "market:waits-owned", Means: "a market that is full and not in play, with a majority in it", Tasks: tasksOwning},
		{Name: "shift:over-late", Means: "a shift over a district that is not in play", Tasks: tasksOwning},
		{Name: "shift:round", Means: "a shift from the last district to the first", Tasks: tasksOwning},
		{Name: "minority:other", Means: "a district that the majority would own but for minority", Tasks: tasksOwning},
		{Name: "amnesty:administrator", Means: "an administrator under amnesty", Tasks: tasksOwning},
		{Name: "amnesty:traitor", Means: "a tile beside a rival traitor under amnesty", Tasks: tasksOwning},
		{Name: "amnesty:beggar", Means: "a beggar under amnesty", Tasks: tasksOwning},
	}
	for _, name := range effectNames {
		list = append(list, game.Feature{Name: "effect:" + name, Means: "a district with tiles and the effect " + name, Tasks: tasksOwning})
	}
	for _, name := range kindNames {
		list = append(list, game.Feature{Name: "placed:" + name, Means: "a legal placement of the kind " + name, Tasks: tasksJudging})
	}
	for _, name := range eventNames {
		list = append(list, game.Feature{Name: "revealed:" + name, Means: "the card " + name + " is revealed", Tasks: tasksJudging})
	}
	for _, c := range codes {
		list = append(list, game.Feature{Name: "code:" + c.Name, Means: "a request that is illegal since " + c.When, Tasks: tasksJudging})
	}
	return list
}()

// tracePlaying notes how many guilds play.
func tracePlaying(tr *game.Trace, players int) {
	if tr == nil {
		return
	}
	tr.Clause("BZ-01")
	tr.Feature(fmt.Sprintf("players=%d", players))
}

// traceSetup notes a first State.
func traceSetup(tr *game.Trace, s *state) {
	if tr == nil {
		return
	}
	tracePlaying(tr, len(s.players))
	for _, id := range []string{"BZ-02", "BZ-03", "BZ-04", "BZ-05", "BZ-06", "BZ-07", "BZ-08"} {
		tr.Clause(id)
	}
	if slices.IsSorted(s.order) {
		tr.Feature("setup:seats-in-order")
	} else {
		tr.Feature("setup:seats-out-of-order")
	}
}

// traceState notes what a State that was read has.
func traceState(tr *game.Trace, s *state) {
	if tr == nil {
		return
	}
	tracePlaying(tr, len(s.players))
	tr.Feature("phase:" + phaseNames[s.phase])
	if s.round == roundsMax {
		tr.Feature("round=13")
	}
	for i := range s.players {
		p := &s.players[i]
		switch p.coins {
		case goal:
			tr.Feature("coins=goal")
		case goal - 1:
			tr.Feature("coins=goal-1")
		}
		if len(p.hand) < handSize {
			tr.Feature("hand<3")
		}
	}
}

// traceBoard notes what the board of a State has.
func traceBoard(tr *game.Trace, t *table) {
	if tr == nil {
		return
	}
	switch n := t.holds(market); {
	case t.inPlay.has(market):
		tr.Feature("market:in")
	case n == marketLimit:
		tr.Feature("market:waits-full")
	case n > 0:
		tr.Feature("market:waits")
	}
	if len(t.discarded) > 0 {
		tr.Feature("discarded>0")
	}
}

// traceTwins notes tiles of one kind that several guilds have on the board.
func traceTwins(tr *game.Trace, t *table) {
	if tr == nil {
		return
	}
	var lying [kinds]int
	for _, one := range t.board {
		if one != 0 {
			if lying[one.kind()]++; lying[one.kind()] > 1 {
				tr.Clause("BZ-02")
			}
		}
	}
}

// traceWaiting notes that the market is full behind a placement and has to wait
// for the next round.
func traceWaiting(s *state) {
	if s.trace != nil && !s.inPlay.has(market) && s.holds(market) == marketLimit {
		s.trace.Clause("BZ-58")
	}
}

// traceView notes what a player is shown.
func traceView(tr *game.Trace, s *state, seat int) {
	if tr == nil {
		return
	}
	own := &s.players[seat]
	for _, id := range []string{"BZ-80", "BZ-81"} {
		tr.Clause(id)
	}
	for _, one := range s.board {
		if one == 0 {
			continue
		}
		tr.Clause("BZ-27")
		if one.guild() == own.guild && !permanent[one.kind()] {
			tr.Feature("view:own-direct")
		}
	}
	if s.phase != over && s.active() == own {
		tr.Feature("view:active")
	} else {
		tr.Feature("view:other")
	}
	if !slices.Equal(own.pile, byName(own.pile)) {
		tr.Feature("view:pile-unsorted")
	}
	if !slices.Equal(own.hand, byName(own.hand)) {
		tr.Feature("view:hand-unsorted")
	}
}

// traceResult notes a ranking.
func (r *rules) traceResult(tr *game.Trace, s *state) {
	if tr == nil {
		return
	}
	tr.Clause("BZ-74")
	list := r.standings(s)
	first := r.winner(s, list)
	alone := true
	for i, p := range list {
		for _, other := range list[:i] {
			if other.coins == p.coins {
				tr.Feature("score:tie")
			}
		}
		if first < 0 || i == first || p.coins < list[first].coins {
			continue
		}
		alone = false
		tr.Feature("winner:by-token")
		if i < first {
			tr.Feature("winner:seated-later")
		}
	}
	if first >= 0 {
		tr.Clause("BZ-73")
		if alone {
			tr.Feature("winner:alone")
		}
	}
}

// arrangeTraced arranges an order, and notes what decides it.
func (r *rules) arrangeTraced(tr *game.Trace, order []int, coins func(int) int) {
	if tr == nil {
		r.arrange(order, coins)
		return
	}
	before := slices.Clone(order)
	r.arrange(order, coins)
	traceOrder(tr, before, order, coins)
}

// traceOrder notes the making of an order from that of the round before.
func traceOrder(tr *game.Trace, before, after []int, coins func(int) int) {
	groups := map[int]int{} // players by coins
	for _, seat := range before {
		groups[coins(seat)]++
	}
	if len(groups) > 1 {
		tr.Clause("BZ-10")
	}
	ties := 0
	for _, n := range groups {
		if n > 1 {
			ties++
			tr.Clause("BZ-11")
			tr.Feature(fmt.Sprintf("order:tie-of-%d", n))
		}
	}
	switch ties {
	case 0:
		tr.Feature("order:no-tie")
	case 2:
		tr.Feature("order:two-ties")
	}
	if slices.Equal(before, after) {
		tr.Feature("order:stays")
	}
}

// traceEntries notes what enters as a round begins; given is what was in play
// before.
func (r *rules) traceEntries(s *state, before districtSet) {
	tr := s.trace
	if tr == nil {
		return
	}
	if s.round > 1 {
		tr.Feature("round:begins")
	}
	switch s.round {
	case r.haremRound:
		tr.Clause("BZ-13")
		tr.Feature("harem:enters")
	case r.haremRound - 1:
		tr.Clause("BZ-13")
		tr.Feature("harem:next")
	}
	switch n := s.holds(market); {
	case s.inPlay.has(market) && !before.has(market):
		tr.Clause("BZ-14")
		tr.Clause("BZ-58") // not at once, but now
		tr.Feature("market:enters")
	case before.has(market) && n < marketLimit:
		tr.Clause("BZ-14") // it stays in play
	case !before.has(market) && n == marketLimit-1:
		tr.Clause("BZ-14")
		tr.Feature("market:four")
	}
}

// traceCard notes what decides which card is revealed as a round begins, before
// it is; given is what the richest had before the payout.
func (r *rules) traceCard(s *state, before int) {
	tr := s.trace
	if tr == nil {
		return
	}
	tr.Clause("BZ-15")
	if s.round == 1 {
		return
	}
	r.traceConditions(s, before)
	card, _, ok := r.nextEvent(s, s.richest())
	if !ok {
		tr.Clause("BZ-22")
		tr.Feature("revealed:none")
		return
	}
	tr.Clause("BZ-16")
	tr.Clause("BZ-21")
	tr.Feature("revealed:" + eventNames[card])
}

// traceConditions notes which conditions are met, or nearly.
func (r *rules) traceConditions(s *state, before int) {
	tr := s.trace
	richest, n := s.richest(), len(s.played)
	due := func(card event) bool { return !slices.Contains(s.played, card) }
	met := 0
	for card := range event(conditionals) {
		switch {
		case !r.condition(s, card, richest):
		case due(card):
			met++
		default:
			tr.Clause("BZ-16") // not again
			tr.Feature("condition:played")
		}
	}
	if met > 1 {
		tr.Clause("BZ-19")
		tr.Feature("conditions>1")
	}
	if due(bounty) {
		switch richest - r.bountyCoins {
		case 0:
			tr.Clause("BZ-17")
			tr.Feature("bounty=bounty_coins")
		case -1:
			tr.Clause("BZ-17")
			tr.Feature("bounty=bounty_coins-1")
		}
		if richest >= r.bountyCoins && before < r.bountyCoins {
			tr.Clause("BZ-17")
			tr.Clause("BZ-20")
			tr.Feature("bounty:by-payout")
		}
	}
	if due(feast) && n >= feastAfter-1 {
		tr.Clause("BZ-18")
		tr.Feature([]string{"feast=4", "feast=5", "feast>5"}[min(n-feastAfter+1, 2)])
	}
	if due(reorganisation) && n >= reorganisationAfter-1 {
		tr.Clause("BZ-18")
		if n <= reorganisationAfter {
			tr.Feature(fmt.Sprintf("reorganisation=%d", n))
		}
	}
}

// traceEnd notes what ends the game after a payout, or nearly does.
func (r *rules) traceEnd(s *state) {
	tr := s.trace
	if tr == nil {
		return
	}
	if s.richest() == goal-1 {
		tr.Clause("BZ-70")
		tr.Feature("end:goal-missed")
	}
	if r.reached(s) {
		r.traceGoal(s)
	}
	switch len(s.played) {
	case events:
		tr.Clause("BZ-71")
		tr.Feature("end:cards")
	case events - 1:
		tr.Clause("BZ-71")
		if s.phase != over {
			tr.Feature("end:ten-cards")
		}
	}
	if len(s.players[0].hand) == 0 {
		tr.Clause("BZ-72")
		tr.Feature("end:no-tiles")
	}
	if r.dryEnds && s.phase == over {
		tr.Clause("BZ-72")
		tr.Clause("BZ-22")
	}
	if s.phase == over {
		tr.Clause("BZ-73") // no new order is made
	}
}

// traceGoal notes that somebody has the coins that end the game.
func (r *rules) traceGoal(s *state) {
	tr := s.trace
	tr.Clause("BZ-70")
	tr.Feature("end:goal")
	if s.players[s.order[0]].coins < goal {
		tr.Feature("end:goal-of-later-player")
	}
}

// traceJudged notes a request that has been judged and is, if it is legal, about
// to be executed.
func (r *rules) traceJudged(s *state, q *request, c code) {
	tr := s.trace
	if tr == nil {
		return
	}
	if c == legal || c == badMarket {
		r.traceMarket(s, q)
	}
	if c != legal {
		tr.Clause(r.clauseOf(c, q, s.phase))
		tr.Feature("code:" + string(c))
		switch c {
		case notInPlay:
			tr.Clause("BZ-08")
			tr.Clause("BZ-24")
		case startTileFirst:
			tr.Clause("BZ-07")
		}
		return
	}
	tr.Feature("placed:" + kindNames[q.kind])
	if q.kind == favourite {
		tr.Clause("BZ-25")
	} else {
		tr.Clause("BZ-24")
	}
	last := s.turn == len(s.players)-1
	if s.phase == starting {
		tr.Clause("BZ-07")
		if last {
			tr.Feature("start:last")
		} else {
			tr.Feature("start:not-last")
		}
		return
	}
	tr.Clause("BZ-23")
	tr.Clause("BZ-26")
	p := s.active()
	tr.Feature([]string{"draw:nothing", "draw:last", "draw:one"}[min(len(p.pile), 2)])
	if len(p.hand) > 2 && slices.Index(p.hand, q.kind) < len(p.hand)-2 {
		tr.Feature("hand:middle-played")
	}
	if !last {
		tr.Feature("round:goes-on")
		if r.reached(s) {
			tr.Clause("BZ-70")
			tr.Feature("end:goal-in-round")
		}
	}
	r.traceAim(s, q)
}

// traceMarket notes what the entries of a request come to that is legal but for
// them (BZ-56).
func (r *rules) traceMarket(s *state, q *request) {
	tr := s.trace
	if r.marketCell != chosenCell {
		return
	}
	plain := *q
	plain.market = nil
	after := r.try(s, &plain)
	coming, discards := len(after.marketed), len(after.eliminated) > len(after.marketed)
	entries, bad := len(q.market), false
	if entries > coming {
		bad = true
		tr.Feature("bad_market:too-many")
		if discards {
			tr.Feature("bad_market:discarded")
		}
	}
	for i, entry := range q.market[:min(entries, coming)] {
		switch {
		case districtOf[entry] != market || !isCell(entry):
			tr.Feature("bad_market:elsewhere")
		case s.board[entry] != 0:
			tr.Feature("bad_market:taken")
		case slices.Contains(q.market[:i], entry):
			tr.Feature("bad_market:twice")
		default:
			continue
		}
		bad = true
	}
	switch {
	case bad, coming == 0:
		return
	case entries == 0:
		tr.Feature("entries=0")
		return
	case entries == 1:
		tr.Feature("entries=1")
	default:
		tr.Feature("entries>1")
	}
	if entries < coming {
		tr.Feature("entries:too-few")
	}
	if discards {
		tr.Feature("entries:discarded")
	}
	if first := freeMarketCell(&s.table, false); q.market[0] != first {
		tr.Feature("entry:not-first")
	}
}

// traceAim notes what a legal choice is aimed at.
func (r *rules) traceAim(s *state, q *request) {
	tr := s.trace
	switch {
	case q.kind == notable && q.choice.form == choosesNothing:
		tr.Clause("BZ-46")
		tr.Clause("BZ-30")
		if s.attractable(districtOf[q.cell]) == offEdge {
			tr.Feature("notable:no-tile")
		} else {
			tr.Feature("notable:no-cell")
		}
	case formOf[q.kind] != choosesDirection:
	case s.target(q.kind, q.cell, q.choice.direction):
		tr.Clause("BZ-29")
		tr.Feature("aim:target")
	case s.hasTarget(q.kind, q.cell):
		tr.Clause("BZ-29") // with aim set to free
	default:
		tr.Clause("BZ-29")
		tr.Clause("BZ-30")
		tr.Feature("aim:no-target")
	}
}

// effectClauses are the clauses of the direct kinds.
var effectClauses = [kinds]string{
	guildMaster: "BZ-40", fishmonger: "BZ-41", courier: "BZ-42", favourite: "BZ-43", charlatan: "BZ-44", architect: "BZ-45",
	notable: "BZ-46", pedlar: "BZ-47", ferryman: "BZ-48", innkeeper: "BZ-49", taxCollector: "BZ-50",
}

// traceVictim notes the tile that a favourite is about to eliminate.
func (t *table) traceVictim(e *deed) {
	if t.board[e.place].guild() == e.tile.guild() {
		t.trace.Feature("favourite:own")
	} else {
		t.trace.Feature("favourite:rival")
	}
}

// traced lets a tile take effect that lies on its cell, and notes it.
func (r *rules) traced(t *table, e *deed, act func(*rules, *table, *deed)) {
	tr, k := t.trace, e.tile.kind()
	if id := effectClauses[k]; id != "" {
		tr.Clause(id)
	}
	if act == nil {
		return
	}
	before, fell := t.board, len(t.eliminated)
	if note := effectNotes[k]; note != nil {
		note(r, t, e)
	}
	act(r, t, e)
	if k == taxCollector {
		return
	}
	if t.board == before {
		tr.Clause("BZ-30") // it was legal, and nothing happened
	}
	for s, one := range before {
		if one == 0 || square(s) == e.place || t.board[s] == one {
			continue
		}
		if effects[one.kind()] != nil || permanent[one.kind()] && !slices.Contains(t.eliminated[fell:], one) {
			tr.Clause("BZ-28") // a direct tile that does not act again, or a permanent one that goes on
		}
	}
}

// effectNotes note what effects find, before they take place.
var effectNotes = [kinds]func(*rules, *table, *deed){
	fishmonger:   noteFishmonger,
	charlatan:    noteCharlatan,
	architect:    noteArchitect,
	notable:      noteNotable,
	pedlar:       notePedlar,
	ferryman:     noteFerryman,
	innkeeper:    noteInnkeeper,
	taxCollector: noteTax,
}

func noteFishmonger(_ *rules, t *table, e *deed) {
	n := 0
	for _, next := range neighbour[e.place] {
		if t.at(next) != 0 {
			n++
		}
	}
	switch {
	case n == 0:
		t.trace.Feature("fishmonger:alone")
	case n > 2:
		t.trace.Feature("fishmonger:surrounded")
	}
}

func noteCharlatan(_ *rules, t *table, e *deed) {
	switch other := t.at(neighbour[e.place][e.choice.direction]); {
	case other == 0:
	case other.guild() == e.tile.guild():
		t.trace.Feature("charlatan:own")
	default:
		t.trace.Feature("charlatan:rival")
	}
}

func noteArchitect(r *rules, t *table, e *deed) {
	after := *t
	after.trace, after.eliminated, after.discarded = nil, nil, slices.Clone(t.discarded)
	r.rotate(&after, e)
	around := slices.ContainsFunc(neighbour[e.place][:], func(s square) bool { return t.at(s) != 0 })
	switch n := len(after.eliminated); {
	case !around:
		t.trace.Feature("turn:alone")
	case after.board == t.board:
		t.trace.Feature("turn:blocked")
	case n == 0:
		t.trace.Feature("turn:moves")
	case n == 1:
		t.trace.Feature("turn:eliminates-1")
	default:
		t.trace.Feature("turn:eliminates>1")
	}
}

func noteNotable(_ *rules, t *table, e *deed) {
	switch {
	case e.choice.form != choosesMove:
	case t.board[e.choice.from].guild() == e.tile.guild():
		t.trace.Feature("notable:own")
	default:
		t.trace.Feature("notable:rival")
	}
}

func notePedlar(r *rules, t *table, e *deed) {
	after := *t
	after.trace, after.eliminated, after.discarded = nil, nil, slices.Clone(t.discarded)
	d, at, pushes := e.choice.direction, e.place, false
	for range e.choice.steps {
		next := neighbour[at][d]
		switch after.ground(next) {
		case wall:
			t.trace.Feature("pedlar:wall")
			return
		case out:
			t.trace.Feature("pedlar:out")
			return
		}
		if after.at(next) != 0 {
			if !r.step(&after, next, d) {
				t.trace.Feature("pedlar:blocked")
				return
			}
			pushes = true
			t.trace.Feature("pedlar:pushes")
		}
		after.slide(at, d)
		at = next
	}
	if !pushes {
		t.trace.Feature("pedlar:free")
	}
}

func noteFerryman(_ *rules, t *table, e *deed) {
	d := e.choice.direction
	to := neighbour[e.place][d.opposite()]
	if t.at(neighbour[e.place][d]) == 0 {
		return
	}
	switch t.ground(to) {
	case wall:
		t.trace.Feature("ferryman:wall")
	case out:
		t.trace.Feature("ferryman:eliminates")
	default:
		if t.at(to) != 0 {
			t.trace.Feature("ferryman:tile")
		} else {
			t.trace.Feature("ferryman:carries")
		}
	}
}

func noteInnkeeper(_ *rules, t *table, e *deed) {
	d := e.choice.direction
	beside := neighbour[e.place][d]
	switch t.sight(e.place, d) {
	case offEdge:
	case beside:
		t.trace.Feature("innkeeper:beside")
	case neighbour[beside][d]:
		t.trace.Feature("innkeeper:two-squares")
	default:
		t.trace.Feature("innkeeper:further")
	}
}

func noteTax(r *rules, t *table, e *deed) {
	switch o := r.ownership(t, districtOf[e.place], e.guilds); {
	case !o.owned:
		t.trace.Feature("tax:nobody")
	case o.owner == e.actor.guild:
		t.trace.Feature("tax:own")
	default:
		t.trace.Feature(fmt.Sprintf("tax=%d", min(taxMax, e.others[o.owner].coins)))
	}
}

// traceStep notes a single step that is about to be made.
func (r *rules) traceStep(t *table, from square, d direction) {
	tr := t.trace
	last, behind := t.chain(from, d)
	tr.Clause("BZ-32")
	tr.Feature([]string{"chain=1", "chain=2", "chain>2"}[min(behind, 2)])
	if behind > 0 {
		tr.Clause("BZ-33")
	}
	if behind > 0 && r.chainBlocks {
		return // whatever is behind the chain
	}
	next := neighbour[last][d]
	switch t.ground(next) {
	case wall:
		tr.Clause("BZ-31")
		tr.Clause("BZ-34")
		tr.Feature("step:wall")
		return
	case cell:
		return
	}
	tr.Clause("BZ-31")
	tr.Clause("BZ-35")
	if behind > 0 {
		tr.Feature("step:chain-end-falls")
	}
	switch {
	case next == offEdge:
		tr.Feature("step:edge")
	case districtOf[next] == noDistrict:
		tr.Feature("step:hole")
	case painted[next]:
		tr.Feature("step:late-illustration")
		t.traceLate()
	default:
		tr.Feature("step:late-cell")
		t.traceLate()
	}
}

// traceLate notes that a district is not in play yet.
func (t *table) traceLate() { t.trace.Clause("BZ-08") }

// tracePush notes a push of some steps that has been made; the pushed tile may
// have been eliminated.
func (t *table) tracePush(steps, done int, gathers, fell bool) {
	tr := t.trace
	if steps > 1 {
		tr.Clause("BZ-36")
	}
	switch {
	case done == steps:
		tr.Feature("push:all-steps")
	case done == 0:
		tr.Feature("push:blocked-at-once")
	case fell:
		tr.Feature("push:ends-by-fall")
	default:
		tr.Feature("push:blocked-later")
	}
	if gathers {
		tr.Feature("push:gathers")
	}
}

// traceShove notes what task push is asked to do.
func traceShove(tr *game.Trace, p *position, how shove) {
	if tr == nil {
		return
	}
	tracePlaying(tr, len(p.guilds))
	switch how.steps {
	case 1:
		tr.Feature("steps=1")
	case 9:
		tr.Feature("steps=9")
	}
	switch {
	case p.at(how.cell) != 0:
	case p.board[how.cell] != 0:
		tr.Clause("BZ-31")
		tr.Clause("BZ-08")
		tr.Feature("push:waiting-tile")
	default:
		tr.Feature("push:no-tile")
	}
}

// traceEliminated notes what is about to become of a tile that was eliminated.
func (t *table) traceEliminated() {
	tr := t.trace
	switch n := t.holds(market); {
	case t.inPlay.has(market):
		tr.Clause("BZ-57")
		if n < marketLimit {
			tr.Feature("market:open")
		}
	case n == marketLimit:
		tr.Clause("BZ-57")
		tr.Feature("market:full")
	default:
		tr.Clause("BZ-55")
		tr.Clause("BZ-56")
		switch n {
		case 0:
			tr.Feature("market=0")
		case marketLimit - 1:
			tr.Clause("BZ-57")
			tr.Feature("market=4")
		}
	}
}

// tracePayout notes a payout that is about to be made.
func (r *rules) tracePayout(s *state) {
	tr := s.trace
	if tr == nil {
		return
	}
	var memory [guilds]guild
	playing := s.guildsInOrder(memory[:0])
	r.traceOwners(tr, &s.table, playing)
	tr.Clause("BZ-66")
	if r.income(&s.table, playing) == [guilds]int{} {
		tr.Feature("payout:nobody")
	} else {
		tr.Feature("payout:somebody")
	}
}

// traceOwners notes what decides owners and values of all districts.
func (r *rules) traceOwners(tr *game.Trace, t *table, playing []guild) {
	if tr == nil {
		return
	}
	for d := range district(districts) {
		if t.inPlay.has(d) {
			r.traceDistrict(tr, t, d, playing)
		}
	}
	if n := t.holds(market); n > 0 && !t.inPlay.has(market) {
		tr.Clause("BZ-31") // nothing counts there
		if n == marketLimit {
			tr.Clause("BZ-58")
			if r.ownership(t, market, playing).owned {
				tr.Feature("market:waits-owned")
			}
		}
	}
	if t.event == reorganisation {
		if t.inPlay != everywhere {
			tr.Feature("shift:over-late")
		}
		tr.Feature("shift:round")
	}
}

// traceDistrict notes what decides owner and value of a district in play.
func (r *rules) traceDistrict(tr *game.Trace, t *table, d district, playing []guild) {
	acts := effectsOf[t.event][d]
	o := r.ownership(t, d, playing)
	if t.holds(d) == 0 {
		tr.Feature("owner:nobody")
		return
	}
	for bit, name := range effectNames {
		if acts&(1<<bit) != 0 {
			tr.Feature("effect:" + name)
		}
	}
	r.traceOwner(tr, t, d, &o, playing)
	plain := *t
	plain.event = noEvent
	if other := r.ownership(&plain, d, playing); acts&minority != 0 {
		tr.Clause("BZ-64")
		if other.owned && (!o.owned || o.owner != other.owner) {
			tr.Feature("minority:other")
		}
	}
	if acts&amnesty != 0 {
		for _, s := range cellsOf[d] {
			r.traceAmnesty(tr, t, s)
		}
		return
	}
	if acts&^minority != 0 {
		tr.Clause("BZ-63")
	}
	beggars := 0
	for _, s := range cellsOf[d] {
		if one := t.board[s]; one != 0 {
			r.traceWeight(tr, t, s)
			if one.kind() == beggar {
				beggars++
			}
		}
	}
	if beggars > 0 {
		tr.Clause("BZ-63")
		tr.Feature([]string{"beggars=1", "beggars=2", "beggars>2"}[min(beggars, 3)-1])
		if acts&plus2 != 0 {
			tr.Feature("beggar:plus2")
		}
		if acts == 0 && baseValue[d]%(1<<beggars) != 0 {
			tr.Feature("beggar:rounded")
		}
	}
}

// traceOwner notes what decides the owner of a district with tiles.
func (r *rules) traceOwner(tr *game.Trace, t *table, d district, o *ownership, playing []guild) {
	sum, present := 0, 0
	for _, g := range playing {
		sum += o.counts[g]
		if o.counts[g] > 0 {
			present++
		}
	}
	tr.Clause("BZ-62")
	switch {
	case present == 0:
		tr.Feature("owner:all-silenced")
	case !o.owned:
		tr.Feature("owner:tie")
	case present == 1:
		tr.Feature("owner:alone")
	case 2*o.counts[o.owner] <= sum:
		tr.Feature("owner:half-or-less")
	}
	// Without the weight of administrators somebody else would own it, or nobody.
	light := *t
	for _, s := range cellsOf[d] {
		if one := t.board[s]; one != 0 && one.kind() == administrator {
			light.board[s] = newTile(one.guild(), courier)
		}
	}
	if other := r.ownership(&light, d, playing); o.owned && (!other.owned || other.owner != o.owner) {
		tr.Clause("BZ-60")
		tr.Feature("administrator:decides")
	}
}

// traceWeight notes what decides the weight of a tile.
func (r *rules) traceWeight(tr *game.Trace, t *table, s square) {
	one := t.board[s]
	kind := one.kind()
	if kind == administrator {
		tr.Clause("BZ-60")
	}
	for _, next := range neighbour[s] {
		other := t.board[next]
		if other == 0 || other.kind() != traitor {
			continue
		}
		rival, same := other.guild() != one.guild(), districtOf[next] == districtOf[s]
		switch {
		case same && rival:
			tr.Clause("BZ-61")
			tr.Feature("traitor:rival")
		case same:
			tr.Clause("BZ-61")
			tr.Feature("traitor:own")
		case rival && t.inPlay.has(districtOf[next]):
			tr.Clause("BZ-61")
			tr.Feature("traitor:border")
		}
	}
	if !r.silenced(t, s) && r.silencedByCorner(t, s) {
		tr.Clause("BZ-61")
		tr.Feature("traitor:diagonal")
	}
	if r.silenced(t, s) {
		switch kind {
		case administrator:
			tr.Feature("administrator:silenced")
		case traitor:
			tr.Feature("traitor:silenced")
		case beggar:
			tr.Feature("beggar:silenced")
		}
	}
}

// traceAmnesty notes what a tile would do without amnesty.
func (r *rules) traceAmnesty(tr *game.Trace, t *table, s square) {
	one := t.board[s]
	if one == 0 {
		return
	}
	if one.kind() == administrator {
		tr.Clause("BZ-65")
		tr.Feature("amnesty:administrator")
	}
	if one.kind() == beggar {
		tr.Clause("BZ-65")
		tr.Feature("amnesty:beggar")
	}
	if r.silenced(t, s) {
		tr.Clause("BZ-65")
		tr.Feature("amnesty:traitor")
	}
}

// silencedByCorner tells whether a rival traitor touches a tile by a corner.
func (r *rules) silencedByCorner(t *table, s square) bool {
	for d, next := range neighbour[s] {
		corner := neighbour[next][direction(d).clockwise()]
		if other := t.board[corner]; other != 0 && other.kind() == traitor && r.silences(t, corner, s) {
			return true
		}
	}
	return false
}
