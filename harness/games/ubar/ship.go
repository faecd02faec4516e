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

// packers are the two that there are: without and with goods that are turned over
// (UB-52).
var packers = [...]func() *packer{
	sync.OnceValue(func() *packer { return newPacker(false) }),
	sync.OnceValue(func() *packer { return newPacker(true) }),
}

func newPacker(mirrored bool) *packer {
	p := &packer{known: map[uint64]bool{}}
	for k, cells := range content.cells {
		p.sizes[k] = len(cells)
		p.place(good(k), turnings(cells, mirrored))
	}
	p.tabulate(shipCells, func(g goods, blanks int) bool { return p.pack(g, 0, blanks) }) // UB-50, UB-51
	p.known = nil
	return p
}

// tabulate tries all goods that take no more than so much room, and notes which fit; fits
// is told how many spaces stay blank.
func (p *packer) tabulate(room int, fits func(g goods, blanks int) bool) {
	var g goods
	for g[carpet] = 0; int(g[carpet]) <= goodsMax[carpet]; g[carpet]++ {
		for g[chest] = 0; int(g[chest]) <= goodsMax[chest]; g[chest]++ {
			for g[potion] = 0; int(g[potion]) <= goodsMax[potion]; g[potion]++ {
				for g[lamp] = 0; int(g[lamp]) <= goodsMax[lamp]; g[lamp]++ {
					for g[scarab] = 0; int(g[scarab]) <= goodsMax[scarab]; g[scarab]++ {
						if blanks := room - g.worth(p.sizes); blanks >= 0 && fits(g, blanks) {
							i := index(g)
							p.table[i/64] |= 1 << (i % 64)
						}
					}
				}
			}
		}
	}
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

// turnings are the different forms of a shape, turned and perhaps turned over
// (UB-52), each with its first cell in the upper left corner of what it covers.
// The shape as it is given comes first.
func turnings(cells [][2]int, mirrored bool) [][][2]int {
	var forms [][][2]int
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
		forms = withForm(forms, form)
		for i, c := range form {
			form[i] = [2]int{c[1], -c[0]}
		}
	}
	return forms
}

// withForm adds a form to others, unless it is one of them.
func withForm(forms [][][2]int, form [][2]int) [][][2]int {
	form = slices.Clone(form)
	top, left := form[0][0], form[0][1]
	for _, c := range form {
		top, left = min(top, c[0]), min(left, c[1])
	}
	for i := range form {
		form[i] = [2]int{form[i][0] - top, form[i][1] - left}
	}
	slices.SortFunc(form, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	if slices.ContainsFunc(forms, func(f [][2]int) bool { return slices.Equal(f, form) }) {
		return forms
	}
	return append(forms, form)
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

// packer decides which goods fit (UB-51, UB-52).
func (r *rules) packer() *packer {
	m := 0
	if r.mirrored {
		m = 1 // UB-52
	}
	return packers[m]()
}

// fits tells whether the goods fit on a ship.
func (r *rules) fits(g goods) bool { return r.packer().fits(g) }

// settled tells whether the goods fit after the step under way (UB-53).
func (r *rules) settled(how *passage) bool { return r.fits(how.hold) }
