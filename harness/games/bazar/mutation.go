package bazar

// A mutation is what is wrong in a mutant: the zero value is the rules as they
// are. The rules read these switches where the clause is decided, and no two are
// ever set together. What another limit can express, such as one that is off by
// one, needs no switch.
type mutation struct {
	// The first state.
	handFromBottom  bool
	handReversed    bool
	handStaysInPile bool
	haremFromStart  bool
	eventsReversed  bool
	seatsInOrder    bool

	// The start phase.
	handAtStart bool // M02
	startDraws  bool
	startPays   bool

	// The order of a round.
	poorestFirst bool // M04
	tiesKept     bool // M05
	tiesBySeat   bool
	orderStays   bool

	// What enters at the beginning of a round, and what is revealed.
	marketLeaves           bool
	marketStaysOut         bool
	marketEntersEmpty      bool
	marketAtOnce           bool // M42
	largestNumeral         bool // M08
	feastExactly           bool // M10
	onlyNormalCount        bool // M13
	pileFirst              bool
	conditionalsAgain      bool
	eventFromBottom        bool
	cardStaysInPile        bool
	pileShrinksAnyway      bool
	bountyOfAll            bool
	conditionsBeforePayout bool
	eventStays             bool
	cardForgotten          bool
	playedReversed         bool

	// Who may place what where.
	anyGuildActs             bool
	anyKind                  bool
	placesOnTile             bool // M17
	favouriteOnEmpty         bool // M18
	favouriteSparesPermanent bool
	illustrationIsCell       bool
	lateOpen                 bool
	targetNeeded             bool
	notableMayRefuse         bool
	takesFromOwn             bool // M36
	takesWaiting             bool
	putsAnywhere             bool

	// The hand.
	tileStaysInHand bool
	lastFillsGap    bool
	drawsFromBottom bool
	drawnFirst      bool

	// Pushes.
	wallEliminates         bool // M21
	edgeBlocks             bool // M23
	holeBlocks             bool // M24
	lateBlocks             bool
	lateIllustrationBlocks bool
	blockedUndone          bool // M26
	chainFalls             bool // M27
	fallsAtWrongEnd        bool
	restStays              bool
	jumpsOver              bool
	gathersNothing         bool
	blockedStepCounts      bool
	lastStepUncounted      bool

	// Effects.
	ringReversed          bool // M33
	fishmongerSparesOwn   bool
	victimVanishes        bool
	charlatanSparesOwn    bool
	movedActsAgain        bool
	turnsOtherWay         bool // M29
	turnsHalf             bool
	turnBlockedByOut      bool // M30
	turnFallsAtWall       bool
	fallsByGoal           bool
	attractsCopy          bool
	pedlarStops           bool // M35
	pedlarPushesOnce      bool
	pedlarFalls           bool
	walksToTheEnd         bool
	ferryBlockedByOut     bool // M39
	ferryFallsAtWall      bool
	ferrySwaps            bool
	innkeeperShortSighted bool
	innkeeperDrawsOnce    bool
	taxAlwaysTwo          bool // M38
	taxFromNobody         bool
	taxToNobody           bool
	taxIgnoresEvent       bool
	taxBeforePlacement    bool

	// Eliminated tiles.
	alwaysDiscards    bool // M41
	marketOtherEnd    bool // M45
	entriesIgnored    bool // M70
	entriesBackwards  bool // M71
	entriesForgiven   bool // M73
	surplusForgiven   bool
	discardedEnter    bool
	entriesShared     bool
	marketTakesInPlay bool
	eliminatedVanish  bool
	discardedVanish   bool

	// Owners, values and what is paid.
	needsHalf                  bool // M48
	tieOwned                   bool // M60
	silencesOwn                bool // M51
	silencesDiagonally         bool
	silencesAcross             bool
	silencedSilenceNothing     bool
	administratorsUnsilenced   bool
	traitorsUnsilenced         bool
	noDouble                   bool // M53
	noBarred                   bool // M54
	shiftsBack                 bool // M57
	shiftsToLate               bool
	lastShiftsNot              bool
	oneBeggarHalves            bool // M59
	silencedBeggarsIdle        bool
	halvesFirst                bool
	roundsDown                 bool
	noMinority                 bool // M56
	noAmnesty                  bool // M50
	amnestyKeepsTraitors       bool
	amnestyKeepsAdministrators bool
	amnestyKeepsBeggars        bool
	marketPaysNothing          bool
	fullMarketPays             bool
	paysEachTurn               bool

	// The end.
	goalOfFirstOnly   bool
	goalOfActorOnly   bool
	goalBeforeDraw    bool
	brokenRoundPays   bool
	lastPaysFirst     bool
	orderAtEnd        bool
	tieNobody         bool // M65
	tieToHighestToken bool
	winnerEarly       bool // M66
	ranksShared       bool
	rankTiesBySeat    bool

	// What a player is shown.
	pileInOrder   bool // M67
	allFaceUp     bool // M68
	facesSwapped  bool
	ownFaceUp     bool
	waitingFaceUp bool
	waitingHidden bool
	pileWithHand  bool
	leftOfAll     bool
	handSorted    bool
	handOfActive  bool
	handToCome    bool
}
