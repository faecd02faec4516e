package gradebook

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/report"
)

// TestSigned: points that are given have a plus sign, and no others two signs.
func TestSigned(t *testing.T) {
	for p, want := range map[report.Points]string{1250: "+12.5", 0: "+0", -300: "-3"} {
		if got := signed(p); got != want {
			t.Errorf("%d is said as %q, expected %q", p, got, want)
		}
	}
}
