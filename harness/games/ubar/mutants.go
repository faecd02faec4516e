package ubar

import "github.com/touchstone-harness/touchstone/harness/game"

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided.
type mutation struct {
	ownSymbolsOnly   bool    // UB-M01
	awaySide         bool    // UB-M02
	touchTwice       bool    // UB-M04
	laterTimeFree    bool    // UB-M05
	latestFirst      bool    // UB-M07
	furthestAhead    bool    // UB-M08
	mayDecline       bool    // UB-M09
	mayDeclineLater  bool    // UB-M10
	gainFirst        bool    // UB-M13
	roomNeeded       bool    // UB-M14
	supplyBefore     bool    // UB-M16
	cornersTouch     bool    // UB-M17
	windFirst        bool    // UB-M19
	gapsSkipped      bool    // UB-M20
	farthestFirst    bool    // UB-M22
	counterClockwise bool    // UB-M23
	upIsDown         bool    // UB-M25
	anyIsAdjacent    bool    // UB-M26
	starterStill     bool    // UB-M28
	windsChain       bool    // UB-M29
	stowage          stowage // UB-M30, UB-M31, UB-M33
	fitsInTheEnd     bool    // UB-M34
	dumpedGone       bool    // UB-M36
	dumpsNeedCause   bool    // UB-M37
	replacedAtOnce   bool    // UB-M38
	firstEndsRound   bool    // UB-M39
	fillsByColumns   bool    // UB-M42
	refillsAll       bool    // UB-M43
	sellsBySeat      bool    // UB-M45
	refillsEmpty     bool    // UB-M46
	normalPrices     bool    // UB-M47
	mustSell         bool    // UB-M49
	lastMarketFirst  bool    // UB-M50
	sortsBySeat      bool    // UB-M52
	lowerIndexWins   bool    // UB-M54
	goodsCount       bool    // UB-M55
	scarabToo        bool    // UB-M57
	gridTurned       bool    // UB-M58
}

// A mutantEntry is a mutant with the change that makes it.
type mutantEntry struct {
	game.Mutant
	change func(*mutation)
}

func mutant(id, clause, summary string, change func(*mutation), tasks ...string) mutantEntry {
	return mutantEntry{game.Mutant{ID: id, Clause: clause, Summary: summary, Tasks: tasks}, change}
}

