package schema

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// How values are drawn, and the bounds.
const (
	// randomTries is how often a value is drawn anew that its schema refuses, such
	// as one that more than one branch of oneOf allows.
	randomTries = 50
	// listMax bounds a list that no schema bounds, textMax such a text.
	listMax, textMax = 12, 20
	// integerSpan bounds an integer that no schema bounds.
	integerSpan = 1_000_000
	// alikeEach is how often the elements of a list are much alike, which rules about several
	// equal ones need: one list of so many, and all of its elements but one of so many.
	alikeEach = 3
	// nodesMax bounds the parts of one value.
	nodesMax = 20_000
	// textDrawnMax bounds a text, in characters: a schema may allow or want more than memory has.
	textDrawnMax = 50_000
)

// SizeMax is the largest size that Random understands.
const SizeMax = 100

// Random draws a value that its schema allows, the same for the same numbers of
// rng: bounds more often than what is between them, and larger lists for a larger
// size, from 0 to SizeMax. The error says that none was found.
func (s *Set) Random(value string, rng *rand.Rand, size int) (jsontext.Value, error) {
	c, err := s.load(value)
	if err != nil {
		return nil, err
	}
	return s.drawn(value, func() any { return c.drawer(rng, size).value(s.root(c, value)) })
}

// Vary draws a value that differs from the given one in one of its parts.
func (s *Set) Vary(value string, raw jsontext.Value, rng *rand.Rand, size int) (jsontext.Value, error) {
	c, err := s.load(value)
	if err != nil {
		return nil, err
	}
	return s.drawn(value, func() any {
		// A tree of its own each time: it is changed in place.
		d := stdjson.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var tree any
		if d.Decode(&tree) != nil {
			return nil
		}
		return c.drawer(rng, size).vary(s.root(c, value), tree)
	})
}

func (s *Set) root(c *compiled, value string) place {
	return place{id: s.id(value), node: c.docs[s.id(value)]}
}

func (c *compiled) drawer(rng *rand.Rand, size int) *drawer {
	return &drawer{docs: c.docs, rng: rng, size: max(0, min(size, SizeMax))}
}

// drawn asks for values until the schema allows one.
func (s *Set) drawn(value string, draw func() any) (jsontext.Value, error) {
	for range randomTries {
		var b bytes.Buffer
		e := stdjson.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(draw()); err != nil {
			continue // a number that JSON does not have
		}
		raw := jsontext.Value(bytes.TrimSpace(b.Bytes()))
		problems, err := s.Explain(value, raw)
		if err != nil {
			return nil, err
		}
		if len(problems) == 0 {
			return raw, nil
		}
	}
	return nil, fmt.Errorf("no value %s was found that its schema allows", value)
}

// A drawer draws one value.
type drawer struct {
	docs  documents
	rng   *rand.Rand
	size  int
	nodes int
}

func (d *drawer) chance(n int) bool { return d.rng.IntN(n) == 0 }

// schema is a schema without references; what stands beside one counts, too.
func (d *drawer) schema(p place) place {
	found := d.docs.resolve(p)
	beside, _ := p.node.(map[string]any)
	keywords, ok := found.node.(map[string]any)
	if !p.has("$ref") || !ok || !slices.ContainsFunc(sortedKeys(beside), func(word string) bool { return bounds[word] }) {
		return found
	}
	merged := maps.Clone(keywords)
	for word := range bounds {
		if v, has := beside[word]; has {
			merged[word] = v
		}
	}
	return place{id: found.id, node: merged}
}

// bounds are the keywords that narrow what a reference allows.
var bounds = map[string]bool{"minimum": true, "maximum": true, "minItems": true, "maxItems": true, "minLength": true, "maxLength": true}

// value draws a value of a schema.
func (d *drawer) value(p place) any {
	p = d.schema(p)
	if d.nodes++; d.nodes > nodesMax {
		return nil
	}
	switch {
	case p.has("const"):
		return p.keyword("const")
	case p.has("enum"):
		list := p.list("enum")
		if len(list) == 0 {
			return nil
		}
		return list[d.rng.IntN(len(list))]
	}
	for _, word := range []string{"oneOf", "anyOf"} {
		if branches := p.list(word); len(branches) > 0 {
			return d.branch(p, branches[d.rng.IntN(len(branches))])
		}
	}
	switch d.kindOf(p) {
	case "null":
		return nil
	case "boolean":
		return d.chance(2)
	case "integer":
		return stdjson.Number(strconv.FormatInt(d.integer(p), 10))
	case "number":
		n := strconv.FormatInt(d.integer(p), 10)
		if d.chance(3) && !p.has("multipleOf") {
			n += ".5"
		}
		return stdjson.Number(n)
	case "string":
		return d.text(p)
	case "array":
		return d.list(p)
	case "object":
		return d.object(p)
	}
	return nil
}

// branch draws a value of one branch that has the members beside it, too.
func (d *drawer) branch(p place, branch any) any {
	v := d.value(p.within(branch))
	object, ok := v.(map[string]any)
	if !ok || len(p.properties()) == 0 {
		return v
	}
	beside, _ := d.object(p).(map[string]any)
	for key, member := range beside {
		if _, has := object[key]; !has {
			object[key] = member
		}
	}
	return object
}

