package value

import "encoding/binary"

// A wordTable finds a word among a few by the first eight bytes from its quote on, which
// are read as one number: they are all of most words, and enough to tell the others.
type wordTable struct {
	words  []string
	quoted []string
	heads  []head
	bytes  int              // that are looked at to choose a slot
	first  [wordSlots]uint8 // 1 + the place of the first word of a slot, 0 if it has none
	next   []uint8          // 1 + the place of the next word of the same slot
}

// A head is the first bytes of a quoted word, as the lowest ones of a number.
type head struct {
	bits, mask uint64
	whole      bool // the bytes are the word with both quotes
}

const (
	wordSlots = 256
	headBytes = 8
)

// slot is where a text stands that begins with these bytes, of which n count.
func slot(bits uint64, n int) uint8 {
	// The factor is 2^64 by the golden ratio: it spreads near numbers.
	return uint8(bits << (64 - 8*n) * 0x9e3779b97f4a7c15 >> 56)
}

// headOf is what a quoted word begins with.
func headOf(quoted string) head {
	var bytes, ones [headBytes]byte
	for i := range copy(bytes[:], quoted) {
		ones[i] = 0xff
	}
	return head{binary.LittleEndian.Uint64(bytes[:]), binary.LittleEndian.Uint64(ones[:]), len(quoted) <= headBytes}
}

// finder makes the table of some words, less than 255, of printable ASCII without quotes
// and backslashes.
func finder(words []string) *wordTable {
	t := &wordTable{words: words, quoted: make([]string, len(words)), heads: make([]head, len(words)), next: make([]uint8, len(words))}
	most := headBytes
	for i, w := range words {
		t.quoted[i] = `"` + w + `"`
		t.heads[i] = headOf(t.quoted[i])
		most = min(most, len(t.quoted[i]))
	}
	for t.bytes = 2; t.bytes < most && !t.differ(); t.bytes++ {
	}
	for i, h := range t.heads {
		s := slot(h.bits, t.bytes)
		t.next[i], t.first[s] = t.first[s], uint8(i+1)
	}
	return t
}

// differ tells whether so many bytes give every word a slot of its own.
func (t *wordTable) differ() bool {
	var taken [wordSlots]bool
	for _, h := range t.heads {
		s := slot(h.bits, t.bytes)
		if taken[s] {
			return false
		}
		taken[s] = true
	}
	return true
}

// read reads one of the words and returns its place, -1 if there is none.
func (t *wordTable) read(r *Reader, expected, clause string) int {
	if text := r.Ahead(); len(text) >= headBytes {
		bits := binary.LittleEndian.Uint64(text)
		for i := t.first[slot(bits, t.bytes)]; i > 0; i = t.next[i-1] {
			q := t.quoted[i-1]
			if h := &t.heads[i-1]; bits&h.mask == h.bits && (h.whole || len(text) >= len(q) && string(text[:len(q)]) == q) {
				r.Pass(len(q))
				return int(i - 1)
			}
		}
	}
	// It may be the same word in other letters.
	word := r.String(expected)
	for i, w := range t.words {
		if w == string(word) && r.Err() == nil {
			return i
		}
	}
	r.refuseWord(word, t.words, expected, clause)
	return -1
}
