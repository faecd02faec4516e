package answer_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// A node is a JSON value that can be taken apart. Its scalars stay as they are
// written.
type node struct {
	kind   jsontext.Kind // '[', '{', or any other for a scalar
	scalar jsontext.Value
	keys   []string // of an object, one for each child
	items  []*node
}

// parse reads a value that is known to be JSON.
func parse(t testing.TB, raw jsontext.Value) *node {
	t.Helper()
	n := &node{kind: raw.Kind()}
	switch n.kind {
	case '[', '{':
		dec := jsontext.NewDecoder(bytes.NewReader(raw))
		if _, err := dec.ReadToken(); err != nil {
			t.Fatal(err)
		}
		for dec.PeekKind() != ']' && dec.PeekKind() != '}' {
			if n.kind == '{' {
				key, err := dec.ReadToken()
				if err != nil {
					t.Fatal(err)
				}
				n.keys = append(n.keys, key.String())
			}
			item, err := dec.ReadValue()
			if err != nil {
				t.Fatal(err)
			}
			n.items = append(n.items, parse(t, item.Clone()))
		}
	default:
		n.scalar = raw.Clone()
	}
	return n
}

// append writes the value.
func (n *node) append(b []byte) []byte {
	if n.kind != '[' && n.kind != '{' {
		return append(b, n.scalar...)
	}
	b = append(b, byte(n.kind))
	for i, item := range n.items {
		if i > 0 {
			b = append(b, ',')
		}
		if n.kind == '{' {
			b, _ = jsontext.AppendQuote(b, n.keys[i]) // the error is for invalid UTF-8
			b = append(b, ':')
		}
		b = item.append(b)
	}
	if n.kind == '[' {
		return append(b, ']')
	}
	return append(b, '}')
}

func (n *node) clone() *node {
	c := &node{kind: n.kind, scalar: n.scalar, keys: slices.Clone(n.keys)}
	for _, item := range n.items {
		c.items = append(c.items, item.clone())
	}
	return c
}

// all lists the node and everything in it.
func (n *node) all() []*node {
	list := []*node{n}
	for _, item := range n.items {
		list = append(list, item.all()...)
	}
	return list
}

// at returns the items that the path leads to; "*" stands for all of them.
func (n *node) at(path ...string) []*node {
	if len(path) == 0 {
		return []*node{n}
	}
	var list []*node
	for i, item := range n.items {
		if path[0] == "*" && n.kind == '[' || n.kind == '{' && n.keys[i] == path[0] {
			list = append(list, item.at(path[1:]...)...)
		}
	}
	return list
}

// palette are values that belong somewhere, or nearly.
var palette = []string{
	`null`, `true`, `false`, `0`, `1`, `-1`, `2`, `5`, `7`, `8`, `20`, `1000000`, `1000001`, `123456789012345678901234567890`,
	`1.0`, `1.5`, `10e-1`, `1e2`, `1e20`, `-0`, `0.0`, `-0.0`, `100000000000000e1`, `""`, `"red"`, `"blue"`, `"RED"`, `"pink"`, `"r\u0065d"`, `"Ada"`,
	`"Ada "`, `"ÄÖÜ"`, `"abcdefghijklmnopqrst"`, `"abcdefghijklmnopqrstu"`, `"purchase-size"`, `"a cheat"`, `"win"`, `"use-non-existent-equation"`,
	`"over"`, `"cards"`, `"SEY"`, `"none"`, `[]`, `{}`, `[[]]`, `["red"]`, `[["red"],["blue"]]`, `["red","red","red","red","red"]`,
	`{"pebbles":["red","red","red","red","red"],"face?":true}`, `{"wallet":[],"score":0}`, `{"wallet":[],"score":0,"cards":[]}`,
	`{"name":"Zoe","wallet":[],"score":0,"cards":[]}`,
}

// wordsForKeys are keys that some object has.
var wordsForKeys = []string{"bank", "cards", "visibles", "players", "wallet", "score", "scores", "name", "pebbles", "face?", "face", "active", "phase", ""}

// A mutator changes values at random in ways that keep them JSON.
type mutator struct {
	t   testing.TB
	rng *rand.Rand
}

func (m mutator) sample() *node { return parse(m.t, jsontext.Value(palette[m.rng.IntN(len(palette))])) }

// mutate makes one change somewhere in root, which must not be kept.
func (m mutator) mutate(root *node) {
	places := root.all()
	n := places[m.rng.IntN(len(places))]
	other := m.sample()
	if m.rng.IntN(3) == 0 {
		// A value from elsewhere is more often right, and yet in a wrong place.
		other = places[m.rng.IntN(len(places))].clone()
	}
	if n.kind != '[' && n.kind != '{' || m.rng.IntN(4) == 0 {
		*n = *other
		return
	}
	key := wordsForKeys[m.rng.IntN(len(wordsForKeys))]
	last := len(n.items)
	switch choice := m.rng.IntN(6); {
	case choice < 2 || last == 0:
		n.insert(m.rng.IntN(last+1), key, other)
	case choice == 2:
		i := m.rng.IntN(last)
		n.items = slices.Delete(n.items, i, i+1)
		if n.kind == '{' {
			n.keys = slices.Delete(n.keys, i, i+1)
		}
	case choice == 3:
		// Many more of one: limits are far from what is generated.
		i := m.rng.IntN(last)
		for range 1 + m.rng.IntN(30) {
			n.insert(i, key, n.items[i].clone())
		}
	case choice == 4 && n.kind == '{':
		if !slices.Contains(n.keys, key) {
			n.keys[m.rng.IntN(last)] = key
		}
	default:
		i, j := m.rng.IntN(last), m.rng.IntN(last)
		n.items[i], n.items[j] = n.items[j], n.items[i]
	}
}

// insert puts an item before the i-th. A key that is there already is not
// inserted: that would not be JSON.
func (n *node) insert(i int, key string, item *node) {
	if n.kind == '{' {
		if slices.Contains(n.keys, key) {
			return
		}
		n.keys = slices.Insert(n.keys, i, key)
	}
	n.items = slices.Insert(n.items, i, item)
}
