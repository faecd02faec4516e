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
	sum := face.base
	if r.wrong.ownSymbolsOnly {
		return sum
	}
	for d := up; d <= left; d++ {
		neighbour := g.at(p.plus(d.step()))
		if neighbour == 0 {
			continue
		}
		side := d.opposite()
		if r.wrong.awaySide {
			side = d
		}
		sum += neighbour.face().touch[side]
		if r.wrong.touchTwice {
			sum += face.touch[d]
		}
	}
	return sum
}

// fill puts the front of the pile into the empty cells, one after another, and
// returns the rest (UB-69). Cells that the pile does not reach stay empty.
func (r *rules) fill(g *grid, pile []tile) []tile {
	for i := range g.rows * g.cols {
		if r.byColumns != r.wrong.fillsByColumns {
			i = i%g.rows*g.cols + i/g.rows
		}
		if g.cells[i] == 0 && len(pile) > 0 {
			g.cells[i], pile = pile[0], pile[1:]
		}
	}
	return pile
}
