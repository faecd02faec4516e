package judge

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// appendCanonical appends a value as the same text for all that a judge with
// strict codes takes for equal: no white space, members sorted by key, bags
// sorted, one spelling for each number and string.
func appendCanonical(dst []byte, raw jsontext.Value, p *place) []byte {
	var c canonizer
	c.cursor.Reset(raw)
	return c.append(dst, p, 0)
}

// SameValue tells whether two values are equal wherever no task says otherwise.
func SameValue(a, b jsontext.Value) bool {
	return sameText(a, b) || bytes.Equal(appendCanonical(nil, a, nil), appendCanonical(nil, b, nil))
}

type canonizer struct{ cursor cursor.Cursor }

// append appends the next value. What lies deeper than any reader lets through
// stays as it is written, like everywhere in this package.
func (c *canonizer) append(dst []byte, p *place, depth int) []byte {
	switch c.cursor.Kind() {
	case '"':
		return appendString(dst, c.cursor.String("a string"))
	case '0':
		return appendNumber(dst, c.cursor.Skip())
	case '[':
		if depth < stream.DepthMax {
			return c.appendArray(dst, p, depth)
		}
	case '{':
		if depth < stream.DepthMax {
			return c.appendObject(dst, p, depth)
		}
	}
	return append(dst, c.cursor.Skip()...)
}

func (c *canonizer) appendArray(dst []byte, p *place, depth int) []byte {
	c.cursor.Array("an array")
	var elements [][]byte
	dst = append(dst, '[')
	for i := 0; c.cursor.More(); i++ {
		if p.isBag() {
			elements = append(elements, c.append(nil, p.element(i), depth+1))
			continue
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = c.append(dst, p.element(i), depth+1)
	}
	slices.SortFunc(elements, bytes.Compare)
	dst = append(dst, bytes.Join(elements, []byte{','})...)
	return append(dst, ']')
}

func (c *canonizer) appendObject(dst []byte, p *place, depth int) []byte {
	type member struct{ key, value []byte }
	var members []member
	c.cursor.Object("an object")
	for c.cursor.MoreKeys() {
		key := bytes.Clone(c.cursor.Key())
		members = append(members, member{key, c.append(nil, p.member(key), depth+1)})
	}
	if p.spares() {
		has := func(key string) bool {
			return slices.ContainsFunc(members, func(m member) bool { return string(m.key) == key })
		}
		for key, value := range p.absent(has) {
			members = append(members, member{[]byte(key), appendCanonical(nil, value, p.member([]byte(key)))})
		}
	}
	slices.SortStableFunc(members, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, m.key), ':')
		dst = append(dst, m.value...)
	}
	return append(dst, '}')
}

func appendString(dst, content []byte) []byte {
	// The error is about invalid UTF-8, which no reader lets through.
	dst, _ = jsontext.AppendQuote(dst, content)
	return dst
}
