package schema

import (
	"cmp"
	stdjson "encoding/json"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/cursor"
)

// An explainer turns the library's tree of errors into problems. It takes from
// the library only where in the value which keyword of which schema failed, and
// finds the rest out again: the library's sentences change from run to run.
type explainer struct {
	docs   documents
	raw    jsontext.Value
	tree   any // raw, decoded
	root   place
	leaves []leaf
}

// A leaf is a keyword that failed at some place of the value.
type leaf struct {
	tokens  []string // the way to the place
	schema  place
	keyword string
	key     string // the missing or unknown key
	near    string // the known key that an unknown one may be meant for
	tie     string // NAME=VALUE of the option that allows an unknown key
	allowed []any  // the constants that the branches of a choice have here
	index   int    // of the element that stands before it in its array already
}

// collect gathers the leaves below a failure. Of the branches of a choice only
// the one that is meant counts.
func (e *explainer) collect(failure *jsonschema.ValidationError) {
	schema, keyword := e.docs.at(failure.AbsoluteKeywordLocation)
	tokens := locationTokens(failure.InstanceLocation)
	if len(failure.Causes) == 0 {
		e.leaf(leaf{tokens: tokens, schema: schema, keyword: keyword})
		return
	}
	branches := schema.list(keyword)
	choice := (keyword == "oneOf" || keyword == "anyOf") && failure.Message != ""
	if !choice || len(branches) != len(failure.Causes) {
		for _, cause := range failure.Causes {
			e.collect(cause)
		}
		return
	}
	index, member, allowed := e.docs.choose(schema, branches, follow(e.tree, tokens))
	switch {
	case index >= 0:
		e.collect(failure.Causes[index])
	case allowed != nil:
		tokens = append(tokens, member...)
		e.leaves = append(e.leaves, leaf{tokens: tokens, schema: schema, keyword: "const", allowed: allowed})
	case member != nil:
		e.missing(leaf{tokens: tokens, schema: schema, keyword: "required", key: member[0]}, branches)
	default:
		e.leaves = append(e.leaves, leaf{tokens: tokens, schema: schema, keyword: keyword})
	}
}

// missing adds the leaf of a key that is needed to tell the branches of a
// choice apart, or of the unknown one that seems to be meant for it.
func (e *explainer) missing(l leaf, branches []any) {
	object, _ := follow(e.tree, l.tokens).(map[string]any)
	for _, key := range sortedKeys(object) {
		known := slices.ContainsFunc(branches, func(b any) bool {
			_, ok := e.docs.resolve(l.schema.within(b)).properties()[key]
			return ok
		})
		if !known && len(key) <= game.SlipBytesMax && game.Nearest(key, []string{l.key}) != "" {
			l.keyword, l.key, l.near = "additionalProperties", key, l.key
			break
		}
	}
	e.leaves = append(e.leaves, l)
}

// leaf adds a leaf, one for each key if it is about keys.
func (e *explainer) leaf(l leaf) {
	object, ok := follow(e.tree, l.tokens).(map[string]any)
	switch {
	case ok && l.keyword == "required":
		for _, key := range l.schema.required() {
			if _, given := object[key]; !given {
				l.key = key
				e.leaves = append(e.leaves, l)
			}
		}
	case ok && l.keyword == "additionalProperties":
		e.unknownKeys(l, object)
	case l.keyword == "uniqueItems":
		// Two stand-ins are equal to the library, but the numbers need not be.
		array, _ := follow(e.tree, l.tokens).([]any)
		seen := make(map[string]bool, len(array))
		for i, element := range array {
			if hasStandIn(element) {
				continue
			}
			key, err := stdjson.Marshal(element) // sorts keys
			if err != nil {
				continue
			}
			if seen[string(key)] {
				l.index = i
				e.leaves = append(e.leaves, l)
				break
			}
			seen[string(key)] = true
		}
	default:
		e.leaves = append(e.leaves, l)
	}
}

