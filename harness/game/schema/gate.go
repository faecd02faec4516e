package schema

import (
	"bytes"
	stdjson "encoding/json"
	"math"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// A verdict is what a gate makes of a value. Only allowed is final: what a gate does
// not pass the library judges.
type verdict int

const (
	unsure  verdict = iota // a keyword or a number that gates leave to the library
	allowed                // it matches
	refused                // it does not
)

// A gate is a schema that is held against the text of a value, without a tree and
// without messages: most values match, and of them nothing more is asked. A gate that
// allows a value has read it whole.
type gate func(c *cursor.Cursor) verdict

// passes tells whether a value surely matches.
func (g gate) passes(raw jsontext.Value) bool {
	if len(raw) > partsMax || !raw.IsValid() || stream.Deeper(raw, stream.DepthMax) >= 0 {
		return false // which decode has words for
	}
	var c cursor.Cursor
	c.Reset(raw)
	return g(&c) == allowed && c.Err() == nil
}

// A gatekeeper makes the gates of documents.
type gatekeeper struct {
	docs documents
	made map[string]*gate // by reference
}

func anything(c *cursor.Cursor) verdict {
	c.Skip()
	return allowed
}

func leaveIt(*cursor.Cursor) verdict { return unsure }

// What a keyword does that gates know.
const (
	demands   = 1 + iota
	annotates // it says something to readers, or has parts that others refer to
)

// gateKeywords are the keywords that gates know.
var gateKeywords = map[string]int{
	"type": demands, "const": demands, "enum": demands, "properties": demands, "required": demands,
	"additionalProperties": demands, "propertyNames": demands, "minProperties": demands, "maxProperties": demands,
	"items": demands, itemsKeyword: demands, "prefixItems": demands, "minItems": demands, "maxItems": demands, "uniqueItems": demands,
	"minimum": demands, "maximum": demands,
	"exclusiveMinimum": demands, "exclusiveMaximum": demands, "multipleOf": demands, "minLength": demands, "maxLength": demands, "pattern": demands,
	"oneOf": demands, "anyOf": demands, "$ref": demands,
	"$defs": annotates, "title": annotates, "description": annotates, "$comment": annotates, "$schema": annotates, "$id": annotates,
	"x-expected": annotates, "x-clause": annotates, "x-option": annotates, "x-keys": annotates,
}

// gate makes the gate of a schema.
func (k *gatekeeper) gate(p place) gate {
	switch node := p.node.(type) {
	case bool:
		if node {
			return anything
		}
		return func(*cursor.Cursor) verdict { return refused }
	case map[string]any:
		for word := range node {
			if gateKeywords[word] == 0 {
				return leaveIt
			}
		}
	default:
		return leaveIt
	}
	if p.has("$ref") {
		for word := range p.node.(map[string]any) {
			if gateKeywords[word] != annotates && word != "$ref" {
				return leaveIt
			}
		}
		return k.reference(p)
	}
	var all []gate // each looks at the whole value
	byKind := map[byte]gate{'"': k.text(p), '0': k.number(p), '[': k.array(p), '{': k.object(p)}
	types := typesOf(p)
	all = append(all, func(c *cursor.Cursor) verdict {
		kind := c.Kind()
		if types != nil && !types[kind] {
			return refused
		}
		if g := byKind[kind]; g != nil {
			return g(c)
		}
		return anything(c)
	})
	if p.has("const") {
		all = append(all, listed([]any{p.keyword("const")}))
	}
	if p.has("enum") {
		all = append(all, listed(p.list("enum")))
	}
	for _, word := range []string{"oneOf", "anyOf"} {
		if p.has(word) {
			all = append(all, k.branches(p, word))
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return func(c *cursor.Cursor) verdict {
		at, said := c.Offset(), allowed
		for _, g := range all {
			c.Seek(at)
			switch g(c) {
			case refused:
				return refused
			case unsure:
				said = unsure
			}
		}
		return said
	}
}

// reference is the gate of what a reference leads to. It is made once, when it is first
// met, so that a circle of references ends.
func (k *gatekeeper) reference(p place) gate {
	key := p.id + " " + p.text("$ref")
	made, ok := k.made[key]
	if !ok {
		made = new(gate)
		k.made[key] = made
		*made = k.gate(k.docs.resolve(p))
	}
	return func(c *cursor.Cursor) verdict { return (*made)(c) }
}

// typesOf are the kinds of values that a schema allows, nil if it names none.
func typesOf(p place) map[byte]bool {
	if !p.has("type") {
		return nil
	}
	kinds := map[byte]bool{}
	for _, t := range p.types() {
		switch t {
		case "null":
			kinds['n'] = true
		case "boolean":
			kinds['t'], kinds['f'] = true, true
		case "integer", "number":
			kinds['0'] = true
		case "string":
			kinds['"'] = true
		case "array":
			kinds['['] = true
		case "object":
			kinds['{'] = true
		}
	}
	return kinds
}

// integerAt is the value of a keyword that is an integer; ok is false if gates cannot
// compare with it.
func integerAt(p place, word string, otherwise int) (n int, ok bool) {
	if !p.has(word) {
		return otherwise, true
	}
	digits, ok := plainInteger(p.keyword(word))
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// rangeOf is the least and the greatest that two keywords allow.
func rangeOf(p place, least, most string) (from, to int, ok bool) {
	from, okFrom := integerAt(p, least, math.MinInt)
	to, okTo := integerAt(p, most, math.MaxInt)
	return from, to, okFrom && okTo
}

// plainDigitsMax is how many digits a number has that a gate reads.
const plainDigitsMax = 18

// readInt reads an integer that is written plainly.
func readInt(c *cursor.Cursor) (n int, ok bool) {
	token := c.Skip()
	if len(token) > plainDigitsMax {
		return 0, false
	}
	n, err := strconv.Atoi(string(token))
	return n, err == nil && token[0] != '+'
}

func (k *gatekeeper) number(p place) gate {
	least, most, ok := rangeOf(p, "minimum", "maximum")
	above, under, okExclusive := rangeOf(p, "exclusiveMinimum", "exclusiveMaximum")
	step, okStep := integerAt(p, "multipleOf", 1)
	if !ok || !okExclusive || !okStep || step < 1 {
		return leaveIt
	}
	return func(c *cursor.Cursor) verdict {
		n, ok := readInt(c)
		switch {
		case !ok:
			return unsure
		case n < least || n > most || n <= above || n >= under || n%step != 0:
			return refused
		}
		return allowed
	}
}

func (k *gatekeeper) text(p place) gate {
	least, most, ok := rangeOf(p, "minLength", "maxLength")
	if !ok {
		return leaveIt
	}
	var pattern *regexp.Regexp
	if p.has("pattern") {
		var err error
		if pattern, err = regexp.Compile(p.text("pattern")); err != nil {
			return leaveIt
		}
	}
	counts := p.has("minLength") || p.has("maxLength")
	return func(c *cursor.Cursor) verdict {
		s := c.String("")
		if counts {
			if n := utf8.RuneCount(s); n < least || n > most {
				return refused
			}
		}
		if pattern != nil && !pattern.Match(s) {
			return refused
		}
		return allowed
	}
}

// listed is the gate of a few values. Arrays and objects that stand in the list in the
// same words are allowed; of others it is not sure.
func listed(list []any) gate {
	words, numbers, others, plain := map[string]bool{}, map[int]bool{}, map[byte]bool{}, true
	written := map[string]bool{}
	for _, one := range list {
		switch one := one.(type) {
		case nil:
			others['n'] = true
		case bool:
			others[strconv.FormatBool(one)[0]] = true
		case string:
			words[one] = true
		case []any, map[string]any:
			text, err := stdjson.Marshal(one) // compact, keys sorted
			plain = plain && err == nil
			written[string(text)] = true
		default:
			digits, ok := plainInteger(one)
			n, err := strconv.Atoi(digits)
			if plain = plain && ok && err == nil; plain {
				numbers[n] = true
			}
		}
	}
	if !plain {
		return leaveIt
	}
	among := func(in bool) verdict {
		if in {
			return allowed
		}
		return refused
	}
	return func(c *cursor.Cursor) verdict {
		switch kind := c.Kind(); kind {
		case '"':
			return among(words[string(c.String(""))])
		case '0':
			n, ok := readInt(c)
			if !ok {
				return unsure
			}
			return among(numbers[n])
		case 'n', 't', 'f':
			c.Skip()
			return among(others[kind])
		}
		text := jsontext.Value(c.Skip())
		switch {
		case len(written) == 0:
			return refused
		case written[string(text)]:
			return allowed
		}
		if text = text.Clone(); text.Compact() == nil && written[string(text)] {
			return allowed
		}
		return unsure
	}
}

// branches is the gate of oneOf and anyOf.
func (k *gatekeeper) branches(p place, word string) gate {
	var gates []gate
	for _, b := range p.list(word) {
		gates = append(gates, k.gate(p.within(b)))
	}
	one := word == "oneOf"
	return func(c *cursor.Cursor) verdict {
		at, end, all := c.Offset(), 0, refused
		for _, g := range gates {
			c.Seek(at)
			switch g(c) {
			case allowed:
				if !one {
					return allowed
				}
				if all == allowed {
					return refused
				}
				all, end = allowed, c.Offset()
			case unsure:
				if one {
					return unsure
				}
				all = unsure
			}
		}
		if all == allowed {
			c.Seek(end)
		}
		return all
	}
}

// uniqueMax is how long a list is whose elements gates hold against each other.
const uniqueMax = 64

func (k *gatekeeper) array(p place) gate {
	least, most, ok := rangeOf(p, "minItems", "maxItems")
	if !ok {
		return leaveIt
	}
	var prefix []gate
	for _, one := range p.list("prefixItems") {
		prefix = append(prefix, k.gate(p.within(one)))
	}
	item := gate(anything)
	for _, word := range []string{"items", itemsKeyword} { // the first beside prefixItems, the other without
		if p.has(word) {
			item = k.gate(p.within(p.keyword(word)))
		}
	}
	unique := p.keyword("uniqueItems") == true
	return func(c *cursor.Cursor) verdict {
		all, n := allowed, 0
		var starts [uniqueMax]int
		for c.Array(""); c.More(); n++ {
			here := c.Offset()
			if n < uniqueMax {
				starts[n] = here
			}
			g := item
			if n < len(prefix) {
				g = prefix[n]
			}
			switch g(c) {
			case refused:
				return refused
			case unsure:
				all = unsure
				c.Seek(here)
				c.Skip()
			}
		}
		switch {
		case n < least || n > most:
			return refused
		case !unique || n < 2 || all == unsure:
			return all
		case n > uniqueMax:
			return unsure
		}
		end := c.Offset()
		all = different(c, starts[:n])
		c.Seek(end)
		return all
	}
}

// different tells whether all elements are different. Equal values have equal canonical
// forms; the other way round numbers beyond what a float holds do not.
func different(c *cursor.Cursor, starts []int) verdict {
	var texts [uniqueMax]jsontext.Value
	for i, at := range starts {
		c.Seek(at)
		kind := c.Kind()
		texts[i] = c.Skip()
		if kind != '"' || bytes.IndexByte(texts[i], '\\') >= 0 {
			texts[i] = texts[i].Clone()
			if texts[i].Canonicalize() != nil {
				return unsure
			}
		}
		for _, other := range texts[:i] {
			if bytes.Equal(other, texts[i]) {
				return unsure
			}
		}
	}
	return allowed
}

// keysMax is how many keys an object has that gates know: there is a bit for each.
const keysMax = 64

// A gateKey is a key that a schema names.
type gateKey struct {
	bit   uint64 // of a required key
	value gate   // nil: the schema says nothing of it
}

func (k *gatekeeper) object(p place) gate {
	least, most, ok := rangeOf(p, "minProperties", "maxProperties")
	required := p.required()
	if !ok || len(required) > keysMax {
		return leaveIt
	}
	members := map[string]gateKey{}
	for key, node := range p.properties() {
		members[key] = gateKey{value: k.gate(p.within(node))}
	}
	var due uint64
	for i, key := range required {
		m := members[key]
		m.bit = 1 << i
		members[key] = m
		due |= m.bit
	}
	others, names := gate(anything), gate(anything)
	if p.has("additionalProperties") {
		others = k.gate(p.within(p.keyword("additionalProperties")))
	}
	if p.has("propertyNames") {
		names = k.gate(p.within(p.keyword("propertyNames")))
	}
	return func(c *cursor.Cursor) verdict {
		all, n, seen := allowed, 0, uint64(0)
		note := func(v verdict) bool {
			if v == unsure {
				all = unsure
			}
			return v != refused
		}
		for c.Object(""); c.MoreKeys(); n++ {
			at := c.Offset()
			if p.has("propertyNames") && !note(names(c)) {
				return refused
			}
			c.Seek(at)
			m := members[string(c.Key())]
			seen |= m.bit
			if m.value == nil {
				m.value = others
			}
			at = c.Offset()
			switch v := m.value(c); {
			case !note(v):
				return refused
			case v == unsure:
				c.Seek(at)
				c.Skip()
			}
		}
		if seen != due || n < least || n > most {
			return refused
		}
		return all
	}
}
