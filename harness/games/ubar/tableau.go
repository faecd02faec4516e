package ubar

import "slices"

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

// touchesCorner tells the same of diagonal adjacency.
func (t tableau) touchesCorner(at pos) bool {
	return slices.ContainsFunc(corners[:], func(d pos) bool { return t.find(at.plus(d)) >= 0 })
}

// adjacent tells whether a tile of the tableau lies where one has to for another
// to be put at the place (UB-25).
func (r *rules) adjacent(t tableau, at pos) bool {
	switch w := &r.wrong.place; {
	case w.anywhere, w.cornersTouch && t.touchesCorner(at):
		return true
	case w.besideLast:
		return t[len(t)-1:].touches(at)
	}
	return t.touches(at)
}

// A compass is how tiles are triggered around a new one: one step of a line in
// each direction, and the neighbours in their order.
type compass struct {
	ways       [4]pos       // by direction
	orthogonal [4]direction // UB-45
	diagonal   [4]pos       // UB-46
}

var upright = compass{steps, [4]direction{up, right, down, left}, corners}

// reached appends the indexes of the tiles that a wind re-triggers from a place,
// in order. Of a wind that reaches any tile it appends all that can be chosen,
// in the order of placement (UB-44).
func (r *rules) reached(list []int, t tableau, at pos, w wind) []int {
	first := len(list)
	wrong := &r.wrong.wind
	add := func(to pos) bool {
		i := t.find(to)
		if i >= 0 && !(wrong.starterStill && i == 0) {
			list = append(list, i)
		}
		return i >= 0
	}
	switch w.kind {
	case noWind:
	case anyTile:
		for i := range t {
			if wrong.anyIsAdjacent && !t[i:i+1].touches(at) || wrong.anyActs && !t[i].tile.face().acts {
				continue
			}
			add(t[i].at)
		}
		if wrong.anyBackwards {
			slices.Reverse(list[first:])
		}
	case orthogonal:
		for _, d := range r.compass.orthogonal {
			if !add(at.plus(r.compass.ways[d])) && wrong.stops == orthogonal {
				break
			}
		}
	case diagonal:
		for _, d := range r.compass.diagonal {
			if !add(at.plus(d)) && wrong.stops == diagonal {
				break
			}
		}
	case line:
		w.length += wrong.longer
		r.blow(t, at, w, add)
		if wrong.farthestFirst {
			slices.Reverse(list[first:])
		}
	}
	return list
}

// blow calls add for the places of a line, the closest first (UB-42, UB-43).
func (r *rules) blow(t tableau, at pos, w wind, add func(pos) bool) {
	step := r.compass.ways[w.dir]
	if r.gaps != gapsSkipped {
		for n := 1; n <= w.length; n++ {
			if !add(at.plus(step.times(n))) && r.gaps == gapsStop {
				return
			}
		}
		return
	}
	// The nearest tiles, however far: each time the nearest one that lies beyond
	// the last.
	last := 0
	for range w.length {
		nearest := 0
		for i := range t {
			if n := distance(at, t[i].at, step); n > last && (nearest == 0 || n < nearest) {
				nearest = n
			}
		}
		if nearest == 0 {
			return
		}
		add(at.plus(step.times(nearest)))
		last = nearest
	}
}

// distance is how many steps lead from one place to another, 0 if none do.
func distance(from, to, step pos) int {
	dr, dc := int(to.row)-int(from.row), int(to.col)-int(from.col)
	n := dr*int(step.row) + dc*int(step.col)
	if n > 0 && dr == n*int(step.row) && dc == n*int(step.col) {
		return n
	}
	return 0
}