// The mutants of chapter 9.
var mutantTable = []mutantEntry{
	mutant("UB-M01", "UB-22", "charges only the tile's own symbols for a draft",
		func(m *mutation) { m.ownSymbolsOnly = true }, "cost", "move", "play", "view"),
	mutant("UB-M02", "UB-22", "counts the side of a neighbour that faces away from the drafted tile",
		func(m *mutation) { m.awaySide = true }, "cost", "move", "play", "view"),
	mutant("UB-M04", "UB-24", "counts the tile's own symbols that touch neighbours twice",
		func(m *mutation) { m.touchTwice = true }, "cost", "move", "play", "view"),
	mutant("UB-M05", "UB-12", "charges no time for time actions that are re-triggered",
		func(m *mutation) { m.laterTimeFree = true }, "move", "play"),
	mutant("UB-M07", "UB-11", "lets the latest arrival on a space act first",
		func(m *mutation) { m.latestFirst = true }, "move", "play", "view"),
	mutant("UB-M08", "UB-10", "lets the player act who is furthest ahead below the round end",
		func(m *mutation) { m.furthestAhead = true }, "move", "play", "view"),
	mutant("UB-M09", "UB-30", "lets the action of the new tile be declined",
		func(m *mutation) { m.mayDecline = true }, "move", "play"),
	mutant("UB-M10", "UB-47", "lets a re-triggered action be declined",
		func(m *mutation) { m.mayDeclineLater = true }, "move", "play"),
	mutant("UB-M13", "UB-31", "pays an exchange with the goods that it brings",
		func(m *mutation) { m.gainFirst = true }, "move", "play"),
	mutant("UB-M14", "UB-34", "skips an action whose gain does not fit at once",
		func(m *mutation) { m.roomNeeded = true }, "move", "play"),
	mutant("UB-M16", "UB-32", "does not count given goods as supply for the same action",
		func(m *mutation) { m.supplyBefore = true }, "move", "play"),
	mutant("UB-M17", "UB-25", "takes a diagonal neighbour as enough for a place",
		func(m *mutation) { m.cornersTouch = true }, "move", "play"),
	mutant("UB-M19", "UB-40", "triggers the wind before the tile's own action",
		func(m *mutation) { m.windFirst = true }, "move", "play"),
	mutant("UB-M20", "UB-43", "lets a line jump over holes to the nearest tiles",
		func(m *mutation) { m.gapsSkipped = true }, "move", "play", "winds"),
	mutant("UB-M22", "UB-42", "triggers a line from the farthest tile to the closest",
		func(m *mutation) { m.farthestFirst = true }, "move", "play", "winds"),
	mutant("UB-M23", "UB-45", "triggers orthogonal tiles counter-clockwise",
		func(m *mutation) { m.counterClockwise = true }, "move", "play", "winds"),
	mutant("UB-M25", "UB-42", "takes up for down in tableaus",
		func(m *mutation) { m.upIsDown = true }, "move", "play", "winds"),
	mutant("UB-M26", "UB-44", "lets the wind any reach only adjacent tiles",
		func(m *mutation) { m.anyIsAdjacent = true }, "move", "play", "winds"),
	mutant("UB-M28", "UB-48", "never re-triggers the starter",
		func(m *mutation) { m.starterStill = true }, "move", "play", "winds"),
	mutant("UB-M29", "UB-41", "triggers the wind of a re-triggered tile, too",
		func(m *mutation) { m.windsChain = true }, "move", "play"),
	mutant("UB-M30", "UB-51", "lets goods fit whose spaces sum to 28 at most",
		func(m *mutation) { m.stowage = bySpaces }, "fit", "move", "play"),
	mutant("UB-M31", "UB-52", "does not turn goods",
		func(m *mutation) { m.stowage = unturned }, "fit", "move", "play"),
	mutant("UB-M33", "UB-51", "packs greedily: large goods first, each in the first free position",
		func(m *mutation) { m.stowage = greedily }, "fit", "move", "play"),
	mutant("UB-M34", "UB-53", "asks only after the last step whether the hold fits",
		func(m *mutation) { m.fitsInTheEnd = true }, "move", "play"),
	mutant("UB-M36", "UB-55", "takes dumped goods out of the game",
		func(m *mutation) { m.dumpedGone = true }, "move", "play"),
	mutant("UB-M37", "UB-54", "refuses to dump after a step when the hold fits already",
		func(m *mutation) { m.dumpsNeedCause = true }, "move", "play"),
	mutant("UB-M38", "UB-23", "replaces a drafted tile at once",
		func(m *mutation) { m.replacedAtOnce = true }, "move", "play"),
	mutant("UB-M39", "UB-60", "ends the round when the first marker reaches its end",
		func(m *mutation) { m.firstEndsRound = true }, "move", "play"),
	mutant("UB-M42", "UB-69", "fills the grid column by column",
		func(m *mutation) { m.fillsByColumns = true }, "setup", "move", "play"),
	mutant("UB-M43", "UB-68", "replaces all tiles when the grid is refilled; the old ones go under the pile",
		func(m *mutation) { m.refillsAll = true }, "move", "play"),
	mutant("UB-M45", "UB-64", "lets players sell by index",
		func(m *mutation) { m.sellsBySeat = true }, "move", "play"),
	mutant("UB-M46", "UB-61", "refills an empty grid during the round",
		func(m *mutation) { m.refillsEmpty = true }, "move", "play"),
	mutant("UB-M47", "UB-63", "sells goods at their normal prices",
		func(m *mutation) { m.normalPrices = true }, "sell", "move", "play"),
	mutant("UB-M49", "UB-62", "makes a player with goods sell something",
		func(m *mutation) { m.mustSell = true }, "sell", "move", "play"),
	mutant("UB-M50", "UB-67", "uses and discards the last market card first",
		func(m *mutation) { m.lastMarketFirst = true }, "move", "play"),
	mutant("UB-M52", "UB-70", "sorts the players on one space by index when a round begins",
		func(m *mutation) { m.sortsBySeat = true }, "move", "play"),
	mutant("UB-M54", "UB-74", "lets the lower index win with equal coins",
		func(m *mutation) { m.lowerIndexWins = true }, "score", "play"),
	mutant("UB-M55", "UB-73", "counts goods left, at their normal prices, for the ranking",
		func(m *mutation) { m.goodsCount = true }, "score", "play"),
	mutant("UB-M57", "UB-02", "begins with a scarab on each ship, too",
		func(m *mutation) { m.scarabToo = true }, "setup"),
	mutant("UB-M58", "UB-03", "exchanges the rows and columns of the grid",
		func(m *mutation) { m.gridTurned = true }, "setup"),
}

// mutants is the table without the changes.
func mutants() []game.Mutant {
	list := make([]game.Mutant, len(mutantTable))
	for i, e := range mutantTable {
		list[i] = e.Mutant
	}
	return list
}
