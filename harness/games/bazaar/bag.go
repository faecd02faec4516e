package bazaar

import "cmp"

// A colour is one of the five colours of pebbles (BG-01), numbered in their
// initial order b < g < r < w < y, which is the order that bags compare by.
type colour uint8

const (
	blue colour = iota
	green
	red
	white
	yellow
	colours
)

var colourNames = [colours]string{"blue", "green", "red", "white", "yellow"}

// writingOrder is the order in which bags are written: r w b g y.
var writingOrder = [colours]colour{red, white, blue, green, yellow}

// colourNamed returns the colour with that name, and whether there is one.
func colourNamed(name []byte) (colour, bool) {
	switch string(name) {
	case "red":
		return red, true
	case "white":
		return white, true
	case "blue":
		return blue, true
	case "green":
		return green, true
	case "yellow":
		return yellow, true
	}
	return 0, false
}

// A bag is a multiset of pebbles: five counts of 12 bits each, the first
// colour of the initial order in the highest ones. The top bit of each count
// stays free, so that one subtraction compares all five. Counts are at most
// 2000: two arrays of at most 1000 pebbles (the largest pebbles_max).
type bag uint64

const (
	countBits = 12
	guards    = bag(0x800_800_800_800_800)
	ones      = bag(0x001_001_001_001_001)
)

// one is the bag of a single pebble.
func (c colour) one() bag { return 1 << (countBits * (yellow - c)) }

// count is the number of pebbles of a colour.
func (b bag) count(c colour) int { return int(b>>(countBits*(yellow-c))) & (1<<countBits - 1) }

// size is the number of pebbles: the sum of the five counts gathers in the
// highest one.
func (b bag) size() int { return int(b*ones>>(countBits*yellow)) & (1<<countBits - 1) }

// contains tells whether every count of x is covered: no guard bit is borrowed.
func (b bag) contains(x bag) bool { return ((b|guards)-x)&guards == guards }

// lacks is the part of x that b does not cover.
func (b bag) lacks(x bag) bag {
	var missing bag
	for c := range colours {
		if d := x.count(c) - b.count(c); d > 0 {
			missing += c.one() * bag(d)
		}
	}
	return missing
}

// disjoint tells whether no colour occurs in both bags.
func (b bag) disjoint(x bag) bool {
	for c := range colours {
		if b.count(c) > 0 && x.count(c) > 0 {
			return false
		}
	}
	return true
}

// compareBags is the order of bags, BG-60: by size, then by their words. Of
// two words of the same length the one with more of the first colour is the
// smaller one, and the counts are packed in the order of the colours.
func (r *rules) compareBags(a, b bag) int {
	return cmp.Or(cmp.Compare(a.size(), b.size()), cmp.Compare(b, a))
}