// kindWords are the keywords that tell of values of one type. The first type that a schema
// says something of is drawn, so that one seed always draws the same.
var kindWords = []struct {
	name  string
	words []string
}{
	{"object", []string{"properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties"}},
	{"array", []string{itemsKeyword, "items", "prefixItems", "minItems", "maxItems", "uniqueItems"}},
	{"integer", []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}},
	{"string", []string{"minLength", "maxLength", "pattern"}},
}

// kindOf is a type that a schema allows; what it says of values tells where it
// names none.
func (d *drawer) kindOf(p place) string {
	if one := p.text("type"); one != "" {
		return one
	}
	if list := p.list("type"); len(list) > 0 {
		name, _ := list[d.rng.IntN(len(list))].(string)
		return name
	}
	for _, kind := range kindWords {
		if slices.ContainsFunc(kind.words, p.has) {
			return kind.name
		}
	}
	return []string{"null", "boolean", "integer", "string"}[d.rng.IntN(4)]
}

// upTo is a number from 0 to most: a bound every third time, and larger ones only
// with a larger size.
func (d *drawer) upTo(most int) int {
	most = min(most, textDrawnMax) // which bounds lists, too, and keeps the product small
	switch d.rng.IntN(6) {
	case 0:
		return 0
	case 1:
		return min(most, 1+most*d.size/SizeMax)
	}
	return d.rng.IntN(min(most, 1+most*d.size/SizeMax) + 1)
}

// integer draws an integer within the bounds of a schema, often one of them.
func (d *drawer) integer(p place) int64 {
	least, hasLeast := bound(p, "minimum", "exclusiveMinimum", 1)
	most, hasMost := bound(p, "maximum", "exclusiveMaximum", -1)
	switch {
	case !hasLeast && !hasMost:
		least, most = -integerSpan, integerSpan
	case !hasLeast:
		least = most - integerSpan
	case !hasMost:
		most = least + integerSpan
	}
	step := max(int64(p.count("multipleOf", 1)), 1)
	if least > most {
		return least
	}
	first := least + (step-least%step)%step
	if least < 0 && least%step != 0 {
		first = least - least%step
	}
	count := (most-first)/step + 1
	if count < 1 {
		return first
	}
	switch d.rng.IntN(6) {
	case 0:
		return first
	case 1:
		return first + (count-1)*step
	case 2:
		return first + step*d.rng.Int64N(min(count, 3))
	}
	return first + step*d.rng.Int64N(count)
}

// bound is what two keywords say together of one end.
func bound(p place, inclusive, exclusive string, inwards int64) (int64, bool) {
	n, ok := whole(p.keyword(inclusive))
	if m, has := whole(p.keyword(exclusive)); has && (!ok || (m+inwards-n)*inwards > 0) {
		return m + inwards, true
	}
	return n, ok
}

func whole(v any) (int64, bool) {
	digits, ok := plainInteger(v)
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, ok && err == nil
}

// list draws an array.
func (d *drawer) list(p place) any {
	prefix := p.list("prefixItems")
	least := p.count("minItems", 0)
	most := p.count("maxItems", max(least, listMax))
	rest, hasRest := p.keyword(itemsKeyword), p.has(itemsKeyword)
	if !hasRest {
		rest, hasRest = p.keyword("items"), p.has("items")
	}
	if rest == false || !hasRest && len(prefix) > 0 {
		most = min(most, len(prefix))
	}
	if !hasRest {
		rest = true
	}
	n := min(least, nodesMax) + d.upTo(max(most-least, 0))
	if words := d.schema(p.within(rest)).list("enum"); p.keyword("uniqueItems") == true && len(prefix) == 0 && len(words) > 0 {
		words = slices.Clone(words)
		d.rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return words[:min(n, len(words))]
	}
	list := []any{}
	alike := n > 1 && p.keyword("uniqueItems") != true && d.chance(alikeEach)
	for i := 0; i < n && d.nodes < nodesMax; i++ {
		if alike && i > len(prefix) && !d.chance(alikeEach) {
			if one := list[len(prefix)+d.rng.IntN(i-len(prefix))]; isWord(one) {
				list = append(list, one)
				continue
			}
		}
		one := rest
		if i < len(prefix) {
			one = prefix[i]
		}
		v := d.value(p.within(one))
		if p.keyword("uniqueItems") == true {
			for range randomTries {
				if !holds(list, v) {
					break
				}
				v = d.value(p.within(one))
			}
			if holds(list, v) {
				break // there may be no other
			}
		}
		list = append(list, v)
	}
	return list
}

// isWord tells whether a value has no parts.
func isWord(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return false
	}
	return true
}

func holds(list []any, v any) bool {
	text, err := stdjson.Marshal(v)
	return err == nil && slices.ContainsFunc(list, func(one any) bool {
		other, err := stdjson.Marshal(one)
		return err == nil && bytes.Equal(text, other)
	})
}

