package course

import (
	"strings"

	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// An Adjustment gives or takes points, with a reason that the team is shown.
type Adjustment struct {
	Team   string
	Points int64 // in hundredths; below 0 they are taken
	Reason string
}

// adjustments reads what teams are given or taken by hand.
func (d *reader) adjustments(t *document.Table) []Adjustment {
	var list []Adjustment
	for _, inner := range t.Tables("adjust") {
		a := Adjustment{Team: inner.Text("team", ""), Reason: strings.TrimSpace(inner.Text("reason", ""))}
		if !TeamName(a.Team) {
			inner.Wrong(inner.At("team"), "expected the name of a team, found %q", a.Team)
		}
		if a.Reason == "" {
			inner.Missing(inner.Path, []string{"reason"}, `reason is missing: the team sees it; write for example reason = "the late bus"`)
		}
		before := len(d.Problems)
		a.Points = inner.SignedHundredths("points", pointsMax)
		switch {
		case !inner.Has("points"):
			inner.Missing(inner.Path, []string{"points"}, "points are missing: write for example points = 2.5, or points = -1 to deduct one")
		case a.Points == 0 && len(d.Problems) == before:
			inner.Wrong(inner.At("points"), "expected a number other than 0, found 0; write for example points = 2.5, or points = -1 to deduct one")
		}
		inner.End()
		list = append(list, a)
	}
	return list
}

// Adjusted are the adjustments of a team.
func (c *Course) Adjusted(team string) []Adjustment {
	var list []Adjustment
	for _, a := range c.Adjust {
		if a.Team == team {
			list = append(list, a)
		}
	}
	return list
}
