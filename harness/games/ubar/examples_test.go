package ubar_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// TestExamples has the worked examples of the spec, one a line.
func TestExamples(t *testing.T) {
	text, err := os.ReadFile("testdata/examples.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	r := configured(t)
	n := 0
	for line := range bytes.Lines(text) {
		var example struct {
			Task    string
			In, Out []json.RawMessage
		}
		if err := json.Unmarshal(line, &example); err != nil {
			t.Fatal(err)
		}
		var in, want []jsontext.Value
		for _, v := range example.In {
			in = append(in, jsontext.Value(v))
		}
		for _, v := range example.Out {
			want = append(want, jsontext.Value(v))
		}
		if got := gametest.Lines(gametest.NewAsker(t, r, example.Task).Ask(in)); !bytes.Equal(got, gametest.Lines(want)) {
			t.Errorf("%s %s\nis answered\n%s\nwant\n%s", example.Task, gametest.Lines(in), got, gametest.Lines(want))
		}
		n++
	}
	if n != 13 {
		t.Errorf("there are %d examples", n)
	}
}
