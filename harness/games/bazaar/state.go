package bazaar

import (
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
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

	trace *game.Trace // of what happens here, or nil
	// What the answer tells: whole is that of a game, which has no codes and no
	// State, and reasoned says why the game is over.
	whole, reasoned bool
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
	wrong := &r.wrong.view
	if wrong.nextPlayer {
		i = (i + 1) % len(t.players)
	}
	first := 1
	if wrong.scoresWithActive {
		first = 0
	}
	for k := first; k < len(t.players); k++ {
		at := (i + k) % len(t.players)
		if wrong.scoresInOrder && k <= i {
			at = k - 1
		} else if wrong.scoresInOrder {
			at = k
		}
		scores = append(scores, t.players[at].score)
	}
	v := turn{bank: t.bank, visibles: t.visibles, active: t.players[i], scores: scores}
	if r.mutant != "" {
		r.spoil(&v, t)
	}
	return v
}

// spoil makes the slips of the mutants that show a player what is not so.
func (r *rules) spoil(v *turn, t *table) {
	switch wrong := &r.wrong.view; {
	case wrong.scoresSorted:
		slices.SortFunc(v.scores, natural.compare)
	case wrong.scoresReversed:
		slices.Reverse(v.scores)
	case wrong.scoresOnce:
		seen := v.scores[:0]
		for _, n := range v.scores {
			if !slices.Contains(seen, n) {
				seen = append(seen, n)
			}
		}
		v.scores = seen
	case wrong.lastScoreLost:
		v.scores = v.scores[:max(0, len(v.scores)-1)]
	case wrong.scoresAsDoubles:
		for i := range v.scores {
			v.scores[i] = v.scores[i].rounded()
		}
		v.active.score = v.active.score.rounded()
	case wrong.lastCardHidden:
		v.visibles = v.visibles[:max(0, len(v.visibles)-1)]
	case wrong.cardsSorted:
		v.visibles = slices.Clone(v.visibles)
		slices.SortFunc(v.visibles, r.compareCards)
	case wrong.firstWallet:
		v.active.wallet = t.players[0].wallet
	case wrong.firstScore:
		v.active.score = t.players[0].score
	case wrong.firstCards:
		v.active.cards = t.players[0].cards
	case wrong.cardsHidden:
		v.active.cards = nil
	case wrong.othersInBank:
		v.bank = bag(0)
		for i := range t.players {
			v.bank += t.players[i].wallet
		}
		v.bank += t.bank - v.active.wallet
	}
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
	if r.mutant != "" {
		r.mislay(t, cards)
	}
	return t
}

// mislay makes the slips of the mutants that begin a game otherwise.
func (r *rules) mislay(t *table, cards []card) {
	visible := len(t.visibles)
	switch wrong := &r.wrong.setup; {
	case wrong.oneMore && visible < len(cards):
		t.visibles, t.hidden = cards[:visible+1], cards[visible+1:]
	case wrong.oneLess && visible > 0:
		t.visibles, t.hidden = cards[:visible-1], cards[visible-1:]
	case wrong.lastVisible:
		t.visibles, t.hidden = cards[len(cards)-visible:], cards[:len(cards)-visible]
	case wrong.hiddenReversed:
		t.hidden = slices.Clone(t.hidden)
		slices.Reverse(t.hidden)
	case wrong.copied:
		t.hidden = cards
	case wrong.faceless:
		t.hidden = slices.Clone(t.hidden)
		for i := range t.hidden {
			t.hidden[i] &^= faceBit
		}
	case wrong.bankShort:
		t.bank -= blue.one()
	case wrong.bankLong:
		t.bank += ones
	case wrong.walletsFilled:
		for i := range t.players {
			t.players[i].wallet += red.one()
			t.bank -= red.one()
		}
	case wrong.scoresOne:
		for i := range t.players {
			t.players[i].score = natural{n: 1}
		}
	case wrong.sorted:
		slices.SortFunc(t.players, func(a, b player) int { return strings.Compare(a.name, b.name) })
	case wrong.reversed:
		slices.Reverse(t.players)
	case wrong.phaseCards:
		t.phase = buyCards
	case wrong.flipped:
		t.equations = slices.Clone(t.equations)
		for i := range t.equations {
			t.equations[i].exchange = t.equations[i].flipped()
		}
	case wrong.equationLost && len(t.equations) > 0:
		t.equations = t.equations[:len(t.equations)-1]
	}
}

// total is the number of pebbles on the table.
func (t *table) total() int {
	n := t.bank.size()
	for i := range t.players {
		n += t.players[i].wallet.size()
	}
	return n
}
