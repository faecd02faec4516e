// Package shrink makes an input smaller while it keeps a property. It knows JSON
// and no game: what may be left out is for the property to say, which is asked
// about every smaller input.
package shrink

import (
	"bytes"
	"context"

	"github.com/go-json-experiment/json/jsontext"
)

// TriesMax bounds how many inputs are tried. A case of a hundred values that
// gets rid of nine in ten of them takes a few hundred.
const TriesMax = 5000

// Values returns the smallest input found that has the property, which in must
// have. It leaves out values, elements of arrays and members of objects, lowers
// numbers towards zero, and makes true false. The same input gives the same
// result for the same property; a context that ends only makes it larger.
// The values must be syntactically valid JSON.
func Values(ctx context.Context, in []jsontext.Value, keep func(in []jsontext.Value) bool) []jsontext.Value {
	s := &shrinker{ctx: ctx, keep: keep, root: &node{kind: '['}}
	for _, raw := range in {
		n, err := parse(jsontext.NewDecoder(bytes.NewBuffer(bytes.Clone(raw))))
		if err != nil {
			return in
		}
		s.root.children = append(s.root.children, n)
	}
	for s.walk(s.root) || s.dropPairs() {
	}
	return s.root.values()
}

type shrinker struct {
	ctx   context.Context
	keep  func([]jsontext.Value) bool
	root  *node
	tries int
}

// try tells whether the input as it stands now has the property.
func (s *shrinker) try() bool {
	if s.over() {
		return false
	}
	s.tries++
	return s.keep(s.root.values())
}

func (s *shrinker) over() bool { return s.tries >= TriesMax || s.ctx.Err() != nil }

// walk makes a value and all in it smaller once, and tells whether it could.
func (s *shrinker) walk(n *node) bool {
	smaller := false
	switch n.kind {
	case '[', '{':
		smaller = s.drop(n)
	case '0':
		smaller = s.lower(n)
	case 't':
		*n = node{kind: 'f', text: "false"}
		if smaller = s.try(); !smaller {
			*n = node{kind: 't', text: "true"}
		}
	}
	for _, child := range n.children {
		smaller = s.walk(child) || smaller
	}
	return smaller
}

// drop leaves children out, from the last to the first: all at once, then
// halves, and so on down to single ones.
func (s *shrinker) drop(n *node) bool {
	smaller := false
	for size := len(n.children); size > 0; size /= 2 {
		for end := len(n.children); end > 0 && !s.over(); {
			start := max(end-size, 0)
			keys, children := n.keys, n.children
			n.children = without(children, start, end)
			if n.kind == '{' {
				n.keys = without(keys, start, end)
			}
			if s.try() {
				smaller = true
			} else {
				n.keys, n.children = keys, children
			}
			end = start
		}
	}
	return smaller
}

func without[T any](list []T, start, end int) []T {
	return append(append([]T(nil), list[:start]...), list[end:]...)
}

// dropPairs leaves elements of the same index out of two arrays of one length at
// once, because of such arrays one often says something about the elements of the
// other: who plays, and what each has. One of them must have elements that are
// arrays or objects, or there would be too many pairs to try.
func (s *shrinker) dropPairs() bool {
	var arrays []*node
	var collect func(n *node)
	collect = func(n *node) {
		if n.kind == '[' && n != s.root && len(n.children) > 0 {
			arrays = append(arrays, n)
		}
		for _, child := range n.children {
			collect(child)
		}
	}
	collect(s.root)
	smaller := false
	for i, a := range arrays {
		for _, b := range arrays[i+1:] {
			if a.contains(b) || !a.deep() && !b.deep() {
				continue
			}
			for at := len(a.children) - 1; at >= 0 && len(a.children) == len(b.children) && !s.over(); at-- {
				inA, inB := a.children, b.children
				a.children, b.children = without(inA, at, at+1), without(inB, at, at+1)
				if s.try() {
					smaller = true
				} else {
					a.children, b.children = inA, inB
				}
			}
		}
	}
	return smaller
}

// lower makes a number smaller: zero, half of it, one less. Of a number that is
// no ordinary integer only the first is tried.
func (s *shrinker) lower(n *node) bool {
	smaller := false
	for !s.over() {
		was := n.text
		lowered := false
		for _, less := range lesser(was) {
			n.text = less
			if s.try() {
				lowered = true
				break
			}
		}
		if !lowered {
			n.text = was
			return smaller
		}
		smaller = true
	}
	return smaller
}
