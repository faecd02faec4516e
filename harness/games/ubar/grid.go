package ubar

// sideMax is the longest side of a grid, also of one that stands alone.
const sideMax = 5

// A grid is the common tiles, 0 where there is a hole.
type grid struct {
	rows, cols int
	cells      [sideMax * sideMax]tile
}

// has tells whether a cell is one of the grid.
func (g *grid) has(at pos) bool {
	return at.row >= 0 && int(at.row) < g.rows && at.col >= 0 && int(at.col) < g.cols
}

// at is the tile in a cell, 0 in a hole and off the grid. The grid does not wrap
// (UB-24).
func (g *grid) at(p pos) tile {
	if !g.has(p) {
		return 0
	}
	return g.cells[g.index(p)]
}

func (g *grid) index(p pos) int { return int(p.row)*g.cols + int(p.col) }

// tiles is the number of tiles that are left.
func (g *grid) tiles() int {
	n := 0
	for _, t := range g.cells[:g.rows*g.cols] {
		if t != 0 {
			n++
		}
	}
	return n
}

// isEmpty tells whether no tile is left.
func (g *grid) isEmpty() bool {
	for _, t := range g.cells[:g.rows*g.cols] {
		if t != 0 {
			return false
		}
	}
	return true
}

// gridSize is the rows and columns for a number of players (UB-03).
func (r *rules) gridSize(players int) (rows, cols int) {
	size := content.grids[players]
	if r.rowsFirst {
		return size.cols, size.rows
	}
	return size.rows, size.cols
}

// cost is the time to draft the tile of a cell: its own symbols (UB-21) and those
// of its neighbours that touch it (UB-22). A hole adds nothing (UB-23).
func (r *rules) cost(g *grid, p pos) int {
	face := g.at(p).face()
	w := &r.wrong.cost
	if w.ownSymbolsOnly {
		return face.base
	}
	sum, dearest := face.base, 0
	for d := up; d <= left; d++ {
		n := r.touching(g, p, d)
		sum += n
		dearest = max(dearest, n)
	}
	switch {
	case w.dearestOnly:
		return face.base + dearest
	case w.corners:
		for _, d := range corners {
			side := up
			if d.row < 0 {
				side = down
			}
			sum += g.at(p.plus(d)).face().touch[side]
		}
	case w.atLeastOne:
		return max(sum, 1)
	}
	return sum
}

// touching is the number of symbols of the neighbour on one side that touch the
// tile of a cell (UB-22): those on the side that faces it.
func (r *rules) touching(g *grid, p pos, d direction) int {
	w := &r.wrong.cost
	at := p.plus(d.step())
	if w.wraps {
		at = pos{int8((int(at.row) + g.rows) % g.rows), int8((int(at.col) + g.cols) % g.cols)}
	}
	neighbour := g.at(at)
	switch {
	case neighbour == 0:
		if w.holesCost && g.has(at) {
			return 1
		}
		return 0
	case w.blind == d+1:
		return 0
	case w.wholeNeighbour:
		return neighbour.face().base
	case w.awaySide:
		return neighbour.face().touch[d]
	case w.touchTwice:
		return neighbour.face().touch[d.opposite()] + g.at(p).face().touch[d]
	}
	return neighbour.face().touch[d.opposite()]
}

// fill puts the front of the pile into the empty cells, one after another, and
// returns the rest (UB-69). Cells that the pile does not reach stay empty.
func (r *rules) fill(g *grid, pile []tile) []tile {
	w := &r.wrong.round
	for i := range g.rows * g.cols {
		switch {
		case r.byColumns:
			i = i%g.rows*g.cols + i/g.rows
		case w.fromRight:
			i += g.cols - 1 - 2*(i%g.cols)
		case w.fromBottom:
			i = (g.rows-1-i/g.cols)*g.cols + i%g.cols
		}
		switch {
		case g.cells[i] != 0 || len(pile) == 0:
		case w.fromPileEnd:
			g.cells[i], pile = pile[len(pile)-1], pile[:len(pile)-1]
		default:
			g.cells[i], pile = pile[0], pile[1:]
		}
	}
	return pile
}

// takeTile empties a cell of the grid for the rest of the round (UB-23).
func (r *rules) takeTile(s *state, at pos) {
	i, w := s.grid.index(at), &r.wrong.place
	switch {
	case w.staysInGrid:
		return
	case w.closesUp:
		row := s.grid.cells[i : (int(at.row)+1)*s.grid.cols]
		row[0] = 0
		copy(row, row[1:])
		row[len(row)-1] = 0
		return
	}
	s.grid.cells[i] = 0
	if w.replacedAtOnce && len(s.pile) > 0 {
		s.grid.cells[i], s.pile = s.pile[0], s.pile[1:]
	}
}
