package judge

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Reading side by side says the same as comparing classes, of values that resemble each other:
// other orders, other spellings, members that may be missing, codes.
func TestAlike(t *testing.T) {
	fields := []game.Field{
		{Pointer: "/*/b", Bag: true},
		{Pointer: "/*/*/a", Bag: true},
		{Pointer: "/*/a", Missing: jsontext.Value("1")},
		{Pointer: "/*/c", Code: true},
		{Pointer: "/0", Bag: true},
	}
	root := compile(fields)
	rng := rand.New(rand.NewPCG(1, 2))
	equal := 0
	for range 50_000 {
		p, lax := root.element(rng.IntN(2)), rng.IntN(2) == 0
		a, b := jsontext.Value(alikeText(rng, 3)), jsontext.Value(alikeText(rng, 3))
		if rng.IntN(2) == 0 { // one that differs in a letter at the most
			b = a.Clone()
			if i := rng.IntN(len(b)); strings.IndexByte("12abc", b[i]) >= 0 {
				b[i] = "12abc"[rng.IntN(5)]
			}
		}
		if !a.IsValid() || !b.IsValid() {
			continue
		}
		read := newClasses()
		want := read.of(a, p, mode{learn: true, lax: lax}) == read.of(b, p, mode{lax: lax})
		if got := newClasses().same(a, b, p, lax); got != want {
			t.Fatalf("%s and %s, lax %t: %t, by their classes %t", a, b, lax, got, want)
		}
		if want && string(a) != string(b) {
			equal++
		}
	}
	if equal < 300 {
		t.Errorf("%d pairs were spelt differently and equal", equal)
	}
}

// alikeText is a small value, of few kinds.
func alikeText(rng *rand.Rand, depth int) string {
	kind := rng.IntN(6)
	if depth == 0 {
		kind = rng.IntN(4)
	}
	switch kind {
	case 0:
		return []string{"1", "1.0", "10e-1", "2"}[rng.IntN(4)]
	case 1:
		return []string{`"a"`, `"\u0061"`, `"b"`}[rng.IntN(3)]
	case 2:
		return []string{"true", "false", "null"}[rng.IntN(3)]
	case 3:
		return []string{"[]", "{}"}[rng.IntN(2)]
	case 4:
		var list []string
		for range rng.IntN(3) {
			list = append(list, alikeText(rng, depth-1))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	var list []string
	for _, i := range rng.Perm(3)[:rng.IntN(4)] {
		list = append(list, `"`+"abc"[i:i+1]+`": `+alikeText(rng, depth-1))
	}
	return "{" + strings.Join(list, ", ") + "}"
}
