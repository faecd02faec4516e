package ubongo

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
	if q.player != t.roller {
		return notYourTurn
	}
	t.die, t.phase = q.die, toFlip
	return legal
}

// flip turns the hourglass over (UO-18). For the second chance the same flipper
// does it, or anybody (UO-30).
func (r *rules) flip(t *table, q *request) code {
	if q.player != t.flipper && !(r.anyFlips && t.glass == 1) {
		return notYourTurn
	}
	t.glass++
	t.phase = toSolve
	return legal
}

// claim judges a solution while the hourglass runs; the players need not take
// turns (UO-19). What is wrong about it changes nothing, or puts the player out
// (UO-29).
func (r *rules) claim(t *table, q *request) code {
	switch {
	case t.hasSolved(q.player) && !r.wrong.claimsAgain:
		return alreadySolved // UO-21
	case t.isOut(q.player):
		return playerOut
	case q.timeMs > r.content.hourglass:
		return tooLate // UO-22
	}
	if k := len(t.solved); k > 0 {
		// UO-20: equal times are allowed.
		last := t.solved[k-1].timeMs
		if q.timeMs < last || q.timeMs == last && r.wrong.timesDiffer {
			return timeReversed
		}
	}
	f := r.judge(r.content.problem(t.players[q.player].board, t.die), q.placements)
	switch {
	case f.code != legal && r.wrongOut:
		t.out = append(t.out, q.player)
		if t.allDone() && !r.waits {
			r.endRound(t)
		}
		return legal
	case f.code != legal:
		return f.code
	case q.gem == noColour:
		return gemMissing
	case t.bag[q.gem] == 0:
		return gemNotInBag // UO-46
	}
	r.reward(len(t.solved), q.gem, &t.players[q.player].gems, &t.display, &t.bag)
	t.solved = append(t.solved, solved{q.player, q.timeMs, q.gem})
	if t.allDone() && !r.waits {
		r.endRound(t) // UO-25
	}
	return legal
}

// stop ends the phase for all (UO-23, UO-24): the round is over if somebody has
// solved (UO-28), if it was the second chance (UO-27), or if all are out;
// otherwise the hourglass is turned over again (UO-26).
func (r *rules) stop(t *table, q *request) code {
	if q.timeMs < r.content.hourglass {
		return tooEarly
	}
	again := len(t.solved) == 0 && t.glass == 1 && !t.allDone()
	if r.wrong.chanceAfterSolved && t.glass == 1 {
		again = !t.allDone()
	}
	if r.wrong.chanceWithoutEnd && len(t.solved) == 0 {
		again = !t.allDone()
	}
	if !again {
		r.endRound(t)
		return legal
	}
	// UO-31: the second chance is like the first, and its times begin at 0.
	t.phase = toFlip
	return legal
}

// rollPlayoff records the die and the boards of the tied players (UO-58,
// UO-59).
func (r *rules) rollPlayoff(t *table, q *request) code {
	tied, n := r.leaders(t)
	switch {
	case !tied[q.player]:
		return notTied
	case len(q.boards) != n:
		return boardCount
	}
	if !r.anyLevel {
		if r.wrongLevelIn(t, q.boards, tied) >= 0 {
			return wrongLevel
		}
	}
	if i, _ := r.takenTwice(q.boards); i >= 0 {
		return cardTaken
	}
	k := 0
	for p := range t.players {
		if tied[p] {
			t.players[p].board = q.boards[k]
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
	if t.players[q.player].board == noBoard {
		return notTied // UO-57: only the tied players have a board.
	}
	if f := r.judge(r.content.problem(t.players[q.player].board, t.die), q.placements); f.code != legal {
		return f.code
	}
	if q.gem != noColour {
		return gemInPlayoff
	}
	t.phase, t.winner, t.die = over, q.player, 0
	clearBoards(t)
	return legal
}

func clearBoards(t *table) {
	for p := range t.players {
		t.players[p].board = noBoard
	}
}
