package schema_test

import (
	"encoding/json"
	"flag"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/schemas"
)

var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// usual are the schemas of a folder without options, which are compiled once for
// all tests.
func usual(folder string) *schema.Set {
	if sets[folder] == nil {
		sets[folder] = schema.New(schemas.FS, folder, nil)
	}
	return sets[folder]
}

var sets = map[string]*schema.Set{}

// folders are the rule books that have schemas, and the reports.
var folders = func() []string {
	list, err := fs.ReadDir(schemas.FS, ".")
	if err != nil {
		panic(err) // it is embedded
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}()

// eachFile calls test with every schema file, decoded.
func eachFile(t *testing.T, test func(t *testing.T, name string, doc map[string]any)) {
	t.Helper()
	files, err := fs.Glob(schemas.FS, "*/*"+schemas.Suffix)
	if err != nil || len(files) == 0 {
		t.Fatalf("the embedded files: %v, %v", files, err)
	}
	for _, name := range files {
		t.Run(name, func(t *testing.T) {
			text, err := fs.ReadFile(schemas.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			var doc map[string]any
			if err := json.Unmarshal(text, &doc); err != nil {
				t.Fatal(err)
			}
			test(t, name, doc)
		})
	}
}

func TestEveryFileSaysWhatItIs(t *testing.T) {
	clause := regexp.MustCompile(`\b[A-Z]{2}-\d\d\b`)
	eachFile(t, func(t *testing.T, name string, doc map[string]any) {
		if got, want := doc["$id"], schemas.Base+name; got != want {
			t.Errorf("$id is %v, want %s", got, want)
		}
		// Without it the library would take formats for demands.
		if got, want := doc["$schema"], "https://json-schema.org/draft/2020-12/schema"; got != want {
			t.Errorf("$schema is %v, want %s", got, want)
		}
		for _, key := range []string{"title", "description"} {
			if s, _ := doc[key].(string); s == "" {
				t.Errorf("no %s", key)
			}
		}
		description, _ := doc["description"].(string)
		if !strings.HasPrefix(name, "report/") && name != "bazaar/special.schema.json" && !clause.MatchString(description) {
			t.Errorf("the description names no clause: %s", description)
		}
	})
}

func TestEveryFileCompiles(t *testing.T) {
	for _, folder := range folders {
		set := usual(folder)
		names, err := set.Names()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := set.Source(name)
			if err != nil {
				t.Error(err)
				continue
			}
			file, err := fs.ReadFile(schemas.FS, path.Join(folder, name+schemas.Suffix))
			if err != nil {
				t.Fatal(err)
			}
			if string(text) != string(file) {
				t.Errorf("without options the source of %s/%s is not its file", folder, name)
			}
		}
	}
}

// TestObjectsAreStrict looks for objects that let unknown keys pass.
func TestObjectsAreStrict(t *testing.T) {
	eachFile(t, func(t *testing.T, name string, doc map[string]any) {
		if strings.HasPrefix(name, "report/") {
			return
		}
		walk(doc, func(at string, node map[string]any) {
			switch {
			case node["type"] == "object" && node["additionalProperties"] != false:
				t.Errorf("%s: unknown keys pass", at)
			case node["type"] == "object" && node["required"] == nil:
				t.Errorf("%s: no key is required", at)
			case node["type"] == "array" && node["items"] == nil && node["prefixItems"] == nil:
				t.Errorf("%s: elements of any kind pass", at)
			}
		})
	})
}

// TestOptionTies looks for limits that follow an option which does not exist.
func TestOptionTies(t *testing.T) {
	known := []string{
		"visible_cards", "cards_max", "equations_max", "side_max", "pebbles_max", "players_max", "score_limit", "bonuses",
	}
	used := map[string]bool{}
	eachFile(t, func(t *testing.T, _ string, doc map[string]any) {
		walk(doc, func(at string, node map[string]any) {
			ties, _ := node["x-option"].(map[string]any)
			for keyword, tie := range ties {
				name := tie.(string)
				if _, after, ok := strings.Cut(name, "*"); ok {
					name = after
				}
				if !slices.Contains(known, name) {
					t.Errorf("%s: %s follows the unknown option %s", at, keyword, name)
				}
				used[name] = true
				if node[keyword] == nil && name != "score_limit" {
					t.Errorf("%s: %s has no default", at, keyword)
				}
			}
		})
	})
	for _, name := range known {
		if !used[name] {
			t.Errorf("nothing follows the option %s", name)
		}
	}
}

// TestKeyTies looks for keys that follow an option and are required, or unknown
// to the object.
func TestKeyTies(t *testing.T) {
	ties := 0
	eachFile(t, func(t *testing.T, _ string, doc map[string]any) {
		walk(doc, func(at string, node map[string]any) {
			keys, _ := node["x-keys"].(map[string]any)
			for key, tie := range keys {
				ties++
				required, _ := node["required"].([]any)
				properties, _ := node["properties"].(map[string]any)
				if slices.Contains(required, any(key)) || properties[key] == nil {
					t.Errorf("%s: the key %s follows %s, and has to be there", at, key, tie)
				}
			}
		})
	})
	if ties == 0 {
		t.Error("no key follows an option")
	}
}

// walk calls visit with every object of a document that is no member list.
func walk(v any, visit func(at string, node map[string]any)) {
	var down func(at string, v any)
	down = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			visit(at, v)
			for key, child := range v {
				if named, ok := child.(map[string]any); ok && (key == "properties" || key == "$defs") {
					for name, child := range named {
						down(at+"/"+key+"/"+name, child)
					}
					continue
				}
				down(at+"/"+key, child)
			}
		case []any:
			for _, child := range v {
				down(at+"/*", child)
			}
		}
	}
	down("", v)
}
