package tree_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/tree"
)

func parse(t *testing.T, texts ...string) *tree.Node {
	t.Helper()
	values := make([]jsontext.Value, len(texts))
	for i, s := range texts {
		values[i] = jsontext.Value(s)
	}
	root, err := tree.Parse(values)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestParse(t *testing.T) {
	root := parse(t, ` [ "a" , 1.0 ,{"x" : [ ] , "y":null}] `, "true")
	if got, want := root.String(), `[["a",1.0,{"x":[],"y":null}],true]`; got != want {
		t.Errorf("written again it is %s, want %s", got, want)
	}
	values := root.Values()
	if len(values) != 2 || string(values[1]) != "true" {
		t.Errorf("the values are %s", values)
	}
	if got := root.Size(); got != 8 {
		t.Errorf("the size is %d, want 8", got)
	}
	for _, bad := range []string{"", "[", `{"a":1,"a":2}`, "[1,]", "nul"} {
		if _, err := tree.Parse([]jsontext.Value{jsontext.Value(bad)}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

func TestPlaces(t *testing.T) {
	root := parse(t, `{"players":[{"wallet":["red"]},{"wallet":["blue"]}]}`, "7")
	paths := map[string]int{}
	for _, p := range root.Places() {
		paths[p.Path]++
		if p.Parent != nil && p.Parent.Kids[p.Index] != p.Node {
			t.Errorf("%s does not stand where it says", p.Path)
		}
	}
	for path, n := range map[string]int{"": 1, "/0": 1, "/1": 1, "/0/players/*": 2, "/0/players/*/wallet/*": 2} {
		if paths[path] != n {
			t.Errorf("%d places at %q, want %d", paths[path], path, n)
		}
	}
}

func TestShape(t *testing.T) {
	for text, want := range map[string]string{
		"[]": "[]", `["a","b"]`: "[string]", `[[1],[]]`: "[[number]]", `{"a":1}`: `{"a"}`, "true": "boolean", "false": "boolean", "null": "null",
	} {
		if got := parse(t, text).Kids[0].Shape(); got != want {
			t.Errorf("%s has the shape %s, want %s", text, got, want)
		}
	}
}

// TestHasShape: it is whether the shapes are equal, without spelling them.
func TestHasShape(t *testing.T) {
	var nodes []*tree.Node
	for _, text := range []string{
		"[]", `["a"]`, `["b",1]`, "[1]", "[[]]", "[[1],[]]", "[[2]]", "{}", `{"a":1}`, `{"a":"x"}`, `{"a":1,"b":2}`, `{"b":2,"a":1}`,
		`[{"a":1}]`, `[{"b":1}]`, "true", "false", "[true]", "[false]", "null", "1", `"1"`,
	} {
		nodes = append(nodes, parse(t, text).Kids[0])
	}
	for _, a := range nodes {
		for _, b := range nodes {
			if got, want := a.HasShape(b), a.Shape() == b.Shape(); got != want {
				t.Errorf("%s has the shape of %s: %t, want %t", a, b, got, want)
			}
		}
	}
}

// TestCopier: each copy is one of its own tree, whatever has been made of the one before.
func TestCopier(t *testing.T) {
	var c tree.Copier
	for _, text := range []string{`{"a":[1,2,[3]],"b":{}}`, "[7]", `[[1,2,3,4],{"x":"y"},[[],[]]]`, `{"a":[1,2,[3]],"b":{}}`} {
		root := parse(t, text, "true")
		copied := c.Clone(root)
		if copied.String() != root.String() {
			t.Errorf("%s was copied as %s", root, copied)
		}
		for _, p := range copied.Places() {
			p.Set(&tree.Node{Kind: 'n', Text: "null"})
		}
		if got := root.Kids[0].String(); got != text {
			t.Errorf("to change the copy of %s makes it %s", text, got)
		}
	}
}

// TestDrop: what stood there before can be put back.
func TestDrop(t *testing.T) {
	root := parse(t, `[1,2,3]`, `{"a":1,"b":2,"c":3}`)
	list, object := root.Kids[0], root.Kids[1]
	kids, keys := object.Kids, object.Keys
	list.Drop(1, 2)
	list.Insert(0, &tree.Node{Kind: '0', Text: "9"})
	object.Drop(0, 1)
	if got, want := root.String(), `[[9,1],{"b":2,"c":3}]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	object.Kids, object.Keys = kids, keys
	copied := root.Clone()
	object.Kids[0].Text = "5"
	if got, want := copied.String(), `[[9,1],{"a":1,"b":2,"c":3}]`; got != want {
		t.Errorf("the copy is %s, want %s", got, want)
	}
}

// FuzzParse: what is taken is written again as the same JSON, and no input makes
// it panic.
func FuzzParse(f *testing.F) {
	for _, text := range []string{`[1,{"a":[]}]`, `{"a":1,"a":2}`, "[", `"\u00e9"`, "1e5", " null "} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		root, err := tree.Parse([]jsontext.Value{text})
		if err != nil {
			return
		}
		want := jsontext.Value(text).Clone()
		if !want.IsValid() {
			return // more behind the first value is not looked at
		}
		if err := want.Compact(); err != nil {
			t.Fatal(err)
		}
		if got := root.Values()[0]; string(got) != string(want) {
			t.Fatalf("%s became %s", want, got)
		}
	})
}
