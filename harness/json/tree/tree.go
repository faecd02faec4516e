// Package tree holds JSON values as trees that can be changed in places, and
// written again. A tree stands for a sequence of values, such as the input of a
// case: its root is an array of them.
package tree

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Node is one JSON value. Arrays and objects have Kids, objects a key for
// each, and everything else has a Text.
type Node struct {
	Kind jsontext.Kind // '[', '{', '"', '0', 't', 'f' or 'n'; of the type, not of the place
	Text string        // of a scalar, as JSON has it: "\"red\"", "12"
	Keys []string      // of an object, as JSON has them
	Kids []*Node
}

// Parse makes a tree of values that must be valid JSON without duplicate keys,
// as package stream lets them through; anything else is an error.
func Parse(values []jsontext.Value) (*Node, error) {
	root := &Node{Kind: '['}
	for i, v := range values {
		dec := jsontext.NewDecoder(bytes.NewBuffer(v)) // of all readers this one is not copied from
		kid, err := read(dec)
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", i+1, err)
		}
		root.Kids = append(root.Kids, kid)
	}
	return root, nil
}

func read(dec *jsontext.Decoder) (*Node, error) {
	switch kind := dec.PeekKind(); kind {
	case '[', '{':
		n := &Node{Kind: kind}
		if _, err := dec.ReadToken(); err != nil {
			return nil, err
		}
		for dec.PeekKind() != kind+2 { // ']' is '[' and 2, '}' is '{' and 2
			if kind == '{' {
				key, err := dec.ReadValue()
				if err != nil {
					return nil, err
				}
				n.Keys = append(n.Keys, string(key))
			}
			kid, err := read(dec)
			if err != nil {
				return nil, err
			}
			n.Kids = append(n.Kids, kid)
		}
		_, err := dec.ReadToken()
		return n, err
	default:
		raw, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		return &Node{Kind: raw.Kind(), Text: string(raw)}, nil
	}
}

// Values writes the kids of a root, each compact.
func (n *Node) Values() []jsontext.Value {
	values := make([]jsontext.Value, len(n.Kids))
	var text []byte // of all of them
	for i, kid := range n.Kids {
		start := len(text)
		text = kid.Append(text)
		values[i] = text[start:len(text):len(text)]
	}
	return values
}

// Append appends the value to out, compact.
func (n *Node) Append(out []byte) []byte {
	switch n.Kind {
	case '[', '{':
		out = append(out, byte(n.Kind))
		for i, kid := range n.Kids {
			if i > 0 {
				out = append(out, ',')
			}
			if n.Kind == '{' {
				out = append(append(out, n.Keys[i]...), ':')
			}
			out = kid.Append(out)
		}
		return append(out, byte(n.Kind)+2)
	}
	return append(out, n.Text...)
}

// String is the value as compact JSON.
func (n *Node) String() string { return string(n.Append(nil)) }

// Clone is a copy that shares no node. It shares the slices of keys, which nobody
// changes in place.
func (n *Node) Clone() *Node { return new(Copier).Clone(n) }

// A Copier makes copies of trees one after the other in the same memory.
type Copier struct {
	nodes []Node
	kids  []*Node
}

// Clone is Clone of the node. The copy that was made before must not be used any more.
func (c *Copier) Clone(n *Node) *Node {
	// All nodes are allocated at once, and all slices of kids.
	if size := n.Size(); size > cap(c.nodes) {
		c.nodes, c.kids = make([]Node, 0, size), make([]*Node, 0, size)
	}
	c.nodes, c.kids = c.nodes[:0], c.kids[:0]
	return c.clone(n)
}

func (c *Copier) clone(n *Node) *Node {
	c.nodes = append(c.nodes, Node{Kind: n.Kind, Text: n.Text, Keys: slices.Clip(n.Keys)})
	copied := &c.nodes[len(c.nodes)-1]
	start := len(c.kids)
	end := start + len(n.Kids)
	c.kids = c.kids[:end]
	copied.Kids = c.kids[start:end:end]
	for i, kid := range n.Kids {
		copied.Kids[i] = c.clone(kid)
	}
	return copied
}

