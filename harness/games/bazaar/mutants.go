package bazaar

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
	{file: "draw"},
	// Which exchange lists are legal.
	{file: "exchange"},
	{file: "turn"},
	{file: "purchase"},
	{file: "elimination"},
	{file: "end"},
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
	"W1":                      "It shows in nothing but the time that a reply takes on the wire, which is no part of an input",
	"last-card-it-cannot-buy": "The wallet cannot pay for the card in either case, so that the purchase is illegal and eliminates",
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
