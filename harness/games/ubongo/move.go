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
		return gameOver // UO-56
	case q.player >= len(t.players):
		return noSuchPlayer // UO-01
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
	return wrongPhase // UO-17
}
