package ubongo

import "math/bits"

// The bounds of a footprint (chapter 4). They bound the search, too: at most 32
// cells are filled with each of the eight pieces at most once, so that no input
// takes long.
const (
	squaresMax  = 16
	squareMax   = 15 // the largest row or column
	cellsMax    = layers * squaresMax
	layers      = 2 // a solution is two layers high (UO-36)
	pieceSize   = 5 // cells of the largest piece
	gridMargin  = boxEdge - 1
	gridWidth   = squareMax + 1 + 2*gridMargin
	gridHeight  = squareMax + 1 + gridMargin
	outsideGrid = 0xFF
)

// A pose is an orientation at a height that fits between the two layers. Its
// cells are told as seen from the first one: where their squares are on the
// solver's grid, and their layers.
type pose struct {
	n     int
	grid  [pieceSize]int16
	layer [pieceSize]uint8
}

// posesOf puts an orientation on the board and, if it is flat, one higher.
func posesOf(o orientation) []pose {
	height := 0
	for _, c := range o.cells {
		height = max(height, int(c.layer)+1)
	}
	var list []pose
	for up := 0; up+height <= layers; up++ {
		p := pose{n: len(o.cells)}
		for i, c := range o.cells {
			p.grid[i] = int16(c.row-o.cells[0].row)*gridWidth + int16(c.col-o.cells[0].col)
			p.layer[i] = uint8(int(c.layer) + up)
		}
		list = append(list, p)
	}
	return list
}

// A filling is a set of cells of a footprint: bit 2·i+l is layer l over the i-th
// square. Squares are in ascending order, so that bits are in the order of
// cells.
type filling uint32

// before tells whether the cells of a come before those of b in canonical form
// (UO-82), where both are as many: the first cell in which they differ is that
// of a.
func (a filling) before(b filling) bool {
	differ := a ^ b
	return a&differ&-differ != 0
}

// A solver finds the solutions of problems: exact cover on bits, always of the
// first cell that is still empty. With all cells before it filled, a piece can
// cover it with its own first cell only, so that the ways to do it are few and
// listed beforehand. A solver keeps its memory between problems.
type solver struct {
	ways    *poseTable
	grid    [gridHeight * gridWidth]uint8 // index of the square, or outsideGrid
	squares []square
	full    filling
	used    pieceSet // pieces of the problem
	moves   [cellsMax][pieceKinds][]filling

	placed [pieceKinds]filling // of the solution at hand
	found  func()
	seen   int // solutions that eachBySymmetry has looked at, of all problems

	// dead remembers places in the search from which there is no solution, which
	// many orders of the same pieces lead to. A later one may take the place of
	// an earlier one. It is made when first needed.
	dead    []deadEnd
	beside  [cellsMax]filling // the cells that share a face with a cell
	problem deadEnd           // number of the problem, so that nothing need be forgotten
}

// A deadEnd is what is filled, with which pieces left, in which problem: 32, 8
// and 24 bits from below.
type deadEnd uint64

const (
	deadEndsMin    = 6  // with fewer pieces remembering costs more than it saves
	deadEndsBits   = 18 // of an index: 2 MiB, as much as a processor has nearby
	deadEndProblem = 40 // where the number of the problem begins
)

// at is the place for a dead end: a multiplication spreads the bits that differ.
func (e deadEnd) at() uint64 { return uint64(e) * 0x9E3779B97F4A7C15 >> (64 - deadEndsBits) }

func newSolver(t *poseTable) *solver {
	s := &solver{ways: t}
	for i := range s.grid {
		s.grid[i] = outsideGrid
	}
	return s
}

// each calls found with every solution of the problem in s.placed, each once
// (UO-80, UO-81).
func (s *solver) each(p problem, found func()) {
	if s.prepare(p, found) {
		s.search(0, p.pieces)
	}
}

// prepare lists what can be done for a problem. A volume that does not fit has no
// solution (UO-83).
func (s *solver) prepare(p problem, found func()) bool {
	volume := 0
	p.pieces.each(func(i pieceIndex) { volume += len(s.ways.orientations[i][0].cells) })
	if volume != layers*len(p.footprint) {
		return false
	}
	s.squares, s.used = p.footprint, p.pieces
	s.full = filling(1)<<volume - 1
	s.found = found
	s.list()
	return true
}

// search finds the solutions that contain what is filled, with the pieces left.
func (s *solver) search(filled filling, left pieceSet) {
	if bits.OnesCount8(uint8(s.used)) < deadEndsMin {
		s.fill(filled, left)
		return
	}
	if s.dead == nil {
		s.dead = make([]deadEnd, 1<<deadEndsBits)
	}
	if s.problem += 1 << deadEndProblem; s.problem == 0 {
		clear(s.dead) // all numbers are used up
		s.problem += 1 << deadEndProblem
	}
	s.neighbours()
	s.fillRemembering(filled, left)
}

