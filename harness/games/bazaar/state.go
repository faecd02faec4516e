package bazaar

import (
	"slices"
)

// A phase says whose decision is awaited in a State.
type phase uint8

const (
	pebbleOrTrades phase = iota // the active player's first reply
	buyCards                    // its second
	over
)

var phaseNames = [...]string{"pebble-or-trades", "cards", "over"}

// A player is one seat of the table.
type player struct {
	name    string
	seat    int // its place in the list at the beginning
	wallet  bag
	score   natural
	cards   []card // those brought along and those bought (BG-57), the newest first
	hasCard bool   // the value had the key "cards", which a Player may leave out

	written []colour // the wallet as written, with wallet_tie = "list"
	bought  int      // how many of cards were bought during this game
}

// A table is what a referee keeps: a Game with names, equations, drop-outs and
// the phase. The first player is the active one (BG-11).
type table struct {
	equations []equation
	bank      bag
	visibles  []card
	hidden    []card // the front is the first, the bottom the last
	players   []player
	dropouts  []string // in order of elimination
	phase     phase
}

// A turn is what a player is shown of a table (BG-14).
type turn struct {
	bank     bag
	visibles []card
	active   player
	scores   []natural
}

// view is the turn of the player at index i: never the hidden pile, never
// another wallet; the scores of the others in turn order, beginning behind the
// player and going round (BG-14).
func (r *rules) view(t *table, i int, scores []natural) turn {
	first := 1
	if r.wrong.scoresWithActive {
		first = 0
	}
	for k := first; k < len(t.players); k++ {
		scores = append(scores, t.players[(i+k)%len(t.players)].score)
	}
	if r.wrong.scoresSorted {
		slices.SortFunc(scores, natural.compare)
	}
	return turn{bank: t.bank, visibles: t.visibles, active: t.players[i], scores: scores}
}

// The reasons for the end of a game, in the order of BG-49.
const (
	noPlayers    = "no_players"
	enoughPoints = "enough_points"
	noCards      = "no_cards"
	nobodyCanBuy = "nobody_can_buy"
	turnLimit    = "turn_limit"
)

// end is the end test (BG-44): the first reason for which the game is over, or
// "" if it goes on (BG-49). The limit of turns, BG-43, is the referee's.
func (r *rules) end(t *table) string {
	// BG-45.
	if len(t.players) == 0 {
		return noPlayers
	}
	// BG-46: any player still in the game counts, and points brought along do.
	for i := range t.players {
		if t.players[i].score.atLeast(r.winningScore) {
			return enoughPoints
		}
		if r.wrong.onlyFirstScore {
			break
		}
	}
	// BG-47.
	if len(t.visibles) == 0 && len(t.hidden) == 0 {
		return noCards
	}
	// BG-48.
	if t.bank == 0 && !r.anybodyCanBuy(t) {
		return nobodyCanBuy
	}
	return ""
}

// anybodyCanBuy tells whether some player's wallet contains the pebbles of a
// visible card, or with buyable_cards = "all" of any card (BG-48, Q4).
func (r *rules) anybodyCanBuy(t *table) bool {
	for i := range t.players {
		wallet := t.players[i].wallet
		affordable := func(c card) bool { return wallet.contains(c.pebbles()) }
		if slices.ContainsFunc(t.visibles, affordable) ||
			r.hiddenBuyable && slices.ContainsFunc(t.hidden, affordable) {
			return true
		}
	}
	return false
}

// setup is the table of a game from scratch: all pebbles in the bank, the same
// number of each colour (BG-02); the first cards visible, the rest hidden in
// order (BG-08); empty wallets, scores 0 (BG-07); players as named (BG-09).
func (r *rules) setup(names []string, equations []equation, cards []card) *table {
	t := &table{equations: equations}
	for c := range colours {
		t.bank += c.one() * bag(r.pebblesMax/int(colours))
	}
	visible := min(r.visibleMax, len(cards))
	t.visibles, t.hidden = cards[:visible:visible], cards[visible:]
	for _, name := range names {
		t.players = append(t.players, player{name: name, hasCard: true})
	}
	return t
}

// total is the number of pebbles on the table.
func (t *table) total() int {
	n := t.bank.size()
	for i := range t.players {
		n += t.players[i].wallet.size()
	}
	return n
}
