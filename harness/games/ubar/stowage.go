package ubar

import (
	"math/bits"
	"slices"
	"sync"
)

// A stowage is a way to pack goods that is not that of the rules. What a hold
// shows is told by those that find another answer.
type stowage uint8

const (
	bySpaces stowage = iota // whose spaces are few enough
	unturned
	greedily // large goods first
	halfTurned
	smallFirst
	spaceLost
	columnLost
	stowages // how many there are
)

// wrongPackers pack in these ways, without and with goods that are turned over.
var wrongPackers = func() (all [stowages][2]func() *packer) {
	for way := range stowages {
		for m := range 2 {
			all[way][m] = sync.OnceValue(func() *packer { return newWrongPacker(way, m == 1) })
		}
	}
	return all
}()

func newWrongPacker(way stowage, mirrored bool) *packer {
	p := &packer{known: map[uint64]bool{}}
	for k, cells := range content.cells {
		p.sizes[k] = len(cells)
		p.place(good(k), way.turnings(cells, mirrored))
	}
	lost := board(0)
	switch way {
	case spaceLost:
		lost = 1 << (shipCells - 1)
	case columnLost:
		lost = (1<<content.ship.rows - 1) << (shipCells - content.ship.rows)
	}
	fits := func(g goods, blanks int) bool { return p.pack(g, lost, blanks) }
	switch way {
	case bySpaces:
		fits = func(goods, int) bool { return true }
	case greedily:
		fits = func(g goods, _ int) bool { return p.packGreedily(g, largeFirst) }
	case smallFirst:
		fits = func(g goods, _ int) bool {
			return p.packGreedily(g, [kinds]good{potion, carpet, lamp, chest, scarab})
		}
	}
	p.tabulate(shipCells-bits.OnesCount32(uint32(lost)), fits)
	p.known = nil
	return p
}

// turnings are the forms in which a good is tried.
func (way stowage) turnings(cells [][2]int, mirrored bool) [][][2]int {
	half := slices.Clone(cells)
	for i, c := range half {
		half[i] = [2]int{-c[0], -c[1]}
	}
	list := [][][2]int{cells}
	switch way {
	case unturned:
	case halfTurned:
		list = append(list, half)
	default:
		return turnings(cells, mirrored)
	}
	var forms [][][2]int
	for _, form := range list {
		forms = withForm(forms, form)
	}
	for _, form := range list {
		form = slices.Clone(form)
		for i, c := range form {
			form[i] = [2]int{c[0], -c[1]}
		}
		if mirrored {
			forms = withForm(forms, form)
		}
	}
	return forms
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
