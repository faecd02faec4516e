package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/schemas"
)

// plain compiles the file of a schema with the library alone.
func plain(t *testing.T, folder, name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		text, err := fs.ReadFile(schemas.FS, strings.TrimPrefix(url, schemas.Base))
		return io.NopCloser(bytes.NewReader(text)), err
	}
	s, err := compiler.Compile(schemas.Base + folder + "/" + name + schemas.Suffix)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestExplainAgreesWithLibrary compares with what the library alone says about
// values that are nearly right: our own keyword for elements, our stand-ins and
// our choice of sentences must not change what matches.
func TestExplainAgreesWithLibrary(t *testing.T) {
	set := usual("bazaar")
	alone := map[string]*jsonschema.Schema{}
	for _, c := range good {
		if alone[c[0]] == nil {
			alone[c[0]] = plain(t, "bazaar", c[0])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(good).Draw(t, "value")
		value := parse(t, c[1])
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			value = change(t, value)
		}
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		problems, err := set.Explain(c[0], jsontext.Value(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := alone[c[0]].Validate(parse(t, string(text))); (err != nil) != (problems != nil) {
			t.Fatalf("%s: the library says %v, Explain %v", text, err, problems)
		}
		if err := sane(text, problems); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

func parse(t *rapid.T, text string) any {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// change makes one change somewhere in a value.
func change(t *rapid.T, v any) any {
	other := rapid.SampledFrom([]any{
		nil, true, false, "red", "pink", "", "a", "win", "a cheat", "over", json.Number("0"), json.Number("7"),
		json.Number("-1"), json.Number("1.5"), json.Number("22222222222222222222"),
		[]any{},
		map[string]any{},
		[]any{"red"},
		[]any{[]any{"red"}, []any{"blue"}},
	})
	switch v := v.(type) {
	case []any:
		v = slices.Clone(v)
		i := rapid.IntRange(0, len(v)).Draw(t, "index")
		switch what := rapid.IntRange(0, 4).Draw(t, "what"); {
		case what == 0:
			return slices.Insert(v, i, other.Draw(t, "element"))
		case i == len(v):
			return v
		case what == 1:
			return slices.Delete(v, i, i+1)
		case what == 2:
			return slices.Insert(v, i, v[i])
		}
		v[i] = change(t, v[i])
		return v
	case map[string]any:
		v = maps.Clone(v)
		key := rapid.SampledFrom(append(slices.Sorted(maps.Keys(v)), "", "a/b", "a~b", "100%", "face!", "evnt")).Draw(t, "key")
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			delete(v, key)
		case 1:
			v[key+"x"] = v[key]
			delete(v, key)
		case 2:
			v[key] = other.Draw(t, "member")
		default:
			if member, ok := v[key]; ok {
				v[key] = change(t, member)
			}
		}
		return v
	}
	return other.Draw(t, "other")
}

// sane tests what holds for problems of every value.
func sane(text []byte, problems []schema.Problem) error {
	if len(problems) > schema.ProblemsMax {
		return errors.New("too many problems")
	}
	for _, p := range problems {
		switch {
		case p.Offset < 0 || p.Offset >= len(text):
			return errors.New("a problem outside of the text")
		case p.Message == "" || strings.HasSuffix(p.Message, "."):
			return errors.New("a message ends in a full stop, or is empty: " + p.Message)
		case strings.ContainsFunc(p.Message, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(p.Message):
			return errors.New("a message that cannot be printed: " + p.Message)
		case strings.Contains(p.Message, "something else") || strings.Contains(p.Message, "another value"):
			return errors.New("a message that says nothing: " + p.Message)
		case p.Keyword == "":
			return errors.New("no keyword: " + p.Message)
		}
	}
	return nil
}

// FuzzExplain must never find a panic, nor a problem that cannot be shown.
func FuzzExplain(f *testing.F) {
	names := map[string][]string{}
	for _, folder := range folders {
		list, err := usual(folder).Names()
		if err != nil {
			f.Fatal(err)
		}
		names[folder] = list
	}
	add := func(name string, texts ...string) {
		for _, text := range texts {
			f.Add(uint8(slices.Index(names["bazaar"], name)), []byte(text))
		}
	}
	for _, c := range good {
		add(c[0], c[1])
	}
	add("score", `1e10000000`, `-1e-10000000`, `1.5`, `1e99999999999999999999`, `-`, strings.Repeat("9", 2000))
	add("card", `{"":1,"a/b":2,"~1":3,"face%3F":1,"pebbles":[]}`, `{"face?":1`, `{"a":1,"a":1}`, "\"\xff\"")
	add("request", strings.Repeat("[", 70)+strings.Repeat("]", 70), `[1]`, `[{}]`, `[[]]`, ``)
	f.Fuzz(func(t *testing.T, index uint8, text []byte) {
		for _, folder := range folders {
			name := names[folder][int(index)%len(names[folder])]
			problems, err := usual(folder).Explain(name, jsontext.Value(text))
			if err != nil {
				if problems != nil {
					t.Fatal("problems together with an error")
				}
				continue
			}
			if err := sane(text, problems); err != nil {
				t.Fatalf("%s/%s: %v", folder, name, err)
			}
		}
	})
}