// Set makes n what other is, which then must not be used elsewhere.
func (n *Node) Set(other *Node) { *n = *other }

// A Place is a node with where it stands.
type Place struct {
	*Node
	Parent *Node // nil of the root
	Index  int   // among the kids of the parent
	// Path is the way to it, with "*" for the index in every array but the root:
	// "/0/players/*/wallet". Nodes with one path are of one type.
	Path string
}

// Places lists a node and all below it, parents before their kids.
func (n *Node) Places() []Place {
	list := make([]Place, 0, n.Size())
	n.Walk(func(p Place, way *Way) {
		p.Path = string(way.AppendPath(nil))
		list = append(list, p)
	})
	return list
}

// Walk visits a node and all below it, parents before their kids. The places come without their
// Path, which few callers need: during a visit, the way writes it.
func (n *Node) Walk(visit func(p Place, way *Way)) {
	w := walker{visit: visit}
	w.walk(Place{Node: n})
}

type walker struct {
	visit func(p Place, way *Way)
	way   Way
}

func (w *walker) walk(p Place) {
	w.visit(p, &w.way)
	for i, kid := range p.Kids {
		next := Place{Node: kid, Parent: p.Node, Index: i}
		w.way.steps = append(w.way.steps, step{p.Node, i})
		w.walk(next)
		w.way.steps = w.way.steps[:len(w.way.steps)-1]
	}
}

// A Way leads from the root to a place.
type Way struct{ steps []step }

// A step leads from a node to one of its kids.
type step struct {
	from  *Node
	index int
}

// AppendPath appends the path of the place, as Place has it.
func (w *Way) AppendPath(path []byte) []byte {
	for depth, s := range w.steps {
		path = append(path, '/')
		switch {
		case s.from.Kind == '{':
			path = append(path, strings.Trim(s.from.Keys[s.index], `"`)...)
		case depth == 0:
			path = strconv.AppendInt(path, int64(s.index), 10)
		default:
			path = append(path, '*')
		}
	}
	return path
}

// Shape says what kind of value a node is, so that one can take the place of
// another: a scalar by its type, an object by its keys, an array by its first
// element. Two values of one type of a game have one shape, but for empty arrays.
func (n *Node) Shape() string {
	switch n.Kind {
	case '{':
		return "{" + strings.Join(n.Keys, ",") + "}"
	case '[':
		if len(n.Kids) == 0 {
			return "[]"
		}
		return "[" + n.Kids[0].Shape() + "]"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	case '0':
		return "number"
	}
	return "string"
}

// HasShape tells whether another node has the same Shape.
func (n *Node) HasShape(other *Node) bool {
	switch {
	case n.Kind == 't' || n.Kind == 'f':
		return other.Kind == 't' || other.Kind == 'f'
	case n.Kind != other.Kind:
		return false
	case n.Kind == '{':
		return slices.Equal(n.Keys, other.Keys)
	case n.Kind == '[' && len(n.Kids) > 0 && len(other.Kids) > 0:
		return n.Kids[0].HasShape(other.Kids[0])
	}
	return len(n.Kids) == len(other.Kids)
}

// Size counts the nodes.
func (n *Node) Size() int {
	size := 1
	for _, kid := range n.Kids {
		size += kid.Size()
	}
	return size
}

// Drop leaves out so many kids from index at on. It does not change the slices
// that were the kids and keys before, so that they can be put back.
func (n *Node) Drop(at, count int) {
	kids := append(make([]*Node, 0, len(n.Kids)-count), n.Kids[:at]...)
	n.Kids = append(kids, n.Kids[at+count:]...)
	if n.Kind == '{' {
		keys := append(make([]string, 0, len(n.Keys)-count), n.Keys[:at]...)
		n.Keys = append(keys, n.Keys[at+count:]...)
	}
}

// Insert puts a kid into an array.
func (n *Node) Insert(at int, kid *Node) {
	kids := append(make([]*Node, 0, len(n.Kids)+1), n.Kids[:at]...)
	n.Kids = append(append(kids, kid), n.Kids[at:]...)
}
