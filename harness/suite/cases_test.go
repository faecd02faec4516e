package suite

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite/spool"
)

var equalValues = cmp.Comparer(func(a, b jsontext.Value) bool { return bytes.Equal(a, b) })

// same compares cases in everything. Of lists other than those of values it does not
// matter whether an empty one is there.
func same(t *testing.T, want, got []Case) {
	t.Helper()
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) {
			t.Fatalf("%d cases came back, expected %d", len(got), len(want))
		}
		if (want[i].In == nil) != (got[i].In == nil) || (want[i].Out == nil) != (got[i].Out == nil) {
			t.Errorf("%s: an empty list of values comes back as none, or none as one", want[i].ID)
		}
		if diff := cmp.Diff(want[i], got[i], cmp.AllowUnexported(Case{}, place{}, told{}, teller{}, addRules{}), cmpopts.EquateEmpty(), equalValues); diff != "" {
			t.Fatalf("case %d comes back as another one (-want +got):\n%s", i, diff)
		}
	}
}

// TestShelf: cases come back from a shelf as they are read into memory, broken ones, too,
// in any order, and whatever has become of their files.
func TestShelf(t *testing.T) {
	dir := write(t, map[string]string{
		"1-in.json": "1 {\"a\": 2}\n", "1-out.json": "", "2-in.json": "1,", "2-out.json": "1", "3-in.json": "1", "x-in.json": "1", "x-out.json": "2",
	})
	lines := filepath.Join(dir, "m.jsonl")
	text := []string{
		`{"name":"plain","in":[1,"a b"]}`,
		`  {"name":"all","why":"w","clauses":["SU-01"],"tags":["t","u"],"options":{"at":["a"],"plus":0},"in":[[1,2],{}],"out":[3]}` + "\r",
		"",
		`{"name":"empty","in":[],"out":[]}`,
		`{"name":"plain","in":[2]}`,
		`{"name":"torn","tags":["t"],"in":[1`,
		`{"name":"large","in":["` + strings.Repeat("x", 3*windowBytes) + `"],"out":[1]}`,
	}
	for i := range 300 {
		text = append(text, fmt.Sprintf(`{"name":"more/%d","in":[{"n":%d},%q],"out":[%[2]d]}`, i, i, strings.Repeat("y", 5000)))
	}
	if err := os.WriteFile(lines, []byte(strings.Join(text, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	shelf := NewShelf()
	defer shelf.Close()
	var want []Case
	for _, path := range []string{dir, lines, filepath.Join(dir, "1-in.json")} {
		s, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, s.Cases...)
		if name, err := shelf.Load(path); name != s.Name || err != nil {
			t.Fatalf("%s is called %q, expected %q: %v", path, name, s.Name, err)
		}
	}
	one := Case{ID: "one", In: []jsontext.Value{jsontext.Value("1")}, Out: []jsontext.Value{}}
	one.told = &told{&teller{&addRules{}, "add"}, one.In, []jsontext.Value{jsontext.Value("2"), jsontext.Value("3")}, "SU-01"}
	want = append(want, one)
	shelf.add(&one)
	if shelf.spool.Len() <= spool.BytesMax {
		t.Fatal("all cases fit into memory")
	}
	same(t, want, All(shelf))
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Case]()) {
		if !slices.ContainsFunc(want, func(c Case) bool { return !reflect.ValueOf(c).FieldByIndex(field.Index).IsZero() }) {
			t.Errorf("no case here has its %s, which a shelf may thus lose", field.Name)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for i := len(want) - 1; i >= 0; i -= 7 {
		same(t, want[i:i+1], []Case{*shelf.Read(i)})
	}
	distinct, err := shelf.Distinct()
	if err != nil {
		t.Fatal(err)
	}
	joined, err := Join(&Suite{Cases: want})
	if err != nil {
		t.Fatal(err)
	}
	if len(joined) != len(want)-1 {
		t.Errorf("%d of %d cases are distinct", len(joined), len(want))
	}
	same(t, joined, All(distinct))
	for _, s := range []Selection{{Tags: []string{"t"}}, {Skip: []string{"m/more/1*"}}, {Cases: []string{"m/plain", "turn/*"}, Skip: []string{"**/x"}}} {
		fromList, err := s.Select(List(joined))
		if err != nil {
			t.Fatal(err)
		}
		fromShelf, err := s.Select(distinct)
		if err != nil {
			t.Fatal(err)
		}
		same(t, All(fromList), All(fromShelf))
	}
	inMemory, numbers := Shard{2, 3}.Of(List(joined))
	onShelf, again := Shard{2, 3}.Of(distinct)
	same(t, All(inMemory), All(onShelf))
	if diff := cmp.Diff(numbers, again); diff != "" {
		t.Error(diff)
	}
}

// TestShelfMemory: what a shelf has in memory of a case is where it stands.
func TestShelfMemory(t *testing.T) {
	const cases, most = 30_000, 40 // bytes of each, with room for a list to grow
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	shelf := NewShelf()
	defer shelf.Close()
	if _, err := shelf.Generate(&addRules{}, "add", cases, 1); err != nil {
		t.Fatal(err)
	}
	all, err := shelf.Distinct()
	if err != nil {
		t.Fatal(err)
	}
	all.Read(cases / 2)
	runtime.GC()
	runtime.ReadMemStats(&after)
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > cases*most+spool.BytesMax/2 {
		t.Errorf("%d bytes are in memory for each case", kept/cases)
	}
	runtime.KeepAlive(all)
}

// A countedRules tells how often its oracle is asked.
type countedRules struct {
	addRules
	asked int
}

func (r *countedRules) Oracle(task string) game.Oracle {
	oracle := r.addRules.Oracle(task)
	return func(in []jsontext.Value, out *game.Output) error {
		r.asked++
		out.Clause = "SU-1"
		return oracle(in, out)
	}
}

// TestToldOnce: what the oracle has said about a generated case is known, for just these
// rules and this input.
func TestToldOnce(t *testing.T) {
	g := addGame()
	task := g.Tasks[0]
	rules := &countedRules{}
	shelf := NewShelf()
	defer shelf.Close()
	if _, err := shelf.Generate(rules, task.Name, 5, 1); err != nil {
		t.Fatal(err)
	}
	other := &countedRules{addRules: addRules{plus: 100}}
	k, others := NewChecker(g, rules, task, judge.New(task, judge.Lax, nil)), NewChecker(g, other, task, judge.New(task, judge.Lax, nil))
	for i := range shelf.Len() {
		c := shelf.Read(i)
		var fresh game.Output
		if err := rules.addRules.Oracle(task.Name)(c.In, &fresh); err != nil {
			t.Fatal(err)
		}
		told, err := k.Expected(c)
		if err != nil || fmt.Sprint(told) != fmt.Sprint(fresh.Values()) || k.Clause() != "SU-1" {
			t.Fatalf("%s: expected %s by SU-1, was told %s by %q: %v", c.ID, fresh.Values(), told, k.Clause(), err)
		}
		if by, err := others.Expected(c); err != nil || fmt.Sprint(by) == fmt.Sprint(told) {
			t.Errorf("%s: other rules say the same: %v", c.ID, err)
		}
	}
	if rules.asked != shelf.Len() || other.asked != shelf.Len() {
		t.Errorf("the oracle was asked %d times, that of other rules %d times, for %d cases", rules.asked, other.asked, shelf.Len())
	}
	changed := *shelf.Read(0)
	changed.In = []jsontext.Value{jsontext.Value("[1,2]")}
	if got, err := k.Expected(&changed); err != nil || fmt.Sprint(got) != "[3]" {
		t.Errorf("a changed case is answered by %s: %v", got, err)
	}
}
