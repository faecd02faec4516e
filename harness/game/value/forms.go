package value

import (
	"math/bits"
	"slices"
	"unsafe"
)

// A Form is one of the forms of an object that Forms describes.
type Form[S any] struct {
	Words  []string // of the member that tells the form
	Name   string   // by which messages call it
	Clause string   // that a key too many or too few breaks
	Says   string
	Keys   []string      // besides the member that tells
	Is     func(*S) bool // not asked of the last form, which all others have
}

// A shape is one form of whatever type.
type shape struct {
	words              []string
	name, clause, says string
	is                 func(unsafe.Pointer) bool

	keys, others uint64 // a bit for each member
}

// Forms is an object of one of several forms, which the word of the first member
// tells. Unlike a Union it is read from its beginning to its end, whatever form it
// will turn out to have, so that the first mistake in the text is the one that is
// named.
func Forms[S any](expected, clause string, members []Member[S], forms ...Form[S]) Type[S] {
	shapes, keys := make([]shape, len(forms)), make([][]string, len(forms))
	for i, f := range forms {
		shapes[i] = shape{words: f.Words, name: f.Name, clause: f.Clause, says: f.Says, is: holds(f.Is)}
		keys[i] = f.Keys
	}
	return Type[S]{formsOf(expected, clause, copies(membersOf(members)), shapes, keys)}
}

func formsOf(expected, clause string, members []member, forms []shape, keys [][]string) *form {
	var list []any
	for i := range forms {
		f := &forms[i]
		word := members[0].value.schema.with("enum", f.words)
		if len(f.words) == 1 {
			word = new(node).with("const", f.words[0])
		}
		properties := object{{members[0].key, word}}
		f.keys = 1
		for k := range members[1:] {
			m := &members[1+k]
			if slices.Contains(keys[i], m.key) {
				properties = append(properties, keyword{m.key, m.value.schema})
				f.keys |= 2 << k
			}
		}
		f.others = allOf(members) &^ f.keys
		for k := range members {
			if f.others>>k&1 != 0 {
				members[k].mayMiss()
			}
		}
		list = append(list, new(node).with("description", f.says).with("type", "object").
			with("required", append([]string{members[0].key}, keys[i]...)).with("properties", properties).with("additionalProperties", false))
	}
	return &form{
		read: func(r *Reader, s unsafe.Pointer) {
			mark := r.Mark()
			seen := readMembers(r, s, mark, expected, members)
			if r.Err() != nil {
				return
			}
			if seen&1 == 0 {
				r.failAt(mark, "", "missing key %q in %s", members[0].key, expected)
				return
			}
			f := formOf(forms, s)
			if first := seen ^ f.keys; first != 0 {
				switch m := &members[bits.TrailingZeros64(first)]; {
				case first&-first&seen != 0:
					r.Fail(keyIn(r, mark, m.key), f.clause, "unknown key %q in %s", m.key, f.name)
				default:
					r.failAt(mark, f.clause, "missing key %q in %s", m.key, f.name)
				}
			}
			for rest := f.others; rest != 0; rest &= rest - 1 {
				m := &members[bits.TrailingZeros64(rest)]
				m.empty(s)
			}
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			f := formOf(forms, s)
			start := len(out)
			for i := range members {
				if m := &members[i]; f.keys>>i&1 != 0 {
					out = m.value.write(append(out, m.next...), m.in.to(s))
				}
			}
			out[start] = '{' // in place of the comma before the first member
			return append(out, '}')
		},
		schema: said(expected, clause).with("oneOf", list),
		first:  '{',
	}
}

func formOf(forms []shape, s unsafe.Pointer) *shape {
	last := len(forms) - 1
	for i := range last {
		if forms[i].is(s) {
			return &forms[i]
		}
	}
	return &forms[last]
}

// keyIn is where a key begins of the object behind a mark, which has been read.
func keyIn(r *Reader, mark int, key string) int {
	r.Seek(mark)
	r.Object("")
	for r.MoreKeys() {
		if at := r.Offset(); string(r.Key()) == key {
			return at
		}
		r.Skip()
	}
	return mark
}
