package text

import (
	"testing"
	"time"
)

// TestSpan says durations as people do.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		15 * time.Minute:                        "15 minutes",
		57*time.Hour + time.Minute:              "2 days 9 hours 1 minute",
		48 * time.Hour:                          "2 days",
		24*time.Hour + time.Second:              "1 day 1 second",
		59*time.Minute + 59700*time.Millisecond: "1 hour",
		100 * time.Millisecond:                  "less than a second",
	} {
		if got := Span(d); got != want {
			t.Errorf("%v is said as %q, expected %q", d, got, want)
		}
	}
}
