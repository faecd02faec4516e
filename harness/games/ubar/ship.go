package ubar

import (
	"math/bits"
	"slices"
	"sync"
)

// shipCells is the number of spaces of a ship (UB-50); a test holds it to the
// content.
const shipCells = 28

// A board is a set of spaces of the ship, one bit each, column by column: the
// search goes along the long side, so that few spaces are in doubt at a time.
type board uint32

// A packer decides which goods fit on the ship together. There are 1237
// multisets that take at most 28 spaces, so it tries them all when it is first
// asked and answers from a table (UB-51).
type packer struct {
	sizes  [kinds]int                // spaces of one good
	starts [kinds][shipCells][]board // the places of a good whose first space is this one
	known  map[uint64]bool           // whether goods go into what is left of a board
	table  [tableSize / 64]uint64    // by index of the goods
}

// The most of each good that can be looked up: by their spaces alone, no more
// than this fits.
var goodsMax = [kinds]int{9, 7, 14, 7, 5}

// tableSize is the product of goodsMax, each plus one.
const tableSize = 10 * 8 * 15 * 8 * 6

// spaces is the number of spaces that goods take together.
func spaces(g goods) int {
	n := 0
	for k, cells := range content.cells {
		n += int(g[k]) * len(cells)
	}
	return n
}

// A stowage is how goods are packed: the right way, or a wrong one of a mutant.
type stowage uint8

const (
	exactly  stowage = iota
	bySpaces         // UB-M30
	unturned         // UB-M31
	greedily         // UB-M33
	halfTurned
	smallFirst
	spaceLost
	columnLost
	stowages      // how many there are
	ofMirrors = 2 // without and with goods that are turned over (UB-52)
)

var packers = func() (all [stowages][ofMirrors]func() *packer) {
	for way := range stowages {
		for m := range ofMirrors {
			all[way][m] = sync.OnceValue(func() *packer { return newPacker(way, m == 1) })
		}
	}
	return all
}()

func newPacker(way stowage, mirrored bool) *packer {
	p := &packer{known: map[uint64]bool{}}
	for k, cells := range content.cells {
		p.sizes[k] = len(cells)
		p.place(good(k), turnings(cells, way.quarters(), mirrored))
	}
	fits, lost := p.pack, board(0)
	switch way {
	case bySpaces:
		fits = func(goods, board, int) bool { return true }
	case greedily:
		fits = func(g goods, _ board, _ int) bool { return p.packGreedily(g, largeFirst) }
	case smallFirst:
		fits = func(g goods, _ board, _ int) bool {
			return p.packGreedily(g, [kinds]good{potion, carpet, lamp, chest, scarab})
		}
	case spaceLost:
		lost = 1 << (shipCells - 1)
	case columnLost:
		lost = (1<<content.ship.rows - 1) << (shipCells - content.ship.rows)
	}
	room := shipCells - bits.OnesCount32(uint32(lost))
	var g goods
	for g[carpet] = 0; int(g[carpet]) <= goodsMax[carpet]; g[carpet]++ {
		for g[chest] = 0; int(g[chest]) <= goodsMax[chest]; g[chest]++ {
			for g[potion] = 0; int(g[potion]) <= goodsMax[potion]; g[potion]++ {
				for g[lamp] = 0; int(g[lamp]) <= goodsMax[lamp]; g[lamp]++ {
					for g[scarab] = 0; int(g[scarab]) <= goodsMax[scarab]; g[scarab]++ {
						if blanks := room - g.worth(p.sizes); blanks >= 0 && fits(g, lost, blanks) {
							i := index(g)
							p.table[i/64] |= 1 << (i % 64)
						}
					}
				}
			}
		}
	}
	p.known = nil
	return p
}

// index is the place of goods in the table.
func index(g goods) int {
	i := 0
	for k, n := range g {
		i = i*(goodsMax[k]+1) + int(n)
	}
	return i
}

// fits tells whether some arrangement of the goods on the ship exists.
func (p *packer) fits(g goods) bool {
	for k, n := range g {
		if int(n) > goodsMax[k] || n < 0 {
			return false
		}
	}
	i := index(g)
	return p.table[i/64]&(1<<(i%64)) != 0
}

// quarters is by how many quarter turns at a time goods are turned (UB-52).
func (way stowage) quarters() int {
	switch way {
	case unturned:
		return 4
	case halfTurned:
		return 2
	}
	return 1
}

