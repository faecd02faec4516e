package suite

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestLinesAreReadAsWritten holds what is written against what is read.
func TestLinesAreReadAsWritten(t *testing.T) {
	var keys []string
	for i := range reflect.TypeFor[Line]().NumField() {
		key, _, _ := strings.Cut(reflect.TypeFor[Line]().Field(i).Tag.Get("json"), ",")
		keys = append(keys, key)
	}
	if diff := cmp.Diff(manifestKeys, keys); diff != "" {
		t.Errorf("other keys are written than read (-read +written):\n%s", diff)
	}
	lines := `{"name":"plain","in":[1,"a b"]}
{"name":"all","why":"w","clauses":["SU-01"],"tags":["t","u"],"options":{"at":["a"],"plus":0},"in":[[1,2],{}],"out":[3]}
{"name":"no-output","in":[]}
`
	parse := func(text string) *Suite {
		s, m := &Suite{Name: "m"}, manifest{shown: "m.jsonl", source: "m.jsonl", suite: "m"}
		if err := m.read(strings.NewReader(text), s.add); err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := parse(lines)
	var written strings.Builder
	for i := range first.Cases {
		c := &first.Cases[i]
		if c.Broken != nil {
			t.Fatal(c.Broken)
		}
		if err := json.MarshalWrite(&written, c.Line(c.Out), json.Deterministic(true)); err != nil {
			t.Fatal(err)
		}
		written.WriteByte('\n')
	}
	if diff := cmp.Diff(lines, written.String()); diff != "" {
		t.Errorf("another manifest is written (-read +written):\n%s", diff)
	}
	second := parse(written.String())
	if diff := cmp.Diff(first, second, cmpopts.IgnoreUnexported(Case{})); diff != "" {
		t.Errorf("the case changes (-before +after):\n%s", diff)
	}
}

func TestFind(t *testing.T) {
	s, err := Load(filepath.Join("..", "..", "tests", "suites", "bazaar", "rules.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Find("rules/empty-list")
	if err != nil || c.Name != "empty-list" {
		t.Errorf("%v, %v", c, err)
	}
	for id, want := range map[string]string{"rules/*": "cases match", "rules/empty-lst": "empty-lst"} {
		if _, err := s.Find(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, expected %q", id, err, want)
		}
	}
	for id, want := range map[string]string{"bazaar/rules/empty-list": "bazaar/rules", "7": ""} {
		if got := TaskOf(id); got != want {
			t.Errorf("the task of %s is %q, expected %q", id, got, want)
		}
	}
}
