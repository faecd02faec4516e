package value

import (
	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Member is one key of an object with its value, a part of an S.
type Member[S any] struct {
	key   string
	head  string // the key as it is written, with its colon
	next  string // the same with a comma in front
	value Type[S]
	at    func(*S) *int
	has   func(*S) bool // of a key that may be missing
	clear func(*S)
	tie   string
	there func(*S) *bool
}

// Key is a member of that name; in tells where in an S its value is.
func Key[S, T any](key string, t Type[T], in func(*S) *T) Member[S] {
	m := Own(key, In(t, in))
	m.clear = func(s *S) {
		var zero T
		*in(s) = zero
	}
	return m
}

// Keys are members of these names, all of one type; in tells where in an S the i-th is.
func Keys[S, T any](names []string, t Type[T], in func(s *S, i int) *T) []Member[S] {
	list := make([]Member[S], len(names))
	for i, name := range names {
		list[i] = Key(name, t, func(s *S) *T { return in(s, i) })
	}
	return list
}

// Own is a member whose value is an S itself, such as a word that is always the
// same, of which nothing is kept.
func Own[S any](key string, t Type[S]) Member[S] {
	head := `"` + key + `":`
	return Member[S]{key: key, head: head, next: "," + head, value: t}
}

// At notes where the value of a member begins.
func (m Member[S]) At(in func(*S) *int) Member[S] {
	m.at = in
	return m
}

// Optional makes a key one that may be missing: has tells whether it is written.
// What is missing is read as the zero value.
func (m Member[S]) Optional(has func(*S) bool) Member[S] {
	m.has = has
	return m
}

// Noted notes whether a key is there.
func (m Member[S]) Noted(there func(*S) *bool) Member[S] {
	m.there = there
	return m
}

// Under makes a key known only if an option has a value, "NAME=VALUE".
func (m Member[S]) Under(tie string) Member[S] {
	m.tie = tie
	return m
}

// keysMax is how many keys an object has at most: there is a bit for each.
const keysMax = 64

// Object is an object with these members and no others, in any order; they are
// written in the order given.
func Object[S any](expected, clause string, members ...Member[S]) Type[S] {
	if len(members) > keysMax {
		panic("value: too many keys in " + expected) // a mistake in a description, which any test of the game meets
	}
	required := []string{}
	var properties, ties object
	keys := make([]string, len(members))
	for i, m := range members {
		if m.has == nil {
			required = append(required, m.key)
		}
		properties = append(properties, keyword{m.key, m.value.schema})
		if m.tie != "" {
			ties = append(ties, keyword{m.key, m.tie})
		}
		keys[i] = m.key
	}
	schema := said(expected, clause).with("type", "object").with("required", required).with("properties", properties)
	if ties != nil {
		schema = schema.with("x-keys", ties)
	}
	return Type[S]{
		read:   func(r *Reader, s *S) { readObject(r, s, expected, members) },
		schema: schema.with("additionalProperties", false),
		first:  '{',
		keys:   keys,
		write: func(out []byte, s *S) []byte {
			start := len(out)
			for i := range members {
				if m := &members[i]; m.has == nil || m.has(s) {
					out = m.value.write(append(out, m.next...), s)
				}
			}
			if len(out) == start {
				out = append(out, '{')
			}
			out[start] = '{' // in place of the comma before the first member
			return append(out, '}')
		},
	}
}

func readObject[S any](r *Reader, s *S, expected string, members []Member[S]) {
	mark := r.Mark()
	seen := readMembers(r, s, mark, expected, members)
	if seen == allOf(members) {
		return
	}
	for i := range members {
		switch m := &members[i]; {
		case seen>>i&1 != 0:
		case m.has != nil:
			m.clear(s)
			if m.there != nil {
				*m.there(s) = false
			}
		default:
			r.failAt(mark, "", "missing key %q in %s", m.key, expected)
			return
		}
	}
}

// allOf has a bit for each of the members.
func allOf[S any](members []Member[S]) uint64 { return 1<<len(members) - 1 }

// readMembers reads those of the members that there are in the object behind a mark, and
// returns a bit for each.
func readMembers[S any](r *Reader, s *S, mark int, expected string, members []Member[S]) (seen uint64) {
	next := 0 // the key that comes if they stand in our order
	for r.Object(expected); r.More(); {
		if next == len(members) || !r.KeyIs(members[next].head) {
			keyAt := r.Offset()
			key := r.Key()
			for next = 0; next < len(members) && members[next].key != string(key); next++ {
			}
			if next == len(members) {
				unknownKey(r, keyAt, string(key), expected, members)
				return seen
			}
		}
		if tie := members[next].tie; tie != "" && !r.knows(tie) {
			unknownKey(r, keyIn(r, mark, members[next].key), members[next].key, expected, members)
			return seen
		}
		seen |= 1 << next
		m := &members[next]
		if m.at != nil {
			*m.at(s) = r.Offset()
		}
		if m.there != nil {
			*m.there(s) = true
		}
		m.value.read(r, s)
		next++
	}
	return seen
}

func unknownKey[S any](r *Reader, at int, key, expected string, members []Member[S]) {
	if r.Err() != nil {
		return
	}
	var known []string
	for i := range members {
		if r.knows(members[i].tie) {
			known = append(known, members[i].key)
		}
	}
	r.Fail(at, "", "unknown key %q in %s%s", key, expected, game.DidYouMean([]byte(key), known))
}

func (r *Reader) knows(tie string) bool { return tie == "" || r.Knows == nil || r.Knows(tie) }
