package suite_test

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

func raws(texts ...string) []jsontext.Value {
	list := make([]jsontext.Value, len(texts))
	for i, text := range texts {
		list[i] = jsontext.Value(text)
	}
	return list
}

// written are cases that show everything that a case has.
func written() []suite.Case {
	return []suite.Case{
		{Name: "plain", In: raws(`1`), Out: raws(`2`)},
		{Name: "a/b", In: nil, Out: []jsontext.Value{}},
		{
			Name: "full", Why: "It says \"why\"", Clauses: []string{"EX-01"}, Tags: []string{"x"},
			Options: []game.Setting{{Name: "o", Value: jsontext.Value(`[1]`)}}, In: raws("[\n 1.0,\"\\u0041\"]", `{}`), Out: raws(`-0`),
		},
		{Name: "no-output", In: raws(`1`)},
	}
}

// TestManifest reads what it writes.
func TestManifest(t *testing.T) {
	text := suite.Manifest(written())
	const want = `{"name":"plain","in":[1],"out":[2]}
{"name":"a/b","in":[],"out":[]}
{"name":"full","why":"It says \"why\"","clauses":["EX-01"],"tags":["x"],"options":{"o":[1]},"in":[[  1.0,"\u0041"],{}],"out":[-0]}
{"name":"no-output","in":[1]}
`
	if string(text) != want {
		t.Fatalf("%s, expected %s", text, want)
	}
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := suite.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Cases {
		if c.Broken != nil {
			t.Error(c.Broken)
		}
	}
	if again := suite.Manifest(s.Cases); string(again) != want {
		t.Errorf("read and written again: %s", again)
	}
}

func TestWriteCases(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	sink, err := suite.Folder(dir)
	if err == nil {
		err = suite.WriteCases(sink, "task", written())
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := suite.Load(filepath.Join(dir, "task"))
	if err != nil || len(s.Cases) != 4 {
		t.Fatalf("%+v, %v", s, err)
	}
	for i, c := range written() {
		got := s.Cases[i]
		if got.Broken != nil || len(got.In) != len(c.In) || len(got.Out) != len(c.Out) || len(c.In) > 0 && !bytes.Equal(got.In[0], c.In[0]) {
			t.Errorf("case %d: %+v", i+1, got)
		}
	}
	if _, err := suite.Folder(dir); err == nil || !strings.Contains(err.Error(), "it is not empty") {
		t.Errorf("a second time: %v", err)
	}
	if _, err := suite.Folder(t.TempDir()); err != nil {
		t.Errorf("into an empty folder: %v", err)
	}

	archive := func() []byte {
		var b bytes.Buffer
		sink, end := suite.Zip(&b)
		if err := suite.WriteCases(sink, "task", written()); err != nil {
			t.Fatal(err)
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	first := archive()
	if !bytes.Equal(first, archive()) {
		t.Error("the same cases give another archive")
	}
	r, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil || len(r.File) != 8 || r.File[0].Name != "task/1-in.json" {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, f := range r.File {
		if date := f.Modified.UTC(); date.Format(time.DateOnly) != "1980-01-01" {
			t.Errorf("%s is of %v", f.Name, date)
		}
	}
	foreignZip(t, first)
	file, err := r.Open("task/1-out.json")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(file); err != nil || string(text) != "2\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// foreignZip gives an archive to readers of others, those that there are.
func foreignZip(t *testing.T, archive []byte) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "suite.zip")
	if err := os.WriteFile(name, archive, 0o644); err != nil {
		t.Fatal(err)
	}
	const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    for i in z.infolist(): assert i.date_time == (1980, 1, 1, 0, 0, 0), (i.filename, i.date_time)
`
	for _, reader := range [][]string{{"unzip", "-t", name}, {"python3", "-c", script, name}} {
		if _, err := exec.LookPath(reader[0]); err != nil {
			t.Log(err)
			continue
		}
		if said, err := exec.Command(reader[0], reader[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", reader[0], err, said)
		}
	}
}

func TestDiff(t *testing.T) {
	before := []suite.Case{
		{ID: "a/1", In: raws(`[1, 2]`), Out: raws(`3`)},
		{ID: "a/2", In: raws(`[2]`), Out: raws(`2`)},
		{ID: "a/3", In: raws(`[3]`), Out: raws(`3`)},
		{ID: "a/4", In: raws(`[4]`)},
		{ID: "a/5", In: raws(`[4]`), Options: []game.Setting{{Name: "o", Value: jsontext.Value(`1`)}}},
		{ID: "a/6"},
	}
	after := []suite.Case{
		{ID: "b/1", In: raws(`[3]`), Out: raws(`4`)},
		{ID: "b/2", In: raws(`[1,2]`), Out: raws(`3`)},
		{ID: "b/3", In: raws(`[4]`), Out: raws(`5`)},
		{ID: "b/4", In: raws(`[5]`)},
		{ID: "b/5", In: raws(`[5]`)},
	}
	d := suite.Diff(before, after, func(a, b []jsontext.Value) bool { return reflect.DeepEqual(a, b) })
	names := func(cases []*suite.Case) (list []string) {
		for _, c := range cases {
			list = append(list, c.ID)
		}
		return list
	}
	if gone := names(d.Gone); !slices.Equal(gone, []string{"a/2", "a/5"}) {
		t.Errorf("gone: %v", gone)
	}
	if added := names(d.New); !slices.Equal(added, []string{"b/4"}) {
		t.Errorf("new: %v", added)
	}
	if len(d.Changed) != 1 || d.Changed[0].Before.ID != "a/3" || d.Changed[0].After.ID != "b/1" {
		t.Errorf("changed: %+v", d.Changed)
	}
}

func TestImport(t *testing.T) {
	one := &suite.Suite{Name: "Tests", Cases: []suite.Case{
		{ID: "Tests/1", Name: "1", AnyRun: true, In: raws(`1`)}, {ID: "Tests/2", Name: "2", Broken: &suite.Fault{Message: "torn"}},
	}}
	two := &suite.Suite{Name: "Tests", Cases: []suite.Case{{ID: "Tests/1", Name: "1", AnyRun: true, In: raws(`2`)}, {Name: "a b", In: raws(`3`)}, {Name: "a-b", In: raws(`4`)}}}
	cases, broken := suite.Import("/c", []string{"/c/tëam/Tests", "/c/b/../b/Tests"}, []*suite.Suite{one, two})
	names := make(map[string]string)
	for _, c := range cases {
		names[c.Name] = string(c.In[0])
	}
	want := map[string]string{"t-am/Tests/1": "1", "b/Tests/1": "2", "b/Tests/a-b": "3", "b/Tests/a-bx": "4"}
	if !maps.Equal(names, want) || len(broken) != 1 {
		t.Errorf("%v, %d broken", names, len(broken))
	}
	cases, _ = suite.Import("/c", []string{"/c/rules"}, []*suite.Suite{one})
	if len(cases) != 1 || cases[0].Name != "1" {
		t.Errorf("one suite: %+v", cases)
	}
}
