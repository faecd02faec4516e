package ubongo

import "slices"

// A code names one kind of illegal request or wrong solution; "" is a right
// one.
type code string

// The codes, in the order in which they are checked (chapter 6).
const (
	legal          code = ""
	gameOver       code = "game_over"
	noSuchPlayer   code = "no_such_player"
	wrongPhase     code = "wrong_phase"
	notYourTurn    code = "not_your_turn"
	alreadySolved  code = "already_solved"
	playerOut      code = "player_out"
	tooLate        code = "too_late"
	timeReversed   code = "time_reversed"
	pieceNotInTask code = "piece_not_in_task"
	pieceTwice     code = "piece_twice"
	pieceMissing   code = "piece_missing"
	wrongShape     code = "wrong_shape"
	tooHigh        code = "too_high"
	outsideOutline code = "outside_outline"
	overhang       code = "overhang"
	overlap        code = "overlap"
	gap            code = "gap"
	gemMissing     code = "gem_missing"
	gemNotInBag    code = "gem_not_in_bag"
	tooEarly       code = "too_early"
	notTied        code = "not_tied"
	gemInPlayoff   code = "gem_in_playoff"
	boardCount     code = "board_count"
	wrongLevel     code = "wrong_level"
	cardTaken      code = "card_taken"
)

// A requestType is what a player wants to do.
type requestType uint8

const (
	roll requestType = iota
	flip
	claim
	stop
	playoff
)

var requestTypes = []string{"roll", "flip", "claim", "stop", "playoff"}

// A request is one decision of one player.
type request struct {
	kind       requestType
	player     int
	die        int          // of roll and playoff
	timeMs     int          // of claim and stop
	placements []placement  // of claim
	gem        colour       // of claim, or noColour
	boards     []boardIndex // of playoff
}

// move judges a request and, if it is legal, executes it with everything that
// follows at once. An illegal one changes nothing.
func (r *rules) move(t *table, q *request) code {
	switch {
	case t.phase == over:
		return gameOver
	case q.player >= len(t.players):
		return noSuchPlayer
	}
	switch {
	case q.kind == roll && t.phase == toRoll:
		return r.roll(t, q)
	case q.kind == flip && t.phase == toFlip:
		return r.flip(t, q)
	case q.kind == claim && t.phase == toSolve:
		return r.claim(t, q)
	case q.kind == claim && t.phase == inPlayoff:
		return r.claimPlayoff(t, q)
	case q.kind == stop && t.phase == toSolve:
		return r.stop(t, q)
	case q.kind == playoff && t.phase == toRollPlayoff:
		return r.rollPlayoff(t, q)
	}
	return wrongPhase
}

// roll records the die for all players (UO-17).
func (r *rules) roll(t *table, q *request) code {
	switch wrong := &r.wrong.turn; {
	case wrong.anyoneRolls:
	case wrong.flipperRolls:
		if q.player != t.flipper {
			return notYourTurn
		}
	case q.player != t.roller:
		return notYourTurn
	}
	t.die, t.phase = q.die, toFlip
	if r.wrong.turn.rollTurnsGlass {
		r.turnGlass(t)
	}
	return legal
}

// flip turns the hourglass over (UO-18). For the second chance the same flipper
// does it, or anybody (UO-30).
func (r *rules) flip(t *table, q *request) code {
	due := t.flipper
	switch wrong := &r.wrong.turn; {
	case wrong.rollerFlips:
		due = t.roller
	case wrong.secondFlipByNext && t.glass == 1:
		due = (t.flipper + 1) % len(t.players)
	}
	if q.player != due && !(r.anyFlips && t.glass == 1) && !r.wrong.turn.anyoneFlips {
		return notYourTurn
	}
	r.turnGlass(t)
	return legal
}

// turnGlass counts how often the hourglass was turned; then the players work
// (UO-18).
func (r *rules) turnGlass(t *table) {
	switch wrong := &r.wrong.turn; {
	case wrong.glassStaysOne:
		t.glass = 1
	case wrong.glassByTwo:
		t.glass += 2
	default:
		t.glass++
	}
	t.phase = toSolve
}

// claim judges a solution while the hourglass runs; the players need not take
// turns (UO-19). What is wrong about it changes nothing, or puts the player out
// (UO-29).
func (r *rules) claim(t *table, q *request) code {
	wrong := &r.wrong.claim
	switch {
	case t.hasSolved(q.player) && !wrong.again:
		return alreadySolved // UO-21
	case t.isOut(q.player) && !wrong.outAgain:
		return playerOut
	case wrong.bySeats && t.seatBeforeUnsolved(q.player):
		return wrongPhase // UO-19
	case q.timeMs > r.claimMs && !(wrong.secondLonger && t.glass == glassTurns):
		return tooLate // UO-22
	case r.tooFast(t, q.timeMs):
		return timeReversed
	}
	f := r.judge(r.problemOf(t, q.player), q.placements)
	switch {
	case f.code != legal && r.wrongOut:
		t.out = append(t.out, q.player)
		r.endIfDone(t)
		return legal
	case f.code != legal && !wrong.unjudged:
		return f.code
	case q.gem == noColour && !wrong.gemless:
		return gemMissing
	case q.gem != noColour && t.bag[q.gem] == 0 && !wrong.anyGem:
		return gemNotInBag // UO-46
	}
	place := len(t.solved)
	if wrong.secondUnpaid && t.glass == glassTurns {
		place = playersMax // UO-31
	}
	own := &t.players[r.receiver(q.player, len(t.players))].gems
	r.reward(place, q.gem, own, &t.display, &t.bag)
	r.record(t, solved{q.player, q.timeMs, q.gem})
	r.endIfDone(t)
	return legal
}

// tooFast tells whether a claim is from a time before the last accepted one;
// equal times are allowed (UO-20).
func (r *rules) tooFast(t *table, timeMs int) bool {
	k := len(t.solved)
	if k == 0 {
		return false
	}
	last := t.solved[k-1].timeMs
	switch wrong := &r.wrong.claim; {
	case wrong.timesIgnored:
		return false
	case wrong.timesDiffer:
		return timeMs <= last
	case wrong.firstTimeOnly:
		return timeMs < t.solved[0].timeMs
	}
	return timeMs < last
}

// record puts an accepted claim behind the others (UO-20).
func (r *rules) record(t *table, s solved) {
	at := len(t.solved)
	switch {
	case r.wrong.claim.newestFirst:
		at = 0
	case r.wrong.claim.listBySeats:
		for at > 0 && t.solved[at-1].player > s.player {
			at--
		}
	}
	t.solved = slices.Insert(t.solved, at, s)
}

// endIfDone ends the round when nobody is left who could claim (UO-25).
func (r *rules) endIfDone(t *table) {
	if !r.waits && t.left() <= r.leftMax {
		r.endRound(t)
	}
}

// stop ends the phase for all (UO-23, UO-24): the round is over if somebody has
// solved (UO-28), if it was the second chance (UO-27), or if all are out;
// otherwise the hourglass is turned over again (UO-26).
func (r *rules) stop(t *table, q *request) code {
	wrong := &r.wrong.stop
	switch {
	case q.timeMs < r.stopMs:
		return tooEarly
	case wrong.flipperOnly && q.player != t.flipper, wrong.unsolvedOnly && t.hasSolved(q.player):
		return notYourTurn // UO-23
	case wrong.forOne:
		t.out = append(t.out, q.player) // UO-24
		return legal
	}
	again := len(t.solved) == 0 && t.glass < glassTurns && !t.allDone()
	switch {
	case wrong.neverAgain:
		again = false
	case wrong.againAfterSolved && t.glass < glassTurns, wrong.againWithoutEnd && len(t.solved) == 0:
		again = !t.allDone()
	}
	if !again {
		r.endRound(t)
		return legal
	}
	// UO-31: the second chance is like the first, and its times begin at 0.
	t.phase = toFlip
	switch {
	case wrong.rollsAnew:
		t.phase, t.die = toRoll, 0
	case wrong.withoutFlip:
		r.turnGlass(t)
	}
	return legal
}

// rollPlayoff records the die and the boards of the tied players (UO-58,
// UO-59).
func (r *rules) rollPlayoff(t *table, q *request) code {
	tied, n := r.tied(t)
	wrong := &r.wrong.playoff
	switch {
	case !tied[q.player] && !wrong.anyoneRolls, wrong.rollerRolls && q.player != t.roller:
		return notTied
	case len(q.boards) != n && !(wrong.boardsLeft && len(q.boards) > n):
		return boardCount
	}
	if !r.anyLevel {
		if at := r.wrongLevelIn(t, q.boards, tied); at >= 0 && !(wrong.firstLevelOnly && at > 0) {
			return wrongLevel
		}
	}
	if i, _ := r.takenTwice(q.boards); i >= 0 && !wrong.cardsIgnored {
		return cardTaken
	}
	boards := q.boards[:n]
	if wrong.boardsBackwards {
		boards = slices.Clone(boards)
		slices.Reverse(boards)
	}
	k := 0
	for p := range t.players {
		if tied[p] {
			t.players[p].board = boards[k]
			k++
		}
	}
	t.die, t.phase = q.die, inPlayoff
	return legal
}

// wrongLevelIn is the index of the first board that is not of its player's
// level, or -1.
func (r *rules) wrongLevelIn(t *table, boards []boardIndex, tied [playersMax]bool) int {
	k := 0
	for p := range t.players {
		if !tied[p] {
			continue
		}
		if r.content.boards[boards[k]].level != t.players[p].level {
			return k
		}
		k++
	}
	return -1
}

// takenTwice are the indices of the first two boards of one card, or -1.
func (r *rules) takenTwice(boards []boardIndex) (int, int) {
	for i := range boards {
		for j := range i {
			if r.sameCard(boards[i], boards[j]) {
				return i, j
			}
		}
	}
	return -1, -1
}

// claimPlayoff judges a solution in the playoff, without hourglass and times
// (UO-60). The first right one wins the game (UO-61) and no gems (UO-62).
func (r *rules) claimPlayoff(t *table, q *request) code {
	wrong := &r.wrong.playoff
	own := &t.players[q.player]
	switch {
	case own.board == noBoard:
		return notTied // UO-57: only the tied players have a board.
	case wrong.limited && q.timeMs > r.claimMs:
		return tooLate
	}
	f := r.judge(r.problemOf(t, q.player), q.placements)
	switch {
	case f.code != legal && wrong.wrongIsOut:
		own.board = noBoard
		return legal
	case f.code != legal:
		return f.code
	case q.gem == noColour && wrong.needsGem:
		return gemMissing
	case q.gem != noColour && wrong.paysGem:
		t.bag.take(q.gem, &own.gems)
	case q.gem != noColour && !wrong.needsGem:
		return gemInPlayoff
	}
	t.phase, t.winner = over, q.player
	if wrong.firstSeatWins {
		is, _ := r.leaders(t)
		t.winner = slices.Index(is[:], true)
	}
	if !wrong.dieStays {
		t.die = 0
	}
	if !wrong.boardsStay {
		clearBoards(t)
	}
	return legal
}

func clearBoards(t *table) {
	for p := range t.players {
		t.players[p].board = noBoard
	}
}