// eachBySymmetry calls found with every solution of the problem. In a large one
// it puts the first piece only where no symmetry of the footprint turns it to a
// place that had its turn, and finds the other solutions by turning these.
func (s *solver) eachBySymmetry(p problem, found func(solution *[pieceKinds]filling)) {
	each := func(solution *[pieceKinds]filling) {
		s.seen++
		found(solution)
	}
	whole := func() { each(&s.placed) }
	if bits.OnesCount8(uint8(p.pieces)) < deadEndsMin || !s.ways.turnsAnyWay {
		s.each(p, whole)
		return
	}
	turns := symmetries(p.footprint)
	if len(turns) == 1 {
		s.each(p, whole)
		return
	}
	q := s.pivot(p)
	done := map[filling]bool{}
	var ways []*symmetry // one to each place that the piece is turned to
	ok := s.prepare(p, func() {
		for _, y := range ways {
			var turned [pieceKinds]filling
			p.pieces.each(func(i pieceIndex) { turned[i] = y.image(s.placed[i]) })
			each(&turned)
		}
	})
	if !ok {
		return
	}
	for i := range s.moves {
		for _, m := range s.moves[i][q] {
			if done[m] {
				continue
			}
			ways = ways[:0]
			for k := range turns {
				if to := turns[k].image(m); !done[to] {
					done[to] = true
					ways = append(ways, &turns[k])
				}
			}
			s.placed[q] = m
			s.search(m, p.pieces&^q.one())
		}
	}
}

// pivot is the piece that symmetries are used up by: one with the most
// orientations, since it has the most places that are turned to each other.
func (s *solver) pivot(p problem) pieceIndex {
	var best pieceIndex
	most := 0
	p.pieces.each(func(i pieceIndex) {
		if n := len(s.ways.orientations[i]); n >= most {
			best, most = i, n
		}
	})
	return best
}

// neighbours finds which cells share a face.
func (s *solver) neighbours() {
	for i, a := range s.squares {
		lower, upper := filling(0), filling(0)
		for j, b := range s.squares {
			if d := int(a.row-b.row)*int(a.row-b.row) + int(a.col-b.col)*int(a.col-b.col); d == 1 {
				lower |= 1 << (layers * j)
				upper |= 2 << (layers * j)
			}
		}
		s.beside[layers*i] = lower | 2<<(layers*i)
		s.beside[layers*i+1] = upper | 1<<(layers*i)
	}
}

// list finds all places for all pieces.
func (s *solver) list() {
	for i, at := range s.squares {
		s.grid[gridAt(at)] = uint8(layers * i)
	}
	for set := s.used; set != 0; set &= set - 1 {
		p := bits.TrailingZeros8(uint8(set))
		for i := range layers * len(s.squares) {
			s.moves[i][p] = s.moves[i][p][:0]
		}
		poses := s.ways.poses[p]
		for i, at := range s.squares {
			origin := gridAt(at)
			for k := range poses {
				if m := s.place(&poses[k], origin); m != 0 {
					first := layers*i + int(poses[k].layer[0])
					s.moves[first][p] = append(s.moves[first][p], m)
				}
			}
		}
	}
	for _, at := range s.squares {
		s.grid[gridAt(at)] = outsideGrid
	}
}

// place is what a pose fills with its first cell there, or nothing if it stands
// out (UO-37, UO-38).
func (s *solver) place(p *pose, origin int) filling {
	var m filling
	for i := range p.n {
		at := s.grid[origin+int(p.grid[i])]
		if at == outsideGrid {
			return 0
		}
		m |= 1 << (at + p.layer[i])
	}
	return m
}

// gridAt is the place of a square on the grid, which has a margin on the left,
// on the right and below: no cell of a piece comes in a row above its first
// one.
func gridAt(at square) int { return int(at.row)*gridWidth + int(at.col) + gridMargin }

// fill covers the first empty cell in every way.
func (s *solver) fill(filled filling, left pieceSet) {
	moves := &s.moves[bits.TrailingZeros32(^uint32(filled))]
	for set := left; set != 0; set &= set - 1 {
		p := bits.TrailingZeros8(uint8(set))
		for _, m := range moves[p] {
			if filled&m != 0 {
				continue // UO-39
			}
			s.placed[p] = m
			if now := filled | m; now == s.full {
				s.found() // UO-40
			} else {
				s.fill(now, left&^(1<<p))
			}
		}
	}
}

// fillRemembering does the same and does not come twice to a place from which
// there is no solution. It tells whether there was one.
func (s *solver) fillRemembering(filled filling, left pieceSet) bool {
	first := bits.TrailingZeros32(^uint32(filled))
	if s.beside[first]&^filled == 0 {
		return false // There is no piece of one cube.
	}
	place := s.problem | deadEnd(left)<<cellsMax | deadEnd(filled)
	known := &s.dead[place.at()]
	if *known == place {
		return false
	}
	any := false
	moves := &s.moves[first]
	for set := left; set != 0; set &= set - 1 {
		p := bits.TrailingZeros8(uint8(set))
		rest := left &^ (1 << p)
		for _, m := range moves[p] {
			if filled&m != 0 {
				continue // UO-39
			}
			s.placed[p] = m
			if now := filled | m; now == s.full {
				s.found() // UO-40
				any = true
			} else if rest&(rest-1) == 0 {
				any = s.fillLast(now, rest) || any
			} else {
				any = s.fillRemembering(now, rest) || any
			}
		}
	}
	if !any {
		*known = place
	}
	return any
}

// fillLast fills what is left with one piece, if it fits.
func (s *solver) fillLast(filled filling, left pieceSet) bool {
	gap := s.full &^ filled
	p := bits.TrailingZeros8(uint8(left))
	for _, m := range s.moves[bits.TrailingZeros32(uint32(gap))][p] {
		if m == gap {
			s.placed[p] = m
			s.found() // UO-40
			return true
		}
	}
	return false
}

// cells are the cells of a filling, in order.
func (f filling) cells(squares []square) []cell {
	list := make([]cell, 0, pieceSize)
	for ; f != 0; f &= f - 1 {
		i := bits.TrailingZeros32(uint32(f))
		at := squares[i/layers]
		list = append(list, cell{at.row, at.col, int8(i % layers)})
	}
	return list
}
