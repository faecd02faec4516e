package ubar

// A setup is everything that chance decides in a game, and nothing else (chapter 7).
type setup struct {
	players  int
	starters []tile // by player
	order    []int
	markets  []market
	tiles    []tile
}

// begin is the State of a new game: all markers on space 0 in the recorded
// sequence (UB-06), nobody has coins (UB-07), everybody has a starter of their
// own (UB-01) and one of each good but the scarab, from the supply (UB-02).
func (r *rules) begin(b *setup) *state {
	s := &state{round: 1, order: b.order, markets: b.markets} // UB-05, UB-06
	first := goods{carpet: 1, chest: 1, potion: 1, lamp: 1}   // UB-02
	for k := range s.supply {
		s.supply[k] = supplyOfGood
	}
	for _, t := range b.starters {
		s.players = append(s.players, player{hold: first, tableau: tableau{{tile: t}}}) // UB-01, UB-07
		s.supply = s.supply.minus(first)
	}
	s.grid.rows, s.grid.cols = r.gridSize(len(s.players)) // UB-03
	s.pile = r.fill(&s.grid, b.tiles)                     // UB-04
	return s
}

// gridSize is the rows and columns for a number of players (UB-03).
func (r *rules) gridSize(players int) (rows, cols int) {
	size := content.grids[players]
	if r.rowsFirst {
		return size.cols, size.rows
	}
	return size.rows, size.cols
}
