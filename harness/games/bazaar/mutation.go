package bazaar

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided; each is wrong
// by itself, and no two are ever set together. What the entries of the rules can
// express, such as a limit that is off by one, needs no switch.
type mutation struct {
	// list is about task equations.
	list struct {
		leftToRightOnly bool // E1
		once            bool // E2
		rightToLeftOnly bool
		directionLost   bool
		bothWays        bool // usable in one direction is usable in both
		bothNeeded      bool
		lastForgotten   bool
		firstOnly       bool
		walletIgnored   bool
		bankIgnored     bool
		bagsSwapped     bool
		coloursOnly     bool
		wholeWallet     bool // an exchange of everything is not usable
		wholeBank       bool
	}

	// view is about the Turn that a player is shown.
	view struct {
		scoresWithActive bool // T1
		scoresSorted     bool // T2
		scoresReversed   bool
		scoresInOrder    bool // of the list, wherever the player sits
		scoresOnce       bool
		lastScoreLost    bool
		scoresAsDoubles  bool
		lastCardHidden   bool
		cardsSorted      bool
		hiddenShown      bool
		nextShown        bool
		firstWallet      bool
		firstScore       bool
		firstCards       bool
		nextPlayer       bool
		othersInBank     bool
		cardsHidden      bool
	}

	// result is about winners and lists of names.
	result struct {
		leaderWins       bool // M5
		firstOnly        bool
		lastOnly         bool
		lowest           bool
		tieNobody        bool
		allEnough        bool
		enoughNeeded     bool
		roundedScores    bool
		winnersUnsorted  bool
		winnersCaseless  bool
		dropoutsUnsorted bool
		dropoutsCaseless bool
		dropoutsHidden   bool
		pointsUnsorted   bool
		pointsByPoints   bool
	}

	// bonus is about points for the colours of cards.
	bonus struct {
		differentCards bool // B1
		broughtIgnored bool // B2
		boughtIgnored  bool
		twice          bool
		afterWinners   bool
		anyColour      bool
		oneCard        bool
		lastColourFree bool
		plainOnly      bool
		walletCounts   bool
		firstOnly      bool
	}

	// setup is about a game from scratch.
	setup struct {
		lastVisible    bool
		hiddenReversed bool
		copied         bool
		oneMore        bool
		oneLess        bool
		faceless       bool
		bankShort      bool
		bankLong       bool
		walletsFilled  bool
		scoresOne      bool
		sorted         bool
		reversed       bool
		phaseCards     bool
		flipped        bool
		equationLost   bool
	}

	// strategy is about the best exchanges and cards, and orders about its
	// tie-breaks.
	strategy struct {
		depthChange      int  // S1, S2
		pointsNoTieBreak bool // S4
		smallestLeftover bool // S5
		policiesSwapped  bool
		alwaysPoints     bool
		alwaysSize       bool
		depthIgnored     bool
		fewestPoints     bool
		leftoverLargest  bool
		leftoverIgnored  bool
		noRepeats        bool
		noFlips          bool
		bankIgnored      bool
		bankAtStart      bool
		oneCard          bool
	}
	orders struct {
		bagsByWords       bool // S7
		exchangesByRight  bool // S8
		largerBagsFirst   bool
		wordsAsWritten    bool // in the order r w b g y
		wordsReversed     bool
		cardsReversed     bool
		facesFirst        bool
		facesLast         bool // bags decide before faces do
		cardsAsShown      bool
		exchangesReversed bool
		exchangesAsGiven  bool
		rightIgnored      bool
	}

	// player is about what a player does in a game besides.
	player struct {
		pebbleIfNothingToBuy bool
		pebbleWithoutPlan    bool
		pebbleNever          bool
		pebbleAlways         bool
		pebbleFromNothing    bool
		usableAsWritten      bool
		usableWithoutBank    bool
		plansAnew            bool
		nothingAfterPebble   bool
		oldWallet            bool
		hangsLater           bool
		hangsEarlier         bool
		cheatsOnce           bool
		cheatsAsWritten      bool
		cheatGivesUp         bool
		plainCatalogue       bool
		lastUnaffordable     bool
	}

	// calls are about set-up and win calls, and live about the wire.
	calls struct {
		setupFailureIgnored bool
		setupSkipsNext      bool
		setupEndTest        bool
		winFailureIgnored   bool
		winnerStays         bool
		nextMovesUp         bool
		losersNotTold       bool
		winnersNotTold      bool
	}
	live struct {
		bytesRestartClock bool // W1
		duplicatesSeated  bool // W2
		bareVoid          bool
		shortNamesOnly    bool
	}
}
