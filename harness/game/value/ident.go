package value

// Ident is one of some ids, less than 255; the T is its place among them. A message
// about another text quotes it, and names no clause.
func Ident[T ~uint8 | ~int16 | ~int](expected, clause string, ids []string) Type[T] {
	quoted := make([]string, len(ids))
	for i, id := range ids {
		quoted[i] = `"` + id + `"`
	}
	find := newIDTable(ids)
	return Type[T]{
		read: func(r *Reader, v *T) {
			if i := find.place(r.String(expected)); i >= 0 {
				*v = T(i)
			} else {
				r.Rejected(expected)
			}
		},
		write: func(out []byte, v *T) []byte {
			if i := int(*v); i >= 0 && i < len(quoted) {
				return append(out, quoted[i]...)
			}
			return append(out, "null"...)
		},
		schema: said(expected, clause).with("type", "string").with("enum", ids),
		first:  '"',
	}
}

// Constant is Fixed, but for what its schema says: the word alone.
func Constant[S any](word string) Type[S] {
	t := Fixed[S](word)
	t.schema = t.schema.without("x-expected")
	return t
}

// Matching has the pattern of the words in the schema instead of a list of them.
func (t Type[T]) Matching(pattern string) Type[T] {
	t.schema = t.schema.without("enum").with("pattern", pattern)
	return t
}

// An idTable finds an id among others that are about as long and begin alike, so that
// only their bytes tell them apart.
type idTable struct {
	ids   []string
	first [idSlots]uint8 // 1 + the place of the first id of a slot, 0 if it has none
	next  []uint8        // 1 + the place of the next id of the same slot
}

const (
	idSlots = 512
	idBytes = 4 // that are looked at
)

func idSlot[T string | []byte](id T) int {
	n := len(id)
	for i := range min(n, idBytes) {
		n = 37*n + int(id[i])
	}
	return n % idSlots
}

func newIDTable(ids []string) *idTable {
	t := &idTable{ids: ids, next: make([]uint8, len(ids))}
	for i, id := range ids {
		s := idSlot(id)
		t.next[i], t.first[s] = t.first[s], uint8(i+1)
	}
	return t
}

// place is where an id stands among the others, -1 if it does not.
func (t *idTable) place(id []byte) int {
	for i := t.first[idSlot(id)]; i > 0; i = t.next[i-1] {
		if t.ids[i-1] == string(id) {
			return int(i - 1)
		}
	}
	return -1
}
