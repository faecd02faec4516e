package schema

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/cursor"
	"github.com/touchstone-harness/touchstone/schemas"
)

// gated are schemas with each keyword that gates know, and how many of the values below
// their gates leave to the library.
var gated = []struct {
	schema string
	unsure int
}{
	{`true`, 0},
	{`{"not": {}}`, 27},
	{`{"type": "integer"}`, 3},
	{`{"type": ["null", "boolean"]}`, 0},
	{`{"type": "number", "minimum": 1}`, 3},
	{`{"minimum": -1, "maximum": 7}`, 3},
	{`{"minimum": 0.5}`, 8},
	{`{"type": "integer", "exclusiveMinimum": -1, "exclusiveMaximum": 8, "multipleOf": 7}`, 3},
	{`{"const": 7}`, 3},
	{`{"const": [7]}`, 14},
	{`{"enum": ["red", null, 0, true]}`, 3},
	{`{"type": "string", "minLength": 1, "maxLength": 3}`, 0},
	{`{"pattern": "^r"}`, 3},
	{`{"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2}`, 0},
	{`{"type": "array", "uniqueItems": true}`, 3},
	{`{"prefixItems": [{"const": 1}], "items": {"type": "integer"}}`, 4},
	{`{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}, "additionalProperties": false}`, 0},
	{`{"type": "object", "required": ["c"], "additionalProperties": {"minimum": 2}}`, 0},
	{`{"propertyNames": {"enum": ["a", "b"]}, "minProperties": 1, "maxProperties": 1}`, 3},
	{`{"oneOf": [{"type": "string"}, {"enum": ["red", 7]}]}`, 3},
	{`{"oneOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]}`, 0},
	{`{"anyOf": [{"type": "string"}, {"type": "array", "minItems": 2}, {"const": 7}]}`, 3},
	{`{"$ref": "#/$defs/x", "$defs": {"x": {"type": "array", "items": {"$ref": "#/$defs/x"}}}}`, 0},
	{`{"$ref": "#/$defs/x", "minItems": 1, "$defs": {"x": true}}`, 27},
	{`{"type": "array", "minItems": 1, "oneOf": [{"items": {"const": 1}}, {"items": {"const": "red"}}]}`, 1},
}

var values = []string{
	`null`, `true`, `false`, `0`, `1`, `7`, `-1`, `8`, `7.0`, `1.5`, `22222222222222222222`, `""`, `"red"`, `"\u0072ed"`, `"ěšč"`,
	`"pink"`, `[]`, `[1]`, `["red"]`, `["red", "red"]`, `["red", "\u0072ed"]`, `[1, 1.0]`, `[[], {}]`, `{}`, `{"a": 1}`,
	`{"a": 0.5, "b": []}`, `{"c": 1}`,
}

// TestGateAgreesWithLibrary holds the gates against the library for each pair.
func TestGateAgreesWithLibrary(t *testing.T) {
	for _, one := range gated {
		s := New(fstest.MapFS{"g/v.schema.json": {Data: []byte(one.schema)}}, "g", nil)
		c, err := s.load("v")
		if err != nil {
			t.Fatalf("%s: %v", one.schema, err)
		}
		left := 0
		for _, v := range values {
			ours := judgement(c.gate, v)
			left += map[bool]int{true: 1}[ours == unsure]
			tree, err := decode([]byte(v))
			if err != nil {
				t.Fatal(err)
			}
			failure, err := validate(c.schema, tree)
			if err != nil {
				t.Fatal(err)
			}
			if ours == allowed && failure != nil || ours == refused && failure == nil {
				t.Errorf("%s: the gate says %v of %s, the library: %v", one.schema, ours, v, failure)
			}
		}
		if left != one.unsure {
			t.Errorf("%s: the gate leaves %d values to the library, expected %d", one.schema, left, one.unsure)
		}
	}
}

// TestGatesPassWhatIsDrawn has values of all games, options as they are: the gates pass
// them, so that the library is asked about what is wrong only.
func TestGatesPassWhatIsDrawn(t *testing.T) {
	folders, err := fs.ReadDir(schemas.FS, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range folders {
		folder := e.Name()
		if folder == "report" {
			continue // what the program itself writes
		}
		s := New(schemas.FS, folder, nil)
		names, err := s.Names()
		if err != nil {
			t.Fatal(err)
		}
		drawn, passed := 0, 0
		rng := rand.New(rand.NewPCG(1, 2))
		for _, name := range names {
			for range 5 {
				v, err := s.Random(name, rng, 20)
				if err != nil {
					continue // some schemas refuse most of what can be drawn
				}
				c, err := s.load(name)
				if err != nil {
					t.Fatal(err)
				}
				drawn++
				if c.gate.passes(v) {
					passed++
				}
			}
		}
		if passed < drawn*19/20 || drawn == 0 {
			t.Errorf("%s: %d of %d values pass the gates", folder, passed, drawn)
		}
	}
}

// TestGateReadsJSONOnly has texts that no gate may pass, whatever the schema allows.
func TestGateReadsJSONOnly(t *testing.T) {
	deep := ""
	for range 65 {
		deep += "["
	}
	for range 65 {
		deep += "]"
	}
	for _, text := range []string{``, `1 2`, `[1`, `{"a": 1, "a": 1}`, `nul`, deep} {
		if gate(anything).passes(jsontext.Value(text)) {
			t.Errorf("%q passes", text)
		}
	}
}

func (v verdict) String() string { return [...]string{"unsure", "allowed", "refused"}[v] }

// judgement is what a gate says of a text.
func judgement(g gate, text string) verdict {
	var c cursor.Cursor
	c.Reset(jsontext.Value(text))
	v := g(&c)
	if v == allowed && c.Offset() != len(text) {
		panic(fmt.Sprintf("of %s the gate has read %d bytes", text, c.Offset()))
	}
	return v
}