// object draws an object: the members that it must have, others by chance, and
// further ones where a schema says what they are.
func (d *drawer) object(p place) any {
	object := map[string]any{}
	properties, required := p.properties(), p.required()
	for _, key := range sortedKeys(properties) {
		if slices.Contains(required, key) || d.chance(2) {
			object[key] = d.value(p.within(properties[key]))
		}
	}
	least := min(p.count("minProperties", 0), nodesMax)
	for _, key := range sortedKeys(properties) {
		if _, has := object[key]; !has && len(object) < least {
			object[key] = d.value(p.within(properties[key]))
		}
	}
	more := p.keyword("additionalProperties")
	if more == nil || more == false {
		return object
	}
	names := p.within(map[string]any{"type": "string"})
	if p.has("propertyNames") {
		names = d.docs.resolve(p.within(p.keyword("propertyNames")))
		if !names.has("type") && !names.has("enum") && !names.has("const") && !names.has("pattern") {
			names = p.within(map[string]any{"type": "string"})
		}
	}
	most := p.count("maxProperties", max(least, len(object)+listMax))
	n := max(least, len(object)) + d.upTo(max(most-max(least, len(object)), 0))
	for range n + randomTries {
		if len(object) >= n || d.nodes >= nodesMax {
			break
		}
		key, _ := d.value(names).(string)
		if _, has := object[key]; !has {
			object[key] = d.value(p.within(more))
		}
	}
	return object
}

// letters are what texts are made of that no pattern describes: plain ones, and
// some that programs read wrongly.
var letters = []rune("abcxyzABC0129 _-é\"\\/\u2028😀")

// text draws a string.
func (d *drawer) text(p place) string {
	least := p.count("minLength", 0)
	most := p.count("maxLength", max(least, textMax))
	if pattern := p.text("pattern"); pattern != "" {
		tree, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return ""
		}
		tree = tree.Simplify()
		defer func(size int) { d.size = size }(d.size)
		var b strings.Builder
		for range randomTries {
			b.Reset()
			d.match(&b, tree, most)
			if n := utf8.RuneCountInString(b.String()); n >= least && n <= most {
				break
			}
			d.size = SizeMax // a small one may be too short for ever
		}
		return b.String()
	}
	n := least + d.upTo(max(most-least, 0))
	var b strings.Builder
	for range min(n, textDrawnMax) {
		b.WriteRune(letters[d.rng.IntN(len(letters))])
	}
	return b.String()
}

// match writes a text that a pattern matches.
func (d *drawer) match(b *strings.Builder, r *syntax.Regexp, most int) {
	repeat := func(least, most int) {
		for range least + d.upTo(max(most-least, 0)) {
			if b.Len() >= textDrawnMax {
				return
			}
			d.match(b, r.Sub[0], most)
		}
	}
	switch r.Op {
	case syntax.OpLiteral:
		b.WriteString(string(r.Rune))
	case syntax.OpCharClass:
		if len(r.Rune) == 0 {
			return
		}
		i := 2 * d.rng.IntN(len(r.Rune)/2)
		c := r.Rune[i] + rune(d.rng.IntN(int(min(r.Rune[i+1]-r.Rune[i], utf8.MaxRune))+1))
		if !utf8.ValidRune(c) {
			c = r.Rune[i]
		}
		b.WriteRune(c)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune(letters[d.rng.IntN(len(letters))])
	case syntax.OpCapture:
		d.match(b, r.Sub[0], most)
	case syntax.OpConcat:
		for _, part := range r.Sub {
			d.match(b, part, most)
		}
	case syntax.OpAlternate:
		d.match(b, r.Sub[d.rng.IntN(len(r.Sub))], most)
	case syntax.OpStar:
		repeat(0, most)
	case syntax.OpPlus:
		repeat(1, most)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpRepeat:
		last := r.Max
		if last < 0 {
			last = max(r.Min, most)
		}
		repeat(r.Min, last)
	}
}

// vary draws one part of a value anew, any part with about the same chance.
func (d *drawer) vary(p place, v any) any {
	p = d.docs.resolve(p)
	for _, word := range []string{"oneOf", "anyOf"} {
		for _, branch := range p.list(word) {
			if d.docs.admits(p.within(branch), v) && !d.chance(4) {
				return d.vary(p.within(branch), v)
			}
		}
	}
	switch v := v.(type) {
	case []any:
		if len(v) == 0 || d.chance(4) {
			break
		}
		i := d.rng.IntN(len(v))
		one := p.keyword(itemsKeyword)
		if one == nil {
			one = p.keyword("items")
		}
		if prefix := p.list("prefixItems"); i < len(prefix) {
			one = prefix[i]
		}
		v[i] = d.vary(p.within(one), v[i])
		return v
	case map[string]any:
		keys := sortedKeys(v)
		if len(keys) == 0 || d.chance(6) {
			break
		}
		key := keys[d.rng.IntN(len(keys))]
		one, known := p.properties()[key]
		if !known {
			one = p.keyword("additionalProperties")
		}
		v[key] = d.vary(p.within(one), v[key])
		return v
	}
	return d.value(p)
}
