package shrink

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A node is a JSON value that can be changed.
type node struct {
	kind     jsontext.Kind
	text     string   // of a string, a number or a literal, as it was written
	keys     []string // of an object, as they were written
	children []*node  // elements, or members in the order of keys
}

func parse(dec *jsontext.Decoder) (*node, error) {
	kind := dec.PeekKind()
	if kind != '[' && kind != '{' {
		raw, err := dec.ReadValue()
		return &node{kind: kind, text: string(raw)}, err
	}
	n := &node{kind: kind}
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	for next := dec.PeekKind(); next != ']' && next != '}'; next = dec.PeekKind() {
		if kind == '{' {
			key, err := dec.ReadValue()
			if err != nil {
				return nil, err
			}
			n.keys = append(n.keys, string(key))
		}
		child, err := parse(dec)
		if err != nil {
			return nil, err
		}
		n.children = append(n.children, child)
	}
	_, err := dec.ReadToken()
	return n, err
}

// deep tells whether some element is an array or an object.
func (n *node) deep() bool {
	for _, child := range n.children {
		if child.kind == '[' || child.kind == '{' {
			return true
		}
	}
	return false
}

// contains tells whether other stands somewhere inside.
func (n *node) contains(other *node) bool {
	for _, child := range n.children {
		if child == other || child.contains(other) {
			return true
		}
	}
	return false
}

func (n *node) append(dst []byte) []byte {
	switch n.kind {
	case '[':
		dst = append(dst, '[')
		for i, child := range n.children {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = child.append(dst)
		}
		return append(dst, ']')
	case '{':
		dst = append(dst, '{')
		for i, child := range n.children {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(append(dst, n.keys[i]...), ':')
			dst = child.append(dst)
		}
		return append(dst, '}')
	}
	return append(dst, n.text...)
}

// values are the texts of the children.
func (n *node) values() []jsontext.Value {
	list := make([]jsontext.Value, len(n.children))
	for i, child := range n.children {
		list[i] = child.append(nil)
	}
	return list
}

// lesser are numbers nearer to zero than the one that is written so, the nearest
// first.
func lesser(text string) []string {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case text == "0":
		return nil
	case err != nil || n == 0:
		return []string{"0"}
	}
	step := int64(1)
	if n < 0 {
		step = -1
	}
	list := []string{"0"}
	for _, less := range []int64{n / 2, n - step} {
		if less != 0 {
			list = append(list, strconv.FormatInt(less, 10))
		}
	}
	return list
}
