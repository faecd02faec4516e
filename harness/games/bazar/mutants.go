package bazar

import "github.com/touchstone-harness/touchstone/harness/game"

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided.
type mutation struct {
	fourInHand        bool // M01
	handAtStart       bool // M02
	poorestFirst      bool // M04
	tiesKept          bool // M05
	eventAtOnce       bool // M07
	largestNumeral    bool // M08
	feastExactly      bool // M10
	bountyNeedsMore   bool // M11
	onlyNormalCount   bool // M13
	haremLate         bool // M14
	neverNoTarget     bool // M15
	placesOnTile      bool // M17
	favouriteOnEmpty  bool // M18
	neverDraws        bool // M63
	chainBlocks       bool // M20
	wallEliminates    bool // M21
	edgeBlocks        bool // M23
	holeBlocks        bool // M24
	blockedUndone     bool // M26
	chainFalls        bool // M27
	turnsOtherWay     bool // M29
	turnBlockedByOut  bool // M30
	onlyAbove         bool // M32
	ringReversed      bool // M33
	pedlarStops       bool // M35
	takesFromOwn      bool // M36
	taxAlwaysTwo      bool // M38
	ferryBlockedByOut bool // M39
	alwaysDiscards    bool // M41
	marketAtOnce      bool // M42
	marketTakesFour   bool // M44
	marketOtherEnd    bool // M45
	administratorOne  bool // M47
	needsHalf         bool // M48
	noAmnesty         bool // M50
	silencesOwn       bool // M51
	noDouble          bool // M53
	noBarred          bool // M54
	noMinority        bool // M56
	shiftsBack        bool // M57
	oneBeggarHalves   bool // M59
	tieOwned          bool // M60
	goalNeedsMore     bool // M61
	overAfterTen      bool // M62
	tieNobody         bool // M65
	winnerEarly       bool // M66
	pileInOrder       bool // M67
	allFaceUp         bool // M68
}

// A mutantEntry is a mutant with the switch that makes it.
type mutantEntry struct {
	game.Mutant
	field func(*mutation) *bool
}

func mutant(id, clause, summary string, field func(*mutation) *bool, tasks ...string) mutantEntry {
	return mutantEntry{game.Mutant{ID: id, Clause: clause, Summary: summary, Tasks: tasks}, field}
}

