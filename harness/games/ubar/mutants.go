package ubar

import (
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A mutantEntry is a mutant with the change of the rules that makes it.
type mutantEntry struct {
	id, clause string
	summary    string
	change     func(*rules)
	tasks      string // those in which it shows, separated by blanks
}

// A mutantGroup is about one thing, and so is its hint, which says where to look.
type mutantGroup struct {
	hint    string
	mutants []mutantEntry
}

// mutantGroups has the mutants of chapter 9, whose ids are a letter and a number
// behind the game's prefix, and others like them.
var mutantGroups = []mutantGroup{
	// Markers and turns.
	{"Put several markers on one space, in an order that is not that of the seats, or some far apart", []mutantEntry{
		{
			"UB-M07", "UB-11", "lets the latest arrival on a space act first",
			func(r *rules) { r.wrong.track.latestFirst = true }, "move play view",
		},
		{
			"UB-M08", "UB-10", "lets the player act who is furthest ahead below the round end",
			func(r *rules) { r.wrong.track.furthestAhead = true }, "move play view",
		},
		{
			"arrival-lands-below", "UB-11", "puts a marker below the others of the space where it lands",
			func(r *rules) { r.wrong.track.landsBelow = true }, "move play",
		},
		{
			"arrival-without-time", "UB-13", "moves a marker to the top of its stack after a draft that took no time",
			func(r *rules) { r.restack = true }, "move play",
		},
	}},
	// The time that a draft takes.
	{"Look at how far a marker goes: by the tile, by its action, by those triggered again, and near an end", []mutantEntry{
		{
			"UB-M05", "UB-12", "charges no time for time actions that are re-triggered",
			func(r *rules) { r.wrong.track.laterTimeFree = true }, "move play",
		},
		{
			"own-time-not-paid", "UB-12", "charges no time for the action of the new tile",
			func(r *rules) { r.wrong.track.ownTimeFree = true }, "move play",
		},
		{
			"tile-not-paid", "UB-12", "charges the time of actions only, not the cost of the tile",
			func(r *rules) { r.wrong.track.tileFree = true }, "move play",
		},
		{
			"every-time-action-takes-one", "UB-12", "charges one for a time action, whatever it says",
			func(r *rules) { r.wrong.track.oneForAny = true }, "move play",
		},
		{
			"marker-stops-at-round-end", "UB-14", "stops a marker at the round end",
			func(r *rules) { r.wrong.track.stopsAtEnd = true }, "move play",
		},
		{
			"marker-passes-last-space", "UB-15", "moves a marker beyond space 36",
			func(r *rules) { r.wrong.track.beyondLast = true }, "move play",
		},
		{
			"last-space-is-35", "UB-15", "stops a marker one space before the last",
			func(r *rules) { r.wrong.track.lastForgotten = true }, "move play",
		},
		{
			"no-action-without-time-left", "UB-15", "skips a time action that takes more time than is left",
			func(r *rules) { r.wrong.track.noTimeLeft = true }, "move play",
		},
	}},
	// The cost of a tile.
	{"Take tiles from the middle and from the border of a grid with holes; compare what each side of each neighbour has", []mutantEntry{
		{
			"UB-M01", "UB-22", "charges only the tile's own symbols for a draft",
			func(r *rules) { r.wrong.cost.ownSymbolsOnly = true }, "cost move play view",
		},
		{
			"UB-M02", "UB-22", "counts the side of a neighbour that faces away from the drafted tile",
			func(r *rules) { r.wrong.cost.awaySide = true }, "cost move play view",
		},
		{
			"UB-M04", "UB-24", "counts the tile's own symbols that touch neighbours twice",
			func(r *rules) { r.wrong.cost.touchTwice = true }, "cost move play view",
		},
		{
			"upper-neighbour-forgotten", "UB-22", "does not look at the neighbour above",
			func(r *rules) { r.wrong.cost.blind = up + 1 }, "cost move play view",
		},
		{
			"right-neighbour-forgotten", "UB-22", "does not look at the neighbour to the right",
			func(r *rules) { r.wrong.cost.blind = right + 1 }, "cost move play view",
		},
		{
			"lower-neighbour-forgotten", "UB-22", "does not look at the neighbour below",
			func(r *rules) { r.wrong.cost.blind = down + 1 }, "cost move play view",
		},
		{
			"left-neighbour-forgotten", "UB-22", "does not look at the neighbour to the left",
			func(r *rules) { r.wrong.cost.blind = left + 1 }, "cost move play view",
		},
		{
			"neighbours-count-whole", "UB-22", "adds all symbols of each neighbour",
			func(r *rules) { r.wrong.cost.wholeNeighbour = true }, "cost move play view",
		},
		{
			"dearest-neighbour-only", "UB-22", "adds only the neighbour that touches with most symbols",
			func(r *rules) { r.wrong.cost.dearestOnly = true }, "cost move play view",
		},
		{
			"corners-cost", "UB-24", "counts diagonal neighbours, too, by the side above or below",
			func(r *rules) { r.wrong.cost.corners = true }, "cost move play view",
		},
		{
			"grid-wraps", "UB-24", "takes the other end of the row or column for the neighbour beyond a border",
			func(r *rules) { r.wrong.cost.wraps = true }, "cost move play view",
		},
		{
			"holes-cost-one", "UB-23", "adds one for each hole beside the tile",
			func(r *rules) { r.wrong.cost.holesCost = true }, "cost move play view",
		},
		{
			"holes-are-free", "UB-23", "says that a cell without a tile costs 0",
			func(r *rules) { r.wrong.cost.holesFree = true }, "cost view",
		},
		{
			"tile-costs-at-least-one", "UB-21", "charges at least one for a tile",
			func(r *rules) { r.wrong.cost.atLeastOne = true }, "cost move play view",
		},
	}},
	// Tiles from the grid to the tableau.
	{"Ask for places far and near, after several tiles, and look at the cell and the tableau that come out", []mutantEntry{
		{
			"UB-M17", "UB-25", "takes a diagonal neighbour as enough for a place",
			func(r *rules) { r.wrong.place.cornersTouch = true }, "move play",
		},
		{
			"place-anywhere", "UB-25", "takes any empty place",
			func(r *rules) { r.wrong.place.anywhere = true }, "move play",
		},
		{
			"place-beside-last-tile", "UB-25", "asks for a place beside the tile that came last",
			func(r *rules) { r.wrong.place.besideLast = true }, "move play",
		},
		{
			"place-on-a-tile", "UB-26", "takes a place that has a tile",
			func(r *rules) { r.wrong.place.onTiles = true }, "move play",
		},
		{
			"new-tile-behind-starter", "UB-20", "lists the new tile right behind the starter",
			func(r *rules) { r.wrong.place.behindStarter = true }, "move play",
		},
		{
			"new-tile-lost", "UB-20", "takes the tile from the grid and puts it nowhere",
			func(r *rules) { r.wrong.place.lost = true }, "move play",
		},
		{
			"tile-stays-in-grid", "UB-23", "leaves the drafted tile in the grid as well",
			func(r *rules) { r.wrong.place.staysInGrid = true }, "move play",
		},
		{
			"row-closes-up", "UB-23", "moves the tiles to the right of a drafted one by one cell",
			func(r *rules) { r.wrong.place.closesUp = true }, "move play",
		},
		{
			"UB-M38", "UB-23", "replaces a drafted tile at once",
			func(r *rules) { r.wrong.place.replacedAtOnce = true }, "move play",
		},
	}},
	// Actions.
	{"Let hold or supply have just what an action needs, or one less, and decline actions of either kind", []mutantEntry{
		{
			"UB-M09", "UB-30", "lets the action of the new tile be declined",
			func(r *rules) { r.wrong.action.mayDecline = true }, "move play",
		},
		{
			"UB-M10", "UB-47", "does not let a re-triggered action be declined",
			func(r *rules) { r.forced = true }, "move play",
		},
		{
			"UB-M59", "UB-47", "charges the time of a re-triggered action that is declined",
			func(r *rules) { r.wrong.action.declinedCosts = true }, "move play",
		},
		{
			"UB-M60", "UB-47", "takes a declined re-triggered action as declining all later ones of the draft, too",
			func(r *rules) { r.wrong.action.declinesRest = true }, "move play",
		},
		{
			"new-tile-does-not-act", "UB-30", "never executes the action of the new tile",
			func(r *rules) { r.wrong.action.ownIdle = true }, "move play",
		},
		{
			"triggered-tiles-do-not-act", "UB-47", "never executes the action of a re-triggered tile",
			func(r *rules) { r.wrong.action.laterIdle = true }, "move play",
		},
		{
			"any-step-may-be-skipped", "UB-47", "lets steps be skipped that there are not",
			func(r *rules) { r.wrong.action.anyStep = true }, "move play",
		},
		{
			"last-step-cannot-be-skipped", "UB-47", "takes the last step for one that there is not when it is skipped",
			func(r *rules) { r.wrong.action.lastStepStays = true }, "move play",
		},
		{
			"UB-M13", "UB-31", "pays an exchange with the goods that it brings",
			func(r *rules) { r.wrong.action.gainFirst = true }, "move play",
		},
		{
			"one-of-each-is-enough", "UB-31", "makes an exchange as soon as one of each good that it takes is there",
			func(r *rules) { r.wrong.action.oneOfEach = true }, "move play",
		},
		{
			"last-good-is-kept", "UB-31", "makes an exchange only if one of each good that it takes is left",
			func(r *rules) { r.wrong.action.keepsOne = true }, "move play",
		},
		{
			"UB-M16", "UB-32", "does not count given goods as supply for the same action",
			func(r *rules) { r.wrong.action.supplyBefore = true }, "move play",
		},
		{
			"short-supply-gives-what-it-has", "UB-32", "executes an action also if the supply has only a part of what it brings",
			func(r *rules) { r.partialSupply = true }, "move play",
		},
		{
			"supply-never-ends", "UB-32", "brings goods that the supply does not have",
			func(r *rules) { r.wrong.action.supplyEndless = true }, "move play",
		},
		{
			"last-of-supply-stays", "UB-32", "executes an action only if one of each good that it brings is left in the supply",
			func(r *rules) { r.wrong.action.supplyKeepsOne = true }, "move play",
		},
		{
			"given-goods-lost", "UB-33", "does not put the goods given into the supply",
			func(r *rules) { r.wrong.action.givenLost = true }, "move play",
		},
		{
			"given-goods-kept", "UB-33", "leaves the goods given in the hold as well",
			func(r *rules) { r.wrong.action.givenKept = true }, "move play",
		},
		{
			"gain-from-nowhere", "UB-33", "does not take what an action brings from the supply",
			func(r *rules) { r.wrong.action.gainFromNowhere = true }, "move play",
		},
		{
			"UB-M14", "UB-34", "skips an action whose gain does not fit at once",
			func(r *rules) { r.wrong.action.roomNeeded = true }, "move play",
		},
		{
			"impossible-action-illegal", "UB-35", "refuses a draft in which an action is not possible",
			func(r *rules) { r.wrong.action.refused = true }, "move play",
		},
		{
			"impossible-action-takes-time", "UB-35", "charges the time of an action that is not possible",
			func(r *rules) { r.wrong.action.paysInVain = true }, "move play",
		},
	}},
	// Which tiles a wind reaches, and when.
	{"Draw the tableau: holes, tiles on all eight sides, tiles far away, tiles without action; then compare the sequence", []mutantEntry{
		{
			"UB-M19", "UB-40", "triggers the wind before the tile's own action",
			func(r *rules) { r.wrong.wind.first = true }, "move play",
		},
		{
			"wind-never-blows", "UB-40", "triggers no tile but the new one",
			func(r *rules) { r.wrong.wind.none = true }, "move play",
		},
		{
			"wind-needs-the-action", "UB-40", "triggers the wind only if the own action was executed",
			func(r *rules) { r.wrong.wind.needsAction = true }, "move play",
		},
		{
			"UB-M29", "UB-41", "triggers the wind of a re-triggered tile, too",
			func(r *rules) { r.wrong.wind.chain = true }, "move play",
		},
		{
			"UB-M20", "UB-43", "lets a line jump over holes to the nearest tiles",
			func(r *rules) { r.gaps = gapsSkipped }, "move play winds",
		},
		{
			"line-ends-at-hole", "UB-43", "ends a line at the first empty cell",
			func(r *rules) { r.gaps = gapsStop }, "move play winds",
		},
		{
			"UB-M22", "UB-42", "triggers a line from the farthest tile to the closest",
			func(r *rules) { r.wrong.wind.farthestFirst = true }, "move play winds",
		},
		{
			"UB-M25", "UB-42", "takes up for down in tableaus",
			func(r *rules) { r.compass.turnOver(up) }, "move play winds",
		},
		{
			"left-is-right", "UB-42", "takes left for right in tableaus",
			func(r *rules) { r.compass.turnOver(right) }, "move play winds",
		},
		{
			"line-one-too-short", "UB-42", "looks at one cell less than the length of a line",
			func(r *rules) { r.wrong.wind.longer = -1 }, "move play winds",
		},
		{
			"line-one-too-long", "UB-42", "looks at one cell more than the length of a line",
			func(r *rules) { r.wrong.wind.longer = 1 }, "move play winds",
		},
		{
			"tiles-turned-by-a-quarter", "UB-27", "places tiles turned to the right, so that their lines blow another way",
			func(r *rules) { r.compass.ways = [4]pos{steps[right], steps[down], steps[left], steps[up]} }, "move play winds",
		},
		{
			"UB-M26", "UB-44", "lets the wind any reach only adjacent tiles",
			func(r *rules) { r.wrong.wind.anyIsAdjacent = true }, "move play winds",
		},
		{
			"any-needs-an-action", "UB-44", "lets the wind any reach only tiles that have an action",
			func(r *rules) { r.wrong.wind.anyActs = true }, "move play winds",
		},
		{
			"any-lists-backwards", "UB-44", "lists the tiles that the wind any reaches from the last to the first",
			func(r *rules) { r.wrong.wind.anyBackwards = true }, "winds",
		},
		{
			"any-reaches-itself", "UB-44", "lets the wind any trigger the new tile",
			func(r *rules) { r.wrong.wind.anyItself = true }, "move play",
		},
		{
			"any-triggers-all", "UB-44", "triggers all tiles by the wind any, whichever is chosen",
			func(r *rules) { r.wrong.wind.anyMeansAll = true }, "move play",
		},
		{
			"no-target-no-wind", "UB-44", "triggers nothing where the wind any has no target",
			func(r *rules) { r.wrong.wind.targetless = true }, "move play",
		},
		{
			"needless-target-ignored", "UB-44", "takes no notice of a target that the wind does not ask for",
			func(r *rules) { r.wrong.wind.targetIgnored = true }, "move play",
		},
		{
			"UB-M23", "UB-45", "triggers orthogonal tiles counter-clockwise",
			func(r *rules) { r.compass.orthogonal = [4]direction{up, left, down, right} }, "move play winds",
		},
		{
			"orthogonal-starts-right", "UB-45", "triggers orthogonal tiles from the right one on",
			func(r *rules) { r.compass.orthogonal = [4]direction{right, down, left, up} }, "move play winds",
		},
		{
			"orthogonal-ends-at-hole", "UB-45", "triggers orthogonal tiles up to the first empty cell",
			func(r *rules) { r.wrong.wind.stops = orthogonal }, "move play winds",
		},
		{
			"diagonal-counter-clockwise", "UB-46", "triggers diagonal tiles counter-clockwise",
			func(r *rules) { r.compass.diagonal = [4]pos{corners[0], corners[3], corners[2], corners[1]} }, "move play winds",
		},
		{
			"diagonal-starts-left", "UB-46", "triggers diagonal tiles from the one above left on",
			func(r *rules) { r.compass.diagonal = [4]pos{corners[3], corners[0], corners[1], corners[2]} }, "move play winds",
		},
		{
			"diagonal-ends-at-hole", "UB-46", "triggers diagonal tiles up to the first empty cell",
			func(r *rules) { r.wrong.wind.stops = diagonal }, "move play winds",
		},
		{
			"UB-M28", "UB-48", "never re-triggers the starter",
			func(r *rules) { r.wrong.wind.starterStill = true }, "move play winds",
		},
		{
			"new-tile-acts-twice", "UB-48", "executes the action of the new tile a second time behind all others",
			func(r *rules) { r.wrong.wind.ownAgain = true }, "move play",
		},
		{
			"idle-tiles-are-no-steps", "UB-35", "does not count a re-triggered tile without action as a step",
			func(r *rules) { r.wrong.wind.idleNoSteps = true }, "move play",
		},
	}},
	// Room on the ship.
	{"Fill the ship with few large goods that leave odd gaps, and to the last space", []mutantEntry{
		{
			"UB-M30", "UB-51", "lets goods fit whose spaces sum to 28 at most",
			func(r *rules) { r.wrong.ship.stowage = bySpaces }, "fit move play",
		},
		{
			"UB-M33", "UB-51", "packs greedily: large goods first, each in the first free position",
			func(r *rules) { r.wrong.ship.stowage = greedily }, "fit move play",
		},
		{
			"packs-small-goods-first", "UB-51", "packs greedily: small goods first, each in the first free position",
			func(r *rules) { r.wrong.ship.stowage = smallFirst }, "fit move play",
		},
		{
			"UB-M31", "UB-52", "does not turn goods",
			func(r *rules) { r.wrong.ship.stowage = unturned }, "fit move play",
		},
		{
			"half-turns-only", "UB-52", "turns goods by half turns only",
			func(r *rules) { r.wrong.ship.stowage = halfTurned }, "fit move play",
		},
		{
			"goods-turned-over", "UB-52", "turns goods over, too",
			func(r *rules) { r.mirrored = true }, "fit move play",
		},
		{
			"ship-lacks-a-space", "UB-50", "has one space less on a ship",
			func(r *rules) { r.wrong.ship.stowage = spaceLost }, "fit move play",
		},
		{
			"ship-lacks-a-column", "UB-50", "has a ship of six columns",
			func(r *rules) { r.wrong.ship.stowage = columnLost }, "fit move play",
		},
		{
			"UB-M34", "UB-53", "asks only after the last step whether the hold fits",
			func(r *rules) { r.wrong.ship.inTheEnd = true }, "move play",
		},
		{
			"overfull-ship-sails", "UB-53", "never asks whether the hold fits",
			func(r *rules) { r.wrong.ship.overfull = true }, "move play",
		},
		{
			"room-needed-before-dump", "UB-53", "asks whether the hold fits before goods are dumped after the step",
			func(r *rules) { r.wrong.ship.beforeDump = true }, "move play",
		},
	}},
	// What goes overboard.
	{"Dump something before the first step and after each, once more than there is, once what the step brings, and look at the supply", []mutantEntry{
		{
			"UB-M36", "UB-55", "takes dumped goods out of the game",
			func(r *rules) { r.wrong.ship.dumpedGone = true }, "move play",
		},
		{
			"sold-goods-leave-the-game", "UB-55", "takes sold goods out of the game",
			func(r *rules) { r.wrong.ship.soldGone = true }, "move play",
		},
		{
			"UB-M37", "UB-54", "refuses to dump after a step when the hold fits already",
			func(r *rules) { r.wrong.ship.needsCause = true }, "move play",
		},
		{
			"any-number-of-dumps", "UB-54", "takes no notice of entries for steps that there are not",
			func(r *rules) { r.wrong.ship.anyNumber = true }, "move play",
		},
		{
			"no-dump-after-last-step", "UB-54", "refuses an entry for what is dumped after the last step",
			func(r *rules) { r.wrong.ship.lastRefused = true }, "move play",
		},
		{
			"dump-before-its-step", "UB-54", "dumps what goes overboard after a step before that step",
			func(r *rules) { r.wrong.ship.early = true }, "move play",
		},
		{
			"first-dump-ignored", "UB-54", "dumps nothing before the first step",
			func(r *rules) { r.wrong.ship.firstIgnored = true }, "move play",
		},
		{
			"dumps-what-there-is", "UB-54", "dumps what there is where more is asked for",
			func(r *rules) { r.wrong.ship.whatThereIs = true }, "move play",
		},
	}},
	// When a round ends, and who sells.
	{"Put the last marker just before, on and beyond the round end; take the last tile of the grid with markers apart", []mutantEntry{
		{
			"UB-M39", "UB-60", "ends the round when the first marker reaches its end",
			func(r *rules) { r.wrong.round.firstEnds = true }, "move play",
		},
		{
			"round-ends-beyond-its-end", "UB-60", "ends the round when all markers are beyond its end, not on it",
			func(r *rules) { r.wrong.round.endsLater = 1 }, "move play",
		},
		{
			"round-ends-one-space-early", "UB-60", "ends the round when no marker is more than one space short of its end",
			func(r *rules) { r.wrong.round.endsLater = -1 }, "move play",
		},
		{
			"view-shows-next-round-end", "UB-60", "shows the end of the next round",
			func(r *rules) { r.wrong.view.nextEnd = true }, "view",
		},
		{
			"UB-M46", "UB-61", "refills an empty grid during the round",
			func(r *rules) { r.refillEmpty = true }, "move play",
		},
		{
			"empty-grid-moves-by-seat", "UB-61", "moves the markers by index when the grid is empty",
			func(r *rules) { r.wrong.round.emptyBySeat = true }, "move play",
		},
		{
			"empty-grid-moves-all", "UB-61", "moves markers back to the round end that are beyond it when the grid is empty",
			func(r *rules) { r.wrong.round.emptyForAll = true }, "move play",
		},
		{
			"UB-M45", "UB-64", "lets players sell by index",
			func(r *rules) { r.seatsSell = true }, "move play",
		},
		{
			"last-player-sells-first", "UB-64", "lets players sell in the reverse order of turns",
			func(r *rules) { r.wrong.round.sellersTurned = true }, "move play",
		},
	}},
	// Sales.
	{"Sell nothing, a part, all and too much, of goods whose price the card raises or lowers; look at what is left", []mutantEntry{
		{
			"UB-M47", "UB-63", "sells goods at their normal prices",
			func(r *rules) { r.wrong.sale.normalPrices = true }, "sell move play",
		},
		{
			"no-price-above-normal", "UB-63", "pays the normal price for the good that the card overvalues",
			func(r *rules) { r.wrong.sale.noBonus = true }, "sell move play",
		},
		{
			"no-price-below-normal", "UB-63", "pays the normal price for the good that the card undervalues",
			func(r *rules) { r.wrong.sale.noDiscount = true }, "sell move play",
		},
		{
			"each-good-paid-once", "UB-63", "pays for one of each good that is sold",
			func(r *rules) { r.wrong.sale.kindsOnly = true }, "sell move play",
		},
		{
			"next-card-pays", "UB-63", "sells at the prices of the next round's card",
			func(r *rules) { r.wrong.sale.nextMarket = true }, "move play",
		},
		{
			"sale-replaces-coins", "UB-63", "forgets the coins of a player who sells",
			func(r *rules) { r.wrong.sale.replaces = true }, "move play",
		},
		{
			"UB-M49", "UB-62", "makes a player with goods sell something",
			func(r *rules) { r.wrong.sale.mustSell = true }, "sell move play",
		},
		{
			"sale-takes-everything", "UB-62", "sells all goods, whatever is asked for",
			func(r *rules) { r.wrong.sale.everything = true }, "sell move play",
		},
		{
			"sells-what-there-is", "UB-62", "sells what there is where more is asked for",
			func(r *rules) { r.wrong.sale.whatThereIs = true }, "sell move play",
		},
		{
			"one-player-sells", "UB-62", "ends the round after its first sale",
			func(r *rules) { r.wrong.sale.oneSeller = true }, "move play",
		},
		{
			"bank-has-130-coins", "UB-65", "pays no more than what is left of 130 coins",
			func(r *rules) { r.bankLimited = true }, "move play",
		},
		{
			"unsold-goods-lost", "UB-66", "takes what is not sold from the ship",
			func(r *rules) { r.wrong.sale.unsoldLost = true }, "sell move play",
		},
		{
			"UB-M50", "UB-67", "uses and discards the last market card first",
			func(r *rules) { r.wrong.sale.lastMarket = true }, "move play",
		},
		{
			"market-card-stays", "UB-67", "does not discard the card of the round",
			func(r *rules) { r.wrong.sale.cardStays = true }, "move play",
		},
		{
			"market-card-goes-behind", "UB-67", "puts the card of the round behind the others",
			func(r *rules) { r.wrong.sale.cardBehind = true }, "move play",
		},
	}},
	// A new round, and the end.
	{"Play the last sale of each round: with few tiles in the pile, with tiles left in the grid, with several markers on one space or far ahead", []mutantEntry{
		{
			"UB-M43", "UB-68", "replaces all tiles when the grid is refilled; the old ones go under the pile",
			func(r *rules) { r.wrong.round.refillsAll = true }, "move play",
		},
		{
			"no-refill", "UB-68", "does not refill the grid",
			func(r *rules) { r.wrong.round.noRefill = true }, "move play",
		},
		{
			"refill-moves-tiles-up", "UB-68", "moves the tiles that are left to the first cells before it refills the grid",
			func(r *rules) { r.wrong.round.movesUp = true }, "move play",
		},
		{
			"short-pile-stays", "UB-68", "refills nothing if the pile has too few tiles for all empty cells",
			func(r *rules) { r.wrong.round.fullOrNothing = true }, "move play",
		},
		{
			"UB-M42", "UB-69", "fills the grid column by column",
			func(r *rules) { r.byColumns = !r.byColumns }, "setup move play",
		},
		{
			"grid-filled-from-right", "UB-69", "fills each row of the grid from the right",
			func(r *rules) { r.wrong.round.fromRight = true }, "setup move play",
		},
		{
			"grid-filled-from-bottom", "UB-69", "fills the rows of the grid from the bottom",
			func(r *rules) { r.wrong.round.fromBottom = true }, "setup move play",
		},
		{
			"grid-filled-from-pile-end", "UB-69", "takes tiles from the end of the pile",
			func(r *rules) { r.wrong.round.fromPileEnd = true }, "setup move play",
		},
		{
			"UB-M52", "UB-70", "sorts the players on one space by index when a round begins",
			func(r *rules) { r.wrong.round.sortsBySeat = true }, "move play",
		},
		{
			"stacks-turned-over", "UB-70", "turns the markers on one space over when a round begins",
			func(r *rules) { r.wrong.round.stacksTurned = true }, "move play",
		},
		{
			"round-begins-level", "UB-70", "moves all markers back to the last round end when a round begins",
			func(r *rules) { r.wrong.round.level = true }, "move play",
		},
		{
			"draft-after-round-end", "UB-71", "awaits a draft in a round although all markers are beyond its end",
			func(r *rules) { r.wrong.round.draftsAnyway = true }, "move play",
		},
		{
			"grid-refilled-at-the-end", "UB-72", "refills the grid after the third round, too",
			func(r *rules) { r.wrong.round.refillsAtEnd = true }, "move play",
		},
		{
			"over-after-two-rounds", "UB-72", "ends the game after the second round",
			func(r *rules) { r.wrong.round.onlyTwo = true }, "move play",
		},
		{
			"turn-after-the-end", "UB-72", "shows whose turn it would be when the game is over",
			func(r *rules) { r.wrong.view.turnAfterEnd = true }, "view",
		},
		{
			"winners-before-the-end", "UB-72", "names the winners before the game is over",
			func(r *rules) { r.wrong.score.early = true }, "score play",
		},
	}},
	// The standing.
	{"Compare players with equal coins, of different tiles, goods and places in the order, before the end and after it", []mutantEntry{
		{
			"UB-M54", "UB-74", "lets the lower index win with equal coins",
			func(r *rules) { r.wrong.score.lowerIndexWins = true }, "score play",
		},
		{
			"tie-by-order", "UB-74", "lets the player furthest back win with equal coins",
			func(r *rules) { r.wrong.score.orderDecides = true }, "score play",
		},
		{
			"tie-by-fewest-tiles", "UB-74", "lets those with fewer tiles win with equal coins",
			func(r *rules) { r.fewestTiles = true }, "score play",
		},
		{
			"tie-listed-backwards", "UB-74", "lists players with equal coins by falling index",
			func(r *rules) { r.wrong.score.groupsTurned = true }, "score play",
		},
		{
			"one-winner-of-a-tie", "UB-74", "names only one of those as winner who share the first place",
			func(r *rules) { r.wrong.score.oneWinner = true }, "score play",
		},
		{
			"no-winner-of-a-tie", "UB-74", "names no winner if several share the first place",
			func(r *rules) { r.wrong.score.tieWithout = true }, "score play",
		},
		{
			"UB-M55", "UB-73", "counts goods left, at their normal prices, for the ranking",
			func(r *rules) { r.wrong.score.goodsCount = true }, "score play",
		},
		{
			"fewest-coins-win", "UB-73", "ranks those with few coins above those with many",
			func(r *rules) { r.wrong.score.fewestCoins = true }, "score play",
		},
	}},
	// What a player sees.
	{"Compare what one player sees with what the State has: coins of others, the number of tiles", []mutantEntry{
		{
			"coins-of-others-hidden", "UB-75", "does not show the coins of the others",
			func(r *rules) { r.coinsHidden = true }, "view",
		},
		{
			"view-of-acting-player", "UB-75", "shows the State as the acting player sees it, whoever asks",
			func(r *rules) { r.wrong.view.actorIsYou = true }, "view",
		},
		{
			"pile-counts-the-grid", "UB-75", "counts the tiles of the grid as tiles of the pile",
			func(r *rules) { r.wrong.view.pileAndGrid = true }, "view",
		},
	}},
	// The set-up.
	{"Give a set-up in which seats, turns and ids have different orders, and count goods and cells", []mutantEntry{
		{
			"starters-by-turn", "UB-01", "gives the starters to the players in the order of turns",
			func(r *rules) { r.wrong.setup.byOrder = true }, "setup",
		},
		{
			"UB-M57", "UB-02", "begins with a scarab on each ship, too",
			func(r *rules) { r.wrong.setup.scarabToo = true }, "setup",
		},
		{
			"begins-without-lamp", "UB-02", "begins without a lamp on the ships",
			func(r *rules) { r.wrong.setup.noLamp = true }, "setup",
		},
		{
			"first-goods-from-nowhere", "UB-02", "does not take the first goods from the supply",
			func(r *rules) { r.wrong.setup.fullSupply = true }, "setup",
		},
		{
			"UB-M58", "UB-03", "exchanges the rows and columns of the grid",
			func(r *rules) { r.rowsFirst = !r.rowsFirst }, "setup",
		},
		{
			"grid-for-two", "UB-03", "has the grid of two players for any number of them",
			func(r *rules) { r.wrong.setup.smallGrid = true }, "setup",
		},
		{
			"pile-turned-over", "UB-04", "turns the pile over",
			func(r *rules) { r.wrong.setup.pileTurned = true }, "setup",
		},
		{
			"grid-from-back", "UB-04", "deals the tiles from the end of their sequence",
			func(r *rules) { r.wrong.setup.fromBack = true }, "setup",
		},
		{
			"markets-turned-round", "UB-05", "lists the market cards from the last round to the first",
			func(r *rules) { r.wrong.setup.marketsTurned = true }, "setup",
		},
		{
			"markers-by-index", "UB-06", "lines up the markers by index",
			func(r *rules) { r.wrong.setup.bySeat = true }, "setup",
		},
		{
			"markers-turned-round", "UB-06", "lines up the markers in the reverse sequence",
			func(r *rules) { r.wrong.setup.orderTurned = true }, "setup",
		},
		{
			"begins-with-coins", "UB-07", "begins with five coins for everybody",
			func(r *rules) { r.wrong.setup.coins = true }, "setup",
		},
	}},
}

// turnOver exchanges a direction with the opposite one.
func (c *compass) turnOver(d direction) {
	c.ways[d], c.ways[d.opposite()] = c.ways[d.opposite()], c.ways[d]
	for i, at := range c.diagonal {
		if d == up {
			c.diagonal[i].row = -at.row
		} else {
			c.diagonal[i].col = -at.col
		}
	}
}

// mutants are the entries without the changes.
func mutants() []game.Mutant {
	var list []game.Mutant
	for _, g := range mutantGroups {
		for _, e := range g.mutants {
			list = append(list, game.Mutant{
				ID: e.id, Clause: e.clause, Summary: e.summary, Hint: g.hint, Tasks: strings.Fields(e.tasks),
			})
		}
	}
	return list
}

// mutate is a copy of the rules with a mutant's change, or the rules themselves
// if there is no such mutant. What is valid input never changes.
func (r *rules) mutate(id string) *rules {
	for _, g := range mutantGroups {
		for _, e := range g.mutants {
			if e.id == id {
				wrong := *r
				wrong.mutant = id
				e.change(&wrong)
				return &wrong
			}
		}
	}
	return r
}
