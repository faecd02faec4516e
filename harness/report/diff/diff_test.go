package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/report/diff"
)

func TestBetween(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, c := range []struct {
		before, after string
		want          []diff.Change
	}{
		{`{"a":1,"b":[2]}`, ` {"b":[ 2 ], "a":1}`, nil},
		{`1`, `"x"`, []diff.Change{{Pointers: []string{""}, Text: `/: 1 → "x"`}}},
		// Members in the order of the later value, and then those that are gone.
		{`{"a":1,"b":{"x":null},"c":3,"d":{}}`, `{"d":[],"b":{"x":7},"new/":true,"a":1}`, []diff.Change{
			{Pointers: []string{"/d"}, Text: `/d: {} → []`},
			{Pointers: []string{"/b/x"}, Text: `/b/x: null → 7`},
			{Pointers: []string{"/new~1"}, Text: `/new~1: + true`},
			{Pointers: []string{""}, Text: `/c: − 3`},
		}},
		// A cell of a grid has changed in its place.
		{`[["t1",null],["t2","t3"]]`, `[["t1",null],["t2",null]]`, []diff.Change{{Pointers: []string{"/1/1"}, Text: `/1/1: "t3" → null`}}},
		{`[{"n":"a","s":1},{"n":"b","s":1}]`, `[{"n":"a","s":1},{"n":"b","s":2}]`, []diff.Change{{Pointers: []string{"/1/s"}, Text: `/1/s: 1 → 2`}}},
		// One that came and one that went: the rest only moved.
		{`["a","b","c"]`, `["b","c","d"]`, []diff.Change{{Pointers: []string{"/2"}, Text: `/: − "a", + "d"`}}},
		{`{"bag":["r","r","w"]}`, `{"bag":["r","w"]}`, []diff.Change{{Pointers: []string{"/bag"}, Text: `/bag: − "r"`}}},
		{`{"bag":["r","w"]}`, `{"bag":["r","r","r","w"]}`, []diff.Change{{Pointers: []string{"/bag/1", "/bag/2"}, Text: `/bag: + "r", + "r"`}}},
		// Who acts stands first: the players have moved, and one has changed.
		{`[{"n":"a","s":1},{"n":"b","s":1},{"n":"c"}]`, `[{"n":"b","s":1},{"n":"c"},{"n":"a","s":4}]`, []diff.Change{{Pointers: []string{"/2/s"}, Text: `/2/s: 1 → 4`}}},
		{`[{"cell":[0,1],"k":"x"}]`, `[{"cell":[0,1],"k":"y"},{"cell":[1,1],"k":"x"}]`, []diff.Change{
			{Pointers: []string{"/0/k"}, Text: `/0/k: "x" → "y"`}, {Pointers: []string{"/1"}, Text: `/: + {"cell":[1,1],"k":"x"}`},
		}},
		// What begins with another name is another thing.
		{`[{"lost":"a","s":1},{"n":"b"}]`, `[{"n":"b"},{"won":"a","s":1}]`, []diff.Change{
			{Pointers: []string{"/1"}, Text: `/: − {"lost":"a","s":1}, + {"won":"a","s":1}`},
		}},
		// Another order is one, of who acts for example.
		{`[0,1,2]`, `[0,2,1]`, []diff.Change{{Pointers: []string{"/1"}, Text: `/1: 1 → 2`}, {Pointers: []string{"/2"}, Text: `/2: 2 → 1`}}},
		{`"a\u202e"`, `"` + long + `"`, []diff.Change{{Pointers: []string{""}, Text: `/: "a\u202e" → "` + long[:119] + `…`}}},
	} {
		got, more := diff.Between(jsontext.Value(c.before), jsontext.Value(c.after))
		if diff := cmp.Diff(c.want, got); diff != "" || more != 0 {
			t.Errorf("%s to %s (-want +got):\n%s%d more", c.before, c.after, diff, more)
		}
	}
}

// However much changes, little is told.
func TestBetweenIsBounded(t *testing.T) {
	var a, b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&a, `"k%d":1,`, i)
		fmt.Fprintf(&b, `"k%d":2,`, i)
	}
	list, more := diff.Between(jsontext.Value("{"+a.String()+`"":0}`), jsontext.Value("{"+b.String()+`"":0}`))
	if len(list) != diff.Max || more != 100-diff.Max {
		t.Errorf("%d changes and %d more, expected %d and %d", len(list), more, diff.Max, 100-diff.Max)
	}
	list, _ = diff.Between(jsontext.Value("[]"), jsontext.Value("["+strings.Repeat("1,", 1000)+"1]"))
	if len(list) != 1 || len(list[0].Text) > 100 || !strings.HasSuffix(list[0].Text, "and 993 more added") {
		t.Errorf("%.200v", list)
	}
	deep := func(s string) jsontext.Value {
		return jsontext.Value(strings.Repeat("[", 1000) + s + strings.Repeat("]", 1000))
	}
	if list, _ := diff.Between(deep("1"), deep("2")); len(list) != 1 || len(list[0].Text) > 1000 {
		t.Errorf("%.200v", list)
	}
}
