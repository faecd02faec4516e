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
