package value

// An Entry is a key of a tally with its number.
type Entry[T ~uint8] struct {
	Key T
	N   int
}

// Tally is an object with numbers for some of a few words, at least so many; the
// T is the place of a word among them. They are written in the order of the list.
func Tally[T ~uint8](expected, clause string, words []string, number Type[int], least int) Type[[]Entry[T]] {
	var properties object
	for _, w := range words {
		properties = append(properties, keyword{w, number.schema})
	}
	members := make([]Member[[]Entry[T]], len(words))
	for i, w := range words {
		members[i] = Key(w, number, func(list *[]Entry[T]) *int {
			*list = append(*list, Entry[T]{Key: T(i)})
			return &(*list)[len(*list)-1].N
		}).Optional(func(*[]Entry[T]) bool { return true })
		members[i].clear = func(*[]Entry[T]) {}
	}
	return Type[[]Entry[T]]{
		read: func(r *Reader, list *[]Entry[T]) {
			*list = (*list)[:0]
			readObject(r, list, expected, members)
		},
		write: func(out []byte, list *[]Entry[T]) []byte {
			out = append(out, '{')
			for i := range *list {
				e := &(*list)[i]
				if i > 0 {
					out = append(out, ',')
				}
				out = append(append(append(out, '"'), words[e.Key]...), '"', ':')
				out = number.write(out, &e.N)
			}
			return append(out, '}')
		},
		schema: said(expected, clause).with("type", "object").with("required", []string{}).with("properties", properties).
			with("additionalProperties", false).with("minProperties", least),
		first: '{',
	}
}
