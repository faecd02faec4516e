package bazaar

import (
	"slices"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// rules are the options of a run, ready for use, and for a mutant the one
// thing that is wrong. They never change after configure.
type rules struct {
	game     *game.Game
	settings []game.Setting

	drawOrder      [colours]colour
	recordedDraws  bool
	points         []pointsRow
	winningScore   int
	price          bool
	emptyPrice     bool
	exchangesMax   int // -1 is no limit
	visibleMax     int
	cardsMax       int
	equationsMax   int
	sideMax        int
	pebblesMax     int
	playersMin     int
	playersMax     int
	scoreLimit     int // 0 is none
	searchDepth    int
	bonus          string // "none" or a name of bonuses
	bonuses        []bonus
	sellAny        bool // Q1
	walletLists    bool // Q2
	cardsEither    bool // Q3
	hiddenBuyable  bool // Q4
	inventOriented bool // Q5
	turnsMax       int
	live           live

	mutant string // its id, for reports
	wrong  mutation
	right  *rules              // the same without the mutation; what is valid input never changes
	scores func() *scoreTables // of the strategy, made when first asked for

	explainers *sync.Pool // of *oracle, for Explain
}

// A pointsRow is a line of the points table: what a card brings when at least
// left pebbles are left (BG-32).
type pointsRow struct{ left, plain, face int }

// A bonus is a set of colours and the points for having them all (BG-56).
type bonus struct {
	name    string
	colours []colour
	points  natural
}

// exchangeDepth is the length of the longest exchange list that a player
// thinks about: the search depth, or max_exchanges if that is less (BG-63).
func (r *rules) exchangeDepth() int {
	depth := r.searchDepth + r.wrong.strategy.depthChange
	if r.exchangesMax >= 0 {
		depth = min(depth, r.exchangesMax)
	}
	return max(depth, 0)
}

// bonusNamed returns the bonus of that name, or nil.
func (r *rules) bonusNamed(name string) *bonus {
	i := slices.IndexFunc(r.bonuses, func(b bonus) bool { return b.name == name })
	if i < 0 {
		return nil
	}
	return &r.bonuses[i]
}

// earns tells whether the cards of a player qualify for the bonus: its colours
// all occur on them taken together; faces mean nothing (BG-56).
func (r *rules) earns(b *bonus, p *player) bool {
	wrong := &r.wrong.bonus
	wanted, cards := b.colours, r.cardsOf(p)
	if wrong.differentCards && b.name == "RWB" {
		return r.ownCards(wanted, cards)
	}
	if wrong.lastColourFree && len(wanted) > 1 {
		wanted = wanted[:len(wanted)-1]
	}
	shown := func(c colour) bool {
		return wrong.walletCounts && p.wallet.count(c) > 0 || slices.ContainsFunc(cards, func(k card) bool { return k.pebbles().count(c) > 0 })
	}
	if wrong.anyColour {
		return slices.ContainsFunc(wanted, shown)
	}
	if wrong.oneCard && len(wanted) > 0 {
		return slices.ContainsFunc(cards, func(k card) bool {
			return !slices.ContainsFunc(wanted, func(c colour) bool { return k.pebbles().count(c) == 0 })
		})
	}
	return !slices.ContainsFunc(wanted, func(c colour) bool { return !shown(c) })
}

// cardsOf are the cards of a player that count for a bonus: those brought along
// and those bought (BG-57).
func (r *rules) cardsOf(p *player) []card {
	switch wrong := &r.wrong.bonus; {
	case wrong.boughtIgnored:
		return p.cards[p.bought:]
	case wrong.plainOnly:
		return slices.DeleteFunc(slices.Clone(p.cards), card.face)
	}
	return p.cards
}

// award adds a bonus to a score (BG-55).
func (r *rules) award(b *bonus, score natural) natural {
	if r.wrong.bonus.twice {
		score = score.plus(b.points)
	}
	return score.plus(b.points)
}

// ownCards tells whether each colour can be shown by a card of its own.
func (r *rules) ownCards(wanted []colour, cards []card) bool {
	if len(wanted) == 0 {
		return true
	}
	for i, k := range cards {
		if k.pebbles().count(wanted[0]) > 0 && r.ownCards(wanted[1:], slices.Delete(slices.Clone(cards), i, i+1)) {
			return true
		}
	}
	return false
}
