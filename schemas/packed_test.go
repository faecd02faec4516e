package schemas_test

import (
	"flag"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/files/packed/packedtest"
	"github.com/touchstone-harness/touchstone/schemas"
)

var update = flag.Bool("update", false, "pack the schemas as they lie here")

// TestPacked: what the program has is what lies here.
func TestPacked(t *testing.T) {
	const pattern = "*/*" + schemas.Suffix
	if *update {
		packedtest.Write(t, "schemas.zip", schemas.FS, pattern)
		return
	}
	packedtest.Check(t, schemas.FS, "make schemas", pattern)
}
