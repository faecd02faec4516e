package value

import "unsafe"

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
		properties = append(properties, keyword{w, number.form.schema})
	}
	members := make([]member, len(words))
	for i, w := range words {
		members[i] = *memberOf(w, number.form, wayOf(func(list *[]Entry[T]) *int {
			*list = append(*list, Entry[T]{Key: T(i)})
			return &(*list)[len(*list)-1].N
		}), nil)
		members[i].has = func(unsafe.Pointer) bool { return true }
	}
	return Type[[]Entry[T]]{&form{
		read: func(r *Reader, to unsafe.Pointer) {
			list := (*[]Entry[T])(to)
			*list = (*list)[:0]
			readObject(r, to, expected, members)
		},
		write: func(out []byte, of unsafe.Pointer) []byte {
			list := (*[]Entry[T])(of)
			out = append(out, '{')
			for i := range *list {
				e := &(*list)[i]
				if i > 0 {
					out = append(out, ',')
				}
				out = append(append(append(out, '"'), words[e.Key]...), '"', ':')
				out = number.Append(out, &e.N)
			}
			return append(out, '}')
		},
		schema: said(expected, clause).with("type", "object").with("required", []string{}).with("properties", properties).
			with("additionalProperties", false).with("minProperties", least),
		first: '{',
	}}
}
