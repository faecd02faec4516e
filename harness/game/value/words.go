package value

// A wordTable finds a word among a few by the bytes that come behind its first quote,
// which is enough to tell most words from most others.
type wordTable struct {
	words  []string
	quoted []string
	bytes  int              // that are looked at
	first  [wordSlots]uint8 // 1 + the place of the first word of a slot, 0 if it has none
	next   []uint8          // 1 + the place of the next word of the same slot
}

const (
	wordSlots = 256
	wordBytes = 4 // that are looked at, at most
)

// slot is where a text stands that begins with a quote.
func slot[T string | []byte](text T, n int) uint8 {
	h := uint32(0)
	for i := 1; i <= n; i++ {
		h = h<<5 ^ h>>3 ^ uint32(text[i])
	}
	return uint8(h ^ h>>8)
}

// finder makes the table of some words, less than 255, of printable ASCII without quotes
// and backslashes.
func finder(words []string) *wordTable {
	t := &wordTable{words: words, quoted: make([]string, len(words)), next: make([]uint8, len(words))}
	most := wordBytes
	for i, w := range words {
		t.quoted[i] = `"` + w + `"`
		most = min(most, len(w)+1)
	}
	for t.bytes = 1; t.bytes < most && !t.differ(); t.bytes++ {
	}
	for i, w := range t.quoted {
		s := slot(w, t.bytes)
		t.next[i], t.first[s] = t.first[s], uint8(i+1)
	}
	return t
}

// differ tells whether so many bytes tell every word from every other.
func (t *wordTable) differ() bool {
	var taken [wordSlots]bool
	for _, w := range t.quoted {
		s := slot(w, t.bytes)
		if taken[s] {
			return false
		}
		taken[s] = true
	}
	return true
}

// read reads one of the words and returns its place, -1 if there is none.
func (t *wordTable) read(r *Reader, expected, clause string) int {
	if text := r.Ahead(); len(text) > t.bytes {
		for i := t.first[slot(text, t.bytes)]; i > 0; i = t.next[i-1] {
			if q := t.quoted[i-1]; len(text) >= len(q) && string(text[:len(q)]) == q {
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
	r.refuse(expected, clause)
	return -1
}
