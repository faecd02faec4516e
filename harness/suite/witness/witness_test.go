package witness_test

import (
	"context"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/json/tree"
	"github.com/touchstone-harness/touchstone/harness/suite/witness"
)

func values(texts ...string) []jsontext.Value {
	list := make([]jsontext.Value, len(texts))
	for i, text := range texts {
		list[i] = jsontext.Value(text)
	}
	return list
}

func text(in []jsontext.Value) string {
	var all []string
	for _, v := range in {
		all = append(all, string(v))
	}
	return strings.Join(all, " ")
}

func TestShrink(t *testing.T) {
	for _, tt := range []struct {
		name string
		in   []jsontext.Value
		keep func(s string) bool
		want string
	}{
		{"all goes", values(`[1,2]`, `{"a":3}`), func(string) bool { return true }, ``},
		{"elements", values(`[1,2,3,4,5,6,7,8,9]`), func(s string) bool { return strings.Contains(s, "7") && strings.Contains(s, "[") }, `[7]`},
		{"a number", values(`[1234567890123456789012345]`), func(s string) bool { return len(s) >= 5 && s[0] == '[' }, `[100]`},
		{"members", values(`{"a":1,"b":{"c":2}}`), func(s string) bool { return strings.Contains(s, `"c"`) }, `{"b":{"c":0}}`},
		{"truth", values(`[true,true,true]`), func(s string) bool { return strings.Count(s, "e") == 3 && strings.HasSuffix(s, "true]") }, `[false,false,true]`},
		{
			"an index of two", values(`["x","y","z"]`, `{"list":[1,2,3]}`),
			func(s string) bool {
				return strings.Contains(s, `"list"`) && strings.Count(s, `"`) == 2*(1+strings.Count(s, "1")+strings.Count(s, "2")+strings.Count(s, "3")) &&
					strings.Contains(s, `"y"`)
			}, `["y"] {"list":[1]}`,
		},
		{
			"equal lists", values(`[["b","a"],["a","a","b","b"]]`, `[["a","a","b","b"]]`),
			func(s string) bool {
				one, two, ok := strings.Cut(s, " ")
				return ok && len(two) >= 7 && strings.HasPrefix(two, "[[") && strings.HasPrefix(one, "[[") && strings.Contains(one, strings.Trim(two, "[]"))
			}, `[["a"]] [["a"]]`,
		},
		{"a number below zero", values(`[-17]`), func(s string) bool { return strings.Contains(s, "-") }, `[-1]`},
		{
			"equal numbers", values(`{"blue":5,"brown":5}`, `[5,7]`), func(s string) bool {
				one, two, ok := strings.Cut(s, `,"brown":`)
				return ok && strings.HasPrefix(two, strings.TrimPrefix(one, `{"blue":`)+"}") && !strings.HasPrefix(two, "0")
			}, `{"blue":1,"brown":1}`,
		},
		{"a fraction", values(`[1.5e3,2.5]`), func(s string) bool { return strings.Contains(s, "e3") }, `[1.5e3]`},
		{"a fraction that need not be one", values(`{"a":1.5}`), func(s string) bool { return strings.Contains(s, `"a"`) }, `{"a":0}`},
		{"the text of what stays", values(`["\u0041", 1.0]`), func(s string) bool { return strings.Contains(s, `1.0`) && strings.Contains(s, `\u0041`) }, `["\u0041",1.0]`},
		{
			"two arrays that go together", values(`[["Ada",1],["bob",2],["cyd",3]]`, `{"wallets":[10,20,30]}`),
			func(s string) bool {
				names, wallets, ok := strings.Cut(s, `] {"wallets":`)
				return ok && strings.Count(names, "[")-1 == strings.Count(wallets, "0") && strings.Contains(wallets, "2")
			}, `[[]] {"wallets":[20]}`,
		},
		{"colours", values(`["red","blue","red"]`), func(s string) bool { return strings.Count(s, `"`) == 6 }, `["blue","blue","blue"]`},
		{
			"names", values(`{"names":["Eve","bob"],"wallet":["red","white"],"bank":["red","blue"]}`), func(s string) bool {
				return strings.Count(s, `"`) == 18 && strings.Contains(s, `"bob"`)
			}, `{"names":["Eve","bob"],"wallet":["blue","blue"],"bank":["blue","blue"]}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			keep := func(in []jsontext.Value) bool { return tt.keep(text(in)) }
			if !keep(tt.in) {
				t.Fatal("the input itself is not kept")
			}
			got := text(witness.Shrinker{}.Shrink(context.Background(), tt.in, keep))
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

func TestShrinkAdvances(t *testing.T) {
	k := witness.Shrinker{Advance: func(in []jsontext.Value) [][]jsontext.Value {
		if len(in) < 3 {
			return nil
		}
		return [][]jsontext.Value{values("8", "8", "8", "8"), values("7", "9")}
	}}
	got := k.Shrink(context.Background(), values("1", "2", "3"), func(in []jsontext.Value) bool {
		return text(in) == "1 2 3" || text(in) == "7 9" || text(in) == "8 8 8 8"
	})
	if text(got) != "7 9" {
		t.Errorf("%s, want 7 9", text(got))
	}
}

func TestShrinkEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	asked := 0
	in := values(`[1,2,3,4]`)
	got := witness.Shrinker{}.Shrink(ctx, in, func([]jsontext.Value) bool {
		asked++
		cancel()
		return false
	})
	if asked != 1 || text(got) != `[1,2,3,4]` {
		t.Errorf("asked %d times behind the end, for %s", asked, text(got))
	}
}

func TestShrinkTriesMax(t *testing.T) {
	asked := 0
	k := witness.Shrinker{TriesMax: 3}
	got := k.Shrink(context.Background(), values(`[1,2,3,4,5,6,7,8]`), func(in []jsontext.Value) bool {
		asked++
		return strings.HasPrefix(text(in), "[1,2")
	})
	if asked != 3 || text(got) != `[1,2,3,4]` {
		t.Errorf("asked %d times, for %s", asked, text(got))
	}
}

// TestShrinkAheadEnds: nothing is asked once there are no answers, and what has been
// reached by then is returned.
func TestShrinkAheadEnds(t *testing.T) {
	valid := func([]jsontext.Value) bool { return true }
	begins := func(in []jsontext.Value) bool { return strings.HasPrefix(text(in), "[1,2") }
	asked := 0
	got := witness.Shrinker{}.ShrinkAhead(t.Context(), values(`[1,2,3,4,5,6,7,8]`), 3, valid, func(list [][]jsontext.Value) []bool {
		if asked++; asked > 1 {
			return nil
		}
		answers := make([]bool, len(list))
		for i, in := range list {
			answers[i] = begins(in)
		}
		return answers
	})
	if asked != 2 || len(text(got)) >= len(`[1,2,3,4,5,6,7,8]`) || !begins(got) || text(got) == `[1,2]` {
		t.Errorf("asked %d times, for %s", asked, text(got))
	}
}

// FuzzShrink: all that is asked about is JSON.
func FuzzShrink(f *testing.F) {
	f.Add([]byte(`{"a":[1,true,"x",null,-3.5e2]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		v := jsontext.Value(text)
		if !v.IsValid() {
			return
		}
		k := witness.Shrinker{TriesMax: 2000}
		out := k.Shrink(context.Background(), []jsontext.Value{v}, func(in []jsontext.Value) bool {
			for _, v := range in {
				if !v.IsValid() {
					t.Fatalf("asked about %s", v)
				}
			}
			return len(in) == 1 && in[0].Kind() == v.Kind()
		})
		if len(out) != 1 {
			t.Fatalf("%s became %s", text, out)
		}
	})
}

// anyValue is a JSON value of a few kinds.
func anyValue(depth int) *rapid.Generator[any] {
	scalars := []*rapid.Generator[any]{
		rapid.Map(rapid.IntRange(0, 30), func(n int) any { return n }),
		rapid.Map(rapid.SampledFrom([]string{"red", "blue", "Ada"}), func(s string) any { return s }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
	}
	if depth == 0 {
		return rapid.OneOf(scalars...)
	}
	return rapid.OneOf(append(scalars,
		rapid.Map(rapid.SliceOfN(anyValue(depth-1), 0, 4), func(l []any) any { return l }),
		rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b"}), anyValue(depth-1), 0, 2), func(m map[string]any) any { return m }),
	)...)
}

// TestShrinkProperty: what comes out is kept and no larger; no element of an
// array can be dropped from it; it is the same again; and shrunk again it stays. Asked
// about several at once it is the same.
func TestShrinkProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in []jsontext.Value
		for _, v := range rapid.SliceOfN(anyValue(3), 1, 4).Draw(t, "in") {
			raw, err := json.Marshal(v, json.Deterministic(true))
			if err != nil {
				t.Fatal(err)
			}
			in = append(in, raw)
		}
		reds, nodes := strings.Count(text(in), "red"), 0
		least := rapid.IntRange(0, 6).Draw(t, "least")
		keep := func(in []jsontext.Value) bool {
			root, err := tree.Parse(in)
			if err != nil {
				t.Fatalf("asked about %s: %v", text(in), err)
			}
			nodes = root.Size()
			return strings.Count(text(in), "red") >= min(reds, 1) && nodes >= least
		}
		if !keep(in) {
			return
		}
		got := witness.Shrinker{}.Shrink(context.Background(), in, keep)
		before, _ := tree.Parse(in)
		after, _ := tree.Parse(got)
		if !keep(got) || after.Size() > before.Size() {
			t.Fatalf("%s became %s", text(in), text(got))
		}
		if again := (witness.Shrinker{}).Shrink(context.Background(), in, keep); text(again) != text(got) {
			t.Fatalf("%s and then %s", text(got), text(again))
		}
		if again := (witness.Shrinker{}).Shrink(context.Background(), got, keep); text(again) != text(got) {
			t.Fatalf("%s was not the end, %s is", text(got), text(again))
		}
		most := rapid.IntRange(1, 9).Draw(t, "most")
		odd := func(in []jsontext.Value) bool { return len(text(in))%2 == 1 } // are not valid
		one := witness.Shrinker{}.Shrink(context.Background(), in, func(in []jsontext.Value) bool { return !odd(in) && keep(in) })
		many := witness.Shrinker{}.ShrinkAhead(context.Background(), in, most,
			func(in []jsontext.Value) bool { return !odd(in) },
			func(list [][]jsontext.Value) []bool {
				if len(list) == 0 || len(list) > most {
					t.Fatalf("asked about %d at once", len(list))
				}
				answers := make([]bool, len(list))
				for i, in := range list {
					if answers[i] = keep(in); odd(in) {
						t.Fatalf("asked about %s", text(in))
					}
				}
				return answers
			})
		if text(one) != text(many) {
			t.Fatalf("%s by %d at once, %s one after the other", text(many), most, text(one))
		}
		root, _ := tree.Parse(got)
		for _, p := range root.Places() {
			for at := range p.Kids {
				before := *p.Node
				p.Drop(at, 1)
				if keep(root.Values()) {
					t.Fatalf("of %s an element could be dropped: %s", text(got), root)
				}
				*p.Node = before
			}
		}
	})
}
