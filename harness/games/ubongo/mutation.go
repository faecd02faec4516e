package ubongo

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided; each is wrong
// by itself, and no two are ever set together. What the entries of the rules can
// express, such as a limit that is off by one or a check that is left out, needs
// no switch.
type mutation struct {
	// shape is about placements.
	shape struct {
		any         bool // UO-M05
		inOrder     bool // cells that are not in ascending order are wrong
		repeatsOnce bool // a cell named twice counts once
		sharedAbove bool // cells of the upper layer may be shared
		gapsAbove   bool // and need not be filled
	}

	// task is about what a board and a die ask for.
	task struct {
		nextNumber bool
		byPlace    bool // the die is the place of the task in the list
		ofRoller   bool
	}

	// count is about the solutions of a problem.
	count struct {
		everyRotation  bool // UO-M07
		largestFirst   bool // UO-M08
		max            int  // UO-M09
		modulo         int
		upToSymmetry   bool
		piecesLeft     bool // some pieces may be left over
		firstFound     bool
		lastPieceFirst bool
		noneIsEmpty    bool
		arrange        func([]placement) // what is wrong about the form of the first
	}

	// turn is about die and hourglass.
	turn struct {
		anyoneRolls      bool
		flipperRolls     bool
		rollTurnsGlass   bool
		anyoneFlips      bool
		rollerFlips      bool
		secondFlipByNext bool
		glassStaysOne    bool
		glassByTwo       bool
	}

	// claim is about claims while the hourglass runs.
	claim struct {
		timesDiffer   bool // UO-M14
		again         bool // UO-M15
		outAgain      bool
		bySeats       bool
		secondLonger  bool
		secondUnpaid  bool
		timesIgnored  bool
		firstTimeOnly bool
		newestFirst   bool
		listBySeats   bool
		unjudged      bool
		gemless       bool
		anyGem        bool
	}

	// stop is about the second chance.
	stop struct {
		againAfterSolved bool // UO-M12
		againWithoutEnd  bool // UO-M13
		neverAgain       bool
		flipperOnly      bool
		unsolvedOnly     bool
		forOne           bool
		rollsAnew        bool
		withoutFlip      bool
	}

	// reward is about gems.
	reward struct {
		drawnStays      bool // UO-M21
		drawnLost       bool
		firstOfBag      bool
		emptyBagPays    bool
		displayKeeps    bool
		toNext          bool
		losersToo       bool
		leftoversLost   bool
		leftoversCopied bool
	}

	// nextRound and lastRound are about what the end of a round leaves behind.
	nextRound, lastRound leavings
	boardsReused         bool
	fromBottom           bool // UO-M17
	topStays             bool

	// pass is about who rolls and who flips in the next round.
	pass struct {
		nobody      bool // UO-M10
		right       bool // UO-M11
		rollerOnly  bool
		flipperOnly bool
		toFlipper   bool
		together    bool // the flipper sits to the left of the roller
	}

	// end is about points and the end of the game.
	end struct {
		firstWinsTie bool // UO-M23
		lastWinsTie  bool
		tieBelow     bool // a tie for other places counts as well
		noWinner     bool
		mostGems     bool
		fewestPoints bool
		coloursOnce  bool
	}

	// playoff is about the playoff.
	playoff struct {
		everybody       bool
		anyoneRolls     bool
		rollerRolls     bool
		boardsLeft      bool // more boards than players are right
		boardsBackwards bool
		firstLevelOnly  bool
		cardsIgnored    bool
		limited         bool
		wrongIsOut      bool
		needsGem        bool
		paysGem         bool
		firstSeatWins   bool
		dieStays        bool
		boardsStay      bool
	}

	// result is about the Result of a State, look about what a player sees, begin
	// about the State of round 1, which they change.
	result struct {
		overBeforePlayoff bool
		leaderWins        bool
		winnerAmongTied   bool
		rank              func([][]int) [][]int
	}
	look  func(t *table, viewer int) (seen *table, board boardIndex)
	begin func(table, setup) table

	// solo is about the log of a solo run.
	solo struct {
		limitExcluded    bool // UO-M30
		runsOn           bool // UO-M31
		equalIsRecord    bool // UO-M32
		limitMoreMs      int
		wantedMore       int
		unfinishedTimed  bool
		unfinishedRecord bool
		timeOfBoard      bool
		asideSolved      bool
		asideWrong       bool
		asideIgnored     bool
		asidesAlways     bool
		missesIgnored    bool
		missesOnce       bool
		firstIsNone      bool
		worseIsRecord    bool
	}
}

// The leavings of a round are what its end leaves as it was, or does though the
// game is over.
type leavings struct {
	die, glass, boards, solved, out bool
	turns                           bool // die and hourglass pass on
	round                           bool // the round is counted
}
