package noughts

// A code says why a move is illegal; it is one of the table in clauses.go.
type code string

const (
	legal       code = ""
	gameOver    code = "game_over"
	notYourTurn code = "not_your_turn"
	outside     code = "outside"
	occupied    code = "occupied"
)

// due is the player whose turn it is.
func (r *rules) due(b board) mark {
	ahead := b.count(cross) - b.count(nought)
	if ahead > 0 || ahead == 0 && r.noughtFirst { // NC-02
		return nought
	}
	return cross
}

// play judges a move, and makes it if it is legal.
func (r *rules) play(b board, m *move) code {
	switch {
	case r.over(b):
		return gameOver // NC-10
	case m.mark != r.due(b):
		return notYourTurn // NC-03
	case m.row >= len(b) || m.column >= len(b):
		return outside // NC-04
	case b[m.row][m.column] != empty:
		return occupied // NC-05
	}
	b[m.row][m.column] = m.mark // NC-01
	return legal
}
