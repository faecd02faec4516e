package suites_test

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/files/packed/packedtest"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// manifests matches the files of the suites.
const manifests = "*/*.jsonl"

// TestPacked: what the program has is what lies here.
func TestPacked(t *testing.T) {
	if *update {
		t.Skip("it is about to be written")
	}
	packedtest.Check(t, suites.FS, "make suites", manifests)
}
