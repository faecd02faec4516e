package judge

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/json/number"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// A class is a number for all values that count as the same at a place: two
// values there are equal if and only if their classes are. Classes are handed
// out bottom-up, so that comparing two containers takes comparing, or for a
// bag sorting, the numbers of their children; it is exact, unlike a hash.
type class = uint64

// The classes that need no entry in a table.
const (
	unseen     class = iota // received, and equal to nothing that was expected
	classNull               // null
	classFalse              // false
	classTrue               // true
	classCode               // any code, where codes may differ
	classFirst              // of those in the tables
)

// classes are the tables of what has a class. They serve one goroutine at a
// time. What they know from earlier comparisons stays right, and saves work
// where the cases resemble each other.
type classes struct {
	strings map[string]class // by content
	others  map[string]class // numbers by canonical digits, containers by the classes of their children
	next    class
	bytes   int // of the keys in both tables
	longest int // number of children that a container with a class has at most

	left, right cursor.Cursor // of values that are read side by side

	cursor  cursor.Cursor
	pending []class // children of the containers that are being read
	key     []byte
}

func newClasses() *classes {
	return &classes{
		strings: make(map[string]class),
		others:  make(map[string]class),
		next:    classFirst,
	}
}

// classesMax and classesBytesMax are when tables are given up after a
// comparison: some hundred cases of ordinary size fill them.
const (
	classesMax      = 1 << 14
	classesBytesMax = 1 << 20
)

// full tells that the tables should not be kept.
func (t *classes) full() bool {
	return t.next > classesMax || t.bytes > classesBytesMax ||
		cap(t.key) > classesBytesMax || cap(t.pending) > classesBytesMax/8
}

// A mode says how values get their classes.
type mode struct {
	learn bool // give new values a class, instead of unseen
	lax   bool // all codes are alike
}

// of returns the class of a value at a place.
func (t *classes) of(raw jsontext.Value, p *place, m mode) class {
	t.cursor.Reset(raw)
	t.pending = t.pending[:0]
	return t.read(p, m, 0)
}

// read returns the class of the value that the cursor stands before. What lies
// deeper than any reader lets through compares by its text, so that recursion
// is bounded whatever comes in.
func (t *classes) read(p *place, m mode, depth int) class {
	c := &t.cursor
	switch c.Kind() {
	case 'n':
		c.Skip()
		return classNull
	case 'f':
		c.Skip()
		return classFalse
	case 't':
		c.Skip()
		return classTrue
	case '"':
		content := c.String("a string")
		if m.lax && p.isCode() {
			return classCode
		}
		return t.lookup(t.strings, content, m)
	case '[':
		if depth < stream.DepthMax {
			return t.readArray(p, m, depth)
		}
	case '{':
		if depth < stream.DepthMax {
			return t.readObject(p, m, depth)
		}
	case '0':
		t.key = appendNumber(append(t.key[:0], '0'), c.Skip())
		return t.lookup(t.others, t.key, m)
	}
	t.key = append(append(t.key[:0], '?'), c.Skip()...)
	return t.lookup(t.others, t.key, m)
}

func (t *classes) readArray(p *place, m mode, depth int) class {
	base := len(t.pending)
	t.cursor.Array("an array")
	for i := 0; t.cursor.More(); i++ {
		child := t.read(p.element(i), m, depth+1)
		if child == unseen || !m.learn && i >= t.longest {
			for t.cursor.More() {
				t.cursor.Skip()
			}
			return t.abandon(base)
		}
		t.pending = append(t.pending, child)
	}
	if p.isBag() {
		slices.Sort(t.pending[base:])
		return t.container('(', base, m)
	}
	return t.container('[', base, m)
}

func (t *classes) readObject(p *place, m mode, depth int) class {
	base := len(t.pending)
	t.cursor.Object("an object")
	for t.cursor.MoreKeys() {
		key := t.cursor.Key()
		q := p.member(key)
		k := t.lookup(t.strings, key, m)
		v := t.read(q, m, depth+1)
		if k == unseen || v == unseen || !m.learn && len(t.pending)-base >= t.longest {
			for t.cursor.MoreKeys() {
				t.cursor.Key()
				t.cursor.Skip()
			}
			return t.abandon(base)
		}
		// Both fit into 32 bits, because each class has an entry in a table.
		t.pending = append(t.pending, k<<32|v)
	}
	if p.spares() && !t.addMissing(p, base, m, depth) {
		t.pending = t.pending[:base]
		return unseen
	}
	slices.Sort(t.pending[base:])
	return t.container('{', base, m)
}

// addMissing adds to the members from base on those that are not there and count
// all the same. It tells whether their values have classes.
func (t *classes) addMissing(p *place, base int, m mode, depth int) bool {
	has := func(key string) bool {
		k, known := t.strings[key]
		return known && slices.ContainsFunc(t.pending[base:], func(c class) bool { return c>>32 == k })
	}
	for key, value := range p.absent(has) {
		object := t.cursor
		t.cursor.Reset(value)
		v := t.read(p.member([]byte(key)), m, depth+1)
		t.cursor = object
		k := t.lookup(t.strings, []byte(key), m)
		if k == unseen || v == unseen {
			return false
		}
		t.pending = append(t.pending, k<<32|v)
	}
	return true
}

// abandon forgets the parts of a container that is known to have no class: nothing is
// kept of what a subject sends beyond what was expected.
func (t *classes) abandon(base int) class {
	t.pending = t.pending[:base]
	return unseen
}

// container takes the children from base on and returns the class of the
// container that has them.
func (t *classes) container(kind byte, base int, m mode) class {
	children := t.pending[base:]
	t.pending = t.pending[:base]
	if m.learn {
		t.longest = max(t.longest, len(children))
	}
	t.key = append(t.key[:0], kind)
	for _, child := range children {
		t.key = binary.AppendUvarint(t.key, child)
	}
	return t.lookup(t.others, t.key, m)
}

func (t *classes) lookup(table map[string]class, key []byte, m mode) class {
	if known, ok := table[string(key)]; ok {
		return known
	}
	if !m.learn {
		return unseen
	}
	fresh := t.next
	t.next++
	t.bytes += len(key)
	table[string(key)] = fresh
	return fresh
}

// appendNumber appends the canonical text of a number token: the digits of an
// integer, as the specs understand it, and else a text that is never one of an
// integer and is the same for all spellings of the value.
func appendNumber(dst, token []byte) []byte {
	if digits, ok := number.Integer(token); ok {
		return append(dst, digits...)
	}
	return appendFraction(dst, token)
}

// sameText tells whether two texts differ in white space between tokens at
// most. It answers for nearly all answers that are right.
func sameText(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	i, j := 0, 0
	for inString := false; ; {
		if !inString {
			for i < len(a) && isSpace(a[i]) {
				i++
			}
			for j < len(b) && isSpace(b[j]) {
				j++
			}
		}
		if i >= len(a) || j >= len(b) {
			return i >= len(a) && j >= len(b)
		}
		if a[i] != b[j] {
			return false
		}
		switch a[i] {
		case '"':
			inString = !inString
		case '\\':
			if i+1 >= len(a) || j+1 >= len(b) || a[i+1] != b[j+1] {
				return false
			}
			i++
			j++
		}
		i++
		j++
	}
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }
