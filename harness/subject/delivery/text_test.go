package delivery

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// The bounds hold wherever they are met, inside an escape or an indentation
// too, and what is written then is still the same value.
func TestTextStaysWithinAnyBounds(t *testing.T) {
	in := []jsontext.Value{
		jsontext.Value(`{"a":["é","😀\n",[[1,2],[]]],"b":{}}`),
		jsontext.Value(`"😀😀"`),
		jsontext.Value(`[[[[0]]]]`),
	}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(Exhaustive()).Draw(t, "delivery")
		b := bounds{
			growth: rapid.IntRange(0, 150).Draw(t, "growth"),
			value:  rapid.IntRange(0, 150).Draw(t, "value"),
		}
		text := d.text(in, b)
		most := len(in) + b.growth
		for _, v := range in {
			most += len(v)
		}
		if len(text) > most {
			t.Fatalf("%s: %d bytes, want at most %d", d, len(text), most)
		}
		got, err := stream.All(bytes.NewReader(text), stream.Limits{})
		if err != nil || len(got) != len(in) {
			t.Fatalf("%s: %q: %d values, %v", d, text, len(got), err)
		}
		for i, v := range got {
			if len(v.Raw) > max(b.value, len(in[i])) {
				t.Fatalf("%s: %q is longer than %d", d, v.Raw, b.value)
			}
			if want, got := plain(in[i]), plain(v.Raw); want != got {
				t.Fatalf("%s: %s was sent, %s came", d, want, got)
			}
		}
	})
}

// plain writes a value without its dress.
func plain(raw jsontext.Value) string {
	var b strings.Builder
	dec := jsontext.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return b.String()
		}
		b.WriteString(token.String() + " ")
	}
}
