package value

import (
	"reflect"
	"unsafe"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A Member is one key of an object with its value, a part of an S.
type Member[S any] struct{ member *member }

type member struct {
	key   string
	head  string // the key as it is written, with its colon
	next  string // the same with a comma in front
	value *form
	in    way // to the value
	tie   string

	at    *way                        // to an int, if there is one
	there *way                        // to a bool, if there is one
	has   func(s unsafe.Pointer) bool // of a key that may be missing
	clear reflect.Type                // of the value, if a missing key makes it the zero one
}

// Key is a member of that name; in tells where in an S its value is: in each at the same
// place, or behind a pointer.
func Key[S, T any](key string, t Type[T], in func(*S) *T) Member[S] {
	return Member[S]{keyOf(key, t.form, untyped(in), (*S)(nil), (*T)(nil))}
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
func Own[S any](key string, t Type[S]) Member[S] { return Member[S]{memberOf(key, t.form, way{}, nil)} }

// keyOf is what Key is of whatever types, of which it is given pointers.
func keyOf(key string, value *form, in func(unsafe.Pointer) unsafe.Pointer, whole, part any) *member {
	return memberOf(key, value, wayBy(in, whole), reflect.TypeOf(part).Elem())
}

func memberOf(key string, value *form, in way, clear reflect.Type) *member {
	next := `,"` + key + `":`
	return &member{key: key, head: next[1:], next: next, value: value, in: in, clear: clear}
}

// with is the same member but for a change.
func (m *member) with(change func(*member)) *member {
	same := *m
	change(&same)
	return &same
}

// At notes where the value of a member begins.
func (m Member[S]) At(in func(*S) *int) Member[S] {
	at := wayOf(in)
	return Member[S]{m.member.with(func(m *member) { m.at = &at })}
}

// Optional makes a key one that may be missing: has tells whether it is written.
// What is missing is read as the zero value.
func (m Member[S]) Optional(has func(*S) bool) Member[S] {
	return Member[S]{m.member.with(func(m *member) { m.has = holds(has) })}
}

// Noted notes whether a key is there.
func (m Member[S]) Noted(there func(*S) *bool) Member[S] {
	to := wayOf(there)
	return Member[S]{m.member.with(func(m *member) { m.there = &to })}
}

// Under makes a key known only if an option has a value, "NAME=VALUE".
func (m Member[S]) Under(tie string) Member[S] {
	return Member[S]{m.member.with(func(m *member) { m.tie = tie })}
}

// holds is a condition of whatever is at a place.
func holds[S any](is func(*S) bool) func(unsafe.Pointer) bool {
	return func(s unsafe.Pointer) bool { return is((*S)(s)) }
}

// empty makes the value the zero one, if it is one of its own.
func (m *member) empty(s unsafe.Pointer) {
	if m.clear != nil {
		reflect.NewAt(m.clear, m.in.to(s)).Elem().SetZero()
	}
}

// mayMiss refuses a member that has nothing to clear where its key is missing.
func (m *member) mayMiss() {
	if m.clear == nil {
		panic("value: no part of its own: " + m.key) // a mistake in a description, which any test of the game meets
	}
}

// membersOf are the members of whatever an S is.
func membersOf[S any](members []Member[S]) []*member {
	return *(*[]*member)(unsafe.Pointer(&members)) // a Member has nothing else
}

// copies are the same members, one behind the other.
func copies(members []*member) []member {
	list := make([]member, len(members))
	for i, m := range members {
		list[i] = *m
	}
	return list
}

// keysMax is how many keys an object has at most: there is a bit for each.
const keysMax = 64

// Object is an object with these members and no others, in any order; they are
// written in the order given.
func Object[S any](expected, clause string, members ...Member[S]) Type[S] {
	return Type[S]{objectOf(expected, clause, membersOf(members))}
}

func objectOf(expected, clause string, parts []*member) *form {
	members := copies(parts)
	if len(members) > keysMax {
		panic("value: too many keys in " + expected) // a mistake in a description, which any test of the game meets
	}
	required := []string{}
	var properties, ties object
	keys := make([]string, len(members))
	for i := range members {
		m := &members[i]
		if m.has == nil {
			required = append(required, m.key)
		} else {
			m.mayMiss()
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
	return &form{
		read:   func(r *Reader, s unsafe.Pointer) { readObject(r, s, expected, members) },
		schema: schema.with("additionalProperties", false),
		first:  '{',
		keys:   keys,
		write: func(out []byte, s unsafe.Pointer) []byte {
			start := len(out)
			for i := range members {
				if m := &members[i]; m.has == nil || m.has(s) {
					out = m.value.write(append(out, m.next...), m.in.to(s))
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

func readObject(r *Reader, s unsafe.Pointer, expected string, members []member) {
	mark := r.Mark()
	seen := readMembers(r, s, mark, expected, members)
	if seen == allOf(members) {
		return
	}
	for i := range members {
		switch m := &members[i]; {
		case seen>>i&1 != 0:
		case m.has != nil:
			m.empty(s)
			if m.there != nil {
				*(*bool)(m.there.to(s)) = false
			}
		default:
			r.failAt(mark, "", "missing key %q in %s", m.key, expected)
			return
		}
	}
}

// allOf has a bit for each of the members.
func allOf(members []member) uint64 { return 1<<len(members) - 1 }

// readMembers reads those of the members that there are in the object behind a mark, and
// returns a bit for each.
func readMembers(r *Reader, s unsafe.Pointer, mark int, expected string, members []member) (seen uint64) {
	next := 0 // the key that comes if they stand in our order
	for r.Members(expected); ; {
		// In most texts they stand in our order, and without blanks.
		inOrder := next > 0 && next < len(members) && r.KeyIs(members[next].next)
		if !inOrder && !r.MoreKeys() {
			return seen
		}
		if !inOrder && (next == len(members) || !r.KeyIs(members[next].head)) {
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
		if seen>>next&1 != 0 {
			r.Doubt() // of a key that is there twice
		}
		seen |= 1 << next
		m := &members[next]
		if m.at != nil {
			*(*int)(m.at.to(s)) = r.Offset()
		}
		if m.there != nil {
			*(*bool)(m.there.to(s)) = true
		}
		m.value.read(r, m.in.to(s))
		next++
	}
}

func unknownKey(r *Reader, at int, key, expected string, members []member) {
	if r.Err() != nil {
		return
	}
	var known []string
	for i := range members {
		switch m := &members[i]; {
		case r.knows(m.tie):
			known = append(known, m.key)
		case m.key == key:
			r.Fail(at, "", "unknown key %q in %s%s", key, expected, game.AllowedBy(m.tie))
			return
		}
	}
	r.Fail(at, "", "unknown key %q in %s%s", key, expected, game.DidYouMean([]byte(key), known))
}

func (r *Reader) knows(tie string) bool { return tie == "" || r.Knows == nil || r.Knows(tie) }
