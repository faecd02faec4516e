package bazaar

import "slices"

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
	file    string // of the twin's lists, which stands here
}

// mutantGroups has the mutants of chapter 12, whose ids are a letter and a
// number, and others like them. Those that name the task server are wrong
// servers, whose clients are right.
var mutantGroups = []mutantGroup{
	// Task equations.
	{"Vary which of the wallet and the bank has which side of an equation, and how exactly", []mutantEntry{
		{
			"E1", "BG-18", "uses equations from left to right only",
			func(r *rules) { r.wrong.list.leftToRightOnly = true }, "equations",
		},
		{
			"E2", "BG-18", "lists an equation that is usable in both directions only once",
			func(r *rules) { r.wrong.list.once = true }, "equations",
		},
		{
			"list-right-to-left-only", "BG-18", "lists equations from right to left only",
			func(r *rules) { r.wrong.list.rightToLeftOnly = true }, "equations",
		},
		{
			"list-loses-direction", "BG-18", "lists an equation as it is given, whichever direction is usable",
			func(r *rules) { r.wrong.list.directionLost = true }, "equations",
		},
		{
			"list-one-way-as-both", "BG-18", "lists both directions of an equation if one is usable",
			func(r *rules) { r.wrong.list.bothWays = true }, "equations",
		},
		{
			"list-needs-both-directions", "BG-18", "lists an equation only if both its directions are usable",
			func(r *rules) { r.wrong.list.bothNeeded = true }, "equations",
		},
		{
			"list-forgets-last-equation", "BG-18", "does not look at the last equation given",
			func(r *rules) { r.wrong.list.lastForgotten = true }, "equations",
		},
		{
			"list-stops-at-first", "BG-18", "lists only the first use that it finds",
			func(r *rules) { r.wrong.list.firstOnly = true }, "equations",
		},
		{
			"list-ignores-wallet", "BG-19", "does not look into the wallet",
			func(r *rules) { r.wrong.list.walletIgnored = true }, "equations",
		},
		{
			"list-ignores-bank", "BG-19", "does not look into the bank",
			func(r *rules) { r.wrong.list.bankIgnored = true }, "equations",
		},
		{
			"list-swaps-wallet-and-bank", "BG-19", "looks for the left side in the bank and for the right side in the wallet",
			func(r *rules) { r.wrong.list.bagsSwapped = true }, "equations",
		},
		{
			"list-counts-colours", "BG-19", "asks for one pebble of each colour of a side, however many are on it",
			func(r *rules) { r.wrong.list.coloursOnly = true }, "equations",
		},
		{
			"list-spares-last-of-wallet", "BG-19", "does not list an exchange that takes the whole wallet",
			func(r *rules) { r.wrong.list.wholeWallet = true }, "equations",
		},
		{
			"list-spares-last-of-bank", "BG-19", "does not list an exchange that takes the whole bank",
			func(r *rules) { r.wrong.list.wholeBank = true }, "equations",
		},
	}, ""},
	// The Turn that a player is shown.
	{"Look at a player who is not like the others: its place, its wallet, its cards, its score", []mutantEntry{
		{
			"T1", "BG-14", "counts the active player's score among the scores of the others",
			func(r *rules) { r.wrong.view.scoresWithActive = true }, "turn view",
		},
		{
			"T2", "BG-14", "sorts the scores of the others instead of keeping the turn order",
			func(r *rules) { r.wrong.view.scoresSorted = true }, "turn view",
		},
		{
			"scores-backwards", "BG-14", "gives the scores of the others in reverse turn order",
			func(r *rules) { r.wrong.view.scoresReversed = true }, "turn view",
		},
		{
			"scores-from-front-of-list", "BG-14", "gives the scores in the order of the list, not from the player on",
			func(r *rules) { r.wrong.view.scoresInOrder = true }, "view",
		},
		{
			"equal-scores-once", "BG-14", "gives a score only once that several of the others have",
			func(r *rules) { r.wrong.view.scoresOnce = true }, "turn view",
		},
		{
			"last-score-missing", "BG-14", "leaves out the score of the last of the others",
			func(r *rules) { r.wrong.view.lastScoreLost = true }, "turn view",
		},
		{
			"scores-as-doubles", "BG-14", "keeps scores as floating-point numbers, so that long ones lose digits",
			func(r *rules) { r.wrong.view.scoresAsDoubles = true }, "turn",
		},
		{
			"turn-without-last-card", "BG-14", "does not show the last visible card",
			func(r *rules) { r.wrong.view.lastCardHidden = true }, "turn games view server",
		},
		{
			"turn-sorts-cards", "BG-14", "shows the visible cards sorted",
			func(r *rules) { r.wrong.view.cardsSorted = true }, "turn view",
		},
		{
			"turn-shows-hidden-cards", "BG-14", "shows the hidden pile behind the visible cards",
			func(r *rules) { r.wrong.view.hiddenShown = true }, "turn view",
		},
		{
			"turn-shows-next-card", "BG-14", "shows the front card of the hidden pile, too",
			func(r *rules) { r.wrong.view.nextShown = true }, "turn view",
		},
		{
			"view-with-first-wallet", "BG-14", "shows every player the wallet of the active one",
			func(r *rules) { r.wrong.view.firstWallet = true }, "view",
		},
		{
			"view-with-first-score", "BG-14", "shows every player the score of the active one as its own",
			func(r *rules) { r.wrong.view.firstScore = true }, "view",
		},
		{
			"view-with-first-cards", "BG-14", "shows every player the cards of the active one as its own",
			func(r *rules) { r.wrong.view.firstCards = true }, "view",
		},
		{
			"view-of-next-player", "BG-14", "shows what the next player ought to see",
			func(r *rules) { r.wrong.view.nextPlayer = true }, "turn games view server",
		},
		{
			"bank-with-other-wallets", "BG-14", "counts the pebbles of the other players as the bank's",
			func(r *rules) { r.wrong.view.othersInBank = true }, "turn games view server",
		},
		{
			"turn-without-own-cards", "BG-14", "does not show a player its own cards",
			func(r *rules) { r.wrong.view.cardsHidden = true }, "turn view",
		},
	}, ""},
	// A pebble from the bank.
	{"Ask for pebbles from banks of few colours, of few pebbles, and of none, and see where the pebble goes", []mutantEntry{
		{
			"pebble-of-last-colour", "BG-15", "draws the last colour of the drawing order that the bank holds",
			func(r *rules) { slices.Reverse(r.drawOrder[:]) }, "games move play server",
		},
		{
			"pebble-white-before-red", "BG-15", "draws white before red",
			func(r *rules) { r.drawOrder[0], r.drawOrder[1] = r.drawOrder[1], r.drawOrder[0] }, "games move play server",
		},
		{
			"pebble-blue-before-white", "BG-15", "draws blue before white",
			func(r *rules) { r.drawOrder[1], r.drawOrder[2] = r.drawOrder[2], r.drawOrder[1] }, "games move play server",
		},
		{
			"pebble-green-before-blue", "BG-15", "draws green before blue",
			func(r *rules) { r.drawOrder[2], r.drawOrder[3] = r.drawOrder[3], r.drawOrder[2] }, "games move play",
		},
		{
			"pebble-yellow-before-green", "BG-15", "draws yellow before green",
			func(r *rules) { r.drawOrder[3], r.drawOrder[4] = r.drawOrder[4], r.drawOrder[3] }, "games move play",
		},
		{
			"pebble-of-most-frequent-colour", "BG-15", "draws the colour of which the bank has most",
			func(r *rules) { r.wrong.draw.mostFrequent = true }, "games move play server",
		},
		{
			"pebble-stays-in-bank", "BG-15", "gives the player a pebble that the bank keeps as well",
			func(r *rules) { r.wrong.draw.staysInBank = true }, "games move play server",
		},
		{
			"pebble-gets-lost", "BG-15", "takes the pebble from the bank, but the player does not get it",
			func(r *rules) { r.wrong.draw.lost = true }, "games move play server",
		},
		{
			"pebble-goes-to-next", "BG-15", "gives the pebble to the player behind the active one",
			func(r *rules) { r.wrong.draw.toNext = true }, "games move play server",
		},
		{
			"pebble-doubled", "BG-15", "draws two pebbles of the colour if the bank has two",
			func(r *rules) { r.wrong.draw.two = true }, "games move play server",
		},
		{
			"empty-bank-gives-nothing", "BG-16", "takes a request for a pebble of an empty bank as legal",
			func(r *rules) { r.wrong.draw.fromNothing = true }, "move play",
		},
		{
			"G10", "BG-15", "draws a recorded pebble of a colour that the bank lacks, and takes none from it",
			func(r *rules) { r.wrong.draw.missingDrawn = true }, "move play",
		},
		{
			"G11", "BG-15", "draws the first colour of the drawing order whatever pebble is recorded",
			func(r *rules) { r.wrong.draw.recordIgnored = true }, "move play",
		},
		{
			"last-pebble-refused", "BG-16", "refuses the last pebble of the bank",
			func(r *rules) { r.wrong.draw.lastRefused = true }, "games move play server",
		},
		{
			"pebble-costs-card", "BG-17", "takes the price of an exchange list for a pebble, too",
			func(r *rules) { r.wrong.draw.costsCard = true }, "games move play server",
		},
	}, ""},
	// Which exchange lists are legal.
	{file: "exchange"},
	// The course of a turn.
	{"Follow several turns of three players, with replies of every kind at every moment", []mutantEntry{
		{
			"first-reply-asked-again", "BG-12", "awaits a first reply again after a first reply",
			func(r *rules) { r.wrong.turn.firstReplyAgain = true }, "games move play server",
		},
		{
			"pebble-ends-turn", "BG-12", "ends the turn after a pebble",
			func(r *rules) { r.wrong.turn.endsAfterPebble = true }, "games move play server",
		},
		{
			"exchanges-end-turn", "BG-12", "ends the turn after an exchange list",
			func(r *rules) { r.wrong.turn.endsAfterExchanges = true }, "games move play server",
		},
		{
			"no-rotation", "BG-11", "leaves the player active after its turn",
			func(r *rules) { r.wrong.turn.noRotation = true }, "games move play server",
		},
		{
			"rotation-backwards", "BG-11", "makes the last player of the list active after a turn",
			func(r *rules) { r.wrong.turn.backwards = true }, "games move play server",
		},
		{
			"empty-purchase-keeps-turn", "BG-36", "does not end the turn of a player who buys nothing",
			func(r *rules) { r.wrong.turn.emptyKeepsTurn = true }, "games move play server",
		},
		{
			"purchase-keeps-turn", "BG-36", "does not end the turn of a player who buys something",
			func(r *rules) { r.wrong.turn.purchaseKeepsTurn = true }, "games move play server",
		},
		{
			"cards-as-first-reply", "BG-12", "executes a purchase where the first reply is due",
			func(r *rules) { r.wrong.turn.cardsFirst = true }, "move play",
		},
		{
			"pebble-as-second-reply", "BG-12", "gives a pebble where the second reply is due",
			func(r *rules) { r.wrong.turn.pebbleSecond = true }, "move play",
		},
		{
			"exchanges-as-second-reply", "BG-12", "executes exchanges where the second reply is due",
			func(r *rules) { r.wrong.turn.exchangesSecond = true }, "move play",
		},
		{
			"game-goes-on-after-end", "BG-44", "judges requests in a game that is over as if it went on",
			func(r *rules) { r.wrong.turn.overGoesOn = true }, "move play",
		},
		{
			"empty-purchase-refused", "BG-26", "refuses to buy nothing",
			func(r *rules) { r.wrong.turn.emptyPurchaseIllegal = true }, "games move play server",
		},
	}, ""},
	// Purchases.
	{"Buy none, one and several cards, equal ones too, with wallets that just suffice or not quite, and look where everything goes", []mutantEntry{
		{
			"M4", "BG-30", "sells a card that is shown once twice in one reply",
			func(r *rules) { r.wrong.buy.shownTwice = true }, "move play",
		},
		{
			"unseen-card-sold", "BG-30", "sells cards that are not on display",
			func(r *rules) { r.sellAny = true }, "games move play",
		},
		{
			"bought-card-stays", "BG-30", "leaves a bought card on display",
			func(r *rules) { r.wrong.buy.stays = true }, "games move play server",
		},
		{
			"equal-cards-leave-together", "BG-30", "takes all cards off display that are equal to a bought one",
			func(r *rules) { r.wrong.buy.equalsLeave = true }, "games move play server",
		},
		{
			"faces-not-compared", "BG-03", "takes a plain card for the one with a face that shows the same pebbles",
			func(r *rules) { r.wrong.buy.facesAlike = true }, "games move play",
		},
		{
			"only-first-card-bought", "BG-26", "buys only the first card of the reply",
			func(r *rules) { r.wrong.buy.oneCard = true }, "games move play server",
		},
		{
			"two-cards-refused", "BG-26", "refuses to sell more than one card in a turn",
			func(r *rules) { r.wrong.buy.oneCardLegal = true }, "games move play server",
		},
		{
			"purchase-costs-card", "BG-29", "takes the price of an exchange list for a purchase, too",
			func(r *rules) { r.wrong.buy.costsCard = true }, "games move play server",
		},
		{
			"purchase-without-pebbles", "BG-27", "does not ask whether the wallet has the pebbles of a card",
			func(r *rules) { r.wrong.buy.walletUntested = true }, "games move play server",
		},
		{
			"purchases-tested-at-start", "BG-27", "tests every card against the wallet before the first purchase",
			func(r *rules) { r.wrong.buy.againstStart = true }, "move play",
		},
		{
			"purchase-spares-wallet", "BG-27", "refuses to sell for the last pebbles of a wallet",
			func(r *rules) { r.wrong.buy.wholeWallet = true }, "games move play server",
		},
		{
			"paid-pebbles-lost", "BG-27", "takes the pebbles of a card, but the bank does not get them",
			func(r *rules) { r.wrong.buy.pebblesLost = true }, "games move play server",
		},
		{
			"paid-pebbles-kept", "BG-27", "lets the player keep the pebbles that it pays",
			func(r *rules) { r.wrong.buy.pebblesKept = true }, "games move play server",
		},
		{
			"cards-up-to-illegal", "BG-28", "sells the cards before the first illegal one and calls the reply legal",
			func(r *rules) { r.wrong.buy.upToIllegal = true }, "games move play",
		},
		{
			"illegal-cards-skipped", "BG-28", "leaves out the cards that cannot be bought and sells the others",
			func(r *rules) { r.wrong.buy.illegalSkipped = true }, "games move play server",
		},
		{
			"purchase-stops-at-winning-score", "BG-44", "sells no further card once the player has enough points",
			func(r *rules) { r.wrong.buy.stopsWhenEnough = true }, "games move play",
		},
		{
			"bought-cards-lost", "BG-34", "does not give the player the cards that it buys",
			func(r *rules) { r.wrong.buy.cardsLost = true }, "games move play server",
		},
		{
			"bought-cards-to-next", "BG-34", "gives bought cards to the player behind the one who buys",
			func(r *rules) { r.wrong.buy.cardsToNext = true }, "games move play server",
		},
		{
			"bought-cards-doubled", "BG-34", "gives the player each bought card twice",
			func(r *rules) { r.wrong.buy.cardsTwice = true }, "move play",
		},
		{
			"bought-cards-behind", "BG-34", "puts bought cards behind the earlier ones",
			func(r *rules) { r.wrong.buy.cardsBehind = true }, "move play",
		},
	}, ""},
	// Points.
	{"Buy cards of both kinds that leave few pebbles, one, two, three and four of them, and several cards in one reply", []mutantEntry{
		{
			"P1", "BG-32", "gives points by the pebbles before paying",
			func(r *rules) { r.wrong.points.beforePaying = true }, "strategy games move play server",
		},
		{
			"P2", "BG-32", "gives a card with a face the points of a plain one",
			func(r *rules) { r.wrong.points.facesAsPlain = true }, "strategy games move play server",
		},
		{
			"plain-cards-as-faces", "BG-32", "gives a plain card the points of one with a face",
			func(r *rules) { r.points = facesAlways(r.points) }, "strategy games move play server",
		},
		{
			"three-left-as-two", "BG-32", "gives the points of two pebbles left for three",
			func(r *rules) { r.points = movedRow(r.points, 0, +1) }, "strategy games move play server",
		},
		{
			"two-left-as-three", "BG-32", "gives the points of three pebbles left for two",
			func(r *rules) { r.points = movedRow(r.points, 0, -1) }, "strategy games move play server",
		},
		{
			"two-left-as-one", "BG-32", "gives the points of one pebble left for two",
			func(r *rules) { r.points = movedRow(r.points, 1, +1) }, "strategy games move play server",
		},
		{
			"one-left-as-two", "BG-32", "gives the points of two pebbles left for one",
			func(r *rules) { r.points = movedRow(r.points, 1, -1) }, "strategy games move play server",
		},
		{
			"one-left-as-none", "BG-32", "gives the points of an empty wallet for one pebble left",
			func(r *rules) { r.points = movedRow(r.points, 2, +1) }, "strategy games move play server",
		},
		{
			"none-left-as-one", "BG-32", "gives the points of one pebble left for an empty wallet",
			func(r *rules) { r.points = movedRow(r.points, 2, -1) }, "strategy games move play server",
		},
		{
			"points-after-last-card", "BG-32", "gives points for every card by the pebbles left after the last one",
			func(r *rules) { r.wrong.points.afterAll = true }, "games move play",
		},
		{
			"points-by-colours-left", "BG-32", "counts the colours left in the wallet, not the pebbles",
			func(r *rules) { r.wrong.points.byColours = true }, "games move play server",
		},
		{
			"points-of-last-card-only", "BG-33", "adds only the points of the last card bought",
			func(r *rules) { r.wrong.points.lastOnly = true }, "games move play server",
		},
		{
			"points-of-first-card-only", "BG-33", "adds only the points of the first card bought",
			func(r *rules) { r.wrong.points.firstOnly = true }, "games move play server",
		},
		{
			"points-not-added", "BG-33", "does not add the points to the score",
			func(r *rules) { r.wrong.points.lost = true }, "games move play server",
		},
		{
			"points-replace-score", "BG-33", "makes the points of a purchase the score",
			func(r *rules) { r.wrong.points.replace = true }, "games move play server",
		},
		{
			"points-to-next", "BG-33", "adds the points to the score of the player behind the one who buys",
			func(r *rules) { r.wrong.points.toNext = true }, "games move play server",
		},
		{
			"points-added-twice", "BG-33", "adds the points twice",
			func(r *rules) { r.wrong.points.twice = true }, "games move play server",
		},
	}, ""},
	// The refill.
	{"Buy one, two and all cards, and none, with different numbers of hidden cards", []mutantEntry{
		{
			"G5", "BG-35", "refills the display from the bottom of the hidden pile",
			func(r *rules) { r.wrong.refill.fromBottom = true }, "games move play server",
		},
		{
			"no-refill", "BG-35", "does not refill the display",
			func(r *rules) { r.wrong.refill.none = true }, "games move play server",
		},
		{
			"refill-in-front", "BG-35", "puts new cards in front of those on display",
			func(r *rules) { r.wrong.refill.inFront = true }, "move play",
		},
		{
			"refill-of-one-card", "BG-35", "brings at most one new card to the display",
			func(r *rules) { r.wrong.refill.one = true }, "games move play server",
		},
		{
			"refill-reversed", "BG-35", "brings several new cards in reverse order",
			func(r *rules) { r.wrong.refill.reversed = true }, "move play",
		},
		{
			"refill-copies-cards", "BG-35", "leaves the new cards in the hidden pile as well",
			func(r *rules) { r.wrong.refill.copies = true }, "games move play server",
		},
		{
			"refill-loses-cards", "BG-35", "takes new cards from the hidden pile that do not come to the display",
			func(r *rules) { r.wrong.refill.loses = true }, "games move play server",
		},
		{
			"refill-to-three", "BG-35", "refills the display to one card less than it has room for",
			func(r *rules) { r.visibleMax-- }, "games move play setup server",
		},
		{
			"refill-only-after-purchase", "BG-35", "does not refill a display after an empty purchase",
			func(r *rules) { r.wrong.refill.afterPurchase = true }, "server",
		},
	}, ""},
	// Elimination.
	{"Break rules with the first reply and with the second, and look at what becomes of the others", []mutantEntry{
		{
			"M1", "BG-37", "skips an illegal request and asks the same player again",
			func(r *rules) { r.wrong.penalty.skipped = true }, "play",
		},
		{
			"M2", "BG-39", "undoes what the first reply did when the purchase is illegal",
			func(r *rules) { r.wrong.penalty.firstReplyUndone = true }, "play",
		},
		{
			"illegal-purchase-ends-turn", "BG-37", "ends the turn of a player whose purchase is illegal, and keeps it in the game",
			func(r *rules) { r.wrong.penalty.purchaseEndsTurn = true }, "games play server",
		},
		{
			"illegal-list-as-empty", "BG-37", "takes an illegal first reply for an empty exchange list",
			func(r *rules) { r.wrong.penalty.listAsEmpty = true }, "games play server",
		},
		{
			"eliminated-wallet-to-bank", "BG-38", "puts the pebbles of an eliminated player into the bank",
			func(r *rules) { r.wrong.penalty.walletToBank = true }, "games play server",
		},
		{
			"eliminated-wallet-to-next", "BG-38", "gives the pebbles of an eliminated player to the next one",
			func(r *rules) { r.wrong.penalty.walletToNext = true }, "games play server",
		},
		{
			"eliminated-cards-to-pile", "BG-40", "puts the cards of an eliminated player under the hidden pile",
			func(r *rules) { r.wrong.penalty.cardsToPile = true }, "games play server",
		},
		{
			"elimination-skips-next", "BG-39", "passes over the player behind an eliminated one",
			func(r *rules) { r.wrong.penalty.nextSkipped = true }, "games play server",
		},
		{
			"elimination-asks-next-for-cards", "BG-39", "asks the next player for cards when the second reply eliminates",
			func(r *rules) { r.wrong.penalty.secondReplyNext = true }, "games play server",
		},
		{
			"elimination-refills", "BG-39", "refills the display when it eliminates a player",
			func(r *rules) { r.wrong.penalty.refills = true }, "server",
		},
		{
			"eliminated-name-lost", "BG-41", "does not list an eliminated player as a drop-out",
			func(r *rules) { r.wrong.penalty.nameLost = true }, "games play server",
		},
		{
			"dropouts-newest-first", "BG-41", "keeps the drop-outs with the newest first",
			func(r *rules) { r.wrong.penalty.newestFirst = true }, "play",
		},
		{
			"no-end-test-after-elimination", "BG-44", "makes no end test before the turn behind an elimination",
			func(r *rules) { r.wrong.penalty.noEndTest = true }, "games play",
		},
	}, ""},
	// The end of the game.
	{"Come to the end for each reason, just miss it, meet several reasons at once, and try all three moments of the test", []mutantEntry{
		{
			"G7", "BG-46", "tests only the first player of the list for enough points",
			func(r *rules) { r.wrong.end.firstScoreOnly = true }, "games move play score server",
		},
		{
			"G8", "BG-44", "makes no end test between the two replies",
			func(r *rules) { r.wrong.end.notBetween = true }, "games move play server",
		},
		{
			"no-end-test-before-first-turn", "BG-44", "makes no end test before the first turn",
			func(r *rules) { r.wrong.end.notBeforeFirst = true }, "games server",
		},
		{
			"no-end-test-after-purchase", "BG-44", "makes no end test after the second reply",
			func(r *rules) { r.wrong.end.notAfterPurchase = true }, "games move play server",
		},
		{
			"one-player-left-is-over", "BG-45", "ends the game when one player is left",
			func(r *rules) { r.wrong.end.oneLeft = true }, "games move play score server",
		},
		{
			"winning-score-plus-one", "BG-46", "asks for one point more than enough",
			func(r *rules) { r.winningScore++ }, "games move play score server",
		},
		{
			"winning-score-minus-one", "BG-46", "is content with one point less than enough",
			func(r *rules) { r.winningScore-- }, "games move play score server",
		},
		{
			"last-player-not-tested", "BG-46", "does not test the last player of several for enough points",
			func(r *rules) { r.wrong.end.lastScoreSpared = true }, "games move play score server",
		},
		{
			"empty-pile-is-over", "BG-47", "ends the game when the hidden pile is empty",
			func(r *rules) { r.wrong.end.pileEmpty = true }, "games move play score server",
		},
		{
			"empty-display-is-over", "BG-47", "ends the game when the display is empty, whatever is hidden",
			func(r *rules) { r.wrong.end.displayEmpty = true }, "server",
		},
		{
			"no-cards-not-over", "BG-47", "goes on when no card is left",
			func(r *rules) { r.wrong.end.noCardsIgnored = true }, "games move play score server",
		},
		{
			"nobody-can-buy-is-over", "BG-48", "ends the game when nobody can buy a card, whatever the bank has",
			func(r *rules) { r.wrong.end.anyBank = true }, "games move play server",
		},
		{
			"empty-bank-is-over", "BG-48", "ends the game when the bank is empty, whoever can buy a card",
			func(r *rules) { r.wrong.end.bankEmpty = true }, "games move play server",
		},
		{
			"bank-of-one-is-empty", "BG-48", "takes a bank of one pebble for empty",
			func(r *rules) { r.wrong.end.bankAlmostEmpty = true }, "games move play server",
		},
		{
			"only-active-can-buy", "BG-48", "asks only whether the active player can buy a card",
			func(r *rules) { r.wrong.end.activeOnly = true }, "games move play server",
		},
		{
			"only-first-card-can-be-bought", "BG-48", "asks only whether the first visible card can be bought",
			func(r *rules) { r.wrong.end.firstCardOnly = true }, "games move play server",
		},
		{
			"only-last-card-can-be-bought", "BG-48", "asks only whether the last visible card can be bought",
			func(r *rules) { r.wrong.end.lastCardOnly = true }, "games move play server",
		},
		{
			"wallets-buy-together", "BG-48", "asks whether the wallets together can buy a card",
			func(r *rules) { r.wrong.end.walletsTogether = true }, "games move play server",
		},
		{
			"hidden-card-can-be-bought", "BG-48", "asks whether somebody could buy a hidden card, too",
			func(r *rules) { r.hiddenBuyable = true }, "games move play server",
		},
		{
			"nobody-can-buy-goes-on", "BG-48", "goes on when the bank is empty and nobody can buy a card",
			func(r *rules) { r.wrong.end.nobodyIgnored = true }, "games move play server",
		},
		{
			"no-cards-before-enough-points", "BG-49", "names no_cards where there are enough points as well",
			func(r *rules) { r.wrong.end.cardsFirst = true }, "play score",
		},
		{
			"nobody-can-buy-before-enough-points", "BG-49", "names nobody_can_buy where there are enough points as well",
			func(r *rules) { r.wrong.end.nobodyFirst = true }, "play score",
		},
		{
			"nobody-can-buy-before-no-cards", "BG-49", "names nobody_can_buy where there is no card either",
			func(r *rules) { r.wrong.end.nobodyBeforeCard = true }, "play score",
		},
		{
			"no-cards-before-no-players", "BG-49", "names no_cards where no player is left either",
			func(r *rules) { r.wrong.end.playersLast = true }, "play score",
		},
	}, ""},
	// The result.
	{"Compare players with equal and nearly equal points, and names with capital and small letters and digits", []mutantEntry{
		{
			"M5", "BG-50", "reports the leader as winner while the game goes on",
			func(r *rules) { r.wrong.result.leaderWins = true }, "play score",
		},
		{
			"first-leader-wins-alone", "BG-50", "lets only the first of several leaders win",
			func(r *rules) { r.wrong.result.firstOnly = true }, "games play score server",
		},
		{
			"last-leader-wins-alone", "BG-50", "lets only the last of several leaders win",
			func(r *rules) { r.wrong.result.lastOnly = true }, "games play score server",
		},
		{
			"fewest-points-win", "BG-50", "lets those with the fewest points win",
			func(r *rules) { r.wrong.result.lowest = true }, "games play score server",
		},
		{
			"tie-wins-nothing", "BG-50", "knows no winner when several players lead",
			func(r *rules) { r.wrong.result.tieNobody = true }, "games play score server",
		},
		{
			"all-with-enough-points-win", "BG-50", "lets everybody win who has enough points to end the game",
			func(r *rules) { r.wrong.result.allEnough = true }, "games play score server",
		},
		{
			"winner-needs-enough-points", "BG-50", "lets only those win who have enough points to end the game",
			func(r *rules) { r.wrong.result.enoughNeeded = true }, "games play score server",
		},
		{
			"scores-compared-as-doubles", "BG-50", "compares scores as floating-point numbers",
			func(r *rules) { r.wrong.result.roundedScores = true }, "games server",
		},
		{
			"winners-unsorted", "BG-53", "gives the winners in the order of the list",
			func(r *rules) { r.wrong.result.winnersUnsorted = true }, "games play score server",
		},
		{
			"winners-sorted-by-letter", "BG-53", "sorts the winners as if capital letters were small",
			func(r *rules) { r.wrong.result.winnersCaseless = true }, "games play score server",
		},
		{
			"dropouts-unsorted", "BG-53", "gives the drop-outs in the order of their elimination",
			func(r *rules) { r.wrong.result.dropoutsUnsorted = true }, "games play score server",
		},
		{
			"dropouts-sorted-by-letter", "BG-53", "sorts the drop-outs as if capital letters were small",
			func(r *rules) { r.wrong.result.dropoutsCaseless = true }, "games play score server",
		},
		{
			"dropouts-missing", "BG-53", "gives no drop-outs in the result",
			func(r *rules) { r.wrong.result.dropoutsHidden = true }, "play score",
		},
		{
			"points-unsorted", "BG-53", "gives the points in the order of the list",
			func(r *rules) { r.wrong.result.pointsUnsorted = true }, "play score",
		},
		{
			"points-highest-first", "BG-53", "gives the points with the highest first",
			func(r *rules) { r.wrong.result.pointsByPoints = true }, "play score",
		},
	}, ""},
	// The bonus.
	{"Spread the colours over one card, two and three, plain and with faces, brought along and bought, and let the bonus decide", []mutantEntry{
		{
			"B1", "BG-56", "gives the bonus RWB only for three different cards, one for each colour",
			func(r *rules) { r.wrong.bonus.differentCards = true }, "games play score server",
		},
		{
			"B2", "BG-57", "does not count cards brought into the game for the bonus",
			func(r *rules) { r.wrong.bonus.broughtIgnored = true }, "games server",
		},
		{
			"bought-cards-bring-no-bonus", "BG-57", "does not count cards bought during the game for the bonus",
			func(r *rules) { r.wrong.bonus.boughtIgnored = true }, "games server",
		},
		{
			"bonus-added-twice", "BG-55", "adds the bonus twice",
			func(r *rules) { r.wrong.bonus.twice = true }, "games server",
		},
		{
			"bonus-after-winners", "BG-55", "chooses the winners before the bonus",
			func(r *rules) { r.wrong.bonus.afterWinners = true }, "games server",
		},
		{
			"bonus-for-first-only", "BG-55", "gives the bonus only to the first player who qualifies",
			func(r *rules) { r.wrong.bonus.firstOnly = true }, "games",
		},
		{
			"bonus-for-any-colour", "BG-56", "gives the bonus for any of its colours",
			func(r *rules) { r.wrong.bonus.anyColour = true }, "games server",
		},
		{
			"bonus-on-one-card", "BG-56", "gives the bonus only if one card shows all its colours",
			func(r *rules) { r.wrong.bonus.oneCard = true }, "games server",
		},
		{
			"bonus-without-last-colour", "BG-56", "gives the bonus without its last colour",
			func(r *rules) { r.wrong.bonus.lastColourFree = true }, "games server",
		},
		{
			"bonus-of-plain-cards", "BG-56", "does not count cards with a face for the bonus",
			func(r *rules) { r.wrong.bonus.plainOnly = true }, "games server",
		},
		{
			"bonus-counts-wallet", "BG-56", "counts the pebbles of the wallet for the bonus",
			func(r *rules) { r.wrong.bonus.walletCounts = true }, "games server",
		},
	}, ""},
	// Set-up.
	{"Look at every part of the first State: piles, order of cards and players, bank, wallets, scores, phase", []mutantEntry{
		{
			"setup-shows-five", "BG-08", "shows one card too many",
			func(r *rules) { r.wrong.setup.oneMore = true }, "setup",
		},
		{
			"setup-shows-three", "BG-08", "shows one card too few",
			func(r *rules) { r.wrong.setup.oneLess = true }, "setup",
		},
		{
			"setup-shows-last-cards", "BG-08", "shows the last cards of the recorded order",
			func(r *rules) { r.wrong.setup.lastVisible = true }, "setup",
		},
		{
			"setup-reverses-pile", "BG-08", "puts the hidden cards in reverse order",
			func(r *rules) { r.wrong.setup.hiddenReversed = true }, "setup",
		},
		{
			"setup-hides-visible-cards-too", "BG-08", "leaves the visible cards in the hidden pile as well",
			func(r *rules) { r.wrong.setup.copied = true }, "setup",
		},
		{
			"setup-loses-faces", "BG-03", "makes every hidden card a plain one",
			func(r *rules) { r.wrong.setup.faceless = true }, "setup",
		},
		{
			"setup-bank-short", "BG-02", "puts one blue pebble too few into the bank",
			func(r *rules) { r.wrong.setup.bankShort = true }, "setup",
		},
		{
			"setup-bank-long", "BG-02", "puts one pebble too many of each colour into the bank",
			func(r *rules) { r.wrong.setup.bankLong = true }, "setup",
		},
		{
			"setup-fills-wallets", "BG-07", "gives each player a pebble to begin with",
			func(r *rules) { r.wrong.setup.walletsFilled = true }, "setup",
		},
		{
			"setup-gives-points", "BG-07", "gives each player a point to begin with",
			func(r *rules) { r.wrong.setup.scoresOne = true }, "setup",
		},
		{
			"setup-sorts-players", "BG-09", "sorts the players by name",
			func(r *rules) { r.wrong.setup.sorted = true }, "setup",
		},
		{
			"setup-reverses-players", "BG-09", "seats the players in reverse order",
			func(r *rules) { r.wrong.setup.reversed = true }, "setup",
		},
		{
			"setup-awaits-cards", "BG-07", "begins with the second reply",
			func(r *rules) { r.wrong.setup.phaseCards = true }, "setup",
		},
		{
			"setup-flips-equations", "BG-07", "writes each equation with its sides swapped",
			func(r *rules) { r.wrong.setup.flipped = true }, "setup",
		},
		{
			"setup-loses-equation", "BG-07", "leaves out the last equation",
			func(r *rules) { r.wrong.setup.equationLost = true }, "setup",
		},
	}, ""},
	// The strategy.
	{"Give a choice between purchases, and between exchange lists, that differ in one criterion of the list only", []mutantEntry{
		{
			"S1", "BG-63", "searches one exchange less deep",
			func(r *rules) { r.wrong.strategy.depthChange = -1 }, "strategy games",
		},
		{
			"S2", "BG-63", "searches one exchange deeper",
			func(r *rules) { r.wrong.strategy.depthChange = 1 }, "strategy games",
		},
		{
			"S4", "BG-63", "leaves out the tie-break by points",
			func(r *rules) { r.wrong.strategy.pointsNoTieBreak = true }, "strategy games",
		},
		{
			"S5", "BG-63", "prefers the smallest wallet left to the largest",
			func(r *rules) { r.wrong.strategy.smallestLeftover = true }, "strategy games",
		},
		{
			"policies-swapped", "BG-65", "takes each policy for the other",
			func(r *rules) { r.wrong.strategy.policiesSwapped = true }, "strategy games",
		},
		{
			"policy-always-points", "BG-65", "always plays for the most points",
			func(r *rules) { r.wrong.strategy.alwaysPoints = true }, "strategy games",
		},
		{
			"policy-always-size", "BG-65", "always plays for the most cards",
			func(r *rules) { r.wrong.strategy.alwaysSize = true }, "strategy games",
		},
		{
			"fewest-exchanges-not-preferred", "BG-63", "compares points and wallets before the number of exchanges",
			func(r *rules) { r.wrong.strategy.depthIgnored = true }, "strategy games",
		},
		{
			"fewest-points-preferred", "BG-63", "prefers the fewest points among plans of the same value",
			func(r *rules) { r.wrong.strategy.fewestPoints = true }, "strategy games",
		},
		{
			"largest-leftover-preferred", "BG-65", "prefers the largest of the wallets left of the same size",
			func(r *rules) { r.wrong.strategy.leftoverLargest = true }, "strategy games",
		},
		{
			"leftover-not-compared", "BG-65", "leaves out the comparison of wallets left of the same size",
			func(r *rules) { r.wrong.strategy.leftoverIgnored = true }, "strategy games",
		},
		{
			"no-exchange-planned-twice", "BG-63", "plans no exchange twice in one list",
			func(r *rules) { r.wrong.strategy.noRepeats = true }, "strategy games",
		},
		{
			"plans-left-to-right-only", "BG-63", "plans exchanges only as the equations are written",
			func(r *rules) { r.wrong.strategy.noFlips = true }, "strategy games",
		},
		{
			"plan-ignores-bank", "BG-63", "plans exchanges that the bank cannot serve",
			func(r *rules) { r.wrong.strategy.bankIgnored = true }, "strategy games",
		},
		{
			"plan-tests-bank-at-start", "BG-63", "plans every exchange with the bank before the first",
			func(r *rules) { r.wrong.strategy.bankAtStart = true }, "strategy games",
		},
		{
			"plan-of-one-card", "BG-65", "plans to buy one card at most",
			func(r *rules) { r.wrong.strategy.oneCard = true }, "strategy games",
		},
	}, ""},
	// The orders of the strategy's last tie-breaks.
	{"Let plans tie in everything but the pebbles that are left, the cards, or the exchanges, in which every colour can decide", []mutantEntry{
		{
			"S7", "BG-60", "compares bags by their words alone, whatever their sizes",
			func(r *rules) { r.wrong.orders.bagsByWords = true }, "strategy",
		},
		{
			"S8", "BG-62", "compares exchanges by the right side first",
			func(r *rules) { r.wrong.orders.exchangesByRight = true }, "strategy",
		},
		{
			"larger-bag-first", "BG-60", "puts the larger of two bags first",
			func(r *rules) { r.wrong.orders.largerBagsFirst = true }, "strategy",
		},
		{
			"bags-by-drawing-order", "BG-60", "compares bags by the drawing order of the colours",
			func(r *rules) { r.wrong.orders.wordsAsWritten = true }, "strategy games",
		},
		{
			"bags-in-reverse", "BG-60", "puts the later word first among bags of the same size",
			func(r *rules) { r.wrong.orders.wordsReversed = true }, "strategy games",
		},
		{
			"cards-in-reverse", "BG-61", "prefers the larger card sequence",
			func(r *rules) { r.wrong.orders.cardsReversed = true }, "strategy games",
		},
		{
			"faces-before-plain", "BG-61", "puts cards with a face before plain ones",
			func(r *rules) { r.wrong.orders.facesFirst = true }, "strategy games",
		},
		{
			"bags-before-faces", "BG-61", "compares the bags of cards before their faces",
			func(r *rules) { r.wrong.orders.facesLast = true }, "strategy games",
		},
		{
			"cards-as-displayed", "BG-65", "buys cards in the order of the display when points do not decide",
			func(r *rules) { r.wrong.orders.cardsAsShown = true }, "strategy",
		},
		{
			"exchanges-in-reverse-order", "BG-62", "prefers the larger exchange sequence",
			func(r *rules) { r.wrong.orders.exchangesReversed = true }, "strategy",
		},
		{
			"exchanges-as-given", "BG-63", "prefers exchanges in the order of the equations",
			func(r *rules) { r.wrong.orders.exchangesAsGiven = true }, "strategy",
		},
		{
			"right-sides-not-compared", "BG-62", "compares only the left sides of exchanges",
			func(r *rules) { r.wrong.orders.rightIgnored = true }, "strategy",
		},
	}, ""},
	// What a player does besides.
	{"Let players of both kinds meet banks and equations that are of no use to them, and cheats that are not always possible", []mutantEntry{
		{
			"pebble-only-if-nothing-to-buy", "BG-64", "asks for a pebble only if it cannot buy a card at once",
			func(r *rules) { r.wrong.player.pebbleIfNothingToBuy = true }, "games",
		},
		{
			"pebble-when-nothing-to-buy", "BG-64", "asks for a pebble whenever its plan buys nothing",
			func(r *rules) { r.wrong.player.pebbleWithoutPlan = true }, "games",
		},
		{
			"pebble-never", "BG-64", "never asks for a pebble",
			func(r *rules) { r.wrong.player.pebbleNever = true }, "games",
		},
		{
			"pebble-always", "BG-64", "asks for a pebble whenever the bank has one",
			func(r *rules) { r.wrong.player.pebbleAlways = true }, "games",
		},
		{
			"pebble-of-empty-bank", "BG-64", "asks for a pebble of an empty bank if no equation is usable",
			func(r *rules) { r.wrong.player.pebbleFromNothing = true }, "games",
		},
		{
			"usable-as-written-only", "BG-64", "looks only at the written direction when it decides for a pebble",
			func(r *rules) { r.wrong.player.usableAsWritten = true }, "games",
		},
		{
			"usable-without-bank", "BG-64", "does not look into the bank when it decides for a pebble",
			func(r *rules) { r.wrong.player.usableWithoutBank = true }, "games",
		},
		{
			"second-reply-planned-anew", "BG-73", "plans its purchase anew after the first reply",
			func(r *rules) { r.wrong.player.plansAnew = true }, "games",
		},
		{
			"nothing-bought-after-pebble", "BG-66", "buys nothing after a pebble",
			func(r *rules) { r.wrong.player.nothingAfterPebble = true }, "games",
		},
		{
			"pebble-not-counted-for-purchase", "BG-66", "plans the purchase after a pebble with the wallet before it",
			func(r *rules) { r.wrong.player.oldWallet = true }, "games",
		},
		{
			"hangs-one-call-later", "BG-72", "answers one call more before it hangs",
			func(r *rules) { r.wrong.player.hangsLater = true }, "games",
		},
		{
			"hangs-one-call-earlier", "BG-72", "answers one call less before it hangs",
			func(r *rules) { r.wrong.player.hangsEarlier = true }, "games",
		},
		{
			"cheat-tried-once", "BG-73", "tries its cheat at the first call only",
			func(r *rules) { r.wrong.player.cheatsOnce = true }, "games",
		},
		{
			"trade-cheat-as-written-only", "BG-74", "looks for an impossible exchange in the written direction only",
			func(r *rules) { r.wrong.player.cheatsAsWritten = true }, "games",
		},
		{
			"invented-equation-flipped", "BG-75", "takes a flipped equation for one that does not exist",
			func(r *rules) { r.inventOriented = true }, "games",
		},
		{
			"no-invention-no-cheat", "BG-75", "gives its normal reply where it finds no equation that does not exist",
			func(r *rules) { r.wrong.player.cheatGivesUp = true }, "games",
		},
		{
			"catalogue-without-faces", "BG-76", "looks only at the plain cards of the catalogue",
			func(r *rules) { r.wrong.player.plainCatalogue = true }, "games",
		},
		{
			"last-card-it-cannot-buy", "BG-77", "asks for the last visible card that it cannot pay for",
			func(r *rules) { r.wrong.player.lastUnaffordable = true }, "games",
		},
	}, ""},
	// The calls of set-up and of the end.
	{"Let players of every place fail when they are told the equations, or the result", []mutantEntry{
		{
			"setup-failure-ignored", "BG-10", "keeps a player that fails in setup",
			func(r *rules) { r.wrong.calls.setupFailureIgnored = true }, "games server",
		},
		{
			"setup-skips-next", "BG-10", "does not call the player behind one that fails in setup",
			func(r *rules) { r.wrong.calls.setupSkipsNext = true }, "games server",
		},
		{
			"setup-tests-end", "BG-10", "makes the end test before each setup call",
			func(r *rules) { r.wrong.calls.setupEndTest = true }, "games server",
		},
		{
			"win-failure-ignored", "BG-52", "takes no notice of a player that fails in win",
			func(r *rules) { r.wrong.calls.winFailureIgnored = true }, "games server",
		},
		{
			"failed-winner-still-wins", "BG-52", "lets a player win that fails in win",
			func(r *rules) { r.wrong.calls.winnerStays = true }, "games server",
		},
		{
			"next-wins-for-failed-winner", "BG-52", "lets the next best win when all winners fail in win",
			func(r *rules) { r.wrong.calls.nextMovesUp = true }, "games server",
		},
		{
			"losers-not-told", "BG-51", "calls win for the winners only",
			func(r *rules) { r.wrong.calls.losersNotTold = true }, "games server",
		},
		{
			"winners-not-told", "BG-51", "calls win for the losers only",
			func(r *rules) { r.wrong.calls.winnersNotTold = true }, "games server",
		},
	}, ""},
	// Servers, whose clients are right.
	{"Vary how many sign up and how they are called, and what is sent in place of a value", []mutantEntry{
		{
			"W1", "BG-91", "starts the time of a call anew with every byte that it receives",
			func(r *rules) { r.wrong.live.bytesRestartClock = true }, "server",
		},
		{
			"W2", "BG-84", "seats two clients with the same name",
			func(r *rules) { r.wrong.live.duplicatesSeated = true }, "server",
		},
		{
			"duplicate-name-voids-game", "BG-84", "plays no game when a name is taken that somebody else wants",
			func(r *rules) { r.live.duplicatesVoid = true }, "server",
		},
		{
			"long-name-refused", "BG-81", "refuses names of 20 characters",
			func(r *rules) { r.wrong.live.shortNamesOnly = true }, "server",
		},
		{
			"starts-with-one", "BG-85", "starts with one player less than is needed",
			func(r *rules) { r.playersMin-- }, "server",
		},
		{
			"waits-for-third", "BG-85", "asks for one player more than is needed",
			func(r *rules) { r.playersMin++ }, "server",
		},
		{
			"starts-with-five", "BG-85", "starts when one player less has signed up than could",
			func(r *rules) { r.playersMax-- }, "server",
		},
		{
			"waits-for-seventh", "BG-85", "starts when one player more has signed up than could",
			func(r *rules) { r.playersMax++ }, "server",
		},
		{
			"bare-void-accepted", "BG-92", "takes void without its quotes for a reply",
			func(r *rules) { r.wrong.live.bareVoid = true }, "server",
		},
		{
			"true-as-pebble", "BG-92", "takes other values than false for a pebble, please",
			func(r *rules) { r.live.lenientFirstReply = true }, "server",
		},
		{
			"closed-call-as-pebble", "BG-37", "takes a connection closed at the first call of a turn for a request for a pebble",
			func(r *rules) { r.live.closedIsPebble = true }, "server",
		},
	}, ""},
}

