package delivery

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// isSpace tells whether JSON takes b for white space.
func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// isBare tells whether b may stand in a number, true, false or null. Two such
// bytes side by side belong to one token.
func isBare(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b == 'E' || b == '-' || b == '+' || b == '.'
}

// tokenEnd returns the end of the token that begins at from.
func tokenEnd(text []byte, from int) int {
	i := from + 1
	switch {
	case text[from] == '"':
		for i < len(text) {
			switch text[i] {
			case '"':
				return i + 1
			case '\\':
				i++
			}
			i++
		}
		return len(text)
	case isBare(text[from]):
		for i < len(text) && isBare(text[i]) {
			i++
		}
	}
	return i
}

// unitLen returns the length of the character or escape that the inside of a
// string begins with. What is not JSON counts byte by byte.
func unitLen(text []byte) int {
	switch {
	case text[0] < utf8.RuneSelf && text[0] != '\\':
		return 1
	case text[0] == '\\' && len(text) >= 2 && text[1] != 'u':
		return 2
	case text[0] == '\\':
		return min(len(text), len(`\u0000`))
	}
	_, size := utf8.DecodeRune(text)
	return size
}

// dribbleBytes is the least length of a piece of a dribbled feed, unless it is
// the last one: enough for the small tokens, so that a short input is not held
// up for each of its brackets.
const dribbleBytes = 4

// appendPauses appends the places between tokens at which a dribbled feed
// pauses, at most cutsMax of them about equally far apart.
func appendPauses(cuts []int, text []byte) []int {
	step := max(dribbleBytes, (len(text)+cutsMax)/(cutsMax+1))
	next := step
	for i := 0; i < len(text) && len(cuts) < cutsMax; {
		i = tokenEnd(text, i)
		if i >= next && i < len(text) {
			cuts = append(cuts, i)
			next = i + step
		}
	}
	return cuts
}

// A place is what a piece of a cut feed ends in.
type place int

const (
	inString place = iota
	inNumber
	inWord
	inEscape
	inRune
	places
)

// appendCuts appends the places inside tokens at which a feed is cut, in
// ascending order. Each kind of place has the same share of cutsMax, spread
// evenly over the text, so that a text full of strings is cut in its few
// numbers too.
func appendCuts(cuts []int, text []byte) []int {
	const share = cutsMax / int(places)
	var found, taken, seen [places]int
	visit(text, func(p place, _, _ int) { found[p]++ })
	visit(text, func(p place, from, to int) {
		n := min(found[p], share)
		i := seen[p]
		seen[p]++
		if i*n/found[p] == (i+1)*n/found[p] {
			return
		}
		// The first cut is in the middle, the next ones each a byte further, so
		// that an escape is not always cut behind the same digit.
		size := to - from
		cuts = append(cuts, from+1+(size/2-1+taken[p])%(size-1))
		taken[p]++
	})
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

// visit calls f for everything of at least two bytes that a feed may be cut in.
func visit(text []byte, f func(p place, from, to int)) {
	for i := 0; i < len(text); {
		end := tokenEnd(text, i)
		switch b := text[i]; {
		case b == '"' && end-i >= 2:
			f(inString, i, end)
			visitString(text, i+1, end, f)
		case end-i < 2:
		case b == '-' || b >= '0' && b <= '9':
			f(inNumber, i, end)
		default:
			f(inWord, i, end)
		}
		i = end
	}
}

// visitString calls f for the escapes and characters of a string. The two
// escapes of a surrogate pair count as one.
func visitString(text []byte, from, to int, f func(p place, from, to int)) {
	for i := from; i < to; {
		size := unitLen(text[i:to])
		switch {
		case text[i] == '\\' && size > 1:
			if size == len(`\u0000`) && isHighSurrogate(text[i:]) && bytes.HasPrefix(text[i+size:to], []byte(`\u`)) {
				size += unitLen(text[i+size : to])
			}
			f(inEscape, i, i+size)
		case size > 1:
			f(inRune, i, i+size)
		}
		i += size
	}
}

// isHighSurrogate tells whether an escape is the first half of a pair: those
// from \ud800 to \udbff are.
func isHighSurrogate(escape []byte) bool {
	return (escape[2] == 'd' || escape[2] == 'D') && bytes.IndexByte([]byte("89abAB"), escape[3]) >= 0
}
