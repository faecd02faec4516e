package judge

import (
	"bytes"
	"strconv"
)

// exponentDigitsMax is how long an exponent may be to be calculated with. What
// is longer belongs to numbers that no program means, and stays as written.
const exponentDigitsMax = 9

// plainZerosMax is how many digits behind the point a number may have to be
// written without an exponent.
const plainZerosMax = 20

// appendFraction appends the canonical text of a number that is not an integer
// by the rule of the specs: "1.5" for 1.50 and 15e-1, "1e20" for 1e20.
func appendFraction(dst, token []byte) []byte {
	mantissa, power := token, []byte(nil)
	if i := bytes.IndexAny(token, "eE"); i >= 0 {
		mantissa, power = token[:i], token[i+1:]
	}
	exponent, ok := 0, true
	if power != nil {
		exponent, ok = shortExponent(power)
	}
	if !ok {
		return append(append(append(dst, mantissa...), 'e'), bytes.TrimPrefix(power, []byte("+"))...)
	}
	if bytes.HasPrefix(mantissa, []byte("-")) {
		mantissa = mantissa[1:]
		dst = append(dst, '-')
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	digits := append(append(make([]byte, 0, len(mantissa)), whole...), fraction...)
	exponent -= len(fraction)
	digits = bytes.TrimLeft(digits, "0")
	if n := len(digits); n > 0 {
		digits = bytes.TrimRight(digits, "0")
		exponent += n - len(digits)
	}
	if exponent >= 0 || exponent < -plainZerosMax {
		return strconv.AppendInt(append(append(dst, digits...), 'e'), int64(exponent), 10)
	}
	point := len(digits) + exponent
	if point <= 0 {
		dst = append(dst, '0', '.')
		for range -point {
			dst = append(dst, '0')
		}
		return append(dst, digits...)
	}
	dst = append(append(dst, digits[:point]...), '.')
	return append(dst, digits[point:]...)
}

func shortExponent(text []byte) (int, bool) {
	negative := bytes.HasPrefix(text, []byte("-"))
	text = bytes.TrimLeft(text, "+-")
	text = bytes.TrimLeft(text, "0")
	if len(text) > exponentDigitsMax {
		return 0, false
	}
	n := 0
	for _, b := range text {
		n = n*10 + int(b-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}
