package ubongo

// problem is what a board with a number of the die asks for (UO-08).
func (r *rules) problem(b boardIndex, die int) problem {
	return r.content.problem(b, die)
}

// problemOf is the problem of a player who has a board (UO-17).
func (r *rules) problemOf(t *table, p int) problem {
	return r.problem(t.players[p].board, t.die)
}
