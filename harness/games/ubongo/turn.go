package ubongo

// roll records the die for all players (UO-17).
func (r *rules) roll(t *table, q *request) code {
	if q.player != t.roller {
		return notYourTurn // UO-17
	}
	t.die, t.phase = q.die, toFlip
	return legal
}

// flip turns the hourglass over (UO-18). For the second chance the same flipper
// does it, or anybody (UO-30).
func (r *rules) flip(t *table, q *request) code {
	if q.player != t.flipper && !(r.anyFlips && t.glass == 1) {
		return notYourTurn // UO-18, UO-30
	}
	r.turnGlass(t)
	return legal
}

// turnGlass counts how often the hourglass was turned; then the players work
// (UO-18).
func (r *rules) turnGlass(t *table) {
	t.glass++
	t.phase = toSolve
}