// unknownKeys adds a leaf for each unknown key, as far as they can be told.
func (e *explainer) unknownKeys(l leaf, object map[string]any) {
	known := l.schema.properties()
	var absent, unknown []string
	for key := range known {
		if _, given := object[key]; !given {
			absent = append(absent, key)
		}
	}
	for key := range object {
		if _, ok := known[key]; !ok {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(absent)
	slices.Sort(unknown)
	for _, key := range unknown[:min(len(unknown), ProblemsMax)] {
		l.key, l.near, l.tie = key, "", l.schema.tie(key)
		if l.tie == "" && len(key) <= game.SlipBytesMax {
			l.near = game.Nearest(key, absent)
		}
		e.leaves = append(e.leaves, l)
	}
}

// problems returns what is to be told about the leaves.
func (e *explainer) problems() []Problem {
	// A key written wrongly is missing as well, but that is one problem.
	meant := make(map[string]bool)
	for _, l := range e.leaves {
		if l.near != "" {
			meant[pointer(l.tokens, l.near)] = true
		}
	}
	leaves := slices.DeleteFunc(e.leaves, func(l leaf) bool {
		return l.keyword == "required" && meant[pointer(l.tokens, l.key)]
	})
	sort.Slice(leaves, func(i, j int) bool {
		a, b := &leaves[i], &leaves[j]
		return cmp.Or(
			slices.CompareFunc(a.tokens, b.tokens, compareTokens),
			strings.Compare(a.keyword, b.keyword),
			strings.Compare(a.key, b.key),
		) < 0
	})
	var list []Problem
	for _, l := range leaves {
		if len(list) == ProblemsMax {
			break
		}
		p := e.problem(l)
		if n := len(list); n > 0 && list[n-1].Pointer == p.Pointer && list[n-1].Message == p.Message {
			continue
		}
		list = append(list, p)
	}
	if list == nil { // the schema has refused it for a reason that we do not know
		list = append(list, e.problem(leaf{schema: e.root}))
	}
	return list
}

// compareTokens orders indices by number and keys by their bytes.
func compareTokens(a, b string) int {
	i, errA := strconv.Atoi(a)
	j, errB := strconv.Atoi(b)
	if errA == nil && errB == nil {
		return cmp.Or(cmp.Compare(i, j), strings.Compare(a, b))
	}
	return strings.Compare(a, b)
}

func (e *explainer) problem(l leaf) Problem {
	start, end := locate(e.raw, l.tokens)
	p := Problem{
		Pointer: pointer(l.tokens),
		Offset:  start,
		Keyword: l.keyword,
		Clause:  l.schema.text("x-clause"),
		Message: e.docs.message(l, follow(e.tree, l.tokens), e.raw[start:end]),
	}
	if l.keyword == itemsKeyword {
		p.Keyword = "items"
	}
	if l.keyword == "additionalProperties" && l.key != "" {
		p.Offset = locateKey(e.raw, l.tokens, l.key)
	}
	return p
}

// locate returns where in raw the value at the end of the tokens stands; all
// of raw if they lead nowhere.
func locate(raw jsontext.Value, tokens []string) (start, end int) {
	var c cursor.Cursor
	c.Reset(raw)
	for _, token := range tokens {
		if !enter(&c, token) {
			c.Reset(raw)
			break
		}
	}
	start = c.Offset()
	return start, start + len(c.Skip())
}

// Locate returns where in raw the value at a JSON pointer begins, and whether there
// is one; 0 if there is none.
func Locate(raw jsontext.Value, at string) (offset int, ok bool) {
	if at != "" && at[0] != '/' {
		return 0, false // it is no pointer
	}
	var c cursor.Cursor
	c.Reset(raw)
	for token := range jsontext.Pointer(at).Tokens() {
		if !enter(&c, token) {
			return 0, false
		}
	}
	return c.Offset(), true
}

// locateKey returns where in raw the key of a member of the object at the end
// of the tokens stands.
func locateKey(raw jsontext.Value, tokens []string, key string) int {
	start, end := locate(raw, tokens)
	var c cursor.Cursor
	c.Reset(raw[start:end])
	c.Object("an object")
	for c.MoreKeys() {
		at := c.Offset()
		if string(c.Key()) == key {
			return start + at
		}
		c.Skip()
	}
	return start
}

// enter moves the cursor from an array or object to one of its parts.
func enter(c *cursor.Cursor, token string) bool {
	switch c.Kind() {
	case '[':
		c.Array("an array")
		for i := 0; c.More(); i++ {
			if strconv.Itoa(i) == token {
				return true
			}
			c.Skip()
		}
	case '{':
		c.Object("an object")
		for c.MoreKeys() {
			if string(c.Key()) == token {
				return true
			}
			c.Skip()
		}
	}
	return false
}
