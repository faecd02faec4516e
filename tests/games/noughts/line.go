package noughts

// hasLine tells whether a player has a line.
func (r *rules) hasLine(b board, p mark) bool {
	for row := range b {
		for column := range b {
			if r.from(b, p, row, column, 0, 1) || r.from(b, p, row, column, 1, 0) {
				return true // NC-06
			}
			if r.from(b, p, row, column, 1, 1) || r.from(b, p, row, column, 1, -1) {
				return true // NC-07
			}
		}
	}
	return false
}

// from tells whether a line of a player begins in a cell and goes on by so many rows and
// columns at each step.
func (r *rules) from(b board, p mark, row, column, down, right int) bool {
	for range r.line {
		if row >= len(b) || column < 0 || column >= len(b) || b[row][column] != p {
			return false
		}
		row, column = row+down, column+right
	}
	return true
}

// over tells whether a game is over.
func (r *rules) over(b board) bool {
	return r.hasLine(b, cross) || r.hasLine(b, nought) || b.count(empty) == 0 // NC-09
}

// result tells who has won, if the game is over.
func (r *rules) result(b board) result {
	end := result{over: r.over(b), winner: empty}
	for _, p := range []mark{cross, nought} {
		if r.hasLine(b, p) {
			end.winner = p // NC-08
			if r.misere {
				end.winner = p.other()
			}
		}
	}
	return end
}
