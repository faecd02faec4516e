package ubongo

// A phase says what is to be done next.
type phase uint8

const (
	toRoll phase = iota
	toFlip
	toSolve
	toRollPlayoff
	inPlayoff
	over
)

var phaseNames = []string{"roll", "flip", "solve", "playoff_roll", "playoff", "over"}

// main tells whether the phase is one of the nine rounds.
func (p phase) main() bool { return p <= toSolve }

const (
	playersMin = 2 // UO-01
	playersMax = 4
	rounds     = 9 // UO-54
	glassTurns = 2 // in a round at most, the second chance included (UO-27)
)

// nobody stands for no player.
const nobody = -1

// A player is a seat of the table.
type player struct {
	name  string
	level int          // UO-11
	stack []boardIndex // hidden boards, the top one first (UO-12)
	board boardIndex   // face up
	gems  gems
}

// A solved is an accepted claim: who, when, and the gem drawn from the bag.
type solved struct {
	player int
	timeMs int
	gem    colour
}

// A table is a State: everything about a game at one moment.
type table struct {
	phase   phase
	round   int
	roller  int
	flipper int
	die     int // 0 is none
	glass   int // how often the hourglass was turned in this round
	players []player
	solved  []solved // the finishing order (UO-20)
	out     []int    // of this round, in the order of their wrong claims (UO-29)
	display gems     // blue and brown ones
	bag     gems
	winner  int // or nobody
}

// hasSolved tells whether a claim of the player has been accepted in this
// round.
func (t *table) hasSolved(p int) bool {
	for i := range t.solved {
		if t.solved[i].player == p {
			return true
		}
	}
	return false
}

// isOut tells whether a wrong claim has put the player out of this round.
func (t *table) isOut(p int) bool {
	for _, o := range t.out {
		if o == p {
			return true
		}
	}
	return false
}

// allDone tells whether nobody is left who could claim.
func (t *table) allDone() bool {
	for p := range t.players {
		if !t.hasSolved(p) && !t.isOut(p) {
			return false
		}
	}
	return true
}
