package ubongo

import (
	"slices"
	"testing"
)

// TestOrientations has the table of the spec's 2.1, and that turning leads to no
// other orientation: the rotations are a group.
func TestOrientations(t *testing.T) {
	c := box()
	right := turned()
	for p, want := range map[string]struct {
		size, orientations int
		mirror             string // the piece that is its mirror image, itself, or none
	}{
		"r2": {2, 3, "r2"}, "g3": {3, 12, "g3"}, "b4": {4, 24, "b4"}, "r4": {4, 12, "y4"},
		"y4": {4, 12, "r4"}, "b5": {5, 24, ""}, "g5": {5, 24, ""}, "y5": {5, 24, ""},
	} {
		i := slices.Index(pieceNames, p)
		all := right.orientations[i]
		if len(all) != want.orientations || len(c.pieces[i].cells) != want.size {
			t.Errorf("%s has %d cubes and %d orientations", p, len(c.pieces[i].cells), len(all))
		}
		for _, o := range all {
			for _, turn := range []func(cell) cell{turnAboutRows, turnAboutColumns, turnAboutLayers} {
				if next := moved(o.cells, turn); !right.is(pieceIndex(i), shapeOf(next)) {
					t.Errorf("%s turned is %v", p, next)
				}
			}
			image := shapeOf(moved(o.cells, mirror))
			found := ""
			for k := range pieceIndex(pieceKinds) {
				if right.is(k, image) {
					found += k.name()
				}
			}
			if found != want.mirror {
				t.Errorf("the mirror image of %s is %q", p, found)
			}
		}
	}
}

// TestRotations: two quarter turns make 24 rotations, which any one of them leads
// to again.
func TestRotations(t *testing.T) {
	corner := []cell{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 2}, {2, 1, 2}} // no rotation leaves it as it is
	all := reached(corner, rotations)
	if len(all) != allRotations {
		t.Fatalf("%d rotations", len(all))
	}
	for _, o := range all {
		if again := reached(o.cells, rotations); len(again) != allRotations {
			t.Errorf("%d rotations of %v", len(again), o.cells)
		}
	}
	if n := len(reached(corner, append(slices.Clone(rotations), mirror))); n != 2*allRotations {
		t.Errorf("%d rotations and reflections", n)
	}
}

func moved(cells []cell, move func(cell) cell) []cell {
	list := make([]cell, len(cells))
	for i, c := range cells {
		list[i] = move(c)
	}
	return list
}
