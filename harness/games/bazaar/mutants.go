package bazaar

import "github.com/touchstone-harness/touchstone/harness/game"

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided.
type mutation struct {
	leftToRightOnly          bool // E1
	listedOnce               bool // E2
	scoresWithActive         bool // T1
	scoresSorted             bool // T2
	depthChange              int  // S1, S2
	pointsNoTieBreak         bool // S4
	smallestLeftover         bool // S5
	bagsByWords              bool // S7
	exchangesByRight         bool // S8
	pointsBeforePaying       bool // P1
	facesAsPlain             bool // P2
	asWrittenOnly            bool // R1
	testsAgainstStart        bool // R2
	emptyListIllegal         bool // R4
	exchangesOnce            bool // R5
	emptyListFree            bool // G1
	priceFromFront           bool // G2
	noPriceWithoutHidden     bool // G4
	refillFromBottom         bool // G5
	onlyFirstScore           bool // G7
	noEndTestBetween         bool // G8
	bonusNeedsDifferentCards bool // B1
	bonusIgnoresBrought      bool // B2
	illegalSkipped           bool // M1
	firstReplyUndone         bool // M2
	cardsStayShown           bool // M4
	leaderWins               bool // M5
	bytesRestartClock        bool // W1
	duplicatesSeated         bool // W2
}

// A mutantEntry is a mutant with the change that makes it.
type mutantEntry struct {
	game.Mutant
	change func(*mutation)
}

func mutant(id, clause, summary string, change func(*mutation), tasks ...string) mutantEntry {
	return mutantEntry{game.Mutant{ID: id, Clause: clause, Summary: summary, Tasks: tasks}, change}
}

// The mutants of chapter 12. Those that name the task server are wrong servers,
// whose clients are right.
var mutantTable = []mutantEntry{
	mutant("E1", "BG-18", "uses equations from left to right only",
		func(m *mutation) { m.leftToRightOnly = true }, "equations"),
	mutant("E2", "BG-18", "lists an equation that is usable in both directions only once",
		func(m *mutation) { m.listedOnce = true }, "equations"),
	mutant("T1", "BG-14", "counts the active player's score among the scores of the others",
		func(m *mutation) { m.scoresWithActive = true }, "turn", "view"),
	mutant("T2", "BG-14", "sorts the scores of the others instead of keeping the turn order",
		func(m *mutation) { m.scoresSorted = true }, "turn", "view"),
	mutant("S1", "BG-63", "searches one exchange less deep",
		func(m *mutation) { m.depthChange = -1 }, "strategy", "games"),
	mutant("S2", "BG-63", "searches one exchange deeper",
		func(m *mutation) { m.depthChange = 1 }, "strategy", "games"),
	mutant("S4", "BG-63", "leaves out the tie-break by points",
		func(m *mutation) { m.pointsNoTieBreak = true }, "strategy", "games"),
	mutant("S5", "BG-63", "prefers the smallest wallet left to the largest",
		func(m *mutation) { m.smallestLeftover = true }, "strategy", "games"),
	mutant("S7", "BG-60", "compares bags by their words alone, whatever their sizes",
		func(m *mutation) { m.bagsByWords = true }, "strategy"),
	mutant("S8", "BG-62", "compares exchanges by the right side first",
		func(m *mutation) { m.exchangesByRight = true }, "strategy"),
	mutant("P1", "BG-32", "gives points by the pebbles before paying",
		func(m *mutation) { m.pointsBeforePaying = true }, "strategy", "games", "move", "play", "server"),
	mutant("P2", "BG-32", "gives a card with a face the points of a plain one",
		func(m *mutation) { m.facesAsPlain = true }, "strategy", "games", "move", "play", "server"),
	mutant("R1", "BG-18", "allows exchanges only as the equation is written",
		func(m *mutation) { m.asWrittenOnly = true }, "rules", "games", "move", "play", "server"),
	mutant("R2", "BG-19", "tests every exchange against the wallet and bank before the first",
		func(m *mutation) { m.testsAgainstStart = true }, "rules", "games", "move", "play", "server"),
	mutant("R4", "BG-13", "refuses the empty exchange list",
		func(m *mutation) { m.emptyListIllegal = true }, "rules", "games", "move", "play", "server"),
	mutant("R5", "BG-20", "allows an exchange only once in a list",
		func(m *mutation) { m.exchangesOnce = true }, "rules", "games", "move", "play", "server"),
	mutant("G1", "BG-24", "lets the empty exchange list cost no card",
		func(m *mutation) { m.emptyListFree = true }, "games", "move", "play", "server"),
	mutant("G2", "BG-22", "takes the front card of the hidden pile as the price",
		func(m *mutation) { m.priceFromFront = true }, "games", "move", "play", "server"),
	mutant("G4", "BG-23", "takes no price when there are no hidden cards",
		func(m *mutation) { m.noPriceWithoutHidden = true }, "games", "move", "play", "server"),
	mutant("G5", "BG-35", "refills the display from the bottom of the hidden pile",
		func(m *mutation) { m.refillFromBottom = true }, "games", "move", "play", "server"),
	mutant("G7", "BG-46", "tests only the first player of the list for enough points",
		func(m *mutation) { m.onlyFirstScore = true }, "games", "move", "play", "server"),
	mutant("G8", "BG-44", "makes no end test between the two replies",
		func(m *mutation) { m.noEndTestBetween = true }, "games", "move", "play", "server"),
	mutant("B1", "BG-56", "gives the bonus RWB only for three different cards, one for each colour",
		func(m *mutation) { m.bonusNeedsDifferentCards = true }, "games", "score", "play", "server"),
	mutant("B2", "BG-57", "does not count cards brought into the game for the bonus",
		func(m *mutation) { m.bonusIgnoresBrought = true }, "games", "server"),
	mutant("M1", "BG-37", "skips an illegal request and asks the same player again",
		func(m *mutation) { m.illegalSkipped = true }, "play"),
	mutant("M2", "BG-39", "undoes what the first reply did when the purchase is illegal",
		func(m *mutation) { m.firstReplyUndone = true }, "play"),
	mutant("M4", "BG-30", "sells a card that is shown once twice in one reply",
		func(m *mutation) { m.cardsStayShown = true }, "move", "play"),
	mutant("M5", "BG-50", "reports the leader as winner while the game goes on",
		func(m *mutation) { m.leaderWins = true }, "score", "play"),
	mutant("W1", "BG-91", "starts the time of a call anew with every byte that it receives",
		func(m *mutation) { m.bytesRestartClock = true }, "server"),
	mutant("W2", "BG-84", "seats two clients with the same name",
		func(m *mutation) { m.duplicatesSeated = true }, "server"),
}

// mutants is the table without the changes.
func mutants() []game.Mutant {
	list := make([]game.Mutant, len(mutantTable))
	for i, e := range mutantTable {
		list[i] = e.Mutant
	}
	return list
}
