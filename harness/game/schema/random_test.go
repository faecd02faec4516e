package schema_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/games"
)

// TestRandom: for every value of every game values are found that its schema
// allows, and variations of them; the same numbers give the same value.
func TestRandom(t *testing.T) {
	for _, g := range games.Builtin() {
		set := schema.Of(g, nil)
		for _, v := range g.Values {
			for seed := range uint64(4) {
				draw := func() string {
					rng := rand.New(rand.NewPCG(seed, 1))
					raw, err := set.Random(v.Name, rng, int(seed*25))
					if err != nil {
						t.Fatalf("%s/%s: %v", g.Name, v.Name, err)
					}
					varied, err := set.Vary(v.Name, raw, rng, int(seed*25))
					if err != nil {
						t.Fatalf("%s/%s: %s: %v", g.Name, v.Name, raw, err)
					}
					return string(raw) + "\n" + string(varied)
				}
				if first, second := draw(), draw(); first != second {
					t.Fatalf("%s/%s: one seed gives\n%s\nand\n%s", g.Name, v.Name, first, second)
				}
			}
		}
	}
}

// TestRandomKeywords: values are drawn for every keyword, and reach the bounds.
func TestRandomKeywords(t *testing.T) {
	for _, c := range []struct {
		schema string
		reach  []string // values that are drawn
	}{
		{`{"type": "integer", "minimum": 3, "maximum": 900}`, []string{"3", "900"}},
		{`{"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 4}`, []string{"1", "2", "3"}},
		{`{"type": "integer", "minimum": -7, "maximum": 8, "multipleOf": 5}`, []string{"-5", "0", "5"}},
		{`{"type": "string", "pattern": "^[ab]{1,2}c?$"}`, []string{`"a"`, `"b"`}},
		{`{"type": "string", "minLength": 2, "maxLength": 2}`, nil},
		{`{"type": "array", "items": {"enum": [1, 2, 3]}, "uniqueItems": true, "maxItems": 3}`, []string{`[]`}},
		{`{"type": "array", "prefixItems": [{"const": 1}, {"type": "boolean"}], "minItems": 2, "maxItems": 2}`, []string{`[1,true]`, `[1,false]`}},
		{`{"type": "object", "properties": {"a": {"const": 1}, "b": {"const": 2}}, "required": ["a"], "additionalProperties": false}`, []string{`{"a":1}`, `{"a":1,"b":2}`}},
		{`{"type": "object", "additionalProperties": {"const": 0}, "propertyNames": {"enum": ["x", "y"]}, "maxProperties": 2}`, []string{`{}`}},
		{`{"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, "minItems": 6, "maxItems": 6}`, []string{`[1,1,1,1,1,1]`, `[6,6,6,6,6,6]`}},
		{`{"type": "array", "items": {"type": "string", "pattern": "^[ab]+$", "minLength": 3, "maxLength": 3}, "minItems": 4, "maxItems": 4}`, nil},
		{`{"type": ["null", "boolean"]}`, []string{"null", "true", "false"}},
		{`{"oneOf": [{"const": 1}, {"const": [1]}]}`, []string{"1", "[1]"}},
		{`{"anyOf": [{"type": "integer", "minimum": 1, "maximum": 2}, {"type": "null"}]}`, []string{"1", "2", "null"}},
	} {
		files := fstest.MapFS{"g/v.schema.json": {Data: []byte(c.schema)}}
		set := schema.New(files, "g", nil)
		rng := rand.New(rand.NewPCG(1, 2))
		seen := map[string]bool{}
		for range 300 {
			raw, err := set.Random("v", rng, rng.IntN(schema.SizeMax+1))
			if err != nil {
				t.Fatalf("%s: %v", c.schema, err)
			}
			seen[string(raw)] = true
		}
		for _, want := range c.reach {
			if !seen[want] {
				t.Errorf("%s: %s is never drawn, only %d others", c.schema, want, len(seen))
			}
		}
	}
}

// TestRandomOfNothing: a schema that allows nothing is no endless loop.
func TestRandomOfNothing(t *testing.T) {
	files := fstest.MapFS{"g/v.schema.json": {Data: []byte(`{"type": "integer", "minimum": 2, "maximum": 1}`)}}
	_, err := schema.New(files, "g", nil).Random("v", rand.New(rand.NewPCG(1, 2)), 10)
	if err == nil || !strings.Contains(err.Error(), "no value v was found") {
		t.Errorf("found the error %v", err)
	}
}

// TestRandomOfMuch: bounds that no value in memory has are no reason to try.
func TestRandomOfMuch(t *testing.T) {
	for _, c := range []struct {
		schema string
		found  bool
	}{
		{`{"type": "string", "minLength": 900000000}`, false},
		{`{"type": "string", "maxLength": 9223372036854775807}`, true},
		{`{"type": "string", "pattern": "^((((((((a+)+)+)+)+)+)+)+)+$"}`, true},
		{`{"type": "string", "pattern": "^a*$", "maxLength": 900000000}`, true},
		{`{"type": "array", "items": {"const": 1}, "minItems": 900000000}`, false},
		{`{"type": "array", "items": {"const": 1}, "maxItems": 9223372036854775807}`, true},
		{`{"type": "object", "additionalProperties": true, "minProperties": 900000000}`, false},
		{`{"type": "object", "additionalProperties": true, "maxProperties": 9223372036854775807}`, true},
	} {
		set := schema.New(fstest.MapFS{"g/v.schema.json": {Data: []byte(c.schema)}}, "g", nil)
		const most = 1 << 20
		for seed := range uint64(2) {
			raw, err := set.Random("v", rand.New(rand.NewPCG(seed, 2)), schema.SizeMax)
			if (err == nil) != c.found || len(raw) > most {
				t.Errorf("%s: found %d bytes and the error %v", c.schema, len(raw), err)
			}
			if err != nil {
				break // it has been tried often enough
			}
		}
	}
}

// TestRandomWithoutType: a schema that says something of values of several types, and names
// none, always draws the same with one seed.
func TestRandomWithoutType(t *testing.T) {
	files := fstest.MapFS{"g/v.schema.json": {Data: []byte(`{"minimum": 0, "maximum": 9, "maxLength": 3}`)}}
	for range 40 {
		raw, err := schema.New(files, "g", nil).Random("v", rand.New(rand.NewPCG(1, 2)), 50)
		if err != nil {
			t.Fatal(err)
		}
		if kind := raw.Kind(); kind != '0' {
			t.Fatalf("drew %s, expected a number", raw)
		}
	}
}
