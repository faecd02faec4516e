package value

import (
	"reflect"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/schemas"
)

// A keyword is a member of a schema.
type keyword struct {
	name  string
	value any
}

// An object is a value of keywords by name, such as properties.
type object []keyword

// A node is a schema, as it is put together: what a keyword makes of another schema. Most
// schemas are never written, and programs put them together often.
type node struct {
	of      *node
	keyword keyword
	gone    bool // the keyword is taken out
}

// keywords are those of the schema, in the order of a file.
func (n *node) keywords() object {
	var list object
	told := map[string]bool{"": true} // no keyword: where the schema began
	for ; n != nil; n = n.of {
		if k := n.keyword; !told[k.name] {
			told[k.name] = true
			if !n.gone {
				list = append(list, k)
			}
		}
	}
	sort.Slice(list, func(i, j int) bool { return slices.Index(order, list[i].name) < slices.Index(order, list[j].name) })
	return list
}

// order is the order of the keywords in a file: what is said, then what is demanded.
var order = []string{
	"$schema", "$id", "title", "$ref", "description", "x-expected", "x-clause", "type", "required", "properties", "x-keys",
	"additionalProperties", "minProperties", "prefixItems", "items", "minItems", "maxItems", "uniqueItems", "minimum", "maximum",
	"exclusiveMaximum", "maxLength", "pattern", "enum", "const", "x-option", "oneOf", "anyOf", "$defs",
}

// with is the schema with one more keyword, or another value of one that it has.
func (n *node) with(name string, value any) *node { return &node{of: n, keyword: keyword{name, value}} }

// without is the schema without a keyword.
func (n *node) without(name string) *node {
	return &node{of: n, keyword: keyword{name: name}, gone: true}
}

// said is the beginning of a schema: what is expected, and by which clause.
func said(expected, clause string) *node {
	n := new(node).with("x-expected", expected)
	if clause != "" {
		n = n.with("x-clause", clause)
	}
	return n
}

// A Book has the named values of a game, each of them a file of its folder.
type Book struct {
	game  string
	names []string
	files map[string]*node
	read  map[string]func(*Reader)
}

// NewBook is the book of a game without values.
func NewBook(game string) *Book {
	return &Book{game: game, files: map[string]*node{}, read: map[string]func(*Reader){}}
}

// Define gives a value a name, so that others refer to its file. The title and
// the description are those of the file.
func Define[T any](b *Book, name, title, description string, t Type[T]) Type[T] {
	return Type[T]{b.define(name, title, description, t.form, (*T)(nil))}
}

// define is what Define is of whatever type of points to.
func (b *Book) define(name, title, description string, f *form, of any) *form {
	b.names = append(b.names, name)
	b.files[name] = f.schema.with("$schema", "https://json-schema.org/draft/2020-12/schema").
		with("$id", schemas.Base+b.game+"/"+name+schemas.Suffix).with("title", title).with("description", description)
	if f.read != nil { // otherwise it is a shape, which only the schema holds
		read := reflect.TypeOf(of).Elem()
		b.read[name] = func(r *Reader) { f.read(r, reflect.New(read).UnsafePointer()) }
	}
	return f.published(new(node).with("$ref", name+schemas.Suffix))
}

// Variant is a value of the same type that is narrower, and stands under a name of
// its own in the file of another. The schema is that of shape.
func Variant[T, U any](b *Book, name, variant, description string, t Type[T], shape Type[U]) Type[T] {
	b.files[name] = b.files[name].with("$defs", object{{variant, shape.form.schema.with("description", description)}})
	return Type[T]{t.form.published(new(node).with("$ref", name+schemas.Suffix+"#/$defs/"+variant))}
}

// OneOf is a schema of values listed one by one, of which nothing is read.
func OneOf(expected, clause string, values []any) Type[struct{}] {
	if len(values) == 1 {
		return Type[struct{}]{&form{schema: said(expected, clause).with("const", values[0])}}
	}
	return Type[struct{}]{&form{schema: said(expected, clause).with("enum", values)}}
}

