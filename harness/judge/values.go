package judge

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// elements yields the elements of an array.
func elements(raw jsontext.Value) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		var c cursor.Cursor
		c.Reset(raw)
		if c.Kind() != '[' {
			return
		}
		c.Array("an array")
		for c.More() {
			if !yield(c.Skip()) {
				return
			}
		}
	}
}

// members yields the members of an object. A key is valid until the next one.
func members(raw jsontext.Value) iter.Seq2[[]byte, jsontext.Value] {
	return func(yield func([]byte, jsontext.Value) bool) {
		var c cursor.Cursor
		c.Reset(raw)
		if c.Kind() != '{' {
			return
		}
		c.Object("an object")
		for c.MoreKeys() {
			key := c.Key()
			if !yield(key, c.Skip()) {
				return
			}
		}
	}
}

// at returns the value that a JSON pointer leads to, or nil.
func at(raw jsontext.Value, pointer string) jsontext.Value {
	for name := range jsontext.Pointer(pointer).Tokens() {
		raw = child(raw, name)
	}
	return raw
}

// child returns an element or a member, or nil.
func child(raw jsontext.Value, name string) jsontext.Value {
	switch kindOf(raw) {
	case '[':
		i, err := strconv.Atoi(name)
		if err != nil {
			return nil
		}
		for value := range elements(raw) {
			if i == 0 {
				return value
			}
			i--
		}
	case '{':
		for key, value := range members(raw) {
			if string(key) == name {
				return value
			}
		}
	}
	return nil
}

// Member returns the value of a member, or nil if there is none, or no object.
func Member(raw jsontext.Value, name string) jsontext.Value {
	if len(raw) == 0 || kindOf(raw) != '{' {
		return nil
	}
	return child(raw, name)
}

// Reordered tells whether the array around the place that a pointer leads to has, in one
// answer, the elements that it has in another, in another order.
func Reordered(expected, received []jsontext.Value, pointer string) bool {
	parent := string(jsontext.Pointer(pointer).Parent())
	want, got := inAnswer(expected, parent), inAnswer(received, parent)
	if want == nil || got == nil {
		return false
	}
	t := newClasses()
	return !t.same(want, got, nil, false) && t.same(want, got, &place{bag: true}, false)
}

// Part is what a pointer into an answer leads to, nil if there is nothing.
func Part(answer []jsontext.Value, pointer string) jsontext.Value { return inAnswer(answer, pointer) }

// Elements are those of the array that a pointer into an answer leads to, nil if there is none.
func Elements(answer []jsontext.Value, pointer string) []jsontext.Value {
	list := inAnswer(answer, pointer)
	if list == nil {
		return nil
	}
	return slices.Collect(elements(list))
}

// inAnswer returns the part of an answer that a pointer into the array of its values leads
// to, or nil.
func inAnswer(answer []jsontext.Value, pointer string) jsontext.Value {
	first, rest, below := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	i, err := strconv.Atoi(first)
	if err != nil || i >= len(answer) {
		return nil
	}
	if !below {
		return answer[i]
	}
	return at(answer[i], "/"+rest)
}

// kindOf is the kind of a value: one of n t f " 0 { [, or 0.
func kindOf(raw jsontext.Value) jsontext.Kind {
	var c cursor.Cursor
	c.Reset(raw)
	return jsontext.Kind(c.Kind())
}

// contentOf returns the content of a string, without quotes and escapes.
func contentOf(raw jsontext.Value) string {
	var c cursor.Cursor
	c.Reset(raw)
	return string(c.String("a string"))
}
