package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A byteSize is a flag whose value may end in K, M or G.
type byteSize int

// byteUnits are the units of a byteSize.
var byteUnits = map[byte]int{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}

func (b *byteSize) String() string {
	for _, unit := range []byte("GMK") {
		if n := byteUnits[unit]; *b > 0 && int(*b)%n == 0 {
			return fmt.Sprintf("%d%c", int(*b)/n, unit)
		}
	}
	return strconv.Itoa(int(*b))
}

func (b *byteSize) Type() string { return "bytes" }

// byteSizeMax keeps sums of sizes within an int.
const byteSizeMax = 1 << 40

func (b *byteSize) Set(text string) error {
	unit := 1
	digits := text
	if n := len(text); n > 0 {
		if u, ok := byteUnits[strings.ToUpper(text)[n-1]]; ok {
			unit, digits = u, text[:n-1]
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > int64(byteSizeMax/unit) {
		return errors.New("expected a number of bytes from 1, perhaps with K, M or G")
	}
	*b = byteSize(n * int64(unit))
	return nil
}
