package ubongo

// A fault is what is wrong with placements, and where, for the explanation.
type fault struct {
	code  code
	place int        // index of the placement, if one is at fault
	other int        // index of the placement that it collides with
	piece pieceIndex // that is missing
	cell  cell
}

// judge holds placements against a problem. The checks are made one after
// another over all placements; the first that fails gives the code (3.3). The
// order of placements and cells does not matter, nor how the pieces could be
// put in one after the other (UO-41).
func (r *rules) judge(p problem, list []placement) fault {
	for i := range list {
		if !p.pieces.has(list[i].piece) {
			return fault{code: pieceNotInTask, place: i} // UO-32
		}
	}
	var placed pieceSet
	for i := range list {
		if placed.has(list[i].piece) {
			return fault{code: pieceTwice, place: i} // UO-33
		}
		placed |= list[i].piece.one()
	}
	for i := range pieceIndex(pieceKinds) {
		if p.pieces.has(i) && !placed.has(i) {
			return fault{code: pieceMissing, piece: i} // UO-34
		}
	}
	for i := range list {
		if !r.fits(&list[i]) {
			return fault{code: wrongShape, place: i} // UO-35
		}
	}
	if r.wrong.overlapFirst {
		if f := r.overlap(list); f.code != legal {
			return f
		}
	}
	if f := r.outside(p.footprint, list); f.code != legal {
		return f
	}
	if f := r.overlap(list); f.code != legal {
		return f
	}
	return gapIn(p.footprint, list)
}

// fits tells whether the cells of a placement are an orientation of its piece
// (UO-35): as many, none twice, neither mirrored nor torn apart.
func (r *rules) fits(p *placement) bool {
	if r.wrong.anyShape {
		return len(p.cells) == len(r.content.pieces[p.piece].cells)
	}
	return r.ways.is(p.piece, shapeOf(p.cells))
}

// outside looks for cells that are too high (UO-36), then for those of the lower
// layer that are outside of the outline (UO-37), then for those above that hang
// over it (UO-38).
func (r *rules) outside(footprint []square, list []placement) fault {
	f := fault{code: tooHigh}
	if !r.wrong.anyHeight && find(list, &f, func(c cell) bool { return c.layer >= layers }) {
		return f
	}
	over := func(c cell) bool { return indexSquare(footprint, c) >= 0 }
	f.code = outsideOutline
	if find(list, &f, func(c cell) bool { return c.layer == 0 && !over(c) }) {
		return f
	}
	f.code = overhang
	if find(list, &f, func(c cell) bool { return c.layer > 0 && !over(c) }) {
		return f
	}
	return fault{}
}

// find looks for a cell that is wrong and notes where it is.
func find(list []placement, f *fault, wrong func(cell) bool) bool {
	for i := range list {
		for _, c := range list[i].cells {
			if wrong(c) {
				f.place, f.cell = i, c
				return true
			}
		}
	}
	return false
}

// indexSquare is the place of the square under a cell in a footprint, or -1.
func indexSquare(footprint []square, c cell) int {
	for i := range footprint {
		if footprint[i].row == c.row && footprint[i].col == c.col {
			return i
		}
	}
	return -1
}

// overlap looks for a cell that two placements share (UO-39).
func (r *rules) overlap(list []placement) fault {
	if r.wrong.sharedCells {
		return fault{}
	}
	for i := range list {
		for j := range i {
			for _, c := range list[i].cells {
				for _, d := range list[j].cells {
					if c == d {
						return fault{code: overlap, place: i, other: j, cell: c}
					}
				}
			}
		}
	}
	return fault{}
}

// gapIn looks for a cell over the footprint that nothing fills, on the lower
// layer first in each square (UO-40). All cells up to the second layer are known
// to lie over it.
func gapIn(footprint []square, list []placement) fault {
	var filled [cellsMax]bool
	for i := range list {
		for _, c := range list[i].cells {
			if c.layer < layers {
				filled[layers*indexSquare(footprint, c)+int(c.layer)] = true
			}
		}
	}
	for i, at := range footprint {
		for l := range layers {
			if !filled[layers*i+l] {
				return fault{code: gap, cell: cell{at.row, at.col, int8(l)}}
			}
		}
	}
	return fault{}
}
