package ubongo

import (
	"math/bits"
)

// A fault is what is wrong with placements, and where, for the explanation.
type fault struct {
	code  code
	place int        // index of the placement, if one is at fault
	other int        // index of the placement that it collides with
	piece pieceIndex // that is missing
	cell  cell
}

// A check looks for one kind of fault in placements.
type check func(*rules, problem, []placement) fault

// checks are those of 3.3 in their order.
var checks = []check{
	(*rules).notInTask,
	(*rules).twice,
	(*rules).missing,
	(*rules).misshapen,
	(*rules).tooHigh,
	(*rules).outside,
	(*rules).overhanging,
	(*rules).overlap,
	(*rules).gap,
}

// judge holds placements against a problem. The checks are made one after
// another over all placements; the first that fails gives the code (3.3). The
// order of placements and cells does not matter, nor how the pieces could be
// put in one after the other (UO-41).
func (r *rules) judge(p problem, list []placement) fault {
	for _, c := range checks {
		if f := c(r, p, list); f.code != legal {
			return f
		}
	}
	return fault{}
}

// notInTask looks for a piece that the problem does not have (UO-32).
func (r *rules) notInTask(p problem, list []placement) fault {
	for i := range list {
		if !p.pieces.has(list[i].piece) {
			return fault{code: pieceNotInTask, place: i} // UO-32
		}
	}
	return fault{}
}

// twice looks for a piece that is placed again (UO-33).
func (r *rules) twice(_ problem, list []placement) fault {
	var placed pieceSet
	for i := range list {
		if placed.has(list[i].piece) {
			return fault{code: pieceTwice, place: i} // UO-33
		}
		placed |= list[i].piece.one()
	}
	return fault{}
}

// missing looks for a piece that is not placed (UO-34).
func (r *rules) missing(p problem, list []placement) fault {
	left := p.pieces
	for i := range list {
		left &^= list[i].piece.one()
	}
	if left != 0 {
		return fault{code: pieceMissing, piece: pieceIndex(bits.TrailingZeros8(uint8(left)))} // UO-34
	}
	return fault{}
}

// misshapen looks for a placement that is no orientation of its piece (UO-35).
func (r *rules) misshapen(_ problem, list []placement) fault {
	for i := range list {
		if !r.fits(&list[i]) {
			return fault{code: wrongShape, place: i} // UO-35
		}
	}
	return fault{}
}

// fits tells whether the cells of a placement are an orientation of its piece
// (UO-35): as many, none twice, neither mirrored nor torn apart.
func (r *rules) fits(p *placement) bool {
	return r.ways.is(p.piece, shapeOf(p.cells))
}

// tooHigh looks for a cell above the second layer (UO-36).
func (r *rules) tooHigh(_ problem, list []placement) fault {
	f := fault{code: tooHigh}
	if find(list, &f, func(c cell) bool { return c.layer >= layers }) {
		return f // UO-36
	}
	return fault{}
}

// outside looks for a cell of the lower layer beside the outline (UO-37).
func (r *rules) outside(p problem, list []placement) fault {
	f := fault{code: outsideOutline}
	if find(list, &f, func(c cell) bool { return c.layer == 0 && indexSquare(p.footprint, c) < 0 }) {
		return f // UO-37
	}
	return fault{}
}

// overhanging looks for a cell above that is not over the outline (UO-38).
func (r *rules) overhanging(p problem, list []placement) fault {
	f := fault{code: overhang}
	if find(list, &f, func(c cell) bool { return c.layer > 0 && indexSquare(p.footprint, c) < 0 }) {
		return f // UO-38
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
func (r *rules) overlap(_ problem, list []placement) fault {
	for i := range list {
		for j := range i {
			for _, c := range list[i].cells {
				for _, d := range list[j].cells {
					if c == d {
						return fault{code: overlap, place: i, other: j, cell: c} // UO-39
					}
				}
			}
		}
	}
	return fault{}
}

// gap looks for a cell over the footprint that nothing fills, on the lower layer
// first in each square (UO-40). What lies elsewhere fills none.
func (r *rules) gap(p problem, list []placement) fault {
	var filled [cellsMax]bool
	for i := range list {
		for _, c := range list[i].cells {
			if at := indexSquare(p.footprint, c); at >= 0 && c.layer < layers {
				filled[layers*at+int(c.layer)] = true
			}
		}
	}
	for i, at := range p.footprint {
		for l := range layers {
			if !filled[layers*i+l] {
				return fault{code: gap, cell: cell{at.row, at.col, int8(l)}} // UO-40
			}
		}
	}
	return fault{}
}
