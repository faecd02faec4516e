package bazaar

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A natural is a score: a number that comes from outside may have any number
// of digits, those of a game are small.
type natural struct {
	n      int
	digits string // the number if it has more than smallDigits; n then is 0
}

// smallDigits is how many digits certainly fit n with room for what a game or
// a bonus adds.
const smallDigits = 17

// naturalFrom reads canonical digits.
func naturalFrom(digits []byte) natural {
	if len(digits) > smallDigits {
		return natural{digits: string(digits)}
	}
	n, _ := strconv.Atoi(string(digits)) // so few digits always fit
	return natural{n: n}
}

// atLeast tells whether the number is n or more.
func (a natural) atLeast(n int) bool { return a.compare(natural{n: n}) >= 0 }

func (a natural) compare(b natural) int {
	if a.digits == "" && b.digits == "" {
		return cmp.Compare(a.n, b.n)
	}
	x, y := a.text(), b.text()
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y))
}

func (a natural) plus(b natural) natural {
	if a.digits == "" && b.digits == "" {
		return natural{n: a.n + b.n}
	}
	// Digit by digit: converting to a binary number and back would take time
	// that grows with the square of the length.
	x, y := a.text(), b.text()
	if len(x) < len(y) {
		x, y = y, x
	}
	sum := make([]byte, 0, len(x)+1)
	carry := byte(0)
	for i := range len(x) {
		d := x[len(x)-1-i] - '0' + carry
		if i < len(y) {
			d += y[len(y)-1-i] - '0'
		}
		sum = append(sum, d%10+'0')
		carry = d / 10
	}
	if carry > 0 {
		sum = append(sum, carry+'0')
	}
	slices.Reverse(sum)
	return naturalFrom(sum)
}

func (a natural) text() string {
	if a.digits != "" {
		return a.digits
	}
	return strconv.Itoa(a.n)
}

func (a natural) appendTo(out []byte) []byte {
	if a.digits != "" {
		return append(out, a.digits...)
	}
	return strconv.AppendInt(out, int64(a.n), 10)
}
