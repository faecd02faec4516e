package ubongo

import (
	"slices"
)

// solutionsKept bounds among how many solutions a random one is chosen.
const solutionsKept = 8

// solution is some solution of a problem, nil if there is none.
func (m *maker) solution(p problem) []placement {
	var kept [][pieceKinds]filling
	m.solver.each(p, func() {
		if len(kept) < solutionsKept {
			kept = append(kept, m.solver.placed)
		}
	})
	if len(kept) == 0 {
		return nil
	}
	return placementsOf(p, &kept[m.IntN(len(kept))])
}

// attempt is a solution of a problem with placements and cells in any order, or
// one that is wrong somewhere.
func (m *maker) attempt(p problem) []placement {
	list := m.solution(p)
	for _, one := range list {
		m.Shuffle(len(one.cells), func(i, j int) { one.cells[i], one.cells[j] = one.cells[j], one.cells[i] })
	}
	m.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if len(list) == 0 {
		list = m.thrown(p)
	}
	for range m.IntN(3) * m.IntN(2) {
		if len(list) > 0 {
			list = m.spoilt(list)
		}
	}
	return list
}

// thrown puts the pieces of a problem somewhere near its footprint.
func (m *maker) thrown(p problem) []placement {
	var list []placement
	p.pieces.each(func(i pieceIndex) {
		all := m.rules.ways.orientations[i]
		one := placement{i, slices.Clone(all[m.IntN(len(all))].cells)}
		at := p.footprint[m.IntN(len(p.footprint))]
		shift(&one, at.row, at.col, int8(m.IntN(2)))
		list = append(list, one)
	})
	return list
}

// shift moves a placement, as far as its cells stay in range.
func shift(p *placement, rows, cols, layers int8) {
	for _, c := range p.cells {
		if r, k, l := c.row+rows, c.col+cols, c.layer+layers; r < rowMin || r > rowMax || k < rowMin || k > rowMax || l < 0 || l > layerMax {
			return
		}
	}
	for i, c := range p.cells {
		p.cells[i] = cell{c.row + rows, c.col + cols, c.layer + layers}
	}
}

// spoilt makes a solution wrong in one way.
func (m *maker) spoilt(list []placement) []placement {
	i := m.IntN(len(list))
	p := &list[i]
	switch m.IntN(12) {
	case 0:
		return slices.Delete(list, i, i+1)
	case 1:
		if len(list) < placementsMax {
			return append(list, placement{p.piece, slices.Clone(p.cells)})
		}
	case 2:
		p.piece = pieceIndex(m.IntN(pieceKinds))
	case 3:
		q := &list[m.IntN(len(list))]
		p.piece, q.piece = q.piece, p.piece
	case 4:
		shift(p, int8(m.IntN(3)-1), int8(m.IntN(3)-1), 0)
	case 5:
		shift(p, 0, 0, 1)
	case 6: // mirrored
		low, high := p.cells[0].col, p.cells[0].col
		for _, c := range p.cells {
			low, high = min(low, c.col), max(high, c.col)
		}
		for k := range p.cells {
			p.cells[k].col = low + high - p.cells[k].col
		}
	case 7:
		k := m.IntN(len(p.cells))
		p.cells[k].layer = 1 - min(1, p.cells[k].layer)
	case 8:
		if len(p.cells) > 1 {
			p.cells = p.cells[:len(p.cells)-1]
		}
	case 9:
		p.cells = append(p.cells, p.cells[m.IntN(len(p.cells))])
	case 10: // another piece in its place
		*p = placement{p.piece, slices.Clone(list[m.IntN(len(list))].cells)}
	case 11: // turned in its place
		all := m.rules.ways.orientations[p.piece]
		low := p.cells[0]
		for _, c := range p.cells {
			low = cell{min(low.row, c.row), min(low.col, c.col), min(low.layer, c.layer)}
		}
		p.cells = slices.Clone(all[m.IntN(len(all))].cells)
		shift(p, low.row, low.col, low.layer)
	}
	return list
}

// run is the log of a solo run.
func (m *maker) run() []byte {
	r := m.rules
	amount := amounts[m.IntN(len(amounts))]
	if m.Chance(2) {
		amount = amounts[0]
	}
	p := run{timed: m.Chance(2), wanted: amount, best: noBest}
	limit := amount * msPerMinute
	var used cardSet
	var task problem
	open, at, solvedTasks, lastSolved := false, 0, 0, 0
	for range m.UpTo(3 * amount) {
		at = min(timeMax, at+m.IntN(limit/amount))
		if m.Chance(8) && at < limit {
			at = limit + m.IntN(2)
		}
		e := event{kind: starts, atMs: at, board: m.board(m.IntN(levels)), die: m.die()}
		switch {
		case !open && !used.add(r, e.board):
			continue
		case !open:
			open, task = true, r.content.problem(e.board, e.die)
		case m.Chance(6):
			e, open = event{kind: putsAside, atMs: at}, false
		default:
			e = event{kind: solves, atMs: at, placements: m.attempt(task)}
			if r.judge(task, e.placements).code == legal {
				open = false
				solvedTasks++
				lastSolved = at
			}
		}
		p.events = append(p.events, e)
	}
	switch m.IntN(4) {
	case 0:
		p.best = m.IntN(amount + 1)
	case 1: // near the result
		p.best = max(0, solvedTasks+m.IntN(3)-1)
		if p.timed {
			p.best = max(0, lastSolved+m.IntN(3)-1)
		}
	case 2:
		p.best = m.IntN(bestMax + 1)
	}
	return described().solo.Append(nil, &runText{run: p, variant: variantOf(p.timed)})
}
