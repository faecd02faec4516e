// Package number reads the integers of the wire formats. The specs accept
// more spellings than the usual decoders do: an integer written plainly is
// exact at any length, and a number with fraction or exponent counts as an
// integer where its value is one of at most 15 digits ("1.0", "10e-1").
package number

// digitsMax bounds the value of a number written with fraction or exponent.
const digitsMax = 15

// Integer returns the canonical digits of a JSON number token ("-" first if
// negative, no leading zeros, "0" for every zero) and whether it is an
// integer by the rule of the specs. A token written plainly is returned
// itself, without a copy, unless it is "-0".
func Integer(token []byte) ([]byte, bool) {
	plain := len(token) > 0
	for i, b := range token {
		if (b < '0' || b > '9') && (b != '-' || i > 0) {
			plain = false
			break
		}
	}
	if plain {
		if string(token) == "-0" {
			return token[1:], true
		}
		return token, true
	}
	return scaled(token)
}

// scaled reads a number with fraction or exponent.
func scaled(token []byte) ([]byte, bool) {
	negative := false
	i := 0
	if i < len(token) && token[i] == '-' {
		negative = true
		i++
	}
	var digits []byte // all digits of the mantissa, without leading zeros
	point := 0        // how many of them stand behind the point
	behind := false
	for ; i < len(token) && token[i] != 'e' && token[i] != 'E'; i++ {
		switch b := token[i]; {
		case b == '.':
			behind = true
		case b >= '0' && b <= '9':
			if behind {
				point++
			}
			if b != '0' || len(digits) > 0 {
				digits = append(digits, b)
			}
		default:
			return nil, false
		}
	}
	exponent, ok := 0, true
	if i < len(token) {
		exponent, ok = readExponent(token[i+1:])
	}
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		point--
	}
	if len(digits) == 0 {
		return []byte("0"), true
	}
	zeros := exponent - point
	if !ok || zeros < 0 || len(digits)+zeros > digitsMax {
		return nil, false
	}
	for range zeros {
		digits = append(digits, '0')
	}
	if negative {
		digits = append([]byte{'-'}, digits...)
	}
	return digits, true
}

// exponentMax is far above every exponent that can belong to an integer of 15
// digits in a value of the size that stream lets through.
const exponentMax = 1 << 30

// readExponent reads the part behind the "e"; false when it is beyond
// exponentMax in either direction.
func readExponent(text []byte) (int, bool) {
	negative := false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		text = text[1:]
	}
	n := 0
	for _, b := range text {
		n = n*10 + int(b-'0')
		if n > exponentMax {
			return 0, false
		}
	}
	if negative {
		n = -n
	}
	return n, true
}
