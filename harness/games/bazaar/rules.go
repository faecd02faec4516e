package bazaar

import (
	"github.com/touchstone-harness/touchstone/harness/game"
)

// rules are the options of a run, ready for use. They never change after
// newRules.
type rules struct {
	game.Edition

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

	right  *rules              // what is valid input, and what is generated, goes by these
	scores func() *scoreTables // of the strategy, made when first asked for
	forms  func() *forms       // the values under these options, likewise
}

// A pointsRow is a line of the points table: what a card brings when at least
// left pebbles are left (BG-32).
type pointsRow struct{ left, plain, face int }
