package ubar

// A good is one of the five kinds of goods, in the order in which they are
// always written.
type good uint8

const (
	carpet good = iota
	chest
	potion
	lamp
	scarab
	kinds
)

var goodNames = [kinds]string{"carpet", "chest", "potion", "lamp", "scarab"}

// supplyOfGood is how many tiles there are of each good; a test holds it to the
// content.
const supplyOfGood = 20

// goods is a multiset: how many there are of each good. What is held or left in
// the supply is at most 20, what a request names at most 99.
type goods [kinds]int8

func (g goods) plus(x goods) goods {
	for k := range g {
		g[k] += x[k]
	}
	return g
}

func (g goods) minus(x goods) goods {
	for k := range g {
		g[k] -= x[k]
	}
	return g
}

// contains tells whether there are as many of each good as in x.
func (g goods) contains(x goods) bool {
	for k := range g {
		if g[k] < x[k] {
			return false
		}
	}
	return true
}

// atMost is the part of g that x has as well.
func (g goods) atMost(x goods) goods {
	for k := range g {
		g[k] = min(g[k], x[k])
	}
	return g
}

func (g goods) isEmpty() bool { return g == goods{} }

// worth is the sum of the prices.
func (g goods) worth(prices [kinds]int) int {
	sum := 0
	for k := range g {
		sum += int(g[k]) * prices[k]
	}
	return sum
}
