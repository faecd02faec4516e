package schema

import (
	stdjson "encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// documents are the schemas that one schema needs, decoded, by their ids.
type documents map[string]any

// A place is a schema somewhere in the documents.
type place struct {
	id   string // of its document
	node any    // a map of keywords, or a Boolean; nil if there is nothing
}

// at returns the schema and the keyword that the library names as the location
// of a failure: an id, "#" and a pointer whose last token is the keyword.
func (d documents) at(location string) (place, string) {
	id, fragment, _ := strings.Cut(location, "#")
	tokens := locationTokens(fragment)
	if len(tokens) == 0 {
		return place{id: id, node: d[id]}, ""
	}
	last := len(tokens) - 1
	return place{id: id, node: follow(d[id], tokens[:last])}, tokens[last]
}

// locationTokens splits a pointer as the library writes it: URI-escaped on top
// of the escapes of JSON pointers.
func locationTokens(pointer string) []string {
	if pointer == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, t := range tokens {
		if plain, err := url.PathUnescape(t); err == nil {
			t = plain
		}
		tokens[i] = jsontext.Pointer("/" + t).LastToken()
	}
	return tokens
}

// pointer writes a JSON pointer, one that goes on below the tokens if more are
// given.
func pointer(tokens []string, below ...string) string {
	var p jsontext.Pointer
	for _, t := range slices.Concat(tokens, below) {
		p = p.AppendToken(t)
	}
	return string(p)
}

// follow returns what the tokens lead to, nil if they lead nowhere.
func follow(v any, tokens []string) any {
	for _, t := range tokens {
		switch container := v.(type) {
		case map[string]any:
			v = container[t]
		case []any:
			i, err := strconv.Atoi(t)
			if err != nil || i < 0 || i >= len(container) {
				return nil
			}
			v = container[i]
		default:
			return nil
		}
	}
	return v
}

// keyword returns the value of a keyword of the schema, nil if it has none.
func (p place) keyword(name string) any {
	keywords, _ := p.node.(map[string]any)
	return keywords[name]
}

// has tells whether the schema has the keyword, be it with null for a value.
func (p place) has(name string) bool {
	keywords, _ := p.node.(map[string]any)
	_, ok := keywords[name]
	return ok
}

// text returns the value of a keyword that is a string.
func (p place) text(name string) string {
	s, _ := p.keyword(name).(string)
	return s
}

// list returns the value of a keyword that is an array.
func (p place) list(name string) []any {
	l, _ := p.keyword(name).([]any)
	return l
}

// types are the types that the schema allows, none if it names none.
func (p place) types() []any {
	if t := p.text("type"); t != "" {
		return []any{t}
	}
	return p.list("type")
}

// count returns the value of a keyword that is a number, or otherwise.
func (p place) count(name string, otherwise int) int {
	digits, ok := plainInteger(p.keyword(name))
	if !ok {
		return otherwise
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return otherwise
	}
	return n
}

// properties returns the schemas of the members of an object.
func (p place) properties() map[string]any {
	m, _ := p.keyword("properties").(map[string]any)
	return m
}

// tie is NAME=VALUE of the option under which a key is known that x-keys names, "" for
// another one.
func (p place) tie(key string) string {
	ties, _ := p.keyword("x-keys").(map[string]any)
	tie, _ := ties[key].(string)
	return tie
}

// required lists the members that an object must have.
func (p place) required() []string {
	var names []string
	for _, v := range p.list("required") {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

// within returns a schema that stands in the same document as p.
func (p place) within(node any) place { return place{id: p.id, node: node} }

// resolve follows the references of a schema to one that says more than that.
func (d documents) resolve(p place) place {
	// A circle of references does not compile; the bound only makes the loop's
	// end plain to see.
	for range len(d) + 1 {
		ref := p.text("$ref")
		if ref == "" {
			break
		}
		base, err := url.Parse(p.id)
		if err != nil {
			break
		}
		target, err := base.Parse(ref)
		if err != nil {
			break
		}
		id, fragment, _ := strings.Cut(target.String(), "#")
		p = place{id: id, node: follow(d[id], locationTokens(fragment))}
	}
	return p
}

// plainInteger returns the digits of a decoded integer.
func plainInteger(v any) (string, bool) {
	n, ok := v.(stdjson.Number)
	return string(n), ok && !strings.Contains(string(n), point)
}

// kind names the type of a decoded value as schemas do.
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		if _, ok := plainInteger(v); ok {
			return "integer"
		}
		return "number"
	}
}

// equal compares decoded scalars; arrays and objects are never equal, since no
// schema of ours enumerates any. Numbers are alike in their spelling: decode
// has seen to it.
func equal(a, b any) bool {
	switch a.(type) {
	case []any, map[string]any:
		return false
	}
	switch b.(type) {
	case []any, map[string]any:
		return false
	}
	return a == b
}

func sortedKeys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
