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
