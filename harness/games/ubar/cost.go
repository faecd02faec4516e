package ubar

// cost is the time to draft the tile of a cell: its own symbols (UB-21) and those
// of its neighbours that touch it (UB-22). A hole adds nothing (UB-23).
func (r *rules) cost(g *grid, p pos) int {
	sum := g.at(p).face().base // UB-21
	for d := up; d <= left; d++ {
		sum += r.touching(g, p, d)
	}
	return sum
}

// touching is the number of symbols of the neighbour on one side that touch the
// tile of a cell: those on the side that faces it.
func (r *rules) touching(g *grid, p pos, d direction) int {
	neighbour := g.at(p.plus(d.step())) // UB-24
	if neighbour == 0 {
		return 0 // UB-23
	}
	return neighbour.face().touch[d.opposite()] // UB-22
}

// costOrNone is the cost of a cell's tile, none without one.
func (r *rules) costOrNone(g *grid, p pos) int {
	if g.at(p) == 0 {
		return none // UB-23
	}
	return r.cost(g, p)
}
