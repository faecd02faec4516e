package bazar

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

// mutantGroups has the mutants of chapter 9, whose ids are numbers behind an M,
// and others like them.
var mutantGroups = []mutantGroup{
	// The first state of a game.
	{"Vary the piles, the order, and who sits where, and look at each part of the first State", []mutantEntry{
		{
			"BZ-M01", "BZ-04", "draws four tiles as the first hand",
			func(r *rules) { r.limits.hand++ }, "setup",
		},
		{
			"hand-of-two", "BZ-04", "draws two tiles as the first hand",
			func(r *rules) { r.limits.hand-- }, "setup",
		},
		{
			"hand-from-bottom", "BZ-04", "draws the first hand from the bottom of the pile",
			func(r *rules) { r.wrong.handFromBottom = true }, "setup",
		},
		{
			"hand-in-reverse", "BZ-04", "holds the tile drawn last in front",
			func(r *rules) { r.wrong.handReversed = true }, "setup",
		},
		{
			"hand-stays-in-pile", "BZ-04", "leaves the tiles of the first hand in the pile as well",
			func(r *rules) { r.wrong.handStaysInPile = true }, "setup",
		},
		{
			"event-pile-upside-down", "BZ-05", "turns the event pile upside down",
			func(r *rules) { r.wrong.eventsReversed = true }, "setup",
		},
		{
			"coin-too-many-at-start", "BZ-06", "gives each player one coin more than start_coins",
			func(r *rules) { r.startCoins++ }, "setup",
		},
		{
			"seats-by-starting-order", "BZ-07", "seats the players in the starting order",
			func(r *rules) { r.wrong.seatsInOrder = true }, "setup",
		},
		{
			"harem-in-from-start", "BZ-08", "has the harem in play from the start",
			func(r *rules) { r.wrong.haremFromStart = true }, "setup",
		},
	}},
	// The start phase.
	{"Follow the start phase to its end, and compare hands and coins with those before", []mutantEntry{
		{
			"BZ-M02", "BZ-07", "lets a player place a tile of his hand in the start phase",
			func(r *rules) { r.wrong.handAtStart = true }, "move play",
		},
		{
			"start-tile-draws", "BZ-07", "draws a tile after a start tile, too",
			func(r *rules) { r.wrong.startDraws = true }, "move play",
		},
		{
			"start-phase-pays", "BZ-07", "pays for the districts after every start tile",
			func(r *rules) { r.wrong.startPays = true }, "move play",
		},
	}},
	// The order of a round.
	{"Begin rounds with equal coins, with different ones, and with some of both", []mutantEntry{
		{
			"BZ-M04", "BZ-10", "lets the poorest play first",
			func(r *rules) { r.wrong.poorestFirst = true }, "order move play",
		},
		{
			"order-never-changes", "BZ-10", "keeps the order of the round before",
			func(r *rules) { r.wrong.orderStays = true }, "order move play",
		},
		{
			"BZ-M05", "BZ-11", "keeps the order of the round before among players with equal coins",
			func(r *rules) { r.wrong.tiesKept = true }, "order move play",
		},
		{
			"ties-by-seat", "BZ-11", "lets players with equal coins act in the order of their seats",
			func(r *rules) { r.wrong.tiesBySeat = true }, "order move play",
		},
		{
			"first-round-keeps-starting-order", "BZ-12", "keeps the starting order in round 1",
			func(r *rules) { r.firstOrderSame = !r.firstOrderSame }, "move play",
		},
	}},
	// What enters at the beginning of a round.
	{"Look at the rounds about harem_round, and at the round after the market has got its last tile", []mutantEntry{
		{
			"BZ-M14", "BZ-13", "lets the harem enter one round late",
			func(r *rules) { r.haremRound++ }, "move play",
		},
		{
			"harem-one-round-early", "BZ-13", "lets the harem enter one round early",
			func(r *rules) { r.haremRound-- }, "move play",
		},
		{
			"market-enters-with-four", "BZ-14", "lets the market enter with four tiles",
			func(r *rules) { r.limits.marketFull-- }, "move play",
		},
		{
			"market-never-enters", "BZ-14", "never lets the market enter",
			func(r *rules) { r.wrong.marketStaysOut = true }, "move play",
		},
		{
			"market-enters-empty", "BZ-14", "takes the tiles out of the market that enters",
			func(r *rules) { r.wrong.marketEntersEmpty = true }, "move play",
		},
		{
			"market-leaves-again", "BZ-14", "takes the market out of play when it has lost a tile",
			func(r *rules) { r.wrong.marketLeaves = true }, "move play",
		},
		{
			"BZ-M42", "BZ-58", "has the market in play as soon as it holds five tiles",
			func(r *rules) { r.wrong.marketAtOnce = true }, "move play",
		},
	}},
	// The card that is revealed.
	{"Begin rounds in which a condition is met, just met, just missed, or in which there is no card", []mutantEntry{
		{
			"BZ-M07", "BZ-15", "reveals a card in round 1, too",
			func(r *rules) { r.limits.firstEvent-- }, "move play",
		},
		{
			"no-event-in-round-two", "BZ-15", "reveals the first card in round 3",
			func(r *rules) { r.limits.firstEvent++ }, "move play",
		},
		{
			"pile-before-conditionals", "BZ-16", "looks at the conditional cards only when the event pile is empty",
			func(r *rules) { r.wrong.pileFirst = true }, "move play",
		},
		{
			"event-from-bottom", "BZ-16", "reveals the bottom card of the event pile",
			func(r *rules) { r.wrong.eventFromBottom = true }, "move play",
		},
		{
			"event-stays-in-pile", "BZ-16", "leaves the card that is revealed in the pile",
			func(r *rules) { r.wrong.cardStaysInPile = true }, "move play",
		},
		{
			"conditional-uses-up-card", "BZ-16", "takes the top card off the pile when a conditional card is revealed, too",
			func(r *rules) { r.wrong.pileShrinksAnyway = true }, "move play",
		},
		{
			"conditional-card-again", "BZ-16", "reveals conditional cards that have been played",
			func(r *rules) { r.wrong.conditionalsAgain = true }, "move play",
		},
		{
			"BZ-M11", "BZ-17", "asks for more coins than bounty_coins for the bounty",
			func(r *rules) { r.bountyCoins++ }, "move play",
		},
		{
			"bounty-one-coin-early", "BZ-17", "is content with one coin less than bounty_coins",
			func(r *rules) { r.bountyCoins-- }, "move play",
		},
		{
			"bounty-for-coins-of-all", "BZ-17", "counts the coins of all players for the bounty",
			func(r *rules) { r.wrong.bountyOfAll = true }, "move play",
		},
		{
			"BZ-M10", "BZ-18", "plays the feast only when exactly five cards have been played",
			func(r *rules) { r.wrong.feastExactly = true }, "move play",
		},
		{
			"feast-after-four", "BZ-18", "plays the feast when four cards have been played",
			func(r *rules) { r.limits.feast-- }, "move play",
		},
		{
			"feast-after-six", "BZ-18", "plays the feast only when six cards have been played",
			func(r *rules) { r.limits.feast++ }, "move play",
		},
		{
			"reorganisation-after-five", "BZ-18", "plays the reorganisation when five cards have been played",
			func(r *rules) { r.limits.reorganisation-- }, "move play",
		},
		{
			"reorganisation-after-seven", "BZ-18", "plays the reorganisation only when seven cards have been played",
			func(r *rules) { r.limits.reorganisation++ }, "move play",
		},
		{
			"BZ-M13", "BZ-18", "counts only normal cards for the conditions II and III",
			func(r *rules) { r.wrong.onlyNormalCount = true }, "move play",
		},
		{
			"BZ-M08", "BZ-19", "of several conditions met takes the largest numeral",
			func(r *rules) { r.wrong.largestNumeral = true }, "move play",
		},
		{
			"condition-before-payout", "BZ-20", "looks at the coins that the players had before the payout",
			func(r *rules) { r.wrong.conditionsBeforePayout = true }, "move play",
		},
		{
			"card-stays-in-force", "BZ-21", "keeps a card in force until the next one is revealed",
			func(r *rules) { r.wrong.eventStays = true }, "move play",
		},
		{
			"played-card-lost", "BZ-21", "does not put the card that is revealed among the played ones",
			func(r *rules) { r.wrong.cardForgotten = true }, "move play",
		},
		{
			"newest-card-first", "BZ-21", "lists the played cards from the newest on",
			func(r *rules) { r.wrong.playedReversed = true }, "move play",
		},
		{
			"dry-round-ends-game", "BZ-22", "ends the game instead of beginning a round without a card",
			func(r *rules) { r.dryEnds = true }, "move play",
		},
	}},
	// Who may place what where.
	{"Change one thing in a legal request: the guild, the kind, the square", []mutantEntry{
		{
			"any-guild-may-act", "BZ-23", "lets any guild place a tile, whoever's turn it is",
			func(r *rules) { r.wrong.anyGuildActs = true }, "move play",
		},
		{
			"kind-not-held-allowed", "BZ-23", "lets a player place a tile that is not in the hand",
			func(r *rules) { r.wrong.anyKind = true }, "move play",
		},
		{
			"BZ-M17", "BZ-24", "lets a tile be placed on an occupied cell, where the old tile vanishes",
			func(r *rules) { r.wrong.placesOnTile = true }, "move play",
		},
		{
			"illustration-as-cell", "BZ-24", "lets tiles be placed on the illustrations of districts in play",
			func(r *rules) { r.wrong.illustrationIsCell = true }, "move play",
		},
		{
			"late-district-open", "BZ-24", "lets tiles be placed in harem and market before they enter",
			func(r *rules) { r.wrong.lateOpen = true }, "move play",
		},
		{
			"BZ-M18", "BZ-25", "lets the favourite be placed on an empty cell",
			func(r *rules) { r.wrong.favouriteOnEmpty = true }, "move play",
		},
		{
			"favourite-spares-permanent", "BZ-25", "refuses a favourite on a permanent tile",
			func(r *rules) { r.wrong.favouriteSparesPermanent = true }, "move play",
		},
	}},
	// The hand.
	{"Compare the order of hand and pile before and after a placement", []mutantEntry{
		{
			"BZ-M63", "BZ-26", "does not draw after a placement",
			func(r *rules) { r.limits.drawn-- }, "move play",
		},
		{
			"draws-two", "BZ-26", "draws two tiles after a placement",
			func(r *rules) { r.limits.drawn++ }, "move play",
		},
		{
			"draws-from-bottom", "BZ-26", "draws the bottom tile of the pile",
			func(r *rules) { r.wrong.drawsFromBottom = true }, "move play",
		},
		{
			"drawn-tile-in-front", "BZ-26", "holds the tile that was drawn in front of the others",
			func(r *rules) { r.wrong.drawnFirst = true }, "move play",
		},
		{
			"last-tile-fills-gap", "BZ-26", "puts the last tile of the hand where the played one was",
			func(r *rules) { r.wrong.lastFillsGap = true }, "move play",
		},
		{
			"played-tile-stays-in-hand", "BZ-26", "leaves the played tile in the hand as well",
			func(r *rules) { r.wrong.tileStaysInHand = true }, "move play",
		},
	}},
	// What an effect may be aimed at.
	{"Vary what lies around the tile, from nothing at all to all four sides", []mutantEntry{
		{
			"BZ-M15", "BZ-29", "never reports no_target for a direction",
			func(r *rules) { r.aimFree = true }, "move play",
		},
		{
			"target-always-needed", "BZ-30", "refuses a direction without target even if no direction has one",
			func(r *rules) { r.wrong.targetNeeded = true }, "move play",
		},
	}},
	// Pushes.
	{"Push chains of several lengths towards a cell, an illustration, a hole, the edge, and a district that is not in play", []mutantEntry{
		{
			"late-district-blocks", "BZ-31", "lets all squares of a district that is not in play block",
			func(r *rules) { r.wrong.lateBlocks = true }, "push move play",
		},
		{
			"late-illustration-blocks", "BZ-31", "lets the illustrations of districts that are not in play block",
			func(r *rules) { r.wrong.lateIllustrationBlocks = true }, "push move play",
		},
		{
			"BZ-M20", "BZ-33", "lets a tile behind the pushed one block the push",
			func(r *rules) { r.limits.behind = 0 }, "push move play",
		},
		{
			"chain-of-three-blocks", "BZ-33", "lets a chain of three or more tiles block the push",
			func(r *rules) { r.limits.behind = 1 }, "push move play",
		},
		{
			"pushed-tile-jumps", "BZ-32", "lets the pushed tile jump over the others of the chain",
			func(r *rules) { r.wrong.jumpsOver = true }, "push move play",
		},
		{
			"BZ-M21", "BZ-34", "eliminates a tile that is pushed on an illustration",
			func(r *rules) { r.wrong.wallEliminates = true }, "push move play",
		},
		{
			"BZ-M23", "BZ-35", "lets the edge of the board block",
			func(r *rules) { r.wrong.edgeBlocks = true }, "push move play",
		},
		{
			"BZ-M24", "BZ-35", "lets a hole block",
			func(r *rules) { r.wrong.holeBlocks = true }, "push move play",
		},
		{
			"BZ-M27", "BZ-35", "eliminates all tiles of a chain that is pushed out",
			func(r *rules) { r.wrong.chainFalls = true }, "push move play",
		},
		{
			"pushed-tile-falls", "BZ-35", "eliminates the pushed tile in place of the one at the end of the chain",
			func(r *rules) { r.wrong.fallsAtWrongEnd = true }, "push move play",
		},
		{
			"rest-of-chain-stays", "BZ-35", "does not move the others when the end of the chain is eliminated",
			func(r *rules) { r.wrong.restStays = true }, "push move play",
		},
		{
			"BZ-M26", "BZ-36", "undoes a push that is blocked after its first step",
			func(r *rules) { r.wrong.blockedUndone = true }, "push move play",
		},
		{
			"push-gathers-nothing", "BZ-36", "ends a push when it would take along more tiles than in the step before",
			func(r *rules) { r.wrong.gathersNothing = true }, "push move play",
		},
		{
			"blocked-step-counts", "BZ-36", "counts the step that was blocked",
			func(r *rules) { r.wrong.blockedStepCounts = true }, "push",
		},
		{
			"last-step-not-counted", "BZ-36", "does not count the step that eliminates the pushed tile",
			func(r *rules) { r.wrong.lastStepUncounted = true }, "push",
		},
	}},
	// Direct tiles.
	{"Surround the tile with others, own ones and rivals, near illustrations and near what is out", []mutantEntry{
		{
			"charlatan-wakes-fishmonger", "BZ-28", "lets a fishmonger act again that a charlatan or a notable has moved",
			func(r *rules) { r.wrong.movedActsAgain = true }, "move play",
		},
		{
			"BZ-M32", "BZ-41", "lets the fishmonger push only the tile above",
			func(r *rules) { r.limits.ring = 1 }, "move play",
		},
		{
			"fishmonger-forgets-left", "BZ-41", "forgets the tile on the left of a fishmonger",
			func(r *rules) { r.limits.ring-- }, "move play",
		},
		{
			"BZ-M33", "BZ-41", "lets the fishmonger push in the reverse ring order",
			func(r *rules) { r.wrong.ringReversed = true }, "move play",
		},
		{
			"fishmonger-pushes-two-steps", "BZ-41", "lets the fishmonger push two steps",
			func(r *rules) { r.limits.fishmonger++ }, "move play",
		},
		{
			"fishmonger-spares-own", "BZ-41", "lets the fishmonger push no tiles of its own guild",
			func(r *rules) { r.wrong.fishmongerSparesOwn = true }, "move play",
		},
		{
			"courier-pushes-one-step", "BZ-42", "lets the courier push one step",
			func(r *rules) { r.limits.courier-- }, "move play",
		},
		{
			"courier-pushes-three-steps", "BZ-42", "lets the courier push three steps",
			func(r *rules) { r.limits.courier++ }, "move play",
		},
		{
			"favourite-loses-victim", "BZ-43", "loses the tile that a favourite replaces",
			func(r *rules) { r.wrong.victimVanishes = true }, "move play",
		},
		{
			"charlatan-spares-own", "BZ-44", "lets no charlatan change places with tiles of its own guild",
			func(r *rules) { r.wrong.charlatanSparesOwn = true }, "move play",
		},
		{
			"BZ-M29", "BZ-45", "lets the architect turn the other way",
			func(r *rules) { r.wrong.turnsOtherWay = true }, "move play",
		},
		{
			"architect-turns-half", "BZ-45", "lets the architect make a half turn",
			func(r *rules) { r.wrong.turnsHalf = true }, "move play",
		},
		{
			"BZ-M30", "BZ-45", "lets holes and edges block an architect's turn, too",
			func(r *rules) { r.wrong.turnBlockedByOut = true }, "move play",
		},
		{
			"turn-eliminates-at-wall", "BZ-45", "eliminates a tile that an architect turns to an illustration",
			func(r *rules) { r.wrong.turnFallsAtWall = true }, "move play",
		},
		{
			"turn-eliminates-by-goal", "BZ-45", "eliminates the tiles of a turn in ring order of where they come to",
			func(r *rules) { r.wrong.fallsByGoal = true }, "move play",
		},
		{
			"BZ-M36", "BZ-46", "lets the notable take a tile from its own district, too",
			func(r *rules) { r.wrong.takesFromOwn = true }, "move play",
		},
		{
			"notable-takes-waiting-tile", "BZ-46", "lets the notable take a tile from a market that is not in play",
			func(r *rules) { r.wrong.takesWaiting = true }, "move play",
		},
		{
			"notable-puts-anywhere", "BZ-46", "lets the notable put the tile on any empty cell in play",
			func(r *rules) { r.wrong.putsAnywhere = true }, "move play",
		},
		{
			"notable-may-refuse", "BZ-46", "lets the notable take no tile though it can",
			func(r *rules) { r.wrong.notableMayRefuse = true }, "move play",
		},
		{
			"notable-leaves-copy", "BZ-46", "leaves the tile that a notable takes where it was as well",
			func(r *rules) { r.wrong.attractsCopy = true }, "move play",
		},
		{
			"BZ-M35", "BZ-47", "lets the pedlar stop before a tile instead of pushing it",
			func(r *rules) { r.wrong.pedlarStops = true }, "move play",
		},
		{
			"pedlar-walks-one-less", "BZ-47", "lets the pedlar walk one step less",
			func(r *rules) { r.limits.further-- }, "move play",
		},
		{
			"pedlar-walks-one-more", "BZ-47", "lets the pedlar walk one step more",
			func(r *rules) { r.limits.further++ }, "move play",
		},
		{
			"pedlar-always-walks-three", "BZ-47", "lets the pedlar walk three steps whatever was chosen",
			func(r *rules) { r.wrong.walksToTheEnd = true }, "move play",
		},
		{
			"pedlar-pushes-once", "BZ-47", "ends the walk of a pedlar that has pushed a tile",
			func(r *rules) { r.wrong.pedlarPushesOnce = true }, "move play",
		},
		{
			"pedlar-leaves-board", "BZ-47", "eliminates a pedlar that walks into a hole or over the edge",
			func(r *rules) { r.wrong.pedlarFalls = true }, "move play",
		},
		{
			"BZ-M39", "BZ-48", "lets a hole or the edge block the ferryman",
			func(r *rules) { r.wrong.ferryBlockedByOut = true }, "move play",
		},
		{
			"ferryman-eliminates-at-wall", "BZ-48", "eliminates a tile that a ferryman would carry to an illustration",
			func(r *rules) { r.wrong.ferryFallsAtWall = true }, "move play",
		},
		{
			"ferryman-swaps", "BZ-48", "lets the ferryman's tile change places with one on the other side",
			func(r *rules) { r.wrong.ferrySwaps = true }, "move play",
		},
		{
			"innkeeper-short-sighted", "BZ-49", "lets the innkeeper draw no tile that is more than two squares away",
			func(r *rules) { r.wrong.innkeeperShortSighted = true }, "move play",
		},
		{
			"innkeeper-draws-one-square", "BZ-49", "lets the innkeeper draw the tile nearer by one square only",
			func(r *rules) { r.wrong.innkeeperDrawsOnce = true }, "move play",
		},
		{
			"BZ-M38", "BZ-50", "lets the tax collector take two coins even from a poorer owner",
			func(r *rules) { r.wrong.taxAlwaysTwo = true }, "move play",
		},
		{
			"tax-of-one", "BZ-50", "lets the tax collector take one coin at most",
			func(r *rules) { r.limits.tax-- }, "move play",
		},
		{
			"tax-of-three", "BZ-50", "lets the tax collector take up to three coins",
			func(r *rules) { r.limits.tax++ }, "move play",
		},
		{
			"tax-from-nobody", "BZ-50", "leaves the owner the coins that a tax collector gets",
			func(r *rules) { r.wrong.taxFromNobody = true }, "move play",
		},
		{
			"tax-to-nobody", "BZ-50", "does not give the player the coins that its tax collector takes",
			func(r *rules) { r.wrong.taxToNobody = true }, "move play",
		},
		{
			"tax-ignores-event", "BZ-50", "asks for the owner who pays tax as if there were no event",
			func(r *rules) { r.wrong.taxIgnoresEvent = true }, "move play",
		},
		{
			"tax-before-placement", "BZ-50", "asks for the owner who pays tax before the tax collector lies there",
			func(r *rules) { r.wrong.taxBeforePlacement = true }, "move play",
		},
	}},
	// Eliminated tiles.
	{"Eliminate tiles one after the other, before the market is full, when it is, and when it has entered", []mutantEntry{
		{
			"BZ-M41", "BZ-55", "always discards eliminated tiles",
			func(r *rules) { r.wrong.alwaysDiscards = true }, "push move play",
		},
		{
			"market-loses-tiles", "BZ-55", "loses eliminated tiles that should come to the market",
			func(r *rules) { r.wrong.eliminatedVanish = true }, "push move play",
		},
		{
			"BZ-M45", "BZ-56", "puts a tile without an entry on the last free market cell, not the first",
			func(r *rules) { r.wrong.marketOtherEnd = true }, "push move play",
		},
		{
			"BZ-M70", "BZ-56", "takes no notice of what the owners choose: every tile comes to the first free market cell",
			func(r *rules) { r.wrong.entriesIgnored = true }, "move play",
		},
		{
			"BZ-M71", "BZ-56", "reads the entries from the last to the first",
			func(r *rules) { r.wrong.entriesBackwards = true }, "move play",
		},
		{
			"BZ-M73", "BZ-56", "takes an entry that is no free market cell for none: the tile comes to the first free one",
			func(r *rules) { r.wrong.entriesForgiven = true }, "move play",
		},
		{
			"surplus-entries-forgiven", "BZ-56", "takes no notice of entries for which no tile goes to the market",
			func(r *rules) { r.wrong.surplusForgiven = true }, "move play",
		},
		{
			"entries-for-discarded-tiles", "BZ-56", "takes an entry for a tile that is discarded, too",
			func(r *rules) { r.wrong.discardedEnter = true }, "move play",
		},
		{
			"entries-by-tiles-before", "BZ-56", "takes an entry that is free before the request, though an earlier one has taken it",
			func(r *rules) { r.wrong.entriesShared = true }, "move play",
		},
		{
			"BZ-M44", "BZ-57", "lets the market take only four tiles",
			func(r *rules) { r.limits.marketRoom-- }, "push move play",
		},
		{
			"market-in-play-takes-tiles", "BZ-57", "puts eliminated tiles on free cells of a market that is in play",
			func(r *rules) { r.wrong.marketTakesInPlay = true }, "push move play",
		},
		{
			"discarded-tiles-vanish", "BZ-57", "forgets the tiles that are discarded",
			func(r *rules) { r.wrong.discardedVanish = true }, "push move play",
		},
	}},
	// Who owns a district.
	{"Let guilds have nearly equal counts, with administrators and traitors side by side and across borders", []mutantEntry{
		{
			"BZ-M47", "BZ-60", "gives administrators weight 1",
			func(r *rules) { r.limits.administrator-- }, "owners move play",
		},
		{
			"administrator-weighs-three", "BZ-60", "gives administrators weight 3",
			func(r *rules) { r.limits.administrator++ }, "owners move play",
		},
		{
			"BZ-M51", "BZ-61", "lets a traitor silence his own guild, too",
			func(r *rules) { r.wrong.silencesOwn = true }, "owners move play",
		},
		{
			"traitor-silences-diagonally", "BZ-61", "lets a traitor silence diagonally, too",
			func(r *rules) { r.wrong.silencesDiagonally = true }, "owners move play",
		},
		{
			"traitor-silences-across-border", "BZ-61", "lets a traitor silence tiles of other districts, too",
			func(r *rules) { r.wrong.silencesAcross = true }, "owners move play",
		},
		{
			"silenced-traitor-is-harmless", "BZ-61", "lets a traitor that is silenced silence nobody",
			func(r *rules) { r.wrong.silencedSilenceNothing = true }, "owners move play",
		},
		{
			"administrator-not-silenced", "BZ-61", "lets no traitor silence an administrator",
			func(r *rules) { r.wrong.administratorsUnsilenced = true }, "owners move play",
		},
		{
			"traitor-not-silenced", "BZ-61", "lets no traitor silence a traitor",
			func(r *rules) { r.wrong.traitorsUnsilenced = true }, "owners move play",
		},
		{
			"BZ-M48", "BZ-62", "asks for more than half of the counts of an owner",
			func(r *rules) { r.wrong.needsHalf = true }, "owners move play",
		},
		{
			"BZ-M60", "BZ-62", "gives a tie to the tied guild that is earliest in the order, in a Position in guilds",
			func(r *rules) { r.wrong.tieOwned = true }, "owners move play",
		},
		{
			"BZ-M56", "BZ-64", "ignores minority, so that the majority owns",
			func(r *rules) { r.wrong.noMinority = true }, "owners move play",
		},
		{
			"BZ-M50", "BZ-65", "ignores amnesty",
			func(r *rules) { r.wrong.noAmnesty = true }, "owners move play",
		},
		{
			"amnesty-keeps-traitors", "BZ-65", "lets traitors silence under amnesty, too",
			func(r *rules) { r.wrong.amnestyKeepsTraitors = true }, "owners move play",
		},
		{
			"amnesty-keeps-administrators", "BZ-65", "lets administrators weigh 2 under amnesty, too",
			func(r *rules) { r.wrong.amnestyKeepsAdministrators = true }, "owners move play",
		},
	}},
	// What a district is worth, and what is paid.
	{"Put beggars into districts under every card, and look at what each district brings to whom", []mutantEntry{
		{
			"BZ-M53", "BZ-63", "ignores double",
			func(r *rules) { r.wrong.noDouble = true }, "owners move play",
		},
		{
			"BZ-M54", "BZ-63", "ignores barred",
			func(r *rules) { r.wrong.noBarred = true }, "owners move play",
		},
		{
			"plus2-adds-one", "BZ-63", "adds 1 for plus2",
			func(r *rules) { r.limits.plus-- }, "owners move play",
		},
		{
			"minus2-takes-one", "BZ-63", "takes 1 for minus2",
			func(r *rules) { r.limits.minus-- }, "owners move play",
		},
		{
			"BZ-M57", "BZ-63", "takes the value of the district before for shift",
			func(r *rules) { r.wrong.shiftsBack = true }, "owners move play",
		},
		{
			"shift-into-late-district", "BZ-63", "takes the value of the next district for shift even if it is not in play",
			func(r *rules) { r.wrong.shiftsToLate = true }, "owners move play",
		},
		{
			"shift-keeps-last", "BZ-63", "leaves the last district its own value for shift",
			func(r *rules) { r.wrong.lastShiftsNot = true }, "owners move play",
		},
		{
			"BZ-M59", "BZ-63", "lets only one beggar per district halve",
			func(r *rules) { r.wrong.oneBeggarHalves = true }, "owners move play",
		},
		{
			"silenced-beggar-is-idle", "BZ-63", "lets a beggar that is silenced halve nothing",
			func(r *rules) { r.wrong.silencedBeggarsIdle = true }, "owners move play",
		},
		{
			"halves-before-bonus", "BZ-63", "halves before it adds or takes for the event",
			func(r *rules) { r.wrong.halvesFirst = true }, "owners move play",
		},
		{
			"halves-round-down", "BZ-63", "rounds halves down",
			func(r *rules) { r.wrong.roundsDown = true }, "owners move play",
		},
		{
			"amnesty-keeps-beggars", "BZ-65", "lets beggars halve under amnesty, too",
			func(r *rules) { r.wrong.amnestyKeepsBeggars = true }, "owners move play",
		},
		{
			"full-market-pays", "BZ-58", "lets a market that is full pay before it enters",
			func(r *rules) { r.wrong.fullMarketPays = true }, "owners move play",
		},
		{
			"market-pays-nothing", "BZ-66", "never lets the market pay",
			func(r *rules) { r.wrong.marketPaysNothing = true }, "owners move play",
		},
		{
			"pays-after-each-placement", "BZ-66", "pays after every placement",
			func(r *rules) { r.wrong.paysEachTurn = true }, "move play",
		},
	}},
	// The end.
	{"Bring players to the goal, one coin before it, with equal coins; play the last card and the last tile", []mutantEntry{
		{
			"BZ-M61", "BZ-70", "asks for more than 75 coins for the end",
			func(r *rules) { r.limits.goal++ }, "move play",
		},
		{
			"goal-of-74", "BZ-70", "ends the game with 74 coins",
			func(r *rules) { r.limits.goal-- }, "move play",
		},
		{
			"goal-of-first-player-only", "BZ-70", "looks at the coins of the first player of the order only",
			func(r *rules) { r.wrong.goalOfFirstOnly = true }, "move play",
		},
		{
			"BZ-M74", "BZ-70", "looks for 75 coins only after a payout",
			func(r *rules) { r.endAfterRound = true }, "move play",
		},
		{
			"goal-of-acting-player-only", "BZ-70", "looks after a placement at the coins of the player who has placed only",
			func(r *rules) { r.wrong.goalOfActorOnly = true }, "move play",
		},
		{
			"goal-looked-at-before-draw", "BZ-70", "ends the game by a placement before the player has drawn",
			func(r *rules) { r.wrong.goalBeforeDraw = true }, "move play",
		},
		{
			"broken-round-pays", "BZ-70", "pays for the round that a placement breaks off",
			func(r *rules) { r.wrong.brokenRoundPays = true }, "move play",
		},
		{
			"last-placement-pays-first", "BZ-70", "does not look for 75 coins after the last placement of a round before it pays",
			func(r *rules) { r.wrong.lastPaysFirst = true }, "move play",
		},
		{
			"BZ-M62", "BZ-71", "ends the game after the tenth card",
			func(r *rules) { r.limits.cards-- }, "move play",
		},
		{
			"last-card-ends-nothing", "BZ-71", "goes on after the eleventh card",
			func(r *rules) { r.limits.cards++ }, "move play",
		},
		{
			"last-tiles-not-played", "BZ-72", "ends the game when each player has one tile left",
			func(r *rules) { r.limits.lastTiles++ }, "move play",
		},
		{
			"BZ-M65", "BZ-73", "lets nobody win among equals",
			func(r *rules) { r.wrong.tieNobody = true }, "score play",
		},
		{
			"highest-token-wins", "BZ-73", "lets the one with the highest token win among equals",
			func(r *rules) { r.wrong.tieToHighestToken = true }, "score play",
		},
		{
			"new-order-at-end", "BZ-73", "makes a new order when the game is over",
			func(r *rules) { r.wrong.orderAtEnd = true }, "move play",
		},
		{
			"BZ-M66", "BZ-74", "names a winner before the game is over",
			func(r *rules) { r.wrong.winnerEarly = true }, "score play",
		},
		{
			"equal-coins-share-rank", "BZ-74", "gives players with equal coins the same rank",
			func(r *rules) { r.wrong.ranksShared = true }, "score play",
		},
		{
			"equal-coins-rank-by-seat", "BZ-74", "ranks players with equal coins by their seats",
			func(r *rules) { r.wrong.rankTiesBySeat = true }, "score play",
		},
	}},
	// What a player is shown.
	{"Look as a guild that is not to act, with tiles in a market that waits and an order that is not alphabetical", []mutantEntry{
		{
			"BZ-M68", "BZ-27", "shows all tiles face up",
			func(r *rules) { r.wrong.allFaceUp = true }, "view",
		},
		{
			"faces-swapped", "BZ-27", "shows permanent tiles face down and direct ones face up",
			func(r *rules) { r.wrong.facesSwapped = true }, "view",
		},
		{
			"own-tiles-face-up", "BZ-27", "shows a player its own tiles face up",
			func(r *rules) { r.wrong.ownFaceUp = true }, "view",
		},
		{
			"waiting-tiles-face-up", "BZ-27", "shows the tiles of a market that is not in play face up",
			func(r *rules) { r.wrong.waitingFaceUp = true }, "view",
		},
		{
			"waiting-tiles-hidden", "BZ-80", "does not show the tiles of a market that is not in play",
			func(r *rules) { r.wrong.waitingHidden = true }, "view",
		},
		{
			"pile-counted-with-hand", "BZ-80", "counts the tiles of a hand as tiles of the pile, too",
			func(r *rules) { r.wrong.pileWithHand = true }, "view",
		},
		{
			"conditional-cards-counted-as-left", "BZ-80", "counts the conditional cards that are not played among those left in the pile",
			func(r *rules) { r.wrong.leftOfAll = true }, "view",
		},
		{
			"BZ-M67", "BZ-81", "shows the player's own pile in its true order",
			func(r *rules) { r.wrong.pileInOrder = true }, "view",
		},
		{
			"hand-sorted", "BZ-81", "shows the player's own hand sorted",
			func(r *rules) { r.wrong.handSorted = true }, "view",
		},
		{
			"hand-of-active-guild", "BZ-81", "shows everybody the hand of the guild to act",
			func(r *rules) { r.wrong.handOfActive = true }, "view",
		},
		{
			"hand-among-tiles-to-come", "BZ-81", "counts the hand among the tiles that are to come",
			func(r *rules) { r.wrong.handToCome = true }, "view",
		},
	}},
}

// mutants are the entries without the changes.
func mutants() []game.Mutant {
	var list []game.Mutant
	for _, g := range mutantGroups {
		for _, e := range g.mutants {
			list = append(list, game.Mutant{
				ID: e.id, Clause: e.clause, Summary: e.summary, Hint: g.hint,
				Tasks: strings.Fields(e.tasks),
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
