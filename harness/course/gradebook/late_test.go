package gradebook

import (
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/report"
)

// TestBy says durations as people do.
func TestBy(t *testing.T) {
	for d, want := range map[time.Duration]string{
		15 * time.Minute:                        "15 minutes",
		57*time.Hour + time.Minute:              "2 days 9 hours 1 minute",
		48 * time.Hour:                          "2 days",
		24*time.Hour + time.Second:              "1 day 1 second",
		59*time.Minute + 59700*time.Millisecond: "1 hour",
		100 * time.Millisecond:                  "less than a second",
	} {
		if got := by(d); got != want {
			t.Errorf("%v is said as %q, expected %q", d, got, want)
		}
	}
}

// TestSigned: points that are given have a plus sign, and no others two signs.
func TestSigned(t *testing.T) {
	for p, want := range map[report.Points]string{1250: "+12.5", 0: "+0", -300: "-3"} {
		if got := signed(p); got != want {
			t.Errorf("%d is said as %q, expected %q", p, got, want)
		}
	}
}
