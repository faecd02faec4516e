package material

import (
	"flag"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/files/packed/packedtest"
)

var update = flag.Bool("update", false, "pack the file for the program")

// TestPacked: what the program has is the file that lies here.
func TestPacked(t *testing.T) {
	if *update {
		packedtest.Write(t, "content.zip", files, "content.json")
		return
	}
	packedtest.Check(t, files, "make content", "content.json")
}
