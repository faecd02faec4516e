package fuzz

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/json/tree"
)

// A malformation makes text of values that is no JSON any more, the same of the
// same values; nil if there is no place for it in them.
type malformation struct {
	name  string // "is cut off": what the text then is
	apply func(values []jsontext.Value) []byte
}

// deepNesting is deeper than any reader that recurses can follow.
const deepNesting = 100_000

// The malformations of the text of an input. What comes of each is checked by the
// reader of the rules: it must be no JSON there.
var malformations = []malformation{
	{"is cut off", func(values []jsontext.Value) []byte { return butLast(lines(values)) }},
	{"is cut in half", func(values []jsontext.Value) []byte { return []byte(lines(values)[:len(lines(values))/2]) }},
	{"ends with a bare word", func(values []jsontext.Value) []byte { return lastAs(values, "red") }},
	{"ends with NaN", func(values []jsontext.Value) []byte { return lastAs(values, "NaN") }},
	{"begins with a comment", func(values []jsontext.Value) []byte { return []byte("// input\n" + lines(values)) }},
	{"has single quotes", func(values []jsontext.Value) []byte { return swapped(lines(values), `"`, "'") }},
	{"has a comma after the last element", commaBehind},
	{"has a key twice", keyTwice},
	{"has a number with a leading zero", func(values []jsontext.Value) []byte { return firstAs(values, '0', "007") }},
	{"has a number with a plus sign", func(values []jsontext.Value) []byte { return firstAs(values, '0', "+1") }},
	{"has half a surrogate pair in a string", func(values []jsontext.Value) []byte { return firstAs(values, '"', `"\ud800"`) }},
	{"has bytes that are not UTF-8", func(values []jsontext.Value) []byte { return firstAs(values, '"', "\"\xff\"") }},
	{"has a line break in a string", func(values []jsontext.Value) []byte { return firstAs(values, '"', "\"a\nb\"") }},
	{"is nested very deeply", func(values []jsontext.Value) []byte {
		return lastAs(values, strings.Repeat("[", deepNesting)+strings.Repeat("]", deepNesting))
	}},
	{"has one bracket too many", func(values []jsontext.Value) []byte { return []byte(lines(values) + "]\n") }},
}

// butLast leaves out the last character of the last value.
func butLast(text string) []byte {
	return []byte(text[:max(len(text)-2, 0)])
}

// lastAs replaces the last value.
func lastAs(values []jsontext.Value, text string) []byte {
	if len(values) == 0 {
		return nil
	}
	return append([]byte(lines(values[:len(values)-1])), text+"\n"...)
}

// firstAs replaces the first scalar of a kind.
func firstAs(values []jsontext.Value, kind jsontext.Kind, text string) []byte {
	root, err := tree.Parse(values)
	if err != nil {
		return nil
	}
	for _, p := range root.Places() {
		if p.Kind == kind {
			p.Text = text
			return []byte(lines(root.Values()))
		}
	}
	return nil
}

// swapped replaces all old ones, nil if there is none.
func swapped(text, old, with string) []byte {
	if !strings.Contains(text, old) {
		return nil
	}
	return []byte(strings.ReplaceAll(text, old, with))
}

func commaBehind(values []jsontext.Value) []byte {
	text := lines(values)
	at := strings.LastIndexAny(text, "]}")
	if at <= 0 || text[at-1] == '[' || text[at-1] == '{' {
		return nil
	}
	return []byte(text[:at] + "," + text[at:])
}

func keyTwice(values []jsontext.Value) []byte {
	root, err := tree.Parse(values)
	if err != nil {
		return nil
	}
	for _, p := range root.Places() {
		if p.Kind == '{' && len(p.Kids) > 0 {
			p.Keys, p.Kids = append(p.Keys, p.Keys[0]), append(p.Kids, p.Kids[0])
			return []byte(lines(root.Values()))
		}
	}
	return nil
}

// malformed is the question with the text that a malformation makes of values,
// false if that is JSON, or there is none.
func malformed(in []jsontext.Value, name string) (Question, bool) {
	for _, m := range malformations {
		if m.name != name {
			continue
		}
		text := m.apply(in)
		if len(bytes.TrimSpace(text)) == 0 {
			return Question{}, false
		}
		n, err := count(text)
		if err == nil {
			return Question{}, false
		}
		return Question{In: in, Malformed: name, Text: text, Refusal: &game.Invalid{Value: n, Message: "the text " + name}}, true
	}
	return Question{}, false
}

// count reads a text as the rules do, and counts its values up to the error.
func count(text []byte) (int, error) {
	r := stream.NewReader(bytes.NewReader(text), stream.Limits{})
	for n := 0; ; n++ {
		if _, err := r.Next(); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, fmt.Errorf("value %d: %w", n+1, err)
		}
	}
}
