package ubongo

// stop ends the phase for all (UO-23, UO-24): the round is over, or the hourglass
// is turned over again. The second chance is like the first, and its times begin
// at 0 (UO-31).
func (r *rules) stop(t *table, q *request) code {
	if q.timeMs < r.content.hourglass {
		return tooEarly // UO-23
	}
	if !r.again(t) {
		r.endRound(t) // UO-24
		return legal
	}
	t.phase = toFlip
	return legal
}

// again tells whether a stop gives a second chance (UO-26).
func (r *rules) again(t *table) bool {
	switch {
	case len(t.solved) > 0:
		return false // UO-28
	case t.glass >= glassTurns:
		return false // UO-27
	}
	return !t.allDone() // UO-26
}
