package shrink_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/shrink"
)

func join(values []jsontext.Value) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return strings.Join(list, " ")
}

func TestValues(t *testing.T) {
	has := func(part string) func([]jsontext.Value) bool {
		return func(in []jsontext.Value) bool { return strings.Contains(join(in), part) }
	}
	for _, c := range []struct {
		name string
		in   []string
		keep func([]jsontext.Value) bool
		want string
	}{
		{"nothing needed", []string{`[1,2]`, `{"a":3}`}, func([]jsontext.Value) bool { return true }, ``},
		{"one element of many", []string{`[[1,"x",2,"x"],"y"]`, `"z"`}, has(`"y"`), `["y"]`},
		{"a member", []string{`{"a":[1,2,3],"b":{"c":"x"}}`}, has(`"x"`), `{"b":{"c":"x"}}`},
		{"a number", []string{`[100]`}, func(in []jsontext.Value) bool { return len(in) > 0 && len(in[0]) == 4 }, `[10]`},
		{"below zero", []string{`-17`}, has("-"), `-1`},
		{
			"two arrays that go together",
			[]string{`[["Ada",1],["bob",2],["cyd",3]]`, `{"wallets":[10,20,30]}`},
			func(in []jsontext.Value) bool {
				var names [][]any
				var holds struct {
					Wallets []int `json:"wallets"`
				}
				return len(in) == 2 && json.Unmarshal(in[0], &names) == nil && json.Unmarshal(in[1], &holds) == nil &&
					len(names) == len(holds.Wallets) && bytes.Contains(in[1], []byte("2"))
			},
			`[[]] {"wallets":[20]}`,
		},
		{"true", []string{`[true,{"k":true}]`}, func(in []jsontext.Value) bool { return strings.Count(join(in), "e") == 2 }, `[false,{"k":false}]`},
		{"a long number", []string{`[123456789012345678901234567890]`}, has("["), `[]`},
		{"a fraction stays if it must", []string{`1.5e3`}, has("e"), `1.5e3`},
		{"the text of what stays stays", []string{`["\u0041", 1.0]`}, has(`"\u0041",1.0`), `["\u0041",1.0]`},
	} {
		in := make([]jsontext.Value, len(c.in))
		for i, text := range c.in {
			in[i] = jsontext.Value(text)
		}
		if got := join(shrink.Values(t.Context(), in, c.keep)); got != c.want {
			t.Errorf("%s: %s, expected %s", c.name, got, c.want)
		}
	}
}

// TestValuesKeep shrinks random values by a property that is hard to keep: the
// result has it, is valid JSON, and no element of its can be left out.
func TestValuesKeep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 300), 1, 30).Draw(t, "numbers")
		total := 0
		text := []byte("[")
		for i, n := range numbers {
			if i > 0 {
				text = append(text, ',')
			}
			text = append(text, strings.Repeat("7", 1+n%3)...)
			total += 1 + n%3
		}
		text = append(text, ']')
		least := rapid.IntRange(0, total).Draw(t, "least")
		keep := func(in []jsontext.Value) bool {
			return len(in) == 1 && bytes.Count(in[0], []byte("7")) >= least
		}
		in := []jsontext.Value{text}
		if !keep(in) {
			t.Fatal("the property does not hold from the beginning")
		}
		out := shrink.Values(context.Background(), in, keep)
		switch again := shrink.Values(context.Background(), in, keep); {
		case !keep(out) || !out[0].IsValid():
			t.Fatalf("%s has not what %s has", join(out), text)
		case join(again) != join(out):
			t.Fatalf("%s, then %s", join(out), join(again))
		case bytes.Count(out[0], []byte("7")) > least+2:
			t.Fatalf("%s could be smaller, %d are enough", join(out), least)
		}
	})
}

func TestValuesEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := []jsontext.Value{jsontext.Value(`[1,2]`)}
	if got := join(shrink.Values(ctx, in, func([]jsontext.Value) bool { t.Error("it was tried"); return true })); got != `[1,2]` {
		t.Errorf("%s", got)
	}
}

func FuzzValues(f *testing.F) {
	f.Add([]byte(`{"a":[1,true,"x",null,-3.5e2]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		v := jsontext.Value(text)
		if !v.IsValid() {
			return
		}
		out := shrink.Values(t.Context(), []jsontext.Value{v}, func(in []jsontext.Value) bool {
			for _, v := range in {
				if !v.IsValid() {
					t.Fatalf("%s was tried", v)
				}
			}
			return len(in) == 1 && in[0].Kind() == v.Kind()
		})
		if len(out) != 1 {
			t.Fatalf("%s became %s", text, join(out))
		}
	})
}
