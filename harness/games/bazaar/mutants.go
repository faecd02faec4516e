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
	{file: "uses"},
	{file: "view"},
	{file: "draw"},
	// Which exchange lists are legal.
	{file: "exchange"},
	{file: "turn"},
	{file: "purchase"},
	{file: "elimination"},
	{file: "end"},
	{file: "scores"},
	{file: "bonus"},
	{file: "setup"},
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
	{file: "calls"},
	{file: "live"},
}

// equivalents have the mutants that no input tells from the rules, with the
// reason.
var equivalents = map[string]string{
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
