package bazar

// marketLimit is how many tiles wait in the market, and so how many its cells
// are (BZ-57).
const marketLimit = 5

// lift takes the tile off a square and eliminates it.
func (r *rules) lift(t *table, s square) {
	gone := t.board[s]
	t.board[s] = 0
	r.eliminate(t, gone)
}

// eliminate puts a tile that has been taken off the board on a market cell, or
// discards it if the market is full or in play (BZ-55, BZ-57).
func (r *rules) eliminate(t *table, gone tile) {
	t.eliminated = append(t.eliminated, gone)
	if t.inPlay.has(market) || t.holds(market) >= marketLimit {
		t.discarded = append(t.discarded, gone) // BZ-57
		return
	}
	t.marketed = append(t.marketed, gone)
	t.board[r.marketCellFor(t)] = gone // BZ-55
}

// marketCellFor is the market cell that the next tile comes to: that of its
// entry, or without one the first or last free one (BZ-56).
func (r *rules) marketCellFor(t *table) square {
	free := freeMarketCell(t, r.marketCell == highestCell)
	if len(t.entries) == 0 {
		return free // BZ-56
	}
	entry := t.entries[0]
	t.entries = t.entries[1:]
	if !freeInMarket(t, entry) {
		t.misplaced = true
		return free
	}
	return entry
}

// freeInMarket tells whether a square is a cell of the market without a tile.
func freeInMarket(t *table, s square) bool {
	return districtOf[s] == market && isCell(s) && t.board[s] == 0
}

// freeMarketCell is the first free one in reading order, or the last (BZ-56).
// There is one.
func freeMarketCell(t *table, highest bool) square {
	free := offEdge
	for _, s := range cellsOf[market] {
		if t.board[s] == 0 {
			free = s
			if !highest {
				break
			}
		}
	}
	return free
}
