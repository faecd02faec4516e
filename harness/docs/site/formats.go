package site

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/docs"
)

// reports is the folder of the schemas of what commands print and files contain.
const reports = "report"

// formats are a page for each schema of a report, and the schemas themselves.
func (c *Content) formats() (pages []docs.Page, raw []file, err error) {
	err = fs.WalkDir(c.Schemas, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(c.Schemas, name)
		if err != nil {
			return err
		}
		raw = append(raw, file{"formats/" + name, data})
		if path.Dir(name) != reports {
			return nil
		}
		p, err := format(name, data)
		pages = append(pages, p)
		return err
	})
	return pages, raw, err
}

// A shape is a JSON Schema, as far as the pages tell of it.
type shape struct {
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Type        jsontext.Value   `json:"type"`
	Properties  members          `json:"properties"`
	Extra       jsontext.Value   `json:"additionalProperties"`
	Required    []string         `json:"required"`
	Items       *shape           `json:"items"`
	OneOf       []*shape         `json:"oneOf"`
	AnyOf       []*shape         `json:"anyOf"`
	Enum        []jsontext.Value `json:"enum"`
	Const       jsontext.Value   `json:"const"`
	Ref         string           `json:"$ref"`
	Defs        map[string]*shape
}

// members are properties in the order of the schema.
type members []member

type member struct {
	name  string
	shape *shape
}

// UnmarshalJSONFrom reads an object of schemas.
func (m *members) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		one := member{name: name.String(), shape: &shape{}}
		raw, err := d.ReadValue()
		if err != nil {
			return err
		}
		if raw.Kind() == '{' { // else true: anything
			if err := one.shape.read(raw); err != nil {
				return err
			}
		}
		*m = append(*m, one)
	}
	_, err := d.ReadToken()
	return err
}

func (s *shape) read(raw jsontext.Value) error {
	return json.Unmarshal(raw, s)
}

// format is the page of a schema.
func format(name string, data []byte) (docs.Page, error) {
	var s struct {
		shape
		Defs map[string]*shape `json:"$defs"`
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return docs.Page{}, fmt.Errorf("%s: %w", name, err)
	}
	base := strings.TrimSuffix(path.Base(name), ".schema.json")
	var b strings.Builder
	title := base + ": " + strings.ToLower(s.Title[:1]) + s.Title[1:]
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", docs.Escape(title), docs.Escape(s.Description))
	w := &keys{defs: s.Defs}
	w.list("", &s.shape, nil)
	if len(w.rows) > 0 {
		b.WriteString("| key | value | meaning |\n|---|---|---|\n" + strings.Join(w.rows, ""))
		b.WriteString("\n`a.b` is the key `b` of the object `a`; `a[]` is each element of the list `a`.\n")
	}
	fmt.Fprintf(&b, "\nThe schema for programs: [%s](report/%s).\n", path.Base(name), path.Base(name))
	return page("formats", base, title, b.String()), nil
}

// keys collects the keys of a schema, with those of the objects within.
type keys struct {
	defs map[string]*shape
	rows []string
}

// depthMax bounds values within values: no format goes so deep, but for one that
// contains itself.
const depthMax = 6

// list lists the keys of the objects of a shape, under the names before them.
func (w *keys) list(prefix string, s *shape, above []*shape) {
	s = w.resolve(s)
	for _, a := range above {
		if a == s {
			return // it contains itself, and has been listed
		}
	}
	if len(above) == depthMax {
		return
	}
	above = append(above, s)
	for _, alternative := range append(s.OneOf, s.AnyOf...) {
		w.list(prefix, alternative, above)
	}
	if s.Items != nil {
		w.list(prefix+"[]", s.Items, above)
	}
	for _, p := range s.Properties {
		name := p.name
		if prefix != "" {
			name = prefix + "." + name
		}
		inner := w.resolve(p.shape)
		meaning := p.shape.Description
		if meaning == "" {
			meaning = inner.Description
		}
		w.rows = append(w.rows, fmt.Sprintf("| `%s` | %s | %s |\n", name, w.kind(p.shape), docs.Escape(meaning)))
		w.list(name, inner, above)
	}
}

// resolve follows a reference within the schema.
func (w *keys) resolve(s *shape) *shape {
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok && w.defs[name] != nil {
		return w.defs[name]
	}
	return s
}

// kind says which values there may be.
func (w *keys) kind(s *shape) string {
	if base, ok := strings.CutSuffix(path.Base(s.Ref), ".schema.json"); ok {
		return fmt.Sprintf("[%s](%s.md)", base, base)
	}
	s = w.resolve(s)
	switch {
	case s.Const != nil:
		return "`" + bars(string(s.Const)) + "`"
	case s.Enum != nil:
		var list []string
		for _, v := range s.Enum {
			list = append(list, "`"+bars(string(v))+"`")
		}
		return strings.Join(list, ", ")
	case s.Items != nil:
		return "list of " + w.kind(s.Items)
	case len(s.OneOf)+len(s.AnyOf) > 0:
		var list []string
		for _, a := range append(s.OneOf, s.AnyOf...) {
			if k := w.kind(a); k != "" {
				list = append(list, k)
			}
		}
		return strings.Join(list, " or ")
	}
	return strings.NewReplacer(`"`, "", "[", "", "]", "", ",", " or ").Replace(string(s.Type))
}
