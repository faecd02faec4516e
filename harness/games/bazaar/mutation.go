package bazaar

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided; each is wrong
// by itself, and no two are ever set together. What the entries of the rules can
// express, such as a limit that is off by one, needs no switch.
type mutation struct {
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
}
