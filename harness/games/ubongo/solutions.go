package ubongo

import "math/bits"

// A tally is the answer to a problem: how many solutions, and which is first.
type tally struct {
	count int
	first [pieceKinds]filling // of the pieces of the problem, if there is one
}

// solve counts all solutions and finds the first one (UO-82, UO-83).
func (r *rules) solve(s *solver, p problem) tally {
	var t tally
	count := func(solution *[pieceKinds]filling) {
		t.count++ // UO-83
		if t.count == 1 || r.comesBefore(s.used, solution, &t.first) {
			t.first = *solution // UO-82
			for i := range t.first {
				if !s.used.has(pieceIndex(i)) {
					t.first[i] = 0 // what another problem has left there
				}
			}
		}
	}
	s.eachBySymmetry(p, count) // UO-81: each once
	return t
}

// comesBefore tells whether solution a comes before solution b: by the cells of
// the first piece in which they differ (UO-82).
func (r *rules) comesBefore(set pieceSet, a, b *[pieceKinds]filling) bool {
	for ; set != 0; set &= set - 1 {
		if p := bits.TrailingZeros8(uint8(set)); a[p] != b[p] {
			return a[p].before(b[p])
		}
	}
	return false
}

// placementsOf is a solution in canonical form (UO-82).
func placementsOf(p problem, solution *[pieceKinds]filling) []placement {
	var list []placement
	p.pieces.each(func(i pieceIndex) {
		list = append(list, placement{i, solution[i].cells(p.footprint)})
	})
	return list
}

// answer makes the text of how many solutions a problem has, and of the first of them.
func (r *rules) answer(v *solutionsText, p problem, t tally) {
	v.count, v.first = t.count, nil // UO-83
	if t.count > 0 {
		v.first = placementsOf(p, &t.first)
	}
}

// appendTally writes how many solutions a problem has, and the first of them.
func (r *rules) appendTally(out []byte, p problem, t tally) []byte {
	return written(out, func(f *forms, page *page, out []byte) []byte {
		r.answer(&page.solutions, p, t)
		return f.solutions.Append(out, &page.solutions)
	})
}
