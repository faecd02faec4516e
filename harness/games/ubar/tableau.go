package ubar

// A pos is a cell: of the grid, from the upper left corner, or of a tableau,
// relative to the starter. Rows grow downward, columns to the right.
type pos struct{ row, col int8 }

// posMax bounds the coordinates that are read, on both sides of 0.
const posMax = 99

func (p pos) plus(d pos) pos         { return pos{p.row + d.row, p.col + d.col} }
func (p pos) times(n int) (q pos)    { return pos{p.row * int8(n), p.col * int8(n)} }
func (d direction) step() (step pos) { return steps[d] }

var steps = [4]pos{up: {-1, 0}, right: {0, 1}, down: {1, 0}, left: {0, -1}}

// The neighbours at the corners, in the order in which they are triggered
// (UB-46).
var corners = [4]pos{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}

// A placed is a tile with its place in a tableau. It is never turned (UB-27), so
// that directions hold as in the content.
type placed struct {
	at   pos
	tile tile
}

// A tableau is one player's tiles in the order of placement, the starter first
// (UB-01).
type tableau []placed

// find is the index of the tile at a place, or -1.
func (t tableau) find(at pos) int {
	for i := range t {
		if t[i].at == at {
			return i
		}
	}
	return -1
}

// touches tells whether a tile lies orthogonally adjacent to the place (UB-25).
func (t tableau) touches(at pos) bool {
	for i := range t {
		dr, dc := int(t[i].at.row)-int(at.row), int(t[i].at.col)-int(at.col)
		if dr*dr+dc*dc == 1 {
			return true
		}
	}
	return false
}
