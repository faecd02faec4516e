package ubar

import (
	"math/bits"
	"testing"
)

// Every hold that fits is drawn with all its goods, none upon another.
func TestStow(t *testing.T) {
	readOnce()
	for mirrored := range len(packers) {
		p := packers[mirrored]()
		holds := 0
		var g goods
		var each func(k good)
		each = func(k good) {
			if k == kinds {
				if p.fits(g) {
					holds++
					checkStowed(t, p, g)
				}
				return
			}
			for g[k] = 0; int(g[k]) <= goodsMax[k]; g[k]++ {
				each(k + 1)
			}
			g[k] = 0
		}
		each(carpet)
		// Chapter 8 of the spec has the numbers.
		if want := []int{1066, 1071}[mirrored]; holds != want {
			t.Errorf("mirrored %d: %d holds fit, expected %d", mirrored, holds, want)
		}
	}
}

func checkStowed(t *testing.T, p *packer, g goods) {
	t.Helper()
	var taken board
	var stowedGoods goods
	for _, s := range p.stow(g) {
		stowedGoods[s.good]++
		if taken&s.spaces != 0 || bits.OnesCount32(uint32(s.spaces)) != p.sizes[s.good] {
			t.Errorf("%v: a %s on %b, with %b taken", g, goodNames[s.good], s.spaces, taken)
		}
		taken |= s.spaces
	}
	if stowedGoods != g {
		t.Errorf("%v: stowed are %v", g, stowedGoods)
	}
}