// Read reads a value of that name only to tell what is wrong with its form.
func (b *Book) Read(name string, r *Reader) { b.read[name](r) }

// Names lists the named values in the order in which they were defined.
func (b *Book) Names() []string { return slices.Clone(b.names) }

// File is the text of the schema of a value, nil if it has none.
func (b *Book) File(name string) []byte {
	n, ok := b.files[name]
	if !ok {
		return nil
	}
	return append(appendFile(nil, n.keywords(), 0, 0), '\n')
}

// How a file is laid out: a value stands in one line if that is at most so long;
// words of a list that does not fit are filled into lines.
const (
	lineMax  = 120
	wordsMax = 110
)

// appendFile writes a value that begins in column used of its line and has more
// bytes behind it in the line.
func appendFile(out []byte, v any, depth, rest int) []byte {
	line := compact(v)
	used := utf8.RuneCount(out) - utf8.RuneCount(out[:strings.LastIndexByte(string(out), '\n')+1])
	if depth > 0 && used+utf8.RuneCount(line)+rest <= lineMax {
		return append(out, line...)
	}
	indent := strings.Repeat("  ", depth)
	if n, ok := v.(*node); ok {
		v = n.keywords()
	}
	switch v := v.(type) {
	case object:
		out = append(out, '{')
		for i, k := range v {
			behind := len(v) - 1 - i
			out = append(out, "\n  "+indent...)
			out = append(append(out, compact(k.name)...), ": "...)
			out = appendFile(out, k.value, depth+1, min(1, behind))
			if behind > 0 {
				out = append(out, ',')
			}
		}
		return append(append(out, "\n"+indent...), '}')
	case []any:
		if len(v) > 0 && holdsSchemas(v) {
			out = append(out, '[')
			for i, item := range v {
				behind := len(v) - 1 - i
				out = append(out, "\n  "+indent...)
				out = appendFile(out, item, depth+1, min(1, behind))
				if behind > 0 {
					out = append(out, ',')
				}
			}
			return append(append(out, "\n"+indent...), ']')
		}
		return appendFilled(out, v, indent)
	case []string:
		words := make([]any, len(v))
		for i, w := range v {
			words[i] = w
		}
		return appendFilled(out, words, indent)
	}
	return append(out, line...)
}

func holdsSchemas(list []any) bool {
	_, ok := list[0].(*node)
	return ok
}

// appendFilled writes a list of short values in lines of about the same length.
func appendFilled(out []byte, list []any, indent string) []byte {
	out = append(out, "[\n  "+indent...)
	used := len(indent) + 2
	for i, item := range list {
		text := compact(item)
		if i < len(list)-1 {
			text = append(text, ',')
		}
		switch n := utf8.RuneCount(text); {
		case i == 0:
			used += n
		case used+1+n > wordsMax:
			out = append(out, "\n  "+indent...)
			used = len(indent) + 2 + n
		default:
			out = append(out, ' ')
			used += 1 + n
		}
		out = append(out, text...)
	}
	return append(append(out, "\n"+indent...), ']')
}

// compact writes a value of a schema into one line.
func compact(v any) []byte {
	switch v := v.(type) {
	case *node:
		return compact(v.keywords())
	case object:
		out := []byte{'{'}
		for i, k := range v {
			if i > 0 {
				out = append(out, ", "...)
			}
			out = append(append(append(out, compact(k.name)...), ": "...), compact(k.value)...)
		}
		return append(out, '}')
	case []any:
		return compactList(v)
	case []int:
		return compactList(v)
	case []string:
		return compactList(v)
	}
	text, err := json.Marshal(v, jsontext.EscapeForHTML(false))
	if err != nil {
		panic("value: " + err.Error()) // no description has such a value
	}
	return text
}

func compactList[T any](list []T) []byte {
	out := []byte{'['}
	for i, item := range list {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = append(out, compact(item)...)
	}
	return append(out, ']')
}
