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
	packedtest.Check(t, docs.FS, "make docs", pages...)
}
