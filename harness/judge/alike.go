package judge

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// same tells whether two values at a place are equal. Where the order counts it reads them
// side by side, as far as the first difference: wrong answers mostly differ early, and right
// ones hardly anywhere.
func (t *classes) same(a, b jsontext.Value, p *place, lax bool) bool {
	t.left.Reset(a)
	t.right.Reset(b)
	return t.alike(p, lax, 0)
}

// alike is same for the values that the two cursors stand before. When they differ it leaves
// the cursors anywhere.
func (t *classes) alike(p *place, lax bool, depth int) bool {
	a, b := &t.left, &t.right
	kind := a.Kind()
	if kind != b.Kind() {
		return false
	}
	switch {
	case kind == '"':
		x, y := a.String("a string"), b.String("a string")
		return lax && p.isCode() || bytes.Equal(x, y)
	case kind == '0':
		return t.sameNumber(a.Skip(), b.Skip())
	case kind == '[' && depth < stream.DepthMax:
		if p.isBag() {
			return t.sameClass(p, lax)
		}
		return t.alikeArrays(p, lax, depth)
	case kind == '{' && depth < stream.DepthMax:
		return t.alikeObjects(p, lax, depth)
	}
	return bytes.Equal(a.Skip(), b.Skip())
}

func (t *classes) sameNumber(x, y []byte) bool {
	if bytes.Equal(x, y) {
		return true
	}
	t.key = appendNumber(t.key[:0], x)
	end := len(t.key)
	t.key = appendNumber(t.key, y)
	return bytes.Equal(t.key[:end], t.key[end:])
}

func (t *classes) alikeArrays(p *place, lax bool, depth int) bool {
	a, b := &t.left, &t.right
	a.Array("an array")
	b.Array("an array")
	for i := 0; a.More(); i++ {
		if !b.More() || !t.alike(p.element(i), lax, depth+1) {
			return false
		}
	}
	return !b.More()
}

// alikeObjects goes on side by side while the keys come in the same order.
func (t *classes) alikeObjects(p *place, lax bool, depth int) bool {
	a, b := &t.left, &t.right
	left, right := a.Here(), b.Here()
	a.Object("an object")
	b.Object("an object")
	for a.MoreKeys() {
		more := b.MoreKeys()
		key := a.Key()
		if !more || !bytes.Equal(key, b.Key()) {
			a.Return(left)
			b.Return(right)
			return t.sameClass(p, lax)
		}
		if !t.alike(p.member(key), lax, depth+1) {
			return false
		}
	}
	if b.MoreKeys() {
		a.Return(left)
		b.Return(right)
		return t.sameClass(p, lax)
	}
	return true
}

// sameClass is alike for values of which the order does not count.
func (t *classes) sameClass(p *place, lax bool) bool {
	a, b := t.left.Skip(), t.right.Skip()
	return sameText(a, b) || t.of(a, p, mode{learn: true, lax: lax}) == t.of(b, p, mode{lax: lax})
}