// equivalents have the mutants that no input tells from the rules, with the
// reason.
var equivalents = map[string]string{
	"bought-cards-behind":     "The cards of a player compare as a bag, and a bonus looks at all of them",
	"W1":                      "It shows in nothing but the time that a reply takes on the wire, which is no part of an input",
	"last-card-it-cannot-buy": "The wallet cannot pay for the card in either case, so that the purchase is illegal and eliminates",
}

// movedRow is a points table whose row i, if there is one, begins so many
// pebbles later.
func movedRow(table []pointsRow, i, by int) []pointsRow {
	table = slices.Clone(table)
	if i < len(table) {
		table[i].left += by
	}
	return table
}

// facesAlways is a points table that gives plain cards what those with a face
// bring.
func facesAlways(table []pointsRow) []pointsRow {
	table = slices.Clone(table)
	for i := range table {
		table[i].plain = table[i].face
	}
	return table
}

// mutate is a copy of the rules with a mutant's change, or the rules themselves
// if there is no such mutant. What is valid input never changes.
func (r *rules) mutate(id string) *rules {
	for _, g := range mutantGroups {
		for _, e := range g.mutants {
			if e.id == id {
				wrong := *r
				e.change(&wrong)
				wrong.derive()
				return &wrong
			}
		}
	}
	return r
}
