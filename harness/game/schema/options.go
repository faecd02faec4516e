package schema

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// applyOptions sets the keywords of a schema that an x-option beside them ties
// to an option, and takes out the properties that x-keys ties to another value
// of an option. All else of the text stays as it is.
func applyOptions(document []byte, options map[string]jsontext.Value) ([]byte, error) {
	document, err := rewrite(document, func(members []member) ([]edit, error) {
		return unknownKeys(document, members, options)
	})
	if err != nil {
		return nil, err
	}
	return rewrite(document, func(members []member) ([]edit, error) {
		at := slices.IndexFunc(members, func(m member) bool { return m.key == "x-option" })
		if at < 0 {
			return nil, nil
		}
		ties, err := decode(members[at].value)
		if err != nil {
			return nil, err
		}
		object, ok := ties.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("x-option: expected an object, found %s", text.Excerpt(members[at].value))
		}
		var edits []edit
		for _, keyword := range sortedKeys(object) {
			tie, _ := object[keyword].(string)
			value, err := limit(keyword, tie, options)
			if err != nil {
				return nil, err
			}
			if value == "" {
				continue
			}
			i := slices.IndexFunc(members, func(m member) bool { return m.key == keyword })
			if i >= 0 {
				start := members[i].valueAt
				edits = append(edits, edit{start, start + len(members[i].value), value})
			} else {
				start := members[at].keyAt
				edits = append(edits, edit{start, start, fmt.Sprintf("%q: %s, ", keyword, value)})
			}
		}
		return edits, nil
	})
}

// unknownKeys takes the properties out of a schema whose keys are known only
// under a value of an option that is not in force: x-keys has them, each with
// "NAME=VALUE", where the value is a word. Without options all of them stay.
func unknownKeys(document []byte, members []member, options map[string]jsontext.Value) ([]edit, error) {
	find := func(key string) int { return slices.IndexFunc(members, func(m member) bool { return m.key == key }) }
	ties, properties := find("x-keys"), find("properties")
	if ties < 0 {
		return nil, nil
	}
	if properties < 0 {
		return nil, errors.New("x-keys: expected properties beside it")
	}
	value, err := decode(members[ties].value)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("x-keys: expected an object, found %s", text.Excerpt(members[ties].value))
	}
	var edits []edit
	for _, key := range sortedKeys(object) {
		tie, _ := object[key].(string)
		name, word, ok := strings.Cut(tie, "=")
		if !ok {
			return nil, fmt.Errorf("x-keys: expected NAME=VALUE for %s, found %q", key, tie)
		}
		if option, given := options[name]; !given || string(option) == strconv.Quote(word) {
			continue
		}
		start, end := property(document, members[properties].valueAt, key)
		if end == 0 {
			return nil, fmt.Errorf("x-keys: there is no property %s", key)
		}
		edits = append(edits, edit{start, end, ""})
	}
	return edits, nil
}

// property is where a property stands in the object of properties that begins at
// a place, with the comma and white space before it or, if it is the first, those
// behind it; end is 0 if there is none.
func property(document []byte, at int, key string) (start, end int) {
	var c cursor.Cursor
	c.Reset(document)
	c.Seek(at)
	c.Object("an object of schemas")
	before := -1 // where the property in front ends
	for c.MoreKeys() {
		start = c.Offset()
		found := string(c.Key()) == key
		c.Offset()
		c.Skip()
		end = len(bytes.TrimRight(document[:c.Offset()], " \t\r\n"))
		switch {
		case found && before >= 0:
			return before, end
		case found && c.MoreKeys():
			return start, c.Offset()
		case found:
			return start, end
		}
		before = end
	}
	return 0, 0
}

