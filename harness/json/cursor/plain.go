package cursor

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Plain moves over bytes that stand in strings for themselves and are ASCII, to the
// first other one or the end of the text: eight at a time, as most strings are short, and a
// loop over so few bytes is mostly spent on guessing where it ends.
func Plain(text []byte, i int) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x80 * ones
	)
	for ; i+8 <= len(text); i += 8 {
		v := binary.LittleEndian.Uint64(text[i:])
		// A byte's highest bit is set where one of these is so, and perhaps above that.
		quote, backslash := v^'"'*ones, v^'\\'*ones
		special := (v | (v-' '*ones)&^v | (quote-ones)&^quote | (backslash-ones)&^backslash) & highs
		if special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	for ; i < len(text) && text[i] >= ' ' && text[i] < utf8.RuneSelf && text[i] != '"' && text[i] != '\\'; i++ {
	}
	return i
}
