package bazaar

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided; each is wrong
// by itself, and no two are ever set together. What the entries of the rules can
// express, such as a limit that is off by one, needs no switch.
type mutation struct {
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
}