// turnings are the different forms of a shape, turned by so many quarter turns at
// a time and perhaps over (UB-52), each with its first cell in the upper left corner of
// what it covers. The shape as it is given comes first.
func turnings(cells [][2]int, quarters int, mirrored bool) [][][2]int {
	var forms [][][2]int
	add := func(form [][2]int) {
		form = slices.Clone(form)
		top, left := form[0][0], form[0][1]
		for _, c := range form {
			top, left = min(top, c[0]), min(left, c[1])
		}
		for i := range form {
			form[i] = [2]int{form[i][0] - top, form[i][1] - left}
		}
		slices.SortFunc(form, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
		if !slices.ContainsFunc(forms, func(f [][2]int) bool { return slices.Equal(f, form) }) {
			forms = append(forms, form)
		}
	}
	form := slices.Clone(cells)
	for turn := range 8 {
		if turn == 4 {
			if !mirrored {
				break
			}
			for i, c := range form {
				form[i] = [2]int{c[0], -c[1]}
			}
		}
		if turn%quarters == 0 {
			add(form)
		}
		for i, c := range form {
			form[i] = [2]int{c[1], -c[0]}
		}
	}
	return forms
}

// place notes where a good in one of these forms can lie on the ship, by the
// first space that it covers.
func (p *packer) place(k good, forms [][][2]int) {
	rows, cols := content.ship.rows, content.ship.cols
	for _, form := range forms {
		for col := range cols {
			for row := range rows {
				covered, first, inside := board(0), shipCells, true
				for _, c := range form {
					r, c := row+c[0], col+c[1]
					if r >= rows || c >= cols {
						inside = false
						break
					}
					covered |= 1 << (c*rows + r)
					first = min(first, c*rows+r)
				}
				if inside {
					p.starts[k][first] = append(p.starts[k][first], covered)
				}
			}
		}
	}
}

// pack tells whether the goods go into the spaces that are not taken, of which
// so many may stay blank. Each step decides about the first free space: some
// good lies there, or none does.
func (p *packer) pack(g goods, taken board, blanks int) bool {
	if g.isEmpty() {
		return true
	}
	key := uint64(taken)
	for _, n := range g {
		key = key<<4 | uint64(n)
	}
	if fits, ok := p.known[key]; ok {
		return fits
	}
	fits := p.packFirst(g, taken, blanks)
	p.known[key] = fits
	return fits
}

func (p *packer) packFirst(g goods, taken board, blanks int) bool {
	first := 0
	for taken&(1<<first) != 0 {
		first++
	}
	for k := kinds; k > 0; k-- {
		rest := g
		if rest[k-1]--; rest[k-1] < 0 {
			continue
		}
		for _, covered := range p.starts[k-1][first] {
			if covered&taken == 0 && p.pack(rest, taken|covered, blanks) {
				return true
			}
		}
	}
	return blanks > 0 && p.pack(g, taken|1<<first, blanks-1)
}

// A stowed good lies on these spaces.
type stowed struct {
	good   good
	spaces board
}

// stow is one arrangement of goods that fit; the same for the same goods.
func (p *packer) stow(g goods) []stowed {
	var list []stowed
	failed := map[uint64]bool{}
	var fill func(g goods, taken board, blanks int) bool
	fill = func(g goods, taken board, blanks int) bool {
		if g.isEmpty() {
			return true
		}
		key := uint64(taken)
		for _, n := range g {
			key = key<<4 | uint64(n)
		}
		if failed[key] {
			return false
		}
		first := bits.TrailingZeros32(^uint32(taken))
		for k := kinds; k > 0; k-- {
			rest := g
			if rest[k-1]--; rest[k-1] < 0 {
				continue
			}
			for _, covered := range p.starts[k-1][first] {
				if covered&taken != 0 {
					continue
				}
				list = append(list, stowed{k - 1, covered})
				if fill(rest, taken|covered, blanks) {
					return true
				}
				list = list[:len(list)-1]
			}
		}
		if blanks > 0 && fill(g, taken|1<<first, blanks-1) {
			return true
		}
		failed[key] = true
		return false
	}
	fill(g, 0, shipCells-g.worth(p.sizes))
	return list
}

// largeFirst has large goods first.
var largeFirst = [kinds]good{scarab, chest, lamp, carpet, potion}

// packGreedily puts one good after another, each into the first free position,
// row by row and in the first form that goes there (UB-M33).
func (p *packer) packGreedily(g goods, order [kinds]good) bool {
	taken := board(0)
	for _, k := range order {
		for range g[k] {
			at := p.firstFree(k, taken)
			if at == 0 {
				return false
			}
			taken |= at
		}
	}
	return true
}

// firstFree is the first position of a good on free spaces, 0 if there is none.
func (p *packer) firstFree(k good, taken board) board {
	rows, cols := content.ship.rows, content.ship.cols
	for row := range rows {
		for col := range cols {
			for _, covered := range p.starts[k][col*rows+row] {
				if covered&taken == 0 {
					return covered
				}
			}
		}
	}
	return 0
}
