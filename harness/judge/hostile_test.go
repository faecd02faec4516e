package judge_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
)

// Whatever a subject sends, judging it takes little memory beyond what it
// sent: most of it is looked at and dropped.
func TestMemoryIsBoundedByTheAnswer(t *testing.T) {
	const size = 1 << 20
	fill := func(before, part, after string) jsontext.Value {
		return jsontext.Value(before + strings.TrimSuffix(strings.Repeat(part, size/len(part)), ",") + after)
	}
	var numbers, keys strings.Builder
	for i := 0; numbers.Len() < size; i++ {
		fmt.Fprintf(&numbers, ",%d", i)
		fmt.Fprintf(&keys, `,"%d":0`, i)
	}
	received := map[string]jsontext.Value{
		"a bag of one thing":     fill(`{"bank":[`, "1,", `]}`),
		"a bag of all things":    jsontext.Value(`{"bank":[` + numbers.String()[1:] + `]}`),
		"a bag of empty arrays":  fill(`{"bank":[`, "[],", `]}`),
		"an array of arrays":     fill(`{"cards":[`, "[[[[1]]]],", `]}`),
		"many keys":              jsontext.Value(`{` + keys.String()[1:] + `}`),
		"a long key":             fill(`{"`, `\u001b`, `":1}`),
		"a long string":          fill(`{"bank":["`, `\u001b`, `"]}`),
		"a long fraction":        fill(`1.`, "0", `5`),
		"a long exponent":        fill(`1e`, "0", `5`),
		"a lot of blanks":        fill(`{"bank":["red"`, " ", `]}`),
		"much at a great depth":  fill(strings.Repeat("[", 60), "[],", strings.Repeat("]", 60)),
		"right, but for the end": fill(`{"bank":["red"],"cards":[`, "1,", `],"more":1}`),
	}
	expected := read(t, `{"bank":["red"],"cards":[]}`)
	for name, value := range received {
		t.Run(name, func(t *testing.T) {
			j := judge.New(turn, judge.Lax, nil)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c := j.Compare(expected, []jsontext.Value{value})
			runtime.ReadMemStats(&after)
			if c.Outcome != judge.WrongAnswer {
				t.Errorf("outcome %s", c.Outcome)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 16*size {
				t.Errorf("%d bytes of memory for an answer of %d", n, len(value))
			}
		})
	}
}
