package ubar

// endRound follows the last sale of a round: the card is discarded (UB-67), and
// either the game is over (UB-72) or the next round begins with times and order
// as they are (UB-70).
func (r *rules) endRound(s *state) {
	s.markets = s.markets[1:] // UB-67
	if s.round == roundsMax {
		s.phase = over // UB-72
		return
	}
	s.round++
	s.phase = drafting // UB-70: nothing else changes.
	r.refill(s)
	r.endDraft(s) // UB-71: perhaps no draft is left to make
}

// refill fills the empty cells of the grid from the pile, as far as it goes
// (UB-68).
func (r *rules) refill(s *state) { s.pile = r.fill(&s.grid, s.pile) }

// fill puts the front of the pile into the empty cells, one after another, and
// returns the rest (UB-69). Cells that the pile does not reach stay empty.
func (r *rules) fill(g *grid, pile []tile) []tile {
	for i := range g.rows * g.cols {
		if r.byColumns {
			i = i%g.rows*g.cols + i/g.rows
		}
		if g.cells[i] == 0 && len(pile) > 0 {
			g.cells[i], pile = pile[0], pile[1:] // UB-69
		}
	}
	return pile
}
