package ubongo

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// A cell is a unit cube: rows go down, columns to the right, layers up.
type cell struct{ row, col, layer int8 }

// A square is a unit square of a footprint.
type square struct{ row, col int8 }

// compareCells is the order of cells: by row, then column, then layer.
func compareCells(a, b cell) int {
	return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), cmp.Compare(a.layer, b.layer))
}

// compareSquares is the order of squares: by row, then column.
func compareSquares(a, b square) int {
	if a.row != b.row {
		return cmp.Compare(a.row, b.row)
	}
	return cmp.Compare(a.col, b.col)
}

// A pieceIndex is the place of a piece in the content, which is the order of
// the ids.
type pieceIndex uint8

func (p pieceIndex) one() pieceSet { return 1 << p }

// A pieceSet is a set of pieces, a bit for each index. No piece is in it twice
// (UO-02).
type pieceSet uint8

func (s pieceSet) has(p pieceIndex) bool { return s&p.one() != 0 }

// each calls f with the pieces of the set in ascending order.
func (s pieceSet) each(f func(pieceIndex)) {
	for ; s != 0; s &= s - 1 {
		f(pieceIndex(bits.TrailingZeros8(uint8(s))))
	}
}

// A problem is a footprint with a set of pieces. The squares are in ascending
// order.
type problem struct {
	footprint []square
	pieces    pieceSet
}

// A placement is one piece put somewhere, with its cells in any order.
type placement struct {
	piece pieceIndex
	cells []cell
}

// normalise moves cells so that the smallest row, column and layer are 0, and
// sorts them.
func normalise(cells []cell) {
	low := cells[0]
	for _, c := range cells[1:] {
		low = cell{min(low.row, c.row), min(low.col, c.col), min(low.layer, c.layer)}
	}
	for i, c := range cells {
		cells[i] = cell{c.row - low.row, c.col - low.col, c.layer - low.layer}
	}
	slices.SortStableFunc(cells, compareCells)
}

// boxEdge is the edge of the smallest cube that every piece fits into.
const boxEdge = 3

// A shape is a set of normalised cells in a cube of boxEdge, a bit for each
// cell. Equal shapes are equal numbers.
type shape uint32

// noShape is the shape of cells that no piece has: too far apart, or one named
// twice.
const noShape shape = 0

// shapeOf is the shape of cells anywhere, in any order.
func shapeOf(cells []cell) shape {
	low := cells[0]
	for _, c := range cells[1:] {
		low = cell{min(low.row, c.row), min(low.col, c.col), min(low.layer, c.layer)}
	}
	var s shape
	for _, c := range cells {
		row, col, layer := int(c.row)-int(low.row), int(c.col)-int(low.col), int(c.layer)-int(low.layer)
		if row >= boxEdge || col >= boxEdge || layer >= boxEdge {
			return noShape
		}
		bit := shape(1) << ((row*boxEdge+col)*boxEdge + layer)
		if s&bit != 0 {
			return noShape
		}
		s |= bit
	}
	return s
}

// An orientation is one way to turn a piece: its normalised cells.
type orientation struct {
	shape shape
	cells []cell
}

// A poseTable has all orientations of all pieces that some moves lead to.
type poseTable struct {
	orientations [pieceKinds][]orientation
	poses        [pieceKinds][]pose
	// rotations is in how many of the 24 rotations an orientation comes up.
	rotations [pieceKinds]int
	// turnsAnyWay tells whether whatever is turned is again an orientation.
	turnsAnyWay bool
}

// allRotations is how many ways there are to turn a cube (UO-04).
const allRotations = 24

// The quarter turns about the three axes, and the reflection that no turn is.
func turnAboutRows(c cell) cell    { return cell{c.row, -c.layer, c.col} }
func turnAboutColumns(c cell) cell { return cell{c.layer, c.col, -c.row} }
func turnAboutLayers(c cell) cell  { return cell{c.col, -c.row, c.layer} }
func mirror(c cell) cell           { return cell{c.row, c.col, -c.layer} }

// newPoseTable finds the orientations that the moves reach; whether these turn
// any way is for the caller to say.
func newPoseTable(c *content, turnsAnyWay bool, moves ...func(cell) cell) *poseTable {
	t := &poseTable{turnsAnyWay: turnsAnyWay}
	for p := range c.pieces {
		t.orientations[p] = reached(c.pieces[p].cells, moves)
		t.rotations[p] = allRotations / len(reached(c.pieces[p].cells, rotations))
		for _, o := range t.orientations[p] {
			t.poses[p] = append(t.poses[p], posesOf(o)...)
		}
	}
	return t
}

// rotations are two turns that make all 24 (UO-04): a mirror image is another
// shape.
var rotations = []func(cell) cell{turnAboutRows, turnAboutColumns}

// turned are the orientations that UO-04 allows.
var turned = sync.OnceValue(func() *poseTable { return newPoseTable(box(), true, rotations...) })

// mirrored are those and their mirror images, by which an explanation tells what
// is wrong with a shape.
var mirrored = sync.OnceValue(func() *poseTable {
	return newPoseTable(box(), true, turnAboutRows, turnAboutColumns, mirror)
})

// reached are all orientations that the moves reach from some cells, in the
// order in which they are found.
func reached(cells []cell, moves []func(cell) cell) []orientation {
	first := slices.Clone(cells)
	normalise(first)
	found := []orientation{{shapeOf(first), first}}
	for i := 0; i < len(found); i++ {
		for _, move := range moves {
			next := make([]cell, len(cells))
			for k, c := range found[i].cells {
				next[k] = move(c)
			}
			normalise(next)
			s := shapeOf(next)
			if !slices.ContainsFunc(found, func(o orientation) bool { return o.shape == s }) {
				found = append(found, orientation{s, next})
			}
		}
	}
	return found
}

// is tells whether a shape is an orientation of the piece (UO-35).
func (t *poseTable) is(p pieceIndex, s shape) bool {
	return s != noShape && slices.ContainsFunc(t.orientations[p], func(o orientation) bool { return o.shape == s })
}
