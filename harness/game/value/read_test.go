package value_test

import (
	"errors"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/value"
)

// A ruling is the verdict on a move to a shelf.
type ruling struct {
	shelf int
	code  string
}

// TestVerdict writes and reads the answer about a request, by way of a book.
func TestVerdict(t *testing.T) {
	b := value.NewBook("shelves")
	verdict := value.Define(b, "verdict", "Verdict", "The answer about a move.",
		value.Verdict(value.Int("a shelf", "SH-01", 1, 9), func(r *ruling) *int { return &r.shelf },
			value.Name("a code", "", []string{"full", "broken"}), func(r *ruling) *string { return &r.code }))
	for _, tt := range []struct {
		text string
		want ruling
	}{{`{"legal":true,"state":3}`, ruling{shelf: 3}}, {`{"legal":false,"code":"full"}`, ruling{code: "full"}}} {
		got := ruling{shelf: 7, code: "broken"} // what was there before leaves no trace
		if err := verdict.Decode([]jsontext.Value{nil, jsontext.Value(tt.text)}, 1, &got); err != nil || got != tt.want {
			t.Errorf("%s is read as %v: %v", tt.text, got, err)
		}
		var out game.Output
		if verdict.Answer(&out, &tt.want); out.Len() != 1 || string(out.Value(0)) != tt.text {
			t.Errorf("%v is written as %s", tt.want, out.Buf)
		}
		if err := b.Check("verdict", jsontext.Value(tt.text)); err != nil {
			t.Error(err)
		}
	}
	var got ruling
	err := verdict.Decode([]jsontext.Value{nil, jsontext.Value(`{"legal":true,"state":0}`)}, 1, &got)
	invalid, ok := errors.AsType[*game.Invalid](err)
	if !ok || invalid.Value != 1 || invalid.Offset != 22 {
		t.Errorf("%+v", err)
	}
	if err := b.Check("verdict", jsontext.Value(`{"legal":false,"code":"lost"}`)); err == nil || !b.Reads("verdict") {
		t.Error("an unknown code is taken")
	}
	if err := b.Check("shelf", jsontext.Value(`0`)); err != nil || b.Reads("shelf") {
		t.Errorf("the book has no shelf: %v", err)
	}
}
