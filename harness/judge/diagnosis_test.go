package judge

import (
	"slices"
	"testing"
)

// TestRecite: the clause takes the place of those that the differences had, in the verdict
// and in the first difference, and the differences of others stay as they are.
func TestRecite(t *testing.T) {
	shared := []Difference{
		{Pointer: "/0", Message: "/0: expected 1, received 2 (BG-21)", Clause: "BG-21"},
		{Pointer: "/1", Message: "/1: expected 3, received 4 (BG-22)", Clause: "BG-22"},
	}
	before := slices.Clone(shared)
	v := Verdict{Message: shared[0].Message, Clause: "BG-21", Differences: shared}
	v.Recite("BG-18")
	want := []Difference{
		{Pointer: "/0", Message: "/0: expected 1, received 2 (BG-18)", Clause: "BG-18"},
		{Pointer: "/1", Message: "/1: expected 3, received 4"},
	}
	if v.Clause != "BG-18" || v.Message != want[0].Message || !slices.EqualFunc(v.Differences, want, same) {
		t.Errorf("found %+v", v)
	}
	if !slices.EqualFunc(shared, before, same) {
		t.Errorf("the differences of another verdict are %+v", shared)
	}
}

func same(a, b Difference) bool {
	return a.Pointer == b.Pointer && a.Message == b.Message && a.Clause == b.Clause
}

// TestExpectation takes what was expected out of a message.
func TestExpectation(t *testing.T) {
	for _, c := range []struct{ pointer, clause, message, want string }{
		{"/0/scores/0", "BG-14", `/0/scores/0: expected a natural number, found "0" (BG-14)`, "expected a natural number"},
		{"/0", "", "/0: expected an answer of winds, found []", "expected an answer of winds"},
		{"/0", "", `/0: missing key "choice" in an answer of winds`, `missing key "choice" in an answer of winds`},
		{"/0/a: b", "", "/0/a: b: expected true, found (BG-14)", "expected true"},
		{"/0", "", "", ""},
	} {
		v := Verdict{Pointer: c.pointer, Clause: c.clause, Message: c.message}
		if got := v.Expectation(); got != c.want {
			t.Errorf("%s: %q, expected %q", c.message, got, c.want)
		}
	}
}

// TestElsewhere: a program that is right under other options does so by a preset, by the value
// of an option, or because it ignores one.
func TestElsewhere(t *testing.T) {
	const ignores, plain = "allows lists of any length, whatever max_exchanges says", "ignores the bank"
	for _, c := range []struct {
		what string
		d    Diagnosis
		want string
	}{
		{"a preset", Diagnosis{Habit: OtherRules, Text: "plays by the rules of --preset old"}, "plays by the rules of --preset old"},
		{"a value", Diagnosis{Mutants: []string{"side_max=5"}, Text: "is right with --option 'side_max=5'"}, "is right with --option 'side_max=5'"},
		{"an option that is ignored", Diagnosis{Mutants: []string{"max-exchanges-ignored"}, Text: ignores}, ignores},
		{"the option by its word", Diagnosis{Mutants: []string{"x"}, Text: "pays any sum, whatever the option bank says"}, "pays any sum, whatever the option bank says"},
		{"two readings", Diagnosis{Mutants: []string{"a", "b"}, Text: ignores}, ""},
		{"a misreading", Diagnosis{Mutants: []string{"a"}, Text: plain}, ""},
		{"no option", Diagnosis{Mutants: []string{"a"}, Text: "counts each colour once, whatever the number of gems"}, ""},
		{"a likely clause", Diagnosis{Likely: true}, ""},
	} {
		if got := c.d.Elsewhere(); got != c.want {
			t.Errorf("%s: %q, expected %q", c.what, got, c.want)
		}
	}
}