// limit returns the JSON text that a keyword gets from the option it is tied
// to: "2*cards_max". It is empty where the option is not given, or sets no
// limit.
func limit(keyword, tie string, options map[string]jsontext.Value) (string, error) {
	name, factor := tie, 1
	if before, after, ok := strings.Cut(tie, "*"); ok {
		n, err := strconv.Atoi(before)
		if err != nil {
			return "", fmt.Errorf("x-option %q: %w", tie, err)
		}
		name, factor = after, n
	}
	option, ok := options[name]
	if !ok || string(option) == "null" {
		return "", nil
	}
	value, err := decode(option)
	if err != nil {
		return "", fmt.Errorf("option %s: %w", name, err)
	}
	if keyword == "enum" {
		object, ok := value.(map[string]any)
		if !ok {
			return "", fmt.Errorf("option %s: expected an object, found %s", name, text.Excerpt(option))
		}
		return quoteAll(sortedKeys(object))
	}
	digits, ok := plainInteger(value)
	if !ok || len(digits) >= digitsMax || digits[0] == '-' {
		return "", fmt.Errorf("option %s: expected a natural number of less than %d digits, found %s",
			name, digitsMax, text.Excerpt(option))
	}
	if factor == 1 {
		return digits, nil
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return "", fmt.Errorf("option %s: %w", name, err)
	}
	return strconv.Itoa(factor * n), nil
}

// quoteAll writes an array of strings.
func quoteAll(list []string) (string, error) {
	text := []byte{'['}
	for i, s := range list {
		if i > 0 {
			text = append(text, ", "...)
		}
		var err error
		if text, err = jsontext.AppendQuote(text, s); err != nil {
			return "", err
		}
	}
	return string(append(text, ']')), nil
}

// renameItems prepares a schema for the library: arrays are to be walked by
// our own keyword, which stops in time, and an enumeration of nothing, which
// the library takes for none, must refuse everything.
func renameItems(document []byte) ([]byte, error) {
	return rewrite(document, func(members []member) ([]edit, error) {
		var edits []edit
		for _, m := range members {
			switch {
			case m.key == "items" && !slices.ContainsFunc(members, func(m member) bool { return m.key == "prefixItems" }):
				edits = append(edits, edit{m.keyAt, m.keyAt + len(`"items"`), strconv.Quote(itemsKeyword)})
			case m.key == "enum" && len(bytes.Trim(m.value, "[] \t\r\n")) == 0:
				edits = append(edits, edit{m.keyAt, m.keyAt, `"not": {}, `})
			}
		}
		return edits, nil
	})
}

// A member is a keyword of a schema with its place in the text. The value is
// given where it is no schema itself.
type member struct {
	key            string
	keyAt, valueAt int
	value          jsontext.Value
}

// An edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// A rewriter walks over the text of a schema and asks for edits at each schema
// in it. It tells schemas from other values by the keyword they stand under,
// so that a property may be called like a keyword.
type rewriter struct {
	cursor cursor.Cursor
	visit  func([]member) ([]edit, error)
	edits  []edit
	err    error
}

func rewrite(text []byte, visit func([]member) ([]edit, error)) ([]byte, error) {
	if _, err := decode(text); err != nil {
		return nil, err
	}
	r := rewriter{visit: visit}
	r.cursor.Reset(text)
	r.schema()
	if r.err != nil {
		return nil, r.err
	}
	sort.SliceStable(r.edits, func(i, j int) bool { return r.edits[i].start < r.edits[j].start })
	var out []byte
	at := 0
	for _, e := range r.edits {
		out = append(out, text[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, text[at:]...), nil
}

func (r *rewriter) schema() {
	c := &r.cursor
	if c.Kind() != '{' { // true or false, which are schemas as well
		c.Skip()
		return
	}
	var members []member
	c.Object("a schema")
	for c.MoreKeys() {
		m := member{keyAt: c.Offset()}
		m.key = string(c.Key())
		m.valueAt = c.Offset()
		switch m.key {
		case "properties", "patternProperties", "$defs", "dependentSchemas":
			c.Object("an object of schemas")
			for c.MoreKeys() {
				c.Key()
				r.schema()
			}
		case "prefixItems", "oneOf", "anyOf", "allOf":
			c.Array("an array of schemas")
			for c.More() {
				r.schema()
			}
		case "items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else":
			r.schema()
		default:
			m.value = c.Skip()
		}
		members = append(members, m)
	}
	if err := c.Err(); err != nil && r.err == nil {
		r.err = err
	}
	if r.err != nil {
		return
	}
	edits, err := r.visit(members)
	r.edits = append(r.edits, edits...)
	r.err = err
}
