package ubongo

// claim judges a solution while the hourglass runs; the players need not take
// turns (UO-19). What is wrong about it changes nothing, or puts the player out
// (UO-29). In the second chance all is as in the first (UO-31).
func (r *rules) claim(t *table, q *request) code {
	switch {
	case t.hasSolved(q.player):
		return alreadySolved // UO-21
	case t.isOut(q.player):
		return playerOut // UO-29
	case q.timeMs > r.content.hourglass:
		return tooLate // UO-22
	case r.tooFast(t, q.timeMs):
		return timeReversed // UO-20
	}
	f := r.judge(r.problemOf(t, q.player), q.placements)
	switch {
	case f.code != legal && r.wrongOut:
		t.out = append(t.out, q.player) // UO-29
		r.endIfDone(t)
		return legal
	case f.code != legal:
		return f.code
	case q.gem == noColour:
		return gemMissing // UO-46
	case t.bag[q.gem] == 0:
		return gemNotInBag // UO-46
	}
	own := &t.players[q.player].gems
	r.reward(len(t.solved), q.gem, own, &t.display, &t.bag)
	r.record(t, solved{q.player, q.timeMs, q.gem})
	r.endIfDone(t)
	return legal
}

// tooFast tells whether a claim is from a time before the last accepted one;
// equal times are allowed (UO-20).
func (r *rules) tooFast(t *table, timeMs int) bool {
	k := len(t.solved)
	return k > 0 && timeMs < t.solved[k-1].timeMs
}

// record puts an accepted claim behind the others (UO-20).
func (r *rules) record(t *table, s solved) { t.solved = append(t.solved, s) }

// endIfDone ends the round when nobody is left who could claim (UO-25).
func (r *rules) endIfDone(t *table) {
	if !r.waits && t.allDone() {
		r.endRound(t) // UO-25
	}
}
