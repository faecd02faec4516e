package ubongo

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// TestSymmetries counts how footprints are turned onto themselves, and compares
// what the solver makes of it with the search that knows no symmetry.
func TestSymmetries(t *testing.T) {
	configured, err := Game().Configure(game.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	r := configured.(*rules)
	for _, tt := range []struct {
		name string
		rows []string
		want int
	}{
		{"corner", []string{"xxxx", "xxxx", "xx", "xx"}, 2}, // over the diagonal
		{"square with a tail", []string{"xxx", "xxx", "xxxx"}, 1},
		{"square with corners", []string{"xxx", "xxx", "xxx"}, 8},
		{"ring", []string{"xxxx", "x  x", "x  x", "xxxx"}, 8},
		{"pinwheel", []string{" x  ", " xxx", "xxx ", "  x "}, 4},
		{"rectangle of twelve", []string{"xxxx", "xxxx", "xxxx"}, 4},
		{"two rows of six", []string{"xxxxxx", "xxxxxx"}, 4},
		{"arrow", []string{"xxxx", " xx ", "xxxx", "xx", "xx"}, 1},
		{"trapezium", []string{" xx ", "xxxx", "xxxx"}, 2},
		{"parallelogram", []string{"xxxx ", " xxxx", "  xxxx"}, 2},
	} {
		var squares []square
		for i, row := range tt.rows {
			for k, mark := range row {
				if mark == 'x' {
					squares = append(squares, square{int8(3 + i), int8(5 + k)})
				}
			}
		}
		turns := symmetries(squares)
		if len(turns) != tt.want {
			t.Errorf("%s: %d symmetries, want %d", tt.name, len(turns), tt.want)
		}
		tried, solvable := 0, 0
		s := newSolver(r.ways)
		for set := range pieceSet(255) {
			p := problem{squares, set}
			if r.volume(set) != layers*len(squares) {
				continue
			}
			tried++
			var want tally
			s.each(p, func() {
				if want.count++; want.count == 1 || r.comesBefore(set, &s.placed, &want.first) {
					want.first = s.placed
				}
			})
			got := r.solve(s, p)
			same := true
			set.each(func(i pieceIndex) { same = same && (got.count == 0 || got.first[i] == want.first[i]) })
			if got.count != want.count || !same {
				t.Errorf("%s with %s: %d solutions, want %d; the same first one: %t", tt.name, r.names(set), got.count, want.count, same)
			}
			if want.count > 0 {
				solvable++
			}
		}
		if solvable == 0 && tt.name != "ring" {
			t.Errorf("%s: none of %d sets of pieces has a solution", tt.name, tried)
		}
	}
}
