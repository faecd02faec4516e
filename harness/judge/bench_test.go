package judge_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
)

func BenchmarkCompare(b *testing.B) {
	shuffled := strings.NewReplacer(
		`"red","white"`, `"white","red"`, `"legal":true,`, ``, `"phase":"cards"}}`, `"phase":"cards"},"legal":true}`,
	).Replace(stateBefore)
	numbers := func(seed uint64, n int) []jsontext.Value {
		order := rand.New(rand.NewPCG(seed, 0)).Perm(n)
		text := make([]string, n)
		for i, k := range order {
			text[i] = fmt.Sprintf(`[["red",%d],["blue"]]`, k)
		}
		return read(b, "["+strings.Join(text, ",")+"]")
	}
	tests := []struct {
		name               string
		judge              *judge.Judge
		expected, received []jsontext.Value
		want               judge.Outcome
	}{
		{"state-same-text", judge.New(state, judge.Lax, nil), read(b, stateBefore), read(b, stateBefore), judge.Pass},
		{"state-spaced", judge.New(state, judge.Lax, nil), read(b, stateBefore), read(b, strings.ReplaceAll(stateBefore, ",", ", ")), judge.Pass},
		{"state-shuffled", judge.New(state, judge.Lax, nil), read(b, stateBefore), read(b, shuffled), judge.Pass},
		{"state-wrong", judge.New(state, judge.Lax, nil), read(b, stateBefore), read(b, stateAfter), judge.WrongAnswer},
		{"bag-of-10000", judge.New(pairs, judge.Lax, nil), numbers(1, 10_000), numbers(2, 10_000), judge.Pass},
		{"bag-of-10000-wrong", judge.New(pairs, judge.Lax, nil), numbers(1, 10_000), numbers(2, 20_000), judge.WrongAnswer},
	}
	for _, tt := range tests {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(tt.expected[0]) + len(tt.received[0])))
			for b.Loop() {
				if c := tt.judge.Compare(tt.expected, tt.received); c.Outcome != tt.want {
					b.Fatal(c.Outcome)
				}
			}
		})
	}
}

func BenchmarkRender(b *testing.B) {
	j := judge.New(state, judge.Lax, nil)
	expected, received := read(b, stateBefore), read(b, stateAfter)
	for b.Loop() {
		if j.Render(expected, received, judge.Style{}) == "" {
			b.Fatal("no diff")
		}
	}
}
