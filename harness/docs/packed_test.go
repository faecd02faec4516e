package docs_test

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/files/packed/packedtest"
)

// TestPacked: what the program has is what lies here.
func TestPacked(t *testing.T) {
	pages := []string{"*.md", "*/*.md"}
	if *update {
		packedtest.Write(t, "docs.zip", docs.FS, pages...)
		return
	}
	if names := packedtest.Stale(t, docs.FS, packedtest.Lying(t, pages...), pages...); len(names) > 0 {
		t.Errorf("the program has other pages than these files: %q\nhint: make docs", names)
	}
}
