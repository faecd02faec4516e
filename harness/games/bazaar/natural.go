package bazaar

import (
	"cmp"
	"math/big"
	"strconv"
)

// A natural is a score: a number that comes from outside may have any number
// of digits, those of a game are small.
type natural struct {
	n   int
	big *big.Int // set if the number is beyond smallDigits; n then is 0
}

// smallDigits is how many digits certainly fit n with room for what a game or
// a bonus adds.
const smallDigits = 17

// naturalFrom reads canonical digits.
func naturalFrom(digits []byte) natural {
	if len(digits) <= smallDigits {
		n, _ := strconv.Atoi(string(digits))
		return natural{n: n}
	}
	b, _ := new(big.Int).SetString(string(digits), 10)
	return natural{big: b}
}

// atLeast tells whether the number is n or more.
func (a natural) atLeast(n int) bool { return a.compare(natural{n: n}) >= 0 }

func (a natural) compare(b natural) int {
	if a.big == nil && b.big == nil {
		return cmp.Compare(a.n, b.n)
	}
	return a.whole().Cmp(b.whole())
}

func (a natural) plus(b natural) natural {
	if a.big == nil && b.big == nil {
		return natural{n: a.n + b.n}
	}
	return natural{big: new(big.Int).Add(a.whole(), b.whole())}
}

func (a natural) whole() *big.Int {
	if a.big != nil {
		return a.big
	}
	return big.NewInt(int64(a.n))
}

func (a natural) appendTo(out []byte) []byte {
	if a.big != nil {
		return a.big.Append(out, 10)
	}
	return strconv.AppendInt(out, int64(a.n), 10)
}
