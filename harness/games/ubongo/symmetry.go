package ubongo

import "math/bits"

// A symmetry says where each cell of a footprint goes when the footprint is
// turned onto itself: by index, as bits of a filling.
type symmetry [cellsMax]uint8

// image is a filling behind a symmetry.
func (y *symmetry) image(f filling) filling {
	var m filling
	for ; f != 0; f &= f - 1 {
		m |= 1 << y[bits.TrailingZeros32(uint32(f))]
	}
	return m
}

// symmetries are the ways to turn a footprint onto itself, the first of which
// leaves it as it is: quarter turns about the vertical axis, and with them the
// turns that exchange the layers. All of them turn solutions into solutions.
func symmetries(squares []square) []symmetry {
	low, high := squares[0], squares[0]
	for _, at := range squares {
		low = square{min(low.row, at.row), min(low.col, at.col)}
		high = square{max(high.row, at.row), max(high.col, at.col)}
	}
	height, width := high.row-low.row, high.col-low.col
	var list []symmetry
	for k := range 8 {
		quarter, over := k&1 != 0, k&4 != 0
		if quarter && height != width {
			continue
		}
		var y symmetry
		fits := true
		for i, at := range squares {
			r, c := at.row-low.row, at.col-low.col
			if quarter {
				r, c = c, width-r
			}
			if k&2 != 0 {
				r, c = height-r, width-c
			}
			if over {
				c = width - c
			}
			to := indexSquare(squares, cell{r + low.row, c + low.col, 0})
			if fits = fits && to >= 0; !fits {
				break
			}
			for l := range layers {
				up := l
				if over {
					up = 1 - l
				}
				y[layers*i+l] = uint8(layers*to + up)
			}
		}
		if fits {
			list = append(list, y)
		}
	}
	return list
}
