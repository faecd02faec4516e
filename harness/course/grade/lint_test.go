package grade

import "testing"

// TestFindingAsText: what is wrong with a case says of which kind it is, and of a task which.
func TestFindingAsText(t *testing.T) {
	for _, c := range []struct {
		finding Finding
		want    string
	}{
		{Finding{Kind: "points", File: "course.toml", Line: 3, Message: "no"}, "course.toml:3: no"},
		{Finding{Kind: "points", Task: "add", File: "course.toml", Line: 3, Message: "no"}, "course.toml:3: task add: no"},
		{Finding{Kind: "duplicate", Task: "add", Case: "s/1", File: "s.jsonl", Line: 3, Message: "no"}, "s.jsonl:3: s/1: duplicate: no"},
	} {
		if got := c.finding.Error(); got != c.want {
			t.Errorf("found %q, expected %q", got, c.want)
		}
	}
}
