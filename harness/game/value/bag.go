package value

import "unsafe"

// A Packing is how a game keeps a bag of words in one number.
type Packing[T ~uint8, B ~uint64] struct {
	One   []B // the bag of a single word, by the place of the word
	Count func(bag B, word T) int
	Order []T // in which the words are written
}

// Bag is an array of words whose order means nothing, which an S has as a B. Of more than
// most words only the first count, and the decoder refuses them: refuse says by which
// clause, or none, and how.
func Bag[S any, T ~uint8, B ~uint64](
	expected, clause string, word Type[T], most int, packing Packing[T, B], refuse func(n int) (clause, message string),
	get func(*S) B, set func(*S, B),
) Type[S] {
	first, next := make([]string, len(packing.One)), make([]string, len(packing.One))
	for i := range packing.One {
		first[i] = string(word.Text(T(i)))
		next[i] = "," + first[i]
	}
	return Type[S]{&form{
		read: func(r *Reader, s unsafe.Pointer) {
			at, n := r.Offset(), 0
			var bag B
			for r.Array(expected); n > 0 && r.Comma() || r.More(); n++ {
				if i := word.form.place(r); i >= 0 && n < most {
					bag += packing.One[i]
				}
			}
			set((*S)(s), bag)
			if n > most && r.Err() == nil {
				clause, message := refuse(n)
				r.Fail(at, clause, "%s", message)
			}
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			bag := get((*S)(s))
			out = append(out, '[')
			texts := first
			for _, w := range packing.Order {
				for range packing.Count(bag, w) {
					out = append(out, texts[w]...)
					texts = next
				}
			}
			return append(out, ']')
		},
		schema: said(expected, clause).with("type", "array").with("items", word.form.schema).with("maxItems", most),
		first:  '[',
	}}
}
