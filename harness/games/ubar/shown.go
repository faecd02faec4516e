package ubar

// show is what a player sees of a State: all but the sequence of the pile, and
// perhaps the coins of the others (UB-75).
func (r *rules) show(v *viewText, s *state, you int) {
	v.you, v.turn, v.end = you, r.actor(s), s.roundEnd()
	v.state, v.players = s, s.players
	if r.coinsHidden {
		v.hiding = append(v.hiding[:0], s.players...)
		v.players = v.hiding
		for i := range v.players {
			if i != you {
				v.players[i].coins = none // UB-75
			}
		}
	}
	v.costs = v.costs[:0]
	for row := range s.grid.rows {
		line := v.cells[row*s.grid.cols : (row+1)*s.grid.cols]
		for col := range line {
			line[col] = r.costOrNone(&s.grid, pos{int8(row), int8(col)})
		}
		v.costs = append(v.costs, line)
	}
	v.left = len(s.pile)
}
