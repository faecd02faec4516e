package value

// A word table finds a word among a few by its length and two of its letters, which
// is enough to tell most words from most others.
type wordTable struct {
	words []string
	first [wordSlots]uint8 // 1 + the place of the first word of a slot, 0 if it has none
	next  []uint8          // 1 + the place of the next word of the same slot
}

const wordSlots = 64

func slot[T string | []byte](word T) uint {
	n := uint(len(word))
	if n == 0 {
		return 0
	}
	return (n + 5*uint(word[0]) + 11*uint(word[n/2])) % wordSlots
}

// finder makes the table of some words, less than 255.
func finder(words []string) *wordTable {
	t := &wordTable{words: words, next: make([]uint8, len(words))}
	for i, w := range words {
		s := slot(w)
		t.next[i], t.first[s] = t.first[s], uint8(i+1)
	}
	return t
}

// place is where a word stands among the words, -1 if it does not.
func (t *wordTable) place(word []byte) int {
	for i := t.first[slot(word)]; i > 0; i = t.next[i-1] {
		if t.words[i-1] == string(word) {
			return int(i - 1)
		}
	}
	return -1
}

// read reads one of the words and returns its place, -1 if there is none.
func (t *wordTable) read(r *Reader, expected, clause string) int {
	i := t.place(r.String(expected))
	if i < 0 {
		r.refuse(expected, clause)
	}
	return i
}
