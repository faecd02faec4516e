package ubar

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided; each is wrong
// by itself, and no two are ever set together. What the entries of the rules can
// express, such as the order in which tiles are triggered, needs no switch.
type mutation struct {
	// track is about markers and whose turn it is.
	track struct {
		latestFirst   bool // UB-M07
		furthestAhead bool // UB-M08
		laterTimeFree bool // UB-M05
		ownTimeFree   bool
		tileFree      bool
		oneForAny     bool // a time action takes one space, whatever it says
		landsBelow    bool
		stopsAtEnd    bool
		beyondLast    bool
		lastForgotten bool
		noTimeLeft    bool // a time action needs as much time as is left
	}

	// cost is about the time that the tile of a cell costs.
	cost struct {
		ownSymbolsOnly bool      // UB-M01
		awaySide       bool      // UB-M02
		touchTwice     bool      // UB-M04
		blind          direction // one more than the side on which no neighbour is seen, 0 for none
		wholeNeighbour bool
		dearestOnly    bool
		corners        bool
		wraps          bool
		holesCost      bool
		atLeastOne     bool
		holesFree      bool // the cost of a hole is 0
	}

	// place is about where tiles come from and go.
	place struct {
		cornersTouch   bool // UB-M17
		anywhere       bool
		besideLast     bool
		onTiles        bool
		behindStarter  bool
		lost           bool
		staysInGrid    bool
		closesUp       bool
		replacedAtOnce bool // UB-M38
	}

	// action is about the exchange of a tile.
	action struct {
		mayDecline      bool // UB-M09
		declinedCosts   bool // UB-M59
		declinesRest    bool // UB-M60
		gainFirst       bool // UB-M13
		roomNeeded      bool // UB-M14
		supplyBefore    bool // UB-M16
		ownIdle         bool
		laterIdle       bool
		oneOfEach       bool
		keepsOne        bool
		supplyEndless   bool
		supplyKeepsOne  bool
		givenLost       bool
		givenKept       bool
		gainFromNowhere bool
		refused         bool // what is not possible is illegal
		paysInVain      bool
		anyStep         bool // to skip a step that there is not
		lastStepStays   bool
	}

	// wind is about the tiles that are triggered again.
	wind struct {
		first         bool // UB-M19
		chain         bool // UB-M29
		starterStill  bool // UB-M28
		farthestFirst bool // UB-M22
		none          bool
		needsAction   bool
		ownAgain      bool
		longer        int      // by so many cells
		stops         windKind // at the first empty cell
		idleNoSteps   bool
		anyIsAdjacent bool // UB-M26
		anyActs       bool
		anyItself     bool
		anyBackwards  bool
		anyMeansAll   bool
		targetless    bool
		targetIgnored bool
	}

	// ship is about room for goods and what goes overboard.
	ship struct {
		stowage      stowage // UB-M30, UB-M31, UB-M33
		inTheEnd     bool    // UB-M34
		overfull     bool
		beforeDump   bool
		dumpedGone   bool // UB-M36
		needsCause   bool // UB-M37
		soldGone     bool
		anyNumber    bool // of entries
		lastRefused  bool
		early        bool
		firstIgnored bool
		whatThereIs  bool
	}

	// round is about the ends of rounds and what comes between them.
	round struct {
		firstEnds     bool // UB-M39
		endsLater     int  // by so many spaces
		sellersTurned bool
		emptyBySeat   bool
		emptyForAll   bool
		refillsAll    bool // UB-M43
		noRefill      bool
		movesUp       bool
		fullOrNothing bool
		fromRight     bool
		fromBottom    bool
		fromPileEnd   bool
		sortsBySeat   bool // UB-M52
		stacksTurned  bool
		level         bool
		draftsAnyway  bool
		refillsAtEnd  bool
		onlyTwo       bool
	}

	// sale is about goods for coins.
	sale struct {
		normalPrices bool // UB-M47
		mustSell     bool // UB-M49
		lastMarket   bool // UB-M50
		nextMarket   bool
		noBonus      bool
		noDiscount   bool
		kindsOnly    bool
		replaces     bool // the coins that the player has
		everything   bool
		whatThereIs  bool
		oneSeller    bool
		unsoldLost   bool
		cardStays    bool
		cardBehind   bool
	}

	// score is about the standing.
	score struct {
		lowerIndexWins bool // UB-M54
		goodsCount     bool // UB-M55
		fewestCoins    bool
		orderDecides   bool
		groupsTurned   bool
		oneWinner      bool
		tieWithout     bool
		early          bool
	}

	// view is about what a player is shown.
	view struct {
		turnAfterEnd bool
		actorIsYou   bool
		pileAndGrid  bool
		nextEnd      bool
	}

	// setup is about the first State.
	setup struct {
		scarabToo     bool // UB-M57
		noLamp        bool
		fullSupply    bool
		byOrder       bool // the starters go to the players in the order of turns
		smallGrid     bool
		pileTurned    bool
		fromBack      bool
		marketsTurned bool
		bySeat        bool
		orderTurned   bool
		coins         bool
	}
}
