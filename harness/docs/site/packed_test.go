package site

import (
	"flag"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/files/packed/packedtest"
)

var update = flag.Bool("update", false, "pack the files again")

// TestPacked: what the program has is what lies here.
func TestPacked(t *testing.T) {
	files := []string{"*.css", "*.js", "try/*"}
	if *update {
		packedtest.Write(t, "site.zip", parts, files...)
		return
	}
	packedtest.Check(t, parts, "make docs", files...)
}
