package judge_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

func FuzzCompare(f *testing.F) {
	f.Add([]byte(stateBefore), []byte(stateAfter))
	f.Add([]byte(`[[1],[2]] "x" 5`), []byte(`[[2],[1]] "y" 5.0 {}`))
	f.Add([]byte(`{"a":["x",1e9,-0.0]}`), []byte(`{"a":[0,"\u0078",1000000000],"\u001b":null}`))
	f.Add([]byte(`1.5e-7`), []byte(`15e-8`))
	task := game.Task{
		Out: []game.Param{{Name: "first", Value: "a"}, {Name: "rest", Value: "b", Repeated: true}},
		Fields: []game.Field{
			{Pointer: "/*", Bag: true, Clause: "X-1"},
			{Pointer: "/*/a", Bag: true},
			{Pointer: "/*/*/*", Bag: true},
			{Pointer: "/1", Code: true},
			{Pointer: "/0/state/bank", Bag: true, Clause: "X-2"},
		},
	}
	lax, strict := judge.New(task, judge.Lax, nil), judge.New(task, judge.Strict, nil)
	f.Fuzz(func(t *testing.T, left, right []byte) {
		values := func(text []byte) []jsontext.Value {
			all, _ := stream.All(bytes.NewReader(text), stream.Limits{})
			return stream.Raws(all)
		}
		// What no reader lets through makes nonsense at worst.
		broken := []jsontext.Value{left, right}
		lax.Compare(broken, []jsontext.Value{right, left})
		lax.Render(broken, []jsontext.Value{right, left}, judge.Style{Color: true})
		a, b := values(left), values(right)
		for _, j := range []*judge.Judge{lax, strict} {
			if c := j.Compare(a, a); c.Outcome != judge.Pass {
				t.Fatalf("not equal to itself: %v", messages(c.Differences))
			}
			there, back := j.Compare(a, b), j.Compare(b, a)
			if (there.Outcome == judge.Pass) != (back.Outcome == judge.Pass) {
				t.Fatalf("%s, the other way round %s", there.Outcome, back.Outcome)
			}
			var out game.Output
			for _, v := range b {
				out.Buf = append(out.Buf, v...)
				out.End()
			}
			if j.Same(a, &out) != (there.Outcome == judge.Pass) {
				t.Fatalf("%s, but the same: %t", there.Outcome, j.Same(a, &out))
			}
			for _, d := range append(there.Differences, there.Remarks...) {
				if hidden := strings.IndexFunc(d.Message, func(r rune) bool { return !unicode.IsPrint(r) }); hidden >= 0 {
					t.Fatalf("invisible character in %q", d.Message)
				}
			}
			var v judge.Verdict
			there.Record(&v)
			if _, err := json.Marshal(v); err != nil {
				t.Fatal(err)
			}
		}
		x, y := strict.Canonical(a), strict.Canonical(b)
		equal := string(x) == string(y)
		if pass := strict.Compare(a, b).Outcome == judge.Pass; pass != equal {
			t.Fatalf("pass %t, canonical\n%s\n%s", pass, x, y)
		}
		if c := strict.Compare(a, values(bytes.Join(split(t, x), []byte("\n")))); c.Outcome != judge.Pass {
			t.Fatalf("the canonical text is another answer: %v", messages(c.Differences))
		}
		if diff := strict.Render(a, b, judge.Style{}); (diff == "") != equal {
			t.Fatalf("equal %t, diff\n%s", equal, diff)
		}
	})
}

// split takes an array apart.
func split(t *testing.T, array jsontext.Value) [][]byte {
	var all []jsontext.Value
	if err := json.Unmarshal(array, &all); err != nil {
		t.Fatalf("%s: %v", array, err)
	}
	parts := make([][]byte, len(all))
	for i, v := range all {
		parts[i] = v
	}
	return parts
}
