package stream

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSyntax: a line that is split quickly is split the same thoroughly, and what is
// usual in lines is split quickly.
func TestSyntax(t *testing.T) {
	for text, quick := range map[string]bool{
		`[]`: true, ` [ ] `: true, `[[],{}]`: true, `["red",{"a":[1,-2.5e+10,0.0],"b":null},true,false]`: true,
		`["\u00e9\n\"é€😀"]`: true, "[1\t,\r2]": true, `[-0,0e0,1E-9]`: true, `[{"a":{"a":1},"b":{"a":1}}]`: true,
		`[{"\u0061":1}]`: false, `["\ud83d\ude00"]`: false, `[{"é":1}]`: false, // good, but rare
		``: false, `7`: false, `[`: false, `[1`: false, `[1,]`: false, `[,1]`: false, `[1 2]`: false, `[1]x`: false, `[1]]`: false, `[01]`: false,
		`[1.]`: false, `[.5]`: false, `[-]`: false, `[+1]`: false, `[1e]`: false, `[1e+]`: false, `[tru]`: false, `[nulL]`: false, `["a]`: false,
		`["\x"]`: false, `["\u12"]`: false, `["\u12g4"]`: false, "[\"\x01\"]": false, "[\"\xff\"]": false, "[\"\xed\xa0\x80\"]": false, "[\"\x7f\"]": true,
		`[{"a":1,"a":2}]`: false, `[{"a":1,"b":2,"a":3}]`: false, `[{"":1,"":2}]`: false, `[{"a" 1}]`: false, `[{"a":}]`: false, `[{a:1}]`: false,
		`[{"a":1,}]`: false, `[{"a":1]`: false, `[[1}]`: false, "[1\v]": false, "\ufeff[1]": false,
		"[" + strings.Repeat("[", DepthMax) + strings.Repeat("]", DepthMax) + "]":     true,
		"[" + strings.Repeat("[", DepthMax+1) + strings.Repeat("]", DepthMax+1) + "]": false,
	} {
		if got := sameBothWays(t, text); got != quick {
			t.Errorf("%q is split quickly: %t, expected %t", text, got, quick)
		}
	}
}

// sameBothWays tells whether a line is split quickly; if it is, it must be split the same
// thoroughly.
func sameBothWays(t interface{ Fatalf(string, ...any) }, line string) bool {
	quick, slow := NewSplitter(Limits{}), NewSplitter(Limits{})
	if !quick.quickly([]byte(line), 3) {
		return false
	}
	values, err := slow.thoroughly([]byte(line), 3)
	if err != nil || !reflect.DeepEqual(values, quick.values) && len(values)+len(quick.values) > 0 {
		t.Fatalf("%q is split quickly into %v, and thoroughly into %v, %v", line, quick.values, values, err)
	}
	return true
}

// TestSyntaxIsStrict spoils good lines in many ways.
func TestSyntaxIsStrict(t *testing.T) {
	pieces := []string{
		`"a"`, `"b"`, `"\u0061"`, `"\ud800"`, `"\ud83d\ude00"`, "\"\xff\"", "\"\xe2\x82\"", `""`, `"é"`, "7", "-0", "0", "01", "1.5", "1e9", "1e", "-",
		"null", "true", "fals", "{", "}", "[", "]", ",", ":", " ", "\t", "\x00", `"`, `\`, `{"a":1}`, `{"a":1,"a":2}`, `{"a":{"b":[]},"c":"d"}`, `[[],{}]`,
	}
	rapid.Check(t, func(t *rapid.T) {
		sameBothWays(t, "["+strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "pieces"), "")+"]")
	})
	good := `[{"bank":["red","blue"],"n":-12.5e3,"é":"\u00e9\\","x":{"bank":null,"y":[true,false]}},"\n",[[[]]],0]`
	quick := 0
	for seed := range uint64(20_000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		line := []byte(strings.Replace(good, "é", "e", 1))
		for range rng.IntN(3) {
			line[rng.IntN(len(line))] = good[rng.IntN(len(good))]
		}
		if sameBothWays(t, string(line)) {
			quick++
		}
	}
	if quick < 5000 {
		t.Errorf("only %d lines were split quickly", quick)
	}
}
