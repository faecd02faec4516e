// Package schema checks JSON values against the schemas of a game under the
// options of a run, and says in sentences for people where and why one does
// not match. The decoders of the games are the gate and far quicker; this
// package is for what they have refused, and for the values nobody decodes.
package schema

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/schemas"
)

// ProblemsMax bounds what is told about one value: nobody reads more, and a
// hostile value may have a problem in every byte.
const ProblemsMax = 20

// A Problem is one reason why a value does not match its schema.
type Problem struct {
	Pointer string // JSON pointer to the culprit; for a missing or unknown key, to the object
	Offset  int    // byte offset of the culprit in the value; of the key itself if that is unknown
	Keyword string // the keyword of the schema that refuses it: "maxItems"
	Clause  string // the clause of the rules behind that keyword, "" if none is
	Message string // what was expected and what was found, printable, lower case, without a full stop
}

// A Set holds the schemas of one rule book under the options of one run. Each
// is compiled when it is first asked for. It may be used by several goroutines
// at once.
type Set struct {
	files   fs.FS
	folder  string
	options map[string]jsontext.Value

	mu       sync.Mutex
	compiled map[string]*compiled
}

// compiled is one schema together with all that it refers to.
type compiled struct {
	once   sync.Once
	err    error
	schema *jsonschema.Schema
	gate   gate
	docs   documents
	source []byte
}

// New returns the schemas in the folder of the given name of files, with the
// limits that follow options set to their values. An option that is not listed
// leaves the limits as the files have them.
func New(files fs.FS, folder string, options []game.Setting) *Set {
	s := &Set{
		files:    files,
		folder:   folder,
		options:  make(map[string]jsontext.Value, len(options)),
		compiled: make(map[string]*compiled),
	}
	for _, o := range options {
		s.options[o.Name] = o.Value
	}
	return s
}

// Of returns the schemas of a game: those of its folder if somebody has brought
// it, else ours.
func Of(g *game.Game, options []game.Setting) *Set {
	if g.Schemas != nil {
		return New(g.Schemas, g.Name, options)
	}
	return New(schemas.FS, g.Name, options)
}

var reports = sync.OnceValue(func() *Set { return New(schemas.FS, "report", nil) })

// Report checks a machine-readable output of the harness against the schema of
// that name in the folder report. It returns what Set.Explain returns.
func Report(name string, raw jsontext.Value) ([]Problem, error) {
	return reports().Explain(name, raw)
}

// Names lists the values that have a schema, sorted.
func (s *Set) Names() ([]string, error) {
	entries, err := fs.ReadDir(s.files, s.folder)
	if err != nil {
		return nil, fmt.Errorf("list the schemas of %s: %w", s.folder, err)
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), schemas.Suffix); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Source returns the text of the schema of a value, with the limits in force.
// The error is a *game.UsageError if there is no such schema.
func (s *Set) Source(value string) ([]byte, error) {
	c, err := s.load(value)
	if err != nil {
		return nil, err
	}
	return slices.Clone(c.source), nil
}

// Explain tells why raw does not match the schema of a value: at most
// ProblemsMax reasons, in the order of their pointers; none if it matches. The
// text must be one JSON value as package stream hands it out. The same text
// gives the same problems each time. The error is a *game.UsageError if there
// is no such schema, ErrTooLarge if raw is beyond what can be checked, and
// anything else if raw is not JSON or the schemas are at fault.
func (s *Set) Explain(value string, raw jsontext.Value) ([]Problem, error) {
	c, err := s.load(value)
	if err != nil {
		return nil, err
	}
	if c.gate.passes(raw) {
		return nil, nil
	}
	tree, err := decode(raw)
	if err != nil {
		return nil, fmt.Errorf("check %s/%s: %w", s.folder, value, err)
	}
	failure, err := validate(c.schema, tree)
	if err != nil {
		return nil, fmt.Errorf("check %s/%s: %w", s.folder, value, err)
	}
	if failure == nil {
		return nil, nil
	}
	id := s.id(value)
	e := explainer{docs: c.docs, raw: raw, tree: tree, root: place{id: id, node: c.docs[id]}}
	e.collect(failure)
	return e.problems(), nil
}

// validate runs the library. What the library finds comes first, what stops it
// from finding anything second.
func validate(schema *jsonschema.Schema, tree any) (failure *jsonschema.ValidationError, err error) {
	// The library panics on numbers that it cannot read. None of those reaches
	// it, but a referee must not fall over one that slipped through.
	defer func() {
		if r := recover(); r != nil {
			failure, err = nil, fmt.Errorf("the schema library failed: %v", r)
		}
	}()
	err = schema.Validate(tree)
	if errors.As(err, &failure) {
		return failure, nil
	}
	return nil, err
}

// load returns the compiled schema of a value.
func (s *Set) load(value string) (*compiled, error) {
	s.mu.Lock()
	c := s.compiled[value]
	if c == nil {
		names, err := s.Names()
		if err == nil && !slices.Contains(names, value) {
			err = game.Unknown("value", value, "of "+s.folder, names, "touchstone games "+s.folder+" values")
		}
		if err != nil {
			s.mu.Unlock()
			return nil, err
		}
		c = &compiled{}
		s.compiled[value] = c
	}
	s.mu.Unlock()
	c.once.Do(func() { c.err = s.compile(c, value) })
	return c, c.err
}

// compile reads the schema of a value and, through its references, all others
// that it needs. Each value has a compiler of its own: compilers cannot be
// shared, and what belongs to one value is never changed by another.
func (s *Set) compile(c *compiled, value string) error {
	id := s.id(value)
	c.docs = make(documents)
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft2020
	compiler.RegisterExtension(itemsKeyword, nil, elementsCompiler{})
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		text, err := s.read(url)
		if err != nil {
			return nil, err
		}
		if url == id {
			c.source = text
		}
		text, err = renameItems(text)
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", url, err)
		}
		doc, err := decode(text)
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", url, err)
		}
		c.docs[url] = doc
		return io.NopCloser(strings.NewReader(string(text))), nil
	}
	var err error
	c.schema, err = compiler.Compile(id)
	if err != nil {
		return fmt.Errorf("compile the schema %s/%s: %w", s.folder, value, err)
	}
	keeper := gatekeeper{docs: c.docs, made: map[string]*gate{}}
	c.gate = keeper.gate(place{id: id, node: c.docs[id]})
	return nil
}

// id returns the $id of the schema of a value.
func (s *Set) id(value string) string {
	return schemas.Base + path.Join(s.folder, value+schemas.Suffix)
}

// read returns the text of the schema with that id, with the limits in force.
func (s *Set) read(id string) ([]byte, error) {
	name, ok := strings.CutPrefix(id, schemas.Base)
	if !ok {
		return nil, fmt.Errorf("schema %s is not one of ours", id)
	}
	text, err := fs.ReadFile(s.files, name)
	if err != nil {
		return nil, err
	}
	text, err = applyOptions(text, s.options)
	if err != nil {
		return nil, fmt.Errorf("schema %s: %w", name, err)
	}
	return text, nil
}
