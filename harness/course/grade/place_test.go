package grade

import (
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/subject"
)

// TestRootWarning: root is told what is missing, and where nobody could find out, why.
func TestRootWarning(t *testing.T) {
	space := subject.Facility{Name: "user namespace"}
	with, full := space, space
	with.Available, full.TooManyFiles = true, true
	for _, c := range []struct {
		of   subject.Facility
		says string // "": nothing
	}{
		{with, ""},
		{space, "without user namespaces"},
		{full, "ulimit -n"},
	} {
		got := rootWarning([]subject.Facility{{Name: "keeper"}, c.of})
		if (got == "") != (c.says == "") || !strings.Contains(got, c.says) {
			t.Errorf("%+v: found %q, expected %q", c.of, got, c.says)
		}
	}
}
