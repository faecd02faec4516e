package main

import (
	"slices"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
)

// TestFolded: many cases with the same change are one line; few, and those of other parts and
// teams, are not.
func TestFolded(t *testing.T) {
	verdict := func(team, what, is string) gradebook.Change {
		return gradebook.Change{Team: team, What: what, Was: "crashed", Is: is}
	}
	changes := []gradebook.Change{
		{Team: "ada", What: "grade", Was: "0", Is: "7", Points: 700},
		verdict("ada", "rules cases: s/1", "pass"),
		verdict("ada", "rules cases: s/2", "timeout"),
		verdict("ada", "rules cases: s/3", "pass"),
		verdict("ada", "rules cases: s/4", "pass"),
		verdict("ada", "rules cases: s/5", "pass"),
		verdict("ada", "rules others: s/5", "pass"),
		verdict("bob", "rules cases: s/1", "pass"),
		verdict("bob", "rules cases: s/3", "pass"),
		verdict("bob", "rules cases: s/4", "pass"),
	}
	want := slices.Clone(changes)
	want[1].What += " and 3 more"
	want = slices.Delete(want, 3, 6)
	if got := folded(changes); !slices.Equal(got, want) {
		t.Errorf("folded are\n%v\nexpected\n%v", got, want)
	}
}