// The mutants of chapter 9.
var mutantTable = []mutantEntry{
	mutant("BZ-M01", "BZ-04", "draws four tiles as the first hand",
		func(m *mutation) *bool { return &m.fourInHand }, "setup"),
	mutant("BZ-M02", "BZ-07", "lets a player place a tile of his hand in the start phase",
		func(m *mutation) *bool { return &m.handAtStart }, "move", "play"),
	mutant("BZ-M04", "BZ-10", "the poorest plays first",
		func(m *mutation) *bool { return &m.poorestFirst }, "order", "move", "play"),
	mutant("BZ-M05", "BZ-11", "ties keep the order of the round before",
		func(m *mutation) *bool { return &m.tiesKept }, "order", "move", "play"),
	mutant("BZ-M07", "BZ-15", "reveals a card in round 1, too",
		func(m *mutation) *bool { return &m.eventAtOnce }, "move", "play"),
	mutant("BZ-M08", "BZ-19", "of several conditions met takes the largest numeral",
		func(m *mutation) *bool { return &m.largestNumeral }, "move", "play"),
	mutant("BZ-M10", "BZ-18", "plays the feast only when exactly five cards have been played",
		func(m *mutation) *bool { return &m.feastExactly }, "move", "play"),
	mutant("BZ-M11", "BZ-17", "the bounty needs more coins than bounty_coins",
		func(m *mutation) *bool { return &m.bountyNeedsMore }, "move", "play"),
	mutant("BZ-M13", "BZ-18", "counts only normal cards for the conditions II and III",
		func(m *mutation) *bool { return &m.onlyNormalCount }, "move", "play"),
	mutant("BZ-M14", "BZ-13", "the harem enters one round late",
		func(m *mutation) *bool { return &m.haremLate }, "move", "play"),
	mutant("BZ-M15", "BZ-29", "never reports no_target for a direction",
		func(m *mutation) *bool { return &m.neverNoTarget }, "move", "play"),
	mutant("BZ-M17", "BZ-24", "lets a tile be placed on an occupied cell, where the old tile vanishes",
		func(m *mutation) *bool { return &m.placesOnTile }, "move", "play"),
	mutant("BZ-M18", "BZ-25", "lets the favourite be placed on an empty cell",
		func(m *mutation) *bool { return &m.favouriteOnEmpty }, "move", "play"),
	mutant("BZ-M63", "BZ-26", "does not draw after a placement",
		func(m *mutation) *bool { return &m.neverDraws }, "move", "play"),
	mutant("BZ-M20", "BZ-33", "a tile behind the pushed one blocks the push",
		func(m *mutation) *bool { return &m.chainBlocks }, "push", "move", "play"),
	mutant("BZ-M21", "BZ-34", "a tile pushed on an illustration is eliminated",
		func(m *mutation) *bool { return &m.wallEliminates }, "push", "move", "play"),
	mutant("BZ-M23", "BZ-35", "the edge of the board blocks",
		func(m *mutation) *bool { return &m.edgeBlocks }, "push", "move", "play"),
	mutant("BZ-M24", "BZ-35", "a hole blocks",
		func(m *mutation) *bool { return &m.holeBlocks }, "push", "move", "play"),
	mutant("BZ-M26", "BZ-36", "a push blocked after its first step is undone",
		func(m *mutation) *bool { return &m.blockedUndone }, "push", "move", "play"),
	mutant("BZ-M27", "BZ-35", "when a chain is pushed out, all of its tiles are eliminated",
		func(m *mutation) *bool { return &m.chainFalls }, "push", "move", "play"),
	mutant("BZ-M29", "BZ-45", "the architect turns the other way",
		func(m *mutation) *bool { return &m.turnsOtherWay }, "move", "play"),
	mutant("BZ-M30", "BZ-45", "an architect's turn is also blocked by holes and edges",
		func(m *mutation) *bool { return &m.turnBlockedByOut }, "move", "play"),
	mutant("BZ-M32", "BZ-41", "the fishmonger pushes only the tile above",
		func(m *mutation) *bool { return &m.onlyAbove }, "move", "play"),
	mutant("BZ-M33", "BZ-41", "the fishmonger pushes in the reverse ring order",
		func(m *mutation) *bool { return &m.ringReversed }, "move", "play"),
	mutant("BZ-M35", "BZ-47", "the pedlar stops before a tile instead of pushing it",
		func(m *mutation) *bool { return &m.pedlarStops }, "move", "play"),
	mutant("BZ-M36", "BZ-46", "the notable may also take a tile from its own district",
		func(m *mutation) *bool { return &m.takesFromOwn }, "move", "play"),
	mutant("BZ-M38", "BZ-50", "the tax collector takes two coins even from a poorer owner",
		func(m *mutation) *bool { return &m.taxAlwaysTwo }, "move", "play"),
	mutant("BZ-M39", "BZ-48", "a hole or the edge blocks the ferryman",
		func(m *mutation) *bool { return &m.ferryBlockedByOut }, "move", "play"),
	mutant("BZ-M41", "BZ-55", "eliminated tiles are always discarded",
		func(m *mutation) *bool { return &m.alwaysDiscards }, "push", "move", "play"),
	mutant("BZ-M42", "BZ-58", "the market is in play as soon as it holds five tiles",
		func(m *mutation) *bool { return &m.marketAtOnce }, "move", "play"),
	mutant("BZ-M44", "BZ-57", "the market takes only four tiles",
		func(m *mutation) *bool { return &m.marketTakesFour }, "push", "move", "play"),
	mutant("BZ-M45", "BZ-56", "uses the other end of the free market cells",
		func(m *mutation) *bool { return &m.marketOtherEnd }, "push", "move", "play"),
	mutant("BZ-M47", "BZ-60", "an administrator has weight 1",
		func(m *mutation) *bool { return &m.administratorOne }, "owners", "move", "play"),
	mutant("BZ-M48", "BZ-62", "an owner needs more than half of the counts",
		func(m *mutation) *bool { return &m.needsHalf }, "owners", "move", "play"),
	mutant("BZ-M50", "BZ-65", "amnesty has no effect",
		func(m *mutation) *bool { return &m.noAmnesty }, "owners", "move", "play"),
	mutant("BZ-M51", "BZ-61", "a traitor silences his own guild, too",
		func(m *mutation) *bool { return &m.silencesOwn }, "owners", "move", "play"),
	mutant("BZ-M53", "BZ-63", "double is ignored",
		func(m *mutation) *bool { return &m.noDouble }, "owners", "move", "play"),
	mutant("BZ-M54", "BZ-63", "barred is ignored",
		func(m *mutation) *bool { return &m.noBarred }, "owners", "move", "play"),
	mutant("BZ-M56", "BZ-64", "minority is ignored: the majority owns",
		func(m *mutation) *bool { return &m.noMinority }, "owners", "move", "play"),
	mutant("BZ-M57", "BZ-63", "shift takes the value of the district before",
		func(m *mutation) *bool { return &m.shiftsBack }, "owners", "move", "play"),
	mutant("BZ-M59", "BZ-63", "only one beggar per district halves",
		func(m *mutation) *bool { return &m.oneBeggarHalves }, "owners", "move", "play"),
	mutant("BZ-M60", "BZ-62", "a tie is owned by the tied guild that is earliest in the order, in a Position in guilds",
		func(m *mutation) *bool { return &m.tieOwned }, "owners", "move", "play"),
	mutant("BZ-M61", "BZ-70", "the goal is more than 75 coins",
		func(m *mutation) *bool { return &m.goalNeedsMore }, "move", "play"),
	mutant("BZ-M62", "BZ-71", "over after the tenth card",
		func(m *mutation) *bool { return &m.overAfterTen }, "move", "play"),
	mutant("BZ-M65", "BZ-73", "among equals nobody wins",
		func(m *mutation) *bool { return &m.tieNobody }, "score", "play"),
	mutant("BZ-M66", "BZ-74", "names a winner before the game is over",
		func(m *mutation) *bool { return &m.winnerEarly }, "score", "play"),
	mutant("BZ-M67", "BZ-81", "shows the player's own pile in its true order",
		func(m *mutation) *bool { return &m.pileInOrder }, "view"),
	mutant("BZ-M68", "BZ-27", "shows all tiles face up",
		func(m *mutation) *bool { return &m.allFaceUp }, "view"),
}

// mutants is the table without the switches.
func mutants() []game.Mutant {
	list := make([]game.Mutant, len(mutantTable))
	for i, e := range mutantTable {
		list[i] = e.Mutant
	}
	return list
}
